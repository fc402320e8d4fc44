"""The smallest rectangles of polyominoes."""

from __future__ import annotations

import pytest

from tilewright.model.pieces import polyomino
from tilewright.polyforms.rectangles import smallest_rectangle
from tilewright.solving.steps import Cancelled, Control, Limits, StepLoop


@pytest.mark.parametrize(("name", "sides"), [("L", (2, 5)), ("P", (2, 5)), ("Y", (5, 10)), ("I", (1, 5))])
def test_smallest_rectangles(name: str, sides: tuple[int, int]) -> None:
    rectangle = smallest_rectangle(polyomino(name), 60, StepLoop())
    assert rectangle.sides == sides
    assert rectangle.solution is not None
    cells = [cell for placement in rectangle.solution.placements for cell in placement.cells]
    assert sorted(cells) == [(x, y) for x in range(sides[0]) for y in range(sides[1])]


def test_none_is_said_for_the_cells_that_were_searched() -> None:
    rectangle = smallest_rectangle(polyomino("F"), 33, StepLoop())
    assert (rectangle.solution, rectangle.sides, rectangle.tried_cells) == (None, (0, 0), 33)


@pytest.mark.parametrize(("name", "is_impossible"), [("X", True), ("F", False), ("W", False)])
def test_a_shape_that_covers_no_corner_fills_no_rectangle(name: str, is_impossible: bool) -> None:  # noqa: FBT001
    rectangle = smallest_rectangle(polyomino(name), 20, StepLoop())
    assert (rectangle.solution, rectangle.is_impossible) == (None, is_impossible)


def test_a_limit_of_time_ends_the_search() -> None:
    with pytest.raises(Cancelled):
        smallest_rectangle(polyomino("F"), 100, StepLoop(Control(Limits(seconds=0.0))))
