"""``tilewright run stop``, ``delete`` and ``verify``: what is done to runs besides searching."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import json_option, quiet_option
from tilewright.cli.output import ExitCode, note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import counted
from tilewright.cli.run_options import db_option, id_argument, named_run, run_line, runs_file
from tilewright.cli.run_status import state_words
from tilewright.cli.run_text import after_words, body, found_words, summary, title_words
from tilewright.errors import RunError

if TYPE_CHECKING:
    from tilewright.runs.integrity import Report
    from tilewright.runs.reading import RunStatus

PATIENCE = 30.0
"""Seconds that a run has to stop: it looks for the wish about once a second, and its workers may be far."""
LOOK = 0.1

STOP = """\b
Examples:
  tilewright run stop last
  tilewright run stop 3f2a --db shared.db
"""
DELETE = """\b
Examples:
  tilewright run delete 3f2a
  tilewright run delete last --yes
"""
VERIFY = """\b
Examples:
  tilewright run verify
  tilewright run verify last
  tilewright run verify --db shared.db --json

Every page, row, sum and solution is looked at; with an ID every row, sum and solution of that run, and no
more. Code 1 says that something is damaged.
"""


@click.command(epilog=STOP, short_help="Let a run stop, from another shell.")
@id_argument
@db_option
@json_option
def stop(run_id: str, db: Path | None, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Let the run ID stop, whoever works on it: what its workers have done so far is kept."""
    from tilewright.runs.reading import run_status
    from tilewright.runs.store import wish_stop

    path = runs_file(db)
    run = named_run(path, run_id)
    found = run_status(path, run)
    asked = wish_stop(path, run)
    ends = time.monotonic() + PATIENCE
    while asked and found.state == "running" and time.monotonic() < ends:
        time.sleep(LOOK)
        found = run_status(path, run)
    if as_json:
        print_json({"command": "run stop", "db": str(path), **_body(found)})
    else:
        click.echo(_stopped(found, asked=asked))
    if found.state == "running":
        note(f"it was asked to stop, and still works {PATIENCE:.0f} seconds later; it may be slow to hear")
        click.get_current_context().exit(ExitCode.LIMIT)
    if found.state != "complete":
        note(f"to go on: {run_line('resume', run, db)}")


def _stopped(found: RunStatus, *, asked: bool) -> str:
    run = found.run.id
    if not asked:
        return f"run {run} is not running; it is {state_words(found)}"
    if found.state == "running":
        return f"run {run} is still running"
    progress = found.progress()
    numbers = summary(found.run, progress)
    if found.state == "complete":
        return f"run {run} was just complete: {numbers}"
    return f"run {run} stopped after {after_words(progress)}: {numbers}"


def _body(found: RunStatus) -> dict[str, object]:
    return body(found.run, found.progress(), found.state)


@click.command(epilog=DELETE, short_help="Take a run out of the file.")
@id_argument
@click.option("-y", "--yes", is_flag=True, help="Delete without asking.")
@db_option
@json_option
def delete(run_id: str, yes: bool, db: Path | None, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Take the run ID out of the file of runs, with its tasks and its solutions."""
    from tilewright.runs.reading import run_status
    from tilewright.runs.store import Store

    path = runs_file(db)
    run = named_run(path, run_id)
    found = run_status(path, run)
    if found.state == "running":
        raise RunError(f"run {run} is running; stop it first: {run_line('stop', run, db)}")
    progress = found.progress()
    numbers = found_words(found.run, progress) + (", kept" if found.run.keep else "")
    words = f"run {run} ({title_words(found.run)}; {after_words(progress)}; {numbers})"
    if not yes and not _agreed(words):
        click.echo("nothing was deleted")
        return
    with Store(path, create=False) as store:
        store.delete_run(run)
    if as_json:
        print_json({"command": "run delete", "db": str(path), "run": run})
    else:
        click.echo(f"deleted {words}")


def _agreed(words: str) -> bool:
    """Whether the user says yes; RunError where nobody can be asked."""
    try:
        return click.confirm(f"delete {words}?", err=True)
    except click.Abort:
        click.echo("", err=True)
        raise RunError("nobody said yes, so nothing was deleted; --yes deletes without asking") from None


@click.command(epilog=VERIFY, short_help="Whether the file of runs is sound.")
@click.argument("run_id", metavar="[ID]", default="")
@db_option
@quiet_option
@json_option
def verify(run_id: str, db: Path | None, quiet: bool, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Look at all of the file of runs, or at all of the run ID, and say what is damaged."""
    from tilewright.runs.integrity import Report, verify_file, verify_run

    path = runs_file(db)
    run = named_run(path, run_id) if run_id else None
    with ProgressMonitor("verifying", quiet=quiet) as monitor:
        monitor.mark_cancellable()
        if run is None:
            report = verify_file(path, monitor.check_cancelled)
        else:
            report = Report((), 0, (verify_run(path, run, monitor.check_cancelled),))
    if as_json:
        print_json(
            {
                "command": "run verify",
                "db": str(path),
                "valid": report.sound,
                "faults": list(report.faults),
                "faults_total": report.count,
                "runs": [
                    {
                        "run": one.run,
                        "tasks": one.tasks,
                        "solutions": one.solutions,
                        "faults": list(one.faults),
                        "faults_total": one.count,
                    }
                    for one in report.runs
                ],
            }
        )
    else:
        _tell(path, report, whole=run is None)
    if not report.sound:
        note(f"to save the good part: {run_line('export', '', db, '-o', 'good.db')}")
        click.get_current_context().exit(ExitCode.NONE)


def _tell(path: Path, report: Report, *, whole: bool) -> None:
    _tell_faults(str(path), report.faults, report.count)
    for one in report.runs:
        size = f"{counted(one.tasks, 'task')}, {counted(one.solutions, 'solution')}"
        _tell_faults(f"run {one.run}", one.faults, one.count)
        if not one.count:
            click.echo(f"run {one.run}: sound ({size})")
    if not whole:
        click.echo(f"nothing else in {path} was looked at")
    elif report.sound:
        click.echo(f"{path} is sound: {counted(len(report.runs), 'run')}")
    else:
        click.echo(f"{path} is damaged")


def _tell_faults(where: str, faults: tuple[str, ...], count: int) -> None:
    for sentence in faults:
        click.echo(f"{where}: {sentence}")
    if count > len(faults):
        click.echo(f"{where}: ... and {count - len(faults):,} more")
