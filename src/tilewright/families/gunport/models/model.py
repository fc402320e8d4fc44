"""What the four models have in common: the board in rows and columns, and a program that can be read back."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.models.program import Program
from tilewright.model.lattices import Cell

Square = tuple[int, int]
"""Row i and column j of a cell, both from 1, as the paper counts."""

TOLERANCE = 1e-3
"""How far a solver's bound, a float, may be from the truth: the bound is moved by this much to the safe side
before it is rounded to a whole number. Solvers keep rows to about 1e-6, sums to about 1e-4."""


@dataclass(frozen=True)
class Grid:
    """A board in rows i and columns j from 1, as the paper writes cells."""

    board: GunportBoard

    @cached_property
    def corner(self) -> Cell:
        """The cell (x, y) that row 1 and column 1 begin at."""
        return min(x for x, _ in self.board.cells), min(y for _, y in self.board.cells)

    def square(self, cell: Cell) -> Square:
        """Row and column of a cell."""
        left, top = self.corner
        return cell[1] - top + 1, cell[0] - left + 1

    def cell(self, square: Square) -> Cell:
        """The cell in this row and column."""
        left, top = self.corner
        return square[1] + left - 1, square[0] + top - 1

    @cached_property
    def squares(self) -> list[Square]:
        """All cells, row by row."""
        return sorted(map(self.square, self.board.cells))

    @cached_property
    def pairs(self) -> list[tuple[Square, Square]]:
        """All pairs of adjacent cells, the upper or left one first: where a domino can lie."""
        there = set(self.squares)
        return [((i, j), b) for i, j in self.squares for b in ((i, j + 1), (i + 1, j)) if b in there]

    def neighbours(self, square: Square) -> list[Square]:
        """The cells that are adjacent to this one."""
        i, j = square
        there = self._there
        return [b for b in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)) if b in there]

    @cached_property
    def _there(self) -> frozenset[Square]:
        return frozenset(self.squares)

    @cached_property
    def given_dominoes(self) -> list[tuple[Square, Square]]:
        """The dominoes that every arrangement must have, as pairs; PuzzleError when one is no domino."""
        given, places = [], set(self.pairs)
        for piece in sorted(self.board.pieces):
            squares = sorted(map(self.square, piece))
            pair = (squares[0], squares[-1])
            if len(squares) != 2 or pair not in places:
                raise PuzzleError(f"the given piece on {list(piece)} is no domino")
            given.append(pair)
        return given

    @cached_property
    def given_ports(self) -> list[Square]:
        """The cells that must stay vacant."""
        return sorted(map(self.square, self.board.ports))

    @cached_property
    def rows(self) -> int:
        """The number of the last row."""
        return max(i for i, _ in self.squares)

    @cached_property
    def columns(self) -> int:
        """The number of the last column."""
        return max(j for _, j in self.squares)


@dataclass(frozen=True)
class Model:
    """A formulation written down for one board.

    ``read`` takes the variables' values to the dominoes, as pairs of cells. ``counts`` says what the
    objective counts: "dominoes", "monominoes", or "" when the model asks for exactly ``dominoes`` of them.
    """

    name: str
    grid: Grid
    program: Program
    read: Callable[[Sequence[int]], list[tuple[Square, Square]]]
    counts: str = ""
    dominoes: int | None = None

    def pieces(self, values: Sequence[int]) -> list[tuple[Cell, Cell]]:
        """The dominoes of a solution, as cells of the board."""
        cell = self.grid.cell
        return [(cell(a), cell(b)) for a, b in self.read(values)]

    def least_dominoes(self, bound: float) -> int:
        """The bound on dominoes that follows from a solver's bound on the objective, never less than 0.

        The solver's bound is a float. It is moved by :data:`TOLERANCE` to the safe side and then rounded to
        the whole number that it proves: up for a sum of dominoes. A bound on monominoes is rounded down; what
        they leave of the board is covered two cells at a time, so half of it is rounded up. A bound that is
        infinite, or no number, proves nothing: 0.
        """
        if not self.counts or not math.isfinite(bound):
            return 0
        if self.counts == "dominoes":
            return max(0, math.ceil(bound - TOLERANCE))
        monominoes = math.floor(bound + TOLERANCE)
        return max(0, -((monominoes - len(self.grid.squares)) // 2))


def grid_of(name: str, board: GunportBoard, rules: Rules, *, slides_supported: bool = False) -> Grid:
    """The board as the models see it; UnsupportedError for rules that the model of this name cannot hold."""
    if not rules.is_domino:
        raise UnsupportedError(f"the model {name} knows dominoes only, not the piece {rules.piece.name}")
    if rules.no_slide and not slides_supported:
        raise UnsupportedError(f"the model {name} cannot forbid sliding; the model monomino can")
    return Grid(board)
