"""``tilewright run stop``, ``delete`` and ``verify``."""

from __future__ import annotations

import time
from pathlib import Path

import click

from tilewright import clock
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option, quiet_option
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.run import db_option, id_argument, resolve_run, run_command, runs_file
from tilewright.cli.run.levels import level_facts
from tilewright.cli.run.text import (
    STATES,
    found_text,
    run_json,
    searched_text,
    state_text,
    summary,
    title_text,
)
from tilewright.errors import DamagedError, RunError
from tilewright.runs.integrity import FileReport, verify_file
from tilewright.runs.reading import RunStatus, run_status
from tilewright.runs.rows import RunState
from tilewright.runs.totals import FaultReport
from tilewright.wording import counted

STOP_SECONDS = 30.0
"""That a run has to stop: it checks for the request about once a second, and its workers may be remote."""
POLL_SECONDS = 0.1


@click.command(cls=DocumentedCommand)
@id_argument
@db_option
@json_option
def stop(run_id: str, db: Path | None, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Stop the run ID, wherever it is running. The work done so far is kept."""
    from tilewright.runs.store import request_stop  # late: it imports the solver

    path = runs_file(db)
    run = resolve_run(path, run_id)
    current = run_status(path, run)
    requested = request_stop(path, run)
    deadline = clock.monotonic() + STOP_SECONDS
    while requested and current.state is RunState.RUNNING and clock.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
        current = run_status(path, run)
    if as_json:
        facts = run_json(current.run, current.progress(), current.state) | level_facts(path, current.run)
        print_json({"command": "run stop", "db": str(path), **facts})
    else:
        click.echo(_stop_text(current, requested=requested))
    if current.state is RunState.RUNNING:
        note(f"a stop was requested, but the run is still working {STOP_SECONDS:.0f} seconds later")
        click.get_current_context().exit(STATES[current.state][1])
    if current.state is not RunState.COMPLETE:
        note(f"to resume: {run_command('resume', run, db)}")


def _stop_text(current: RunStatus, *, requested: bool) -> str:
    run = current.run.id
    if not requested:
        return f"run {run} is not running; it is {state_text(current)}"
    if current.state is RunState.RUNNING:
        return f"run {run} is still running"
    progress = current.progress()
    numbers = summary(current.run, progress)
    if current.state is RunState.COMPLETE:
        return f"run {run} had just completed: {numbers}"
    return f"run {run} stopped after {searched_text(progress)}: {numbers}"


@click.command(cls=DocumentedCommand)
@id_argument
@click.option("-y", "--yes", is_flag=True, help="Delete without asking.")
@db_option
@json_option
def delete(run_id: str, yes: bool, db: Path | None, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Delete the run ID from the run database, with its tasks and its solutions."""
    from tilewright.runs.store import Store  # late: it imports the solver

    path = runs_file(db)
    run = resolve_run(path, run_id)
    try:
        current = run_status(path, run)
    except DamagedError:
        what = f"run {run}, which is damaged"
    else:
        if current.state is RunState.RUNNING:
            raise RunError(f"run {run} is running; stop it first: {run_command('stop', run, db)}")
        progress = current.progress()
        numbers = found_text(current.run, progress) + (", kept" if current.run.keep else "")
        what = f"run {run} ({title_text(current.run)}; {searched_text(progress)}; {numbers})"
    if not yes and not _confirm(what):
        click.echo("nothing was deleted")
        return
    with Store(path, create=False) as store:
        store.delete_run(run)
    if as_json:
        print_json({"command": "run delete", "db": str(path), "run": run})
    else:
        click.echo(f"deleted {what}")


def _confirm(what: str) -> bool:
    """Whether the user confirms; RunError where nobody can be asked."""
    try:
        return click.confirm(f"delete {what}?", err=True)
    except click.Abort:
        click.echo("", err=True)
        raise RunError("not confirmed, so nothing was deleted; --yes deletes without asking") from None


@click.command(cls=DocumentedCommand)
@click.argument("run_id", metavar="[ID]", default="")
@db_option
@quiet_option
@json_option
def verify(run_id: str, db: Path | None, quiet: bool, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Check the whole run database, or only the run ID in it, and list the damage."""
    path = runs_file(db)
    run = resolve_run(path, run_id) if run_id else ""
    with ProgressMonitor("verifying", quiet=quiet) as monitor:
        report = verify_file(path, monitor.check_cancelled, run=run)
    if as_json:
        runs = [
            {"run": one.run, "tasks": one.tasks, "solutions": one.solutions, **_faults_json(one)}
            for one in report.runs
        ]
        facts = {"valid": report.is_sound, **_faults_json(report), "runs": runs}
        print_json({"command": "run verify", "db": str(path), **facts})
    else:
        _print_report(path, report, whole=not run)
    if not report.is_sound:
        note(f"to recover what is intact: {run_command('export', '', db, '-o', 'good.db')}")
        click.get_current_context().exit(ExitCode.NONE)


def _print_report(path: Path, report: FileReport, *, whole: bool) -> None:
    _print_faults(str(path), report)
    for one in report.runs:
        size = f"{counted(one.tasks, 'task')}, {counted(one.solutions, 'solution')}"
        _print_faults(f"run {one.run}", one)
        if not one.count:
            click.echo(f"run {one.run}: no damage ({size})")
    if not report.is_sound:
        click.echo(f"{path} is damaged")
    elif whole:
        click.echo(f"{path}: no damage in {counted(len(report.runs), 'run')}")
    else:
        click.echo(f"{path}: no damage in the file; its other runs were not checked")


def _faults_json(report: FaultReport) -> dict[str, object]:
    return {"faults": report.faults, "faults_total": report.count}


def _print_faults(where: str, report: FaultReport) -> None:
    for sentence in report.faults:
        click.echo(f"{where}: {sentence}")
    if report.count > len(report.faults):
        click.echo(f"{where}: ... and {report.count - len(report.faults):,} more")
