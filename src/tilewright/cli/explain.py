"""``tilewright explain``: the plan for a question as a tree, and with ``--run`` what each step took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import complete_if_first, explain_end, summary
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    engine_option,
    explain_time_option,
    json_option,
    memory_option,
    mirrors_option,
    order_option,
    quiet_option,
    rules_options,
    threads_option,
    unique_option,
)
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.search import SearchOptions
from tilewright.solving.steps import Limits

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.solving.answers import Optimum
    from tilewright.solving.questions import Answer

OUTPUT_S = 0.1  # of the time for measuring, to print the plan


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option("--first", "question", flag_value="first", help="Find one solution. This is the default.")
@click.option("--all", "question", flag_value="all", help="List all solutions.")
@click.option("--count", "question", flag_value="count", help="Count the solutions.")
@click.option("--optimise", "question", flag_value="optimise", help="Find a solution of the least cost.")
@click.option("--run", "is_run", is_flag=True, help="Also answer the question, and show what each step took.")
@rules_options
@unique_option
@mirrors_option
@click.option("--labelled", is_flag=True, help="With --count, count with identical copies distinct as well.")
@explain_time_option
@engine_option("counts", "lists", "first")
@threads_option
@memory_option
@order_option
@quiet_option
@json_option
def explain(*, question: str | None, is_run: bool, quiet: bool, as_json: bool, **given: Any) -> None:
    """Show the plan for a question about the puzzle in FILE: its steps and what each is expected to take."""
    options = SearchOptions(**given)
    question = question or "first"
    _check(options, question)
    from tilewright.solving.explain import SECONDS
    from tilewright.solving.explain import explain as explained

    puzzle = options.load_puzzle().puzzle
    left = seconds_left(options.seconds)
    measuring = SECONDS if left is None else left - OUTPUT_S
    with ProgressMonitor("running" if is_run else "measuring", quiet=quiet) as monitor:
        plan = explained(
            puzzle,
            question,
            run=is_run,
            unique=options.unique,
            labelled=options.labelled,
            engine=options.engine,
            order=options.order,
            seconds=max(0.0, min(SECONDS, measuring) if is_run else measuring),
            threads=options.threads,
            memory=options.memory,
            limits=Limits(seconds=left),
            on_progress=monitor,
            cancel=monitor.cancel,
        )
    value = plan.answer
    if question == "first" and value is not None:
        value = complete_if_first(value, question)
    if as_json:
        status = plan.status if value is None else value.status
        body = {**options.query_keys("explain", puzzle), "status": status.value, **plan.to_dict()}
        print_json({**body, "answer": None if value is None else _answer_keys(value)})
    else:
        click.echo(str(plan))
        if value is not None:
            click.echo(f"\n{_answer_line(options, puzzle, value)}")
    code = ExitCode.FOUND
    if value is not None:
        is_found = value.cost is not None if question == "optimise" else bool(value.solutions)
        code = explain_end(options, puzzle, value, has_result=is_found, resumable=False)
    elif plan.status.value == "cancelled":
        note("the measuring was stopped")
        code = ExitCode.INTERRUPTED
    click.get_current_context().exit(code)


def _answer_line(options: SearchOptions, puzzle: AnyPuzzle, answer: Answer | Optimum) -> str:
    """The answer as the command for its question prints it."""
    from tilewright.solving.questions import Answer

    return summary(options, puzzle, answer) if isinstance(answer, Answer) else str(answer)


def _answer_keys(answer: Answer | Optimum) -> dict[str, object]:
    """The numbers of an answer, those that were not requested as null."""
    names = ("solutions", "up_to_symmetry", "labelled", "cost")
    return {name: getattr(answer, name, None) for name in names} | {
        "engine": answer.engine,
        "seconds": answer.seconds,
    }


def _check(options: SearchOptions, question: str) -> None:
    """UsageError for options that have no meaning in a question."""
    if options.labelled and question != "count":
        raise click.UsageError("--labelled requires --count")
    if options.unique and question not in {"count", "all"}:
        raise click.UsageError("--unique requires --count or --all")
    if options.order is not None and question not in {"count", "optimise"}:
        raise click.UsageError("--order requires --count or --optimise")
    if options.engine is not None and question == "optimise":
        raise click.UsageError("--engine and --optimise cannot be combined")
