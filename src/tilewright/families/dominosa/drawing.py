"""Grids of numbers with dominoes on them, as text and as scenes for SVG and PNG."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.puzzle import NumberGrid
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Solution
from tilewright.render import palette
from tilewright.render.cell_text import framed_text
from tilewright.render.scene import Area, Label, Primitive, Scene, Stroke, fitting_scale, moved

_GAP = 0.6  # between the pictures of a sheet, in cells
_CAPTION = 0.7
_UNCOVERED = -1
_DOUBLE, _OTHER = "#f6d9a8", "#dcebf7"
MAX_SHEET = 400  # the most solutions on one sheet


def grid_text(grid: NumberGrid, solution: Solution | None = None, *, plain: bool = False) -> str:
    """The grid as text, in ASCII if ``plain``, with a border around each domino of the solution."""
    owner = _owners(grid, solution)
    width = len(str(grid.largest))

    def text(x: int, y: int) -> str:
        return f"{grid.cells[x, y]:>{width}}" if (x, y) in grid.cells else ""

    return framed_text(grid.width, grid.height, lambda x, y: owner.get((x, y)), text, width + 2, plain=plain)


def sheet_text(grid: NumberGrid, solutions: Sequence[Solution], *, plain: bool = False) -> str:
    """Solutions one after another below their numbers."""
    return "\n".join(
        f"solution {number:,}\n{grid_text(grid, solution, plain=plain)}"
        for number, solution in enumerate(solutions, start=1)
    )


def grid_scene(grid: NumberGrid, solutions: Sequence[Solution] = (), title: str = "") -> Scene:
    """The grid alone, with a solution, or a numbered sheet of several. Cells are one unit wide."""
    if len(solutions) > MAX_SHEET:
        raise UnsupportedError(f"a sheet shows at most {MAX_SHEET} solutions, not {len(solutions):,}")
    shown: Sequence[Solution | None] = solutions or [None]
    numbered = len(shown) > 1
    step_x, step_y = grid.width + _GAP, grid.height + _GAP + (_CAPTION if numbered else 0)
    columns = max(1, min(len(shown), round(math.sqrt(len(shown) * step_y / step_x))))
    rows = -(-len(shown) // columns)
    marks: list[Primitive] = []
    for k, solution in enumerate(shown):
        x, y = _GAP / 2 + k % columns * step_x, _GAP / 2 + k // columns * step_y
        marks += moved(_marks(grid, solution), x, y)
        if numbered:
            at = (x + grid.width / 2, y + grid.height + _CAPTION / 2)
            marks.append(Label(at, str(k + 1), 0.45, palette.QUIET))
    width, height = columns * step_x, rows * step_y
    scale = fitting_scale(width, height, 900, 8, 60)
    description = f"{len(solutions)} solutions" if numbered else ""
    return Scene(width, height, tuple(marks), scale, title=title or "Dominosa", description=description)


def _marks(grid: NumberGrid, solution: Solution | None) -> list[Primitive]:
    owner = _owners(grid, solution)
    marks: list[Primitive] = []
    for cell, index in owner.items():
        fill, (x, y) = palette.GROUND, cell
        if solution is not None and index != _UNCOVERED:
            a, b = (grid.cells[half] for half in solution.placements[index].cells)
            fill = _DOUBLE if a == b else _OTHER
        marks.append(Area((((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)),), fill))
    thin, thick = [], []
    for x, y in owner:
        for other, line in (
            ((x, y - 1), ((x, y), (x + 1, y))),
            ((x - 1, y), ((x, y), (x, y + 1))),
            ((x + 1, y), ((x + 1, y), (x + 1, y + 1))),
            ((x, y + 1), ((x, y + 1), (x + 1, y + 1))),
        ):
            if owner.get(other) != owner[x, y]:  # a border
                thick.append(line)
            elif owner[x, y] == _UNCOVERED:
                thin.append(line)
    if thin:
        marks.append(Stroke(tuple(dict.fromkeys(thin)), palette.FAINT, 0.03))
    marks.append(Stroke(tuple(dict.fromkeys(thick)), palette.INK, 0.07))
    size = 0.5 if grid.largest < 10 else 0.42
    for (x, y), number in grid.cells.items():
        marks.append(Label((x + 0.5, y + 0.5), str(number), size, palette.INK))
    return marks


def _owners(grid: NumberGrid, solution: Solution | None) -> dict[Cell, int]:
    """The index of the placement on each cell; _UNCOVERED where there is none."""
    owner = dict.fromkeys(grid.cells, _UNCOVERED)
    for k, placement in enumerate(solution.placements if solution else ()):
        for cell in placement.cells:
            owner[cell] = k
    return owner
