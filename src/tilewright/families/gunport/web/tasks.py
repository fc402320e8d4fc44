"""Tasks of the gunport page: the position, hints, what to lift, the verdict, and records for the library."""

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
"""The tables of the engines may take this fraction, 1 in 3, of the memory of the process."""


def position(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The position after the moves, as models.GunportView."""
    at = _position(args)
    return {
        "pieces": _places(at.pieces),
        "ports": _cells(sorted(at.ports)),
        "open": len(at.placements),
        "slides": [{"piece": _cells(one.cells), "ahead": _cells(one.ahead)} for one in at.slides],
        "finished": at.finished,
    }


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A domino of a best completion, as models.GunportHint."""
    at = _position(args)
    limits = Limits(seconds=args["seconds"] / 2)
    known = hints.best_known(at.game, _library(args), limits, cancel, _memory(args))
    found = hints.lay_hint(at, known, limits, cancel, _memory(args))
    return {
        "sentence": found.sentence,
        "place": None if found.placement is None else _cells(found.placement),
        "reachable": found.reachable,
        "best": known.pieces,
        "proven": known.proven,
    }


def mend(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The dominoes to lift so that the best is reached again, as models.GunportMend."""
    at = _position(args)
    limits = Limits(seconds=args["seconds"] / 2)
    known = hints.best_known(at.game, _library(args), limits, cancel, _memory(args))
    found = hints.lift_hint(at, known, limits, cancel, _memory(args))
    return {"sentence": found.sentence, "lift": _places(found.lift)}


def best(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The fewest dominoes on the board, with an arrangement, as models.GunportBest."""
    game = _position({**args, "moves": []}).game
    known = hints.best_known(game, _library(args), Limits(seconds=args["seconds"]), cancel, _memory(args))
    return {
        "pieces": known.pieces,
        "lower_bound": known.lower_bound,
        "proven": known.proven,
        "arrangement": [] if known.arrangement is None else _places(sorted(known.arrangement.pieces)),
    }


def verdict(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How good a finished board is, as models.GunportVerdict."""
    at = _position(args)
    limits = Limits(seconds=args["seconds"])
    known = hints.best_known(at.game, _library(args), limits, cancel, _memory(args))
    found = hints.assess(at, known)
    return {"sentence": found.sentence, "optimal": found.optimal, "record": found.record}


def enter(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Put a finished board into the library, as models.GunportEntered."""
    submitted = hints.submit(_position(args), args["who"], _library(args))
    return {"result": submitted.result, "fewer": submitted.fewer, "pieces": submitted.entry.pieces}


def _position(args: dict[str, Any]) -> play.GunportPosition:
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
