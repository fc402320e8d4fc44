"""The fewest pieces left, proven: the core's search, stepped."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tilewright._core import VanishingSearch
from tilewright.vanishing.answer import VanishAnswer
from tilewright.vanishing.board import DominoBoard
from tilewright.vanishing.conditions import conditions
from tilewright.vanishing.stepping import Steps, Wishes, run

METHOD = "exact"
STEPS = Steps(first=500, least=50, most=20_000)  # of effort: conflicts, and a little for decisions


def solve(
    board: DominoBoard,
    *,
    seconds: float | None = None,
    cancel: threading.Event | None = None,
    on_progress: Callable[[VanishAnswer], None] | None = None,
) -> VanishAnswer:
    """The best order of removal and the proven bound; they meet when the search was complete.

    ``on_progress`` hears of the state several times a second; ``cancel`` and ``seconds`` end the search
    early, with what it has, as the bound on memory does. Every order was played by the checker.
    """
    search = VanishingSearch(len(board.pieces), listed(board))

    def step(conflicts: int) -> str:
        if search.finished or search.advance(conflicts):
            return "complete"
        return "limit" if search.full else ""

    def answer(ended: str, took: float) -> VanishAnswer:
        return VanishAnswer(
            METHOD, search.left, search.lower, tuple(search.order), search.states, took, ended
        )

    return run(board, step, answer, STEPS, Wishes(seconds, cancel, on_progress))


def listed(board: DominoBoard) -> list[tuple[int, list[int], list[int]]]:
    """The conditions of all pieces as the core takes them: the piece, what must be gone, what there."""
    return [
        (number, sorted(way.gone), sorted(way.there))
        for number, ways in enumerate(conditions(board))
        for way in ways
    ]
