"""Worker tasks of the dominosa page: grids, hints, mistakes."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.errors import GameError, UnsupportedError
from tilewright.families.dominosa.generation import generate
from tilewright.families.dominosa.hints import CellPair, DominosaHint, find_hint, find_mistakes, step_sentence
from tilewright.families.dominosa.puzzle import NumberGrid, check_grid, read_grid
from tilewright.solving.steps import Control, Limits
from tilewright.web.tasks import Emit

MAX_LARGEST = 15  # the largest set on the page: a double-15 set has 136 dominoes


def new(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A new grid with one solution, as api.DominosaView."""
    control = Control(cancel=cancel, seed=args["seed"])
    result = generate(args["largest"], args["difficulty"], control, symmetric=args["symmetric"])
    if result.grid is None:
        raise UnsupportedError(
            f"none of {result.tried:,} grids became a {args['difficulty']} one; choose another puzzle number"
        )
    return _view(result.grid)


def grid(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A grid from its text, as api.DominosaView."""
    return _view(_read(args))


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The next domino, as api.DominosaHintView."""
    return _hint_view(find_hint(_read(args), _pairs(args), Limits(seconds=args["seconds"]), cancel))


def check(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """What to lift, as api.DominosaHintView."""
    return _hint_view(find_mistakes(_read(args), _pairs(args), Limits(seconds=args["seconds"]), cancel))


def _read(args: dict[str, Any]) -> NumberGrid:
    submitted = read_grid(args["grid"])
    if submitted.largest > MAX_LARGEST:
        raise UnsupportedError(
            f"the grid is of a double-{submitted.largest} set; this page has sets up to double-{MAX_LARGEST}"
        )
    check_grid(submitted)
    return submitted


def _pairs(args: dict[str, Any]) -> list[CellPair]:
    for pair in args["dominoes"]:
        for cell in pair:
            if len(cell) != 2:
                raise GameError(f"{cell} is not a cell; expected two numbers, such as [3, 1]")
    return [((a, b), (c, d)) for (a, b), (c, d) in args["dominoes"]]


def _view(submitted: NumberGrid) -> dict[str, Any]:
    rows = [[*row, *[None] * (submitted.width - len(row))] for row in submitted.rows]
    return {
        "text": str(submitted),
        "game_id": submitted.game_id,
        "rows": rows,
        "largest": submitted.largest,
    }


def _hint_view(dominosa_hint: DominosaHint) -> dict[str, Any]:
    return {
        "sentence": dominosa_hint.sentence,
        "where": dominosa_hint.where,
        "focus": dominosa_hint.focus,
        "reasons": dominosa_hint.reasons,
        "place": dominosa_hint.place,
        "steps": [
            {
                "technique": step.technique,
                "sentence": step_sentence(step),
                "excluded": [placement.cells for placement in step.excluded],
            }
            for step in dominosa_hint.steps
        ],
        "lift": dominosa_hint.lift,
    }
