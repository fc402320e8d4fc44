"""Conditions of removal: which pieces must have been removed, and which must still be present."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from tilewright.families.vanishing.board import SIDES, DominoBoard, Square


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
    """The conditions of all pieces as the core takes them: the piece, what must be removed, what present."""
    return [
        (number, sorted(condition.removed), sorted(condition.present))
        for number, conditions in enumerate(possible_conditions(board))
        for condition in conditions
    ]


def _condition(board: DominoBoard, side: str, halves: tuple[tuple[Square, int], ...]) -> RemovalCondition:
    removed: set[int] = set()
    present: set[int] = set()
    dx, dy = SIDES[side]
    for (x, y), value in halves:
        to_edge = {"left": x, "right": board.width - 1 - x, "up": y, "down": board.height - 1 - y}[side]
        if value > to_edge:
            away = "1 square" if to_edge == 1 else f"{to_edge} squares"
            reason = f"the edge is {away} away, and the value is {value}"
            return RemovalCondition(side, impossible=reason)
        between = ((x + dx * step, y + dy * step) for step in range(1, value + 1))
        removed.update(board.piece_at[square] for square in between if square in board.piece_at)
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
