"""``tilewright count``: how many solutions there are, without keeping any."""

from __future__ import annotations

from typing import Any

import click

from tilewright.cli.quantities import AMOUNT
from tilewright.cli.report import json_option, print_json, quiet_option
from tilewright.cli.request import Request, explain_end, hint_at_use, search_options, summary
from tilewright.cli.watch import Watch

EPILOG = """\b
Examples:
  tilewright count catalog:pentominoes-6x10
  tilewright count catalog:pentominoes-6x10 --unique
  tilewright count puzzle.txt --motions rotation --json
  tilewright count puzzle.txt --time 10m --memory 2G --checkpoint state.ckpt
  tilewright count puzzle.txt --resume state.ckpt

Solutions are different pictures: two copies of one piece are interchangeable. --labelled tells them
apart; --unique counts solutions that turns and mirrors of the board carry into each other once. Only
turns count when pieces may not be mirrored.
"""


@click.command(epilog=EPILOG, short_help="Count all solutions.")
@click.argument("file")
@click.option("--limit", type=AMOUNT, metavar="N", help="Stop after N solutions.")
@search_options
@quiet_option
@json_option
def count(file: str, limit: int | None, quiet: bool, as_json: bool, **wishes: Any) -> None:  # noqa: FBT001 - from click
    """Count all solutions of the puzzle in FILE."""
    request = Request(file, **wishes)
    puzzle = request.source().puzzle
    from tilewright.engines import answers

    with Watch("counting", quiet=quiet) as watch:
        answer = answers.count(puzzle, **request.keywords(watch, limit))
    if as_json:
        print_json({**request.heading("count", puzzle), **request.counts(puzzle, answer)})
    else:
        click.echo(summary(request, puzzle, answer))
    code = explain_end(request, answer, watch, limit)
    if answer.status.value == "complete" and answer.solutions == 0:
        hint_at_use(request, puzzle)
    click.get_current_context().exit(code)
