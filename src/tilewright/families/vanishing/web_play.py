"""Vanishing dominoes by hand: the moves of ``tilewright.families.vanishing.play`` as texts, arrows, hints,
new boards.

A move is a text: ``remove 3,1`` takes away the domino that lies on the square, when it may go: when on one of
its sides the distance over empty squares to the next piece or the edge is its value, on a long side for both
halves.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilewright.errors import GameError, PuzzleError
from tilewright.families.vanishing import play
from tilewright.families.vanishing.answer import VanishAnswer
from tilewright.families.vanishing.board import DominoBoard, Square
from tilewright.families.vanishing.check import may_go
from tilewright.families.vanishing.conditions import SIDES, Way, ways
from tilewright.families.vanishing.generation import DIFFICULTIES, PLAYS, Wishes, solvable_board
from tilewright.families.vanishing.play import Game, Position
from tilewright.play.notation import cell_text, check_length, cut, read_cells, replayed
from tilewright.solve.engines.base import Limits, Status

SIZES: Mapping[str, tuple[int, int]] = {"easy": (5, 4), "medium": (6, 6), "hard": (8, 6)}
"""Width and height of a new board, by difficulty, when none is asked for."""

MOST_SQUARES = 100
"""The largest board that is made for a game: it is made in seconds."""

EXPECTED = "expected 'remove x,y', with a square of the piece"

_STATUS = {"complete": Status.COMPLETE, "limit": Status.LIMIT, "cancelled": Status.CANCELLED}
_NUMBERS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})*")
_FIVE_SECONDS = Limits(seconds=5.0)


@dataclass(frozen=True)
class Move:
    """A removal: the piece's number from 0, and the square of its first half."""

    number: int
    square: Square

    def __str__(self) -> str:
        return f"remove {cell_text(self.square)}"


@dataclass(frozen=True)
class Arrow:
    """From a half of a piece to what is next on a side: over ``distance`` empty squares, ``value`` wanted.

    ``last`` is the last of the empty squares, or the half itself where there is none. ``piece`` is the number
    of the piece beyond it; None at the edge of the board.
    """

    start: Square
    value: int
    distance: int
    last: Square
    piece: int | None

    @property
    def fits(self) -> bool:
        """Whether the distance is the one that is wanted."""
        return self.distance == self.value


@dataclass(frozen=True)
class Side:
    """One side of a piece as the board lies now: ``left``, ``right``, ``up`` or ``down``, with its arrows.

    One arrow at an end, two on a long side. ``holds``: the piece may go by this side. ``sentence`` says why,
    or why not.
    """

    side: str
    arrows: tuple[Arrow, ...]
    holds: bool
    sentence: str


@dataclass(frozen=True)
class Hint:
    """A removal after which as few pieces can be left as from here; None when none can go, or none is known.

    ``left`` is the fewest that can still be left, as far as known, and ``lower_bound`` is proven.
    """

    status: Status
    sentence: str
    move: Move | None
    left: int
    lower_bound: int

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that the hint means."""
        return () if self.move is None else (str(self.move),)


@dataclass(frozen=True)
class Made:
    """A new board that can be cleared, and how often careless games clear it, a share."""

    board: DominoBoard
    difficulty: str
    careless: float


def begin(board: DominoBoard) -> Position:
    """The position before the first move."""
    return play.begin(board)


def interpret(position: Position, text: str) -> Move:
    """The removal that a text means; GameError, a plain sentence, when it is not allowed here."""
    return _Table(position.game.board, position.removed).read(text)


def apply(position: Position, move: Move) -> Position:
    """The position after a removal; GameError when it is not allowed here."""
    interpret(position, str(move))
    return Position(position.game, (*position.removed, move.number))


def replay(board: DominoBoard, moves: Iterable[str]) -> Position:
    """The position after these moves; the GameError of a wrong one says which it is, counted from 1."""
    table = replayed(_Table(board), moves, _Table.play)
    return Position(Game(board), tuple(table.removed))


class _Table:
    """What lies where, for removals one after another."""

    def __init__(self, board: DominoBoard, removed: Iterable[int] = ()) -> None:
        self.board = board
        self.covered = dict(board.piece_at)
        self.removed: dict[int, None] = {}
        for number in removed:
            self._take(number)

    def read(self, text: str) -> Move:
        check_length(text, "the move")
        verb, _, rest = text.strip().partition(" ")
        if verb != "remove":
            raise GameError(f"{cut(text.strip())!r} is no move; {EXPECTED}")
        squares = read_cells(rest, 2)
        if len(squares) > 1:
            raise GameError("one piece is removed at a time; expected one of its squares, as in 'remove 3,1'")
        (x, y), board = squares[0], self.board
        if not (0 <= x < board.width and 0 <= y < board.height):
            raise GameError(f"the square {x},{y} is not on the board of {board.width} x {board.height}")
        number = board.piece_at.get((x, y))
        if number is None:
            raise GameError(f"no piece lies on the square {x},{y}")
        if number in self.removed:
            raise GameError(f"the piece on {x},{y} has been removed already")
        if not may_go(board, self.covered, number):
            raise GameError(f"the piece on {x},{y} cannot go now: on no side is the distance its value")
        return _move(board, number)

    def play(self, text: str) -> _Table:
        self._take(self.read(text).number)
        return self

    def _take(self, number: int) -> None:
        self.removed[number] = None
        for square in self.board.pieces[number].squares:
            del self.covered[square]


def removals(position: Position) -> tuple[Move, ...]:
    """Every removal that is allowed now, in the order of the board."""
    return tuple(_move(position.game.board, number) for number in position.removable)


def sides(position: Position, number: int) -> tuple[Side, ...]:
    """The four sides of a piece that is on the board, its ends first, as they are now.

    GameError when the piece is gone, or there is none of this number.
    """
    board = position.game.board
    if not 0 <= number < len(board.pieces):
        raise GameError(f"there is no piece number {number}; they are numbered from 0")
    if number in position.gone:
        raise GameError(f"the piece on {cell_text(board.pieces[number].squares[0])} has been removed")
    return tuple(_side(position, number, way) for way in ways(board, number))


def best(
    position: Position,
    limits: Limits = _FIVE_SECONDS,
    cancel: threading.Event | None = None,
) -> VanishAnswer:
    """The fewest pieces that can still be left, with an order of removal, as far as the search came."""
    return play.best_from(position, seconds=limits.seconds, cancel=cancel)


def hint(
    position: Position,
    limits: Limits = _FIVE_SECONDS,
    cancel: threading.Event | None = None,
) -> Hint:
    """The first removal of the best order that is found; of the limits the time counts."""
    if not position.removable:
        told = "The board is empty." if not position.left else "No piece can go any more."
        return Hint(Status.COMPLETE, told, None, position.left, position.left)
    found = best(position, limits, cancel)
    status = _STATUS[found.ended]
    if not found.order:
        return Hint(status, "No hint was found in the time.", None, found.left, found.lower_bound)
    move = _move(position.game.board, found.order[0])
    words = f"Remove the piece on {cell_text(move.square)}; {reachable(found)}."
    return Hint(status, words, move, found.left, found.lower_bound)


def reachable(answer: VanishAnswer) -> str:
    """How few pieces can still be left, as half a sentence."""
    if answer.proven:
        return f"{answer.left:,} can still be left, no fewer" if answer.left else "all can still go"
    return f"{answer.left:,} can still be left, perhaps fewer, but at least {answer.lower_bound:,}"


def verdict(position: Position, known: VanishAnswer) -> str:
    """What a game is worth in which no piece can go any more, beside the best from the start, as a sentence.

    GameError when a piece can still go.
    """
    if position.removable:
        raise GameError("the game is not over: a piece can still go")
    if not position.left:
        return "The board is empty. Well done!"
    counted = f"{position.left:,} {'piece is' if position.left == 1 else 'pieces are'} left"
    if position.left <= known.lower_bound:
        return f"{counted}: the best there is. Well done!"
    if known.left < position.left:
        return f"{counted}; an order leaves {known.left:,}."
    return f"{counted}: no better order is known; at least {known.lower_bound:,} must stay."


def make_board(difficulty: str, width: int = 0, height: int = 0, seed: int = 0) -> Made:
    """A new board that can be cleared to the last piece; the same words make the same board.

    Without a size the usual one of the difficulty. PuzzleError for an unknown difficulty, a board that is too
    large, and when no board of this difficulty was found.
    """
    if difficulty not in DIFFICULTIES:
        raise PuzzleError(
            f"there is no difficulty {cut(difficulty)!r}; expected one of {', '.join(DIFFICULTIES)}"
        )
    width, height = width or SIZES[difficulty][0], height or SIZES[difficulty][1]
    if width * height > MOST_SQUARES:
        raise PuzzleError(
            f"a board of {width} x {height} is wished for; at most {MOST_SQUARES} squares are made"
        )
    made = solvable_board(Wishes(width, height, largest=min(4, max(width, height))), difficulty, seed)
    return Made(made.board, difficulty, made.reached / PLAYS)


def dumps(position: Position) -> str:
    """The removals as a short text of numbers, from 0, in the order of the board, with ``.`` between them."""
    return ".".join(map(str, position.removed))


def loads(board: DominoBoard, text: str) -> Position:
    """The position of a text as ``dumps`` writes it; GameError when it is none of this board."""
    check_length(text, "the position")
    if text and not _NUMBERS.fullmatch(text):
        raise GameError(f"{cut(text)!r} is no position; expected one such as 4.0.7")
    try:
        return play.begin(board, [int(number) for number in text.split(".")] if text else [])
    except PuzzleError as error:
        raise GameError(f"the position is of another board: {error}") from None


def _move(board: DominoBoard, number: int) -> Move:
    return Move(number, board.pieces[number].squares[0])


def _side(position: Position, number: int, way: Way) -> Side:
    piece = position.game.board.pieces[number]
    first, second = piece.squares
    ends = ("up", "down") if piece.upright else ("left", "right")
    if way.side in ends:
        halves = [(first, piece.first)] if way.side == ends[0] else [(second, piece.second)]
    else:
        halves = [(first, piece.first), (second, piece.second)]
    arrows = tuple(_arrow(position, square, value, way.side) for square, value in halves)
    holds = all(arrow.fits for arrow in arrows)
    told = " and ".join(f"{arrow.distance} for the value {arrow.value}" for arrow in arrows)
    words = f"{'It may go' if holds else 'It may not go'} {way.side}: the distance is {told}"
    if not holds and way.never:
        words += f"; it never will: {way.never}"
    return Side(way.side, arrows, holds, f"{words}.")


def _arrow(position: Position, start: Square, value: int, side: str) -> Arrow:
    board, (dx, dy) = position.game.board, SIDES[side]
    (x, y), distance = start, 0
    while True:
        u, v = x + dx, y + dy
        if not (0 <= u < board.width and 0 <= v < board.height):
            return Arrow(start, value, distance, (x, y), None)
        piece = board.piece_at.get((u, v))
        if piece is not None and piece not in position.gone:
            return Arrow(start, value, distance, (x, y), piece)
        x, y, distance = u, v, distance + 1
