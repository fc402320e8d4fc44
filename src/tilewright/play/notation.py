"""What moves are written with: cells, and lists of moves that are played one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from tilewright.errors import GameError
from tilewright.model.lattices import Cell

MAX_MOVES = 100_000
"""The longest game that is replayed, in moves."""

MAX_TEXT = 2_000_000
"""The longest text of a move or of a position, in characters."""

_CELL = re.compile(r"-?[0-9]{1,9}(?:,-?[0-9]{1,9})*")
_SHOWN = 40

Position = TypeVar("Position")


def cell_text(cell: Cell) -> str:
    """A cell as moves and sentences write it: ``3,1``."""
    return ",".join(map(str, cell))


def cells_text(cells: Iterable[Cell], most: int | None = None) -> str:
    """Cells with blanks between them; of more than ``most``, the first ones and dots."""
    held = list(cells)
    shown = held if most is None or len(held) <= most else held[:most]
    return " ".join(map(cell_text, shown)) + (" ..." if len(shown) < len(held) else "")


def cut(text: str) -> str:
    """What was typed, short enough to be shown in a sentence."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def check_length(text: str, what: str) -> None:
    """GameError when a text is longer than any sensible one."""
    if len(text) > MAX_TEXT:
        raise GameError(f"{what} has {len(text):,} characters; at most {MAX_TEXT:,} are accepted")


def read_cells(words: str, dimension: int) -> tuple[Cell, ...]:
    """The cells that a text lists, in its order; GameError when it lists none, or something else.

    A cell is ``dimension`` whole numbers with commas between them; cells have blanks between them.
    """
    example = ",".join("3120"[:dimension])
    found = []
    for word in words.split():
        numbers = tuple(map(int, word.split(","))) if _CELL.fullmatch(word) else ()
        if len(numbers) != dimension:
            raise GameError(f"{cut(word)!r} is no cell; expected one such as {example}")
        found.append(numbers)
    if not found:
        raise GameError(f"the cells are missing; expected them as {example}, with blanks between them")
    return tuple(found)


def replayed(position: Position, moves: Iterable[str], step: Callable[[Position, str], Position]) -> Position:
    """Play moves one after another; the GameError of a wrong one says which it is, counted from 1."""
    for number, text in enumerate(moves, 1):
        if number > MAX_MOVES:
            raise GameError(f"there are more than {MAX_MOVES:,} moves; that is too many to replay")
        try:
            position = step(position, text)
        except GameError as error:
            raise GameError(f"move {number}: {error}") from None
    return position
