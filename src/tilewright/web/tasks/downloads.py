"""Solutions and puzzles as files to take home."""

from __future__ import annotations

import base64
import io
import threading
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.formats.registry import by_name
from tilewright.formats.solutions import write_solutions
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Placement, Solution
from tilewright.render import RENDERERS, RenderOptions
from tilewright.web.tasks import Tell
from tilewright.web.tasks.sources import puzzle_of

SHEET = 60
"""Solutions on a picture at most."""


def solutions(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> str:
    """``args["solutions"]`` of the puzzle as a file of ``args["kind"]``, base64."""
    puzzle = puzzle_of(args["source"], args["cells"])
    held = [_solution(one) for one in args["solutions"]]
    return base64.b64encode(_content(puzzle, held, args["kind"], args["total"])).decode()


def converted(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, str]:
    """The puzzle as a text of the format ``args["format"]``."""
    chosen = by_name(args["format"])
    if chosen.dumps is None:
        raise UnsupportedError(f"the format {chosen.name} can be read, but not written")
    suffix = chosen.extensions[0] if chosen.extensions else ".txt"
    return {"text": chosen.dumps(puzzle_of(args["source"], args["cells"])), "suffix": suffix}


def _content(puzzle: AnyPuzzle, held: list[Solution], kind: str, total: int) -> bytes:
    if kind in ("json", "ndjson"):
        text = io.StringIO()
        write_solutions(text, puzzle, held, kind)
        return text.getvalue().encode()
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("a puzzle of items and options has no picture; take the solutions as JSON")
    many = len(held) != 1
    look = RenderOptions(limit=SHEET, total=total if many else None)
    return RENDERERS[f".{kind}"](puzzle, held[:SHEET], look)


def _solution(placements: list[dict[str, Any]]) -> Solution:
    return Solution.of(
        Placement(one["piece"], tuple(tuple(cell) for cell in one["cells"])) for one in placements
    )
