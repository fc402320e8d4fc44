"""``tilewright gunport table``: all rectangles up to a size, and where Pearce's formula fails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.commands import StrictCommand
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import json_option, quiet_option, resource_options
from tilewright.cli.output import note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import ParsedType, span
from tilewright.families import gunport as api
from tilewright.families.gunport.cli.library import no_slide_option
from tilewright.families.gunport.cli.output import REPORTS, check_output, write_report
from tilewright.solving.steps import Limits
from tilewright.wording import counted, quoted

if TYPE_CHECKING:
    from tilewright.families.gunport.table import RectangleTable, TableEntry

MOST_SIDE = 100_000
LISTED = 12  # the most boards that a sentence names
_ROWS = re.compile(r"(\d{1,6})(?:\.\.(\d{1,6}))?")

EPILOG = """\b
Examples:
  tilewright gunport table --max 12
  tilewright gunport table --max 17 -o table.tsv -o deviations.svg
  tilewright gunport table --max 200 --rows 2..9 --json
  tilewright gunport table --max 10 --no-slide

Up to 17 takes seconds, up to 20 half a minute and 2 GB. Ctrl-C keeps the finished boards.
"""


def _parse_rows(text: str) -> tuple[int, int]:
    match = _ROWS.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{quoted(text)} is not a range of rows; expected a form like 5 or 3..8")
    first, last = int(match[1]), int(match[2] or match[1])
    if first < 1 or last < first:
        raise ValueError(f"{quoted(text)}: expected 1 or more rows, the smaller number first")
    return first, last


SIZE_KEYS = ("rows", "columns", "dominoes", "ports", "pearce", "deviation")
ROWS = ParsedType("rows", _parse_rows)  # numbers of rows: 5, or 3..8


@click.command(cls=StrictCommand, epilog=EPILOG, short_help="All rectangles up to a size.")
@click.option(
    "--max", "high", type=click.IntRange(1, MOST_SIDE), default=12, show_default=True, metavar="N",
    help="The longest side.",
)  # fmt: skip
@click.option(
    "--min", "low", type=click.IntRange(1, MOST_SIDE), default=1, show_default=True, metavar="N",
    help="The shortest side.",
)  # fmt: skip
@click.option("--rows", type=ROWS, metavar="A..B", help="Only boards whose shorter side is in this range.")
@no_slide_option
@output_option("Write to this file: .tsv, .txt, or a picture, .svg or .png.", several=True)
@resource_options
@quiet_option
@json_option
def table(
    high: int,
    low: int,
    rows: tuple[int, int] | None,
    no_slide: bool,  # noqa: FBT001 - from click
    outputs: tuple[Path, ...],
    seconds: float | None,
    memory: int | None,
    threads: int | None,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Solve all boards with MIN <= m <= n <= MAX, and compare them with Pearce's formula."""
    if low > high:
        raise click.UsageError(f"--min {low} is more than --max {high}")
    for output in outputs:
        check_output(output, suffixes=REPORTS)
    table_range = api.TableRange(low, high, *(rows or ()))
    with ProgressMonitor("sweeping", quiet=quiet) as monitor:
        limits = Limits(seconds=seconds_left(seconds))
        options = api.SolveOptions(threads, memory, limits, monitor, monitor.cancel)
        swept = api.sweep_table(table_range, options, no_slide=no_slide)
    written = _write(swept, outputs)
    if as_json:
        print_json({**_body(swept), "output": [str(output) for output in outputs]})
    else:
        _print(swept, written, drawn=not outputs)
    click.get_current_context().exit(_code(swept))


def _write(swept: RectangleTable, outputs: Sequence[Path]) -> list[str]:
    from tilewright.families.gunport.pictures import table_scene
    from tilewright.families.gunport.table import matrix, tsv

    if not swept.sizes:
        return [f"nothing was solved; {output} was not written" for output in outputs]
    for output in outputs:
        text = f"{matrix(swept)}\n\n{_report(swept)}\n"
        write_report(output, {".tsv": tsv(swept), ".txt": text}, lambda: table_scene(swept))
    return [f"wrote {output}: {counted(len(swept.sizes), 'board')}" for output in outputs]


def _print(swept: RectangleTable, written: Sequence[str], *, drawn: bool) -> None:
    from tilewright.families.gunport.table import matrix

    if drawn and swept.sizes:
        click.echo(f"{matrix(swept)}\n")
    click.echo(f"{counted(len(swept.sizes), 'board')}   {span(swept.seconds)}")
    if swept.sizes:
        click.echo(_report(swept))
    for line in written:
        click.echo(line)


def _report(swept: RectangleTable) -> str:
    """The boards where Pearce's formula fails, in sentences."""
    if swept.no_slide:
        return (
            "+: more than Pearce's formula (for dominoes that may slide); -: fewer; x: dominoes can always "
            "slide\non this board."
        )
    what = "of 2 rows or more" + (" that were solved" if swept.status.value != "complete" else "")
    if not swept.failures:
        return f"Pearce's formula holds for all boards {what}."
    smallest = _named(swept.smallest_failures)
    squares = _named(swept.square_failures) if swept.square_failures else "none"
    return (
        f"Pearce's formula fails for {counted(len(swept.failures), 'board')} {what}; "
        f"the smallest: {smallest}.\n"
        f"Squares where it fails: {squares}."
    )


def _named(sizes: Sequence[TableEntry]) -> str:
    named = [
        f"{size.rows}x{size.columns} ({size.dominoes:,}, the formula gives {size.formula:,})"
        for size in sizes[:LISTED]
    ]
    more = f" and {len(sizes) - LISTED:,} more" if len(sizes) > LISTED else ""
    return ", ".join(named) + more


def _body(swept: RectangleTable) -> dict[str, object]:
    return {
        "command": "gunport table",
        "status": swept.status.value,
        "min": swept.span.low,
        "max": swept.span.high,
        "no_slide": swept.no_slide,
        "boards": [dict(zip(SIZE_KEYS, size.numbers, strict=True)) for size in swept.sizes],
        "smallest_failures": [[size.rows, size.columns] for size in swept.smallest_failures],
        "square_failures": [size.rows for size in swept.square_failures],
        "seconds": round(swept.seconds, 6),
        "note": swept.note,
    }


def _code(swept: RectangleTable) -> int:
    """The exit code; prints the limit that ended the table on stderr."""
    if swept.status.value == "cancelled":
        note(f"stopped after {counted(len(swept.sizes), 'board')}")
        return ExitCode.INTERRUPTED
    if swept.status.value == "limit":
        note(swept.note or f"the time limit was reached after {counted(len(swept.sizes), 'board')}")
    return ExitCode.of(swept.status, has_result=True)
