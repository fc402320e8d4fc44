"""``tilewright run status`` and ``list``: the states of runs, seen from any shell."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import TIME_LIMIT
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option
from tilewright.cli.output import note
from tilewright.cli.quantities import span
from tilewright.cli.run import LAST, db_option, resolve_run, run_command, runs_file
from tilewright.cli.run.levels import level_facts, level_lines
from tilewright.cli.run.text import (
    COLUMNS,
    cpu_text,
    found_text,
    run_json,
    speed_text,
    state_text,
    status_lines,
    tasks_text,
    title_text,
    worker_row,
)
from tilewright.runs.progress import RunProgress, share_text, short_share_text
from tilewright.runs.reading import DamagedRun, RunStatus, listed_runs, run_status
from tilewright.runs.rows import RunRow, RunState
from tilewright.wording import aligned

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

DAMAGED = "damaged"  # the status of a run of which nothing else can be said
POLL_SECONDS = 1.0  # between two reads of the file: its coordinator updates it about once a second
LINE_SECONDS = 10.0  # between two lines where stdout is not a terminal
MAX_WORKERS = 40  # workers that are listed; JSON has all
OTHER_LINES = 14  # lines of a terminal that are not for workers


Show = Callable[[RunRow, RunProgress, str], None]


@click.command(cls=DocumentedCommand)
@click.argument("run_id", metavar="[ID]", default=LAST)
@click.option(
    "--watch/--once",
    default=None,
    help="Show the status until the run ends, or once. Default: --watch on a terminal, else --once.",
)
@db_option
@json_option
def status(run_id: str, watch: bool | None, db: Path | None, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Show the progress of the run ID: how much is done, tasks, solutions, speed, workers."""
    path = runs_file(db)
    run = resolve_run(path, run_id)
    current = run_status(path, run)
    if as_json:
        facts = run_json(current.run, current.progress(), current.state) | level_facts(path, current.run)
        print_json({"command": "run status", "db": str(path), **facts})
        return
    terminal = sys.stdout.isatty()
    if current.state is RunState.RUNNING and (terminal if watch is None else watch):
        try:
            current = _watch(path, current, terminal=terminal)
        except KeyboardInterrupt:
            TIME_LIMIT.clear()
            note(f"run {run} continues; to stop it: {run_command('stop', run, db)}")
            click.get_current_context().exit(ExitCode.INTERRUPTED)
    _show(current, db)
    for line in level_lines(path, current.run):
        click.echo(line)


def _show(current: RunStatus, db: Path | None) -> None:
    """Print all about a run."""
    progress = current.progress()
    click.echo(f"run {current.run.id}")
    for name, value in status_lines(current.run, progress, state_text(current)):
        click.echo(f"  {name:<9} {value}")
    workers = progress.workers
    if workers:
        click.echo("")
        for line in aligned([COLUMNS, *map(worker_row, workers[:MAX_WORKERS])]):
            click.echo(f"  {line}")
        if len(workers) > MAX_WORKERS:
            click.echo(f"  ... and {len(workers) - MAX_WORKERS:,} more")
    if current.state not in (RunState.RUNNING, RunState.COMPLETE):
        click.echo(f"to resume: {run_command('resume', current.run.id, db)}")


def _watch(path: Path, current: RunStatus, *, terminal: bool) -> RunStatus:
    """Show a run until it ends; its status then."""
    with live_view() if terminal else nullcontext(_LinePrinter()) as show:
        while current.state is RunState.RUNNING:
            show(current.run, current.progress(), state_text(current))
            time.sleep(POLL_SECONDS)
            current = run_status(path, current.run.id)
    return current


class _LinePrinter:
    """Prints a line about a run every LINE_SECONDS, for what is not a terminal."""

    def __init__(self) -> None:
        self._next = time.monotonic()

    def __call__(self, row: RunRow, progress: RunProgress, state: str) -> None:
        if time.monotonic() >= self._next:
            self._next += LINE_SECONDS
            facts = [found_text(row, progress), tasks_text(progress), speed_text(progress)]
            click.echo(f"run {row.id}: progress: {share_text(progress.share)}; {', '.join(facts)}")


@contextmanager
def live_view(console: Console | None = None) -> Iterator[Show]:
    """A view on a terminal: call its value to show the current progress. It vanishes at the end."""
    from rich.console import Console
    from rich.live import Live

    screen = console or Console()
    with Live(console=screen, auto_refresh=False, transient=True) as live:

        def show(row: RunRow, progress: RunProgress, state: str) -> None:
            most = max(3, screen.size.height - OTHER_LINES)
            live.update(_view(row, progress, state, max_workers=most), refresh=True)

        yield show


def _view(row: RunRow, progress: RunProgress, state: str, *, max_workers: int) -> RenderableType:
    """Facts, a progress bar and at most so many workers."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    facts = Table.grid(padding=(0, 2))
    for name, value in [("run", row.id), *status_lines(row, progress, state)]:
        facts.add_row(Text(name, style="bold"), Text(value))
    parts: list[RenderableType] = [facts, ProgressBar(total=1.0, completed=progress.share.low)]
    if progress.workers:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for number, column in enumerate(COLUMNS):
            table.add_column(column, justify="right" if number in (2, 3, 4) else "left", no_wrap=True)
        for worker in progress.workers[:max_workers]:
            table.add_row(*map(Text, worker_row(worker)))
        parts += [Text(), table]
        if len(progress.workers) > max_workers:
            parts.append(Text(f"... and {len(progress.workers) - max_workers:,} more"))
    return Group(*parts)


@click.command("list", cls=DocumentedCommand)
@db_option
@json_option
def list_runs(db: Path | None, as_json: bool) -> int:  # noqa: FBT001 - from click
    """List all runs in the run database, the oldest first."""
    path = runs_file(db)
    currents = listed_runs(path) if path.exists() else []
    if as_json:
        print_json({"command": "run list", "db": str(path), "runs": [_listed_json(one) for one in currents]})
    elif currents:
        header = ("run", "started", "status", "progress", "found", "first", "time", "cpu", "puzzle")
        for line in aligned([header, *map(_list_row, currents)]):
            click.echo(f"  {line}")
    else:
        click.echo(f"there are no runs in {path}; start one with: tilewright run start FILE")
    damaged = [one for one in currents if isinstance(one, DamagedRun)]
    for one in damaged:
        note(f"run {one.id}: {one.reason}")
    return ExitCode.BAD_INPUT if damaged else ExitCode.FOUND


def _listed_json(listed: RunStatus | DamagedRun) -> dict[str, object]:
    if isinstance(listed, DamagedRun):
        return {"run": listed.id, "status": DAMAGED, "reason": listed.reason}
    return run_json(listed.run, listed.progress(), listed.state)


def _list_row(listed: RunStatus | DamagedRun) -> tuple[str, ...]:
    if isinstance(listed, DamagedRun):
        return listed.id, "-", DAMAGED, "-", "-", "-", "-", "-", "-"
    row, progress = listed.run, listed.progress()
    started = row.created_at.replace("T", " ").removesuffix("Z")
    share, text = short_share_text(progress.share), found_text(row, progress)
    first = "-" if row.first_seconds is None else span(row.first_seconds)
    times = first, span(progress.seconds), cpu_text(progress.totals.cpu_seconds)
    return row.id, started, listed.state.value, share, text, *times, title_text(row)
