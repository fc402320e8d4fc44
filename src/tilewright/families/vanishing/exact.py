"""The fewest pieces left, proven: the core's search, stepped."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tilewright._core import VanishingApproximation, VanishingSearch
from tilewright.families.vanishing.answer import VanishAnswer
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.conditions import conditions
from tilewright.families.vanishing.stepping import Steps, Wishes, run

METHOD = "exact"
NEIGHBOURHOODS = 40, 3
"""How many pieces a neighbourhood has that is solved exactly, and how often the board is gone over."""

SURE_STEPS = 25  # of the exact search alone: one or two seconds
MOST_ROUGH_STEPS = 1_000
ROUGH_STATES = 20_000  # a moment of neighbourhoods
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
    conditions_of = listed(board)
    search = VanishingSearch(len(board.pieces), conditions_of)
    rough = _Rough(len(board.pieces), conditions_of)

    def step(effort: int) -> str:
        if search.finished or search.advance(effort):
            return "complete"
        if rough.advance():
            search.offer(rough.order)
        return "limit" if search.full else ""

    def answer(ended: str, took: float) -> VanishAnswer:
        return VanishAnswer(
            METHOD, search.left, search.lower, tuple(search.order), search.states, took, ended
        )

    return run(board, step, answer, STEPS, Wishes(seconds, cancel, on_progress))


class _Rough:
    """An order without proof for boards that take longer: neighbourhoods, searched between two steps."""

    def __init__(self, pieces: int, conditions_of: list[tuple[int, list[int], list[int]]]) -> None:
        self._game = pieces, conditions_of
        self._search: VanishingApproximation | None = None
        self._steps = 0
        self.order: list[int] = []

    def advance(self) -> bool:
        """Go on for a moment, after the first steps of the exact search; True when a new order is there."""
        self._steps += 1
        if self._steps <= SURE_STEPS or self._steps > MOST_ROUGH_STEPS:
            return False
        if self._search is None:
            size, rounds = NEIGHBOURHOODS
            self._search = VanishingApproximation(*self._game, "neighbourhoods", size, rounds, 0)
        if self._search.advance(ROUGH_STATES):
            self._steps = MOST_ROUGH_STEPS
        before, self.order = len(self.order), self._search.order
        return len(self.order) > before


def listed(board: DominoBoard) -> list[tuple[int, list[int], list[int]]]:
    """The conditions of all pieces as the core takes them: the piece, what must be gone, what there."""
    return [
        (number, sorted(way.gone), sorted(way.there))
        for number, ways in enumerate(conditions(board))
        for way in ways
    ]
