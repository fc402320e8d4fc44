"""``tilewright optimise``: the minimum or maximum cost of a solution, and a solution with that cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import explain_end, table_keys
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.drawing import as_option
from tilewright.cli.options import DocumentedCommand, drawing_options, json_option, quiet_option
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.search import SearchOptions, table_options
from tilewright.cli.solution_output import OutputOptions, solutions_option, view_option

if TYPE_CHECKING:
    pass


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option(
    "--maximise/--minimise",
    "--maximize/--minimize",
    default=None,
    help="Find the maximum or the minimum cost. Default: the puzzle's goal, else the minimum.",
)
@click.option("--count-optima", is_flag=True, help="Also count the solutions with this cost.")
@table_options
@solutions_option
@as_option
@view_option
@drawing_options
@quiet_option
@json_option
def optimise(*, file: str, maximise: bool | None, count_optima: bool, **given: Any) -> None:
    """Find a solution of the puzzle in FILE with the minimum or maximum cost."""
    from tilewright.solving import api

    output = OutputOptions.take(given)
    options = SearchOptions(file, **given)
    loaded = options.load_puzzle()
    puzzle = loaded.puzzle
    if maximise is None:
        maximise = puzzle.goal == "greatest"
    formatter = output.formatter(loaded)
    heading = {**options.query_keys("optimise", puzzle), "maximise": maximise}
    if not puzzle.has_costs:
        note(
            "this puzzle has no costs, so every solution costs 0; "
            "set them with 'cost' or [[costs]] in a .toml file, or with |N in a .dlx file"
        )
    with ProgressMonitor("optimising", quiet=output.quiet) as monitor:
        best = api.optimise(
            puzzle, maximise=maximise, count_optima=count_optima, **options.keywords(api.optimise, monitor)
        )
    written = output.write_all(formatter, heading, [] if best.solution is None else [best.solution])
    result = {"status": best.status.value, "cost": best.cost, **table_keys(best)}
    if count_optima:
        result["optima"] = best.optima
    output.print_result(formatter, heading, result, str(best), written)
    code = explain_end(options, puzzle, best, has_result=best.cost is not None, resumable=False)
    click.get_current_context().exit(code)
