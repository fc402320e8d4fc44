"""Conditions of removal: which pieces must have been removed, and which must still be present."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Set
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import SIDES, DominoBoard, Square
from tilewright.wording import counted

MAX_MENTIONS = 10_000_000
"""The most pieces that the conditions of a board name, all together: they take about 100 bytes each."""


@dataclass(frozen=True)
class RemovalCondition:
    """A side of a piece allows its removal once all ``removed`` are gone and while all ``present`` are not.

    ``impossible``: why the board alone forbids it, as a sentence, or "".
    """

    side: str
    removed: frozenset[int] = frozenset()
    present: frozenset[int] = frozenset()
    impossible: str = ""

    def holds(self, gone: Set[int]) -> bool:
        """Whether the piece may be removed by this side after these pieces."""
        return not self.impossible and self.removed <= gone and self.present.isdisjoint(gone)


def side_conditions(board: DominoBoard, number: int) -> tuple[RemovalCondition, ...]:
    """The conditions of the four sides of a piece, the short sides first."""
    return tuple(_condition(board, side, halves) for side, halves in board.pieces[number].sides)


def possible_conditions(board: DominoBoard) -> list[list[RemovalCondition]]:
    """For each piece the conditions that the board does not forbid."""
    return [
        [condition for condition in side_conditions(board, number) if not condition.impossible]
        for number in range(len(board.pieces))
    ]


def native_conditions(board: DominoBoard) -> list[tuple[int, list[int], list[int]]]:
    """The conditions of all pieces as the core takes them: the piece, what must be removed, what present.

    UnsupportedError when they name pieces more than MAX_MENTIONS times.
    """
    entries = []
    mentions = 0
    for number in range(len(board.pieces)):
        for condition in side_conditions(board, number):
            if condition.impossible:
                continue
            mentions += len(condition.removed) + len(condition.present)
            if mentions > MAX_MENTIONS:
                raise UnsupportedError(
                    f"the conditions for removing pieces 1 to {number + 1:,} name other pieces more than "
                    f"{MAX_MENTIONS:,} times; that is too many to search"
                )
            entries.append((number, sorted(condition.removed), sorted(condition.present)))
    return entries


def _pieces_between(board: DominoBoard, start: Square, side: str, value: int) -> Iterator[int]:
    """The pieces on the ``value`` squares next to a square on a side."""
    (x, y), (dx, dy) = start, SIDES[side]
    if value < 8:  # few squares are looked at one by one
        between = ((x + dx * step, y + dy * step) for step in range(1, value + 1))
        return (board.piece_at[square] for square in between if square in board.piece_at)
    line = board.covered_lines[(None, y) if dx else (x, None)]
    place = x if dx else y
    first = place + 1 if dx + dy > 0 else place - value
    covered = line[bisect_left(line, first) : bisect_left(line, first + value)]
    return (board.piece_at[(other, y) if dx else (x, other)] for other in covered)


def _condition(board: DominoBoard, side: str, halves: tuple[tuple[Square, int], ...]) -> RemovalCondition:
    removed: set[int] = set()
    present: set[int] = set()
    dx, dy = SIDES[side]
    for (x, y), value in halves:
        to_edge = {"left": x, "right": board.width - 1 - x, "up": y, "down": board.height - 1 - y}[side]
        if value > to_edge:
            reason = f"the edge is {counted(to_edge, 'square')} away, and the value is {value}"
            return RemovalCondition(side, impossible=reason)
        removed.update(_pieces_between(board, (x, y), side, value))
        end = (x + dx * (value + 1), y + dy * (value + 1))
        if end in board.piece_at:
            present.add(board.piece_at[end])
        elif value < to_edge:
            reason = f"the square {end}, where the next piece would have to be, is empty from the start"
            return RemovalCondition(side, impossible=reason)
    if both := removed & present:
        reason = f"piece {min(both) + 1} would have to be both removed and present"
        return RemovalCondition(side, impossible=reason)
    return RemovalCondition(side, frozenset(removed), frozenset(present))
