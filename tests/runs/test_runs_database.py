"""The run database: identification, one coordinator at a time, full disks, killed processes."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from support.store_cases import ALL, do_tasks, small_run, store_run
from tilewright.errors import RunError
from tilewright.runs import lock
from tilewright.runs.database import RUNS_FORMAT
from tilewright.runs.integrity import verify_file
from tilewright.runs.reading import run_status, run_statuses, solutions
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store, request_stop

TESTS = Path(__file__).parents[1]


def commits(path: Path, rounds: int, most_bytes: int = 0) -> subprocess.Popen[str]:
    """A process that commits; see commit_process.py."""
    command = [sys.executable, "-m", "support.commit_process", str(path), str(rounds), str(most_bytes)]
    return subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True)


def test_the_default_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RUNS_FORMAT.variable, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert RUNS_FORMAT.default_path().name == "runs.db"
    with Store() as store:  # its directory is made
        assert store.path == RUNS_FORMAT.default_path()
    monkeypatch.setenv(RUNS_FORMAT.variable, str(tmp_path / "other.db"))
    assert RUNS_FORMAT.default_path() == tmp_path / "other.db"


@pytest.mark.parametrize(
    "content", [b"x", b"a puzzle\n" * 99, bytes(5000), b"SQLite format 3\0" + bytes(4080)]
)
def test_other_files_are_refused_and_unchanged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    doings: list[Callable[[], object]] = [
        lambda: Store(path),
        lambda: run_statuses(path),
        lambda: verify_file(path),
        lambda: request_stop(path, "a"),
    ]
    for doing in doings:
        with pytest.raises(RunError, match="file"):
            doing()
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE runs (id)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    for doing in (lambda: Store(path), lambda: run_statuses(path)):
        with pytest.raises(RunError, match="another program"):
            doing()
    assert path.read_bytes() == before


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store_run(path, small_run(), 1)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(RUNS_FORMAT.migrations) + 1}")
    connection.close()
    for doing in (lambda: Store(path), lambda: run_statuses(path)):
        with pytest.raises(RunError, match="newer Tilewright"):
            doing()


def test_missing_files_and_directories(tmp_path: Path) -> None:
    for path in (tmp_path / "runs.db", tmp_path / "none" / "runs.db"):
        with pytest.raises(RunError, match=r"no such file|no directory"):
            Store(path, create=False)
        with pytest.raises(RunError, match="no such file"):
            run_statuses(path)
    with pytest.raises(RunError, match="a directory"):
        Store(tmp_path)
    with pytest.raises(RunError, match="NUL"):
        Store("runs\0.db")
    assert not list(tmp_path.iterdir())


def test_the_file_has_its_application_id_and_version(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store_run(path, small_run(), 1)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA application_id").fetchone() == (RUNS_FORMAT.application_id,)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(RUNS_FORMAT.migrations),)
    connection.close()


def test_one_coordinator_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    link = tmp_path / "link.db"
    with Store(path) as store:
        link.symlink_to(path)
        for name in (path, link):
            with pytest.raises(RunError, match=rf"another coordinator \(process {os.getpid()} since 2"):
                Store(name)
        holder = lock.lock_holder(path)
        assert holder is not None
        assert holder.process == os.getpid()
        store.close()
    assert lock.lock_holder(path) is None
    with Store(path):
        pass


@pytest.mark.event
def test_a_coordinator_in_another_process_is_visible(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    run = store_run(path, small_run(), 1)
    before = run_status(path, run).totals
    with commits(path, 3) as process:
        assert process.stdout is not None
        for _ in range(4):
            said = process.stdout.readline()
        assert said.startswith("committed")
        with pytest.raises(RunError, match=f"process {process.pid} since"):
            Store(path)
        status = run_status(path, run)
        assert status.state is RunState.RUNNING
        assert status.holder is not None
        assert status.holder.process == process.pid
        assert len(list(solutions(path, run))) == status.totals.solutions > before.solutions
        process.kill()
        process.wait()
    assert run_status(path, run).state is RunState.INTERRUPTED
    assert run_status(path, run).totals == status.totals  # what was committed before the kill is there
    with Store(path) as store:
        store.check_run(run)
        do_tasks(store, small_run())
        store.set_state(run, RunState.COMPLETE)
    assert run_status(path, run).totals.solutions == ALL == len(list(solutions(path, run)))
    assert verify_file(path).is_sound


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    run = store_run(path, small_run(), 1)
    with commits(path, 1000, path.stat().st_size + 4096 * 9) as process:
        assert process.stdout is not None
        lines = process.stdout.read().splitlines()
    assert lines[-1].startswith("refused")
    assert f"Make space, then `tilewright run resume {run} --db {path}`" in lines[-1]
    committed = [line for line in lines if line.startswith("committed")]
    totals = run_status(path, run).totals
    assert committed
    assert totals.solutions == int(committed[-1].split()[1])
    assert verify_file(path).is_sound
    with Store(path) as store:
        do_tasks(store, small_run())
        assert store.totals(run).solutions == ALL
    assert verify_file(path).is_sound


def test_reading_the_holder_keeps_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    run = store_run(path, small_run(), 1)
    with Store(path):
        threads = [threading.Thread(target=run_status, args=(path, run)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        code = f"from tilewright.runs.store import Store; Store({str(path)!r})"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "another coordinator" in other.stderr
