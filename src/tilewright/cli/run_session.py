"""One sitting of a run, from the first task until it is done or stopped, and what is said of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from tilewright.cli.answers import hint_area_mismatch, symmetry_text
from tilewright.cli.options import Command, json_option, quiet_option, time_option, with_options
from tilewright.cli.output import ExitCode, note, print_json
from tilewright.cli.progress import Interrupted, ProgressMonitor
from tilewright.cli.quantities import counted
from tilewright.cli.run_advice import counted_sooner
from tilewright.cli.run_export import show_kept
from tilewright.cli.run_options import Workforce, db_option, run_line, runs_file, worker_options
from tilewright.cli.run_text import after_words, body, question_words, summary, title_words, watched
from tilewright.errors import RunError

if TYPE_CHECKING:
    from tilewright.cli.sources import LoadedPuzzle
    from tilewright.runs.coordinator import RunEnd
    from tilewright.runs.creation import RunQuestion
    from tilewright.runs.executors.base import Executor
    from tilewright.runs.store import Store

_background_option = click.option(
    "--background", is_flag=True, help="Give the terminal back at once; the run goes on by itself."
)


def with_sitting(command: Command) -> Command:
    """The options of a sitting, on a click command: who works, how long, in which file, what is shown."""
    return with_options(
        command, (worker_options, time_option, db_option, _background_option, quiet_option, json_option)
    )


@dataclass(frozen=True)
class Sitting:
    """How a run is to be worked on, as the user asked for it; ``command`` is the one that was given."""

    command: str
    workforce: Workforce
    seconds: float | None
    db: Path | None
    background: bool
    quiet: bool
    as_json: bool

    @classmethod
    def taken(cls, command: str, wishes: dict[str, Any]) -> Self:
        """The options of ``with_sitting``, taken out of all that were given, and found to agree."""
        workforce = Workforce.taken(wishes)
        named = {name: wishes.pop(name) for name in ("seconds", "db", "background", "quiet", "as_json")}
        return cls(command, workforce, **named)

    @property
    def path(self) -> Path:
        """The file of runs."""
        return runs_file(self.db)

    def begin(self, source: LoadedPuzzle, question: RunQuestion, executor: Executor) -> int:
        """Store a new run, say its ID, and work on it; the exit code."""
        from tilewright.runs.creation import new_run
        from tilewright.runs.store import Store

        remark = ""
        with ProgressMonitor("preparing", quiet=self.quiet), Store(self.path) as store:
            new = new_run(source.puzzle, question)
            if not question.keep and question.engine is None:
                remark = counted_sooner(new.bench.cover.puzzle, unique=question.unique)
            row = store.create_run(new, source.puzzle.title, source.name)
            if self.background and row.status == "running":
                store.set_status(row.id, "stopped", "its own process has not begun")
        if remark:
            note(remark)
        told = f"run {row.id}"
        if self.as_json:
            note(told)
        else:
            words = f"{title_words(row)}; {question_words(row)}; {counted(row.first_tasks, 'task')}"
            click.echo(f"{told}   {words}, {executor.name}")
        return self.go_on(row.id, executor)

    def go_on(self, run: str, executor: Executor) -> int:
        """Work on a run that is stored; the exit code."""
        from tilewright.runs.store import Store

        if self.background:
            return self._send_away(run)
        with (
            Store(self.path, create=False) as store,
            ProgressMonitor(f"run {run}", quiet=self.quiet) as monitor,
        ):
            try:
                end = self._worked(store, run, executor, monitor)
            except Interrupted as stop:
                with suppress(RunError):  # it says itself that nobody works on it
                    if store.run(run).status == "running":
                        store.set_status(run, "stopped", "it was interrupted before it could begin")
                monitor.clear()
                return self._cut_short(run, stop)
            except RunError as error:
                again = self._resume(run)
                if f"resume {run}" in str(error):  # it says so itself
                    raise
                raise RunError(f"{error}. Run {run} is kept; to go on: {again}") from error
            monitor.clear()
            return self._tell(store, run, end, monitor)

    def _worked(self, store: Store, run: str, executor: Executor, monitor: ProgressMonitor) -> RunEnd:
        from tilewright.runs.coordinator import RunControl, coordinate
        from tilewright.solve.engines.base import Limits

        control = RunControl(
            limits=Limits(seconds=self.seconds),
            on_progress=lambda progress: monitor(watched(progress)),
            cancel=monitor.cancel,
        )
        return coordinate(store, run, executor, control)

    def _tell(self, store: Store, run: str, end: RunEnd, monitor: ProgressMonitor) -> int:
        """Say how the sitting ended; its exit code. RunError when the run failed."""
        from tilewright.formats import toml

        row, progress = store.run(run), end.progress
        if end.status == "failed":
            raise RunError(
                f"run {run} failed after {after_words(progress)}: {end.reason}. What was "
                f"done is kept; to try again: {self._resume(run)}"
            )
        if self.as_json:
            print_json({"command": self.command, "db": str(self.path), **body(row, progress, end.status)})
        else:
            if row.one and progress.solutions:
                show_kept(self.path, row)
            symmetry = symmetry_text(toml.loads(row.puzzle)) if row.by_orbit else ""
            click.echo(summary(row, progress, symmetry))
        if end.status == "complete":
            if not progress.solutions:
                hint_area_mismatch(toml.loads(row.puzzle))
            if row.keep and not row.one and progress.solutions and not self.quiet:
                note(f"to have what was found: {run_line('export', run, self.db, '-o', 'solutions.ndjson')}")
            return ExitCode.FOUND if progress.solutions else ExitCode.NONE
        note(f"stopped after {after_words(progress)}: {end.reason}")
        note(f"to go on: {self._resume(run)}")
        return monitor.stop_code if monitor.cancel.is_set() else ExitCode.LIMIT

    def _cut_short(self, run: str, stop: Interrupted) -> int:
        message = f"run {run} was stopped at once; what it had committed is kept"
        note(message)
        note(f"to go on: {self._resume(run)}")
        if self.as_json:
            print_json({"error": {"kind": "stopped", "message": message}})
        return stop.code

    def _send_away(self, run: str) -> int:
        from tilewright.runs.background import in_background
        from tilewright.runs.reading import run_status

        words = self.workforce.words()
        if self.seconds is not None:
            words += ["--time", f"{self.seconds:.6f}"]
        in_background(self.path, run, words)
        state = run_status(self.path, run).state
        if self.as_json:
            print_json({"command": self.command, "db": str(self.path), "run": run, "status": state})
        else:
            click.echo(f"run {run} is {state}")
            click.echo(f"to look at it:  {run_line('status', run, self.db)}")
            click.echo(f"to stop it:     {run_line('stop', run, self.db)}")
        return ExitCode.FOUND

    def _resume(self, run: str) -> str:
        return run_line("resume", run, self.db, *self.workforce.words())
