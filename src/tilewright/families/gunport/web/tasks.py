"""Tasks of the gunport page: the position, hints, what to lift, the verdict, and records for the library."""

from __future__ import annotations

import threading
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from tilewright.families.gunport import hints, play
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.library import Library, LibraryEntry
from tilewright.families.gunport.pictures import arrangement_scene
from tilewright.families.gunport.query import GunportAnswer, SolveOptions
from tilewright.render.svg import scene_svg
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Emit

MEMORY_SHARE = 3  # the tables of the engines may take this fraction, 1 in 3, of the memory of the process


def position(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The position after the moves, as api.GunportView."""
    current = _position(args)
    return {
        "pieces": current.pieces,
        "ports": sorted(current.ports),
        "open": len(current.placements),
        "slides": [{"piece": one.cells, "ahead": one.ahead} for one in current.slides],
        "finished": current.finished,
    }


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A domino of a best completion, as api.GunportHint."""
    current, known, options = _known(args, cancel, parts=2)
    found = hints.lay_hint(current, known, options)
    return {
        "sentence": found.sentence,
        "place": found.placement,
        "reachable": found.reachable,
        "best": known.pieces,
        "proven": known.proven,
    }


def mend(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The dominoes to lift so that the best is reached again, as api.GunportMend."""
    found = hints.lift_hint(*_known(args, cancel, parts=2))
    return {"sentence": found.sentence, "lift": found.lift}


def best(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The fewest dominoes on the board, with an arrangement, as api.GunportBest."""
    _, known, _ = _known({**args, "moves": []}, cancel)
    return {
        "pieces": known.pieces,
        "lower_bound": known.lower_bound,
        "proven": known.proven,
        "arrangement": sorted(known.best.pieces) if known.best else [],
    }


def verdict(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How good a finished board is, as api.GunportVerdict."""
    current, known, _ = _known(args, cancel)
    return asdict(hints.assess(current, known))


def enter(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Put a finished board into the library, as api.GunportEntered."""
    submitted = hints.submit(_position(args), args["who"], _library(args))
    return {"result": submitted.result, "fewer": submitted.fewer, "pieces": submitted.entry.pieces}


def list_library(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> list[dict[str, Any]]:
    """The boards of the library, as api.LibraryBoard."""
    return [_entry_view(entry) for entry in _library(args).entries()]


def picture(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> str:
    """The arrangement of the entry ``args["entry"]`` as SVG; "" if there is none."""
    entry = next((one for one in _library(args).entries() if _entry_id(one) == args["entry"]), None)
    return "" if entry is None else scene_svg(arrangement_scene(entry.arrangement))


def _entry_id(entry: LibraryEntry) -> str:
    key = (entry.key.piece, entry.key.no_slide, entry.key.board, entry.drawing)
    return sha256(repr(key).encode()).hexdigest()[:20]


def _entry_view(entry: LibraryEntry) -> dict[str, Any]:
    rows, columns = entry.key.size or (None, None)
    names = (
        "pieces",
        "ports",
        "lower_bound",
        "proven",
        "proof",
        "who",
        "found",
        "shipped",
        "kept",
        "classes",
    )
    return {
        "id": _entry_id(entry),
        "name": entry.key.name,
        "rows": rows,
        "columns": columns,
        "piece": entry.key.piece,
        "no_slide": entry.key.no_slide,
        **{name: getattr(entry, name) for name in names},
        "picture": f"/gunport/library/{_entry_id(entry)}/picture",
    }


def _position(args: dict[str, Any]) -> play.GunportPosition:
    board = GunportBoard.rectangle(args["rows"], args["columns"])
    return play.replay(play.begin(board, Rules(no_slide=args["no_slide"])), args["moves"])


def _library(args: dict[str, Any]) -> Library:
    return Library(args["library"] or None)


def _known(
    args: dict[str, Any], cancel: threading.Event, parts: int = 1
) -> tuple[play.GunportPosition, GunportAnswer, SolveOptions]:
    """The position, the best known, and the options for each of ``parts`` searches in the time limit."""
    limits, memory = Limits(seconds=args["seconds"] / parts), int(args["memory"]) // MEMORY_SHARE
    options = SolveOptions(threads=1, memory=memory, limits=limits, cancel=cancel)
    current = _position(args)
    return current, hints.best_known(current.game, _library(args), options), options
