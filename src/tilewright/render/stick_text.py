"""Sticks as text: each with its letter on it, and where they meet, what joins them."""

from __future__ import annotations

from tilewright.model.lattices import Cell
from tilewright.model.lattices.stick import is_level
from tilewright.render.options import RenderOptions
from tilewright.render.square_text import ASCII, BOX
from tilewright.render.text_canvas import OPTIONAL, Canvas, Lines, Shown

_CROSS = 15


def sticks_text(shown: Shown, look: RenderOptions, *, small: bool) -> Lines:
    """Cells (x, y) as on the stick lattice: level sticks on the lines of vertices, upright ones between.

    At a vertex the piece that most sticks there belong to is drawn joined; a crossing of two is a cross.
    """
    owner = shown.owner
    wide = 1 if small else 3
    left = min(x - is_level((x, y)) for x, y in owner) // 2
    right = max(x + is_level((x, y)) for x, y in owner) // 2
    top = min(y - (not is_level((x, y))) for x, y in owner) // 2
    bottom = max(y + (not is_level((x, y))) for x, y in owner) // 2
    canvas = Canvas((right - left) * (wide + 1) + 1, 2 * (bottom - top) + 1)
    across, upright = ("-", "|") if look.ascii else ("─", "│")
    vertices: set[Cell] = set()
    for cell in owner:
        x, y = cell
        fill = shown.fills.get(cell, "")
        letter = shown.signs.get(cell, "")
        side = across if is_level(cell) else upright
        if owner[cell] < 0:
            side = _bare(cell, look, optional=owner[cell] == OPTIONAL)
            letter = "" if letter in ".·" else letter
        column, line = (x // 2 - left) * (wide + 1), y - 2 * top
        if is_level(cell):
            margin = side * (wide // 2)
            canvas.put(column + 1, line, margin + (letter or side) + margin, fill)
            vertices |= {(x - 1, y), (x + 1, y)}
        else:
            canvas.put(column, line, letter or side, fill)
            vertices |= {(x, y - 1), (x, y + 1)}
    for x, y in vertices:
        sign, fill = _joint(shown, (x, y), look)
        canvas.put((x // 2 - left) * (wide + 1), y - 2 * top, sign, fill)
    return canvas.lines


def _bare(cell: Cell, look: RenderOptions, *, optional: bool) -> str:
    """The line of a stick that no piece covers."""
    if optional:
        return ":" if look.ascii else "░"
    return "." if look.ascii else "╌" if is_level(cell) else "╎"


def _joint(shown: Shown, vertex: Cell, look: RenderOptions) -> tuple[str, str]:
    x, y = vertex
    arms: dict[int, int] = {}
    one: dict[int, Cell] = {}
    for arm, cell in ((1, (x, y - 1)), (2, (x + 1, y)), (4, (x, y + 1)), (8, (x - 1, y))):
        held = shown.owner.get(cell)
        if held is not None and held >= 0:
            arms[held] = arms.get(held, 0) + arm
            one[held] = cell
    joined = [held for held, sum_of in arms.items() if sum_of.bit_count() > 1]
    signs = ASCII if look.ascii else BOX
    if len(joined) == 1:
        held = joined[0]
        return signs[arms[held]], shown.fills.get(one[held], "")
    if len(joined) == 2 and {arms[held] for held in joined} == {5, 10}:
        return signs[_CROSS], ""
    return "." if look.ascii else "·", ""
