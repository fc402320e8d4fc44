"""What the tests of makers share: how many solutions a made puzzle has."""

from __future__ import annotations

from tilewright.abstract import AnyPuzzle
from tilewright.engines import answers


def ways(puzzle: AnyPuzzle, engine: str | None = None) -> int | None:
    """How many solutions the puzzle has, counted to the end."""
    answer = answers.count(puzzle, engine=engine, threads=1)
    assert answer.status is answers.Status.COMPLETE
    return answer.solutions
