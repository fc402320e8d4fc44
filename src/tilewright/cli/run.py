"""``tilewright run``: searches that are kept in a file, and go on after whatever stopped them."""

from __future__ import annotations

import click

from tilewright.cli.run_export import export
from tilewright.cli.run_manage import delete, stop, verify
from tilewright.cli.run_start import resume, start
from tilewright.cli.run_status import list_runs, status

EPILOG = """\b
Examples:
  tilewright run start catalog:pentominoes-6x10 --unique
  tilewright run status last
  tilewright run resume last --workers 4
  tilewright run export last -o solutions.ndjson

A run lives in a file of runs, task by task: after Ctrl-C, a crash, kill -9 or a power cut it goes on where it
was, and no solution is lost or counted twice. ID may be cut short; 'last' is the newest run.
"""


class RunGroup(click.Group):
    """A group that lists its commands in the order of use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=RunGroup, epilog=EPILOG, short_help="Searches that last: stop, resume, use a cluster.")
def run() -> None:
    """Search for hours or weeks, on one core or a cluster, through crashes and power cuts."""


for command in (start, status, resume, stop, list_runs, export, delete, verify):
    run.add_command(command)
