"""Worker tasks of the Pips page: puzzles, hints, checks."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from tilewright.errors import FormatWarning, GameError, PuzzleError, UnsupportedError
from tilewright.families.pips import files, game, generation
from tilewright.families.pips.drawing import region_colours
from tilewright.families.pips.puzzle import LaidDomino, PipsPuzzle
from tilewright.solving.steps import Cancelled, Control, Limits
from tilewright.web.tasks import Emit
from tilewright.wording import quoted

Answer = TypeVar("Answer")


def read(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The puzzles of a text, as api.PipsFile."""
    with warnings.catch_warnings(record=True) as ignored:
        warnings.simplefilter("always", FormatWarning)
        puzzles = files.loads(args["text"])
    return {
        "puzzles": [_view(puzzle, name) for name, puzzle in puzzles.items()],
        "warnings": [str(one.message) for one in ignored],
    }


def of_date(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The puzzle of a date, as api.PipsView."""
    try:
        day = date.fromisoformat(args["date"])
    except ValueError:
        raise PuzzleError(f"there is no date {quoted(args['date'])}; expected one as 2026-11-24") from None
    return _made(generation.puzzle_of_date(day, args["level"], Control(cancel=cancel)))


def new(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A new puzzle with one solution, as api.PipsView."""
    control = Control(cancel=cancel, seed=args["seed"])
    return _made(generation.make(args["level"], control, cells=args["cells"], symmetric=args["symmetric"]))


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The next domino, as api.PipsHintView."""
    puzzle, laid = _position(args)
    given = _within_the_time(args, cancel, lambda control: game.find_hint(puzzle, laid, control))
    return {
        "where": given.where,
        "reasons": given.why,
        "what": given.what,
        "cells": given.cells,
        "laid": None if given.laid is None else _laid_view(given.laid),
        "lift": [_laid_view(one) for one in given.lift],
    }


def check(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Whether all is right so far, as api.PipsCheck."""
    puzzle, laid = _position(args)
    return {
        "right": _within_the_time(args, cancel, lambda control: game.is_right_so_far(puzzle, laid, control))
    }


def _within_the_time(
    args: dict[str, Any], cancel: threading.Event, answer: Callable[[Control], Answer]
) -> Answer:
    try:
        return answer(Control(Limits(seconds=args["seconds"]), cancel=cancel))
    except Cancelled:
        raise UnsupportedError(f"this was not decided in {args['seconds']:g} s") from None


def _position(args: dict[str, Any]) -> tuple[PipsPuzzle, list[LaidDomino]]:
    puzzles = files.loads(args["text"])
    if len(puzzles) > 1:
        raise PuzzleError(f"there are {len(puzzles)} puzzles in this text; expected one")
    (puzzle,) = puzzles.values()
    laid: list[LaidDomino] = []
    for one in args["dominoes"]:
        for cell in one["cells"]:
            if len(cell) != 2:
                raise GameError(f"{cell} is not a cell; expected two numbers, such as [3, 1]")
        (a, b), (c, d) = one["cells"]
        laid.append(LaidDomino(((a, b), (c, d)), (one["numbers"][0], one["numbers"][1])))
        game.check_move(puzzle, laid[:-1], laid[-1])
    return puzzle, laid


def _made(result: generation.MadePuzzle) -> dict[str, Any]:
    if result.puzzle is None:
        raise UnsupportedError(
            f"none of {result.tried:,} boards gave a puzzle of the level {result.level}; "
            "choose another puzzle number or number of cells"
        )
    return _view(result.puzzle)


def _view(puzzle: PipsPuzzle, name: str = "") -> dict[str, Any]:
    text = files.written(puzzle)
    (puzzle,) = files.loads(text).values()  # its cells are counted from 0
    return {
        "name": name,
        "title": puzzle.title,
        "text": text,
        "dominoes": puzzle.dominoes,
        "regions": [
            {
                "cells": region.cells,
                "rule": region.rule,
                "target": region.target,
                "label": region.label,
                "words": region.words,
                "colour": colour,
            }
            for region, colour in zip(puzzle.regions, region_colours(puzzle), strict=True)
        ],
    }


def _laid_view(one: LaidDomino) -> dict[str, Any]:
    return {"cells": one.cells, "numbers": one.numbers}
