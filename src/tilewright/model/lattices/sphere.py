"""Spheres in face-centred cubic packing: cells (x, y, z) with an even sum, twelve neighbours.

Of the 240 motions, 48 are those of the cube. The others are these after a half turn about a diagonal of the
cube, which carries the hexagonal layers at right angles to it onto themselves, but not the layers next to
them: they are motions of flat pieces, for instance. The body of a sphere is its rhombic dodecahedron, the
points that are nearer to its centre than to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from tilewright.model.lattices import cube
from tilewright.model.lattices.lattice import (
    Cell,
    Lattice,
    Motion,
    Point3,
    Polyforms,
    TextDrawing,
    greek_names,
    in_layers,
    linear,
    subtract,
)
from tilewright.model.lattices.square import SQUARE

_NEAR = tuple(sorted(step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 2))
_DIAGONALS = ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1))


def _after_half_turn(diagonal: Cell, motion: Motion) -> Motion:
    """The motion that is a half turn about a diagonal, then a motion of the cube."""
    # The half turn is v -> 2 (v . d) d / 3 - v.
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    columns = [
        motion(tuple(2 * d * diagonal[k] - 3 * e for d, e in zip(diagonal, axis, strict=True)))
        for k, axis in enumerate(axes)
    ]
    name = f"half turn about {diagonal}, then {motion.name}".removesuffix(", then identity")
    return linear(name, tuple(zip(*columns, strict=True)), proper=motion.proper, divisor=3)


_ALL = (
    *cube.ALL,
    *(_after_half_turn(diagonal, motion) for diagonal in _DIAGONALS for motion in cube.ALL),
)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y, z = cell
    return tuple([(x + a, y + b, z + c) for a, b, c in _NEAR])


def _is_even(vector: Cell) -> bool:
    return sum(vector) % 2 == 0


def _anchor(cells: Iterable[Cell]) -> Cell:
    x, y, z = map(min, zip(*cells, strict=True))
    return (x - (x + y + z) % 2, y, z)


def _face(step: Cell) -> tuple[Point3, ...]:
    """The face towards a neighbour: a rhombus."""
    (i, j), k = [axis for axis in range(3) if step[axis]], step.index(0)
    ends = [[0.0, 0.0, 0.0] for _ in range(4)]
    ends[0][i], ends[2][j] = step[i], step[j]
    for end, side in ((ends[1], 0.5), (ends[3], -0.5)):
        end[i], end[j], end[k] = step[i] / 2, step[j] / 2, side
    return tuple([(x, y, z) for x, y, z in ends])


_FACES = tuple(map(_face, _NEAR))


def _faces(cell: Cell) -> tuple[tuple[Point3, ...], ...]:
    x, y, z = cell
    return tuple([tuple([(x + a, y + b, z + c) for a, b, c in face]) for face in _FACES])


def _is_flat(cells: tuple[Cell, ...]) -> bool:
    """Whether the centres lie in one plane."""
    steps = [subtract(cell, cells[0]) for cell in cells[1:]]
    return all(
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 0
        for (a, b, c), (d, e, f), (g, h, i) in combinations(steps, 3)
    )


SPHERE = Lattice(
    name="sphere",
    dimension=3,
    motions={
        "fixed": cube.ALL[:1],
        "upright": cube.UPRIGHT,
        "rotation": tuple([motion for motion in _ALL if motion.proper]),
        "reflection": cube.ALONG_AXES,
        "all": _ALL,
    },
    neighbours=_neighbours,
    anchor=_anchor,
    outline=lambda cell: cube.silhouette(_faces(cell)),
    classes=((0, 0, 0),),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], cell[2]),
        cell_at=lambda column, row, layer: (column, row, layer) if (column + row + layer) % 2 == 0 else None,
        stencil=in_layers(SQUARE.text.stencil),
        period=(2, 1),
        layers=True,
        from_corner=True,
        rule="from sphere to sphere, columns, lines and layers change by an even number in all",
        hint="an empty line begins the next layer",
    ),
    polyforms=Polyforms("polyspheres", greek_names("sphere", 5), "s", 6, 5, (), _is_flat),
    is_translation=_is_even,
    is_cell=_is_even,
    translation_rule="three numbers with an even sum",
    cell_rule="three numbers with an even sum",
    usual_motions="rotation",
    faces=_faces,
    directions=(
        *((1, 1, 0), (1, -1, 0), (1, 0, 1), (1, 0, -1), (0, 1, 1), (0, 1, -1)),
        *((2, 0, 0), (0, 2, 0), (0, 0, 2)),
        *((2, 2, 2), (2, 2, -2), (2, -2, 2), (2, -2, -2)),
    ),
    is_round=True,
    controls={
        **cube.CONTROLS,
        "flip": (*cube.CONTROLS["flip"], *(f"half turn about {diagonal}" for diagonal in _DIAGONALS)),
    },
    max_generated_size=7,
)
