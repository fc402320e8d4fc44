"""Telling formats apart by content, where a text may be of more than one."""

from __future__ import annotations

from tilewright.errors import TilewrightError
from tilewright.formats import ascii_tiles


def is_drawing(text: str) -> bool:
    """Whether a text reads as ASCII tiles: one largest component, which is the board."""
    try:
        ascii_tiles.loads(text)
    except TilewrightError:
        return False
    return True
