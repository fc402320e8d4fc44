"""``tilewright run status`` and ``list``: how runs stand, seen from any shell."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import json_option
from tilewright.cli.output import ExitCode, note, print_json
from tilewright.cli.quantities import span
from tilewright.cli.run_options import LAST, db_option, named_run, run_line, runs_file
from tilewright.cli.run_table import live_view
from tilewright.cli.run_text import (
    COLUMNS,
    body,
    done_words,
    found_words,
    pace_words,
    status_lines,
    task_words,
    title_words,
    worker_row,
)

if TYPE_CHECKING:
    from tilewright.runs.progress import RunProgress
    from tilewright.runs.reading import RunStatus

LOOK = 1.0
"""Seconds between two looks at the file: its coordinator notes about once a second what happens."""
LINES = 10.0
"""Seconds between two lines where stdout is no terminal."""
SHOWN = 40
"""Workers that are listed; JSON has all."""

STATUS = """\b
Examples:
  tilewright run status
  tilewright run status 3f2a --watch
  tilewright run status last --json

Without ID it is the newest run. On a terminal a run that goes on is shown until it ends; Ctrl-C ends the
looking, not the run.
"""
LIST = """\b
Examples:
  tilewright run list
  tilewright run list --db shared.db --json
"""


@click.command(epilog=STATUS, short_help="How far a run is.")
@click.argument("run_id", metavar="[ID]", default=LAST)
@click.option(
    "--watch/--once",
    default=None,
    help="Show it until it ends, or once. Without it: once, unless on a terminal.",
)
@db_option
@json_option
def status(run_id: str, watch: bool | None, db: Path | None, as_json: bool) -> None:  # noqa: FBT001 - from click
    """How far the run ID is: how much is done, as far as can be told, tasks, solutions, speed, workers."""
    from tilewright.runs.reading import run_status

    path = runs_file(db)
    run = named_run(path, run_id)
    found = run_status(path, run)
    if as_json:
        facts = body(found.run, found.progress(), found.state)
        print_json({"command": "run status", "db": str(path), **facts})
        return
    terminal = sys.stdout.isatty()
    if found.state == "running" and (terminal if watch is None else watch):
        try:
            found = _watched(path, found, terminal=terminal)
        except KeyboardInterrupt:
            note(f"run {run} goes on; to stop it: {run_line('stop', run, db)}")
            click.get_current_context().exit(ExitCode.INTERRUPTED)
    _show(found, db)


def state_words(found: RunStatus) -> str:
    """How a run stands, and who works on it."""
    if found.state == "running":
        return f"running, by {found.holder}"
    if found.state == "interrupted":
        return "interrupted: its coordinator ended without a word"
    return f"{found.state}: {found.run.reason}" if found.run.reason else found.state


def _show(found: RunStatus, db: Path | None) -> None:
    """All about a run, once."""
    progress = found.progress()
    click.echo(f"run {found.run.id}")
    for name, words in status_lines(found.run, progress, state_words(found)):
        click.echo(f"  {name:<9} {words}")
    workers = progress.workers
    if workers:
        click.echo("")
        _echo_columns([COLUMNS, *map(worker_row, workers[:SHOWN])])
        if len(workers) > SHOWN:
            click.echo(f"  ... and {len(workers) - SHOWN:,} more")
    if found.state not in ("running", "complete"):
        click.echo(f"to go on: {run_line('resume', found.run.id, db)}")


def _echo_columns(rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        words = [word.ljust(width) for word, width in zip(row, widths, strict=True)]
        click.echo(f"  {'  '.join(words)}".rstrip())


def _watched(path: Path, found: RunStatus, *, terminal: bool) -> RunStatus:
    """Show a run as it goes on, until it does no more; how it stands then."""
    from tilewright.runs.reading import run_status

    began = time.monotonic()
    if terminal:
        with live_view() as show:
            while found.state == "running":
                show(found.run, found.progress(), state_words(found))
                time.sleep(LOOK)
                found = run_status(path, found.run.id)
        return found
    told = -LINES
    while found.state == "running":
        now = time.monotonic() - began
        if now - told >= LINES:
            told = now
            click.echo(_line(found, found.progress()))
        time.sleep(LOOK)
        found = run_status(path, found.run.id)
    return found


def _line(found: RunStatus, progress: RunProgress) -> str:
    return (
        f"run {found.run.id}: done: {done_words(progress)}; {found_words(found.run, progress)}, "
        f"{task_words(progress)}, {pace_words(progress)}"
    )


@click.command("list", epilog=LIST, short_help="All runs of the file.")
@db_option
@json_option
def list_runs(db: Path | None, as_json: bool) -> None:  # noqa: FBT001 - from click
    """List all runs of the file of runs, the oldest first."""
    from tilewright.runs.progress_estimate import short_share
    from tilewright.runs.reading import run_statuses

    path = runs_file(db)
    found = run_statuses(path) if path.exists() else []
    if as_json:
        runs = [body(one.run, one.progress(), one.state) for one in found]
        print_json({"command": "run list", "db": str(path), "runs": runs})
        return
    if not found:
        click.echo(f"there is no run yet in {path}; 'tilewright run start FILE' begins one")
        return
    rows = [("run", "begun", "status", "done", "found", "time", "puzzle")]
    for one in found:
        progress = one.progress()
        rows.append(
            (
                one.run.id,
                one.run.created.replace("T", " ").removesuffix("Z"),
                one.state,
                short_share(progress.share),
                found_words(one.run, progress),
                span(progress.seconds),
                title_words(one.run),
            )
        )
    _echo_columns(rows)
