"""The puzzle of a grid of numbers: known counts, and grids that are refused."""

from __future__ import annotations

import pytest

from support.generator_counts import count_solutions
from tilewright.errors import FormatError, PuzzleError
from tilewright.families.dominosa.puzzle import dominosa_text


def test_dominosa_on_the_grid_with_20160_ways() -> None:
    puzzle = dominosa_text("00020304 01213141 05062224 51612343 25264446 55634565 11333566")
    assert len(puzzle.pieces) == 28 and count_solutions(puzzle) == 20160


def test_dominosa_needs_the_numbers_of_a_set() -> None:
    assert count_solutions(dominosa_text("00 01 11")) == 3  # by hand: all three tilings do
    assert count_solutions(dominosa_text("000 111")) == 2  # by hand: three upright dominoes would be alike
    assert count_solutions(dominosa_text("0001 .11")) == 1
    with pytest.raises(PuzzleError, match="the number 0 stands once in the grid; a double-2 set has each"):
        dominosa_text("01 12")
    with pytest.raises(PuzzleError, match="no number but 0"):
        dominosa_text("00")
    with pytest.raises(FormatError):
        dominosa_text("0 x")
