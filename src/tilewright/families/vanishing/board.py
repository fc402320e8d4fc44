"""Boards of vanishing dominoes, and the rule of removal checked on their squares alone.

A domino may be removed when, on one of its four sides, the distance over empty squares to the next domino or
to the edge of the board equals its value: on a short side the value of that half, on a long side the values
of both halves, each with its own distance. No solver is involved here: this module checks what they find.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.errors import PuzzleError
from tilewright.family import FamilyPuzzle

Square = tuple[int, int]
"""(x, y), from 0: y grows downwards, and x to the right, or to the left with ``DominoBoard.from_right``."""

SIDES = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Each side of a domino with the step that leads away from it, where x grows to the right."""

MAX_SIDE = 2_000  # the longest side of a board
MAX_PIECES = 100_000  # the most dominoes on a board
MAX_VALUE = 1_000_000  # the largest value of a half; a distance never exceeds the longest side


@dataclass(frozen=True)
class Domino:
    """A domino, upright or level, whose half on (x, y) has the value ``first``: the upper half, or the level
    one with the smaller x.
    """

    upright: bool
    first: int
    second: int
    x: int
    y: int

    @property
    def squares(self) -> tuple[Square, Square]:
        """The two squares that it covers, that of the first value first."""
        other = (self.x, self.y + 1) if self.upright else (self.x + 1, self.y)
        return ((self.x, self.y), other)

    @property
    def values(self) -> tuple[int, int]:
        return (self.first, self.second)

    @property
    def sides(self) -> tuple[tuple[str, tuple[tuple[Square, int], ...]], ...]:
        """The four sides, the short ones first, each with the (square, value) of the halves that face it."""
        first, second = zip(self.squares, self.values, strict=True)
        names = ("up", "down", "left", "right") if self.upright else ("left", "right", "up", "down")
        return tuple(zip(names, ((first,), (second,), (first, second), (first, second)), strict=True))

    def mirrored(self, width: int) -> Domino:
        """The domino on a board of this width whose columns are numbered from the other side."""
        if self.upright:
            return replace(self, x=width - 1 - self.x)
        return replace(self, first=self.second, second=self.first, x=width - 2 - self.x)

    def __str__(self) -> str:
        return f"{'v' if self.upright else 'h'};{self.first};{self.second};{self.x};{self.y}"


@dataclass(frozen=True)
class DominoBoard(FamilyPuzzle):
    """A board of ``width`` x ``height`` squares with dominoes that do not overlap, in a fixed order.

    ``from_right``: x grows to the left. Nothing but pictures and the names of sides depends on that.
    """

    width: int
    height: int
    pieces: tuple[Domino, ...]
    from_right: bool = False

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise PuzzleError(
                f"the board is {size_text(self.width, self.height)}; "
                f"expected 1 to {MAX_SIDE:,} squares a side"
            )
        if len(self.pieces) > MAX_PIECES:
            raise PuzzleError(f"there are {len(self.pieces):,} pieces; at most {MAX_PIECES:,} are accepted")
        if value := first_piece_error(self.width, self.height, self.pieces):
            number, error = value
            raise PuzzleError(f"piece {number + 1} ({self.pieces[number]}) {error}")

    def renumbered(self) -> DominoBoard:
        """The same board with the columns numbered from the other side."""
        pieces = tuple(piece.mirrored(self.width) for piece in self.pieces)
        return replace(self, pieces=pieces, from_right=not self.from_right)

    @cached_property
    def drawn(self) -> DominoBoard:
        """The same board where x grows to the right, as in pictures."""
        return self.renumbered() if self.from_right else self

    def side_name(self, side: str) -> str:
        """The side of a picture to which the steps of SIDES lead."""
        return {"left": "right", "right": "left"}.get(side, side) if self.from_right else side

    @cached_property
    def piece_at(self) -> dict[Square, int]:
        """The number of the piece on each covered square."""
        return {square: n for n, piece in enumerate(self.pieces) for square in piece.squares}

    @cached_property
    def covered_lines(self) -> dict[tuple[int | None, int | None], list[int]]:
        """The covered places, ascending, of each row ``(None, y)`` and each column ``(x, None)``."""
        lines: dict[tuple[int | None, int | None], list[int]] = defaultdict(list)
        for x, y in sorted(self.piece_at):
            lines[None, y].append(x)
            lines[x, None].append(y)
        return lines


def size_text(width: int, height: int) -> str:
    """A size as the whole program writes it, rows x columns: ``4 x 6`` is 6 squares wide."""
    return f"{height} x {width}"


def first_piece_error(width: int, height: int, pieces: Sequence[Domino]) -> tuple[int, str] | None:
    """The first piece that cannot lie on a board after those before it, and why, as the end of a sentence."""
    taken: dict[Square, int] = {}
    for number, piece in enumerate(pieces):
        if not all(0 <= x < width and 0 <= y < height for x, y in piece.squares):
            return number, f"lies outside the board of {size_text(width, height)}"
        if not all(0 <= value <= MAX_VALUE for value in piece.values):
            return number, f"has a value that is not from 0 to {MAX_VALUE:,}"
        for square in piece.squares:
            if square in taken:
                return number, f"overlaps piece {taken[square] + 1} at {square}"
            taken[square] = number
    return None


def distance(width: int, height: int, covered: Container[Square], start: Square, side: str) -> int:
    """The number of empty squares between a square and the next covered square, or the edge, on a side."""
    (x, y), (dx, dy) = start, SIDES[side]
    count = 0
    while True:
        x, y = x + dx, y + dy
        if not (0 <= x < width and 0 <= y < height) or (x, y) in covered:
            return count
        count += 1


def is_removable(board: DominoBoard, covered: Container[Square], number: int) -> bool:
    """Whether a piece may be removed while these squares are covered, its own among them."""
    return any(
        all(distance(board.width, board.height, covered, square, side) == value for square, value in halves)
        for side, halves in board.pieces[number].sides
    )


def order_error(board: DominoBoard, order: Sequence[int]) -> str:
    """The first error in an order of removal (pieces from 0), as a sentence; "" when it is allowed."""
    covered = dict(board.piece_at)
    removed: set[int] = set()
    for turn, number in enumerate(order, start=1):
        if not 0 <= number < len(board.pieces):
            return f"removal {turn} names piece {number + 1}; there are {len(board.pieces)}"
        name = f"piece {number + 1} ({board.pieces[number]})"
        if number in removed:
            return f"removal {turn} removes {name} a second time"
        if not is_removable(board, covered, number):
            return f"removal {turn}: {name} cannot be removed; on no side does the distance equal its value"
        removed.add(number)
        for square in board.pieces[number].squares:
            del covered[square]
    return ""
