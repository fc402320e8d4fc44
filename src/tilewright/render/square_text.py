"""Square cells as text, with borders between the pieces; lines and layers of cubes are drawn so too."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tilewright.model.lattices import Cell
from tilewright.render.options import RenderOptions
from tilewright.render.text_canvas import (
    OPTIONAL,
    Lines,
    Shown,
    Sign,
    captioned,
    check_size,
    extent,
    flow,
    side_by_side,
    stacked,
)

BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the arms: 1 up, 2 right, 4 down, 8 left
ASCII = " |-+||++-+-+++++"

Place = Callable[[int, int], Cell]
"""The cell that is drawn at x and y."""


def squares_text(shown: Shown, look: RenderOptions, *, small: bool) -> Lines:
    """Cells (x, y), x to the right and y downwards."""
    (left, top), (right, bottom) = extent(shown.owner)
    return _grid(shown, look, (left, top, right, bottom), lambda x, y: (x, y), small=small)


def line_text(shown: Shown, look: RenderOptions, *, small: bool) -> Lines:
    """Cells (x,) from left to right."""
    (left,), (right,) = extent(shown.owner)
    return _grid(shown, look, (left, 0, right, 0), lambda x, y: (x,) if y == 0 else (), small=small)


def layers_text(shown: Shown, look: RenderOptions, *, small: bool) -> Lines:
    """Cells (x, y, z) layer by layer, the bottom one first, side by side, with captions."""
    (left, top, low), (right, bottom, high) = extent(shown.owner)
    heights = sorted({z for _, _, z in shown.owner})
    check_size((right - left + 2) * 2 * len(heights), (bottom - top + 2) * 2)
    blocks = []
    for z in heights:
        layer = _grid(shown, look, (left, top, right, bottom), _at_height(z), small=small)
        plain = small or low == high
        blocks.append(layer if plain else captioned(layer, f"layer {z - low + 1}"))
    if small:
        return side_by_side(blocks, 1)
    return stacked(flow(blocks, look))


def small_layers_text(shown: Shown, look: RenderOptions) -> Lines:
    """The layers of a piece without captions, the bottom one first, side by side."""
    (left, top, low), (right, bottom, high) = extent(shown.owner)
    check_size((right - left + 2) * 4 * (high - low + 1), (bottom - top + 2) * 2)
    frame = (left, top, right, bottom)
    blocks = [_grid(shown, look, frame, _at_height(z), small=False) for z in range(low, high + 1)]
    return side_by_side(blocks, 1)


def _at_height(z: int) -> Place:
    return lambda x, y: (x, y, z)


def _grid(
    shown: Shown, look: RenderOptions, frame: tuple[int, int, int, int], place: Place, *, small: bool
) -> Lines:
    """Cells three signs wide, or one, and one high, with room for a border all round each."""
    left, top, right, bottom = frame
    wide = 1 if small else 3
    check_size((right - left + 2) * (wide + 1), (bottom - top + 2) * 2)
    corner = ASCII if look.ascii else BOX
    across, down = corner[10], corner[5]
    differ, fills = shown.differ, shown.fills
    lines: Lines = []
    for y in range(top, bottom + 2):
        border: list[Sign] = []
        inside: list[Sign] = []
        for x in range(left, right + 2):
            here, above, before, over = place(x, y), place(x, y - 1), place(x - 1, y), place(x - 1, y - 1)
            arms = (
                differ(over, above)
                + 2 * differ(above, here)
                + 4 * differ(before, here)
                + 8 * differ(over, before)
            )
            fill = fills.get(here, "")
            border.append(Sign(corner[arms], "" if arms else fill))
            inside.append(Sign(down) if arms & 4 else Sign(" ", fill if before in fills else ""))
            if x <= right:
                border += [Sign(across) if arms & 2 else Sign(" ", fill)] * wide
                inside += _inside(shown, here, look, wide)
        lines.append(border)
        if y <= bottom:
            lines.append(inside)
    return lines


def _inside(shown: Shown, cell: Cell, look: RenderOptions, wide: int) -> Iterable[Sign]:
    around, sign, fill = " ", shown.signs.get(cell, " "), shown.fills.get(cell, "")
    if shown.owner.get(cell) == OPTIONAL:
        around = ":" if look.ascii else "░"
        sign = sign if sign not in ".·" else around
    margin = [Sign(around, fill)] * (wide // 2)
    return [*margin, Sign(sign or " ", fill), *margin]


def framed_text(
    width: int,
    height: int,
    owner: Callable[[int, int], object],
    text: Callable[[int, int], str],
    cell_width: int,
    *,
    plain: bool = False,
) -> str:
    """A grid of cells in lines of text: a border wherever two neighbours have different owners.

    ``owner`` is also asked about the cells just outside the grid; ``text`` about those of the grid, and is
    centred in ``cell_width`` characters. ``plain`` draws with ASCII characters.
    """
    signs = ASCII if plain else BOX
    lines = []
    for y in range(height + 1):
        border, inside = "", ""
        for x in range(width + 1):
            here, above, left, corner = owner(x, y), owner(x, y - 1), owner(x - 1, y), owner(x - 1, y - 1)
            arms = (corner != above) + 2 * (above != here) + 4 * (left != here) + 8 * (corner != left)
            border += signs[arms]
            inside += signs[5 if arms & 4 else 0]
            if x < width:
                border += signs[10 if arms & 2 else 0] * cell_width
                inside += text(x, y).center(cell_width)
        lines.append(border.rstrip())
        if y < height:
            lines.append(inside.rstrip())
    return "\n".join(lines) + "\n"
