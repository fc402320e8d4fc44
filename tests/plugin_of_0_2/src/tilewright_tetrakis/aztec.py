"""The family ``aztec``: domino tilings of Aztec diamonds, with a command of its own.

The Aztec diamond of order n has 2^(n(n+1)/2) domino tilings (Elkies, Kuperberg, Larsen and Propp 1992).
"""

from __future__ import annotations

import click

import tilewright
from tilewright.cli.commands import StrictCommand
from tilewright.family import Family
from tilewright.model.pieces import piece_set
from tilewright.model.puzzle import Board, Piece, Puzzle

AZTEC = Family(
    "aztec",
    commands={"aztec": "Count the domino tilings of an Aztec diamond."},
    command_references={"aztec": "tilewright_tetrakis.aztec:aztec"},
)


def diamond(order: int) -> Puzzle:
    """The Aztec diamond of an order, to be filled with dominoes."""
    side = range(-order, order)
    cells = [(x, y) for x in side for y in side if abs(2 * x + 1) + abs(2 * y + 1) <= 2 * order]
    ((name, shape),) = piece_set("dominoes")
    return Puzzle(Board.of(cells), (Piece.of(name, shape, copies=len(cells) // 2),))


@click.command(cls=StrictCommand)
@click.argument("order", type=click.IntRange(1, 100))
def aztec(order: int) -> None:
    """Count the domino tilings of the Aztec diamond of this ORDER."""
    click.echo(tilewright.count(diamond(order)).solutions)
