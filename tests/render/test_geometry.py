from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from tilewright.model.lattices import SQUARE, Cell
from tilewright.render import geometry

CELLS = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=30)


def area(loops: tuple[geometry.Polygon, ...]) -> float:
    return sum(
        (a[0] * b[1] - a[1] * b[0]) / 2
        for loop in loops
        for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)
    )


def length(loops: tuple[geometry.Polygon, ...]) -> float:
    return sum(math.dist(a, b) for loop in loops for a, b in zip(loop, (*loop[1:], loop[0]), strict=True))


def test_a_rectangle_has_four_corners() -> None:
    (loop,) = geometry.borders(SQUARE, [(x, y) for x in range(3) for y in range(2)])
    assert sorted(loop) == [(0, 0), (0, 2), (3, 0), (3, 2)]


def test_a_hole_is_a_loop_of_its_own() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    loops = geometry.borders(SQUARE, ring)
    assert sorted(map(len, loops)) == [4, 4]
    assert area(loops) == 8


@given(CELLS)
def test_borders_enclose_the_cells_and_nothing_else(cells: set[Cell]) -> None:
    loops = geometry.borders(SQUARE, sorted(cells))
    open_sides = sum(near not in cells for cell in cells for near in SQUARE.neighbours(cell))
    assert area(loops) == len(cells)
    assert length(loops) == open_sides


@given(CELLS)
def test_inner_lines_are_the_shared_sides(cells: set[Cell]) -> None:
    shared = sum(near in cells for cell in cells for near in SQUARE.neighbours(cell)) // 2
    lines = geometry.inner_lines(SQUARE, sorted(cells))
    assert sum(math.dist(a, b) for a, b in lines) == shared


@given(CELLS, st.sampled_from([1, -1]))
def test_hatching_stays_on_the_cells(cells: set[Cell], slope: int) -> None:
    lines = geometry.hatching(SQUARE, sorted(cells), 0.5, slope)
    # Two lines cross each cell in full or in part: together one and a half diagonals, or two halves.
    assert lines
    for a, b in lines:
        for share in (0.01, 0.25, 0.5, 0.75, 0.99):
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            assert any(
                cx - 1e-6 <= x <= cx + 1 + 1e-6 and cy - 1e-6 <= y <= cy + 1 + 1e-6 for cx, cy in cells
            )


def test_joined_lines_become_one() -> None:
    lines = geometry.joined([((0, 0), (1, 0)), ((2, 0), (1, 0)), ((3, 0), (4, 0))])
    assert sorted(lines) == [((0, 0), (2, 0)), ((3, 0), (4, 0))]


@given(CELLS)
def test_a_label_is_on_its_piece(cells: set[Cell]) -> None:
    assert geometry.label_cell(SQUARE, sorted(cells)) in cells


def test_the_label_of_a_cross_is_in_its_middle() -> None:
    assert geometry.label_cell(SQUARE, [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]) == (1, 1)
