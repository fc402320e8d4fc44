"""The tasks behind the page of runs."""

import sqlite3
import threading
from contextlib import closing, suppress
from math import factorial
from pathlib import Path
from typing import get_args

import pytest

from support.cli import TWO_SPARE
from support.run_damage import COMPLETE, HALFWAY, filtered_run, tiny_file
from support.store_cases import RUN, small_run, store_run
from support.stored_runs import StoredRun, store_new_run
from support.web_cases import running_app
from tilewright.catalogue import load
from tilewright.errors import RunError, UnsupportedError
from tilewright.families.assembly.filter import DISASSEMBLABLE
from tilewright.model.lattices import LATTICES
from tilewright.model.puzzle import Board, Puzzle
from tilewright.runs.creation import RunQuestion
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.reading import run_levels
from tilewright.runs.store import Store
from tilewright.runs.task_list import TaskState, run_tasks
from tilewright.web.api.runs import RunLevels, RunRequest, RunTasks, RunView
from tilewright.web.api.runs import TaskState as TaskStateName
from tilewright.web.tasks.runs import levels, list_runs, start, status, tasks


def test_a_damaged_run_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    tiny_file(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE tasks SET solutions = solutions + 1 WHERE id = 1")
    listed = list_runs({"database": str(path)}, lambda _name, _data: None, threading.Event())
    assert [run["id"] for run in listed["runs"]] == [HALFWAY]
    (damaged,) = listed["damaged"]
    assert damaged["id"] == COMPLETE and "its rows add up to" in damaged["reason"]


def test_a_filtered_run_has_a_table_by_level(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with Store(path) as store:
        run = StoredRun(path, store.create_run(filtered_run(), "dominoes", "").id)
    args, emit, cancel = {"database": str(path), "run": run.run}, lambda *_: None, threading.Event()
    view = RunView.model_validate(status(args, emit, cancel))
    assert (view.only, view.examined, view.has_levels) == ("disassemblable", "0", True)
    assert RunLevels.model_validate(levels(args, emit, cancel)).rows == []
    run.session(threads(ExecutorOptions(1)))
    view = RunView.model_validate(status(args, emit, cancel))
    assert (view.solutions, view.images, view.examined, view.undecided) == ("7", "32", "7", "0")
    (row,) = RunLevels.model_validate(levels(args, emit, cancel)).rows
    assert (row.level, row.solutions, row.levels) == (1, "7", [("1", "7")])
    assert sum((run_levels(path, run.run) or {}).values()) == 7


def test_a_run_without_a_filter_has_no_levels(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    tiny_file(path)
    args, emit, cancel = {"database": str(path), "run": COMPLETE}, lambda *_: None, threading.Event()
    view = RunView.model_validate(status(args, emit, cancel))
    assert (view.only, view.has_levels) == ("", False)
    assert levels(args, emit, cancel) == {"rows": []}


def test_the_first_solution_and_the_times_of_a_run(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    run = store_new_run(path, load("dominoes-4x4"), RunQuestion(keep=False, labelled=True, tasks=4))
    args, emit, cancel = {"database": str(path), "run": run.run}, lambda *_: None, threading.Event()
    view = RunView.model_validate(status(args, emit, cancel))
    assert (view.first_found_at, view.first_seconds, view.cpu_seconds, view.labelled) == (None, None, 0, "0")
    run.session(threads(ExecutorOptions(1)))
    run_status = run.status()
    view = RunView.model_validate(status(args, emit, cancel))
    assert (view.first_found_at, view.first_seconds) == (
        run_status.run.first_found_at,
        run_status.run.first_seconds,
    )
    assert view.first_seconds is not None and view.cpu_seconds == run_status.totals.cpu_seconds > 0
    assert (view.images, view.labelled) == ("36", str(36 * factorial(8)))


def test_without_a_question_about_copies_there_is_no_labelled_count(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    tiny_file(path)
    args, emit, cancel = {"database": str(path), "run": COMPLETE}, lambda *_: None, threading.Event()
    assert RunView.model_validate(status(args, emit, cancel)).labelled is None


def test_tasks_are_listed_page_by_page(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store_run(path, small_run(), rounds=1)

    def page(after: int = 0, count: int = 100, states: tuple[str, ...] = ()) -> RunTasks:
        args = {"database": str(path), "run": RUN, "after": after, "count": count, "states": states}
        return RunTasks.model_validate(tasks(args, lambda *_: None, threading.Event()))

    part = page(count=3)
    views = part.tasks
    while part.next is not None:
        assert len(part.tasks) == 3 and part.next == views[-1].task
        part = page(part.next, 3)
        views += part.tasks
    expected = run_tasks(path, RUN, 1_000).tasks
    assert [
        (one.task, one.parent, one.state, tuple(one.chosen), int(one.nodes), int(one.images)) for one in views
    ] == [(one.number, one.parent, one.state.value, one.chosen, one.nodes, one.images) for one in expected]
    waiting = page(states=("waiting", "failed")).tasks
    assert waiting == [one for one in views if one.state == "waiting"] != []


@pytest.mark.anyio
async def test_requests_for_tasks(tmp_path: Path) -> None:
    store_run(tmp_path / "runs.db", small_run(), rounds=1)
    async with running_app(tmp_path) as app:
        response = await app.client.get(f"/api/runs/{RUN}/tasks?state=split&state=done&count=1")
        assert [task["state"] in ("split", "done") for task in response.json()["tasks"]] == [True]
        for query in ("state=lost", "after=-1", "count=501", f"after={2**53}"):
            wrong = await app.client.get(f"/api/runs/{RUN}/tasks?{query}")
            assert (wrong.status_code, list(wrong.json())) == (422, ["message", "line", "column"])
        missing = await app.client.get("/api/runs/cafe0123/tasks")
    assert missing.status_code == 422 and "there is no run 'cafe0123'" in missing.json()["message"]


def test_the_page_knows_all_states_of_tasks() -> None:
    assert get_args(TaskStateName) == tuple(state.value for state in TaskState)


def test_labelled_runs_are_started_and_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.web.tasks.runs.start_background", lambda *_: None)

    def started(question: str, use: str) -> RunView:
        source = {"text": TWO_SPARE, "format": "ascii", "use": use}
        body = {"puzzle": source, "question": question, "labelled": True}
        given = RunRequest.model_validate(body).model_dump()
        args = {
            "database": str(tmp_path / "runs.db"),
            "max_cells": 100,
            "source": given.pop("puzzle"),
            **given,
        }
        return RunView.model_validate(start(args, lambda *_: None, threading.Event()))

    with pytest.raises(UnsupportedError, match="may be left over"):
        started("count", "any")
    assert started("first", "any").labelled is None
    with pytest.raises(RunError, match="no solution exists"):
        started("count", "all")


@pytest.mark.anyio
async def test_filters_are_offered_for_the_lattices_that_they_suit(tmp_path: Path) -> None:
    async with running_app(tmp_path) as app:
        body, turning = (await app.client.get("/api/descriptors")).json()["filters"]
    accepted = []
    for name, lattice in LATTICES.items():
        puzzle = Puzzle(Board([lattice.classes[0]]), (), lattice=lattice)
        with suppress(UnsupportedError):
            DISASSEMBLABLE.examiner(puzzle, 1 << 20)
            accepted.append(name)
    assert body == {"name": "disassemblable", "lattices": accepted}
    assert "cube" in accepted and "square" not in accepted
    assert turning == {"name": "disassemblable-with-rotations", "lattices": ["cube"]}


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("puzzle", "only", "message"),
    [
        ({"catalogue": "burr-level-5"}, "disassembleable", "did you mean disassemblable"),
        ({"catalogue": "pentominoes-3x20"}, "disassemblable", "the lattice is square"),
        ({"catalogue": "sticks-4-5-6"}, "disassemblable", "items and options"),
        ({"catalogue": "burr-level-5"}, "x" * 41, "only: "),
    ],
)
async def test_a_wrong_filter_is_one_error_and_no_run(
    tmp_path: Path, puzzle: dict[str, str], only: str, message: str
) -> None:
    async with running_app(tmp_path) as app:
        answer = await app.client.post("/api/runs", json={"puzzle": puzzle, "only": only})
        assert (answer.status_code, list(answer.json())) == (422, ["message", "line", "column"])
        assert message in answer.json()["message"]
        assert (await app.client.get("/api/runs")).json()["runs"] == []
