"""The command ``tilewright vanish``: vanishing dominoes."""

from __future__ import annotations

import click

from tilewright.cli.options import DocumentedGroup
from tilewright.families.vanishing.cli.convert import convert
from tilewright.families.vanishing.cli.estimate import estimate
from tilewright.families.vanishing.cli.graph import graph
from tilewright.families.vanishing.cli.make import make
from tilewright.families.vanishing.cli.play import play
from tilewright.families.vanishing.cli.show import show
from tilewright.families.vanishing.cli.solve import compare, solve, verify, why


@click.group(cls=DocumentedGroup)
def vanish() -> None:
    """Remove as many dominoes as possible: exactly, by approximation, or by hand."""


for _command in (solve, compare, verify, why, graph, estimate, make, convert, show, play):
    vanish.add_command(_command)
vanish.aliases["explain"] = "why"  # the name until version 0.2
