"""Where solutions go: the screen, a JSON object on stdout, or a file that appears whole or not at all.

An outlet takes solutions one by one as they are found and keeps only what a picture will show.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO

import click

from tilewright.cli.drawing import echo_drawing
from tilewright.cli.paths import check_suffix, check_writable
from tilewright.cli.quantities import counted
from tilewright.cli.report import open_json
from tilewright.cli.solution_text import Wording
from tilewright.cli.sources import Source
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.formats.solutions import SolutionWriter
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Puzzle, Solution

SUFFIXES = (".svg", ".png", ".txt", ".json", ".ndjson")
PICTURES = (".svg", ".png")

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
    "Without it: all for one solution, layers for several.",
)
drawing_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Draw into this file: .svg, .png or .txt.",
)
sheet_option = click.option(
    "--sheet",
    type=click.IntRange(1, 10_000),
    default=60,
    show_default=True,
    metavar="N",
    help="How many solutions a picture shows at most.",
)


def check_view(view: str | None, output: Path | None, puzzle: AnyPuzzle) -> None:
    """UsageError when ``--view`` was given and no picture of cubes is drawn."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    if view is None:
        return
    if output is None or output.suffix.lower() not in PICTURES:
        raise click.UsageError("--view is about pictures; give -o with a file that ends in .svg or .png")
    if isinstance(puzzle, ExactCoverPuzzle) or puzzle.lattice.name != "cube":
        raise click.UsageError("--view is about puzzles of cubes, and this is none")


class Outlet(Protocol):
    """Takes solutions with ``put``; ``finish`` writes what is left to write and says what was written."""

    def put(self, solution: Solution) -> None: ...

    def finish(self) -> str: ...


class Screen:
    """Puts each solution on stdout; ``clear`` takes a progress bar away first."""

    def __init__(self, wording: Wording, clear: Callable[[], None]) -> None:
        self._wording, self._clear = wording, clear
        self._taken = 0

    def put(self, solution: Solution) -> None:
        self._clear()
        self._taken += 1
        text = self._wording.text(solution, self._taken)
        echo_drawing(text if self._wording.format is None else text.removesuffix("\n"), self._wording.pen)

    def finish(self) -> str:
        return ""


class Found:
    """A JSON object on stdout whose list ``found`` grows as solutions come."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._puzzle = puzzle
        self._taken = 0

    def put(self, solution: Solution) -> None:
        from tilewright.formats.solutions import SolutionWriter

        held = StringIO()
        SolutionWriter(held, self._puzzle, "ndjson").write(solution)
        click.echo((", " if self._taken else "") + held.getvalue().rstrip("\n"), nl=False)
        self._taken += 1

    def finish(self) -> str:
        return ""


class Sheet:
    """A picture of the first solutions, drawn when the search is over."""

    def __init__(self, puzzle: Puzzle, path: Path, most: int, view: str) -> None:
        self._puzzle, self._path, self._most, self._view = puzzle, path, most, view
        self._kept: list[Solution] = []
        self._taken = 0

    def put(self, solution: Solution) -> None:
        self._taken += 1
        if len(self._kept) < self._most:
            self._kept.append(solution)

    def finish(self) -> str:
        from tilewright.formats import write_atomically
        from tilewright.render.options import RenderOptions
        from tilewright.render.picture import RENDERERS

        if not self._kept:
            return f"nothing to draw; {self._path} was not written"
        look = RenderOptions(limit=self._most, total=self._taken, view=self._view)
        write_atomically(self._path, RENDERERS[self._path.suffix.lower()](self._puzzle, self._kept, look))
        shown = counted(len(self._kept), "solution")
        out = self._taken - len(self._kept)
        return f"wrote {self._path}: {shown}" + (f", {out:,} more left out (--sheet)" if out else "")


class Drawings:
    """A text file of solutions, written as they come."""

    def __init__(self, wording: Wording, path: Path, stream: TextIO) -> None:
        self._wording, self._path, self._stream = wording, path, stream
        self._taken = 0

    def put(self, solution: Solution) -> None:
        self._taken += 1
        text = self._wording.text(solution, self._taken)
        if self._wording.format is None:
            text = f"solution {self._taken:,}\n{text}\n"
        self._stream.write(text)

    def finish(self) -> str:
        return f"wrote {self._path}: {counted(self._taken, 'solution')}"


class Data:
    """A JSON or NDJSON file of solutions, written as they come."""

    def __init__(self, path: Path, writer: SolutionWriter) -> None:
        self._path, self._writer = path, writer
        self._taken = 0

    def put(self, solution: Solution) -> None:
        self._taken += 1
        self._writer.write(solution)

    def finish(self) -> str:
        return f"wrote {self._path}: {counted(self._taken, 'solution')}"


def check_output(
    output: Path, source: Source, *others: Path | None, suffixes: Sequence[str] = SUFFIXES
) -> None:
    """Refuse an output file that could not be written in the end: UsageError or OutputError."""
    check_suffix(output, suffixes)
    for other in others:
        if other is not None and other.absolute() == output.absolute():
            raise click.UsageError(f"{output} is named twice, as output and as checkpoint")
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    if output.suffix.lower() in PICTURES and isinstance(source.puzzle, ExactCoverPuzzle):
        worded = ", ".join(suffix for suffix in suffixes if suffix not in (*PICTURES, ".stl"))
        raise UnsupportedError(
            f"{source.name}: a puzzle of items and options has no picture; expected one of {worded}"
        )
    check_writable(output, source.path)


@contextmanager
def file_outlet(wording: Wording, output: Path, *, sheet: int, view: str | None = None) -> Iterator[Outlet]:
    """An outlet into a file: what it wrote appears when the block ends well, and not before."""
    from tilewright import formats
    from tilewright.formats.solutions import SolutionWriter
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    suffix = output.suffix.lower()
    puzzle = wording.puzzle
    if suffix in PICTURES:
        assert not isinstance(puzzle, ExactCoverPuzzle)  # check_output refuses these
        yield Sheet(puzzle, output, sheet, view or "")
        return
    with formats.atomic_text(output) as stream:
        if suffix == ".txt":
            yield Drawings(wording, output, stream)
        else:
            writer = SolutionWriter(stream, puzzle, suffix.removeprefix("."))
            yield Data(output, writer)
            writer.close()


@contextmanager
def json_outlet(puzzle: AnyPuzzle, heading: Mapping[str, object]) -> Iterator[Outlet]:
    """An outlet into the one JSON object on stdout; the counts close it, or an error does."""
    open_json(json.dumps(heading)[:-1] + ', "found": [', "], ")
    yield Found(puzzle)
    sys.stdout.flush()


def show_solutions(
    wording: Wording,
    solutions: Iterable[Solution],
    *,
    output: Path | None,
    sheet: int,
    heading: Mapping[str, object] | None,
    view: str | None = None,
) -> str:
    """Put out solutions that are all there, and say what was written.

    They go into the file ``output``; without one into the JSON object that ``heading`` begins; without
    that, too, on the screen, as ``wording`` has them.
    """
    with ExitStack() as stack:
        if output is not None:
            outlet = stack.enter_context(file_outlet(wording, output, sheet=sheet, view=view))
        elif heading is not None:
            outlet = stack.enter_context(json_outlet(wording.puzzle, heading))
        else:
            outlet = Screen(wording, lambda: None)
        for solution in solutions:
            outlet.put(solution)
        return outlet.finish()
