"""Tasks of the gunport page: the position, hints, what to lift, the verdict, and records for the library."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from tilewright.families.gunport import hints, play
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.library import Library
from tilewright.families.gunport.query import SolveOptions
from tilewright.model.lattices import Cell
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Emit

MEMORY_SHARE = 3  # the tables of the engines may take this fraction, 1 in 3, of the memory of the process


def position(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The position after the moves, as api.GunportView."""
    current = _position(args)
    return {
        "pieces": _places(current.pieces),
        "ports": _cells(sorted(current.ports)),
        "open": len(current.placements),
        "slides": [{"piece": _cells(one.cells), "ahead": _cells(one.ahead)} for one in current.slides],
        "finished": current.finished,
    }


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A domino of a best completion, as api.GunportHint."""
    current = _position(args)
    options = _options(args, args["seconds"] / 2, cancel)
    known = hints.best_known(current.game, _library(args), options)
    found = hints.lay_hint(current, known, options)
    return {
        "sentence": found.sentence,
        "place": None if found.placement is None else _cells(found.placement),
        "reachable": found.reachable,
        "best": known.pieces,
        "proven": known.proven,
    }


def mend(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The dominoes to lift so that the best is reached again, as api.GunportMend."""
    current = _position(args)
    options = _options(args, args["seconds"] / 2, cancel)
    known = hints.best_known(current.game, _library(args), options)
    found = hints.lift_hint(current, known, options)
    return {"sentence": found.sentence, "lift": _places(found.lift)}


def best(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The fewest dominoes on the board, with an arrangement, as api.GunportBest."""
    game = _position({**args, "moves": []}).game
    known = hints.best_known(game, _library(args), _options(args, args["seconds"], cancel))
    return {
        "pieces": known.pieces,
        "lower_bound": known.lower_bound,
        "proven": known.proven,
        "arrangement": [] if known.best is None else _places(sorted(known.best.pieces)),
    }


def verdict(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How good a finished board is, as api.GunportVerdict."""
    current = _position(args)
    options = _options(args, args["seconds"], cancel)
    known = hints.best_known(current.game, _library(args), options)
    found = hints.assess(current, known)
    return {"sentence": found.sentence, "optimal": found.optimal, "record": found.record}


def enter(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Put a finished board into the library, as api.GunportEntered."""
    submitted = hints.submit(_position(args), args["who"], _library(args))
    return {"result": submitted.result, "fewer": submitted.fewer, "pieces": submitted.entry.pieces}


def _position(args: dict[str, Any]) -> play.GunportPosition:
    cells = frozenset((x, y) for x in range(args["columns"]) for y in range(args["rows"]))
    start = play.begin(GunportBoard(cells), Rules(no_slide=args["no_slide"]))
    return play.replay(start, args["moves"])


def _library(args: dict[str, Any]) -> Library:
    return Library(Path(args["library"]) if args["library"] else None)


def _options(args: dict[str, Any], seconds: float, cancel: threading.Event) -> SolveOptions:
    memory = int(args["memory"]) // MEMORY_SHARE
    return SolveOptions(threads=1, memory=memory, limits=Limits(seconds=seconds), cancel=cancel)


def _cells(cells: list[Cell] | tuple[Cell, ...]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _places(places: Any) -> list[list[list[int]]]:
    return [_cells(place) for place in places]
