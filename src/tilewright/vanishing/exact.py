"""The fewest pieces left, proven: the core's search, stepped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from tilewright._core import VanishingSearch
from tilewright.vanishing.answer import VanishAnswer
from tilewright.vanishing.board import DominoBoard
from tilewright.vanishing.check import faults
from tilewright.vanishing.conditions import conditions

METHOD = "exact"
STEP_SECONDS = 0.1
FIRST_STEP = 500  # of effort: conflicts, and a little for decisions
MOST_STEP = 20_000


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
    begun = time.monotonic()
    search = VanishingSearch(len(board.pieces), listed(board))

    def answer(ended: str) -> VanishAnswer:
        order = tuple(search.order)
        return VanishAnswer(
            METHOD, search.left, search.lower, order, search.states, time.monotonic() - begun, ended
        )

    ended = "complete"
    budget = FIRST_STEP
    while not search.finished:
        if cancel is not None and cancel.is_set():
            ended = "cancelled"
            break
        if seconds is not None and time.monotonic() - begun >= seconds:
            ended = "limit"
            break
        if search.full:
            ended = "limit"
            break
        before = time.monotonic()
        search.advance(budget)
        took = time.monotonic() - before
        budget = min(MOST_STEP, 2 * budget) if took < STEP_SECONDS else max(50, budget // 2)
        if on_progress is not None:
            on_progress(answer("limit"))
    found = answer(ended)
    wrong = faults(board, found.order)
    if wrong or len(found.order) + found.left != len(board.pieces):
        raise RuntimeError(
            f"the exact search gave a wrong order: {'; '.join(wrong) or 'its length is wrong'}"
        )
    return found


def listed(board: DominoBoard) -> list[tuple[int, list[int], list[int]]]:
    """The conditions of all pieces as the core takes them: the piece, what must be gone, what there."""
    return [
        (number, sorted(way.gone), sorted(way.there))
        for number, ways in enumerate(conditions(board))
        for way in ways
    ]
