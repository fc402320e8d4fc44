"""A game by hand: a board, what was removed, what was taken back; moves are strings.

What a player types becomes a move (``interpret``), and a move a new position (``apply``); nothing changes in
place. A move is a piece as in the files (``h;0;2;3;1``), ``undo`` or ``redo``.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.errors import PuzzleError
from tilewright.families.vanishing.answer import VanishAnswer
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.check import faults
from tilewright.families.vanishing.conditions import Way, conditions
from tilewright.families.vanishing.exact import solve

UNDO, REDO = "undo", "redo"

_NUMBER = re.compile(r"[0-9]{1,9}")
_PLACE = re.compile(r"\(?\s*([0-9]{1,9})\s*[\s,;]\s*([0-9]{1,9})\s*\)?")
_EXPECTED = "expected the number of a piece, or x and y of one of its squares"


@dataclass(frozen=True)
class Game:
    """A board with the conditions of its pieces, compiled when the first is asked for."""

    board: DominoBoard

    @cached_property
    def ways(self) -> list[list[Way]]:
        """For each piece the sides on which it can ever go."""
        return conditions(self.board)


@dataclass(frozen=True)
class Position:
    """What was removed, first to last, and what was taken back and can be redone, the next one last."""

    game: Game
    removed: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()

    @cached_property
    def gone(self) -> frozenset[int]:
        """The removed pieces."""
        return frozenset(self.removed)

    @property
    def left(self) -> int:
        """How many pieces are on the board."""
        return len(self.game.board.pieces) - len(self.removed)

    @cached_property
    def removable(self) -> tuple[int, ...]:
        """The pieces that may go now, in the order of the board."""
        return tuple(
            number
            for number, ways in enumerate(self.game.ways)
            if number not in self.gone and any(self._open(way) for way in ways)
        )

    def _open(self, way: Way) -> bool:
        return way.gone <= self.gone and not way.there & self.gone


def begin(board: DominoBoard, removed: Sequence[int] = ()) -> Position:
    """The position after these removals; PuzzleError when one of them is not allowed."""
    if wrong := faults(board, removed):
        raise PuzzleError(wrong[0])
    return Position(Game(board), tuple(removed))


def moves(position: Position) -> tuple[str, ...]:
    """Every move that is allowed: removals first."""
    found = [str(position.game.board.pieces[number]) for number in position.removable]
    if position.removed:
        found.append(UNDO)
    if position.undone:
        found.append(REDO)
    return tuple(found)


def interpret(position: Position, typed: str) -> str:
    """The move that a player means; PuzzleError, a plain sentence, when there is none.

    A removal is the piece's number (from 1, in the order of the board), the place of one of its squares
    (``3 1``, ``3,1`` or ``(3, 1)``), or the piece as in the files; ``u`` is undo and ``r`` is redo.
    """
    words = typed.strip()
    if words.lower() in ("u", UNDO):
        if not position.removed:
            raise PuzzleError("nothing was removed yet, so nothing can be undone")
        return UNDO
    if words.lower() in ("r", REDO):
        if not position.undone:
            raise PuzzleError("nothing was undone, so nothing can be redone")
        return REDO
    number = _named(position.game.board, words)
    piece = position.game.board.pieces[number]
    if number in position.gone:
        raise PuzzleError(f"piece {number + 1} ({piece}) has been removed already")
    if number not in position.removable:
        raise PuzzleError(
            f"piece {number + 1} ({piece}) cannot go now: no side has the distance of its value"
        )
    return str(piece)


def _named(board: DominoBoard, words: str) -> int:
    """The piece that is meant, on the board or gone."""
    count = len(board.pieces)
    if _NUMBER.fullmatch(words):
        if not 1 <= int(words) <= count:
            raise PuzzleError(f"there is no piece {int(words)}; they are numbered from 1 to {count}")
        return int(words) - 1
    if place := _PLACE.fullmatch(words):
        x, y = int(place[1]), int(place[2])
        if not (x < board.width and y < board.height):
            raise PuzzleError(
                f"the square {x} {y} is not on the board; x is from 0 to {board.width - 1} and y from 0 to "
                f"{board.height - 1}"
            )
        if (x, y) not in board.piece_at:
            raise PuzzleError(f"no piece lies on the square {x} {y}")
        return board.piece_at[x, y]
    for number, piece in enumerate(board.pieces):
        if str(piece) == words:
            return number
    shown = words if len(words) <= 40 else words[:37] + "..."
    raise PuzzleError(f"{shown!r} is no move; {_EXPECTED}")


def apply(position: Position, move: str) -> Position:
    """The position after a move. A removal forgets what could be redone, unless it is just that."""
    move = interpret(position, move)
    removed, undone = position.removed, position.undone
    if move == UNDO:
        return replace(position, removed=removed[:-1], undone=(*undone, removed[-1]))
    if move == REDO:
        return replace(position, removed=(*removed, undone[-1]), undone=undone[:-1])
    number = _named(position.game.board, move)
    kept = undone[:-1] if undone[-1:] == (number,) else ()
    return replace(position, removed=(*removed, number), undone=kept)


def remaining(position: Position) -> tuple[DominoBoard, tuple[int, ...]]:
    """The board as it lies now, and for each of its pieces the number on the first board.

    A game may begin from any position: who may go depends on nothing but what is there.
    """
    board = position.game.board
    numbers = tuple(number for number in range(len(board.pieces)) if number not in position.gone)
    return DominoBoard(board.width, board.height, tuple(board.pieces[n] for n in numbers)), numbers


def best_from(
    position: Position,
    *,
    seconds: float | None = None,
    cancel: threading.Event | None = None,
    on_progress: Callable[[VanishAnswer], None] | None = None,
) -> VanishAnswer:
    """The exact solver's answer from here; its order names the pieces as on the first board.

    ``on_progress`` hears of answers under way, whose orders are not to be used.
    """
    board, numbers = remaining(position)
    found = solve(board, seconds=seconds, cancel=cancel, on_progress=on_progress)
    return replace(found, order=tuple(numbers[number] for number in found.order))


def with_plan(position: Position, order: Sequence[int]) -> Position:
    """The position with an order of removal laid out to be redone, one piece at a time."""
    return replace(position, undone=tuple(reversed(order)))
