"""Files that are removed, replaced or moved while a coordinator works on them; locks under other names."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from support.cli import printed_json, run
from support.run_processes import DEADLINE, endless_run, wait_for
from support.store_cases import do_tasks, perform_waiting, small_run, store_run
from tilewright.errors import RunError
from tilewright.runs import lock
from tilewright.runs.coordinator import coordinate
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.integrity import verify_file
from tilewright.runs.reading import run_status, run_statuses
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store


def remove(db: Path) -> None:
    db.unlink()


def replace_by_a_copy(db: Path) -> None:
    shutil.copyfile(db, db.with_name("copy.db"))
    db.with_name("copy.db").replace(db)


def replace_by_another_program(db: Path) -> None:
    """Another database takes all the names, and has changes in its WAL."""
    for end in ("-wal", "-shm"):
        db.with_name(db.name + end).unlink()
    db.unlink()
    other = sqlite3.connect(db, isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("CREATE TABLE kept (text)")
    other.execute("INSERT INTO kept VALUES ('of another program')")
    # As if that program were killed: its connection never closes.
    OTHERS.append(other)


OTHERS: list[sqlite3.Connection] = []


def remove_wal(db: Path) -> None:
    db.with_name(db.name + "-wal").unlink()


def move_directory(db: Path) -> None:
    db.parent.rename(db.parent.with_name("elsewhere"))


def rename(db: Path) -> None:
    db.rename(db.with_name("renamed.db"))


@pytest.mark.event
@pytest.mark.usefixtures("ticking_clock")
@pytest.mark.parametrize(
    "change",
    [remove, replace_by_a_copy, replace_by_another_program, remove_wal, move_directory, rename],
)
def test_a_run_whose_file_is_gone_saves_itself(
    tmp_path: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where it is saved when the directory is gone
    folder = tmp_path / "runs"
    folder.mkdir()
    db = folder / "runs.db"
    with endless_run(folder, "--workers", "1", "--quiet") as process:
        before = run_status(db, run_statuses(db)[0].run.id).totals
        change(db)
        _, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode == 2, errors
    message = errors.splitlines()[-1]
    assert re.search(r"was (replaced by another file|removed or moved away) while a coordinator", message)
    match = re.search(r"saved in (\S+\.db)\. To continue there: `tilewright run resume (\w+) --db", message)
    assert match, message
    saved, name = Path(match[1]), match[2]
    status = run_status(saved, name)
    assert status.state is RunState.STOPPED
    assert status.totals.solutions >= before.solutions > 0
    assert verify_file(saved).is_sound
    body = printed_json(run("run", "resume", name, "--db", saved, "--time", "1000", "--json"))
    assert body["status"] == "stopped" and body["solutions"] > status.totals.solutions
    if change is replace_by_another_program:
        with closing(sqlite3.connect(db)) as connection:
            assert connection.execute("SELECT text FROM kept").fetchall() == [("of another program",)]
        OTHERS.pop().close()


@pytest.mark.event
def test_the_lock_is_on_the_database(tmp_path: Path) -> None:
    """Without the file that says who has the lock, and under another name, the database is locked."""
    with endless_run(tmp_path, "--quiet") as process:
        db, link = tmp_path / "runs.db", tmp_path / "link.db"
        refused = run("run", "resume", "last", "--db", db)
        assert refused.exit_code == 2
        assert f"another coordinator (process {process.pid} since 2" in refused.stderr
        os.link(db, link)
        for use in (Store, run_statuses):
            with pytest.raises(RunError, match="under another of its names"):
                use(link)
        assert not list(tmp_path.glob("link.db-*"))
        link.unlink()
        (tmp_path / "runs.db.lock").unlink()
        with pytest.raises(RunError, match="another coordinator"):
            Store(db)
        assert wait_for(db, lambda current: current.totals.nodes > 0).state is RunState.RUNNING
        assert process.poll() is None


@pytest.mark.event
def test_a_killed_coordinator_leaves_no_lock(tmp_path: Path) -> None:
    with endless_run(tmp_path, "--executor", "processes", "--workers", "1", "--quiet") as process:
        assert lock.lock_holder(tmp_path / "runs.db") is not None
        process.kill()
        process.wait()
        assert lock.lock_holder(tmp_path / "runs.db") is None
    with Store(tmp_path / "runs.db"):
        pass


@pytest.mark.event
def test_a_coordinator_of_an_older_version_is_respected(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store_run(path, small_run(), 1)
    code = (
        "import fcntl, os, signal\n"
        f"descriptor = os.open({str(path) + '.lock'!r}, os.O_RDWR | os.O_CREAT)\n"
        "fcntl.lockf(descriptor, fcntl.LOCK_EX)\n"
        "os.write(descriptor, f'{os.getpid()} 2026-01-01T00:00:00Z\\n'.encode())\n"
        "print('locked', flush=True)\n"
        "signal.pause()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as older:
        assert older.stdout is not None and older.stdout.readline() == "locked\n"
        with pytest.raises(RunError, match=rf"another coordinator \(process {older.pid} since 2026-01-01"):
            Store(path)
        older.kill()
    with Store(path):
        pass


def test_reading_does_not_drop_the_locks_of_sqlite(tmp_path: Path) -> None:
    """A process that looks who has the lock keeps the locks of its open connections."""
    path = tmp_path / "runs.db"
    store_run(path, small_run(), 1)
    with Store(path) as store:
        lock.lock_holder(path)
        run_statuses(path)
        # Without its locks the connection would seem to be closed.
        code = (
            "import sqlite3, sys\n"
            "connection = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)\n"
            "connection.execute('PRAGMA journal_mode = DELETE')\n"
        )
        command = [sys.executable, "-c", code, str(path)]
        other = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "locked" in other.stderr
        do_tasks(store, small_run(), 1)
    assert verify_file(path).is_sound


def test_tasks_that_somebody_else_has_done_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two coordinators, which locks prevent: the one that did nothing learns that the run is complete."""
    path = tmp_path / "runs.db"
    new = small_run()
    name = store_run(path, new, 1)

    class Other:
        """An executor whose tasks are all done by another coordinator, before any of its own."""

        def __init__(self) -> None:
            self.inner = threads(ExecutorOptions(1))
            self.name = "other"

        def __getattr__(self, name: str) -> object:
            return getattr(self.inner, name)

        def wanted(self) -> int:
            if other:
                do_tasks(other.pop(), new)
            return self.inner.wanted()

    with Store(path) as first:
        monkeypatch.setattr(lock, "_HELD", {})
        monkeypatch.setattr(lock, "_flock", lambda *_: True)
        with Store(path) as second:
            other = [second]
            assert perform_waiting(first, new, 1)
            result = coordinate(first, name, Other())  # type: ignore[arg-type]
            assert result.state is RunState.COMPLETE
            assert result.progress.totals == second.totals(name)
