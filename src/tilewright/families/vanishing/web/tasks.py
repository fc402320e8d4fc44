"""Vanishing dominoes by hand: positions with their arrows, hints, what can still be reached, new boards."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.families.vanishing import files, web_play
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.play import Position
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Emit

MOST_PIECES = 1_000


def position(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The position after the moves, as models.VanishingView."""
    return _view(_position(args))


def new(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A new board that can be cleared, as models.VanishingView."""
    made = web_play.make_board(args["difficulty"], args["width"], args["height"], args["seed"])
    return _view(web_play.begin(made.board))


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A good removal, as models.VanishingHint."""
    found = web_play.hint(_position(args), Limits(seconds=args["seconds"]), cancel)
    return {
        "sentence": found.sentence,
        "square": None if found.move is None else list(found.move.square),
        "left": found.left,
        "lower_bound": found.lower_bound,
    }


def best(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The best score still reachable, as models.VanishingBest."""
    found = web_play.best(_position(args), Limits(seconds=args["seconds"]), cancel)
    return {
        "sentence": web_play.reachable(found),
        "left": found.left,
        "lower_bound": found.lower_bound,
        "proven": found.proven,
    }


def _position(args: dict[str, Any]) -> Position:
    return web_play.replay(_board(args["board"]), args["moves"])


def _board(text: str) -> DominoBoard:
    board = files.loads(text)
    if len(board.pieces) > MOST_PIECES:
        raise UnsupportedError(
            f"the board has {len(board.pieces):,} pieces; up to {MOST_PIECES:,} are played here"
        )
    return board


def _view(held: Position) -> dict[str, Any]:
    board = held.game.board
    removable = frozenset(held.removable)
    return {
        "board": files.dumps(board),
        "width": board.width,
        "height": board.height,
        "left": held.left,
        "over": not removable,
        "pieces": [
            {
                "squares": [list(square) for square in piece.squares],
                "values": list(piece.values),
                "gone": number in held.gone,
                "removable": number in removable,
                "sides": [] if number in held.gone else _sides(held, number),
            }
            for number, piece in enumerate(board.pieces)
        ],
    }


def _sides(held: Position, number: int) -> list[dict[str, Any]]:
    return [
        {
            "side": one.side,
            "holds": one.holds,
            "sentence": one.sentence,
            "arrows": [
                {
                    "start": list(arrow.start),
                    "last": list(arrow.last),
                    "distance": arrow.distance,
                    "value": arrow.value,
                    "fits": arrow.fits,
                }
                for arrow in one.arrows
            ],
        }
        for one in web_play.sides(held, number)
    ]
