"""Boards as text: frames around the dominoes, their values in them, a mark where a piece may go."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import DominoBoard

MAX_SQUARES = 20_000
"""The largest board that is drawn as text."""

_BOX = " ╵╴┘╷│┐┤╶└─┴┌├┬┼"
_ASCII = " ++++|++++-+++++"
"""The line character for arms up (1), left (2), down (4) and right (8)."""


def board_text(
    board: DominoBoard,
    removed: Iterable[int] = (),
    *,
    marked: Collection[int] = (),
    plain: bool = False,
) -> str:
    """The board without the removed pieces; both values of a marked piece stand in brackets.

    ``plain`` is ASCII alone. UnsupportedError for a board of more than MAX_SQUARES squares.
    """
    if board.width * board.height > MAX_SQUARES:
        raise UnsupportedError(
            f"a text drawing of at most {MAX_SQUARES:,} squares is made; the board has "
            f"{board.width * board.height:,}"
        )
    gone = set(removed)
    owner = {square: n for square, n in board.piece_at.items() if n not in gone}
    value = {
        square: shown
        for number in set(owner.values())
        for square, shown in zip(board.pieces[number].squares, board.pieces[number].values, strict=True)
    }
    wide = max([3, *(len(str(v)) + 2 for v in value.values())])
    signs = _ASCII if plain else _BOX
    inside = (-1, 0)

    def at(x: int, y: int) -> object:
        if not (0 <= x < board.width and 0 <= y < board.height):
            return "outside"
        return owner.get((x, y), inside)

    lines = []
    for y in range(board.height + 1):
        border, cells = "", ""
        for x in range(board.width + 1):
            corners = (at(x - 1, y - 1), at(x, y - 1), at(x - 1, y), at(x, y))
            arms = (
                (corners[0] != corners[1])
                + 2 * (corners[0] != corners[2])
                + 4 * (corners[2] != corners[3])
                + 8 * (corners[1] != corners[3])
            )
            border += signs[arms]
            cells += signs[5] if corners[2] != corners[3] else " "
            if x < board.width:
                border += signs[10] * wide if corners[1] != corners[3] else " " * wide
                cells += _inside(value.get((x, y)), wide, marked=owner.get((x, y), -1) in marked, plain=plain)
        lines.append(border.rstrip())
        if y < board.height:
            lines.append(cells.rstrip())
    return "\n".join(lines) + "\n"


def with_rulers(text: str, board: DominoBoard) -> str:
    """A drawing of the board with x above its squares and y on their left."""
    lines = text.splitlines()
    step = (len(lines[0]) - 1) // board.width  # the first line is the board's upper edge
    margin = len(str(board.height - 1)) + 1
    every = 1 if len(str(board.width - 1)) < step else 5
    marks = (str(x) if x % every == 0 else "" for x in range(board.width))
    above = " " * (margin + 1) + "".join(f"{mark.center(step - 1)} " for mark in marks)
    beside = (f"{index // 2:>{margin - 1}} " if index % 2 else " " * margin for index in range(len(lines)))
    ruled = [above, *(f"{mark}{line}" for mark, line in zip(beside, lines, strict=True))]
    return "\n".join(line.rstrip() for line in ruled) + "\n"


def _inside(value: int | None, wide: int, *, marked: bool, plain: bool) -> str:
    if value is None:
        return ("." if plain else "·").center(wide)
    return f"[{value}]".center(wide) if marked else str(value).center(wide)
