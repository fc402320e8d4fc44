"""``tilewright show``: the board and the pieces, drawn, or the pieces as STL files for a 3-D printer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.drawing import DrawStyle, describe, echo_drawing, item_tables, price_lines
from tilewright.cli.options import (
    Command,
    drawing_options,
    json_option,
    motions_option,
    reading_options,
    use_option,
    with_options,
)
from tilewright.cli.output import check_writable, print_json
from tilewright.cli.quantities import counted
from tilewright.cli.solution_output import check_output, check_view, view_option
from tilewright.cli.sources import load_puzzle
from tilewright.errors import OutputError, UnsupportedError

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Puzzle
    from tilewright.render.mesh import Print

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


SUFFIX = ".stl"

place_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Draw into this file: .svg, .png or .txt; or make the pieces for a printer: .stl, or a directory "
    "for one .stl file a piece.",
)

_PRINT_OPTIONS = (
    click.option("--piece", metavar="NAME", help="Write this piece alone into the STL file."),
    click.option(
        "--cell", type=float, metavar="MM", help="How wide a cell is in an STL file; without it, 20."
    ),
    click.option(
        "--gap",
        type=float,
        metavar="MM",
        help="The room between two pieces side by side in an STL file; without it, 0.2.",
    ),
    click.option(
        "--height",
        type=float,
        metavar="MM",
        help="How high flat pieces are in an STL file; without it, a quarter of the cell.",
    ),
)


def print_options(command: Command) -> Command:
    """``--piece``, ``--cell``, ``--gap`` and ``--height``, on a click command."""
    return with_options(command, _PRINT_OPTIONS)


@dataclass(frozen=True)
class PrintRequest:
    """What is asked about STL files; None where nothing was said."""

    piece: str | None = None
    cell: float | None = None
    gap: float | None = None
    height: float | None = None

    @property
    def given(self) -> str:
        """The first option that was given; "" for none."""
        for name in ("piece", "cell", "gap", "height"):
            if getattr(self, name) is not None:
                return f"--{name}"
        return ""

    def size(self, puzzle: Puzzle) -> Print:
        """The lengths of what is printed; UsageError for a height that cubes do not have."""
        from tilewright.render.mesh import Print

        if self.height is not None and puzzle.lattice.dimension == 3:
            raise click.UsageError(
                "--height is about flat pieces; these are of cubes, as high as --cell says"
            )
        usual = Print()
        cell = usual.cell if self.cell is None else self.cell
        return Print(cell, usual.gap if self.gap is None else self.gap, self.height)


def wants_prints(output: Path | None) -> bool:
    """Whether an output is an STL file, or a directory to put one a piece into."""
    return output is not None and (output.suffix.lower() == SUFFIX or output.is_dir())


def write_prints(puzzle: AnyPuzzle, output: Path, request: PrintRequest, source: Path | None) -> str:
    """Write the pieces into an STL file, or one a piece into a directory; says what was written."""
    from tilewright.formats import write_atomically
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
    from tilewright.render.labels import plain
    from tilewright.render.stl import piece_stl, plate_stl

    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("a puzzle of items and options has no pieces to print")
    size = request.size(puzzle)
    chosen = range(len(puzzle.pieces)) if request.piece is None else [_index(puzzle, request.piece)]
    if output.is_dir():
        named = zip(_file_names(puzzle), range(len(puzzle.pieces)), strict=True)
        files = {output / name: piece_stl(puzzle, i, size) for name, i in named if i in chosen}
        if not files:
            raise UnsupportedError("the puzzle has no pieces to print")
    elif request.piece is not None:
        files = {output: piece_stl(puzzle, chosen[0], size)}
    else:
        files = {output: plate_stl(puzzle, size)}
    for path in files:
        if path.is_dir():
            raise OutputError(f"{path}: this is a directory; expected a file name")
        check_writable(path, source)
    for path, data in files.items():
        write_atomically(path, data)
    several = "" if len(files) == 1 and not output.is_dir() else f", {counted(len(files), 'file')}"
    height = "" if puzzle.lattice.dimension == 3 else f", {size.thickness:g} mm high"
    lines = [
        f"wrote {output}{several}: {counted(len(chosen), 'piece')}, "
        f"cells of {size.cell:g} mm{height}, {size.gap:g} mm of room between pieces"
    ]
    copies = [(plain(puzzle.pieces[i].name), puzzle.pieces[i].max_copies) for i in chosen]
    wanted = [f"{count:,} x {name}" for name, count in copies if count > 1]
    if wanted:
        lines.append(f"each piece is there once; the puzzle has {', '.join(wanted)}")
    return "\n".join(lines)


def _index(puzzle: Puzzle, name: str) -> int:
    from tilewright.render.labels import plain

    for i, piece in enumerate(puzzle.pieces):
        if piece.name == name:
            return i
    known = ", ".join(plain(piece.name) for piece in puzzle.pieces[:40])
    more = ", ..." if len(puzzle.pieces) > 40 else ""
    raise click.UsageError(f"--piece: no piece is named {name!r}; there are {known}{more}")


def _file_names(puzzle: Puzzle) -> list[str]:
    """A file name for each piece, no two alike, also where capitals do not count."""
    taken: set[str] = set()
    names = []
    for number, piece in enumerate(puzzle.pieces, 1):
        plain = re.sub(r"[^A-Za-z0-9_'-]+", "_", piece.name)[:60].strip("_") or "piece"
        name = plain if plain.lower() not in taken else f"{plain}-{number}"
        while name.lower() in taken:
            name += "_"
        taken.add(name.lower())
        names.append(name + SUFFIX)
    return names


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

    source = load_puzzle(file, motions=motions, use=use, format_name=from_format, problem=problem)
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
        pen = DrawStyle.from_options(plain=plain, color=color)
        echo_drawing(pen.puzzle(puzzle), pen)
        if prices := price_lines(puzzle):
            click.echo("\n" + "\n".join(prices))
