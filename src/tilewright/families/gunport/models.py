"""What the four models have in common: the board in rows and columns, and a program whose solutions can be
read.

The formulations are those of Chlond and Bosch, The Gunport Problem, INFORMS Transactions on Education 6:2,
2006.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.registry import ModelChoice
from tilewright.formats.integer_program import IntegerProgram
from tilewright.model.lattices import Cell
from tilewright.registry import load_attribute

MAX_VARIABLES = 500_000
"""The largest program that is built: today's solvers do not solve larger ones."""

Square = tuple[int, int]
"""Row i and column j of a cell, both from 1, as the paper counts."""

TOLERANCE = 1e-3
"""The possible error of a solver's bound, a float: the bound is moved by this much to the safe side before it
is rounded to a whole number. Solvers satisfy constraints to about 1e-6, sums to about 1e-4."""


@dataclass(frozen=True)
class ModelGrid:
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
        known = set(self.squares)
        return [((i, j), b) for i, j in self.squares for b in ((i, j + 1), (i + 1, j)) if b in known]

    def neighbours(self, square: Square) -> list[Square]:
        """The cells that are adjacent to this one."""
        i, j = square
        near = ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j))
        return [b for b in near if self.cell(b) in self.board.cells]

    @cached_property
    def given_dominoes(self) -> list[tuple[Square, Square]]:
        """The dominoes that every arrangement must have, as pairs; PuzzleError when one is not a domino."""
        given, known = [], set(self.pairs)
        for piece in sorted(self.board.pieces):
            squares = sorted(map(self.square, piece))
            pair = (squares[0], squares[-1])
            if len(squares) != 2 or pair not in known:
                raise PuzzleError(f"the given piece on {list(piece)} is not a domino")
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
class GunportModel:
    """The model of one board.

    ``read`` returns the dominoes of a solution, as pairs of cells. ``counts`` says what the objective counts:
    "dominoes", "monominoes", or "" when the model requires exactly ``dominoes`` of them.
    """

    name: str
    grid: ModelGrid
    program: IntegerProgram
    read: Callable[[Sequence[int]], list[tuple[Square, Square]]]
    counts: str = ""
    dominoes: int | None = None

    def pieces(self, values: Sequence[int]) -> list[tuple[Cell, Cell]]:
        """The dominoes of a solution, as cells of the board."""
        cell = self.grid.cell
        return [(cell(a), cell(b)) for a, b in self.read(values)]

    def least_dominoes(self, bound: float) -> int:
        """The lower bound on dominoes, 0 or more, that follows from a solver's bound on the objective.

        The solver's bound is moved by :data:`TOLERANCE` to the safe side and rounded to the whole number that
        it proves: up for dominoes, down for monominoes. The other cells are covered two at a time, so half of
        their number is rounded up. An infinite bound, or one that is no number, proves nothing: 0.
        """
        if not self.counts or not math.isfinite(bound):
            return 0
        if self.counts == "dominoes":
            return max(0, math.ceil(bound - TOLERANCE))
        monominoes = math.floor(bound + TOLERANCE)
        return max(0, -((monominoes - len(self.grid.squares)) // 2))


def start_model(
    name: str, board: GunportBoard, rules: Rules, *, suffix: str = "", supports_no_slide: bool = False
) -> tuple[ModelGrid, IntegerProgram]:
    """The grid and the empty program of a model; UnsupportedError for rules that the model cannot express."""
    if not rules.is_domino:
        raise UnsupportedError(f"the model {name} supports dominoes only, not the piece {rules.piece.name}")
    if rules.no_slide and not supports_no_slide:
        raise UnsupportedError(f"the model {name} cannot forbid sliding; the model monomino can")
    title = f"{name}{suffix} on {board.name}"
    return ModelGrid(board), IntegerProgram(title, max_variables=MAX_VARIABLES)


def build_model(choice: ModelChoice, board: GunportBoard, rules: Rules) -> GunportModel:
    """The chosen model of a board; UnsupportedError when there is none, see each formulation."""
    model: GunportModel = load_attribute(choice.descriptor.formulation)(board, rules, choice)
    return model
