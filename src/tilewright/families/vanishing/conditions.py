"""When a piece may go, compiled: which pieces must be gone, and which must still be there.

A piece may be removed when on one of its sides the distance over empty squares to the next piece, or to the
board's edge, equals its value: on a short side the value of that end alone, on a long side both halves at
once, each with its own value.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.families.vanishing.board import DominoBoard, Square

SIDES = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Each side of a piece with the step that leads away from it."""


@dataclass(frozen=True)
class Way:
    """One side of a piece: it may go this way once ``gone`` are removed, while ``there`` are not.

    ``never`` is "" or says, as a sentence, why the board alone forbids it.
    """

    side: str
    gone: frozenset[int] = frozenset()
    there: frozenset[int] = frozenset()
    never: str = ""


def ways(board: DominoBoard, number: int) -> tuple[Way, ...]:
    """The four sides of a piece: its ends first, then its long sides."""
    piece = board.pieces[number]
    (first, second), (a, b) = piece.squares, piece.values
    ends, longs = (
        (("up", "down"), ("left", "right")) if piece.upright else (("left", "right"), ("up", "down"))
    )
    found = [
        _way(board, number, ends[0], [(first, a)]),
        _way(board, number, ends[1], [(second, b)]),
        *(_way(board, number, side, [(first, a), (second, b)]) for side in longs),
    ]
    return tuple(found)


def conditions(board: DominoBoard) -> list[list[Way]]:
    """The ways of each piece that the board does not forbid."""
    return [[way for way in ways(board, number) if not way.never] for number in range(len(board.pieces))]


def _way(board: DominoBoard, number: int, side: str, rays: list[tuple[Square, int]]) -> Way:
    gone: set[int] = set()
    there: set[int] = set()
    for square, value in rays:
        never = _look(board, square, side, value, gone, there)
        if never:
            return Way(side, never=never)
    both = sorted(gone & there)
    if both:
        return Way(side, never=f"piece {both[0] + 1} would have to be gone and there at once")
    return Way(side, frozenset(gone), frozenset(there))


def _look(board: DominoBoard, square: Square, side: str, value: int, gone: set[int], there: set[int]) -> str:
    """Add what a value wants on a side of one half; why it can never have it, or ""."""
    (x, y), (dx, dy) = square, SIDES[side]
    room = {"left": x, "right": board.width - 1 - x, "up": y, "down": board.height - 1 - y}[side]
    if value > room:
        away = "1 square" if room == 1 else f"{room} squares"
        return f"the edge is {away} away, and the value is {value}"
    for step in range(1, value + 1):
        piece = board.piece_at.get((x + dx * step, y + dy * step))
        if piece is not None:
            gone.add(piece)
    if value == room:
        return ""
    end = (x + dx * (value + 1), y + dy * (value + 1))
    blocker = board.piece_at.get(end)
    if blocker is None:
        return f"the square {end}, where the next piece would have to be, is empty from the start"
    there.add(blocker)
    return ""
