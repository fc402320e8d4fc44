"""Queens and Langford pairs: published counts, errors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.generator_counts import count_solutions
from tilewright.errors import PuzzleError
from tilewright.generators.queens import langford, queens


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (8, 92)])
def test_queens(n: int, count: int) -> None:
    """OEIS A000170."""
    assert count_solutions(queens(n)) == count


@pytest.mark.parametrize(("n", "pairs"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 0), (7, 26), (8, 150)])
def test_langford(n: int, pairs: int) -> None:
    """OEIS A014552 counts an arrangement and its reversal once."""
    assert count_solutions(langford(n)) == 2 * pairs
    assert count_solutions(langford(n, halved=True)) == pairs


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: queens(0), "the number of queens is 0;"),
        (lambda: queens(10**6), "the number of queens is 1,000,000;"),
        (lambda: langford(10**6), "pairs"),
    ],
)
def test_puzzles_that_cannot_be_made(make: Callable[[], object], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        make()
