"""What the functions of ``tilewright`` do with a grid: they ask about the puzzle of its dominoes."""

from __future__ import annotations

from tilewright.families.dominosa.drawing import grid_scene, grid_text, sheet_text
from tilewright.families.dominosa.puzzle import NumberGrid
from tilewright.families.dominosa.puzzle import dominosa as as_puzzle
from tilewright.model.puzzle import Solution
from tilewright.render.picture import Drawing, SceneDrawing

__all__ = ["as_puzzle", "draw"]


def draw(grid: NumberGrid, *solutions: Solution, title: str = "", plain: bool = False) -> Drawing:
    """The grid, with the dominoes of a solution, or a sheet of several; ``plain``: text in ASCII."""
    if len(solutions) > 1:
        text = sheet_text(grid, solutions, plain=plain)
    else:
        text = grid_text(grid, *solutions, plain=plain)
    return SceneDrawing(grid_scene(grid, solutions, title), text)
