"""Game IDs of Simon Tatham's Dominosa: ``6:0461..``, ``12:[11]0[12]20..``.

An ID is the largest number of the set, a colon, and the numbers of a grid n + 2 wide and n + 1 high, row by
row; those above 9 are in brackets. Letters before the colon say how the program made the grid.
"""

from __future__ import annotations

import re

from tilewright.errors import FormatError
from tilewright.wording import counted, quoted

_ID = re.compile(r"\s*(\d{1,3})([a-z]*)([:#])(.*?)\s*", re.DOTALL)
_NUMBER = re.compile(r"\[(\d{1,9})\]|(\d)")


def is_game_id(text: str) -> bool:
    """Whether a text looks like a game ID, or like the random seed of one."""
    return _ID.fullmatch(text) is not None and "\n" not in text.strip()


def read_game_id(text: str, most: int) -> list[list[int]]:
    """The rows of a game ID; FormatError with the column, or for a set larger than double-``most``."""
    match = _ID.fullmatch(text)
    if match is None:
        raise FormatError("this is no game ID; expected one as 2:000112112202")
    if match[3] == "#":
        raise FormatError(
            f"{quoted(match[0].strip())} is a random seed, from which only its own program makes the grid; "
            "expected the game ID with a colon and the numbers",
            line=1,
            column=match.start(3) + 1,
        )
    largest = int(match[1])
    if not 1 <= largest <= most:
        message = f"the game ID is of a double-{largest} set; expected double-1 to double-{most}"
        raise FormatError(message, line=1, column=match.start(1) + 1)
    numbers: list[int] = []
    at = match.start(4)
    while at < match.end(4):
        one = _NUMBER.match(text, at, match.end(4))
        if one is None:
            message = f"{quoted(text[at])} is here; expected a digit, or a number in brackets as [12]"
            raise FormatError(message, line=1, column=at + 1)
        number = int(one[1] or one[2])
        if number > largest:
            message = f"the number {number:,} is above {largest}, the largest of the set"
            raise FormatError(message, line=1, column=at + 1)
        numbers.append(number)
        at = one.end()
    width, height = largest + 2, largest + 1
    if len(numbers) != width * height:
        raise FormatError(
            f"the game ID has {counted(len(numbers), 'number')}; a double-{largest} set has {width * height}"
        )
    return [numbers[start : start + width] for start in range(0, len(numbers), width)]


def game_id(rows: tuple[tuple[int | None, ...], ...]) -> str:
    """The game ID of a grid n + 2 wide and n + 1 high; "" for any other grid."""
    numbers = [number for row in rows for number in row if number is not None]
    largest = max(numbers)
    if len(rows) != largest + 1 or any(len(row) != largest + 2 or None in row for row in rows):
        return ""
    return f"{largest}:" + "".join(str(number) if number < 10 else f"[{number}]" for number in numbers)
