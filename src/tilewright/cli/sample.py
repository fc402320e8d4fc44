"""``tilewright sample``: solutions drawn uniformly at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import explain_end, table_keys
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.options import DocumentedCommand, seed_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.search import SearchOptions, table_options
from tilewright.cli.solution_output import OutputOptions, solution_output_options

if TYPE_CHECKING:
    pass

MAX_SOLUTIONS = 1_000_000  # all solutions of a sample are held in memory


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option(
    "-n", "number", type=AMOUNT, default=1, show_default=True, metavar="N", help="Number of solutions."
)
@seed_option()
@table_options
@solution_output_options
def sample(file: str, number: int, seed: int, **given: Any) -> None:
    """Draw solutions of the puzzle in FILE uniformly at random."""
    if number > MAX_SOLUTIONS:
        raise click.BadParameter(f"expected at most {MAX_SOLUTIONS:,}", param_hint="'-n'")
    from tilewright.solving import api

    output = OutputOptions.take(given)
    options = SearchOptions(file, **given)
    loaded = options.load_puzzle()
    puzzle = loaded.puzzle
    formatter = output.formatter(loaded)
    heading = {**options.query_keys("sample", puzzle), "seed": seed}
    with ProgressMonitor("sampling", quiet=output.quiet) as monitor:
        drawn = api.sample(puzzle, number, seed=seed, **options.keywords(api.sample, monitor))
    written = output.write_all(formatter, heading, drawn.solutions)
    result = {"status": drawn.status.value, "drawn": len(drawn.solutions), "solutions": drawn.total}
    output.print_result(formatter, heading, {**result, **table_keys(drawn)}, str(drawn), written)
    code = explain_end(options, puzzle, drawn, has_result=drawn.has_result, resumable=False)
    click.get_current_context().exit(code)
