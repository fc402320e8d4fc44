"""What the tests of makers share: how many solutions a made puzzle has."""

from __future__ import annotations

from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solve import api


def ways(puzzle: AnyPuzzle, engine: str | None = None) -> int | None:
    """How many solutions the puzzle has, counted to the end."""
    answer = api.count(puzzle, engine=engine, threads=1)
    assert answer.status is api.Status.COMPLETE
    return answer.solutions
