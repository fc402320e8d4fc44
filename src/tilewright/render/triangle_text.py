"""Triangles as text: rows of them, with borders of / \\ and level lines."""

from __future__ import annotations

from tilewright.model.lattices import Cell
from tilewright.model.lattices.triangle import points_up
from tilewright.render.options import RenderOptions
from tilewright.render.text_canvas import OPTIONAL, Canvas, Lines, Shown

Vertex = tuple[int, int]
"""Half units from the left, rows from the top."""


def triangles_text(shown: Shown, look: RenderOptions, *, small: bool) -> Lines:
    """Cells (x, y) as on the triangular lattice, three lines a row and three signs half a side; small, two.

    ::

          / \\
         / A \\
        +-----+
    """
    size = 2 if small else 3
    owner = shown.owner
    left, right = min(x for x, _ in owner), max(x for x, _ in owner)
    top, bottom = min(y for _, y in owner), max(y for _, y in owner)
    canvas = Canvas((right - left + 2) * size + 1, (bottom - top + 1) * size + 1)
    for cell in owner:
        x, y = (cell[0] - left) * size, (cell[1] - top) * size
        up = points_up(cell)
        _inside(canvas, shown, look, cell, x, y, size)
        for near, column, step, rises in (
            ((cell[0] - 1, cell[1]), x, 1, up),
            ((cell[0] + 1, cell[1]), x + 2 * size, -1, not up),
        ):
            border = shown.differ(cell, near)
            slope = ("/" if rises else "\\") if look.ascii else ("╱" if rises else "╲")
            for line in range(1, size):
                deep = size - line if up else line  # how far the side has come in from its foot
                fill = "" if border else shown.fill(cell, near)
                canvas.put(column + step * deep, y + line, slope if border else " ", fill)
        below = (cell[0], cell[1] + 1 if up else cell[1] - 1)
        border = shown.differ(cell, below)
        drawn = ("-" if look.ascii else "─") if border else " "
        line = y + size if up else y
        canvas.put(x + 1, line, drawn * (2 * size - 1), "" if border else shown.fill(cell, below))
    for at in {vertex for cell in owner for vertex in _vertices(cell)}:
        drawn = _joint(shown, at, look)
        fill = shown.fill(*_around(at)) if drawn == " " else ""
        canvas.put((at[0] - left) * size, (at[1] - top) * size, drawn, fill)
    return canvas.lines


def _inside(canvas: Canvas, shown: Shown, look: RenderOptions, cell: Cell, x: int, y: int, size: int) -> None:
    """The blanks of a triangle whose rectangle begins there, and its letter."""
    fill = shown.fills.get(cell, "")
    held = shown.signs.get(cell, " ") or " "
    blank = " "
    if shown.owner[cell] == OPTIONAL:
        blank = ":" if look.ascii else "░"
        held = blank if held in ".·" else held
    up = points_up(cell)
    for line in range(1, size):
        half = (line if up else size - line) - 1
        canvas.put(x + size - half, y + line, blank * (2 * half + 1), fill)
    canvas.put(x + size, y + (size - 1 if up else 1), held, fill)


def _vertices(cell: Cell) -> tuple[Vertex, ...]:
    x, y = cell
    if points_up(cell):
        return ((x, y + 1), (x + 1, y), (x + 2, y + 1))
    return ((x, y), (x + 2, y), (x + 1, y + 1))


def _around(vertex: Vertex) -> tuple[Cell, ...]:
    """The six triangles about a vertex: the upper ones from the left, then the lower ones from the right."""
    x, y = vertex
    return ((x - 2, y - 1), (x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y), (x - 2, y))


def _joint(shown: Shown, vertex: Vertex, look: RenderOptions) -> str:
    """The sign where borders meet: the line itself where they go straight on, else a corner."""
    ring = _around(vertex)
    arms = [shown.differ(ring[i - 1], ring[i]) for i in range(6)]  # west, then on clockwise
    west, north_west, north_east, east, south_east, south_west = arms
    if not any(arms):
        return " "
    if sum(arms) == 2 and north_west and south_east:
        return "\\" if look.ascii else "╲"
    if sum(arms) == 2 and north_east and south_west:
        return "/" if look.ascii else "╱"
    above, below = north_west or north_east, south_west or south_east
    if west and east and not above and not below:
        return "-" if look.ascii else "─"
    if look.ascii:
        return "+"
    if west and east:
        return "┼" if above and below else "┴" if above else "┬"
    return "·"
