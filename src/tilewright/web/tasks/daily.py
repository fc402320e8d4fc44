"""The tasks that find the puzzles of a date, and draw them."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.catalogue import load
from tilewright.errors import PuzzleError
from tilewright.formats import toml
from tilewright.model.exact_cover_puzzle import require_board
from tilewright.render.svg import scene_svg
from tilewright.web.daily import DailyPuzzle, date_of, puzzles_of_date
from tilewright.web.pages import kind_titles
from tilewright.web.tasks import Emit
from tilewright.web.tasks.catalogue import thumbnail
from tilewright.wording import quoted


def of_date(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The puzzles of the date ``args["date"]``, as ``DailyView``."""
    day = date_of(args["date"])
    titles = kind_titles()
    puzzles = [
        {
            "name": one.name,
            "title": titles[one.address.partition("?")[0]],
            "level": one.level,
            "address": one.address,
            "request": one.request and one.request._asdict(),
        }
        for one in puzzles_of_date(day)
    ]
    return {"date": day.isoformat(), "puzzles": puzzles}


def pictures(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Small pictures of the puzzles of the date ``args["date"]`` of the kind ``args["kind"]``, as
    ``DailyPictures``."""
    day, kind = date_of(args["date"]), args["kind"]
    wanted = [one for one in puzzles_of_date(day) if one.name.rpartition("-")[0] == kind]
    if not wanted:
        raise PuzzleError(f"there are no daily puzzles of the kind {quoted(kind)}")
    return {"date": day.isoformat(), "pictures": {one.name: _picture(one) for one in wanted}}


def _picture(one: DailyPuzzle) -> str:
    """The puzzle as SVG, without its solution."""
    if one.scene is not None:
        return scene_svg(one.scene(), ground="")
    assert one.request is not None  # of a tiling
    body = one.request.body
    puzzle = load(body["catalogue"]) if "catalogue" in body else toml.loads(body["text"])
    return thumbnail(require_board(puzzle))
