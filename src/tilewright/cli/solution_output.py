"""Solutions of a puzzle as output: the options, the checks before a search, and the writer for each "
"kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.drawing import (
    NUMBERINGS,
    DrawStyle,
    SolutionFormatter,
    as_option,
    check_numbering,
    echo_drawing,
    format_of_solutions,
)
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    OUTPUT,
    Command,
    OptionGroup,
    drawing_options,
    json_option,
    quiet_option,
    with_options,
)
from tilewright.cli.output import (
    BODIES,
    DRAWINGS,
    PAPER,
    PICTURES,
    CombinedWriter,
    OutputWriter,
    PictureWriter,
    check_suffix,
    check_writable,
    json_list,
    output_keys,
    output_option,
)
from tilewright.cli.printing import PrintingOptions, check_bodies_output, gap_line
from tilewright.cli.sources import LoadedPuzzle, has_items
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.cli.kept_solutions import KeptSolutions
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Solution

SUFFIXES = (*DRAWINGS, ".json", ".ndjson")

solutions_option = output_option("Write to this file: .svg, .png, .txt, .json or .ndjson.", several=True)
VIEWS = ("isometric", "exploded", "layers", "all")
view_option = click.option(
    "--view",
    type=click.Choice(VIEWS),
    help="How a picture shows a puzzle of cubes.\f Assembled, pulled apart, layer by layer, or all of "
    "these. Default: "
    "all for one solution, layers for several.",
)
sheet_option = click.option(
    "--sheet",
    type=click.IntRange(1, 10_000),
    default=60,
    show_default=True,
    metavar="N",
    help="Show at most N solutions in a picture.",
)


def check_view(view: str | None, outputs: Sequence[Path], puzzle: AnyPuzzle, *, papers: bool = False) -> None:
    """UsageError when ``--view`` was given and no picture of cubes is drawn, nor layers on paper."""
    if view is None:
        return
    drawn = (*PICTURES, PAPER) if papers else PICTURES
    if papers and view != "layers" and any(output.suffix.lower() == PAPER for output in outputs):
        raise click.UsageError("--view applies to pictures; a .pdf file has nets or --view layers")
    if not any(output.suffix.lower() in drawn for output in outputs):
        raise click.UsageError("--view applies to pictures; give -o with a file that ends in .svg or .png")
    if has_items(puzzle) or not puzzle.lattice.is_solid:
        raise click.UsageError("--view applies to puzzles of cubes; this is not one")


def check_output(
    output: Path, source: LoadedPuzzle, *others: Path | None, suffixes: Sequence[str] = SUFFIXES
) -> None:
    """Refuse an output file that could not be written in the end: UsageError or OutputError."""
    check_suffix(output, suffixes)
    for other in others:
        if other is not None and other.absolute() == output.absolute():
            raise click.UsageError(f"{output} is named twice, as output and as checkpoint")
    suffix = output.suffix.lower()
    if suffix in (*BODIES, PAPER) and has_items(source.puzzle):
        possible = ", ".join(suffix for suffix in suffixes if suffix not in (*BODIES, PAPER))
        raise UnsupportedError(
            f"{source.name}: a puzzle of items and options has no body; expected one of {possible}"
        )
    if suffix in PICTURES and has_items(source.puzzle):
        from tilewright.render.matrix import check_size

        check_size(1, len(source.puzzle.items))
    check_writable(output, source.path)


@contextmanager
def _file_writer(
    formatter: SolutionFormatter, output: Path, sheet: int, view: str, printing: PrintingOptions | None
) -> Iterator[OutputWriter[Solution]]:
    from tilewright import formats
    from tilewright.formats.solutions import SolutionWriter

    suffix, puzzle = output.suffix.lower(), formatter.puzzle
    if formatter.kept is not None and suffix in formatter.kept.suffixes:
        yield formatter.kept.document_writer(output)
        return
    if suffix in BODIES:
        assert printing is not None and not has_items(puzzle)
        size, assembled = printing.settings(puzzle), puzzle

        def make_bodies(solutions: Sequence[Solution], total: int) -> Mapping[Path, bytes]:
            from tilewright.render.bodies import solution_bodies
            from tilewright.render.mesh_files import MESH_WRITERS

            bodies = solution_bodies(assembled, solutions[0], size)
            if printing.check_gap:
                remarks.append(gap_line(bodies, size))
            return MESH_WRITERS[suffix](bodies, assembled.title or "solution", output)

        remarks: list[str] = []
        yield PictureWriter(make_bodies, path=output, limit=1, option="", remarks=remarks)
        return
    if suffix == PAPER:
        assert not has_items(puzzle)
        shown = puzzle

        def make_pages(solutions: Sequence[Solution], total: int) -> bytes:
            from tilewright.render.instructions import step_pages
            from tilewright.render.pdf import scenes_pdf

            return scenes_pdf(step_pages(shown, solutions[0]))

        yield PictureWriter(make_pages, path=output, limit=1, option="")
        return
    if suffix in PICTURES:

        def draw(solutions: Sequence[Solution], total: int) -> bytes:
            from tilewright.render.options import RenderOptions
            from tilewright.render.picture import RENDERERS

            return RENDERERS[suffix](puzzle, solutions, RenderOptions(limit=sheet, total=total, view=view))

        yield PictureWriter(draw, path=output, limit=sheet)
        return
    with formats.atomic_text(output) as stream:
        if suffix == ".txt":

            def write_text(solution: Solution, number: int) -> None:
                text = formatter.text(solution, number)
                stream.write(text if formatter.is_notation else f"solution {number:,}\n{text}\n")

            yield OutputWriter(write_text, path=output)
        else:
            document = SolutionWriter(stream, puzzle, suffix.removeprefix("."))
            yield OutputWriter(lambda solution, _: document.write(solution), path=output)
            document.close()


def _to_json(formatter: SolutionFormatter, solution: Solution) -> str:
    from tilewright.formats.solutions import SolutionWriter

    puzzle = formatter.puzzle
    if formatter.numbers is not None:
        return json.dumps(formatter.numbers(puzzle, solution))
    text = StringIO()
    SolutionWriter(text, puzzle, "ndjson").write(solution)
    return text.getvalue().rstrip("\n")


def solution_output_options(command: Command) -> Command:
    """The options of :class:`OutputOptions`, on a click command."""
    return with_options(
        command,
        (solutions_option, as_option, sheet_option, view_option, drawing_options, quiet_option, json_option),
        OUTPUT,
    )


@dataclass(frozen=True)
class OutputOptions(OptionGroup):
    """How to output solutions."""

    outputs: tuple[Path, ...]
    as_json: bool
    as_format: str | None = None
    sheet: int = 1
    view: str | None = None
    plain: bool = False
    color: str = "auto"
    quiet: bool = False
    printing: PrintingOptions | None = None

    def formatter(
        self,
        loaded: LoadedPuzzle,
        *others: Path | None,
        suffixes: Sequence[str] = SUFFIXES,
        kept: KeptSolutions | None = None,
    ) -> SolutionFormatter:
        """The formatter of solutions; by default, items and options keep the notation of their file.

        ``kept`` gets what a filter finds of them.

        Errors, also those of :func:`check_output`: UnsupportedError for a format without notation; UsageError
        when no text is written.
        """
        style = DrawStyle(plain=self.plain, color=False)
        if not self.outputs:
            style = DrawStyle.from_options(plain=self.plain, color=self.color)
        if self.as_format is None:
            own = loaded.format
            keeps = has_items(loaded.puzzle) and own is not None and own.solutions
            formatter = SolutionFormatter(loaded.puzzle, style, own if keeps else None)
        elif (self.as_json and (self.outputs or self.as_format not in NUMBERINGS)) or (
            self.outputs and all(o.suffix.lower() != ".txt" for o in self.outputs)
        ):
            raise click.UsageError("--as applies to solutions on the screen and in .txt files")
        elif self.as_format in NUMBERINGS:
            check_numbering(self.as_format, loaded.puzzle)
            only = not self.outputs and not self.as_json
            numbers = NUMBERINGS[self.as_format]
            formatter = SolutionFormatter(loaded.puzzle, style, solutions_only=only, numbers=numbers)
        else:
            notation = format_of_solutions(self.as_format)
            formatter = SolutionFormatter(loaded.puzzle, style, notation, solutions_only=not self.outputs)
        if kept is not None:
            formatter, suffixes = replace(formatter, kept=kept), (*suffixes, *kept.suffixes)
        if self.printing is not None:
            suffixes = (*suffixes, PAPER, *BODIES)
        for output in self.outputs:
            check_output(output, loaded, *others, suffixes=suffixes)
        if self.printing is not None:
            outputs = [output for output in self.outputs if output.suffix.lower() in BODIES]
            self.printing.check(to_bodies=bool(outputs))
            if outputs:
                self.printing.settings(loaded.puzzle)  # before a search, not after it
            for output in outputs:
                check_bodies_output(output, loaded.path)
        check_view(self.view, self.outputs, loaded.puzzle)
        return formatter

    @contextmanager
    def writer(
        self,
        formatter: SolutionFormatter,
        heading: Mapping[str, object],
        before: Callable[[], None] = lambda: None,
    ) -> Iterator[OutputWriter[Solution]]:
        """The writer of solutions into the output files, which appear when the block ends well.

        Without files they are printed: in the JSON object that ``heading`` starts, or as text after a call
        of ``before``, which clears a progress bar.
        """
        if self.outputs:
            with ExitStack() as stack:
                view = self.view or ""
                opened = (
                    _file_writer(formatter, output, self.sheet, view, self.printing)
                    for output in self.outputs
                )
                yield CombinedWriter([stack.enter_context(writer) for writer in opened])
        elif self.as_json:

            def to_json(solution: Solution) -> str:
                return _to_json(formatter, solution)

            with json_list(heading, "found", to_json) as writer:
                yield writer
        else:

            def show(solution: Solution, number: int) -> None:
                before()
                text = formatter.text(solution, number)
                echo_drawing(text.removesuffix("\n") if formatter.is_notation else text, formatter.style)

            yield OutputWriter(show)

    def write_all(
        self, formatter: SolutionFormatter, heading: Mapping[str, object], solutions: Iterable[Solution]
    ) -> str:
        """Write solutions that are all known; a line that says what was written."""
        with self.writer(formatter, heading) as writer:
            for solution in solutions:
                writer.write(solution)
            return writer.finish()

    def print_result(
        self,
        formatter: SolutionFormatter,
        heading: Mapping[str, object],
        result: Mapping[str, object],
        line: str,
        written: str,
    ) -> None:
        """Print the JSON keys ``result``, or ``line`` and what was ``written``, after the solutions."""
        if self.as_json:
            body = {**result, **output_keys(self.outputs)}
            print_json({**heading, **body} if self.outputs else body)
            return
        click.echo(line, err=formatter.solutions_only)
        if written:
            click.echo(written)
