"""Vanishing dominoes played by hand: positions as values, moves as text, hints and scores.

A move is a text such as ``remove 3,1`` (the piece on that square), ``undo`` or ``redo``; ``interpret`` also
accepts shorter forms. ``apply`` returns a new position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilewright._core import VanishingSearch
from tilewright.errors import GameError
from tilewright.families.vanishing.board import SIDES, DominoBoard, Square, distance, order_error
from tilewright.families.vanishing.conditions import (
    RemovalCondition,
    native_conditions,
    possible_conditions,
    side_conditions,
)
from tilewright.families.vanishing.solving import VanishingResult, solve
from tilewright.play.notation import cell_text, check_length, replay_moves
from tilewright.solving.steps import Control
from tilewright.wording import counted, quoted

_UNLIMITED = Control()

UNDO, REDO = "undo", "redo"

_INTEGER = re.compile(r"[0-9]{1,9}")
_SQUARE = re.compile(r"\(?\s*([0-9]{1,9})\s*[\s,;]\s*([0-9]{1,9})\s*\)?")
_POSITION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})*")
_EXPECTED = "expected the number of a piece, or x and y of one of its squares, as in 'remove 3,1'"


@dataclass(frozen=True)
class VanishingPosition:
    """The removed pieces in order, and those that can be redone, the next one last; made by :func:`begin`."""

    board: DominoBoard
    conditions: list[list[RemovalCondition]] = field(repr=False, compare=False)
    removed: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()

    @cached_property
    def gone(self) -> frozenset[int]:
        return frozenset(self.removed)

    @cached_property
    def covered(self) -> dict[Square, int]:
        """The number of the remaining piece on each covered square."""
        return {square: n for square, n in self.board.piece_at.items() if n not in self.gone}

    @property
    def remaining(self) -> int:
        return len(self.board.pieces) - len(self.removed)

    @cached_property
    def removable(self) -> tuple[int, ...]:
        """The pieces that may be removed now, in the order of the board."""
        return tuple(filter(self.is_removable, range(len(self.board.pieces))))

    @cached_property
    def never(self) -> frozenset[int]:
        """Pieces that no removals from here can free, by a fixpoint iteration that need not find all."""
        board, numbers = remaining_board(self)
        stuck = VanishingSearch(len(board.pieces), native_conditions(board)).stuck
        return frozenset(numbers[number] for number in stuck)

    def is_removable(self, number: int) -> bool:
        """Whether a piece is on the board and may be removed now."""
        return number not in self.gone and any(c.holds(self.gone) for c in self.conditions[number])


def begin(board: DominoBoard, removed: Sequence[int] = ()) -> VanishingPosition:
    """The position after these removals; GameError when one of them is not allowed."""
    if error := order_error(board, removed):
        raise GameError(error)
    return VanishingPosition(board, possible_conditions(board), tuple(removed))


def move_text(board: DominoBoard, number: int) -> str:
    """The move that removes a piece."""
    return f"remove {cell_text(board.pieces[number].squares[0])}"


def moves(position: VanishingPosition) -> tuple[str, ...]:
    """Every allowed move, removals first."""
    texts = [move_text(position.board, number) for number in position.removable]
    return (*texts, *[UNDO] * bool(position.removed), *[REDO] * bool(position.undone))


def interpret(position: VanishingPosition, text: str) -> str:
    """The move that a text means, as :func:`moves` writes it; GameError, a plain sentence, when there is
    none.

    A removal is ``remove`` or nothing before one of: a square of the piece (``3,1``, ``3 1`` or ``(3, 1)``),
    the number of the piece (from 1, in the order of the board), or the piece as files write it
    (``h;0;2;3;1``). ``u`` is undo and ``r`` is redo.
    """
    check_length(text, "the move")
    words = text.strip()
    if words.lower() in ("u", UNDO):
        if not position.removed:
            raise GameError("no piece has been removed, so there is nothing to undo")
        return UNDO
    if words.lower() in ("r", REDO):
        if not position.undone:
            raise GameError("no removal was undone, so there is nothing to redo")
        return REDO
    number = _piece_number(position.board, words.removeprefix("remove "))
    piece = f"piece {number + 1} ({position.board.pieces[number]})"
    if number in position.gone:
        raise GameError(f"{piece} has already been removed")
    if not position.is_removable(number):
        raise GameError(f"{piece} cannot be removed now: on no side does the distance equal its value")
    return move_text(position.board, number)


def _piece_number(board: DominoBoard, words: str) -> int:
    count = len(board.pieces)
    if _INTEGER.fullmatch(words):
        if not 1 <= int(words) <= count:
            raise GameError(f"there is no piece {int(words)}; pieces are numbered from 1 to {count}")
        return int(words) - 1
    if match := _SQUARE.fullmatch(words.strip()):
        x, y = int(match[1]), int(match[2])
        if not (x < board.width and y < board.height):
            raise GameError(
                f"the square {x},{y} is not on the board; x is from 0 to {board.width - 1} and y from 0 to "
                f"{board.height - 1}"
            )
        if (x, y) not in board.piece_at:
            raise GameError(f"there is no piece on the square {x},{y}")
        return board.piece_at[x, y]
    for number, piece in enumerate(board.pieces):
        if str(piece) == words:
            return number
    raise GameError(f"{quoted(words)} is not a move; {_EXPECTED}")


def apply(position: VanishingPosition, text: str) -> VanishingPosition:
    """The position after a move. A removal clears what could be redone, unless it repeats just that."""
    move = interpret(position, text)
    removed, undone = position.removed, position.undone
    if move == UNDO:
        return replace(position, removed=removed[:-1], undone=(*undone, removed[-1]))
    if move == REDO:
        return replace(position, removed=(*removed, undone[-1]), undone=undone[:-1])
    number = _piece_number(position.board, move.removeprefix("remove "))
    undone = undone[:-1] if undone[-1:] == (number,) else ()
    return replace(position, removed=(*removed, number), undone=undone)


def replay(board: DominoBoard, texts: Iterable[str]) -> VanishingPosition:
    """The position after these moves; the GameError of a wrong one names it, counted from 1."""
    return replay_moves(begin(board), texts, apply)


def dumps(position: VanishingPosition) -> str:
    """The removed pieces as a short text of numbers, from 0, separated by ``.``."""
    return ".".join(map(str, position.removed))


def loads(board: DominoBoard, text: str) -> VanishingPosition:
    """The position of a text as ``dumps`` writes it; GameError when it is not one of this board."""
    check_length(text, "the position")
    if text and not _POSITION.fullmatch(text):
        raise GameError(f"{quoted(text)} is not a position; expected one such as 4.0.7")
    return begin(board, [int(number) for number in text.split(".")] if text else [])


def remaining_board(position: VanishingPosition) -> tuple[DominoBoard, tuple[int, ...]]:
    """The board without the removed pieces, on which a game may begin, and the numbers of the others."""
    board = position.board
    numbers = tuple(number for number in range(len(board.pieces)) if number not in position.gone)
    return replace(board, pieces=tuple(board.pieces[n] for n in numbers)), numbers


def best_result(position: VanishingPosition, control: Control = _UNLIMITED) -> VanishingResult:
    """The exact solver's result from here; its order names the pieces by their numbers on the first board."""
    board, numbers = remaining_board(position)
    result = solve(board, control=control)
    return replace(result, order=tuple(numbers[number] for number in result.order))


def with_plan(position: VanishingPosition, order: Sequence[int]) -> VanishingPosition:
    """The position with an order of removal to be redone, one piece at a time."""
    return replace(position, undone=tuple(reversed(order)))


def reachable_text(best: VanishingResult) -> str:
    """How few pieces can still remain, as a sentence without its full stop."""
    if not best.proven:
        return f"at best {best.lower_bound:,} to {best.remaining:,} pieces will remain"
    if not best.remaining:
        return "all pieces can still be removed"
    return f"at best {counted(best.remaining, 'piece')} will remain"


def score_text(remaining: int, best: VanishingResult) -> str:
    """How a final score compares with the best result from the start, as the end of a sentence."""
    if remaining == best.lower_bound:
        return "this is the best possible score"
    if best.proven:
        return f"the best possible score is {best.remaining:,}"
    if remaining <= best.remaining:
        return f"no better score is known; at least {best.lower_bound:,} must remain"
    return f"a score of {best.remaining:,} is known to be possible"


@dataclass(frozen=True)
class RemovalHint:
    """The first removal of the best known order, as a piece and a move; None when there is none."""

    sentence: str
    number: int | None = None
    move: str | None = None


def hint(position: VanishingPosition, best: VanishingResult) -> RemovalHint:
    """A removal after which the fewest pieces can remain, by the best result from this position."""
    if not position.remaining:
        return RemovalHint("The board is empty.")
    if not position.removable:
        return RemovalHint("No piece can be removed any more.")
    if not best.order:
        return RemovalHint("No hint was found in the time limit.")
    number, move = best.order[0], move_text(position.board, best.order[0])
    square = move.removeprefix("remove ")
    return RemovalHint(f"Remove the piece on {square}: {reachable_text(best)}.", number, move)


def hint_reasons(position: VanishingPosition, number: int) -> tuple[str, ...]:
    """Why a removable piece should go now: the side that allows it, what would block it, what it frees."""
    board = position.board
    reasons = [next(state.sentence for state in side_states(position, number) if state.holds)]
    spoilers = [
        other
        for other in position.removable
        if other != number and number in apply(position, move_text(board, other)).never
    ]
    if spoilers:
        reasons.append(f"It can never go if it is not removed before {_pieces_text(board, spoilers, 'any')}.")
    after = apply(position, move_text(board, number))
    freed = [other for other in after.removable if other not in position.removable]
    if freed:
        reasons.append(f"After it, {_pieces_text(board, freed, 'all')} can go.")
    return tuple(reasons)


def _pieces_text(board: DominoBoard, numbers: Sequence[int], which: str) -> str:
    *squares, last = [cell_text(board.pieces[number].squares[0]) for number in numbers]
    if not squares:
        return f"the piece on {last}"
    return f"{'any of ' if which == 'any' else ''}the pieces on {'; '.join(squares)} and {last}"


@dataclass(frozen=True)
class DistanceArrow:
    """From a half of a piece over ``distance`` empty squares to ``last``; ``fits`` if that is its value."""

    start: Square
    value: int
    distance: int
    last: Square
    fits: bool


@dataclass(frozen=True)
class SideState:
    """A side of a piece, with one or two arrows, whether it allows the removal, and why or why not."""

    side: str
    arrows: tuple[DistanceArrow, ...]
    holds: bool
    sentence: str


def side_states(position: VanishingPosition, number: int) -> tuple[SideState, ...]:
    """The four sides of a piece, the short ones first; GameError when the piece is not on the board."""
    board = position.board
    if not 0 <= number < len(board.pieces):
        raise GameError(f"there is no piece number {number}; they are numbered from 0")
    piece = board.pieces[number]
    if number in position.gone:
        raise GameError(f"the piece on {cell_text(piece.squares[0])} has already been removed")
    states = []
    for (side, halves), condition in zip(piece.sides, side_conditions(board, number), strict=True):
        arrows = tuple(_arrow(position, square, value, side) for square, value in halves)
        holds = all(arrow.fits for arrow in arrows)
        words = " and ".join(f"{arrow.distance} for the value {arrow.value}" for arrow in arrows)
        name = board.side_name(side)
        sentence = f"Side {name}: {'allows' if holds else 'does not allow'} removal, the distance is {words}"
        if condition.impossible:
            sentence += f"; it never will: {condition.impossible}"
        states.append(SideState(name, arrows, holds, f"{sentence}."))
    return tuple(states)


def _arrow(position: VanishingPosition, start: Square, value: int, side: str) -> DistanceArrow:
    count = distance(position.board.width, position.board.height, position.covered, start, side)
    (x, y), (dx, dy) = start, SIDES[side]
    return DistanceArrow(start, value, count, (x + dx * count, y + dy * count), count == value)
