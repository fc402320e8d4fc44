"""The independent checker: an order of removal is played on the squares of the board. It knows no solver."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.families.vanishing.board import DominoBoard, Square


def faults(board: DominoBoard, order: Sequence[int]) -> list[str]:
    """What is wrong with an order of removal (pieces from 0), as sentences; empty when nothing is.

    It ends at the first removal that is not allowed, as what follows depends on it.
    """
    covered = dict(board.piece_at)
    gone: set[int] = set()
    for turn, number in enumerate(order, start=1):
        if not 0 <= number < len(board.pieces):
            return [f"removal {turn} names piece {number + 1}; there are {len(board.pieces)}"]
        if number in gone:
            return [f"removal {turn} takes piece {number + 1} ({board.pieces[number]}) a second time"]
        if not may_go(board, covered, number):
            return [
                f"removal {turn}: piece {number + 1} ({board.pieces[number]}) cannot go now; "
                "no side has the distance of its value"
            ]
        gone.add(number)
        for square in board.pieces[number].squares:
            del covered[square]
    return []


def may_go(board: DominoBoard, covered: dict[Square, int], number: int) -> bool:
    """Whether a piece may be removed while these squares are covered (its own among them)."""
    piece = board.pieces[number]
    (first, second), (a, b) = piece.squares, piece.values
    if piece.upright:
        ends = (
            _distance(board, covered, first, (0, -1)) == a or _distance(board, covered, second, (0, 1)) == b
        )
        sides = ((-1, 0), (1, 0))
    else:
        ends = (
            _distance(board, covered, first, (-1, 0)) == a or _distance(board, covered, second, (1, 0)) == b
        )
        sides = ((0, -1), (0, 1))
    return ends or any(
        _distance(board, covered, first, step) == a and _distance(board, covered, second, step) == b
        for step in sides
    )


def _distance(board: DominoBoard, covered: dict[Square, int], start: Square, step: Square) -> int:
    """How many empty squares lie between a square and the next piece or the edge."""
    x, y = start
    count = 0
    while True:
        x, y = x + step[0], y + step[1]
        if not (0 <= x < board.width and 0 <= y < board.height) or (x, y) in covered:
            return count
        count += 1
