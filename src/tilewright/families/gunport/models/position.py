"""The third formulation, ``position``: a variable for each place where a domino can lie.

    x[k]   = 1   when a domino lies on position k, a pair of adjacent cells
    y[i,j] = 1   when the cell in row i and column j is covered

    minimise   sum over k of x[k]

    (1)   sum of x[k] over the positions k with (i,j)   =  y[i,j]   covered, and by one domino only
    (2)   y[i,j] + y[a,b]                              >=  1        of two adjacent cells one is covered

Chlond and Bosch, The Gunport Problem, INFORMS Transactions on Education 6:2, 2006.
"""

from __future__ import annotations

from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.models.model import Model, grid_of
from tilewright.families.gunport.models.program import Program, total

NAME = "position"


def position(board: GunportBoard, rules: Rules) -> Model:
    """The model for a board; UnsupportedError for other pieces than dominoes, and for no_slide."""
    grid = grid_of(NAME, board, rules)
    program = Program(f"{NAME} on {board.name}")
    x = {pair: program.binary("x", k) for k, pair in enumerate(grid.pairs, start=1)}
    y = {square: program.binary("y", *square) for square in grid.squares}

    program.minimise(total(x.values()))
    for square in grid.squares:
        over = [(min(square, other), max(square, other)) for other in grid.neighbours(square)]
        program.require("covered", total(x[pair] for pair in over) | {y[square]: -1}, "=", 0)
    for a, b in grid.pairs:
        program.require("no_gap", total([y[a], y[b]]), ">=", 1)

    for pair in grid.given_dominoes:
        program.require("given", total([x[pair]]), "=", 1)
    for square in grid.given_ports:
        program.require("port", total([y[square]]), "=", 0)
    return Model(
        NAME,
        grid,
        program,
        lambda values: [pair for pair in grid.pairs if values[x[pair]]],
        counts="dominoes",
    )
