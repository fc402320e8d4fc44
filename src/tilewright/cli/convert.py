"""``tilewright convert``: a puzzle file in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tilewright.cli.completion import PLAIN_FILE, PUZZLE_FILE
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    ALL_PROBLEMS,
    DocumentedCommand,
    json_option,
    motions_option,
    reading_options,
    strict_option,
)
from tilewright.cli.output import check_writable, note
from tilewright.cli.sources import has_items, load_puzzle, report_warnings


class ConvertCommand(DocumentedCommand):
    """A command whose help lists the formats of the registry."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from tilewright.formats import FORMATS

        super().format_options(ctx, formatter)
        for heading, cells in (
            ("Formats of boards and pieces", True),
            ("Formats of items and options", False),
        ):
            rows = [
                (" ".join([name, *filter(None, entry.extensions)]), entry.summary)
                for name, entry in FORMATS.items()
                if entry.cells == cells
            ]
            with formatter.section(heading):
                formatter.write_dl(rows)


@click.command(cls=ConvertCommand)
@click.argument("source", type=PUZZLE_FILE)
@click.argument("target", type=PLAIN_FILE)
@reading_options
@strict_option
@click.option("--to", "to_format", metavar="FORMAT", help="Format of TARGET. Default: its extension decides.")
@motions_option
@click.option(
    "--labelled",
    is_flag=True,
    help="Number identical copies, which become different pieces; the solutions are the labelled ones.",
)
@click.option(
    "--pieces-first",
    is_flag=True,
    help="Write items and options, first the items of the pieces, then the cells row by row. Default: the "
    "cells column by column, then the pieces.",
)
@click.option("--header", is_flag=True, help="Name the items in a first line (ec).")
@json_option
def convert(
    *,
    source: str,
    target: str,
    to_format: str | None,
    labelled: bool,
    pieces_first: bool,
    header: bool,
    as_json: bool,
    **rules: Any,
) -> None:
    """Convert the puzzle in SOURCE to another format and write it to TARGET ('-' for standard output)."""
    from tilewright import formats

    if target == "-" and to_format is None:
        raise click.UsageError("standard output requires --to FORMAT")
    if target == "-" and as_json:
        raise click.UsageError("--json cannot be combined with standard output as TARGET")
    if rules["problem"] == ALL_PROBLEMS:
        if labelled or pieces_first or header or rules["lattice"] or rules["strict"]:
            raise click.UsageError(
                "--problem all cannot be combined with --labelled, --pieces-first, --header, --lattice or "
                "--strict"
            )
        if target != "-":
            check_writable(Path(target), None if source == "-" else Path(source))
        with report_warnings(source):
            formats.convert_problems(
                source,
                target,
                from_format=rules["from_format"] or "",
                to_format=to_format or "",
                motions=rules["motions"] or "",
            )
        _report(source, target, as_json=as_json)
        return
    loaded = load_puzzle(source, **rules)
    if target != "-":
        check_writable(Path(target), loaded.path)
    if not has_items(loaded.puzzle) and loaded.puzzle.part_of is not None:
        note(f"{loaded.name}: the puzzle of these values is written; its parameters are left out")
    with report_warnings(source):
        formats.save(
            loaded.puzzle,
            target,
            format=to_format or "",
            labelled=labelled,
            pieces_first=pieces_first,
            header=header,
        )
    _report(source, target, as_json=as_json)


def _report(source: str, target: str, *, as_json: bool) -> None:
    """Say what was written, unless it went to standard output."""
    if as_json:
        print_json({"command": "convert", "source": source, "target": target})
    elif target != "-":
        click.echo(f"wrote {target}")
