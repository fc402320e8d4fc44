"""What the commands about dominosa share: the grid that is asked about, and pictures of ways."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.make import with_location
from tilewright.cli.output import check_suffix, check_writable
from tilewright.cli.quantities import counted
from tilewright.errors import FormatError, PuzzleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.families.dominosa.number_grid import NumberGrid
    from tilewright.model.puzzle import Puzzle, Solution

PICTURES = (".svg", ".png", ".txt")
SHOWN = 60
"""Solutions on a picture."""

picture_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Draw into this file: .svg, .png or .txt.",
)


def asked_grid(written: tuple[str, str]) -> tuple[NumberGrid, Puzzle]:
    """The grid in a text and its puzzle. FormatError with the file's name where there is one."""
    from tilewright.families.dominosa.number_grid import read_grid
    from tilewright.families.dominosa.puzzle import dominosa as puzzle_of

    file, text = written
    try:
        grid = read_grid(text)
        return grid, puzzle_of(grid)
    except FormatError as error:
        raise with_location(error, file, "grid") from None
    except PuzzleError as error:
        raise (FormatError(str(error), file=file) if file else error) from None


def is_text(output: Path | None) -> bool:
    """Whether a file is to hold drawings in text, of which there may be any number."""
    return output is not None and output.suffix.lower() == ".txt"


def check_picture(output: Path | None, source: str) -> None:
    """Refuse a file that could not be drawn into in the end."""
    if output is None:
        return
    check_suffix(output, PICTURES)
    check_writable(output, Path(source) if source and source != "standard input" else None)


def write_picture(
    output: Path, grid: NumberGrid, solutions: Sequence[Solution], title: str, *, empty: bool = False
) -> str:
    """Draw solutions, or with ``empty`` the grid where there are none; what was done, as a sentence."""
    from tilewright.families.dominosa.drawing import WRITERS, grid_scene, grid_text, sheet_text
    from tilewright.formats import write_atomically

    if not solutions and not empty:
        return f"nothing to draw; {output} was not written"
    if is_text(output):
        write_atomically(output, sheet_text(grid, solutions) if solutions else grid_text(grid))
    else:
        write_atomically(output, WRITERS[output.suffix.lower()](grid_scene(grid, solutions[:SHOWN], title)))
    return f"wrote {output}" + (f": {counted(len(solutions), 'way')}" if solutions else "")
