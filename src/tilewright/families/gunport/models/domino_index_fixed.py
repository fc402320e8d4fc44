"""The second formulation, ``domino-index-fixed``: as ``domino-index``, but with just p dominoes, all used.

    x[i,j,k] = 1   when domino k of 1 .. p covers the cell in row i and column j

    find any x with

    (1)   sum over k of x[i,j,k]                   <= 1        no cell is covered twice
    (2)   sum over i, j of x[i,j,k]                 = 2        each domino covers two cells,
    (3)   x[i,j,k]  <=  sum of x[a,b,k] over the cells (a,b) next to (i,j)     adjacent ones
    (4)   sum over k of x[i,j,k] + x[a,b,k]        >= 1        of two adjacent cells one is covered

p comes from Pearce's formula, unless another number is asked for. There is nothing to minimise, so a solution
shows that p dominoes are enough and not that p is the least.
Chlond and Bosch, The Gunport Problem, INFORMS Transactions on Education 6:2, 2006.
"""

from __future__ import annotations

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.formula import pearce
from tilewright.families.gunport.models.domino_index import (
    covering_variables,
    read_dominoes,
    require_arrangement,
)
from tilewright.families.gunport.models.model import Model, grid_of
from tilewright.families.gunport.models.program import Program, total

NAME = "domino-index-fixed"


def domino_index_fixed(board: GunportBoard, rules: Rules, dominoes: int | None = None) -> Model:
    """The model for a board and this many dominoes; without a number, for a rectangle, as many as Pearce's
    formula says. UnsupportedError for another board without a number, other pieces, and no_slide."""
    grid = grid_of(NAME, board, rules)
    if dominoes is None:
        if board.size is None:
            raise UnsupportedError(
                f"Pearce's formula, which gives the model {NAME} its number of dominoes, speaks of plain "
                "rectangles; for another board ask for a number of dominoes (--target)"
            )
        dominoes = pearce(*board.size)
    program = Program(f"{NAME} with {dominoes} dominoes on {board.name}")
    numbers = range(1, dominoes + 1)
    x = covering_variables(program, grid, numbers)

    for k in numbers:
        program.require("size", total(x[i, j, k] for i, j in grid.squares), "=", 2)
    require_arrangement(program, grid, x, numbers)
    return Model(NAME, grid, program, lambda values: read_dominoes(x, values), dominoes=dominoes)
