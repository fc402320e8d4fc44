"""Each fault of a run database, and the sentence that verification says about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.store_cases import ALL, do_tasks, small_run, store_run
from tilewright.errors import DamagedError, RunError
from tilewright.runs import database, rows
from tilewright.runs.executors import WorkerState
from tilewright.runs.integrity import FileReport, verify_file
from tilewright.runs.progress import ProgressEstimate
from tilewright.runs.reading import run_status
from tilewright.runs.rows import (
    EstimateRow,
    FirstTaskRow,
    OptionRow,
    RunRow,
    RunState,
    TaskRow,
    TotalsRow,
    WorkerRow,
    solution_key,
)
from tilewright.runs.store import RUN_TABLES, Store
from tilewright.runs.task import Remainder, TaskResult
from tilewright.runs.totals import MAX_SENTENCES, FaultReport, RunReport

NEW = small_run()
RUN = NEW.assignment.run
OTHER = small_run(keep=False)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with a run that is halfway, with split and waiting tasks, and a complete one."""
    path = tmp_path_factory.mktemp("sound") / "runs.db"
    store_run(path, OTHER)
    with Store(path) as store:
        store.create_run(NEW, "", "")
        do_tasks(store, NEW, 2)
        estimate = ProgressEstimate(dives=160, weight=2.0, nodes=5e3, ahead=4e3, error=1e3)
        store.heartbeat(RUN, 1.0, [WorkerState("w", "h", ())], estimate)
        task = store.waiting(RUN, 1)[0]
        halves = tuple(Remainder(task.prefix, task.share / 4) for _ in range(2))
        store.commit(RUN, [TaskResult(task.number, "w", 5, 0, 0, 1.0, (), halves)])
        store.set_state(RUN, RunState.STOPPED)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, sound: bytes) -> Path:
    path = tmp_path / "runs.db"
    path.write_bytes(sound)
    return path


@contextmanager
def changing(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        with connection:
            yield connection
    finally:
        connection.close()


def execute(path: Path, statement: str, *parameters: object) -> None:
    with changing(path) as connection:
        connection.execute(statement, parameters)


def stored(path: Path, kind: type[rows.Row], where: str = "", *parameters: object) -> list[rows.Row]:
    with changing(path) as connection:
        return [row for row, _ in rows.select(connection, kind, where, *parameters)]


def replace_row(path: Path, new: rows.ProtectedRow, *, number: int) -> None:
    """Put a row in the place of another, with the checksum that belongs to it."""
    with changing(path) as connection:
        table = rows.TABLES[type(new)]
        connection.execute(f"DELETE FROM {table} WHERE id = ?", (number,))
        rows.insert(connection, type(new), [new])


def tasks_with(path: Path, status: str) -> list[TaskRow]:
    return stored(path, TaskRow, "WHERE run = ? AND status = ? ORDER BY id", RUN, status)


def totals_of(path: Path) -> TotalsRow:
    (totals,) = stored(path, TotalsRow, "WHERE run = ?", RUN)
    return totals


def faults(path: Path) -> list[str]:
    """The faults of the run; those of the file are the same, and the other run has none."""
    (report,) = verify_file(path, run=RUN).runs
    of_file = verify_file(path)
    assert [run.run for run in of_file.runs] == [OTHER.assignment.run, RUN]
    assert of_file.runs[0] == RunReport([], 0, OTHER.assignment.run, of_file.runs[0].tasks, 0)
    assert of_file.runs[1] == report
    assert len(report.faults) == min(report.count, MAX_SENTENCES)
    assert of_file.is_sound is not bool(report.faults or of_file.faults)
    return report.faults


def sums(path: Path, stored_totals: TotalsRow, name: str) -> str:
    """The sentence about one sum."""
    with changing(path) as connection:
        column = {"share": "done_share"}.get(name, name)
        query = f"SELECT total({column}) FROM tasks WHERE run = ?"
        if name in ("waiting", "split", "done"):
            query = f"SELECT count(*) FROM tasks WHERE status = '{name}' AND run = ?"
        (actual,) = connection.execute(query, (RUN,)).fetchone()
    value = actual if name in ("share", "seconds", "cpu_seconds") else int(actual)
    return f"its rows add up to {value:,} instead of {getattr(stored_totals, name):,} {name}"


def test_a_sound_run(path: Path) -> None:
    (report,) = verify_file(path, run=RUN).runs
    assert report == RunReport([], 0, RUN, len(stored(path, TaskRow, "WHERE run = ?", RUN)), report.solutions)
    assert report.solutions == totals_of(path).solutions > 100
    assert faults(path) == []
    assert verify_file(path).is_sound


def test_a_damaged_task(path: Path) -> None:
    numbers = [task.id for task in tasks_with(path, "waiting")[:2]]
    for number in numbers:
        execute(path, "UPDATE tasks SET checksum = 'x' WHERE id = ?", number)
    assert faults(path) == [f"the row of task {number} is damaged" for number in numbers]


def test_a_missing_part_of_a_task(path: Path) -> None:
    split = [task for task in tasks_with(path, "split") if len(rows.remainders_of(task)) == 2][-1]
    part = next(task for task in tasks_with(path, "waiting") if task.parent == split.id)
    before = totals_of(path)
    execute(path, "DELETE FROM tasks WHERE id = ?", part.id)
    assert faults(path) == [
        f"task {split.id} was split into 2, of which 1 are there",
        sums(path, before, "waiting"),
    ]
    with pytest.raises(DamagedError) as refused:
        run_status(path, RUN)
    assert str(refused.value) == f"{path}: run {RUN!r} is damaged: {sums(path, before, 'waiting')}"


def test_shares_that_do_not_add_up(path: Path) -> None:
    split = next(task for task in tasks_with(path, "split") if task.done_share)
    part = next(
        task for task in stored(path, TaskRow, "WHERE parent = ?", split.id) if task.status == "waiting"
    )
    replace_row(path, part._replace(share=part.share + 2e-6), number=part.id)
    assert faults(path)[:1] == [
        f"task {split.id} has a share of {split.share:.6g}, its parts add up to another"
    ]
    replace_row(path, part._replace(share=part.share - 2e-6), number=part.id)
    assert faults(path)[:1] == [
        f"task {split.id} has a share of {split.share:.6g}, its parts add up to another"
    ]
    replace_row(path, part._replace(share=part.share + 5e-7), number=part.id)
    assert faults(path) == ["its task digest is not that of its rows"]


def test_a_missing_solution(path: Path) -> None:
    task = next(task for task in tasks_with(path, "split") if task.solutions > 1)
    execute(path, "DELETE FROM solutions WHERE id = (SELECT min(id) FROM solutions WHERE task = ?)", task.id)
    text = f"task {task.id} found {task.solutions:,} solutions, of which {task.solutions - 1:,} are there"
    assert faults(path) == [text]


def test_a_solution_of_a_waiting_task(path: Path) -> None:
    task = tasks_with(path, "waiting")[0]
    execute(
        path,
        "INSERT INTO solutions (run, task, options, key) VALUES (?, ?, '7', ?)",
        RUN,
        task.id,
        solution_key("7"),
    )
    with changing(path) as connection:
        (number,) = connection.execute("SELECT max(id) FROM solutions").fetchone()
    count, solution = faults(path)
    assert count == f"task {task.id} found 0 solutions, of which 1 are there"
    assert solution.startswith(f"solution {number} of task {task.id} does not solve the puzzle: cell (0, 0)")


def test_a_complete_run_with_waiting_tasks(path: Path) -> None:
    (run,) = stored(path, RunRow, "WHERE id = ?", RUN)
    waiting = tasks_with(path, "waiting")
    with changing(path) as connection:
        rows.update(connection, run._replace(status="complete"))
    words = f"it is marked as complete, but {len(waiting):,} tasks are waiting"
    each = [f"the run is marked as complete, but task {task.id} is waiting" for task in waiting]
    assert faults(path) == each[:MAX_SENTENCES] and verify_file(path, run=RUN).runs[0].count == len(each) + 1
    with pytest.raises(DamagedError, match=f"^{path}: run {RUN!r} is damaged: {words}$"):
        run_status(path, RUN)


def test_a_run_for_one_solution_may_leave_tasks(path: Path) -> None:
    (run,) = stored(path, RunRow, "WHERE id = ?", RUN)
    execute(path, "PRAGMA foreign_keys = OFF")
    replace_row_of_run(path, run._replace(status="complete", first_only=1))
    assert faults(path) == []


def replace_row_of_run(path: Path, run: RunRow) -> None:
    with changing(path) as connection:
        connection.execute("DELETE FROM runs WHERE id = ?", (run.id,))
        rows.insert(connection, RunRow, [run])


def test_first_tasks(path: Path) -> None:
    copies = stored(path, FirstTaskRow, "WHERE run = ? ORDER BY id", RUN)
    count = len(copies)
    execute(path, "UPDATE first_tasks SET share = 0.5 WHERE id = ?", copies[2].id)
    assert faults(path) == [f"the second copy of task {copies[2].id} is damaged"]
    execute(path, "DELETE FROM first_tasks WHERE id = ?", copies[2].id)
    assert faults(path) == [f"of {count} second copies of first tasks {count - 1} are there"]
    (run,) = stored(path, RunRow, "WHERE id = ?", RUN)
    replace_row_of_run(path, run._replace(first_tasks=1_234))
    assert faults(path) == [
        f"the run began with 1,234 tasks, of which {count} are there",
        f"of 1,234 second copies of first tasks {count - 1} are there",
    ]


def test_workers_estimates_and_totals(path: Path) -> None:
    execute(path, "UPDATE workers SET nodes = nodes + 1 WHERE run = ?", RUN)
    wrong = "has a wrong checksum"
    of_workers = [f"the row of worker '{RUN} here' {wrong}", f"the row of worker '{RUN} w' {wrong}"]
    assert sorted(faults(path)) == of_workers
    execute(path, "UPDATE estimates SET nodes = 7 WHERE run = ?", RUN)
    execute(path, "UPDATE totals SET nodes = 7 WHERE run = ?", RUN)
    of_run = [f"the row of the estimate of run '{RUN}'", f"the row of the totals of run '{RUN}'"]
    assert faults(path)[2:] == [f"{row} {wrong}" for row in of_run]
    execute(path, "DELETE FROM estimates WHERE run = ?", RUN)
    execute(path, "DELETE FROM totals WHERE run = ?", RUN)
    assert faults(path)[2:] == [f"{row} is missing" for row in of_run]
    with pytest.raises(DamagedError, match=f"^{path}: the file is damaged: a run is missing in a table"):
        verify_list(path)


def verify_list(path: Path) -> object:
    from tilewright.runs.reading import newest_run

    return newest_run(path)


@pytest.mark.parametrize("name", rows.SUMS)
def test_each_sum(path: Path, name: str) -> None:
    before = totals_of(path)
    wrong = before._replace(**{name: getattr(before, name) + 1_000})
    with changing(path) as connection:
        rows.update(connection, wrong)
    (fault,) = faults(path)
    if name == "workers":
        assert fault == "its rows add up to 2 instead of 1,002 workers"
    else:
        assert fault == sums(path, wrong, name)


def test_several_sums(path: Path) -> None:
    before = totals_of(path)
    wrong = before._replace(nodes=before.nodes + 7, images=before.images + 1)
    with changing(path) as connection:
        rows.update(connection, wrong)
    assert faults(path) == [
        f"its rows add up to {before.images:,} instead of {wrong.images:,} images, "
        f"{before.nodes:,} instead of {wrong.nodes:,} nodes"
    ]


@pytest.mark.parametrize("name", ["task_digest", "solution_digest"])
def test_each_digest(path: Path, name: str) -> None:
    before = totals_of(path)
    with changing(path) as connection:
        wrong: dict[str, Any] = {name: "1" * len(getattr(before, name))}
        rows.update(connection, before._replace(**wrong))
    assert faults(path) == [f"its {name.replace('_', ' ')} is not that of its rows"]


def test_damaged_solutions(path: Path) -> None:
    with changing(path) as connection:
        values = connection.execute(
            "SELECT id, task, options FROM solutions WHERE run = ? ORDER BY id LIMIT 5", (RUN,)
        ).fetchall()
    many = len(stored(path, OptionRow, "WHERE run = ?", RUN))
    changes = [
        ("1 2 3", b"x", "is damaged"),
        (f"1 {many}", None, "has an unknown option"),
        (" ".join(["-1", *values[2][2].split()[1:]]), None, "has an unknown option"),
        (" ".join(values[3][2].split()[1:]), None, "does not solve the puzzle: "),
        (values[4][2].replace(" ", "  "), b"y", "is damaged"),
    ]
    expected = []
    for (number, task, _), (text, key, words) in zip(values, changes, strict=True):
        execute(
            path,
            "UPDATE solutions SET options = ?, key = ? WHERE id = ?",
            text,
            key or solution_key(text),
            number,
        )
        expected.append(f"solution {number} of task {task} {words}")
    digest, *others = faults(path)  # in the order of the keys
    assert digest == "its solution digest is not that of its rows" and len(others) == len(expected)
    assert all(map(str.startswith, sorted(others), sorted(expected)))
    assert verify_file(path, run=RUN).runs[0].solutions == totals_of(path).solutions


def test_options_and_puzzles(path: Path) -> None:
    (run,) = stored(path, RunRow, "WHERE id = ?", RUN)
    replace_row_of_run(path, run._replace(options=1_000 + run.options))
    assert faults(path) == [f"of {1_000 + run.options:,} options {run.options:,} are there"]
    replace_row_of_run(path, run._replace(puzzle="no puzzle"))
    (fault,) = faults(path)
    assert fault.startswith("its puzzle cannot be read: ")
    assert verify_file(path, run=RUN).runs[0].solutions == totals_of(path).solutions
    execute(path, "UPDATE options SET piece = 'X' WHERE number = 3 AND run = ?", RUN)
    fault = faults(path)[0]
    assert fault.startswith(f"the row of option 3 of run {RUN!r} is damaged")


def test_rows_of_runs(path: Path) -> None:
    execute(path, "UPDATE runs SET title = 'another' WHERE id = ?", RUN)
    assert verify_file(path, run=RUN).faults == [f"the row of run {RUN!r} is damaged"]
    assert verify_file(path).faults == [f"the row of run {RUN!r} is damaged"]
    assert not verify_file(path).is_sound
    faults_of = verify_file(path, run="nobody").faults
    assert "there is no row of run 'nobody'" in faults_of


def test_references_and_pages(path: Path) -> None:
    with changing(path) as connection:
        (number,) = connection.execute("SELECT max(id) FROM tasks").fetchone()
    execute(path, "DELETE FROM workers WHERE name = 'w'")
    execute(
        path,
        "INSERT INTO first_tasks SELECT ?, 'nobody', prefix, required, share, '' FROM first_tasks LIMIT 1",
        number,
    )
    assert verify_file(path).faults == [f"row {number} of first_tasks refers to a missing row of runs"]
    # A row that its index does not have.
    with changing(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        change = "UPDATE sqlite_master SET sql = replace(sql, 'share DESC', 'nodes DESC') WHERE name = ?"
        connection.execute(change, ("tasks_waiting",))
    assert any("tasks_waiting" in fault for fault in verify_file(path).faults)


def test_a_table_that_cannot_be_read(path: Path) -> None:
    for table, faults_of in (
        ("solutions", ["its tasks cannot be read to the end: no such table: solutions"]),
        ("workers", ["its tasks cannot be read to the end: no such table: workers"]),
        ("options", ["its solutions cannot be read to the end: no such table: options"]),
    ):
        damaged = path.with_name(f"{table}.db")
        damaged.write_bytes(path.read_bytes())
        execute(damaged, f"DROP TABLE {table}")
        assert verify_file(damaged, run=RUN).runs[0].faults[:1] == faults_of
        assert verify_file(damaged).runs[1].faults[:1] == faults_of
    execute(path, "DROP TABLE runs")
    unreadable = "the table of runs cannot be read to the end: no such table: runs"
    for table in RUN_TABLES:
        execute(path, f"DELETE FROM {table}")
    assert verify_file(path).faults[-1] == unreadable
    assert verify_file(path, run=RUN).faults[-2:] == [unreadable, f"there is no row of run {RUN!r}"]


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        (
            "tasks_waiting",
            "share DESC",
            "share COLLATE odd",
            "the file cannot be read to the end: no such collation",
        ),
        (
            "runs",
            "id TEXT PRIMARY KEY",
            "id TEXT",
            "a reference between tables cannot be read to the end: foreign key",
        ),
    ],
)
def test_a_definition_that_is_wrong(path: Path, name: str, old: str, new: str, fault: str) -> None:
    with changing(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        change = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?"
        connection.execute(change, (old, new, name))
        connection.execute("DELETE FROM sqlite_master WHERE name = ?", (f"sqlite_autoindex_{name}_1",))
    assert any(text.startswith(fault) for text in verify_file(path).faults), verify_file(path).faults


def test_a_list_of_tables_that_cannot_be_read(path: Path) -> None:
    with changing(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = 'CREATE TABLE' WHERE name = 'workers'")
    report = verify_file(path)
    assert report.count == 1 and not report.runs
    (fault,) = report.faults
    assert fault.startswith("the list of its tables cannot be read: ") and "workers" in fault


def test_what_is_no_database(tmp_path: Path) -> None:
    none = tmp_path / "none.db"
    for verify in (verify_file, lambda path: verify_file(path, run="x")):
        with pytest.raises(RunError) as refused:
            verify(none)
        assert str(refused.value) == f"{none}: there is no such file"


def test_verification_is_cancelled(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "CANCEL_CHECK_STEPS", 300)

    class Enough(KeyboardInterrupt):
        """The caller wants no more."""

    def enough() -> None:
        raise Enough

    calls: list[Callable[[], object]] = [
        lambda: verify_file(path, enough),
        lambda: verify_file(path, enough, run=RUN),
    ]
    for call in calls:
        with pytest.raises(Enough):
            call()
    many = path.with_name("many.db")
    store_run(many, NEW)
    monkeypatch.setattr(database, "CANCEL_CHECK_STEPS", 10**9)
    checks: list[None] = []
    assert verify_file(many, lambda: checks.append(None), run=RUN).runs[0].solutions == ALL
    assert len(checks) == ALL // 1024 == 2
    assert verify_file(many, lambda: checks.append(None)).is_sound and len(checks) == 4


def test_reports() -> None:
    report = FaultReport()
    for number in range(MAX_SENTENCES + 2):
        report.add(str(number))
    assert (report.count, len(report.faults)) == (MAX_SENTENCES + 2, MAX_SENTENCES)
    assert report.faults[-1] == str(MAX_SENTENCES - 1)
    with report.reading("it"):
        raise RunError("why")
    with report.reading("it"):
        sqlite3.connect(":memory:").execute("SELECT 1 FROM nothing")
    assert report.count == MAX_SENTENCES + 4
    with pytest.raises(KeyError), report.reading("it"):
        raise KeyError
    assert FileReport().is_sound and not FileReport(["x"], 1).is_sound
    assert not FileReport(runs=[RunReport(), RunReport(["x"], 1)]).is_sound
    assert EstimateRow(RUN).estimate is None and WorkerRow(RUN, "w").nodes == 0
