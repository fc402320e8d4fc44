"""The last step before a solution is handed on: options become placements, and the checker agrees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilewright.exact_cover.translation import Cover
from tilewright.model.puzzle import Solution
from tilewright.model.verification import Checker, faults


def verified(
    cover: Cover, checker: Checker, engine: str, found: Iterable[Sequence[int]]
) -> Iterator[Solution]:
    """The solutions that options stand for; RuntimeError if one is wrong: a fault of the engine.

    ``checker`` is that of the cover's puzzle, made once for many solutions.
    """
    for options in found:
        solution = cover.solution(options)
        if not checker.accepts(solution):
            wrong = "; ".join(faults(cover.puzzle, solution)) or "the fast checker refuses it"
            raise RuntimeError(f"the engine {engine!r} gave a wrong solution: {wrong}")
        yield solution
