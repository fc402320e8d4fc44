"""``tilewright optimise``: the least cost of a solution, or the greatest, and a solution that has it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import AnswerPrinter, explain_table_end
from tilewright.cli.drawing import SolutionFormatter, as_option
from tilewright.cli.options import drawing_options, json_option, quiet_option
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import counted, percent
from tilewright.cli.search import SearchOptions, table_options
from tilewright.cli.solution_output import check_output, check_view, output_option, view_option

if TYPE_CHECKING:
    from tilewright.solve.api import Optimum

EPILOG = """\b
Examples:
  tilewright optimise catalog:gold-3x3 --maximise
  tilewright optimise catalog:few-monominoes-6x5 --count-optima
  tilewright optimise puzzle.toml -o best.svg
  tilewright optimise puzzle.toml --time 10m --memory 2G --json

What a solution costs is the sum over its placements: of their pieces' costs, of the cells' that they
cover, and of their own. A .toml puzzle file gives them as 'cost' and [[costs]]
(see docs/reference/formats.md).
"""


@click.command(epilog=EPILOG, short_help="Find the solution with the least cost.")
@click.argument("file")
@click.option("--maximise", "--maximize", is_flag=True, help="Find the greatest cost instead of the least.")
@click.option("--count-optima", is_flag=True, help="Also count the solutions that have this cost.")
@table_options
@output_option
@as_option
@view_option
@drawing_options
@quiet_option
@json_option
def optimise(
    file: str,
    maximise: bool,  # noqa: FBT001 - from click
    count_optima: bool,  # noqa: FBT001
    output: Path | None,
    as_format: str | None,
    view: str | None,
    plain: bool,  # noqa: FBT001
    color: str,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
    **given: Any,
) -> None:
    """Find the solution of the puzzle in FILE that costs least, or with --maximise most."""
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
    if not puzzle.has_costs:
        note(
            "no cost is given in this puzzle, so every solution costs 0; a .toml puzzle file gives "
            "costs as 'cost' of a piece, or in [[costs]], a .dlx file as |N behind an item"
        )
    with ProgressMonitor("optimising", quiet=quiet) as monitor:
        best = api.optimise(
            puzzle, maximise=maximise, count_optima=count_optima, **options.table_keywords(monitor)
        )
    body = {"status": best.status.value, "cost": best.cost}
    if count_optima:
        body["optima"] = best.optima
    AnswerPrinter(wording, output, as_json, view=view).tell(
        best,
        [] if best.solution is None else [best.solution],
        heading={**options.heading("optimise", puzzle), "maximise": maximise},
        body=body,
        words=_answer(best, maximise=maximise),
    )
    code = explain_table_end(options, puzzle, best, monitor, found=best.cost is not None)
    click.get_current_context().exit(code)


def _answer(best: Optimum, *, maximise: bool) -> str:
    if best.cost is None:
        if best.status.value == "complete":
            return "no solution exists"
        return f"no solution found in {percent(best.share)} of the search"
    so_far = "" if best.status.value == "complete" else " so far"
    words = f"the {'greatest' if maximise else 'least'} cost{so_far} is {best.cost:,}"
    if best.optima is None:
        return words
    have = "has" if best.optima == 1 else "have"
    return f"{words}; {counted(best.optima, 'solution')} {have} it{so_far}"
