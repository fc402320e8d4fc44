"""Grids of numbers with dominoes on them, as text, SVG and PNG: the numbers stay to be read."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.number_grid import NumberGrid
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Solution
from tilewright.render import palette
from tilewright.render.png import scene_png
from tilewright.render.scene import Area, Label, Mark, Scene, Stroke, fitting_scale, moved
from tilewright.render.svg import scene_svg

_BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the arms: 1 up, 2 right, 4 down, 8 left
_ASCII = " |-+||++-+-+++++"
_GAP = 0.6
"""Between the pictures of a sheet, in cells."""
_CAPTION = 0.7
_BARE = -1
MOST_SHOWN = 400
"""Solutions on one sheet."""


def grid_text(grid: NumberGrid, solution: Solution | None = None, *, plain: bool = False) -> str:
    """The grid in lines of text, a border round each domino; cells without one are open to each other.

    ``plain`` draws with ASCII characters.
    """
    owner = _owners(grid, solution)
    arms_of = _ASCII if plain else _BOX
    wide = len(str(grid.largest))
    lines = []
    for y in range(grid.height + 1):
        border, inside = "", ""
        for x in range(grid.width + 1):
            here, above, before, over = (x, y), (x, y - 1), (x - 1, y), (x - 1, y - 1)
            arms = (
                _differ(owner, over, above)
                + 2 * _differ(owner, above, here)
                + 4 * _differ(owner, before, here)
                + 8 * _differ(owner, over, before)
            )
            border += arms_of[arms] + arms_of[10 if arms & 2 else 0] * (wide + 2)
            number = str(grid.cells[here]) if here in grid.cells else ""
            inside += arms_of[5 if arms & 4 else 0] + f" {number:>{wide}} "
        lines.append(border.rstrip())
        if y < grid.height:
            lines.append(inside.rstrip())
    return "\n".join(lines) + "\n"


def sheet_text(
    grid: NumberGrid, solutions: Sequence[Solution], *, plain: bool = False, first: int = 1
) -> str:
    """Solutions one after another, each under its number, counted from ``first``."""
    blocks = [
        f"solution {number:,}\n{grid_text(grid, solution, plain=plain)}"
        for number, solution in enumerate(solutions, first)
    ]
    return "\n".join(blocks)


def grid_scene(grid: NumberGrid, solutions: Sequence[Solution] = (), title: str = "") -> Scene:
    """The grid by itself, with a solution, or a sheet of several, numbered. Cells are one unit wide."""
    if len(solutions) > MOST_SHOWN:
        raise UnsupportedError(f"a sheet shows at most {MOST_SHOWN} solutions, not {len(solutions):,}")
    shown: Sequence[Solution | None] = solutions or [None]
    numbered = len(shown) > 1
    step_x, step_y = grid.width + _GAP, grid.height + _GAP + (_CAPTION if numbered else 0)
    columns = max(1, min(len(shown), round(math.sqrt(len(shown) * step_y / step_x))))
    rows = -(-len(shown) // columns)
    marks: list[Mark] = []
    for k, solution in enumerate(shown):
        x, y = _GAP / 2 + k % columns * step_x, _GAP / 2 + k // columns * step_y
        marks += moved(_marks(grid, solution), x, y)
        if numbered:
            at = (x + grid.width / 2, y + grid.height + _CAPTION / 2)
            marks.append(Label(at, str(k + 1), 0.45, palette.QUIET))
    width, height = columns * step_x, rows * step_y
    scale = fitting_scale(width, height, 900, 8, 60)
    words = f"{len(solutions)} solutions" if numbered else ""
    return Scene(width, height, tuple(marks), scale, title=title or "Dominosa", description=words)


def _svg(scene: Scene) -> bytes:
    return scene_svg(scene).encode()


WRITERS: Mapping[str, Callable[[Scene], bytes]] = {".svg": _svg, ".png": scene_png}
"""What writes a scene into a file, by the file's suffix."""


def _marks(grid: NumberGrid, solution: Solution | None) -> list[Mark]:
    owner = _owners(grid, solution)
    marks: list[Mark] = []
    for cell, held in owner.items():
        fill = palette.GROUND if held == _BARE else _tint(grid.cells, solution, held)
        x, y = cell
        marks.append(Area((((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)),), fill))
    thin, thick = [], []
    for x, y in owner:
        for other, line in (
            ((x, y - 1), ((x, y), (x + 1, y))),
            ((x - 1, y), ((x, y), (x, y + 1))),
            ((x + 1, y), ((x + 1, y), (x + 1, y + 1))),
            ((x, y + 1), ((x, y + 1), (x + 1, y + 1))),
        ):
            if _differ(owner, (x, y), other):
                thick.append(line)
            elif owner[x, y] == _BARE:
                thin.append(line)
    if thin:
        marks.append(Stroke(tuple(dict.fromkeys(thin)), palette.FAINT, 0.03))
    marks.append(Stroke(tuple(dict.fromkeys(thick)), palette.INK, 0.07))
    size = 0.5 if grid.largest < 10 else 0.42
    for (x, y), number in grid.cells.items():
        marks.append(Label((x + 0.5, y + 0.5), str(number), size, palette.INK))
    return marks


def _tint(numbers: Mapping[Cell, int], solution: Solution | None, held: int) -> str:
    """A pale colour for a domino: doubles stand out from the others."""
    assert solution is not None
    a, b = (numbers[cell] for cell in solution.placements[held].cells)
    return _DOUBLE if a == b else _OTHER


_DOUBLE, _OTHER = "#f6d9a8", "#dcebf7"


def _owners(grid: NumberGrid, solution: Solution | None) -> dict[Cell, int]:
    """The placement on each cell, by its place in the solution; _BARE where none lies."""
    owner = dict.fromkeys(grid.cells, _BARE)
    for k, placement in enumerate(solution.placements if solution else ()):
        for cell in placement.cells:
            owner[cell] = k
    return owner


def _differ(owner: Mapping[Cell, int], a: Cell, b: Cell) -> bool:
    """Whether a border is between two cells; None is off the grid."""
    return owner.get(a) != owner.get(b)
