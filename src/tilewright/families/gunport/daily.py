"""The boards of a date."""

from __future__ import annotations

from datetime import date
from functools import partial

from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.pictures import board_scene
from tilewright.render.scene import Scene
from tilewright.web.daily import PuzzleAddress, chosen


def addresses_of_date(day: date) -> dict[str, PuzzleAddress]:
    """The addresses of the boards of a date by level; the fewest dominoes of each are proven."""
    sizes = chosen(__package__, day).items()
    return {
        level: PuzzleAddress(f"/gunport#b={size}&slide=yes", scene=partial(scene_of_size, size))
        for level, size in sizes
    }


def scene_of_size(size: str) -> Scene:
    """The empty board of a size such as ``7x8``."""
    rows, columns = map(int, size.split("x"))
    return board_scene(GunportBoard.rectangle(rows, columns))
