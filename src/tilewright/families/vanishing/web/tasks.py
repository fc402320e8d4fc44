"""Worker tasks of the vanishing page: boards, hints, best results."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.families.vanishing import files, game, solving
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.game import VanishingPosition
from tilewright.families.vanishing.generation import game_board
from tilewright.families.vanishing.solving import VanishingResult
from tilewright.solving.steps import Control, Limits, Status
from tilewright.web.tasks import Emit

MAX_PIECES = 1_000


def board(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A board from its text, as api.VanishingView."""
    return _view(_read(args["board"]))


def new(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A new board that can be cleared, as api.VanishingView."""
    made = game_board(args["difficulty"], args["width"], args["height"], args["seed"])
    return _view(made.board)


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A good removal, as api.VanishingHint."""
    position = _position(args)
    best = game.best_result(position, _control(args, cancel))
    removal_hint = game.hint(position, best)
    square = (
        None if removal_hint.number is None else list(position.board.pieces[removal_hint.number].squares[0])
    )
    reasons = () if removal_hint.number is None else game.hint_reasons(position, removal_hint.number)
    return {
        "sentence": removal_hint.sentence,
        "reasons": [*reasons, *([f"Then {game.reachable_text(best)}."] if reasons else [])],
        "square": square,
        "left": best.remaining,
        "lower_bound": best.lower_bound,
    }


def best(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The best score still possible, as api.VanishingBest."""
    result = game.best_result(_position(args), _control(args, cancel))
    return {
        "sentence": game.reachable_text(result),
        "left": result.remaining,
        "lower_bound": result.lower_bound,
        "proven": result.proven,
    }


def solve(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The best order that a method finds from the position, as api.VanishingSolution."""
    position = _position(args)
    board, numbers = game.remaining_board(position)
    control = Control(Limits(seconds=args["seconds"]), cancel=cancel, seed=args["seed"])
    result = solving.solve(board, args["method"], control, repetitions=args["repetitions"])
    return {
        "sentence": _solution_sentence(result),
        "moves": [game.move_text(position.board, numbers[number]) for number in result.order],
        "left": result.remaining,
        "lower_bound": result.lower_bound,
        "proven": result.proven,
    }


def _solution_sentence(vanishing_result: VanishingResult) -> str:
    remain = (
        "1 piece remains"
        if vanishing_result.remaining == 1
        else f"{vanishing_result.remaining:,} pieces remain"
    )
    result = remain if vanishing_result.remaining else "every piece is removed"
    limit = "" if vanishing_result.status is Status.COMPLETE else "; the time limit was reached"
    if vanishing_result.proven:
        return f"The method {vanishing_result.method}: {result}, and no order is better{limit}."
    bound = f"; at least {vanishing_result.lower_bound:,} must remain" if vanishing_result.lower_bound else ""
    return f"The method {vanishing_result.method}: {result}{bound}{limit}."


def _control(args: dict[str, Any], cancel: threading.Event) -> Control:
    return Control(Limits(seconds=args["seconds"]), cancel=cancel)


def _read(text: str) -> DominoBoard:
    board = files.loads(text)
    if len(board.pieces) > MAX_PIECES:
        raise UnsupportedError(
            f"the board has {len(board.pieces):,} pieces; a game on this page has at most {MAX_PIECES:,}"
        )
    return board.drawn


def _position(args: dict[str, Any]) -> VanishingPosition:
    return game.replay(_read(args["board"]), args["moves"])


def _view(board: DominoBoard) -> dict[str, Any]:
    return {
        "board": files.dumps(board),
        "width": board.width,
        "height": board.height,
        "pieces": [{"squares": piece.squares, "values": piece.values} for piece in board.pieces],
    }
