r"""The lattice of kites: hexagons cut into six by the lines from their middles to those of their sides.

Coordinates are axial. A kite has a corner in the middle of its hexagon and one at a corner of the hexagon,
and its coordinates are those of the point halfway between. The hexagon that comes first has its middle at
(1, 1), and its kites, clockwise from the one to the right, are (2, 1), (1, 2), (0, 2), (0, 1), (1, 0) and
(2, 0)::

      # #
     #   #     as in puzzle files
      # #

This is the deltoidal trihexagonal tiling.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.lattices.hexagon_parts import (
    DIRECTIONS,
    Stencils,
    drawn_at,
    motions_about,
    place_before,
)
from tilewright.model.lattices.lattice import (
    Cell,
    Lattice,
    Place,
    Point,
    Polyforms,
    TextDrawing,
    add,
    greek_names,
    subtract,
)

MIDDLE = (1, 1)
SIDE = 2
"""Steps along a side of a hexagon."""


def _is_translation(vector: Cell) -> bool:
    q, r = vector
    return q % 2 == 0 and r % 2 == 0 and (q - r) % 3 == 0


_NUMBER = {
    (q, r): k
    for q in range(6)
    for r in range(6)
    for k, step in enumerate(DIRECTIONS)
    if _is_translation(subtract((q, r), add(MIDDLE, step)))
}
"""Which of the kites of its hexagon a kite is, clockwise from the right, by its coordinates modulo 6."""


def _is_cell(cell: Cell) -> bool:
    return (cell[0] % 6, cell[1] % 6) in _NUMBER


def _steps(cell: Cell) -> tuple[Cell, Cell, Cell]:
    """The direction from the middle of its hexagon to a kite, and those before and after it."""
    k = _NUMBER[cell[0] % 6, cell[1] % 6]
    return DIRECTIONS[k], DIRECTIONS[k - 1], DIRECTIONS[(k + 1) % 6]


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Two in the same hexagon, and one in each of the two hexagons beyond the short sides."""
    out, before, after = _steps(cell)
    outside = add(cell, out)
    inside = subtract(cell, out)
    return tuple(sorted(add(start, step) for start in (outside, inside) for step in (before, after)))


def _points(cell: Cell) -> tuple[Cell, ...]:
    """The corners of a kite, clockwise from the middle of its hexagon."""
    out, before, after = _steps(cell)
    middle = subtract(cell, out)
    return (middle, add(cell, before), add(cell, out), add(cell, after))


def _outline(cell: Cell) -> tuple[Point, ...]:
    return tuple([drawn_at(point, MIDDLE, SIDE) for point in _points(cell)])


def _anchor(cells: Iterable[Cell]) -> Cell:
    positions = list(cells)
    left, top = min(q for q, _ in positions), min(r for _, r in positions)
    top -= top % 2
    return (left - (left - top) % 6, top)


def _cell_at(column: int, row: int, layer: int) -> Cell | None:
    if (column - row) % 2:
        return None
    cell = ((column - row) // 2, row)
    return cell if _is_cell(cell) else None


def _place(cell: Cell) -> Place:
    return (2 * cell[0] + cell[1], cell[1], 0)


def _corner(cells: Iterable[Cell]) -> Cell:
    column, row = place_before(map(_place, cells), 6)
    return ((column - row) // 2, row)


KITE = Lattice(
    name="kite",
    dimension=2,
    motions=motions_about(MIDDLE),
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=tuple(sorted({subtract(cell, _anchor([cell])) for cell in (add(MIDDLE, s) for s in DIRECTIONS)})),
    text=TextDrawing(
        place=_place,
        cell_at=_cell_at,
        stencil=Stencils(_points, _neighbours, MIDDLE, 2),
        letter_on="piece",
        period=(12, 4),
        corner=_corner,
        from_corner=True,
        rule="the kites of a hexagon stand in a ring: '..#.#', '.#...#', '..#.#', and the next hexagon is "
        "six columns to the right and two lines down",
    ),
    polyforms=Polyforms("polykites", greek_names("kite", 7), "s", 9, 6),
    is_cell=_is_cell,
    is_translation=_is_translation,
    cell_rule="coordinates that are (2, 1), (1, 2), (0, 2), (0, 1), (1, 0) or (2, 0) after a translation",
    translation_rule="even numbers whose difference is a multiple of 3",
    max_generated_size=12,
)
"""The lattice; its polyforms are A057786: 1, 2, 4, 10, 27, 85, ..."""
