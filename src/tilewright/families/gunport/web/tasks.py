"""Gunport by hand: the position as the rules see it, hints, what to lift, the verdict, records."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from tilewright.families.gunport import hints, play
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.library import Library
from tilewright.model.lattices import Cell
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Emit

MEMORY_SHARE = 3
"""The engines' tables may have one part in so many of what the process may hold."""


def position(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The position after the moves, as models.GunportView."""
    held = _position(args)
    return {
        "pieces": _places(held.pieces),
        "ports": _cells(sorted(held.ports)),
        "open": len(held.places),
        "slides": [{"piece": _cells(one.cells), "ahead": _cells(one.ahead)} for one in held.slides],
        "finished": held.finished,
    }


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A domino of a best completion, as models.GunportHint."""
    held = _position(args)
    limits = Limits(seconds=args["seconds"] / 2)
    known = hints.best(held.game, _library(args), limits, cancel, _memory(args))
    found = hints.hint(held, known, limits, cancel, _memory(args))
    return {
        "sentence": found.sentence,
        "place": None if found.place is None else _cells(found.place),
        "reachable": found.reachable,
        "best": known.pieces,
        "proven": known.proven,
    }


def mend(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """What to lift so that the best is reached again, as models.GunportMend."""
    held = _position(args)
    limits = Limits(seconds=args["seconds"] / 2)
    known = hints.best(held.game, _library(args), limits, cancel, _memory(args))
    found = hints.mend(held, known, limits, cancel, _memory(args))
    return {"sentence": found.sentence, "lift": _places(found.lift)}


def best(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The fewest dominoes on the board, with an arrangement, as models.GunportBest."""
    game = _position({**args, "moves": []}).game
    known = hints.best(game, _library(args), Limits(seconds=args["seconds"]), cancel, _memory(args))
    return {
        "pieces": known.pieces,
        "lower_bound": known.lower_bound,
        "proven": known.proven,
        "arrangement": [] if known.arrangement is None else _places(sorted(known.arrangement.pieces)),
    }


def verdict(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """What a finished board is worth, as models.GunportVerdict."""
    held = _position(args)
    limits = Limits(seconds=args["seconds"])
    known = hints.best(held.game, _library(args), limits, cancel, _memory(args))
    found = hints.verdict(held, known)
    return {"sentence": found.sentence, "optimal": found.optimal, "record": found.record}


def enter(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Put a finished board into the library, as models.GunportEntered."""
    outcome = hints.enter(_position(args), args["who"], _library(args))
    return {"result": outcome.result, "fewer": outcome.fewer, "pieces": outcome.entry.pieces}


def _position(args: dict[str, Any]) -> play.Position:
    cells = frozenset((x, y) for x in range(args["columns"]) for y in range(args["rows"]))
    start = play.begin(GunportBoard(cells), Rules(no_slide=args["no_slide"]))
    return play.replay(start, args["moves"])


def _library(args: dict[str, Any]) -> Library:
    return Library(Path(args["library"]) if args["library"] else None)


def _memory(args: dict[str, Any]) -> int:
    return int(args["memory"]) // MEMORY_SHARE


def _cells(cells: list[Cell] | tuple[Cell, ...]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _places(places: Any) -> list[list[list[int]]]:
    return [_cells(place) for place in places]
