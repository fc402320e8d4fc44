"""Boards of the vanishing dominoes game: dominoes with two values on a rectangle that need not be full."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import PuzzleError

Square = tuple[int, int]
"""(x, y): x grows to the right and y downwards, from 0."""

MAX_SIDE = 2_000
"""The longest side of a board."""

MAX_PIECES = 100_000
"""The most pieces on a board."""

MAX_VALUE = 1_000_000
"""The largest value of a half; one as large as the board's side can never matter."""


@dataclass(frozen=True)
class Domino:
    """A piece: ``upright`` or level, its left or upper half on (x, y) with the first value."""

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
        """The values of the two squares."""
        return (self.first, self.second)

    def __str__(self) -> str:
        return f"{'v' if self.upright else 'h'};{self.first};{self.second};{self.x};{self.y}"


@dataclass(frozen=True)
class DominoBoard:
    """A board ``width`` x ``height`` squares with dominoes that do not overlap, in the order of the file."""

    width: int
    height: int
    pieces: tuple[Domino, ...]

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise PuzzleError(
                f"the board is {self.width} x {self.height}; expected 1 to {MAX_SIDE:,} squares a side"
            )
        if len(self.pieces) > MAX_PIECES:
            raise PuzzleError(f"there are {len(self.pieces):,} pieces; at most {MAX_PIECES:,} are accepted")
        taken: dict[Square, int] = {}
        for number, piece in enumerate(self.pieces):
            fault = self.fault(piece)
            if fault:
                raise PuzzleError(f"piece {number + 1} ({piece}) {fault}")
            for square in piece.squares:
                if square in taken:
                    raise PuzzleError(
                        f"piece {number + 1} ({piece}) overlaps piece {taken[square] + 1} at {square}"
                    )
                taken[square] = number

    def fault(self, piece: Domino) -> str:
        """What is wrong with a piece by itself, as the end of a sentence; "" when nothing is."""
        if not all(0 <= x < self.width and 0 <= y < self.height for x, y in piece.squares):
            return f"lies outside the board of {self.width} x {self.height}"
        if not all(0 <= value <= MAX_VALUE for value in piece.values):
            return f"has a value that is not from 0 to {MAX_VALUE:,}"
        return ""

    @cached_property
    def piece_at(self) -> dict[Square, int]:
        """The number of the piece on each covered square."""
        return {square: n for n, piece in enumerate(self.pieces) for square in piece.squares}
