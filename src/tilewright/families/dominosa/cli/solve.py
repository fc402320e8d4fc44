"""``tilewright dominosa``: whole sets of dominoes on grids of numbers."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.forced import body as forced_body
from tilewright.cli.forced import ending, placement_text, summary
from tilewright.cli.make import TEXT_OR_FILE
from tilewright.cli.options import (
    COUNTERS,
    Command,
    ascii_option,
    engine_option,
    json_option,
    quiet_option,
    time_option,
    with_options,
)
from tilewright.cli.output import ExitCode, draws_lines, note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, counted, percent, span
from tilewright.families.dominosa.cli.grids import (
    SHOWN,
    asked_grid,
    check_picture,
    is_text,
    picture_option,
    write_picture,
)
from tilewright.families.dominosa.cli.make import generate, grade, maximise

if TYPE_CHECKING:
    from tilewright.model.puzzle import Solution
    from tilewright.solve.api import Answer


GRID = "'00020304 01213141 05062224 51612343 25264446 55634565 11333566'"
MOST_KEPT = 100_000
"""Ways that are listed into a file, or an object, at most: they are held in memory."""

EPILOG = f"""\b
Examples:
  tilewright dominosa count {GRID}
  tilewright dominosa solve grid.txt
  tilewright dominosa generate 6 --difficulty hard --seed 4
  tilewright dominosa maximise 4 --time 1m

GRID is a grid of numbers: rows of digits one after another, or the name of a file with them, or '-';
numbers above 9 stand between commas. Each domino of the set with its numbers is to be laid once.
"""


@click.group(epilog=EPILOG, short_help="Sets of dominoes on grids of numbers.")
def dominosa() -> None:
    """Lay a whole set of dominoes on a grid of numbers, each domino once: count, list, make such grids."""


_ENGINE = engine_option(COUNTERS, "Count with this engine; without it by halves, or as Tilewright chooses")


@dominosa.command(epilog=f"\b\nExample:\n  tilewright dominosa count {GRID}", short_help="Count the ways.")
@click.argument("grid", type=TEXT_OR_FILE)
@_ENGINE
@time_option
@quiet_option
@json_option
def count(
    grid: tuple[str, str],
    engine: str | None,
    seconds: float | None,
    quiet: bool,  # noqa: FBT001 - from click
    as_json: bool,  # noqa: FBT001
) -> None:
    """Count the ways to lay the whole set on GRID."""
    from tilewright.families.dominosa.counting import ways
    from tilewright.solve import api
    from tilewright.solve.engines.base import Limits

    numbers, puzzle = asked_grid(grid)
    began = time.monotonic()
    quick = ways(numbers) if engine is None else None
    if quick is not None:
        body: dict[str, Any] = {"status": "complete", "solutions": quick, "engine": "halves"}
        taken = time.monotonic() - began
        code: int = ExitCode.FOUND if quick else ExitCode.NONE
    else:
        with ProgressMonitor("counting", quiet=quiet) as monitor:
            limits = Limits(seconds=seconds)
            answer = api.count(
                puzzle, engine=engine, limits=limits, on_progress=monitor, cancel=monitor.cancel
            )
        body = {"status": answer.status.value, "solutions": answer.solutions, "engine": answer.engine}
        taken = answer.seconds
        code = _ended(answer)
    if as_json:
        head = {"command": "dominosa count", "title": puzzle.title}
        print_json({**head, **body, "seconds": round(taken, 6)})
    elif body["solutions"] is None:
        click.echo(f"not counted   {span(taken)}, {body['engine']}")
    else:
        so_far = "" if body["status"] == "complete" else " so far"
        click.echo(f"{counted(body['solutions'], 'way')}{so_far}   {span(taken)}, {body['engine']}")
    click.get_current_context().exit(code)


def _ended(answer: Answer) -> int:
    """The exit code of a search; a note says when it did not run to its end."""
    if answer.status.value != "complete":
        how = "stopped" if answer.status.value == "cancelled" else "a limit ended the search"
        note(f"{how} after {percent(answer.share)} of it")
    return ExitCode.of(answer.status, found=bool(answer.solutions))


def _showing(command: Command) -> Command:
    return with_options(command, (time_option, picture_option, ascii_option, quiet_option, json_option))


@dominosa.command(
    epilog="\b\nExample:\n  tilewright dominosa solve grid.txt -o way.svg", short_help="Find one way."
)
@click.argument("grid", type=TEXT_OR_FILE)
@_showing
def solve(grid: tuple[str, str], **wishes: Any) -> None:
    """Find one way to lay the whole set on GRID, and draw it."""
    _list("dominosa solve", grid, 1, **wishes)


@dominosa.command(
    "list",
    epilog="\b\nExample:\n  tilewright dominosa list '001 101' --limit 10",
    short_help="List the ways.",
)
@click.argument("grid", type=TEXT_OR_FILE)
@click.option("--limit", type=AMOUNT, metavar="N", help="Stop after N ways.")
@_showing
def list_all(grid: tuple[str, str], limit: int | None, **wishes: Any) -> None:
    """List the ways to lay the whole set on GRID, drawn; a picture shows the first 60."""
    _list("dominosa list", grid, limit, **wishes)


def _list(
    command: str,
    written: tuple[str, str],
    limit: int | None,
    *,
    seconds: float | None,
    output: Path | None,
    plain: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    from tilewright.families.dominosa.drawing import grid_text
    from tilewright.solve import api
    from tilewright.solve.engines.base import Limits

    grid, puzzle = asked_grid(written)
    check_picture(output, written[0])
    kept: list[Solution] = []
    first = command == "dominosa solve"
    keep = as_json or output is not None
    screen = not keep
    if keep and (as_json or is_text(output)):
        limit = min(limit or MOST_KEPT, MOST_KEPT)
    with ProgressMonitor("laying", quiet=quiet) as monitor:
        shown = 0

        def sink(solution: Solution) -> None:
            nonlocal shown
            shown += 1
            if screen:
                monitor.clear()
                head = "" if first else f"way {shown:,}\n"
                click.echo(head + grid_text(grid, solution, plain=not draws_lines(plain)))
            elif as_json or len(kept) < SHOWN or is_text(output):
                kept.append(solution)

        answer = api.solve(
            puzzle,
            sink=sink,
            limits=Limits(solutions=limit, seconds=seconds),
            on_progress=monitor,
            cancel=monitor.cancel,
        )
    said = write_picture(output, grid, kept, puzzle.title) if output is not None else ""
    enough = limit is not None and shown >= limit
    if as_json:
        found = [
            [{"piece": p.piece, "cells": [list(c) for c in p.cells]} for p in s.placements] for s in kept
        ]
        status = "complete" if first and enough else answer.status.value
        body = {"status": status, "solutions": shown, "output": None if output is None else str(output)}
        print_json({"command": command, "title": puzzle.title, "found": found, **body})
    else:
        if not first or not shown:
            words = counted(shown, "way") if shown or answer.status.value != "complete" else "no way exists"
            click.echo(f"{words}   {span(answer.seconds)}, {answer.engine}")
        if said:
            click.echo(said)
    click.get_current_context().exit(ExitCode.FOUND if first and enough else _ended(answer))


@dominosa.command(
    epilog="\b\nExample:\n  tilewright dominosa forced grid.txt", short_help="What every way has."
)
@click.argument("grid", type=TEXT_OR_FILE)
@_showing
def forced(
    grid: tuple[str, str],
    seconds: float | None,
    output: Path | None,
    plain: bool,  # noqa: FBT001 - from click
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Find the dominoes that lie alike in every way to lay the set on GRID, and the places none takes."""
    from tilewright.families.dominosa.drawing import grid_text
    from tilewright.model.puzzle import Solution
    from tilewright.solve.engines.base import Limits
    from tilewright.solve.forced import forced as ask

    numbers, puzzle = asked_grid(grid)
    check_picture(output, grid[0])
    with ProgressMonitor("deciding", quiet=quiet) as monitor:
        found = ask(puzzle, limits=Limits(seconds=seconds), on_progress=monitor, cancel=monitor.cancel)
    always = Solution.of(found.always)
    name = None if output is None else str(output)
    if as_json:
        head = {"command": "dominosa forced", "title": puzzle.title}
        print_json({**head, **forced_body(puzzle, found), "output": name})
    else:
        if found.always:
            click.echo(grid_text(numbers, always, plain=not draws_lines(plain)))
        for placement in found.always:
            click.echo(f"always  {placement_text(puzzle, placement)}")
        click.echo(summary(found))
    if output is not None:
        said = write_picture(output, numbers, [always] if found.solution else [], puzzle.title)
        if not as_json:
            click.echo(said)
    click.get_current_context().exit(ending(found))


for _command in (grade, generate, maximise):
    dominosa.add_command(_command)
