"""Hexagons as text: level rows, each half a cell to the right of the one above, borders between pieces."""

from __future__ import annotations

from tilewright.render.options import RenderOptions
from tilewright.render.text_canvas import OPTIONAL, Canvas, Lines, Shown


def hexagons_text(shown: Shown, look: RenderOptions, *, small: bool) -> Lines:
    """Cells (q, r) as on the hexagonal lattice; small, letters alone where they tell the pieces apart.

    A hexagon is three signs between its sides, and each of its slopes is one sign::

         / \\
        | A |
         \\ /
    """
    return _letters(shown) if small and _letters_tell(shown) else _bordered(shown, look)


def _letters_tell(shown: Shown) -> bool:
    """Whether each cell has a letter, and no two pieces that touch have the same."""
    signs = {cell: shown.signs.get(cell, "").strip() for cell in shown.owner}
    return all(signs.values()) and not any(
        shown.differ((q, r), near) and signs.get(near) == sign
        for (q, r), sign in signs.items()
        for near in ((q + 1, r), (q, r + 1), (q - 1, r + 1))
    )


def _bordered(shown: Shown, look: RenderOptions) -> Lines:
    owner = shown.owner
    left = min(2 * q + r for q, r in owner)
    right = max(2 * q + r for q, r in owner)
    top, bottom = min(r for _, r in owner), max(r for _, r in owner)
    canvas = Canvas(2 * (right - left) + 5, 2 * (bottom - top) + 3)
    rise, fall, upright = "/\\|" if look.ascii else "╱╲│"
    for q, r in owner:
        cell = (q, r)
        x, y = 2 * (2 * q + r - left) + 2, 2 * (r - top) + 1
        fill = shown.fills.get(cell, "")
        held = shown.signs.get(cell, " ") or " "
        around = " "
        if owner[cell] == OPTIONAL:
            around = ":" if look.ascii else "░"
            held = around if held in ".·" else held
        canvas.put(x - 1, y, around + held + around, fill)
        sides = (
            (x - 2, y, upright, (q - 1, r)),
            (x + 2, y, upright, (q + 1, r)),
            (x - 1, y - 1, rise, (q, r - 1)),
            (x + 1, y - 1, fall, (q + 1, r - 1)),
            (x - 1, y + 1, fall, (q - 1, r + 1)),
            (x + 1, y + 1, rise, (q, r + 1)),
        )
        for column, line, sign, near in sides:
            if shown.differ(cell, near):
                canvas.put(column, line, sign)
            else:
                canvas.put(column, line, " ", shown.fill(cell, near))
        # The corners are where three cells meet; above and below the letter lies one of them each.
        canvas.put(x, y - 1, " ", shown.fill(cell, (q, r - 1), (q + 1, r - 1)))
        canvas.put(x, y + 1, " ", shown.fill(cell, (q - 1, r + 1), (q, r + 1)))
    return canvas.lines


def _letters(shown: Shown) -> Lines:
    """One sign a cell, and a blank between two cells of one row."""
    owner = shown.owner
    left = min(2 * q + r for q, r in owner)
    right = max(2 * q + r for q, r in owner)
    top, bottom = min(r for _, r in owner), max(r for _, r in owner)
    canvas = Canvas(right - left + 1, bottom - top + 1)
    for q, r in owner:
        x, y = 2 * q + r - left, r - top
        canvas.put(x, y, shown.signs.get((q, r), " ") or " ", shown.fills.get((q, r), ""))
        if (q + 1, r) in owner:
            canvas.put(x + 1, y, " ", shown.fill((q, r), (q + 1, r)))
    return canvas.lines
