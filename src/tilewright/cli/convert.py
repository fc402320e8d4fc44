"""``tilewright convert``: a puzzle file in another format."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.cli.options import json_option, motions_option, reading_options
from tilewright.cli.output import check_writable, print_json
from tilewright.cli.sources import load_puzzle

EPILOG = """\b
Examples:
  tilewright convert puzzle.txt puzzle.toml
  tilewright convert catalog:pentominoes-6x10 mine.toml
  tilewright convert puzzle.toml - --to ascii
  tilewright convert puzzle.txt puzzle.toml --motions rotation
  tilewright convert burr.xmpuzzle burr.dlx --problem 2

\b
Formats of boards and pieces:
  toml         .toml      Tilewright's own, which can say everything
  ascii        .txt       a board and pieces drawn with characters
  xmpuzzle     .xmpuzzle  BurrTools: pieces of cubes and the shape they fill
  compact-dpf  .cdpf      board and pieces by coordinates

\b
Formats of items and options:
  dlx          .dlx       Knuth's text, with colours, multiplicities and costs
  ec           .ec        exact cover, a run of 0 and 1 for each option
  ec-numeric              exact cover, numbers with commas for each option
  dpf          .dpf       numbered locations, and what each piece may cover
  cnf          .cnf       clauses for SAT solvers; only written
  lp, mps      .lp, .mps  linear programs in 0/1 variables; only written

A puzzle with a board can become one of items and options, and not the other way round. A format that
cannot say what the puzzle says is refused, and nothing is written. gzip may have packed SOURCE.
"""


@click.command(epilog=EPILOG, short_help="Write a puzzle in another format.")
@click.argument("source")
@click.argument("target")
@reading_options
@click.option(
    "--to", "to_format", metavar="FORMAT", help="The format of TARGET; without it the suffix tells."
)
@motions_option
@json_option
def convert(
    source: str,
    target: str,
    from_format: str | None,
    problem: int | None,
    to_format: str | None,
    motions: str | None,
    as_json: bool,  # noqa: FBT001 - from click
) -> None:
    """Write the puzzle in SOURCE to the file TARGET, in the format of its suffix; '-' is standard output."""
    from tilewright import formats

    if target == "-" and to_format is None:
        raise click.UsageError("to write to standard output, name the format with --to")
    if target == "-" and as_json:
        raise click.UsageError("--json and the puzzle cannot both go to standard output; name a file")
    read_from = load_puzzle(source, motions=motions, format_name=from_format, problem=problem)
    if target != "-":
        check_writable(Path(target), read_from.path)
    formats.save(read_from.puzzle, target, format=to_format or "")
    if as_json:
        print_json({"command": "convert", "source": source, "target": target})
    elif target != "-":
        click.echo(f"wrote {target}")
