"""Conditions of removal: which pieces must have been removed, and which must still be present."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from tilewright.families.vanishing.board import SIDES, DominoBoard, Square


@dataclass(frozen=True)
class RemovalCondition:
    """When one side of a piece allows its removal: once all ``removed`` are gone and while all ``present``
    are not.

    ``impossible`` is "" or says, as a sentence, why the board alone forbids it.
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
    """The conditions of all pieces as the core takes them: the piece, what must be removed, what present."""
    return [
        (number, sorted(condition.removed), sorted(condition.present))
        for number, conditions in enumerate(possible_conditions(board))
        for condition in conditions
    ]


def _condition(board: DominoBoard, side: str, halves: tuple[tuple[Square, int], ...]) -> RemovalCondition:
    removed: set[int] = set()
    present: set[int] = set()
    for square, value in halves:
        if impossible := _add_half(board, square, side, value, removed, present):
            return RemovalCondition(side, impossible=impossible)
    if both := removed & present:
        return RemovalCondition(
            side, impossible=f"piece {min(both) + 1} would have to be both removed and present"
        )
    return RemovalCondition(side, frozenset(removed), frozenset(present))


def _add_half(
    board: DominoBoard, square: Square, side: str, value: int, removed: set[int], present: set[int]
) -> str:
    """Add what one half requires on a side; the reason why the board forbids it, or ""."""
    (x, y), (dx, dy) = square, SIDES[side]
    to_edge = {"left": x, "right": board.width - 1 - x, "up": y, "down": board.height - 1 - y}[side]
    if value > to_edge:
        away = "1 square" if to_edge == 1 else f"{to_edge} squares"
        return f"the edge is {away} away, and the value is {value}"
    for step in range(1, value + 1):
        piece = board.piece_at.get((x + dx * step, y + dy * step))
        if piece is not None:
            removed.add(piece)
    if value == to_edge:
        return ""
    end = (x + dx * (value + 1), y + dy * (value + 1))
    blocker = board.piece_at.get(end)
    if blocker is None:
        return f"the square {end}, where the next piece would have to be, is empty from the start"
    present.add(blocker)
    return ""
