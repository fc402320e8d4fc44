"""The Pips of a date: see :func:`tilewright.families.pips.generation.puzzle_of_date`."""

from __future__ import annotations

from datetime import date
from functools import partial

from tilewright.families.pips.drawing import bare_scene
from tilewright.families.pips.generation import puzzle_of_date
from tilewright.families.pips.techniques import LEVELS
from tilewright.render.scene import Scene
from tilewright.web.daily import PageRequest, PuzzleAddress


def addresses_of_date(day: date) -> dict[str, PuzzleAddress]:
    """The addresses of the puzzles of a date by level."""
    text = day.isoformat()
    return {
        level: PuzzleAddress(
            f"/pips#date={text}&level={level}",
            PageRequest("/pips/date", {"date": text, "level": level}),
            partial(scene_of_date, day, level),
        )
        for level in LEVELS
    }


def scene_of_date(day: date, level: str) -> Scene:
    """The board of a date, without its dominoes."""
    made = puzzle_of_date(day, level)
    assert made.puzzle is not None  # without limits there always is one
    return bare_scene(made.puzzle)
