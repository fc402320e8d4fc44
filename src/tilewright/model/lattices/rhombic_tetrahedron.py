"""Rhombic tetrahedra: a cube is cut into 24 of them, from its centre to the halves of its faces' quarters.

The cubes are blocks of 5 x 5 x 5 coordinates. Within one, a coordinate 0, 1, 2, 3, 4 is 0, 1, 2, 1, 0 steps
from the nearer side, and the cells are where the three numbers are 0, 1 and 2 in some order. Each is the
tetrahedron of the centre of the cube, the centre of the face whose number is 0, and the edge of that face
whose number is 1. The 48 motions are those of a cube.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

from tilewright.model.lattices import cube
from tilewright.model.lattices.lattice import (
    Cell,
    Lattice,
    Motion,
    Point3,
    Polyforms,
    TextDrawing,
    affine,
    in_layers,
)
from tilewright.model.lattices.square import SQUARE

BLOCK = 5
SIDE = 2.0  # the side of a cube as it is drawn
_STEPS = (0, 1, 2, 1, 0)


def about(motion: Motion, doubled_centre: Cell) -> Motion:
    """A motion of the cube about another centre, whose coordinates are given times two."""
    moved = motion(doubled_centre)
    shift = tuple((there - here) // 2 for there, here in zip(doubled_centre, moved, strict=True))
    return affine(motion, shift)


def motions_about(doubled_centre: Cell) -> dict[str, tuple[Motion, ...]]:
    """The motions of the cube by mode, about this centre."""
    moved = {motion.name: about(motion, doubled_centre) for motion in cube.ALL}
    return {
        mode: tuple([moved[motion.name] for motion in value]) for mode, value in cube.CUBE.motions.items()
    }


_CELLS = tuple(
    cell for cell in product(range(BLOCK), repeat=3) if sorted(_STEPS[c] for c in cell) == [0, 1, 2]
)
"""Those of a block, which are all up to translations."""

_IN_BLOCK = frozenset(_CELLS)


def _is_cell(cell: Cell) -> bool:
    return tuple([c % BLOCK for c in cell]) in _IN_BLOCK


def _is_translation(vector: Cell) -> bool:
    return all(step % BLOCK == 0 for step in vector)


def _axes(cell: Cell) -> tuple[int, int, int]:
    """The axes whose numbers are 0, 1 and 2."""
    steps = [_STEPS[c % BLOCK] for c in cell]
    return (steps.index(0), steps.index(1), steps.index(2))


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y, z = cell
    steps = _steps_to_neighbours((x % BLOCK, y % BLOCK, z % BLOCK))
    return tuple([(x + a, y + b, z + c) for a, b, c in steps])


@cache
def _steps_to_neighbours(cell: Cell) -> tuple[tuple[int, int, int], ...]:
    face, edge, along = _axes(cell)
    inward = [1 if c < BLOCK // 2 else -1 for c in cell]
    near = []
    for changes in (
        {face: -inward[face]},  # in the next cube
        {face: inward[face], edge: -inward[edge]},  # at the other face with this edge
        {edge: inward[edge], along: -1},  # at the next edges of this face
        {edge: inward[edge], along: 1},
    ):
        x, y, z = (changes.get(axis, 0) for axis in range(3))
        near.append((x, y, z))
    return tuple(sorted(near))


def _anchor(cells: Iterable[Cell]) -> Cell:
    x, y, z = map(min, zip(*cells, strict=True))
    return (x - x % BLOCK, y - y % BLOCK, z - z % BLOCK)


def _faces(cell: Cell) -> tuple[tuple[Point3, ...], ...]:
    face, edge, along = _axes(cell)
    half = SIDE / 2
    centre = [SIDE * (c // BLOCK) + half for c in cell]
    outward = [-half if c % BLOCK < BLOCK // 2 else half for c in cell]

    def at(*moves: tuple[int, float]) -> Point3:
        spot = list(centre)
        for axis, way in moves:
            spot[axis] += way
        return (spot[0], spot[1], spot[2])

    inner, middle = at(), at((face, outward[face]))
    first, second = (at((face, outward[face]), (edge, outward[edge]), (along, way)) for way in (-half, half))
    return (
        (middle, first, second),
        (inner, first, second),
        (inner, middle, first),
        (inner, middle, second),
    )


RHOMBIC_TETRAHEDRON = Lattice(
    name="rhombic-tetrahedron",
    dimension=3,
    motions=motions_about((BLOCK - 1,) * 3),
    neighbours=_neighbours,
    anchor=_anchor,
    outline=lambda cell: cube.silhouette(_faces(cell)),
    classes=_CELLS,
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], cell[2]),
        cell_at=lambda column, row, layer: (column, row, layer) if _is_cell((column, row, layer)) else None,
        stencil=in_layers(SQUARE.text.stencil),
        period=(BLOCK, BLOCK),
        layers=True,
        from_corner=True,
        rule="each cube has 5 x 5 x 5 places, of which those with 0, 1 and 2 steps to its sides are cells",
        hint="an empty line begins the next layer",
    ),
    polyforms=Polyforms("rhombic polytetrahedra", (), "", 6, 0),
    is_translation=_is_translation,
    is_cell=_is_cell,
    translation_rule="multiples of 5, whole cubes",
    cell_rule="three numbers that are 0, 1 and 2 steps from the nearer sides of their cube of 5 x 5 x 5",
    usual_motions="rotation",
    faces=_faces,
    directions=(
        *((BLOCK, 0, 0), (0, BLOCK, 0), (0, 0, BLOCK)),
        *((BLOCK, BLOCK, 0), (BLOCK, -BLOCK, 0), (BLOCK, 0, BLOCK)),
        *((BLOCK, 0, -BLOCK), (0, BLOCK, BLOCK), (0, BLOCK, -BLOCK)),
        *((BLOCK, BLOCK, BLOCK), (BLOCK, BLOCK, -BLOCK), (BLOCK, -BLOCK, BLOCK), (BLOCK, -BLOCK, -BLOCK)),
    ),
    controls=cube.CONTROLS,
    max_generated_size=8,
)
