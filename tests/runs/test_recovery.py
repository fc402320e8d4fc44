"""Damage of a run database is reported, and a recovered run reaches its counts."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.store_cases import ALL, ORBITS, PAGE, damaged, do_tasks, small_run, store_run
from tilewright.catalogue import load
from tilewright.errors import RunError
from tilewright.runs import decisions
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.integrity import verify_file
from tilewright.runs.reading import run_status, run_statuses, solutions
from tilewright.runs.recovery import RecoveredRun, recover_file
from tilewright.runs.rows import RunState, solution_key
from tilewright.runs.store import Store
from tilewright.runs.task import Remainder, TaskResult

SEEDS = int(os.environ.get("TILEWRIGHT_EXAMPLES", "60")) // 8


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Files with two runs, one of them halfway or both finished, as bytes."""
    made = {}
    for name, rounds in (("halfway", 3), ("finished", None)):
        path = tmp_path_factory.mktemp(name) / "runs.db"
        store_run(path, small_run(unique=True), rounds)
        store_run(path, small_run())
        made[name] = path.read_bytes()
    return made


def finished(path: Path) -> None:
    """Finish what is in a file, and look at all of it."""
    assert verify_file(path).is_sound
    with Store(path) as store:
        for status in run_statuses(path):
            run = status.run.id
            new = small_run(unique=bool(status.run.is_unique))
            store.check_run(run)
            do_tasks(store, new, solutions=1000)
            totals = store.totals(run)
            count = ORBITS if status.run.is_unique else ALL
            assert (totals.solutions, totals.images, totals.duplicates) == (count, ALL, 0)
            store.set_state(run, RunState.COMPLETE)
            assert len(set(solutions(path, run))) == count
    assert verify_file(path).is_sound


@pytest.mark.parametrize("name", ["halfway", "finished"])
def test_a_sound_file_is_recovered_completely(tmp_path: Path, files: dict[str, bytes], name: str) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    old.write_bytes(files[name])
    assert verify_file(old).is_sound
    before = run_statuses(old)
    for saved, status in zip(recover_file(old, new), sorted(before, key=lambda s: s.run.id), strict=True):
        totals = status.totals
        tasks = totals.waiting + totals.done + totals.split
        assert saved == RecoveredRun(status.run.id, tasks, 0, totals.solutions, 0)
        # Floating-point sums depend on the order of the tasks.
        rounded: dict[str, Any] = {
            name: pytest.approx(getattr(totals, name)) for name in ("share", "seconds")
        }
        assert run_status(new, saved.run).totals == replace(totals, **rounded)
        assert list(solutions(new, saved.run)) == list(solutions(old, saved.run))
    finished(new)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_recovered_run_reaches_its_counts(tmp_path: Path, files: dict[str, bytes], seed: int) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    bad = damaged(files["halfway" if seed % 2 else "finished"], seed)
    old.write_bytes(bad)
    try:
        saved = recover_file(old, new)
    except RunError as error:
        assert "is lost" in str(error) or "are lost" in str(error)
        assert not new.exists()
        return
    assert old.read_bytes() == bad
    # Runs that could not be saved are named, with the reason; the others can be finished.
    assert all("lost" in one.lost for one in saved if one.lost)
    assert {one.run for one in saved if not one.lost} == {status.run.id for status in run_statuses(new)}
    finished(new)


@pytest.mark.parametrize("table", ["runs", "tasks", "first_tasks", "solutions", "options"])
def test_damage_in_any_table_is_reported_and_prevents_resuming(
    tmp_path: Path, files: dict[str, bytes], table: str
) -> None:
    path = tmp_path / "runs.db"
    path.write_bytes(files["halfway"])
    column = {"runs": "puzzle", "tasks": "prefix", "first_tasks": "prefix", "solutions": "options"}
    name = column.get(table, "cells")
    connection = sqlite3.connect(path)
    (run,) = connection.execute("SELECT id FROM runs WHERE is_unique").fetchone()
    connection.execute(
        f"UPDATE {table} SET {name} = replace({name}, '1', '2') WHERE rowid IN "
        f"(SELECT rowid FROM {table} WHERE {name} LIKE '%1%' ORDER BY rowid LIMIT 1)"
    )
    connection.commit()
    connection.close()
    report = verify_file(path)
    assert not report.is_sound
    faults = [*report.faults, *(fault for one in report.runs for fault in one.faults)]
    assert any("damaged" in fault for fault in faults)
    if table in ("tasks", "first_tasks"):
        with Store(path) as store, pytest.raises(RunError, match="damaged and cannot be resumed"):
            store.set_state(run, RunState.RUNNING)
    elif table == "runs":
        with Store(path) as store, pytest.raises(RunError, match="is damaged"):
            store.check_run(run)
    elif table == "options":
        with pytest.raises(RunError, match="is damaged"):
            list(solutions(path, run))


def test_lost_rows_are_reported(tmp_path: Path, files: dict[str, bytes]) -> None:
    path, new = tmp_path / "runs.db", tmp_path / "new.db"
    path.write_bytes(files["halfway"])
    connection = sqlite3.connect(path)
    (run,) = connection.execute("SELECT id FROM runs WHERE is_unique").fetchone()
    (child,) = connection.execute("SELECT max(id) FROM tasks WHERE run = ? AND parent > 0", (run,)).fetchone()
    connection.execute("DELETE FROM tasks WHERE id = ?", (child,))
    connection.execute("DELETE FROM tasks WHERE id = (SELECT min(id) FROM tasks WHERE run = ?)", (run,))
    text = "SELECT task FROM solutions WHERE run <> ? ORDER BY id LIMIT 1"
    (owner,) = connection.execute(text, (run,)).fetchone()
    connection.execute(
        "DELETE FROM solutions WHERE id = (SELECT min(id) FROM solutions WHERE run <> ?)", (run,)
    )
    connection.commit()
    connection.close()
    faults = {one.run: " ".join(one.faults) for one in verify_file(path).runs}
    assert "was split into" in faults[run]
    assert "the run began with" in faults[run]
    (other,) = set(faults) - {run}
    assert f"task {owner} found" in faults[other]
    for name in faults:
        with Store(path) as store, pytest.raises(RunError, match="cannot be resumed"):
            store.check_run(name)
    with pytest.raises(RunError, match=r"of .* solutions are stored"):
        list(solutions(path, other))
    assert {one.run: one.requeued for one in recover_file(path, new)}[other] == 1
    finished(new)


def test_solutions_that_do_not_solve_the_puzzle_are_left_out(tmp_path: Path, files: dict[str, bytes]) -> None:
    """Recovery trusted the keys of solutions, and whoever alters a solution may write its key anew."""
    path, new = tmp_path / "runs.db", tmp_path / "new.db"
    path.write_bytes(files["finished"])
    with closing(sqlite3.connect(path)) as connection, connection:
        (run,) = connection.execute("SELECT id FROM runs WHERE NOT is_unique").fetchone()
        query = "SELECT id, task, options FROM solutions WHERE run = ? ORDER BY id"
        stored = connection.execute(query, (run,)).fetchall()
        altered: dict[int, str] = {}
        for number, task, text in (stored[0], stored[len(stored) // 2], stored[-1]):
            _, *others = text.split()
            altered[task] = {0: f"{others[0]} {' '.join(others)}", 1: " ".join(others), 2: f"{text} 99999"}[
                len(altered)
            ]
            connection.execute(
                "UPDATE solutions SET options = ?, key = ? WHERE id = ?",
                (altered[task], solution_key(altered[task]), number),
            )
    assert len(altered) == 3
    saved = {one.run: one for one in recover_file(path, new)}
    assert (saved[run].wrong, saved[run].lost) == (3, "")
    assert 1 <= saved[run].requeued <= 3  # what was split off from a requeued task is searched with it
    assert saved[run].solutions + saved[run].dropped + saved[run].wrong == ALL
    assert all(one.wrong == one.dropped == 0 for name, one in saved.items() if name != run)
    finished(new)


def test_tasks_whose_decisions_are_stored_as_older_versions_did_are_recovered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = new_run(load("burr-solid"), RunQuestion(keep=False, unique=True))
    with monkeypatch.context() as older, Store(tmp_path / "runs.db") as store:
        older.setattr(decisions, "PACKED_FROM", 1 << 30)
        run = store.create_run(new, "", "").id
        (task,) = (task for task in store.waiting(run, 1))
        halves = tuple(Remainder((*task.prefix, one), task.share / 2) for one in (0, -1))
        store.commit(run, [TaskResult(task.number, "w", 1, 0, 0, 0.5, (), halves)])
    data = (tmp_path / "runs.db").read_bytes()
    (tmp_path / "damaged.db").write_bytes(bytes(100) + data[100:])
    (recovered,) = recover_file(tmp_path / "damaged.db", tmp_path / "recovered.db")
    assert (recovered.lost, recovered.requeued) == ("", 0)
    assert verify_file(tmp_path / "recovered.db").is_sound
    assert run_status(tmp_path / "recovered.db", run).totals.waiting == len(new.tasks) + 1


def test_a_file_with_a_damaged_page_is_not_opened(tmp_path: Path, files: dict[str, bytes]) -> None:
    path = tmp_path / "runs.db"
    data = bytearray(files["halfway"])
    connection = sqlite3.connect(path)
    connection.close()
    path.write_bytes(data)
    connection = sqlite3.connect(path)
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tasks'").fetchone()
    connection.close()
    data[(root - 1) * PAGE : root * PAGE] = b"\xff" * PAGE
    path.write_bytes(data)
    with pytest.raises(RunError, match="damaged"):
        Store(path)
    assert path.read_bytes() == data
    assert not verify_file(path).is_sound
    with pytest.raises(RunError, match="damaged"):
        run_statuses(path)
    recover_file(path, tmp_path / "new.db")
    finished(tmp_path / "new.db")


@pytest.mark.parametrize("size", [50, 100, PAGE, 2 * PAGE])
def test_a_file_without_its_header_is_recovered(tmp_path: Path, files: dict[str, bytes], size: int) -> None:
    path = tmp_path / "runs.db"
    path.write_bytes(b"?" * min(size, PAGE) + files["finished"][min(size, PAGE) :])
    with pytest.raises(RunError, match="damaged"):
        verify_file(path)
    assert not any(one.lost for one in recover_file(path, tmp_path / "new.db"))
    finished(tmp_path / "new.db")


def test_rows_in_the_wal_are_recovered(tmp_path: Path) -> None:
    new, path = small_run(), tmp_path / "runs.db"
    with Store(path) as store:
        run = store.create_run(new, "", "").id
        do_tasks(store, new, 4)
        totals = store.totals(run)
        copied = tmp_path / "copied.db"
        wal = path.with_name("runs.db-wal").read_bytes()
        copied.with_name("copied.db-wal").write_bytes(wal)
        copied.write_bytes(b"?" * path.stat().st_size)
    (saved,) = recover_file(copied, tmp_path / "new.db")
    assert (saved.requeued, saved.solutions, saved.lost) == (0, totals.solutions, "")
    finished(tmp_path / "new.db")
    # A torn end of it is as if that had never been committed.
    copied.with_name("copied.db-wal").write_bytes(wal[: len(wal) * 2 // 3])
    (saved,) = recover_file(copied, tmp_path / "torn.db")
    assert saved.solutions < totals.solutions
    finished(tmp_path / "torn.db")


def test_unrecoverable_runs_are_reported(tmp_path: Path, files: dict[str, bytes]) -> None:
    path, new = tmp_path / "runs.db", tmp_path / "new.db"
    path.write_bytes(files["finished"])
    with pytest.raises(RunError, match="already"):
        recover_file(path, path)
    with pytest.raises(RunError, match="no such file"):
        recover_file(tmp_path / "none.db", new)
    with Store(path), pytest.raises(RunError, match="another coordinator"):
        recover_file(path, new)
    connection = sqlite3.connect(path)
    (gone,) = connection.execute("SELECT id FROM runs WHERE is_unique").fetchone()
    connection.execute("DELETE FROM runs WHERE is_unique")
    connection.commit()
    lost = {one.run: one.lost for one in recover_file(path, new)}
    assert lost.pop(gone) == "its own row with the puzzle is lost"
    assert list(lost.values()) == [""]
    finished(new)
    connection.execute("DELETE FROM runs")
    connection.commit()
    connection.close()
    with pytest.raises(RunError, match=r"nothing can be recovered: run .*: its own row"):
        recover_file(path, tmp_path / "third.db")
    path.write_bytes(b"?" * 9999)
    with pytest.raises(RunError, match="no row of a run is intact"):
        recover_file(path, tmp_path / "third.db")
    assert not (tmp_path / "third.db").exists()
    assert not list(tmp_path.glob("*.part*"))
