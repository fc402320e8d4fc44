"""The notation of moves: cells as text, and lists of moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from tilewright.errors import GameError
from tilewright.model.lattices import Cell
from tilewright.wording import quoted

MAX_MOVES = 100_000  # the longest game that is replayed, in moves
MAX_TEXT = 2_000_000  # the longest text of a move or of a position, in characters

_CELL = re.compile(r"-?[0-9]{1,9}(?:,-?[0-9]{1,9})*")

TilingPosition = TypeVar("TilingPosition")


def cell_text(cell: Cell) -> str:
    """A cell as text: ``3,1``."""
    return ",".join(map(str, cell))


def cells_text(cells: Iterable[Cell], max_cells: int | None = None) -> str:
    """Cells separated by blanks; of more than ``max_cells``, the first ones and dots."""
    positions = list(cells)
    shown = positions if max_cells is None or len(positions) <= max_cells else positions[:max_cells]
    return " ".join(map(cell_text, shown)) + (" ..." if len(shown) < len(positions) else "")


def check_length(text: str, what: str) -> None:
    """GameError when a text is too long."""
    if len(text) > MAX_TEXT:
        raise GameError(f"{what} has {len(text):,} characters; at most {MAX_TEXT:,} are accepted")


def read_cells(words: str, dimension: int) -> tuple[Cell, ...]:
    """The cells in a text such as ``0,0 1,0``; GameError when there are none, or something else."""
    example = ",".join("3120"[:dimension])
    rows = []
    for word in words.split():
        numbers = tuple(map(int, word.split(","))) if _CELL.fullmatch(word) else ()
        if len(numbers) != dimension:
            raise GameError(f"{quoted(word)} is not a cell; expected one such as {example}")
        rows.append(numbers)
    if not rows:
        raise GameError(f"the cells are missing; expected cells such as {example}, separated by blanks")
    return tuple(rows)


def join_moves(moves: Iterable[object]) -> str:
    """Moves as one word, which a URL takes as it is: ``lay.0,0.1,0_lay.2,0.2,1``."""
    return "_".join(str(move).replace(" ", ".") for move in moves)


def split_moves(text: str) -> list[str]:
    """The moves in a word of ``join_moves``."""
    return [word.replace(".", " ") for word in text.split("_")] if text else []


def replay_moves(
    position: TilingPosition, moves: Iterable[str], step: Callable[[TilingPosition, str], TilingPosition]
) -> TilingPosition:
    """Play moves; the GameError of an invalid one has its number, from 1."""
    for number, text in enumerate(moves, 1):
        if number > MAX_MOVES:
            raise GameError(f"there are more than {MAX_MOVES:,} moves")
        try:
            position = step(position, text)
        except GameError as error:
            raise GameError(f"move {number}: {error}") from None
    return position


def read_position(
    start: TilingPosition,
    text: str,
    step: Callable[[TilingPosition, str], TilingPosition],
    *,
    verbs: Collection[str],
    example: str,
    owner: str,
) -> TilingPosition:
    """The position to which the moves in a word of ``join_moves`` lead, all of them with one of these verbs.

    GameError for anything else, which has an ``example``, and for moves that cannot be made, as the position
    then belongs to another ``owner``, such as ``puzzle``.
    """
    check_length(text, "the position")
    position = start
    for move in split_moves(text):
        if move.partition(" ")[0] not in verbs:
            raise GameError(f"{quoted(text)} is not a position; expected one such as {example}")
        try:
            position = step(position, move)
        except GameError as error:
            raise GameError(f"the position belongs to another {owner}: {error}") from None
    return position


def share_side(cells: Sequence[Cell]) -> bool:
    """Whether these are two cells of squares with a side in common."""
    return len(cells) == 2 and sum(abs(a - b) for a, b in zip(*cells, strict=True)) == 1
