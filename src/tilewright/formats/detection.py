"""Telling formats apart by content, where a text may be of more than one."""

from __future__ import annotations

import re

from tilewright.errors import TilewrightError
from tilewright.formats import ascii_tiles
from tilewright.formats.numbers import words_of_numbers
from tilewright.formats.to_exact_cover import lines_in
from tilewright.model.puzzle import MAX_CELLS

LEAST_NUMBERS = 6
"""Fewer numbers are not taken for a list."""


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


def is_list(text: str) -> bool:
    """Whether a text is rather a list of numbers than a drawing in digits: none is larger than they are many.

    Such a list that is no whole DPF most likely has lost a number, and should not be solved as a drawing.
    """
    words = words_of_numbers(text)
    if words is None:
        return False
    count = largest = 0
    for word in words:
        if not re.fullmatch(r"-?(0|[1-9][0-9]{0,8})", word):
            return False
        count += 1
        largest = max(largest, abs(int(word)))
    return largest <= count >= LEAST_NUMBERS
