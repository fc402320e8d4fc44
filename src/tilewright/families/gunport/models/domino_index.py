"""The first formulation, ``domino-index``: each domino has a number, and each cell says which one covers it.

    x[i,j,k] = 1   when domino k covers the cell in row i and column j
    d[k]     = 1   when domino k is used

    minimise   sum over k of d[k]

    (1)   sum over k of x[i,j,k]                   <= 1        no cell is covered twice
    (2)   sum over i, j of x[i,j,k]                 = 2 d[k]   a domino that is used covers two cells,
    (3)   x[i,j,k]  <=  sum of x[a,b,k] over the cells (a,b) next to (i,j)               adjacent ones
    (4)   sum over k of x[i,j,k] + x[a,b,k]        >= 1        of two adjacent cells one is covered

The dominoes could be numbered in any way, and the linear relaxation is weak: this is the slow one.
Chlond and Bosch, The Gunport Problem, INFORMS Transactions on Education 6:2, 2006.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.models.model import Grid, Model, Square, grid_of
from tilewright.families.gunport.models.program import Program, total

NAME = "domino-index"

X = dict[tuple[int, int, int], int]
"""The variables x[i,j,k]."""


def domino_index(board: GunportBoard, rules: Rules) -> Model:
    """The model for a board; UnsupportedError for other pieces than dominoes, and for no_slide."""
    grid = grid_of(NAME, board, rules)
    program = Program(f"{NAME} on {board.name}")
    numbers = range(1, len(grid.squares) // 2 + 1)  # more dominoes than this have no room
    x = covering_variables(program, grid, numbers)
    d = {k: program.binary("d", k) for k in numbers}

    program.minimise(total(d.values()))
    for k in numbers:
        program.require("size", total(x[i, j, k] for i, j in grid.squares) | {d[k]: -2}, "=", 0)
    require_arrangement(program, grid, x, numbers)
    return Model(NAME, grid, program, lambda values: read_dominoes(x, values), counts="dominoes")


def covering_variables(program: Program, grid: Grid, numbers: range) -> X:
    """The variables x[i,j,k] for the dominoes with these numbers."""
    program.plan(len(grid.squares) * len(numbers))
    return {(i, j, k): program.binary("x", i, j, k) for i, j in grid.squares for k in numbers}


def require_arrangement(program: Program, grid: Grid, x: X, numbers: range) -> None:
    """The rows (1), (3) and (4), and what the board has given."""
    for i, j in grid.squares:
        program.require("once", total(x[i, j, k] for k in numbers), "<=", 1)
    for i, j in grid.squares:
        for k in numbers:
            beside = {x[a, b, k]: -1 for a, b in grid.neighbours((i, j))}
            program.require("beside", {x[i, j, k]: 1} | beside, "<=", 0)
    for (i, j), (a, b) in grid.pairs:
        either = total((x[i, j, k] for k in numbers), (x[a, b, k] for k in numbers))
        program.require("no_gap", either, ">=", 1)
    for k, pair in enumerate(grid.given_dominoes, start=1):
        for i, j in pair:
            program.require("given", total([x[i, j, k]] if k in numbers else []), "=", 1)
    for i, j in grid.given_ports:
        program.require("port", total(x[i, j, k] for k in numbers), "=", 0)


def read_dominoes(x: X, values: Sequence[int]) -> list[tuple[Square, Square]]:
    """The dominoes of a solution: the cells of each number, two of them or none."""
    cells: dict[int, list[Square]] = {}
    for (i, j, k), variable in x.items():
        if values[variable]:
            cells.setdefault(k, []).append((i, j))
    return [(min(pair), max(pair)) for pair in cells.values()]
