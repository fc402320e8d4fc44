"""``tilewright solve``: solutions, on the screen, as JSON or into a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import complete_if_first, explain_end, hint_area_mismatch, result_keys, summary
from tilewright.cli.drawing import SolutionFormatter, as_option
from tilewright.cli.options import FINDERS, drawing_options, json_option, quiet_option
from tilewright.cli.output import print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.run_advice import run_line
from tilewright.cli.search import SearchOptions, search_options, solve_and_reject
from tilewright.cli.solution_output import (
    check_output,
    check_view,
    output_option,
    sheet_option,
    solution_writer,
    view_option,
)

if TYPE_CHECKING:
    from tilewright.model.puzzle import Solution

EPILOG = """\b
Examples:
  tilewright solve catalog:pentominoes-6x10
  tilewright solve puzzle.txt --all --unique -o solutions.svg
  tilewright solve puzzle.txt --limit 20 -o first20.png
  tilewright solve puzzle.txt --all -o solutions.ndjson --checkpoint state.ckpt
  tilewright solve puzzle.txt --use any --motions rotation --time 1m30s
  cat puzzle.txt | tilewright solve - --json

Every solution was checked, by its cells alone, before it is printed or written. A file given by -o
appears whole or not at all; its suffix says what it holds: .svg and .png a picture (of the first
solutions, when there are many), .txt drawings, .json and .ndjson all solutions as data.
"""


@click.command(epilog=EPILOG, short_help="Find one solution, some, or all.")
@click.argument("file")
@click.option(
    "--all", "everything", is_flag=True, help="Find all solutions; without it, the first one found."
)
@click.option("--limit", type=AMOUNT, metavar="N", help="Find up to N solutions.")
@search_options(FINDERS)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    metavar="N",
    help="Begin the search for one solution of a large packing with other chances; without it, 0.",
)
@output_option
@as_option
@sheet_option
@view_option
@drawing_options
@quiet_option
@json_option
def solve(
    file: str,
    everything: bool,  # noqa: FBT001 - from click
    limit: int | None,
    seed: int | None,
    output: Path | None,
    as_format: str | None,
    sheet: int,
    view: str | None,
    plain: bool,  # noqa: FBT001
    color: str,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
    **given: Any,
) -> None:
    """Find solutions of the puzzle in FILE: the first one, or with --all every one."""
    if everything and limit is not None:
        raise click.UsageError("--all and --limit N contradict each other; give one of them")
    if seed is not None and (everything or limit is not None):
        raise click.UsageError("--seed goes with the search for one solution, not with --all or --limit")
    if seed is not None and given.get("resume") is not None:
        raise click.UsageError("a search goes on with the seed that it began with; leave out --seed")
    from tilewright.solve import api

    options = SearchOptions(file, **given)
    source = options.source()
    puzzle = source.puzzle
    question = "all" if everything else "some" if limit is not None else "first"
    heading = {**options.heading("solve", puzzle), "question": question}
    wording = SolutionFormatter.from_options(
        source, as_format=as_format, output=output, as_json=as_json, plain=plain, color=color
    )
    if output is not None:
        check_output(output, source, options.keep)
    check_view(view, output, puzzle)
    suggestion = run_line(options, *(["--first"] if question == "first" else []), limit=limit)
    with (
        ProgressMonitor("solving", quiet=quiet, suggestion=suggestion) as monitor,
        solution_writer(
            wording,
            output=output,
            sheet=sheet,
            heading=heading if as_json else None,
            view=view,
            before=monitor.clear,
        ) as writer,
    ):

        def sink(solution: Solution) -> None:
            monitor.mark_cancellable()
            writer.write(solution)

        most = 1 if question == "first" else limit
        if options.reject is not None:
            answer = solve_and_reject(options, puzzle, sink, monitor, most)
        else:
            answer = api.solve(puzzle, sink=sink, seed=seed or 0, **options.keywords(monitor, most))
        answer = complete_if_first(answer, question)
        monitor.clear()
        written = writer.finish()

    counts = {**result_keys(options, puzzle, answer), "output": None if output is None else str(output)}
    if as_json:
        print_json(counts if output is None else {**heading, **counts})
    else:
        click.echo(summary(options, puzzle, answer, question), err=wording.pure)
        if written:
            click.echo(written)
    code = explain_end(options, answer, monitor, limit)
    if answer.status.value == "complete" and answer.solutions == 0:
        hint_area_mismatch(options, puzzle)
    click.get_current_context().exit(code)
