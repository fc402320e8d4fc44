"""``tilewright pips`` and its commands."""

from __future__ import annotations

import click

from tilewright.cli.options import DocumentedGroup
from tilewright.families.pips.cli.explain import explain
from tilewright.families.pips.cli.make import make
from tilewright.families.pips.cli.play import play
from tilewright.families.pips.cli.solve import count, show, solve


@click.group(cls=DocumentedGroup)
def pips() -> None:
    """Lay dominoes on a board whose regions have rules."""


for _command in (solve, count, show, explain, make, play):
    pips.add_command(_command)
