"""The tables are as docs/explanation/durable-runs.md says, and its SQL can be run as it stands."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from support.run_damage import filtered_run
from support.store_cases import ALL, do_tasks, perform_waiting, small_run, store_run
from support.stored_runs import StoredRun
from tilewright.catalogue import load
from tilewright.errors import DamagedError, RunError
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.database import RUNS_FORMAT
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.integrity import verify_file
from tilewright.runs.lock import acquire_lock
from tilewright.runs.progress import ProgressEstimate
from tilewright.runs.reading import run_status, run_statuses, solutions
from tilewright.runs.recovery import recover_file
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store, request_stop
from tilewright.runs.task import Remainder, TaskResult

TILINGS_3X8 = 153
"""Domino tilings of the 3 x 8 board: OEIS A001835."""

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "durable-runs.md"


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> sqlite3.Connection:
    path = tmp_path_factory.mktemp("schema") / "runs.db"
    store_run(path, small_run())
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)


def test_every_table_and_column_is_described(connection: sqlite3.Connection) -> None:
    text = PAGE.read_text(encoding="utf-8")
    described = dict(re.findall(r"^\| `(\w+)` +\|(.*)\|$", text, re.MULTILINE))
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert described.keys() >= tables
    for table in tables:
        columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        assert set(re.findall(r"`(\w+)`", described[table])) == columns


def test_the_examples_of_sql_run(connection: sqlite3.Connection) -> None:
    (block,) = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    runs, pieces = [query for query in block.split(";") if query.strip()]
    ((_, title, status, nodes, about, value),) = connection.execute(runs).fetchall()
    assert (title, status, value) == ("dominoes", "complete", ALL)
    assert nodes > 0 and about == 0
    assert len(connection.execute(pieces).fetchall()) == 16


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file with the tables of version 2 and a stopped run of the engine that was named ``dancing``."""
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(Path(__file__).with_name("runs_version_2.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def change(path: Path, statement: str) -> None:
    """Execute one statement, past the checks of the tables."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)


def test_an_old_file_is_migrated_and_keeps_its_run(old: Path) -> None:
    (status,) = run_statuses(old)
    assert (status.state, status.run.reason, status.run.engine) == (
        RunState.STOPPED,
        "by the test",
        "dancing",
    )
    assert (status.totals.waiting, status.totals.split, status.totals.solutions) == (12, 4, 8)
    assert status.totals.images == 24 and len(list(solutions(old, status.run.id))) == 8
    assert [worker.tasks for worker in status.workers] == [4]
    assert verify_file(old).is_sound


@pytest.mark.parametrize("statement", ["DELETE FROM outlooks", "DELETE FROM workers"])
def test_an_old_run_without_an_estimate_or_workers_is_complete(old: Path, statement: str) -> None:
    change(old, statement)
    (status,) = run_statuses(old)
    assert status.totals.images == 24
    assert verify_file(old).is_sound


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tasks SET solutions = 9 WHERE id = 1",
        "DELETE FROM tasks WHERE id = (SELECT max(id) FROM tasks)",
        "UPDATE runs SET reason = 'another'",
    ],
)
def test_a_damaged_run_of_an_old_file_stays_damaged(old: Path, statement: str) -> None:
    change(old, statement)
    sentence = rf"^{re.escape(str(old))}: .* run 'af7e147c' has a wrong checksum"
    with pytest.raises(DamagedError, match=sentence):
        run_status(old, "af7e147c")
    assert not verify_file(old).is_sound
    # It was migrated all the same: other runs of the file can be used.
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(RUNS_FORMAT.migrations),)
        assert connection.execute("SELECT run, checksum FROM totals").fetchall() == [("af7e147c", "")]


def test_an_old_file_is_not_migrated_under_a_coordinator(old: Path) -> None:
    lock = acquire_lock(old)
    for act in (lambda: run_statuses(old), lambda: request_stop(old, "af7e147c")):
        with pytest.raises(RunError, match="another coordinator"):
            act()
    lock.release()
    with sqlite3.connect(old) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.close()
    assert not request_stop(old, "af7e147c")


def test_an_old_run_is_resumed_to_the_same_counts(old: Path) -> None:
    run = StoredRun(old, "af7e147c")
    result = run.session(threads(ExecutorOptions(1)))
    assert result.state is RunState.COMPLETE and result.progress.totals.images == TILINGS_3X8
    new = new_run(load("dominoes-3x8"), RunQuestion(keep=True, unique=True))
    with Store(old) as store:
        store.create_run(new, "", "")
    again = StoredRun(old, new.assignment.run)
    again.session(threads(ExecutorOptions(1)))
    assert run.stored() == again.stored()
    assert verify_file(old).is_sound


def test_an_old_damaged_file_is_recovered(old: Path, tmp_path: Path) -> None:
    data = bytearray(old.read_bytes())
    data[:100] = bytes(100)
    old.write_bytes(data)
    (recovered,) = recover_file(old, tmp_path / "new.db")
    assert (recovered.requeued, recovered.solutions, recovered.lost) == (0, 8, "")
    result = StoredRun(tmp_path / "new.db", recovered.run).session(threads(ExecutorOptions(1)))
    assert result.progress.totals.images == TILINGS_3X8


@pytest.fixture
def version_4(tmp_path: Path) -> Path:
    """A file with the tables of version 4, before there were filters, and a stopped run."""
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Path(__file__).with_name("runs_version_4.sql").read_text(encoding="utf-8"))
    return path


def test_a_file_of_version_4_is_migrated_without_a_changed_row(version_4: Path) -> None:
    status = run_status(version_4, "19d4e636")
    assert status.run.filter == "" and status.totals.examined == 0
    assert (status.totals.waiting, status.totals.solutions, status.totals.images) == (16, 6, 18)
    assert verify_file(version_4).is_sound
    result = StoredRun(version_4, "19d4e636").session(threads(ExecutorOptions(1)))
    assert result.state is RunState.COMPLETE and result.progress.totals.images == 153
    assert verify_file(version_4).is_sound


def test_a_run_that_version_0_2_left_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Path(__file__).with_name("runs_version_7.sql").read_text(encoding="utf-8"))
    result = StoredRun(path, "3cb75e54").session(threads(ExecutorOptions(1)))
    totals = result.progress.totals
    assert (result.state, totals.images, totals.nodes) == (RunState.COMPLETE, 6_728, 12_813)


def test_rows_from_before_a_migration_are_recovered(version_4: Path, tmp_path: Path) -> None:
    with Store(version_4) as store:  # some rows are rewritten with all columns, others stay short
        task = store.waiting("19d4e636", 1)[0]
        halves = (Remainder(task.prefix, task.share),)
        store.commit("19d4e636", [TaskResult(task.number, "w", 1, 0, 0, 0.5, (), halves)])
    data = bytearray(version_4.read_bytes())
    data[:100] = bytes(100)
    version_4.write_bytes(data)
    (recovered,) = recover_file(version_4, tmp_path / "new.db")
    assert (recovered.lost, recovered.requeued, recovered.solutions) == ("", 0, 6)
    result = StoredRun(tmp_path / "new.db", "19d4e636").session(threads(ExecutorOptions(1)))
    assert result.progress.totals.images == 153


def test_a_filtered_run_of_version_5_is_migrated_without_a_changed_row(tmp_path: Path) -> None:
    path, new = tmp_path / "runs.db", filtered_run()
    with Store(path) as store:
        run = store.create_run(new, "", "").id
        done = perform_waiting(store, new, 4, solutions=1)
        store.commit(run, [replace(result, cpu_seconds=0.0) for result in done])  # which was not measured
        store.set_state(run, RunState.STOPPED)
    with closing(sqlite3.connect(path)) as connection, connection:
        added = {"runs": ("labels", "first_found_at", "first_seconds"), "tasks": ("levels", "cpu_seconds")}
        for table, columns in (*added.items(), ("totals", ("cpu_seconds",))):
            for column in columns:
                connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 5")
    data = path.read_bytes()
    (damaged := tmp_path / "damaged.db").write_bytes(bytes(100) + data[100:])
    (recovered,) = recover_file(damaged, tmp_path / "recovered.db")
    assert (recovered.lost, recovered.requeued) == ("", 0)
    assert verify_file(path).is_sound
    assert StoredRun(path, run).session(threads(ExecutorOptions(1))).progress.totals.solutions == 7


def test_a_file_of_the_first_version_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(RUNS_FORMAT.migrations[0])
        connection.execute(f"PRAGMA application_id = {RUNS_FORMAT.application_id}")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert run_statuses(path) == []
    run = store_run(path, small_run(), rounds=2)
    with Store(path) as store:
        assert store.estimate(run) is None
        estimate = ProgressEstimate(dives=160, weight=2.0, nodes=5e3, ahead=4e3, error=1e3)
        store.heartbeat(run, 1.0, (), estimate, 25.0)
        do_tasks(store, small_run())
        assert store.totals(run).solutions == ALL
    status = run_status(path, run)
    assert (status.estimate, status.nodes_per_second) == (estimate, 25.0)
    assert verify_file(path).is_sound
