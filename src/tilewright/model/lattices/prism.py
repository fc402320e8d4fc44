"""The lattice of triangular prisms: cells (x, y, z), five neighbours, 24 motions, 12 of them proper.

Each layer z, upwards from the table, is the triangular lattice: (x, y, z) points up when x + y is even. Sides
and heights are one unit long.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.lattices.cube import silhouette
from tilewright.model.lattices.lattice import (
    Cell,
    Lattice,
    Motion,
    Point3,
    Polyforms,
    TextDrawing,
    greek_names,
    in_layers,
)
from tilewright.model.lattices.triangle import MIRRORS, TRIANGLE, TURNS

_LAYER_MOTIONS = (*TURNS, *MIRRORS)


def _motion(flat: Motion, *, over: bool) -> Motion:
    """A motion of the layers, after which everything is turned upside down if ``over``."""

    def carry(cell: Cell) -> Cell:
        return (*flat(cell[:2]), -cell[2] if over else cell[2])

    if not over:
        return Motion(flat.name, flat.proper, carry)
    name = "mirror top-bottom" if flat.name == "identity" else f"{flat.name}, upside down"
    return Motion(name, not flat.proper, carry)


ALL = tuple(
    sorted(
        [_motion(flat, over=over) for over in (False, True) for flat in _LAYER_MOTIONS],
        key=lambda motion: not motion.proper,
    )
)
_BY_NAME = {motion.name: motion for motion in ALL}
_UPRIGHT = tuple(_BY_NAME[turn.name] for turn in TURNS)
_LEFT_RIGHT, _UP_DOWN = MIRRORS[0].name, MIRRORS[3].name
_ALONG_AXES = {"identity", "mirror top-bottom", "half turn", "half turn, upside down"} | {
    name + over for name in (_LEFT_RIGHT, _UP_DOWN) for over in ("", ", upside down")
}


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y, z = cell
    around = TRIANGLE.neighbours((x, y))
    return ((x, y, z - 1), *((a, b, z) for a, b in around), (x, y, z + 1))


def _anchor(cells: Iterable[Cell]) -> Cell:
    positions = list(cells)
    return (*TRIANGLE.anchor([cell[:2] for cell in positions]), min(z for _, _, z in positions))


def _is_translation(vector: Cell) -> bool:
    return (vector[0] + vector[1]) % 2 == 0


def _faces(cell: Cell) -> tuple[tuple[Point3, ...], ...]:
    around, z = TRIANGLE.outline(cell[:2]), cell[2]
    low, high = (tuple((x, y, float(height)) for x, y in around) for height in (z, z + 1))
    walls = ((low[k - 1], low[k], high[k], high[k - 1]) for k in range(3))
    return (low, high, *walls)


def _is_flat(cells: tuple[Cell, ...]) -> bool:
    return len({z for _, _, z in cells}) == 1


PRISM = Lattice(
    name="prism",
    dimension=3,
    motions={
        "fixed": ALL[:1],
        "upright": _UPRIGHT,
        "rotation": tuple(motion for motion in ALL if motion.proper),
        "reflection": tuple(motion for motion in ALL if motion.name in _ALONG_AXES),
        "all": ALL,
    },
    neighbours=_neighbours,
    anchor=_anchor,
    outline=lambda cell: silhouette(_faces(cell)),
    classes=((0, 0, 0), (1, 0, 0)),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], cell[2]),
        cell_at=lambda column, row, layer: (column, row, layer),
        stencil=in_layers(TRIANGLE.text.stencil),
        letter_on="part",
        layers=True,
        from_corner=True,
        hint="an empty line begins the next layer",
        misreading=((1, 0, 0), TRIANGLE.text.misreading[1]) if TRIANGLE.text.misreading else None,
    ),
    polyforms=Polyforms("polyprisms", greek_names("prism", 5), "s", 6, 5, (), _is_flat),
    is_translation=_is_translation,
    translation_rule="numbers whose first two have an even sum, so that triangles that point up still do",
    usual_motions="rotation",
    layer=TRIANGLE,
    faces=_faces,
    directions=((0, 0, 1), (2, 0, 0), (-1, 1, 0), (1, 1, 0)),
    steps_suffice_for=2,
    controls={
        "turn": ("turn by 60 degrees", "turn by 120 degrees", "half turn"),
        "turn back": ("turn by 300 degrees", "turn by 240 degrees", "half turn"),
        "tip": (f"{_UP_DOWN}, upside down",),
        "tip back": (f"{_UP_DOWN}, upside down",),
        "roll": (f"{_LEFT_RIGHT}, upside down",),
        "roll back": (f"{_LEFT_RIGHT}, upside down",),
        "flip": (_LEFT_RIGHT,),
    },
    max_generated_size=9,
    colouring_name=lambda weights, modulus: (
        "Colour the prisms whose triangles point up black, the others white." if weights == (1, 1, 0) else ""
    ),
)
