"""``tilewright show``: the board and the pieces, drawn."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.cli.drawing import Pen, describe, drawing_options, echo_drawing, price_lines
from tilewright.cli.item_tables import item_tables
from tilewright.cli.report import json_option, print_json
from tilewright.cli.solution_output import check_output, check_view, view_option
from tilewright.cli.sources import motions_option, read, reading_options, use_option
from tilewright.cli.stl import PrintRequest, place_option, print_options, wants_prints, write_prints

EPILOG = """\b
Examples:
  tilewright show puzzle.txt
  tilewright show catalog:pentominoes-6x10 --ascii
  tilewright show puzzle.toml -o puzzle.svg
  tilewright show puzzle.txt --json
  tilewright show cubes.toml -o pieces.stl --cell 15 --gap 0.3
  tilewright show cubes.toml -o T.stl --piece T

An .stl file holds one copy of each piece, to be printed; given a directory, -o writes one file a piece.
"""
SUFFIXES = (".svg", ".png", ".txt", ".stl")


@click.command(epilog=EPILOG, short_help="Draw the board and the pieces.")
@click.argument("file")
@reading_options
@motions_option
@use_option
@place_option
@view_option
@print_options
@drawing_options
@json_option
def show(
    file: str,
    from_format: str | None,
    problem: int | None,
    motions: str | None,
    use: str,
    output: Path | None,
    view: str | None,
    piece: str | None,
    cell: float | None,
    gap: float | None,
    height: float | None,
    plain: bool,  # noqa: FBT001 - from click
    color: str,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Draw the board and the pieces of the puzzle in FILE, or list its items and options."""
    from tilewright.formats import write_atomically
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
    from tilewright.render.options import RenderOptions
    from tilewright.render.picture import RENDERERS

    source = read(file, motions=motions, use=use, format_name=from_format, problem=problem)
    puzzle = source.puzzle
    check_view(view, output, puzzle)
    prints = PrintRequest(piece, cell, gap, height)
    written = f"wrote {output}"
    if prints.given and not wants_prints(output):
        raise click.UsageError(f"{prints.given} is about printing; give -o with an .stl file or a directory")
    if output is not None and wants_prints(output):
        written = write_prints(puzzle, output, prints, source.path)
    elif output is not None:
        if not output.suffix:
            raise click.UsageError(
                f"{output} is no directory; expected one, or a file that ends in one of {', '.join(SUFFIXES)}"
            )
        check_output(output, source, suffixes=SUFFIXES)
        if isinstance(puzzle, ExactCoverPuzzle):
            write_atomically(output, item_tables(puzzle) + "\n")
        else:
            look = RenderOptions(ascii=plain, view=view or "")
            write_atomically(output, RENDERERS[output.suffix.lower()](puzzle, (), look))
    if as_json:
        print_json({"command": "show", "file": file, **describe(puzzle), "output": output and str(output)})
    elif output is not None:
        click.echo(written)
    else:
        pen = Pen.asked(plain=plain, color=color)
        echo_drawing(pen.puzzle(puzzle), pen)
        if prices := price_lines(puzzle):
            click.echo("\n" + "\n".join(prices))
