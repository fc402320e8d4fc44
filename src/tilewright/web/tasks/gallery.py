"""The catalogue for the gallery: what is known of each puzzle, and its picture."""

from __future__ import annotations

import math
import threading
from typing import Any

from tilewright import catalogue
from tilewright.catalogue import Entry
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle
from tilewright.render import RenderOptions, to_svg
from tilewright.web.tasks import Tell
from tilewright.web.tasks.thumbnails import thumbnail

LEVELS = ((5.0, "easy"), (9.0, "medium"), (14.0, "hard"), (math.inf, "very hard"))
"""Bounds of what ``toil`` says, and the word for what lies below each."""

THUMBNAIL_CELLS = 2_000


def entries(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> list[dict[str, Any]]:
    """All puzzles of the catalogue as models.CatalogueEntry, in its order."""
    return [_entry(one) for one in catalogue.entries().values()]


def picture(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> str:
    """A small picture of the puzzle ``args["name"]`` as SVG."""
    held = catalogue.load(args["name"])
    if isinstance(held, ExactCoverPuzzle):
        raise UnsupportedError("a puzzle of items and options has no picture")
    if held.lattice.name == "cube":
        return to_svg(held, look=RenderOptions(title="", labels=False, view="isometric"))
    return thumbnail(held)


def _entry(one: Entry) -> dict[str, Any]:
    held = one.load()
    flat = not isinstance(held, ExactCoverPuzzle)
    known = next(
        (e.count for e in held.expect if e.what == "solutions" and not e.motions and e.use == "all"), None
    )
    pieces = sum(piece.max_copies for piece in held.pieces) if isinstance(held, Puzzle) else 0
    cells = len(held.board.cells) if isinstance(held, Puzzle) else 0
    return {
        "name": one.name,
        "title": one.title,
        "group": one.group,
        "tags": list(one.tags),
        "lattice": held.lattice.name if isinstance(held, Puzzle) else "",
        "cells": cells,
        "pieces": pieces,
        "known": None if known is None else str(known),
        "level": _level(pieces, known),
        "playable": isinstance(held, Puzzle),
        "pictured": flat and cells <= THUMBNAIL_CELLS,
    }


def _level(pieces: int, known: int | None) -> str:
    """How hard a puzzle is by hand, in a word: many pieces make it so, many solutions ease it."""
    if known == 0:
        return "impossible"
    if not pieces:
        return ""
    toil = pieces - math.log10(known or 1)
    return next(word for bound, word in LEVELS if toil <= bound)
