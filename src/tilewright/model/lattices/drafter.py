r"""The lattice of drafters: hexagons cut into twelve triangles by the lines through their middles.

The lines go to the corners of the hexagon and to the middles of its sides, so the angles of a triangle are
30, 60 and 90 degrees. Coordinates are axial; those of a drafter are of a point within it. The hexagon that
comes first has its middle at (3, 3). In puzzle files its drafters stand in a ring, in their order around the
middle, the first two along its upper side::

    # # # #        11  0  1  2
    #     #        10        3
    #     #         9        4
    # # # #         8  7  6  5

This is the kisrhombille tiling. The six drafters around a corner of a hexagon make a triangle; half of it,
the cell of polydrafters in the usual sense, is three drafters, in six ways. So every polydrafter on the
lattice of triangles is a shape of drafters.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.lattices.hexagon_parts import (
    DIRECTIONS,
    Stencils,
    around,
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

MIDDLE = (3, 3)
SIDE = 4
"""Steps along a side of a hexagon."""

_RING = ((1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1), (0, 0))
"""The places of the drafters of a hexagon, column and row, clockwise from the left half of the upper side."""


def _combined(a: Cell, b: Cell, times: int, other: int) -> Cell:
    return (times * a[0] + other * b[0], times * a[1] + other * b[1])


_STEPS = tuple(
    (out, aside)
    for k in range(4, 10)
    for out, aside in (
        (DIRECTIONS[k % 6], DIRECTIONS[(k + 1) % 6]),
        (DIRECTIONS[(k + 1) % 6], DIRECTIONS[k % 6]),
    )
)
"""The drafters in the order of the ring: twice the first direction and once the second lead to each."""


def _is_translation(vector: Cell) -> bool:
    q, r = vector
    return q % 4 == 0 and r % 4 == 0 and (q - r) % 12 == 0


_NUMBER = {
    (q, r): k
    for q in range(12)
    for r in range(12)
    for k, step in enumerate(_STEPS)
    if _is_translation(subtract((q, r), add(MIDDLE, _combined(*step, 2, 1))))
}
"""Which of the drafters of its hexagon a drafter is, by its coordinates modulo 12."""


def _is_cell(cell: Cell) -> bool:
    return (cell[0] % 12, cell[1] % 12) in _NUMBER


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Those beyond the line to the corner, beyond the line to the middle of the side, and beyond the side."""
    out, aside = _STEPS[_NUMBER[cell[0] % 12, cell[1] % 12]]
    steps = (_combined(out, aside, 1, -2), subtract(aside, out), add(out, aside))
    return tuple(sorted([add(cell, step) for step in steps]))


def _points(cell: Cell) -> tuple[Cell, ...]:
    """The corners of a drafter, clockwise from the middle of its hexagon."""
    number = _NUMBER[cell[0] % 12, cell[1] % 12]
    out, aside = _STEPS[number]
    middle = subtract(cell, _combined(out, aside, 2, 1))
    corner, half = add(middle, _combined(out, aside, 4, 0)), add(middle, _combined(out, aside, 2, 2))
    return (middle, corner, half) if number % 2 == 0 else (middle, half, corner)


def _outline(cell: Cell) -> tuple[Point, ...]:
    return tuple([drawn_at(point, MIDDLE, SIDE) for point in _points(cell)])


def _anchor(cells: Iterable[Cell]) -> Cell:
    positions = list(cells)
    left, top = min(q for q, _ in positions), min(r for _, r in positions)
    top -= top % 4
    return (left - (left - top) % 12, top)


def _place(cell: Cell) -> Place:
    """The place of a drafter, and for a translation the one where the hexagon begins that it leads to."""
    if _is_translation(cell):
        return ((2 * cell[0] + cell[1]) // 3, cell[1] // 2, 0)
    number = _NUMBER[cell[0] % 12, cell[1] % 12]
    column, row, _ = _place(subtract(cell, add(MIDDLE, _combined(*_STEPS[number], 2, 1))))
    return (column + _RING[number][0], row + _RING[number][1], 0)


def _at(column: int, row: int) -> Cell:
    """The translation whose hexagon begins at a place."""
    strip = column // 4
    below = (row - 2 * strip) // 4
    return (4 * (strip - below), 4 * (strip + 2 * below))


def _cell_at(column: int, row: int, layer: int) -> Cell | None:
    shift = _at(column, row)
    place = (column % 4, (row - 2 * (column // 4)) % 4)
    if place not in _RING:
        return None
    return add(shift, add(MIDDLE, _combined(*_STEPS[_RING.index(place)], 2, 1)))


def _halves() -> tuple[tuple[Cell, ...], ...]:
    """The halves of a triangle of each of the two classes: three drafters in a row around its middle."""
    rings = []
    for step in DIRECTIONS[:2]:
        corner = add(MIDDLE, _combined(step, step, 4, 0))
        first = next(cell for cell in _FIRST if corner in _points(cell))
        rings.append(around(first, corner, _points, _neighbours))
    return tuple(tuple([ring[k - j] for j in range(3)]) for ring in rings for k in range(6))


_FIRST = tuple([add(MIDDLE, _combined(*step, 2, 1)) for step in _STEPS])
"""The drafters of the first hexagon."""

DRAFTER = Lattice(
    name="drafter",
    dimension=2,
    motions=motions_about(MIDDLE),
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=tuple(sorted({subtract(cell, _anchor([cell])) for cell in _FIRST})),
    text=TextDrawing(
        place=_place,
        cell_at=_cell_at,
        stencil=Stencils(_points, _neighbours, MIDDLE, 1),
        letter_on="piece",
        period=(8, 4),
        corner=lambda cells: _at(*place_before(map(_place, cells), 4)),
        from_corner=True,
        rule="the drafters of a hexagon stand in a ring: '####', '#..#', '#..#', '####', and the next "
        "hexagon is four columns to the right and two lines down",
    ),
    polyforms=Polyforms(
        "kisrhombille polydrafters",
        tuple(f"kisrhombille {name}" for name in greek_names("drafter", 7)),
        "s",
        10,
        7,
    ),
    block_polyforms=Polyforms("polydrafters", greek_names("drafter", 4), "s", 6, 4, blocks=_halves()),
    is_cell=_is_cell,
    is_translation=_is_translation,
    cell_rule="those of one of the twelve drafters of a hexagon, such as (4, 2), after a translation",
    translation_rule="multiples of 4 whose difference is a multiple of 12",
    max_generated_size=14,
)
"""The lattice; its polyforms are A197462: 1, 3, 3, 9, 14, ..., of half triangles A056842: 1, 6, 14, ..."""
