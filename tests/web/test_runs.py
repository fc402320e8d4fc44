"""The tasks behind the page of runs."""

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest

from support.run_damage import COMPLETE, HALFWAY, filtered_run, tiny_file
from support.stored_runs import StoredRun
from support.web_cases import running_app
from tilewright.errors import UnsupportedError
from tilewright.families.assembly.filter import DISASSEMBLABLE
from tilewright.model.lattices import LATTICES
from tilewright.model.puzzle import Board, Puzzle
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.reading import run_levels
from tilewright.runs.store import Store
from tilewright.web.api.runs import RunLevels, RunView
from tilewright.web.tasks.runs import levels, list_runs, status


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


@pytest.mark.anyio
async def test_filters_are_offered_for_the_lattices_that_they_suit(tmp_path: Path) -> None:
    async with running_app(tmp_path) as app:
        (found,) = (await app.client.get("/api/descriptors")).json()["filters"]
    accepted = []
    for name, lattice in LATTICES.items():
        puzzle = Puzzle(Board([lattice.classes[0]]), (), lattice=lattice)
        with suppress(UnsupportedError):
            DISASSEMBLABLE.examiner(puzzle, 1 << 20)
            accepted.append(name)
    assert found == {"name": "disassemblable", "lattices": accepted}
    assert "cube" in accepted and "square" not in accepted


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("puzzle", "only", "message"),
    [
        ({"catalogue": "burr-level-5"}, "disassembleable", "did you mean disassemblable?"),
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
