"""``tilewright solve``: solutions on the screen, as JSON or in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import (
    complete_if_first,
    explain_end,
    limit_reached,
    note_contradictions,
    note_equal_pieces,
    result_keys,
    summary,
)
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.goal import goal_of, goal_option, solve_for_goal
from tilewright.cli.levels import sort_option
from tilewright.cli.options import DocumentedCommand, check_combination, help_of, seed_option
from tilewright.cli.printing import PrintingOptions, check_gap_option, printing_options
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.run import start_command
from tilewright.cli.search import SearchOptions, search_options, solve_without_crossings
from tilewright.cli.solution_output import OutputOptions, solution_output_options
from tilewright.model.goal import FILL

if TYPE_CHECKING:
    from tilewright.model.puzzle import Solution


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option("--all", "everything", is_flag=True, help="Find all solutions, not only one.")
@click.option("--limit", type=AMOUNT, metavar="N", help=help_of("limit"))
@goal_option
@search_options("first", "lists")
@sort_option("With --only and --all, and not before the search is over. Default: number.")
@seed_option("Seed of the randomised search for one solution of a large packing. Default: 0.", default=None)
@solution_output_options
@printing_options
@check_gap_option
def solve(
    *,
    file: str,
    everything: bool,
    limit: int | None,
    goal: str | None,
    sort: str | None,
    seed: int | None,
    **given: Any,
) -> None:
    """Find solutions of the puzzle in FILE."""
    asked = {"all": everything or None, "limit": limit, "seed": seed, "sort": sort, "only": given["only"]}
    check_combination([name for name, value in asked.items() if value is not None])
    if seed is not None and (everything or limit is not None):
        raise click.UsageError("--seed cannot be combined with --all or --limit: it applies to one solution")
    if seed is not None and given["resume"] is not None:
        raise click.UsageError("--seed cannot be combined with --resume: the checkpoint contains the seed")
    if sort is not None and not everything:
        raise click.UsageError("--sort requires --all: what is found first need not be the first in order")
    from tilewright.solving import api

    given["printing"] = PrintingOptions.take(given)
    output = OutputOptions.take(given)
    options = SearchOptions(file, **given)
    loaded = options.load_puzzle()
    puzzle = loaded.puzzle
    question = "all" if everything else "some" if limit is not None else "first"
    heading = {**options.query_keys("solve", puzzle), "question": question}
    goal = goal_of(options, puzzle, goal, seed)
    kept = at_goal = rejected = None
    if options.only is not None:
        from tilewright.cli.kept_solutions import KeptSolutions

        kept = KeptSolutions(options.only, puzzle, output.outputs)
    formatter = output.formatter(loaded, options.checkpoint_path, kept=kept)
    suggestion = start_command(options, puzzle, *(["--first"] if question == "first" else []), limit=limit)
    with (
        ProgressMonitor("solving", quiet=output.quiet, suggestion=suggestion) as monitor,
        output.writer(formatter, heading, before=monitor.clear) as writer,
    ):

        def sink(solution: Solution) -> None:
            writer.write(solution)

        most = 1 if question == "first" else limit
        if kept is not None:
            answer = kept.find(options, monitor, most, writer.write, sort)
        elif goal != FILL:
            at_goal = solve_for_goal(options, puzzle, goal, sink, monitor, question, most)
            answer = at_goal.answer
        elif options.reject is not None:
            answer, rejected = solve_without_crossings(options, puzzle, sink, monitor, most)
        else:
            answer = api.solve(
                puzzle, sink=sink, seed=seed or 0, **options.keywords(api.solve, monitor, most)
            )
        answer = complete_if_first(answer, question)
        monitor.end_search()
        written = writer.finish()
    keys, result = result_keys(options, puzzle, answer), ""
    if at_goal is not None:
        keys, result = keys | at_goal.keys, at_goal.result_text(question)
    line = summary(options, puzzle, answer, question, result=result)
    if rejected is not None:
        keys, line = keys | rejected.keys, f"{line}\n{rejected.text(answer)}"
    if kept is not None:
        keys |= {"solution_levels": kept.level_texts} | kept.keys
        line = kept.summary(options, answer, question)
    output.print_result(formatter, heading, keys, line, written)
    if question == "all" and at_goal is None:
        note_contradictions(options, puzzle, answer)
        note_equal_pieces(options, puzzle, answer)
    reached = limit_reached(limit, answer)
    code = explain_end(
        options,
        puzzle,
        answer,
        has_result=bool(answer.solutions),
        limit=reached,
        resumable=kept is None and at_goal is None and options.keeps_checkpoints(listing=True),
    )
    click.get_current_context().exit(code if reached is None else ExitCode.FOUND)
