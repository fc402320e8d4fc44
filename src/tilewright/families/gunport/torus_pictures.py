"""The picture of a pattern: the torus repeated, with the outline of one copy."""

from __future__ import annotations

from tilewright.families.gunport.pictures import Caption, board_marks
from tilewright.families.gunport.torus import Pattern
from tilewright.model.lattices import SQUARE
from tilewright.render import geometry
from tilewright.render.board import border_width
from tilewright.render.labels import plain
from tilewright.render.palette import COLOURS
from tilewright.render.scene import Scene, Stroke, fitting_scale, moved, text_width
from tilewright.render.sheet import MARGIN, heading

LEAST_SIDE = 9
"""Rows and columns that a picture has at least; three copies each way where these are more."""
OUTLINE = COLOURS[7]


def pattern_scene(pattern: Pattern, caption: Caption = Caption()) -> Scene:  # noqa: B008 - frozen
    """The pattern repeated below its title; a frame marks one copy."""
    torus = pattern.torus
    down, across = (max(3, -(-LEAST_SIDE // side)) for side in (torus.rows, torus.columns))
    arrangement, (x0, y0) = pattern.repeated(down, across)
    left, top, right, bottom = geometry.bounds(SQUARE, arrangement.board.cells)
    wide, high = right - left, bottom - top
    scale = fitting_scale(wide, high, 1000, 4, 64)
    size = 24 / scale
    written = max(text_width(caption.title, size), text_width(caption.line, 0.62 * size)) / 0.94
    width = max(wide + 2 * MARGIN, written)
    marks, head = heading(plain(caption.title), plain(caption.line), width, size)
    x1, y1 = x0 + torus.columns, y0 + torus.rows
    frame = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    drawn = [
        *board_marks(arrangement, scale),
        Stroke((frame,), OUTLINE, 1.8 * border_width(scale), closed=True),
    ]
    marks += moved(drawn, (width - wide) / 2 - left, MARGIN + head - top)
    description = f"{torus.name}, repeated {down} times downwards and {across} times to the right"
    return Scene(width, high + 2 * MARGIN + head, tuple(marks), scale, caption.title, description)
