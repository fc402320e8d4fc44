"""``tilewright run`` and other processes: signals, kill -9, a second shell, the background."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cli import TESTS, endless, printed_json, puzzle_file, run, start
from support.run_processes import endless_run, wait_for
from support.waiting import HANGS_S
from tilewright.cli.run import status
from tilewright.runs.progress import RunProgress
from tilewright.runs.rows import RunRow, RunState
from tilewright.runs.store import Store, request_stop

pytestmark = pytest.mark.event


@pytest.fixture
def ended_at_last(tmp_path: Path) -> Iterator[Path]:
    """A database whose processes are killed after the test, even if the test is killed before."""
    db = tmp_path / "runs.db"
    words = [sys.executable, "-m", "support.process_ending"]
    process = subprocess.Popen(words, cwd=TESTS, stdin=subprocess.PIPE, text=True, start_new_session=True)
    with process:
        assert process.stdin is not None
        process.stdin.write(f"{db}\n")
        process.stdin.flush()
        yield db
        process.stdin.close()
        assert process.wait(HANGS_S) == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_stops_a_run_in_good_order(tmp_path: Path, number: signal.Signals, code: int) -> None:
    with endless_run(tmp_path, "--quiet") as process:
        process.send_signal(number)
        output, errors = process.communicate(timeout=HANGS_S)
    assert process.returncode == code, errors
    name = output.split()[1]
    assert "solutions so far" in output and "nodes, " in errors and ": it was interrupted" in errors
    assert f"to resume: tilewright run resume {name} --db {tmp_path / 'runs.db'}" in errors
    body = printed_json(run("run", "status", "--db", tmp_path / "runs.db", "--json"))
    assert body["status"] == "stopped" and body["solutions"] > 0


@pytest.mark.usefixtures("ticking_clock")
def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    db = tmp_path / "runs.db"
    with endless_run(tmp_path) as process:
        process.kill()
    told_of = run("run", "status", "--db", db)
    assert "interrupted: its coordinator ended unexpectedly" in told_of.stdout
    assert "to resume: tilewright run resume" in told_of.stdout
    before = printed_json(run("run", "status", "--db", db, "--json"))
    assert before["status"] == "interrupted" and before["tasks"]["running"] == 0
    again = printed_json(run("run", "resume", "last", "--db", db, "--time", "1000", "--json"))
    assert again["status"] == "stopped" and again["nodes"] > before["nodes"]
    assert again["solutions"] >= before["solutions"] > 0
    assert again["share"][1] > 0 and again["progress_text"] != "100%"


def test_status_and_stop_from_another_shell(tmp_path: Path) -> None:
    db = tmp_path / "runs.db"
    with endless_run(tmp_path) as process:
        name = wait_for(db, lambda value: True).run.id
        shown = run("run", "status", name, "--db", db)
        assert f"running, by process {process.pid} since" in shown.stdout and "thread 1" in shown.stdout
        for words in (["start", tmp_path / "puzzle.txt"], ["resume", name]):
            refused = run("run", *words, "--db", db)
            assert refused.exit_code == 2 and f"another coordinator (process {process.pid}" in refused.stderr
        refused = run("run", "delete", name, "--yes", "--db", db)
        assert refused.exit_code == 2 and f"stop it first: tilewright run stop {name}" in refused.stderr
        stopped = run("run", "stop", name[:3], "--db", db)
        output, errors = process.communicate(timeout=HANGS_S)
    assert stopped.exit_code == 0 and stopped.stdout.startswith(f"run {name} stopped after ")
    assert process.returncode == 3 and "a stop was requested" in errors
    assert output.splitlines()[-1].split("   ")[0] in stopped.stdout
    again = run("run", "stop", name, "--db", db)
    assert again.exit_code == 0 and "is not running; it is stopped" in again.stdout


def test_watch_prints_lines_without_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "runs.db"
    show = status._LinePrinter.__call__

    def show_and_stop(self: status._LinePrinter, row: RunRow, progress: RunProgress, state: str) -> None:
        show(self, row, progress, state)
        request_stop(db, row.id)

    monkeypatch.setattr(status._LinePrinter, "__call__", show_and_stop)
    with endless_run(tmp_path):
        watched = run("run", "status", "--watch", "--db", db)
    assert watched.exit_code == 0
    assert watched.stdout.startswith("run ") and "nodes/s" in watched.stdout.splitlines()[0]
    assert "stopped: a stop was requested" in watched.stdout


def test_in_the_background(tmp_path: Path, ended_at_last: Path) -> None:
    db = ended_at_last
    words = ["run", "start", puzzle_file(tmp_path, endless()), "--count", "--db", db, "--background"]
    process = start(*words, "--executor", "processes", "--workers", "1", "--time", "1000h")
    output, errors = process.communicate(timeout=HANGS_S)
    assert process.returncode == 0, errors
    name = output.split()[1]
    assert f"run {name} is running" in output and f"tilewright run stop {name} --db {db}" in output
    assert wait_for(db, lambda run_status: run_status.totals.nodes > 0).state is RunState.RUNNING
    assert run("run", "stop", name, "--db", db).exit_code == 0
    assert wait_for(db, lambda current: current.holder is None).state is RunState.STOPPED


def test_errors_in_the_background_are_reported(tmp_path: Path, ended_at_last: Path) -> None:
    db = ended_at_last
    assert run("run", "start", puzzle_file(tmp_path), "--db", db).exit_code == 0
    with Store(db):
        refused = run("run", "resume", "last", "--db", db, "--background")
    assert refused.exit_code == 2 and refused.stderr.count("\n") == 1
    assert refused.stderr.startswith(f"tilewright: another coordinator (process {os.getpid()} since")
    assert run("run", "resume", "last", "--db", db, "--background").stdout.startswith("run ")
