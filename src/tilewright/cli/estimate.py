"""``tilewright estimate``: how large the search would be, before it is begun."""

from __future__ import annotations

import click

from tilewright.cli.report import json_option, print_json, quiet_option
from tilewright.cli.sources import motions_option, read, use_option
from tilewright.cli.watch import Watch


@click.command()
@click.argument("file")
@motions_option
@use_option
@json_option
def estimate(file: str, motions: str | None, use: str, as_json: bool) -> None:  # noqa: FBT001
    """Estimate."""
