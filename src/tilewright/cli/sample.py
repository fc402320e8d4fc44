"""``tilewright sample``: solutions drawn at random, each as likely as any other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import AnswerPrinter, explain_table_end
from tilewright.cli.drawing import SolutionFormatter, as_option
from tilewright.cli.options import drawing_options, json_option, quiet_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, counted, percent
from tilewright.cli.search import SearchOptions, table_options
from tilewright.cli.solution_output import check_output, check_view, output_option, sheet_option, view_option

if TYPE_CHECKING:
    from tilewright.solve.api import Sample

MOST = 1_000_000
"""More solutions than this are not drawn at once: all of them are held in memory."""

EPILOG = """\b
Examples:
  tilewright sample catalog:pentominoes-6x10
  tilewright sample catalog:dominoes-8x8 -n 12 --seed 7 -o sheet.svg
  tilewright sample puzzle.txt -n 1000 --seed 1 -o sample.ndjson
  tilewright sample puzzle.txt -n 5 --json

Each solution is drawn from all solutions, each as likely as any other, whatever was drawn before; so
one may come again. The same seed gives the same sample, with any number of threads.
"""


@click.command(epilog=EPILOG, short_help="Draw solutions at random, fairly.")
@click.argument("file")
@click.option(
    "-n", "number", type=AMOUNT, default=1, show_default=True, metavar="N", help="How many solutions to draw."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    metavar="N",
    default=0,
    show_default=True,
    help="The same seed gives the same sample.",
)
@table_options
@output_option
@as_option
@sheet_option
@view_option
@drawing_options
@quiet_option
@json_option
def sample(
    file: str,
    number: int,
    seed: int,
    output: Path | None,
    as_format: str | None,
    sheet: int,
    view: str | None,
    plain: bool,  # noqa: FBT001 - from click
    color: str,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
    **given: Any,
) -> None:
    """Draw solutions of the puzzle in FILE at random, each as likely as any other."""
    if number > MOST:
        raise click.BadParameter(f"at most {MOST:,} solutions are drawn at once", param_hint="'-n'")
    from tilewright.solve import api

    options = SearchOptions(file, **given)
    source = options.source()
    puzzle = source.puzzle
    wording = SolutionFormatter.from_options(
        source, as_format=as_format, output=output, as_json=as_json, plain=plain, color=color
    )
    if output is not None:
        check_output(output, source)
    check_view(view, output, puzzle)
    with ProgressMonitor("sampling", quiet=quiet) as monitor:
        drawn = api.sample(puzzle, number, seed=seed, **options.table_keywords(monitor))
    AnswerPrinter(wording, output, as_json, sheet, view).tell(
        drawn,
        drawn.solutions,
        heading={**options.heading("sample", puzzle), "seed": seed},
        body={"status": drawn.status.value, "drawn": len(drawn.solutions), "solutions": drawn.total},
        words=_answer(drawn),
    )
    code = explain_table_end(options, puzzle, drawn, monitor, found=bool(drawn.total))
    click.get_current_context().exit(code)


def _answer(drawn: Sample) -> str:
    if drawn.status.value == "complete" and drawn.total == 0:
        return "no solution exists"
    if not drawn.solutions:
        return f"no solution drawn: {percent(drawn.share)} of the search was done"
    words = f"{counted(len(drawn.solutions), 'solution')} drawn"
    return words if drawn.total is None else f"{words} from {drawn.total:,}"
