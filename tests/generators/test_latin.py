"""Latin squares and sudokus: published counts, givens, errors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.generator_counts import count_solutions
from tilewright.errors import PuzzleError
from tilewright.generators.latin import latin, sudoku

SUDOKU = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161280)])
def test_latin(n: int, count: int) -> None:
    """OEIS A002860."""
    assert count_solutions(latin(n)) == count


def test_givens() -> None:
    assert count_solutions(latin(4, "1234 2143 34.. ....")) == 2  # by hand: 12 over 21, or 21 over 12
    assert count_solutions(sudoku(SUDOKU)) == 1
    assert count_solutions(sudoku(". . . . " * 4)) == 288  # OEIS A107739
    assert count_solutions(sudoku("1" + "." * 35)) == 28200960 // 6  # Mathematics of Sudoku: 2 x 3 boxes
    framed = "4..|.3.|...\n...|6..|8..\n...|...|..1\n---+---+---\n" + SUDOKU[27:]
    assert sudoku(framed).options == sudoku(SUDOKU).options
    assert count_solutions(sudoku("11.. .... .... ....")) == 0


@pytest.mark.parametrize(
    ("givens", "size", "words"),
    [
        ("123", None, "3 fields, which is not a square number"),
        ("5" + "." * 15, None, "the number 5 is given, but the order is 4"),
        ("x#" + "." * 14, None, "'#' is not a given number"),
        ("." * 25, None, "order 5 are not squares"),
        ("." * 36, (3, 3), "boxes of 3x3 do not fill a sudoku of order 6"),
        ("." * 1369, None, "1 to 35"),
        ("." * 30_000, None, "at most"),
        ("", None, "0 fields"),
    ],
)
def test_invalid_sudokus(givens: str, size: tuple[int, ...] | None, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        sudoku(givens, size)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: latin(36), "1 to 35"),
        (lambda: latin(4, "12"), "2 fields are given; a square of order 4 has 16"),
    ],
)
def test_squares_that_cannot_be_made(make: Callable[[], object], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        make()
