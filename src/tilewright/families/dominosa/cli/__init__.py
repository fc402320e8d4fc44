"""The command ``tilewright dominosa``: what its subcommands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.make import with_location
from tilewright.errors import FormatError, PuzzleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.families.dominosa.puzzle import NumberGrid
    from tilewright.model.puzzle import Puzzle, Solution


def read_grid_argument(argument: tuple[str, str]) -> tuple[NumberGrid, Puzzle]:
    """The grid of an argument (source, text) and its puzzle; FormatError names the file, if any."""
    from tilewright.families.dominosa.puzzle import dominosa, read_grid

    file, text = argument
    try:
        grid = read_grid(text)
        return grid, dominosa(grid)
    except FormatError as error:
        raise with_location(error, file, "grid") from None
    except PuzzleError as error:
        raise (FormatError(str(error), file=file) if file else error) from None


def drawing_of(output: Path, grid: NumberGrid, solutions: Sequence[Solution], title: str) -> str | bytes:
    """The content of a drawing file: solutions, or the grid alone when there are none."""
    from tilewright.families.dominosa.drawing import grid_scene, grid_text, sheet_text
    from tilewright.render.png import SCENE_WRITERS

    if output.suffix.lower() == ".txt":
        return sheet_text(grid, solutions) if solutions else grid_text(grid)
    return SCENE_WRITERS[output.suffix.lower()](grid_scene(grid, solutions, title))


def write_drawing(output: Path, grid: NumberGrid, solutions: Sequence[Solution], title: str) -> str:
    """Write a drawing file; what was written, as a sentence."""
    from tilewright.formats import write_atomically

    write_atomically(output, drawing_of(output, grid, solutions, title))
    return f"wrote {output}"
