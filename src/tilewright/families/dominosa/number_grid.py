"""A grid of numbers, as dominosa puzzles have it: read from text, and written again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import FormatError, PuzzleError
from tilewright.model.lattices import Cell

LARGEST = 60
"""The largest number that is accepted: a double-60 set has 1,891 dominoes."""

MAX_TEXT = 100_000
"""The longest text that is read as a grid, in characters."""

NO_CELL = "._"
"""What stands for no cell, where a grid is no rectangle."""

_EXPECTED = "expected digits, numbers separated by commas, or '.' for no cell"


@dataclass(frozen=True)
class NumberGrid:
    """Rows of numbers from 0 up; None is no cell. PuzzleError when there is no number or a too large one."""

    rows: tuple[tuple[int | None, ...], ...]

    def __post_init__(self) -> None:
        if not self.cells:
            raise PuzzleError("the grid has no numbers")
        for number in self.cells.values():
            if not 0 <= number <= LARGEST:
                raise PuzzleError(f"the grid has the number {number}; expected 0 to {LARGEST}")

    @classmethod
    def filled(cls, numbers: Sequence[int], width: int) -> NumberGrid:
        """A full rectangle from its numbers, row by row."""
        rows = range(0, len(numbers), width)
        return cls(tuple(tuple(numbers[start : start + width]) for start in rows))

    @cached_property
    def cells(self) -> dict[Cell, int]:
        """The number on each cell (x, y), row by row."""
        return {
            (x, y): number
            for y, row in enumerate(self.rows)
            for x, number in enumerate(row)
            if number is not None
        }

    @property
    def largest(self) -> int:
        """The largest number: that of the set which is to be laid."""
        return max(self.cells.values())

    @property
    def width(self) -> int:
        """How many columns the longest row has."""
        return max(map(len, self.rows))

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def is_rectangle(self) -> bool:
        """Whether all rows are equally long and have no gaps."""
        return len(self.cells) == self.width * self.height

    def __str__(self) -> str:
        """Text that reads as this grid again: a row a line."""
        between = "," if self.largest > 9 else ""
        return "\n".join(
            between.join("." if number is None else str(number) for number in row) or "." for row in self.rows
        )


def read_grid(text: str) -> NumberGrid:
    """The grid in a text.

    Rows are lines. A line, or a text of one line, may be words of digits, one digit a number: then each word
    is a row, but in a text of several lines with several words each word is one number. With commas each
    stretch between them is a number. ``.`` and ``_`` are no cell. FormatError with line and column.
    """
    if len(text) > MAX_TEXT:
        raise FormatError(f"the grid has {len(text):,} characters; at most {MAX_TEXT:,} are accepted")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise FormatError(f"there is nothing in the grid; {_EXPECTED}")
    if "," in text:
        rows = [row for number, line in lines for row in _with_commas(line, number)]
    elif len(lines) > 1 and any(len(line.split()) > 1 for _, line in lines):
        rows = [[_number(word, number, at) for at, word in _words(line)] for number, line in lines]
    else:
        rows = [
            [_number(sign, number, at + k) for k, sign in enumerate(word)]
            for number, line in lines
            for at, word in _words(line)
        ]
    try:
        return NumberGrid(tuple(map(tuple, rows)))
    except PuzzleError as error:
        raise FormatError(str(error)) from None


def _words(line: str) -> Iterator[tuple[int, str]]:
    """(column from 1, word) for each word of a line."""
    return ((found.start() + 1, found.group()) for found in re.finditer(r"\S+", line))


def _with_commas(line: str, number: int) -> Iterator[list[int | None]]:
    """The rows of a line: numbers between commas; a blank that no comma is beside begins a new row."""
    joined = re.finditer(r"[^\s,]*(?:\s*,\s*[^\s,]*)+|\S+", line)
    for found in joined:
        row = []
        at = found.start()
        for part in found.group().split(","):
            lead = len(part) - len(part.lstrip())
            row.append(_number(part.strip(), number, at + lead + 1))
            at += len(part) + 1
        yield row


def _number(word: str, line: int, column: int) -> int | None:
    if word in NO_CELL and word:
        return None
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise FormatError(
            f"{word[:20]!r} is no number; {_EXPECTED}" if word else f"a number is missing; {_EXPECTED}",
            line=line,
            column=column,
        )
    return int(word)
