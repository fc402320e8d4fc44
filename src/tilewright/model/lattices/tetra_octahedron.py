"""Regular tetrahedra, and regular octahedra cut into eighths, which fill space together.

The tetrahedra stand in cubes, blocks of 3 x 3 x 3 coordinates: the middle of each block is the tetrahedron on
four corners of its cube, and the four other corners are cells too, eighths of the octahedra around them.
Which four these are alternates from block to block. The 48 motions are those of an octahedron.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from tilewright.model.lattices import cube
from tilewright.model.lattices.lattice import (
    Cell,
    Lattice,
    Point3,
    Polyforms,
    TextDrawing,
    in_layers,
)
from tilewright.model.lattices.rhombic_tetrahedron import motions_about
from tilewright.model.lattices.square import SQUARE

BLOCK = 3
_MIDDLE = (1, 1, 1)
_AXES = range(3)


def _split(cell: Cell) -> tuple[Cell, Cell]:
    """The block of a cell, and its place within it."""
    return (tuple([c // BLOCK for c in cell]), tuple([c % BLOCK for c in cell]))


def _is_cell(cell: Cell) -> bool:
    block, place = _split(cell)
    return place == _MIDDLE or (1 not in place and (sum(block) + sum(place) // 2) % 2 == 1)


def _is_translation(vector: Cell) -> bool:
    block, place = _split(vector)
    return not any(place) and sum(block) % 2 == 0


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    place = _split(cell)[1]
    x, y, z = cell
    if place == _MIDDLE:
        around = ((x + a, y + b, z + c) for a, b, c in product((-1, 1), repeat=3))
        return tuple(sorted(near for near in around if _is_cell(near)))
    outward = [p - 1 for p in place]
    near = [(x - outward[0], y - outward[1], z - outward[2])]
    for axis in _AXES:
        step = [outward[axis] if k == axis else 0 for k in _AXES]
        near.append((x + step[0], y + step[1], z + step[2]))
    return tuple(sorted(near))


def _anchor(cells: Iterable[Cell]) -> Cell:
    x, y, z = _split(tuple(map(min, zip(*cells, strict=True))))[0]
    return (BLOCK * (x - (x + y + z) % 2), BLOCK * y, BLOCK * z)


def _faces(cell: Cell) -> tuple[tuple[Point3, ...], ...]:
    (x, y, z), place = _split(cell)
    if place == _MIDDLE:
        # The corners of the cube that are no cells: those with an even sum in even blocks, else with an odd.
        parity = (x + y + z) % 2
        corners = [corner for corner in product((0, 1), repeat=3) if sum(corner) % 2 == parity]
    else:
        tip = [p // 2 for p in place]
        corners = [(tip[0], tip[1], tip[2])]
        for axis in _AXES:
            a, b, c = (1 - t if k == axis else t for k, t in enumerate(tip))
            corners.append((a, b, c))
    spots = [(float(x + a), float(y + b), float(z + c)) for a, b, c in corners]
    return tuple([tuple([spot for k, spot in enumerate(spots) if k != left]) for left in range(4)])


TETRA_OCTAHEDRON = Lattice(
    name="tetra-octahedron",
    dimension=3,
    motions=motions_about((2 * BLOCK - 1, -1, -1)),  # the centre of an octahedron
    neighbours=_neighbours,
    anchor=_anchor,
    outline=lambda cell: cube.silhouette(_faces(cell)),
    classes=tuple(cell for cell in product(range(2 * BLOCK), range(BLOCK), range(BLOCK)) if _is_cell(cell)),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], cell[2]),
        cell_at=lambda column, row, layer: (column, row, layer) if _is_cell((column, row, layer)) else None,
        stencil=in_layers(SQUARE.text.stencil),
        period=(2 * BLOCK, BLOCK),
        layers=True,
        from_corner=True,
        rule="each block has 3 x 3 x 3 places, of which the middle and four corners are cells, other four in "
        "the next block",
        hint="an empty line begins the next layer",
    ),
    polyforms=Polyforms("tetra-octahedral polyforms", (), "", 6, 0),
    is_translation=_is_translation,
    is_cell=_is_cell,
    translation_rule="multiples of 3, an even number of blocks in all",
    cell_rule="the middle of a block of 3 x 3 x 3, or one of those four corners of it that are cells",
    usual_motions="rotation",
    faces=_faces,
    directions=(
        (BLOCK, BLOCK, 0),
        (BLOCK, -BLOCK, 0),
        (BLOCK, 0, BLOCK),
        (BLOCK, 0, -BLOCK),
        (0, BLOCK, BLOCK),
        (0, BLOCK, -BLOCK),
        *((2 * BLOCK, 0, 0), (0, 2 * BLOCK, 0), (0, 0, 2 * BLOCK)),
    ),
    controls=cube.CONTROLS,
    max_generated_size=8,
)
