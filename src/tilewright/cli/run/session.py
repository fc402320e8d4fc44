"""``tilewright run start`` and ``resume``: work on a run until it is done, or stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from tilewright.cli.answers import hint_area_mismatch, symmetry_text
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import TIME_LIMIT, Interrupted, TimeLimitReached, seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.moves import filter_moves_option, filter_with_moves
from tilewright.cli.options import (
    Command,
    DocumentedCommand,
    check_combination,
    engine_option,
    help_of,
    json_option,
    labelled_option,
    mirrors_option,
    motions_option,
    only_option,
    quiet_option,
    reading_options,
    time_option,
    unique_option,
    use_option,
    with_options,
)
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.run import db_option, id_argument, resolve_run, run_command, runs_file
from tilewright.cli.run.executor_options import ExecutorChoice, worker_options
from tilewright.cli.run.export import draw_solutions, solution_printer
from tilewright.cli.run.levels import level_facts, level_lines
from tilewright.cli.run.text import (
    STATES,
    bar_progress,
    question_text,
    run_json,
    searched_text,
    summary,
    title_text,
    undecided_text,
)
from tilewright.cli.sources import LoadedPuzzle, load_puzzle
from tilewright.errors import DamagedError, RunError
from tilewright.formats import toml
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.runs.background import start_background
from tilewright.runs.executors import Executor
from tilewright.runs.reading import run_status
from tilewright.runs.rows import RunRow, RunState
from tilewright.solving.settings import FIELDS
from tilewright.solving.steps import Limits
from tilewright.wording import counted

if TYPE_CHECKING:  # these import the solver
    from tilewright.model.puzzle import Solution
    from tilewright.runs.coordinator import SessionResult
    from tilewright.runs.creation import RunQuestion
    from tilewright.runs.store import Store

_background_option = click.option("--background", is_flag=True, help=help_of("background"))
_print_option = click.option(
    "--print",
    "prints",
    is_flag=True,
    help=help_of("print") + " Ctrl-C stops the run, as it does without --print.",
)
_QUESTION = (
    click.option("--all", "everything", is_flag=True, help=help_of("all")),
    click.option(
        "--count",
        "only_count",
        is_flag=True,
        help=help_of("count"),
    ),
    unique_option,
    labelled_option,
    click.option("--first", is_flag=True, help=help_of("first")),
    only_option,
    filter_moves_option,
)
_SPLITTING = (
    click.option(
        "--tasks",
        type=click.IntRange(FIELDS["tasks"].least, FIELDS["tasks"].most),
        metavar="N",
        help=help_of("tasks"),
    ),
    click.option(
        "--split-depth",
        type=click.IntRange(FIELDS["split_depth"].least, FIELDS["split_depth"].most),
        metavar="N",
        help=help_of("split_depth"),
    ),
)


def _session_options(command: Command) -> Command:
    shown = (_background_option, _print_option, quiet_option, json_option)
    return with_options(command, (worker_options, time_option, db_option, *shown))


def _start_options(command: Command) -> Command:
    engine = engine_option("splittable")
    rules = (reading_options, motions_option, use_option, mirrors_option, engine)
    return with_options(command, (*_QUESTION, *rules, *_SPLITTING, _session_options))


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@_start_options
def start(file: str, **given: Any) -> None:
    """Start a run: search for all solutions of the puzzle in FILE and store them."""
    session = RunSession.from_options("run start", given)
    given["only"] = filter_with_moves(given["only"], moves=given.pop("moves"))
    rules = {name: given.pop(name) for name in ("problem", "lattice", "motions", "use", "mirrors")}
    rules["from_format"] = given.pop("from_format")
    asked = {"mirrors": rules["mirrors"], "unique": given["unique"] or given["only"] is not None}
    check_combination([name for name, value in asked.items() if value])
    question = _question(given, prints=session.prints)
    executor = session.executor.make()
    source = load_puzzle(file, **rules)
    click.get_current_context().exit(session.start(source, question, executor))


@click.command(cls=DocumentedCommand)
@id_argument
@_session_options
def resume(run_id: str, **given: Any) -> None:
    """Resume the run ID from where it was stopped or interrupted."""
    session = RunSession.from_options("run resume", given)
    executor = session.executor.make()
    run = resolve_run(session.path, run_id)
    click.get_current_context().exit(session.work(run, executor))


def _question(given: dict[str, Any], *, prints: bool) -> RunQuestion:
    """The question that the options ask; UsageError when they contradict each other."""
    from tilewright.runs.creation import DEFAULT_TASKS, RunQuestion

    asked = {"all": given["everything"], "count": given["only_count"], "print": prints}
    asked |= {name: given[name] for name in ("first", "unique", "labelled", "tasks", "split_depth")}
    check_combination([name for name, value in asked.items() if value])
    return RunQuestion(
        keep=not given["only_count"],
        first_only=given["first"],
        unique=given["unique"],
        engine=given["engine"],
        tasks=given["tasks"] or DEFAULT_TASKS,
        depth=given["split_depth"],
        filter=given["only"] or "",
        labelled=given["labelled"],
    )


@dataclass(frozen=True)
class RunSession:
    """How to work on a run: who works, how long, in which file, what is shown; ``command`` is its name."""

    command: str
    executor: ExecutorChoice
    seconds: float | None
    db: Path | None
    background: bool
    quiet: bool
    as_json: bool
    prints: bool

    @classmethod
    def from_options(cls, command: str, given: dict[str, Any]) -> Self:
        """Take the options of a session from all that were given; UsageError when they conflict."""
        executor = ExecutorChoice.from_options(given)
        names = ("seconds", "db", "background", "quiet", "as_json", "prints")
        session = cls(command, executor, **{name: given.pop(name) for name in names})
        asked = {"print": session.prints, "background": session.background, "json": session.as_json}
        check_combination([name for name, value in asked.items() if value])
        return session

    @property
    def path(self) -> Path:
        """The run database."""
        return runs_file(self.db)

    def start(self, source: LoadedPuzzle, question: RunQuestion, executor: Executor) -> int:
        """Store a new run, print its ID, and work on it; the exit code.

        Without a solution, where a reason is known, no run is stored.
        """
        from tilewright.runs.creation import new_run
        from tilewright.runs.database import check_location, named_errors
        from tilewright.runs.store import Store

        with named_errors(self.path):
            check_location(self.path)  # before the work; the file is made only for a run
        run = ""
        try:
            with ProgressMonitor("preparing", quiet=self.quiet):
                new = new_run(source.puzzle, question)
                if new.proof:
                    return self._explain(source.puzzle, new.proof)
                faster = ""
                if not question.keep and question.engine is None and not question.filter:
                    faster = _faster_count(new.context.cover.puzzle, unique=question.unique)
                run = new.assignment.run
                with Store(self.path) as store:
                    row = store.create_run(new, source.puzzle.title, source.name)
                    if self.background and row.state is RunState.RUNNING:
                        store.set_state(run, RunState.STOPPED, "its process has not started")
            if faster:
                note(faster)
            if self.as_json:
                note(f"run {run}")
            else:
                facts = f"{title_text(row)}; {question_text(row)}; {counted(row.first_tasks, 'task')}"
                click.echo(f"run {run}   {facts}, {executor.name}")
        except Interrupted as stop:
            if not run:
                raise
            return self._stopped(run, stop)
        return self.work(run, executor)

    def _explain(self, puzzle: AnyPuzzle, proof: str) -> int:
        """Print why there is no solution, so that there is nothing to run; the exit code."""
        if self.as_json:
            facts = {"run": None, "status": "complete", "solutions": 0, "proof": proof}
            print_json({"command": self.command, "db": str(self.path), **facts})
        else:
            click.echo(f"no solution exists\n{proof}")
            note("no run was stored")
        hint_area_mismatch(puzzle)
        return ExitCode.NONE

    def work(self, run: str, executor: Executor) -> int:
        """Work on a stored run; the exit code."""
        try:
            return self._work(run, executor)
        except Interrupted as stop:
            return self._stopped(run, stop)

    def _work(self, run: str, executor: Executor) -> int:
        from tilewright.runs.coordinator import RunControl, coordinate
        from tilewright.runs.store import Store

        if self.background:
            self._invite()
            return self._work_in_background(run)
        monitor = ProgressMonitor(f"run {run}", quiet=self.quiet)

        def begin() -> None:
            TIME_LIMIT.clear()  # from then on the session keeps the time and ends in order
            monitor.clear()
            self._invite()

        with Store(self.path, create=False) as store, monitor:
            control = RunControl(
                limits=Limits(seconds=self.seconds),
                start_time=TIME_LIMIT.start_time,
                on_start=begin,
                on_progress=lambda progress: monitor(bar_progress(progress)),
                cancel=monitor.cancel,
                on_solution=self._printer(store.run(run), monitor) if self.prints else None,
            )
            try:
                result = coordinate(store, run, executor, control)
            except DamagedError:  # resuming it would not help
                raise
            except RunError as error:
                if f"resume {run}" in str(error):  # the message has the command already
                    raise
                raise RunError(f"{error}. Run {run} is kept; to resume: {self._resume(run)}") from error
            monitor.clear()
            return self._report(store, run, result, monitor)

    def _printer(self, row: RunRow, monitor: ProgressMonitor) -> Callable[[Solution], None] | None:
        """What prints a solution; None where the only one is drawn at the end. RunError if none is kept."""
        if not row.keep:
            raise RunError(f"run {row.id} only counts; it stores no solutions to print")
        return None if row.first_only else solution_printer(self.path, row, monitor)

    def _invite(self) -> None:
        """Say how workers of other machines join, where they can."""
        invitation, warning = self.executor.invitation()
        if warning:
            note(warning)
        if self.as_json and invitation:
            note(invitation)
        elif invitation:
            click.echo(invitation)

    def _stopped(self, run: str, stop: Interrupted) -> int:
        """Say that a run is kept whose session could not end in order, or report; the exit code.

        Raises ``stop`` where no such run was stored.
        """
        from tilewright.runs.store import Store

        TIME_LIMIT.clear()
        is_limit = isinstance(stop, TimeLimitReached)
        reason = "the time limit was reached" if is_limit else "it was interrupted"
        try:
            with Store(self.path, create=False) as store:
                state = store.run(run).state
                if state not in (RunState.COMPLETE, RunState.FAILED):
                    store.set_state(run, RunState.STOPPED, f"{reason} before the run could end in order")
        except RunError:
            raise stop from None
        if state in (RunState.COMPLETE, RunState.FAILED):
            message = f"run {run} is {state.value}, but {reason} before the report was complete"
            advice = f"to see the run: {run_command('status', run, self.db)}"
        else:
            message = f"run {run} was stopped at once: {reason}; everything committed is kept"
            advice = f"to resume: {self._resume(run)}"
        note(message)
        note(advice)
        if self.as_json:
            print_json({"error": {"kind": stop.kind, "message": message}})
        return stop.code

    def _report(self, store: Store, run: str, result: SessionResult, monitor: ProgressMonitor) -> int:
        """Print how the session ended; its exit code. RunError when the run failed."""
        row, progress = store.run(run), result.progress
        if result.state is RunState.FAILED:
            raise RunError(
                f"run {run} failed after {searched_text(progress)}: {result.reason}. What was "
                f"done is kept; to try again: {self._resume(run)}"
            )
        if self.as_json:
            facts = run_json(row, progress, result.state) | level_facts(self.path, row)
            print_json({"command": self.command, "db": str(self.path), **facts})
        else:
            if row.first_only and progress.totals.solutions:
                draw_solutions(self.path, row)
            symmetry = symmetry_text(toml.loads(row.puzzle)) if row.is_unique else ""
            for line in level_lines(self.path, row):
                click.echo(line)
            click.echo(summary(row, progress, symmetry))
        if result.state is not RunState.COMPLETE:
            note(f"stopped after {searched_text(progress)}: {result.reason}")
            note(f"to resume: {self._resume(run)}")
            return ExitCode.INTERRUPTED if monitor.cancel.is_set() else STATES[result.state][1]
        if progress.totals.undecided:
            note(f"not all is proven: {undecided_text(progress.totals.undecided)}")
            return ExitCode.LIMIT
        if not progress.totals.solutions:
            hint_area_mismatch(toml.loads(row.puzzle))
            return ExitCode.NONE
        if row.keep and not row.first_only and not self.quiet:
            export = run_command("export", run, self.db, "-o", "solutions.ndjson")
            note(f"to write the solutions: {export}")
        return ExitCode.FOUND

    def _work_in_background(self, run: str) -> int:
        arguments = self.executor.arguments()
        if (left := seconds_left(self.seconds)) is not None:
            arguments += ["--time", f"{left:.6f}"]
        TIME_LIMIT.clear()
        start_background(self.path, run, arguments)
        state = run_status(self.path, run).state.value
        if self.as_json:
            print_json({"command": self.command, "db": str(self.path), "run": run, "status": state})
        else:
            click.echo(f"run {run} is {state}")
            click.echo(f"to see its status:  {run_command('status', run, self.db)}")
            click.echo(f"to stop it:         {run_command('stop', run, self.db)}")
        return ExitCode.FOUND

    def _resume(self, run: str) -> str:
        return run_command("resume", run, self.db, *self.executor.arguments())


def _faster_count(puzzle: AnyPuzzle, *, unique: bool) -> str:
    """A remark that ``tilewright count`` is expected to be much faster than a run that only counts, or ""."""
    from tilewright.solving.facts import prepare
    from tilewright.solving.planner import counter_worth_naming
    from tilewright.solving.questions import Count, Options, Query

    choice = counter_worth_naming(prepare(Query(puzzle, Count(), Options(unique=unique))))
    if choice is None:
        return ""
    return (
        "a run visits all solutions; 'tilewright count' is expected to be much faster, "
        f"with the engine {choice.engine.name}: {choice.reason}"
    )
