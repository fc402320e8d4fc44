"""``tilewright show``: the board and the pieces, drawn."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.cli.drawings import Pen, describe, drawing_options, echo_drawing, price_lines
from tilewright.cli.item_tables import item_tables
from tilewright.cli.outlets import check_output, drawing_option
from tilewright.cli.report import json_option, print_json
from tilewright.cli.sources import motions_option, read, reading_options, use_option

EPILOG = """\b
Examples:
  tilewright show puzzle.txt
  tilewright show catalog:pentominoes-6x10 --ascii
  tilewright show puzzle.toml -o puzzle.svg
  tilewright show puzzle.txt --json
"""
SUFFIXES = (".svg", ".png", ".txt")


@click.command(epilog=EPILOG, short_help="Draw the board and the pieces.")
@click.argument("file")
@reading_options
@motions_option
@use_option
@drawing_option
@drawing_options
@json_option
def show(
    file: str,
    from_format: str | None,
    problem: int | None,
    motions: str | None,
    use: str,
    output: Path | None,
    plain: bool,  # noqa: FBT001 - from click
    color: str,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Draw the board and the pieces of the puzzle in FILE, or list its items and options."""
    from tilewright.abstract import AbstractPuzzle
    from tilewright.formats import write_atomically
    from tilewright.render.look import Look
    from tilewright.render.picture import RENDERERS

    source = read(file, motions=motions, use=use, format_name=from_format, problem=problem)
    puzzle = source.puzzle
    if output is not None:
        check_output(output, source, suffixes=SUFFIXES)
        if isinstance(puzzle, AbstractPuzzle):
            write_atomically(output, item_tables(puzzle) + "\n")
        else:
            write_atomically(output, RENDERERS[output.suffix.lower()](puzzle, (), Look(ascii=plain)))
    if as_json:
        print_json({"command": "show", "file": file, **describe(puzzle), "output": output and str(output)})
    elif output is not None:
        click.echo(f"wrote {output}")
    else:
        pen = Pen.asked(plain=plain, color=color)
        echo_drawing(pen.puzzle(puzzle), pen)
        if prices := price_lines(puzzle):
            click.echo("\n" + "\n".join(prices))
