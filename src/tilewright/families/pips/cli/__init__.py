"""``tilewright pips`` and its commands."""

from __future__ import annotations

import click

from tilewright.cli.options import DocumentedGroup
from tilewright.families.pips.cli.solve import count, show, solve


@click.group(cls=DocumentedGroup)
def pips() -> None:
    """Lay dominoes on a board whose regions have rules."""


for _command in (solve, count, show):
    pips.add_command(_command)
