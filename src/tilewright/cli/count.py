"""``tilewright count``: how many solutions there are, without keeping any."""

from __future__ import annotations

from typing import Any

import click

from tilewright.cli.count_modes import MODULUS, count_by_piece, count_modulo
from tilewright.cli.crossings import solve_and_reject
from tilewright.cli.engines import COUNTERS
from tilewright.cli.orders import order_option
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.report import json_option, print_json, quiet_option
from tilewright.cli.run_advice import run_line
from tilewright.cli.search import Request, explain_end, hint_at_use, search_options, summary
from tilewright.cli.watch import Watch

EPILOG = """\b
Examples:
  tilewright count catalog:pentominoes-6x10
  tilewright count catalog:pentominoes-6x10 --unique
  tilewright count catalog:monomer-dimer-4x4 --by O1
  tilewright count catalog:dominoes-8x8 --modulo 1000
  tilewright count puzzle.txt --motions rotation --json
  tilewright count puzzle.txt --time 10m --memory 2G --checkpoint state.ckpt
  tilewright count puzzle.txt --resume state.ckpt
  tilewright count puzzle.txt --engine frontier --order '0,0 1,0 2,0'

Solutions are different pictures: two copies of one piece are interchangeable. --labelled tells them
apart; --unique counts solutions that turns and mirrors of the board carry into each other once. Only
turns count when pieces may not be mirrored. --by and --modulo are answered by the engine frontier.
"""


@click.command(epilog=EPILOG, short_help="Count all solutions.")
@click.argument("file")
@click.option("--limit", type=AMOUNT, metavar="N", help="Stop after N solutions.")
@click.option("--by", metavar="PIECE", help="Count the solutions for each number of copies of this piece.")
@click.option(
    "--modulo", "modulus", type=MODULUS, metavar="P", help="Only tell the number modulo P, up to 2^63 - 1."
)
@search_options(COUNTERS)
@order_option
@quiet_option
@json_option
def count(
    file: str,
    limit: int | None,
    by: str | None,
    modulus: int | None,
    quiet: bool,  # noqa: FBT001 - from click
    as_json: bool,  # noqa: FBT001
    **wishes: Any,
) -> None:
    """Count all solutions of the puzzle in FILE."""
    request = Request(file, **wishes)
    if by is not None:
        code = count_by_piece(request, by, limit=limit, modulus=modulus, quiet=quiet, as_json=as_json)
    elif modulus is not None:
        code = count_modulo(request, modulus, limit=limit, quiet=quiet, as_json=as_json)
    else:
        code = _count(request, limit, quiet=quiet, as_json=as_json)
    click.get_current_context().exit(code)


def _count(request: Request, limit: int | None, *, quiet: bool, as_json: bool) -> int:
    if request.reject is not None and request.order is not None:
        raise click.UsageError("--reject lists solutions, and --order is for counts that list none")
    puzzle = request.source().puzzle
    from tilewright.solve import api

    with Watch("counting", quiet=quiet, long_way=run_line(request, "--count", limit=limit)) as watch:
        if request.reject is not None:
            answer = solve_and_reject(request, puzzle, lambda solution: None, watch, limit)
        else:
            answer = api.count(puzzle, **request.keywords(watch, limit))
    if as_json:
        print_json({**request.heading("count", puzzle), **request.counts(puzzle, answer)})
    else:
        click.echo(summary(request, puzzle, answer))
    code = explain_end(request, answer, watch, limit)
    if answer.status.value == "complete" and answer.solutions == 0:
        hint_at_use(request, puzzle)
    return code
