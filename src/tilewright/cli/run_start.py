"""``tilewright run start`` and ``resume``: work on a run until it is done, or stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.options import (
    LISTING,
    Command,
    engine_option,
    mirrors_option,
    motions_option,
    reading_options,
    use_option,
    with_options,
)
from tilewright.cli.run_options import id_argument, named_run
from tilewright.cli.run_session import Sitting, with_sitting
from tilewright.cli.search import check_mirrors
from tilewright.cli.sources import load_puzzle

if TYPE_CHECKING:
    from tilewright.runs.creation import RunQuestion

MOST_TASKS = 4_096
MOST_DEPTH = 64

START = """\b
Examples:
  tilewright run start catalog:pentominoes-6x10
  tilewright run start puzzle.txt --unique --count
  tilewright run start puzzle.txt --executor processes --workers 8 --time 8h
  tilewright run start puzzle.txt --scheduler tcp://10.0.0.1:8786
  tilewright run start puzzle.txt --first --background

All solutions are found, and kept in the file of runs. The first line says the run's ID. Ctrl-C stops it in
good order, and 'tilewright run resume ID' goes on.
"""
RESUME = """\b
Examples:
  tilewright run resume last
  tilewright run resume 3f2a --executor processes --workers 8

It goes on where the run was, whatever stopped it; with other workers, if others are given.
"""

_QUESTION = (
    click.option(
        "--all", "everything", is_flag=True, help="Find all solutions and keep them, as without it."
    ),
    click.option("--count", "only_count", is_flag=True, help="Count the solutions, and keep none."),
    click.option(
        "--unique",
        is_flag=True,
        help="Take one of all solutions that the board's own turns and mirrors carry into each other.",
    ),
    click.option("--first", is_flag=True, help="End with the first solution."),
)
_SPLITTING = (
    click.option(
        "--tasks",
        type=click.IntRange(1, MOST_TASKS),
        metavar="N",
        help="Begin with about so many tasks, else 256. Those that turn out large are split as they go.",
    ),
    click.option(
        "--split-depth",
        type=click.IntRange(1, MOST_DEPTH),
        metavar="N",
        help="Begin with a task for each way to make the first N choices.",
    ),
)


def _start_options(command: Command) -> Command:
    engine = engine_option(LISTING, "Search with this engine; without it Tilewright chooses")
    rules = (reading_options, motions_option, use_option, mirrors_option, engine)
    return with_options(command, (*_QUESTION, *rules, *_SPLITTING, with_sitting))


@dataclass(frozen=True)
class Wish:
    """What is asked of a new run; the fields are named as the options are."""

    everything: bool
    only_count: bool
    unique: bool
    first: bool
    engine: str | None
    tasks: int | None
    split_depth: int | None

    def question(self) -> RunQuestion:
        """The same as the room ``runs`` puts it; UsageError when options contradict each other."""
        from tilewright.runs.creation import RunQuestion

        if self.everything and self.only_count:
            raise click.UsageError("--all keeps the solutions and --count keeps none; give one of them")
        for option, given in (
            ("--all", self.everything),
            ("--count", self.only_count),
            ("--unique", self.unique),
        ):
            if self.first and given:
                raise click.UsageError(f"--first ends with one solution, and {option} asks for all")
        if self.tasks is not None and self.split_depth is not None:
            raise click.UsageError("--tasks and --split-depth both say how the run begins; give one of them")
        splitting: dict[str, int] = {} if self.tasks is None else {"tasks": self.tasks}
        return RunQuestion(
            keep=not self.only_count,
            one=self.first,
            unique=self.unique,
            engine=self.engine,
            depth=self.split_depth,
            **splitting,
        )


@click.command(epilog=START, short_help="Begin a run, and work on it.")
@click.argument("file")
@_start_options
def start(file: str, **wishes: Any) -> None:
    """Begin a run: search for all solutions of the puzzle in FILE, and keep them."""
    sitting = Sitting.taken("run start", wishes)
    rules = {name: wishes.pop(name) for name in ("problem", "motions", "use", "mirrors")}
    rules["from_format"] = wishes.pop("from_format")
    wish = Wish(**wishes)
    question = wish.question()
    check_mirrors(rules["mirrors"], unique=wish.unique)
    executor = sitting.workforce.executor_made()
    source = load_puzzle(file, **rules)
    click.get_current_context().exit(sitting.begin(source, question, executor))


@click.command(epilog=RESUME, short_help="Go on with a run.")
@id_argument
@with_sitting
def resume(run_id: str, **wishes: Any) -> None:
    """Go on with the run ID, where it was when it was stopped, or died."""
    sitting = Sitting.taken("run resume", wishes)
    executor = sitting.workforce.executor_made()
    run = named_run(sitting.path, run_id)
    click.get_current_context().exit(sitting.go_on(run, executor))
