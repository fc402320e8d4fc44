"""All methods on the same boards, side by side with the exact value or the best bounds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.families.vanishing.answer import VanishAnswer
from tilewright.families.vanishing.approximate import METHODS, approximate
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.exact import solve


@dataclass(frozen=True)
class ComparisonRow:
    """A board by its name, what is proven about it, and what each method found."""

    name: str
    pieces: int
    exact: VanishAnswer
    found: tuple[VanishAnswer, ...]


def compare(
    boards: Sequence[tuple[str, DominoBoard]],
    methods: Sequence[str] = tuple(METHODS),
    *,
    seconds: float | None = None,
    cancel: threading.Event | None = None,
    on_step: Callable[[int, str], None] | None = None,
) -> list[ComparisonRow]:
    """A row for each board; ``seconds`` is for each method on each. ``cancel`` ends it after whole rows.

    ``on_step`` hears the number of the board and the method that begins.
    """
    rows = []
    for number, (name, board) in enumerate(boards):
        if on_step is not None:
            on_step(number, "exact")
        exact = solve(board, seconds=seconds, cancel=cancel)
        found = []
        for method in methods:
            if on_step is not None:
                on_step(number, method)
            found.append(approximate(board, method, seconds=seconds, cancel=cancel))
        if cancel is not None and cancel.is_set():
            break
        rows.append(ComparisonRow(name, len(board.pieces), exact, tuple(found)))
    return rows
