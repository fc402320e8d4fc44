"""Counting by halves against the engines, on grids of every shape; the best known grids recounted."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.families.dominosa.counting import (
    BEST_KNOWN,
    MAX_SET,
    RectangleCounter,
    count_solutions,
    is_countable,
)
from tilewright.families.dominosa.puzzle import NumberGrid, dominosa, read_grid
from tilewright.solving import api
from tilewright.solving.steps import Status

GRID = "00020304 01213141 05062224 51612343 25264446 55634565 11333566"


def shapes(largest: int) -> list[tuple[int, int]]:
    """Every rectangle of as many cells as the set has."""
    cells = (largest + 1) * (largest + 2)
    return [(width, cells // width) for width in range(1, cells + 1) if cells % width == 0]


def scattered(largest: int, seed: int) -> list[int]:
    """The set's numbers in any order."""
    numbers = [number for number in range(largest + 1) for _ in range(largest + 2)]
    random.Random(seed).shuffle(numbers)
    return numbers


def test_the_grid_with_20160_solutions() -> None:
    assert count_solutions(read_grid(GRID)) == 20160
    turned = NumberGrid(tuple(zip(*read_grid(GRID).rows, strict=True)))
    assert count_solutions(turned) == 20160


@given(st.integers(1, 4), st.integers(0, 10**6), st.data())
def test_against_the_engines(largest: int, seed: int, data: st.DataObject) -> None:
    width, height = data.draw(st.sampled_from(shapes(largest)))
    grid = NumberGrid.filled(scattered(largest, seed), width)
    count = count_solutions(grid)
    assert (count is not None) == is_countable(width, height, largest)
    if count is not None:
        assert count == api.count(dominosa(grid), engine="dense", threads=1).solutions


@pytest.mark.parametrize("largest", [1, 2, 3])
def test_every_shape_against_the_engines(largest: int) -> None:
    for width, height in shapes(largest):
        if is_countable(width, height, largest):
            grid = NumberGrid.filled(sorted(scattered(largest, 1)), width)
            assert count_solutions(grid) == api.count(dominosa(grid), engine="dancing", threads=1).solutions


def test_grids_that_are_not_counted_by_halves() -> None:
    assert count_solutions(read_grid("0001 .11")) is None
    assert count_solutions(NumberGrid.filled(scattered(8, 1), 10)) is None
    with pytest.raises(PuzzleError):
        count_solutions(read_grid("0000 01"))
    with pytest.raises(ValueError, match="not counted by halves"):
        RectangleCounter(3, 3, 1)
    with pytest.raises(ValueError, match="not counted by halves"):
        RectangleCounter(10, 9, MAX_SET + 1)


def test_the_core_refuses_grids_of_another_size() -> None:
    board = RectangleCounter(3, 2, 1)
    for wrong in ([0] * 5, [0] * 7, [2] * 6):
        with pytest.raises(ValueError, match=r"grid|number"):
            board.count(wrong)


@pytest.mark.parametrize("largest", BEST_KNOWN)
def test_the_best_known_grids_are_recounted_by_the_engines(largest: int) -> None:
    best = BEST_KNOWN[largest]
    assert (best.grid.width, best.grid.height) == (largest + 2, largest + 1)
    assert count_solutions(best.grid) == best.solutions
    answer = api.count(dominosa(best.grid), engine="dense", threads=1)
    assert answer.status is Status.COMPLETE and answer.solutions == best.solutions
