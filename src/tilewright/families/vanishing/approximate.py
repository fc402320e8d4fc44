"""Orders of removal without proof, by name: what each method does, and running it with a stop button."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from tilewright._core import VanishingApproximation
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.answer import VanishAnswer
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.exact import NEIGHBOURHOODS, listed
from tilewright.families.vanishing.stepping import Steps, Wishes, run

STEPS = Steps(first=20, least=1, most=10**9)  # states


@dataclass(frozen=True)
class Method:
    """An approximation: what it does, and the width and the rounds that it takes, where it has them."""

    name: str
    summary: str
    width: int = 1
    rounds: int = 1


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method("greedy-scan", "sweep over the board, remove what can go, until nothing can"),
        Method("waiting", "hold back pieces that others need; give way where the fewest do"),
        Method("bounded", "depth first, the most open next, at most n x n states"),
        Method("beam", "level by level, the most promising sets of removed pieces", width=16),
        Method(
            "neighbourhoods",
            "from the order of 'waiting', solve neighbourhoods exactly while the rest stays as it is",
            *NEIGHBOURHOODS,
        ),
    )
}
"""Every approximation by its name, the plainest first."""


def approximate(
    board: DominoBoard,
    name: str,
    *,
    seed: int = 0,
    seconds: float | None = None,
    cancel: threading.Event | None = None,
    on_progress: Callable[[VanishAnswer], None] | None = None,
) -> VanishAnswer:
    """The order that a method finds; its bound from below is 0, as it proves nothing else.

    UnsupportedError when there is no such method. ``seed`` matters to ``neighbourhoods`` alone.
    """
    if name not in METHODS:
        raise UnsupportedError(f"there is no method {name!r}; expected one of {', '.join(METHODS)}")
    method = METHODS[name]
    search = VanishingApproximation(len(board.pieces), listed(board), name, method.width, method.rounds, seed)

    def step(states: int) -> str:
        return "complete" if search.advance(states) else ""

    def answer(ended: str, took: float) -> VanishAnswer:
        order = tuple(search.order)
        return VanishAnswer(name, len(board.pieces) - len(order), 0, order, search.states, took, ended)

    return run(board, step, answer, STEPS, Wishes(seconds, cancel, on_progress))
