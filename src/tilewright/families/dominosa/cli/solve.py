"""``tilewright dominosa`` and its commands ``count``, ``solve``, ``list`` and ``forced``."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import note_limit
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.forced import (
    explain_undecided,
    forced_keys,
    placement_keys,
    placement_text,
)
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.make import TEXT_OR_FILE
from tilewright.cli.options import (
    Command,
    DocumentedGroup,
    ascii_option,
    engine_option,
    json_option,
    quiet_option,
    time_option,
    with_options,
)
from tilewright.cli.output import (
    DRAWINGS,
    OutputWriter,
    PictureWriter,
    check_output_file,
    drawing_option,
    draws_lines,
    json_list,
    note,
)
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, span
from tilewright.clock import monotonic
from tilewright.families.dominosa.cli.make import (
    drawing_of,
    generate,
    grade,
    maximise,
    read_grid_argument,
    write_drawing,
)
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.model.puzzle import Solution
    from tilewright.solving.api import Answer


PICTURE_LIMIT, TEXT_LIMIT = 60, 100_000
"""The most solutions in a picture, and in a text file: they are kept in memory."""


@click.group(cls=DocumentedGroup)
def dominosa() -> None:
    """Place a whole set of dominoes on a grid of numbers, each domino once; generate such grids."""


@dominosa.command()
@click.argument("grid", type=TEXT_OR_FILE)
@engine_option("counts", text="Count with this engine. Default: by halves if possible, else automatic.")
@time_option
@quiet_option
@json_option
def count(
    *, grid: tuple[str, str], engine: str | None, seconds: float | None, quiet: bool, as_json: bool
) -> None:
    """Count the ways to place the whole set on GRID."""
    from tilewright.families.dominosa.counting import count_solutions
    from tilewright.solving import api
    from tilewright.solving.steps import Limits

    numbers, puzzle = read_grid_argument(grid)
    start_time = monotonic()
    number = count_solutions(numbers) if engine is None else None
    if number is not None:
        status, used, elapsed = "complete", "halves", monotonic() - start_time
        code: int = ExitCode.FOUND if number else ExitCode.NONE
    else:
        with ProgressMonitor("counting", quiet=quiet) as monitor:
            limits = Limits(seconds=seconds_left(seconds))
            answer = api.count(
                puzzle, engine=engine, limits=limits, on_progress=monitor, cancel=monitor.cancel
            )
        status, number, used, elapsed = answer.status.value, answer.solutions, answer.engine, answer.seconds
        code = _exit_code(answer)
    if as_json:
        body = {"status": status, "solutions": number, "engine": used, "seconds": round(elapsed, 6)}
        print_json({"command": "dominosa count", "title": puzzle.title, **body})
    else:
        so_far = "" if status == "complete" else " so far"
        text = "not counted" if number is None else f"{counted(number, 'solution')}{so_far}"
        click.echo(f"{text}   {span(elapsed)}, {used}")
    click.get_current_context().exit(code)


def _exit_code(answer: Answer) -> int:
    """The exit code of a search; a note on stderr when it was incomplete."""
    if answer.status.value != "complete":
        note(ending_message(answer.status, answer.share))
    return ExitCode.of(answer.status, has_result=bool(answer.solutions))


def _drawing_options(command: Command) -> Command:
    return with_options(command, (time_option, drawing_option, ascii_option, quiet_option, json_option))


@dominosa.command()
@click.argument("grid", type=TEXT_OR_FILE)
@_drawing_options
def solve(*, grid: tuple[str, str], **options: Any) -> None:
    """Find one way to place the whole set on GRID, and draw it."""
    _list("dominosa solve", grid, 1, **options)


@dominosa.command("list")
@click.argument("grid", type=TEXT_OR_FILE)
@click.option("--limit", type=AMOUNT, metavar="N", help="Stop after N solutions.")
@_drawing_options
def list_all(*, grid: tuple[str, str], limit: int | None, **options: Any) -> None:
    """List all ways to place the whole set on GRID, as drawings; a picture shows the first 60."""
    _list("dominosa list", grid, limit, **options)


def _list(
    command: str,
    argument: tuple[str, str],
    limit: int | None,
    *,
    seconds: float | None,
    output: Path | None,
    plain: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    from tilewright.families.dominosa.drawing import grid_text
    from tilewright.solving import api
    from tilewright.solving.steps import Limits

    grid, puzzle = read_grid_argument(argument)
    check_output_file(output, DRAWINGS, argument[0])
    first = command == "dominosa solve"
    with ProgressMonitor("searching", quiet=quiet) as monitor, ExitStack() as stack:

        def show(solution: Solution, number: int) -> None:
            monitor.clear()
            heading = "" if first else f"solution {number:,}\n"
            click.echo(heading + grid_text(grid, solution, plain=not draws_lines(plain)))

        writers: list[OutputWriter[Solution]] = []
        if output is not None:
            writers.append(
                PictureWriter(
                    lambda kept, total: drawing_of(output, grid, kept, puzzle.title),
                    path=output,
                    limit=TEXT_LIMIT if output.suffix.lower() == ".txt" else PICTURE_LIMIT,
                    option="",
                )
            )
        if as_json:
            heading = {"command": command, "title": puzzle.title}
            writers.append(stack.enter_context(json_list(heading, "found", _solution_json)))
        elif output is None:
            writers.append(OutputWriter(show))

        def sink(solution: Solution) -> None:
            for writer in writers:
                writer.write(solution)

        limits = Limits(solutions=limit, seconds=seconds_left(seconds))
        answer = api.solve(puzzle, sink=sink, limits=limits, on_progress=monitor, cancel=monitor.cancel)
    shown = writers[0].count
    messages = [message for writer in writers if (message := writer.finish())]
    enough = limit is not None and shown >= limit
    if as_json:
        status = "complete" if first and enough else answer.status.value
        print_json({"status": status, "solutions": shown, "output": output})
    else:
        if not first or not shown:
            exists = shown or answer.status.value != "complete"
            words = counted(shown, "solution") if exists else "no solution exists"
            click.echo(f"{words}   {span(answer.seconds)}, {answer.engine}")
        for message in messages:
            click.echo(message)
    if enough and not first and answer.status.value != "complete":
        note_limit(limit)
    click.get_current_context().exit(ExitCode.FOUND if enough else _exit_code(answer))


def _solution_json(solution: Solution) -> str:
    return json.dumps(placement_keys(solution.placements))


@dominosa.command()
@click.argument("grid", type=TEXT_OR_FILE)
@_drawing_options
def forced(
    *,
    grid: tuple[str, str],
    seconds: float | None,
    output: Path | None,
    plain: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Find the placements of dominoes on GRID that are in every solution, and those in none."""
    from tilewright.families.dominosa.drawing import grid_text
    from tilewright.model.puzzle import Solution
    from tilewright.solving.api import forced as find_forced
    from tilewright.solving.steps import Limits

    numbers, puzzle = read_grid_argument(grid)
    check_output_file(output, DRAWINGS, grid[0])
    with ProgressMonitor("deciding", quiet=quiet) as monitor:
        limits = Limits(seconds=seconds_left(seconds))
        answer = find_forced(puzzle, limits=limits, on_progress=monitor, cancel=monitor.cancel)
    always = Solution.of(answer.always)
    if as_json:
        heading = {"command": "dominosa forced", "title": puzzle.title}
        print_json({**heading, **forced_keys(answer), "output": output})
    else:
        if answer.always:
            click.echo(grid_text(numbers, always, plain=not draws_lines(plain)))
        for placement in answer.always:
            click.echo(f"always  {placement_text(puzzle, placement)}")
        click.echo(answer)
    if output is not None:
        message = f"no solution to write; {output} was not written"
        if answer.solution:
            message = write_drawing(output, numbers, [always], puzzle.title)
        if not as_json:
            click.echo(message)
    click.get_current_context().exit(explain_undecided(answer))


for _command in (grade, generate, maximise):
    dominosa.add_command(_command)
