"""The grids of a date."""

from __future__ import annotations

from datetime import date
from functools import partial

from tilewright.families.dominosa.drawing import grid_scene
from tilewright.families.dominosa.links import grid_address
from tilewright.families.dominosa.puzzle import read_grid
from tilewright.web.daily import PageRequest, PuzzleAddress, chosen


def addresses_of_date(day: date) -> dict[str, PuzzleAddress]:
    """The addresses of the grids of a date by level; each grid has exactly one solution."""
    grids = {level: line.replace("/", "\n") for level, line in chosen(__package__, day).items()}
    return {
        level: PuzzleAddress(
            grid_address(read_grid(grid)),
            PageRequest("/dominosa/grid", {"grid": grid}),
            partial(grid_scene, read_grid(grid)),
        )
        for level, grid in grids.items()
    }
