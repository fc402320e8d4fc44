"""Counting by halves against the engines, on grids of every shape; records recounted; proofs repeated."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.families.dominosa.counting import LARGEST_QUICK, Rectangle, fits, ways
from tilewright.families.dominosa.number_grid import NumberGrid, read_grid
from tilewright.families.dominosa.puzzle import dominosa
from tilewright.families.dominosa.records import RECORDS
from tilewright.solve import api

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


def test_the_grid_with_20160_ways() -> None:
    assert ways(read_grid(GRID)) == 20160
    turned = NumberGrid(tuple(zip(*read_grid(GRID).rows, strict=True)))
    assert ways(turned) == 20160


@given(st.integers(1, 4), st.integers(0, 10**6), st.data())
def test_against_the_engines(largest: int, seed: int, data: st.DataObject) -> None:
    width, height = data.draw(st.sampled_from(shapes(largest)))
    grid = NumberGrid.filled(scattered(largest, seed), width)
    found = ways(grid)
    assert (found is not None) == fits(width, height, largest)
    if found is not None:
        assert found == api.count(dominosa(grid), engine="dense", threads=1).solutions


@pytest.mark.parametrize("largest", [1, 2, 3])
def test_every_shape_against_the_engines(largest: int) -> None:
    for width, height in shapes(largest):
        if fits(width, height, largest):
            grid = NumberGrid.filled(sorted(scattered(largest, 1)), width)
            assert ways(grid) == api.count(dominosa(grid), engine="dancing", threads=1).solutions


def test_grids_that_are_not_counted_by_halves() -> None:
    assert ways(read_grid("0001 .11")) is None
    assert ways(NumberGrid.filled(scattered(8, 1), 10)) is None
    with pytest.raises(PuzzleError):
        ways(read_grid("0000 01"))
    with pytest.raises(ValueError, match="not counted by halves"):
        Rectangle(3, 3, 1)
    with pytest.raises(ValueError, match="not counted by halves"):
        Rectangle(10, 9, LARGEST_QUICK + 1)


def test_the_core_refuses_what_is_no_grid_of_its_size() -> None:
    board = Rectangle(3, 2, 1)
    for wrong in ([0] * 5, [0] * 7, [2] * 6):
        with pytest.raises(ValueError, match=r"grid|number"):
            board.ways(wrong)


@pytest.mark.parametrize("largest", RECORDS)
def test_records_are_recounted_by_the_engines(largest: int) -> None:
    record = RECORDS[largest]
    assert (record.grid.width, record.grid.height) == (largest + 2, largest + 1)
    assert ways(record.grid) == record.ways
    answer = api.count(dominosa(record.grid), engine="dense", threads=1)
    assert answer.status is api.Status.COMPLETE and answer.solutions == record.ways
