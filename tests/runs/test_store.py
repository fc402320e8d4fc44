"""The store: each result counts once, duplicates do not, states are right."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from support.store_cases import ALL, ORBITS, do_tasks, perform_waiting, small_run, store_run
from tilewright.catalogue import load
from tilewright.errors import RunError
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.executors import WorkerState
from tilewright.runs.reading import find_run, run_status, run_statuses, solutions
from tilewright.runs.rows import RunState
from tilewright.runs.store import INTERRUPTED_REASON, Store, request_stop
from tilewright.runs.task import Remainder, TaskResult


@pytest.mark.parametrize(("unique", "count"), [(True, ORBITS), (False, ALL)])
def test_a_complete_run_has_all_solutions(tmp_path: Path, *, unique: bool, count: int) -> None:
    new, path = small_run(unique=unique), tmp_path / "runs.db"
    run = store_run(path, new)
    status = run_status(path, run)
    assert (status.state, status.holder) == (RunState.COMPLETE, None)
    totals = status.totals
    assert (totals.solutions, totals.images, totals.duplicates) == (count, ALL, 0)
    assert (totals.share, totals.waiting) == (1.0, 0)
    assert totals.split > 3  # tasks were split, and their rests were done
    told = list(solutions(path, run))
    assert len(set(told)) == count
    assert (status.run.title, status.run.source) == ("dominoes", "dominoes.toml")
    (worker,) = status.workers
    assert (worker.name, worker.tasks, worker.nodes) == ("here", totals.done + totals.split, totals.nodes)


def test_order_of_solutions_is_independent_of_the_session(tmp_path: Path) -> None:
    new = small_run()
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    run = store_run(one, new)
    with Store(other) as store:
        store.create_run(new, "", "")
        do_tasks(store, new, solutions=1000)
    assert list(solutions(one, run)) == list(solutions(other, run))


def test_a_result_counts_once(tmp_path: Path) -> None:
    new = small_run()
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        done = perform_waiting(store, new, 3)
        assert store.commit(run, [*done, done[0]]).dropped == (done[0].number,)
        before = store.totals(run)
        again = store.commit(run, done)
        assert (again.tasks, again.dropped) == (0, tuple(result.number for result in done))
        assert (again.stored, again.new_tasks) == (0, 0)
        assert store.totals(run) == again.totals == before
        assert store.commit(run, [replace(done[0], number=10**6)]).dropped == (10**6,)


def test_waiting_tasks_come_by_descending_share(tmp_path: Path) -> None:
    new = small_run()
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        do_tasks(store, new, 2)
        tasks = store.waiting(run, 10**6)
        assert [task.share for task in tasks] == sorted((task.share for task in tasks), reverse=True)
        assert sum(task.share for task in tasks) + store.totals(run).share == pytest.approx(1)
        out = {tasks[0].number, tasks[2].number}
        assert store.waiting(run, 3, out) == [tasks[1], *tasks[3:5]]


def test_duplicates_are_dropped_and_orbits_counted(tmp_path: Path) -> None:
    new = small_run(unique=True)
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        first, other = perform_waiting(store, new, 2, 30)
        assert len(first.option_sets) >= 30
        store.commit(run, [first])
        # The other task claims some that the first has found, and one of its own twice.
        rows = (*other.option_sets, *first.option_sets[:5], other.option_sets[0])
        images = [len({tuple(sorted(g[o] for o in options)) for g in new.context.group}) for options in rows]
        wrong = replace(other, option_sets=rows, solutions=len(rows), images=sum(images))
        assert other.images == sum(images[:-6])
        assert len(set(images)) > 1
        got = store.commit(run, [wrong])
        assert (got.stored, got.duplicates) == (len(other.option_sets), 6)
        totals = store.totals(run)
        assert totals.solutions == first.solutions + other.solutions
        assert totals.images == first.images + other.images
        assert totals.duplicates == 6


def test_inconsistent_result_is_rolled_back(tmp_path: Path) -> None:
    new = small_run()
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        good, bad = perform_waiting(store, new, 2)
        before = store.totals(run)
        with pytest.raises(ValueError, match="came with a count"):
            store.commit(run, [good, replace(bad, solutions=bad.solutions + 1)])
        assert store.totals(run) == before
        assert list(solutions(store.path, run)) == []
        assert store.commit(run, [good, bad]).tasks == 2


def test_a_run_with_waiting_tasks_is_not_complete(tmp_path: Path) -> None:
    new = small_run()
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        with pytest.raises(ValueError, match="wait"):
            store.set_state(run, RunState.COMPLETE)
        do_tasks(store, new)
        store.set_state(run, RunState.COMPLETE)
        assert store.run(run).state is RunState.COMPLETE


def test_first_only_run_is_complete_with_one_solution(tmp_path: Path) -> None:
    new = new_run(load("dominoes-4x4"), RunQuestion(keep=True, first_only=True))
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        task = store.waiting(run, 1)[0]
        result = TaskResult(task.number, "w", 1, 0, 0, 0.1, (), (Remainder(task.prefix, task.share),))
        store.commit(run, [result])
        with pytest.raises(ValueError, match="wait"):
            store.set_state(run, RunState.COMPLETE)
        results = perform_waiting(store, new, 1, 1)
        store.commit(run, results)
        assert store.totals(run).solutions >= 1
        store.set_state(run, RunState.COMPLETE)


def test_a_run_without_tasks_is_complete(tmp_path: Path) -> None:
    new = small_run()
    with Store(tmp_path / "runs.db") as store:
        row = store.create_run(NewRun(new.question, new.context, ()), "", "")
        assert row.state is RunState.COMPLETE
        assert store.totals(row.id).share == 1.0


def test_counting_run_keeps_no_solutions(tmp_path: Path) -> None:
    new, path = small_run(keep=False), tmp_path / "runs.db"
    run = store_run(path, new)
    assert run_status(path, run).totals.images == ALL
    with pytest.raises(RunError, match="keeps none"):
        next(solutions(path, run))


def test_stop_request_reaches_the_coordinator(tmp_path: Path) -> None:
    new, path = small_run(), tmp_path / "runs.db"
    with Store(path) as store:
        run = store.create_run(new, "", "").id
        assert not store.heartbeat(run, 1.5, [WorkerState("w", "h", (3, 4))])
        assert request_stop(path, run)
        assert store.heartbeat(run, 0.5, [WorkerState("w", "h", (3, 4))])
        store.set_state(run, RunState.STOPPED, "as was wished")
        assert not request_stop(path, run)
        store.set_state(run, RunState.RUNNING)
        assert not store.heartbeat(run, 0.25, [WorkerState("w", "h", (3, 4))])
        status = run_status(path, run)
        assert status.run.seconds == 2.25
        assert status.workers[0].running_tasks == (3, 4)
        with pytest.raises(RunError, match="no run 'nobody'"):
            request_stop(path, "nobody")


def test_run_without_its_coordinator_is_interrupted(tmp_path: Path) -> None:
    new, path = small_run(), tmp_path / "runs.db"
    with Store(path) as store:
        run = store.create_run(new, "", "").id
        assert run_status(path, run).state is RunState.RUNNING
    assert run_status(path, run).state is RunState.INTERRUPTED
    assert not request_stop(path, run), "nobody would hear of it"
    with Store(path) as store:
        assert (store.run(run).state, store.run(run).reason) == (RunState.STOPPED, INTERRUPTED_REASON)


def test_lost_worker_has_no_running_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, path = small_run(), tmp_path / "runs.db"
    clock = iter(("2026-01-31T12:00:00Z", "2026-01-31T12:00:01Z"))
    with Store(path) as store:
        run = store.create_run(new, "", "").id
        monkeypatch.setattr("tilewright.runs.store.now", lambda: next(clock))
        store.heartbeat(run, 1.0, [WorkerState("v", "h", (3,)), WorkerState("w", "h", (4,))])
        assert run_status(path, run).progress().running_tasks == 2
        store.heartbeat(run, 1.0, [WorkerState("w", "h", (5,))])
        assert [worker.running_tasks for worker in run_status(path, run).workers] == [(), (5,)]


def test_deleting_a_run_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    gone, kept = store_run(path, small_run(unique=True)), store_run(path, small_run(), 2)
    before = run_status(path, kept)
    with Store(path) as store:
        store.delete_run(gone)
        with pytest.raises(RunError, match="no run"):
            store.delete_run(gone)
    assert [status.run.id for status in run_statuses(path)] == [kept]
    assert run_status(path, kept) == before
    connection = sqlite3.connect(path)
    for table in ("tasks", "first_tasks", "solutions", "options", "workers"):
        assert connection.execute(f"SELECT DISTINCT run FROM {table}").fetchall() == [(kept,)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_runs_are_found_by_the_start_of_their_names(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    one, other = store_run(path, small_run(), 1), store_run(path, small_run(unique=True), 1)
    assert one[0] != other[0] or one[:4] != other[:4]
    assert find_run(path, one) == one
    assert find_run(path, other[:7]) == other
    for wrong in ("", "no"):
        with pytest.raises(RunError, match="no run"):
            find_run(path, wrong)


def test_the_same_run_is_not_stored_twice(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store_run(path, small_run(), 1)
    with Store(path) as store, pytest.raises(RunError, match="already"):
        store.create_run(small_run(), "", "")
