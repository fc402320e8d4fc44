"""Telling formats apart by content, where a text may be of more than one."""

from __future__ import annotations

from tilewright.errors import TilewrightError
from tilewright.formats import ascii_tiles
from tilewright.formats.as_items import lines_in
from tilewright.puzzle import MAX_CELLS


def is_drawing(text: str) -> bool:
    """Whether a text reads as ASCII tiles: one largest component, which is the board.

    A text of very many lines is not tried: a drawing is smaller.
    """
    if lines_in(text) > MAX_CELLS:
        return False
    try:
        ascii_tiles.loads(text)
    except TilewrightError:
        return False
    return True
