"""The command ``tilewright vanish``: vanishing dominoes."""

from __future__ import annotations

import click

from tilewright.families.vanishing.cli.make import make
from tilewright.families.vanishing.cli.play import play
from tilewright.families.vanishing.cli.show import show
from tilewright.families.vanishing.cli.solve import compare, explain, solve, verify

EPILOG = """\b
Examples:
  tilewright vanish solve board.txt
  tilewright vanish solve board.xml -o solution.xml
  tilewright vanish solve board.txt --approx neighbourhoods --json
  tilewright vanish compare board1.txt board2.xml
  tilewright vanish verify board.txt solution.txt
  tilewright vanish show board.txt

A piece may be removed when, on one of its four sides, the distance over empty squares to the next piece or to
the edge equals its value: on a short side the value of that half, on a long side the values of both halves.
"""


@click.group(epilog=EPILOG, short_help="Vanishing dominoes: remove as many as possible.")
def vanish() -> None:
    """Remove as many dominoes as possible: exactly, by approximation, or by hand."""


for _command in (solve, compare, verify, explain, make, show, play):
    vanish.add_command(_command)
