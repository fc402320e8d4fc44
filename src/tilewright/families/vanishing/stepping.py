"""Running a search of the core in steps of a tenth of a second, so that a stop is heard and progress told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.families.vanishing.answer import VanishAnswer
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.check import faults

STEP_SECONDS = 0.1


@dataclass(frozen=True)
class Wishes:
    """When to stop early, and who hears of the state several times a second."""

    seconds: float | None = None
    cancel: threading.Event | None = None
    on_progress: Callable[[VanishAnswer], None] | None = None


@dataclass(frozen=True)
class Steps:
    """How large steps are, in the search's own measure: the first one, the smallest and the largest."""

    first: int
    least: int
    most: int


def run(
    board: DominoBoard,
    step: Callable[[int], str],
    answer: Callable[[str, float], VanishAnswer],
    steps: Steps,
    wishes: Wishes,
) -> VanishAnswer:
    """Take steps until ``step(size)`` says how it ended, or a wish ends it; the answer, checked.

    ``answer(ended, seconds)`` is what is known so far. RuntimeError when its order is wrong: a fault of
    the core.
    """
    begun = time.monotonic()
    size = steps.first
    ended = ""
    while not ended:
        if wishes.cancel is not None and wishes.cancel.is_set():
            ended = "cancelled"
        elif wishes.seconds is not None and time.monotonic() - begun >= wishes.seconds:
            ended = "limit"
        else:
            before = time.monotonic()
            ended = step(size)
            quick = time.monotonic() - before < STEP_SECONDS
            size = min(steps.most, 2 * size) if quick else max(steps.least, size // 2)
            if wishes.on_progress is not None and not ended:
                wishes.on_progress(answer("limit", time.monotonic() - begun))
    found = answer(ended, time.monotonic() - begun)
    wrong = faults(board, found.order)
    if wrong or len(found.order) + found.left != len(board.pieces):
        why = "; ".join(wrong) or "its length is wrong"
        raise RuntimeError(f"the method {found.method!r} gave a wrong order: {why}")
    return found
