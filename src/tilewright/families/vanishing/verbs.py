"""What the functions of ``tilewright`` do with a board of vanishing dominoes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from tilewright.families.vanishing.board import DominoBoard, order_error
from tilewright.families.vanishing.drawing import BoardSnapshot, board_scene, board_text
from tilewright.families.vanishing.methods import EXACT
from tilewright.families.vanishing.solving import RemainingPiece, VanishingResult, explain_remaining
from tilewright.families.vanishing.solving import solve as solve_board
from tilewright.render.picture import Drawing, SceneDrawing
from tilewright.solving.settings import Settings
from tilewright.solving.steps import Control, Limits, Progress

__all__ = ["draw", "solve", "verify", "why"]


def solve(
    board: DominoBoard,
    *,
    method: str = EXACT,
    repetitions: int | None = None,
    seed: int = 0,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> VanishingResult:
    """The best order of removal by a method; see :func:`tilewright.families.vanishing.solving.solve`."""
    if settings is not None:
        given = settings.keywords(solve)
        limits, seed = given.get("limits", limits), given.get("seed", seed)
    control = Control(limits, 1, on_progress, cancel, seed=seed)
    return solve_board(board, method, control, repetitions=repetitions)


def why(board: DominoBoard, order: Sequence[int] = ()) -> list[RemainingPiece]:
    """The pieces that remain after these removals, each with the reasons."""
    return explain_remaining(board, order)


def verify(board: DominoBoard, order: Sequence[int]) -> list[str]:
    """What is wrong with an order of removals, as sentences; empty for a right one."""
    return [error for error in [order_error(board, order)] if error]


def draw(board: DominoBoard, order: Sequence[int] = (), *, title: str = "", plain: bool = False) -> Drawing:
    """The board after these removals; ``plain``: text in ASCII."""
    snapshot = BoardSnapshot(frozenset(order), numbered=True)
    return SceneDrawing(board_scene(board, snapshot, title=title), board_text(board, order, plain=plain))
