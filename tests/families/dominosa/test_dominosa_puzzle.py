"""Grids of numbers from text, and their puzzles: every notation, known counts, errors with their places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.generator_counts import count_solutions
from tilewright.errors import FormatError, PuzzleError
from tilewright.families.dominosa.puzzle import (
    MAX_NUMBER,
    NumberGrid,
    check_grid,
    dominosa_text,
    hint,
    read_grid,
)

ROWS = ((0, 0, 1), (1, 0, 1))


@pytest.mark.parametrize(
    "text",
    [
        "001 101",
        "001\n101\n",
        "  001\r\n\r\n  101",
        "0 0 1\n1 0 1",
        "0,0,1 1,0,1",
        "0, 0, 1\n1, 0, 1\n",
        "0,0 , 1   1,0,1",
    ],
)
def test_all_ways_to_write_a_grid(text: str) -> None:
    assert read_grid(text).rows == ROWS


def test_large_numbers_and_gaps() -> None:
    assert read_grid("10,3\n.,12").rows == ((10, 3), (None, 12))
    assert read_grid("10 3\n_ 12").rows == ((10, 3), (None, 12))
    grid = read_grid(".12 3..")
    assert grid.cells == {(1, 0): 1, (2, 0): 2, (0, 1): 3}
    assert not grid.is_rectangle and (grid.width, grid.height, grid.largest) == (3, 2, 3)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("01 1a", 1, 5),
        ("01\n\n x1", 3, 2),
        ("1,2\n3,,4", 2, 3),
        ("1,2 3,4,", 1, 9),
        ("0 1\n1 -1", 2, 3),
        ("0 1\n1 ²", 2, 3),
        ("", 0, 0),
        (" \n ", 0, 0),
        ("...", 0, 0),
        ("61,1", 0, 0),
        ("0 1\n1 9999999999", 2, 3),
        ("1" * 200_000, 0, 0),
    ],
)
def test_faults_say_where(text: str, line: int, column: int) -> None:
    with pytest.raises(FormatError) as caught:
        read_grid(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_grid_without_numbers_or_with_absurd_ones() -> None:
    for rows in ((), ((),), ((None,),), ((MAX_NUMBER + 1,),), ((-1,),)):
        with pytest.raises(PuzzleError):
            NumberGrid(rows)


@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(
            st.lists(st.none() | st.integers(0, MAX_NUMBER), min_size=width, max_size=width),
            min_size=1,
            max_size=5,
        )
    )
)
def test_a_grid_reads_as_it_was_written(rows: list[list[int | None]]) -> None:
    if any(number is not None for row in rows for number in row):
        grid = NumberGrid(tuple(map(tuple, rows)))
        if max(grid.cells.values()) <= 9 or grid.width > 1:
            assert read_grid(str(grid)) == grid


@given(st.text(max_size=60))
def test_any_text_is_a_grid_or_a_fault(text: str) -> None:
    try:
        assert read_grid(text).cells
    except FormatError as error:
        assert str(error)


def test_filled() -> None:
    assert NumberGrid.filled([0, 0, 1, 1, 0, 1], 3).rows == ROWS


def test_dominosa_on_the_grid_with_20160_ways() -> None:
    puzzle = dominosa_text("00020304 01213141 05062224 51612343 25264446 55634565 11333566")
    assert len(puzzle.pieces) == 28 and count_solutions(puzzle) == 20160


def test_dominosa_needs_the_numbers_of_a_set() -> None:
    assert count_solutions(dominosa_text("00 01 11")) == 3  # by hand: all three tilings do
    assert count_solutions(dominosa_text("000 111")) == 2  # by hand: three upright dominoes would be alike
    assert count_solutions(dominosa_text("0001 .11")) == 1
    with pytest.raises(PuzzleError, match="the number 0 appears once in the grid; in a double-2 set, each"):
        dominosa_text("01 12")
    with pytest.raises(PuzzleError, match="only the number 0"):
        dominosa_text("00")
    with pytest.raises(FormatError):
        dominosa_text("0 x")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0011 0122 1222", "appears 3 times in the grid.*one of the 5 numbers 2 must be 0$"),
        ("0011 0192 1202", "almost such a set: the 9 in row 2, column 3 must be 2$"),
        ("0011 0122 1928", "the 9 in row 3, column 2 must be 0, the 8 in row 3, column 4 must be 2$"),
        ("0011 0122 120", "almost such a set: one 2 is missing$"),
        ("0011 0122 12022", "almost such a set: one of the 5 numbers 2 is too many$"),
        ("0000 0000 0022", "12 numbers in all$"),
        (
            "00020304 01213141 05062224 51612343 25264446 54634565 11333566",
            "row 6, column 2 is 4; expected 5, as in the known grid catalog:dominosa-most, which agrees",
        ),
        (
            "00020304 01213141 05062224 51612343 25264446 54634564 11333566",
            "one of the 10 numbers 4 must be 5, one of the 10 numbers 4 must be 5$",
        ),
    ],
)
def test_a_grid_that_is_almost_a_set_says_what_to_change(text: str, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        check_grid(read_grid(text))


def test_a_grid_that_is_almost_a_set_is_known_as_one() -> None:
    assert "dominosa solve" in hint("0011\n0192\n1202\n")
    assert hint("0011\n0192\n9987\n") == hint("123\n456\n") == ""


@given(st.integers(1, 9), st.data())
def test_any_one_wrong_number_is_found(largest: int, data: st.DataObject) -> None:
    numbers = data.draw(st.permutations([n for n in range(largest + 1) for _ in range(largest + 2)]))
    at = data.draw(st.integers(0, len(numbers) - 1))
    right, wrong = numbers[at], data.draw(st.integers(0, 60).filter(lambda n: n != numbers[at]))
    check_grid(NumberGrid.filled(numbers, largest + 2))
    grid = NumberGrid.filled([*numbers[:at], wrong, *numbers[at + 1 :]], largest + 2)
    if grid.largest == 0:
        return
    place = f"the {wrong} in row {at // (largest + 2) + 1}, column {at % (largest + 2) + 1}"
    one = place if wrong > largest else f"one of the {largest + 3} numbers {wrong}"
    with pytest.raises(PuzzleError, match=f"{one} must be {right}$"):
        check_grid(grid)
