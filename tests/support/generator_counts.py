"""The number of solutions of a generated puzzle."""

from __future__ import annotations

from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solving import api
from tilewright.solving.steps import Status


def count_solutions(puzzle: AnyPuzzle, engine: str | None = None) -> int | None:
    """The number of solutions of a puzzle, counted to the end."""
    answer = api.count(puzzle, engine=engine, threads=1)
    assert answer.status is Status.COMPLETE
    return answer.solutions
