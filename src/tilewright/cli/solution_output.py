"""Solutions of a puzzle as output: the options, the checks before a search, and the writer for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.drawing import SolutionFormatter, echo_drawing
from tilewright.cli.output import (
    DRAWINGS,
    PICTURES,
    OutputWriter,
    PictureWriter,
    check_suffix,
    check_writable,
    json_list,
)
from tilewright.cli.sources import LoadedPuzzle
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Puzzle, Solution

SUFFIXES = (*DRAWINGS, ".json", ".ndjson")

output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write to this file: .svg, .png, .txt, .json or .ndjson.",
)
VIEWS = ("isometric", "exploded", "layers", "all")
view_option = click.option(
    "--view",
    type=click.Choice(VIEWS),
    help="How a picture shows a puzzle of cubes: assembled, pulled apart, layer by layer, or all of these. "
    "Default: all for one solution, layers for several.",
)
sheet_option = click.option(
    "--sheet",
    type=click.IntRange(1, 10_000),
    default=60,
    show_default=True,
    metavar="N",
    help="Show at most N solutions in a picture.",
)


def check_view(view: str | None, output: Path | None, puzzle: AnyPuzzle) -> None:
    """UsageError when ``--view`` was given and no picture of cubes is drawn."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    if view is None:
        return
    if output is None or output.suffix.lower() not in PICTURES:
        raise click.UsageError("--view applies to pictures; give -o with a file that ends in .svg or .png")
    if isinstance(puzzle, ExactCoverPuzzle) or not puzzle.lattice.is_solid:
        raise click.UsageError("--view applies to puzzles of cubes; this is not one")


def check_output(
    output: Path, source: LoadedPuzzle, *others: Path | None, suffixes: Sequence[str] = SUFFIXES
) -> None:
    """Refuse an output file that could not be written in the end: UsageError or OutputError."""
    check_suffix(output, suffixes)
    for other in others:
        if other is not None and other.absolute() == output.absolute():
            raise click.UsageError(f"{output} is named twice, as output and as checkpoint")
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    if output.suffix.lower() in PICTURES and isinstance(source.puzzle, ExactCoverPuzzle):
        possible = ", ".join(suffix for suffix in suffixes if suffix not in (*PICTURES, ".stl"))
        raise UnsupportedError(
            f"{source.name}: a puzzle of items and options has no picture; expected one of {possible}"
        )
    check_writable(output, source.path)


@contextmanager
def solution_writer(
    wording: SolutionFormatter,
    *,
    output: Path | None,
    sheet: int,
    heading: Mapping[str, object] | None,
    view: str | None = None,
    before: Callable[[], None] = lambda: None,
) -> Iterator[OutputWriter[Solution]]:
    """The writer of solutions into the file ``output``, which appears when the block ends well.

    Without a file: the writer into the JSON object that ``heading`` begins; without that the one that prints
    each solution as ``wording`` says and calls ``before`` first, which clears a progress bar.
    """
    puzzle = wording.puzzle
    if output is not None:
        with _file_writer(wording, output, sheet, view or "") as writer:
            yield writer
    elif heading is not None:
        with json_list(heading, "found", lambda solution: _to_json(puzzle, solution)) as writer:
            yield writer
    else:

        def show(solution: Solution, number: int) -> None:
            before()
            text = wording.text(solution, number)
            echo_drawing(text if wording.format is None else text.removesuffix("\n"), wording.style)

        yield OutputWriter(show)


@contextmanager
def _file_writer(
    wording: SolutionFormatter, output: Path, sheet: int, view: str
) -> Iterator[OutputWriter[Solution]]:
    from tilewright import formats
    from tilewright.formats.solutions import SolutionWriter
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    suffix, puzzle = output.suffix.lower(), wording.puzzle
    if suffix in PICTURES:
        assert not isinstance(puzzle, ExactCoverPuzzle)  # check_output refuses these
        tiling: Puzzle = puzzle

        def draw(solutions: Sequence[Solution], total: int) -> bytes:
            from tilewright.render.options import RenderOptions
            from tilewright.render.picture import RENDERERS

            return RENDERERS[suffix](tiling, solutions, RenderOptions(limit=sheet, total=total, view=view))

        yield PictureWriter(draw, path=output, limit=sheet)
        return
    with formats.atomic_text(output) as stream:
        if suffix == ".txt":

            def write_text(solution: Solution, number: int) -> None:
                text = wording.text(solution, number)
                stream.write(f"solution {number:,}\n{text}\n" if wording.format is None else text)

            yield OutputWriter(write_text, path=output)
        else:
            document = SolutionWriter(stream, puzzle, suffix.removeprefix("."))
            yield OutputWriter(lambda solution, _: document.write(solution), path=output)
            document.close()


def _to_json(puzzle: AnyPuzzle, solution: Solution) -> str:
    from tilewright.formats.solutions import SolutionWriter

    text = StringIO()
    SolutionWriter(text, puzzle, "ndjson").write(solution)
    return text.getvalue().rstrip("\n")


def write_solutions(
    wording: SolutionFormatter,
    solutions: Iterable[Solution],
    *,
    output: Path | None,
    sheet: int,
    heading: Mapping[str, object] | None,
    view: str | None = None,
) -> str:
    """Write solutions that are all known, as ``solution_writer`` does; returns what was written."""
    with solution_writer(wording, output=output, sheet=sheet, heading=heading, view=view) as writer:
        for solution in solutions:
            writer.write(solution)
        return writer.finish()
