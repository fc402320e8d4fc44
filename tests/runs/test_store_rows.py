"""What the store writes, row by row, and what it leaves as it is."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from support.store_cases import (
    ESTIMATE,
    NEW,
    RUN,
    do_tasks,
    error_of,
    execute,
    perform_waiting,
    small_run,
    store_run,
)
from tilewright.runs import rows, store
from tilewright.runs.creation import NewRun
from tilewright.runs.database import damage_advice, reading
from tilewright.runs.executors import WorkerState
from tilewright.runs.reading import run_statuses
from tilewright.runs.rows import (
    EstimateRow,
    FirstTaskRow,
    RunRow,
    RunState,
    TaskRow,
    TotalsRow,
    WorkerRow,
)
from tilewright.runs.store import RUN_TABLES, Store, request_stop
from tilewright.runs.stored_solutions import placements_of
from tilewright.runs.task import Remainder, TaskResult
from tilewright.runs.totals import RunReport


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@pytest.fixture
def opened(path: Path) -> Iterator[Store]:
    """A store with a run that has just begun."""
    with Store(path) as opened:
        opened.create_run(NEW, "dominoes", "dominoes.toml")
        yield opened


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The time that the store takes: the last of this list."""
    times = ["2026-01-31T12:00:00Z"]
    monkeypatch.setattr(store, "now", lambda: times[-1])
    return times


def rows_of_nobody(opened: Store) -> None:
    """Store a task of a run that does not exist."""
    try:
        rows.insert(opened._connection, TaskRow, [TaskRow(10**6, "nobody", None, "[]", "[]", 0.5)])
    except sqlite3.IntegrityError as error:
        raise ValueError(str(error)) from None


def stored(path: Path, kind: type[rows.Row]) -> list[rows.Row]:
    """All rows of a table, whose checksums are right."""
    with reading(path) as connection:
        return rows.select_intact(connection, path, kind, "ORDER BY rowid")


@pytest.mark.parametrize(("unique", "keep"), [(True, True), (False, False)])
def test_rows_of_a_new_run(path: Path, clock: list[str], *, unique: bool, keep: bool) -> None:
    store_run(path, small_run(unique=not unique), 1)
    before = len(stored(path, TaskRow))
    new = small_run(unique=unique, keep=keep)
    assignment = replace(new.assignment, folded=not unique)
    question = replace(new.question, first_only=keep)
    new = NewRun(question, replace(new.context, assignment=assignment), new.tasks)
    with Store(path) as opened:
        created = opened.create_run(new, "a title", "a source")
        assert opened.run(assignment.run) == created
    assert created == RunRow(
        id=assignment.run,
        title="a title",
        source="a source",
        puzzle=assignment.puzzle,
        engine=assignment.engine,
        keep=int(keep),
        first_only=int(keep),
        is_unique=int(unique),
        folded=int(not unique),
        symmetries=len(new.context.group),
        digest=assignment.digest,
        version=assignment.version,
        created_at=clock[0],
        options=len(new.context.cover.placements),
        first_tasks=len(new.tasks),
        status="running",
        reason="",
        seconds=0.0,
        stop_requested=0,
    )
    tasks = [task for task in stored(path, TaskRow) if task.run == created.id]
    assert [task.id for task in tasks] == [before + number for number in range(1, len(new.tasks) + 1)]
    assert [replace(task.task, number=at) for at, task in enumerate(tasks, 1)] == list(new.tasks)
    assert {(task.parent, task.status) for task in tasks} == {(None, "waiting")}
    assert [copy.row for copy in stored(path, FirstTaskRow) if copy.run == created.id] == tasks
    assert EstimateRow(created.id) in stored(path, EstimateRow)
    (totals,) = (row for row in stored(path, TotalsRow) if row.run == created.id)
    assert (totals.waiting, totals.done, totals.share, totals.workers) == (len(new.tasks), 0, 0.0, 0)
    with reading(path) as connection:
        assert placements_of(connection, created, RunReport()) == list(new.context.cover.placements)


def test_a_run_of_the_same_name_is_refused(opened: Store) -> None:
    before = opened.path.read_bytes(), stored(opened.path, TaskRow)
    words = f"{opened.path}: there is a run {RUN!r} already"
    assert error_of(opened.create_run, NEW, "", "") == words
    assert (opened.path.read_bytes(), stored(opened.path, TaskRow)) == before


def test_the_states_of_a_run(opened: Store) -> None:
    waiting = re.escape(f"run {RUN!r} has waiting tasks; it is not complete")
    with pytest.raises(ValueError, match=f"^{waiting}$"):
        opened.set_state(RUN, RunState.COMPLETE)
    assert request_stop(opened.path, RUN)
    for state, reason in (
        (RunState.FAILED, "why"),
        (RunState.STOPPED, "as was wished"),
        (RunState.STOPPED, ""),
    ):
        opened.set_state(RUN, state, *[reason] if reason else [])
        row = opened.run(RUN)
        assert (row.state, row.reason, row.stop_requested) == (state, reason, 1)
    opened.set_state(RUN, RunState.RUNNING)
    row = opened.run(RUN)
    assert (row.state, row.reason, row.stop_requested) == (RunState.RUNNING, "", 0)
    do_tasks(opened, NEW)
    opened.set_state(RUN, RunState.COMPLETE, "in the end")
    assert (opened.run(RUN).state, opened.run(RUN).reason) == (RunState.COMPLETE, "in the end")


def test_a_damaged_run_is_not_resumed(opened: Store) -> None:
    opened.check_run(RUN)
    execute(opened.path, "UPDATE tasks SET prefix = '[7]' WHERE id = 2")
    words = f"{opened.path}: run {RUN!r} is damaged and cannot be resumed: "
    ending = f"the row of task 2 is damaged. {damage_advice(opened.path)}"
    for call in (opened.check_run, lambda run: opened.set_state(run, RunState.RUNNING)):
        assert error_of(call, RUN) == words + ending
    damaged = f"{opened.path}: the file is damaged: the row of "
    result = TaskResult(2, "w", 1, 0, 0, 0.1)
    assert error_of(opened.commit, RUN, [result]) == f"{damaged}task '2' has a wrong checksum"
    execute(opened.path, "UPDATE tasks SET prefix = ? WHERE id = 2", rows.numbers_text(NEW.tasks[1].prefix))
    opened.check_run(RUN)
    execute(opened.path, "UPDATE totals SET nodes = 7")
    assert error_of(opened.check_run, RUN).startswith(f"{words}the row of the totals of run {RUN!r}")
    wrong = f"{damaged}the totals of run {RUN!r} has a wrong checksum"
    assert error_of(opened.set_state, RUN, RunState.COMPLETE) == wrong
    assert error_of(opened.commit, RUN, []) == wrong
    opened.heartbeat(RUN, 1)
    rows.insert(opened._connection, WorkerRow, [WorkerRow(RUN, "w")])
    execute(opened.path, "UPDATE workers SET nodes = 7")
    assert error_of(opened.heartbeat, RUN, 1) == f"{damaged}worker {RUN + ' w'!r} has a wrong checksum"
    execute(opened.path, "DELETE FROM totals")
    missing = f"{opened.path}: run {RUN!r} is damaged: its totals are missing"
    assert error_of(opened.totals, RUN) == missing
    assert error_of(opened.commit, RUN, []) == missing
    execute(opened.path, "DELETE FROM estimates")
    lost = f"{opened.path}: run {RUN!r} is damaged: its estimate is missing"
    assert error_of(opened.estimate, RUN) == lost
    reads: list[tuple[str, Callable[[str], object]]] = [
        ("totals", opened.totals),
        ("estimates", opened.estimate),
        ("workers", opened.check_run),
    ]
    for table, read in reads:
        execute(opened.path, f"DROP TABLE {table}")
        none = f"{opened.path}: the file is damaged (no such table: {table}). {damage_advice(opened.path)}"
        assert error_of(read, RUN) == none


def test_a_damaged_run_can_be_deleted(opened: Store) -> None:
    execute(opened.path, "UPDATE runs SET title = 'another'")
    words = f"{opened.path}: the file is damaged: the row of run {RUN!r} has a wrong checksum"
    assert error_of(opened.run, RUN) == words
    opened.delete_run(RUN)
    assert run_statuses(opened.path) == []


def test_what_readers_see_of_a_coordinator(opened: Store, clock: list[str]) -> None:
    path = opened.path
    assert opened.estimate(RUN) is None
    states = [WorkerState("v", "one", (3,)), WorkerState("w", "two", (4, 5))]
    assert opened.heartbeat(RUN, 1, states, ESTIMATE, 25) is False
    seen = clock[0]
    expected = [
        WorkerRow(RUN, "v", "one", 0, 0, 0.0, "3", seen),
        WorkerRow(RUN, "w", "two", 0, 0, 0.0, "4 5", seen),
    ]
    assert stored(path, WorkerRow) == expected
    assert opened.estimate(RUN) == ESTIMATE
    assert stored(path, EstimateRow) == [EstimateRow(RUN, 160, 2.0, 5e3, 4e3, 1e3, 25.0)]
    assert opened.run(RUN).seconds == 1.0
    assert stored(path, TotalsRow)[0].workers == 2

    clock.append("2026-01-31T12:00:01Z")
    assert opened.heartbeat(RUN, 0.5, [WorkerState("w", "three", (6,)), WorkerState("x", "one", ())]) is False
    assert stored(path, WorkerRow) == [
        expected[0]._replace(running_tasks=""),
        WorkerRow(RUN, "w", "three", 0, 0, 0.0, "6", clock[1]),
        WorkerRow(RUN, "x", "one", 0, 0, 0.0, "", clock[1]),
    ]
    assert stored(path, EstimateRow) == [EstimateRow(RUN)]
    assert opened.run(RUN).seconds == 1.5
    assert stored(path, TotalsRow)[0].workers == 3
    assert request_stop(path, RUN) is True
    assert opened.heartbeat(RUN, 0.0) is True
    assert [worker.running_tasks for worker in stored(path, WorkerRow)] == ["", "", ""]
    opened.check_run(RUN)


def test_rows_of_a_commit(opened: Store, clock: list[str]) -> None:
    path = opened.path
    opened.heartbeat(RUN, 1, [WorkerState("w", "host", (1,))])
    clock.append("2026-01-31T12:00:01Z")
    tasks = opened.waiting(RUN, 3)
    old = {task.id: task for task in stored(path, TaskRow)}
    first, second, third = (task.number for task in tasks)
    halves = tuple(Remainder((*tasks[0].prefix, n), tasks[0].share / 4) for n in (50, 51))
    quarter = (Remainder(tasks[1].prefix, tasks[1].share),)
    report = opened.commit(
        RUN,
        [
            TaskResult(first, "w", 10, 0, 0, 2, (), halves),
            TaskResult(10**6, "lost", 1, 0, 0, 1.0),
            TaskResult(second, "w", 20, 0, 0, 3.0, (), quarter),
            TaskResult(third, "x", 30, 0, 0, 4.0),
            TaskResult(third, "y", 30, 0, 0, 4.0),
        ],
    )
    assert (report.tasks, report.dropped, report.new_tasks) == (3, (10**6, third), 3)
    assert (report.stored, report.duplicates) == (0, 0)
    assert report.totals == opened.totals(RUN)
    new = {task.id: task for task in stored(path, TaskRow)}
    count = len(old)
    assert sorted(new.keys() - old.keys()) == [count + 1, count + 2, count + 3]
    parts = [(first, halves[0]), (first, halves[1]), (second, quarter[0])]
    for number, (parent, part) in enumerate(parts, count + 1):
        prefix = rows.numbers_text(part.prefix)
        assert new[number] == TaskRow(number, RUN, parent, prefix, old[parent].required, part.share)
    assert [(new[n].status, new[n].nodes, new[n].worker) for n in (first, second, third)] == [
        ("split", 10, "w"),
        ("split", 20, "w"),
        ("done", 30, "x"),
    ]
    assert new[first].done_share == pytest.approx(tasks[0].share / 2)
    assert stored(path, WorkerRow) == [
        WorkerRow(RUN, "w", "host", 2, 30, 5.0, "1", clock[1]),
        WorkerRow(RUN, "x", "", 1, 30, 4.0, "", clock[1]),
    ]
    (totals,) = stored(path, TotalsRow)
    assert (totals.waiting, totals.split, totals.done, totals.workers) == (count, 2, 1, 2)
    again = opened.commit(RUN, [TaskResult(third, "z", 30, 0, 0, 4.0)])
    assert (again.tasks, again.dropped, again.totals) == (0, (third,), report.totals)
    opened.heartbeat(RUN, 1, [WorkerState("w", "host", ())])
    assert stored(path, WorkerRow)[0] == WorkerRow(RUN, "w", "host", 2, 30, 5.0, "", clock[1])
    assert len(stored(path, WorkerRow)) == 2
    opened.check_run(RUN)


def test_solutions_of_a_commit(path: Path) -> None:
    for keep in (True, False):
        new = small_run(keep=keep)
        with Store(path.with_name(f"{keep}.db")) as opened:
            opened.create_run(new, "", "")
            one, other = perform_waiting(opened, new, 2)
            report = opened.commit(new.assignment.run, [one, other])
            assert report.stored == (one.solutions + other.solutions if keep else 0)
            assert report.totals.solutions == one.solutions + other.solutions
            opened.check_run(new.assignment.run)
            again = perform_waiting(opened, new, 3)
            if keep:  # each result claims solutions that are known
                again = [
                    replace(
                        result,
                        option_sets=(*result.option_sets, *one.option_sets[:3]),
                        solutions=result.solutions + 3,
                        images=0,
                    )
                    for result in again
                ]
                assert opened.commit(new.assignment.run, again).duplicates == 9


def test_tasks_are_drawn_evenly(opened: Store) -> None:
    do_tasks(opened, NEW, 1)
    waiting = opened.waiting(RUN, 1_000)
    total = sum(task.share for task in waiting)
    for start in (0.0, 0.4, 0.999):

        class Fixed(Random):
            def random(self, value: float = start) -> float:
                return value

        share, drawn = opened.sample(RUN, 40, Fixed())
        assert share == pytest.approx(total)
        ends = [sum(task.share for task in waiting[: k + 1]) / total * 40 for k in range(len(waiting))]
        places = [start + n for n in range(41) if start + n < ends[-1] - 1e-9]
        expected = [
            next(task for task, end in zip(waiting, ends, strict=True) if place < end) for place in places
        ]
        assert drawn == expected


def test_one_waiting_task_is_drawn_as_often_as_is_asked(path: Path) -> None:
    class Zero(Random):
        def random(self) -> float:
            return 0.0

    with Store(path) as opened:
        opened.create_run(NewRun(NEW.question, NEW.context, NEW.tasks[:1]), "", "")
        share, drawn = opened.sample(RUN, 3, Zero())
        assert (share, drawn) == (NEW.tasks[0].share, [NEW.tasks[0]] * 3)
        opened.commit(RUN, [TaskResult(1, "w", 1, 0, 0, 1.0)])
        assert opened.sample(RUN, 3, Zero()) == (0.0, [])
        assert opened.waiting(RUN, 5) == []


def test_waiting_tasks_of_one_run_only(opened: Store) -> None:
    other = small_run(unique=True)
    opened.create_run(other, "", "")
    mine, theirs = opened.waiting(RUN, 100), opened.waiting(other.assignment.run, 100)
    assert {task.number for task in mine}.isdisjoint(task.number for task in theirs)
    assert (len(mine), len(theirs)) == (len(NEW.tasks), len(other.tasks))
    assert opened.sample(RUN, 20, Random(1))[0] == pytest.approx(sum(task.share for task in mine))
    assert {task.number for task in opened.sample(RUN, 200, Random(1))[1]} == {task.number for task in mine}


def test_an_index_without_its_rows(opened: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "_task", lambda *_: None)
    words = f"{opened.path}: the index of waiting tasks is damaged. {damage_advice(opened.path)}"
    assert error_of(opened.waiting, RUN, 1) == words
    assert opened.sample(RUN, 5, Random(1))[1] == []


def test_nothing_is_left_of_a_deleted_run(path: Path) -> None:
    kept = store_run(path, small_run(unique=True), 1)
    with Store(path) as opened:
        opened.create_run(NEW, "", "")
        opened.heartbeat(RUN, 1.0, [WorkerState("w", "h", (1,))])
        do_tasks(opened, NEW, 2)
        opened.delete_run(RUN)
        none = f"{path}: there is no run {RUN!r}; `tilewright run list` lists all runs"
        assert error_of(opened.delete_run, RUN) == none
        assert error_of(opened.run, RUN) == none
        # References between tables are checked again.
        with pytest.raises(ValueError, match="FOREIGN KEY constraint failed"):
            rows_of_nobody(opened)
    assert [status.run.id for status in run_statuses(path)] == [kept]
    with closing(sqlite3.connect(path)) as connection:
        for table in RUN_TABLES:
            assert connection.execute(f"SELECT DISTINCT run FROM {table}").fetchall() == [(kept,)]
