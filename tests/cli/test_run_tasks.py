"""``tilewright run tasks``, and the options of ``run start`` that concern copies and tasks."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.cli import TESTS, TWO_SPARE, printed_json, puzzle_file, run
from support.store_cases import RUN, do_tasks, small_run, store_run
from tilewright.runs.executors import WorkerState
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store
from tilewright.runs.task_list import TaskState, run_tasks


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The run database that is meant when none is named, with a run that was stopped."""
    path = tmp_path / "runs.db"
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(path))
    store_run(path, small_run(), rounds=1)
    return path


def test_all_tasks_are_listed_with_what_they_took(runs: Path) -> None:
    body = printed_json(run("run", "tasks", "--json"))
    listed = body["task_list"]
    numbers = [task["task"] for task in listed]
    assert numbers == sorted(numbers) and body["next"] is None
    states = [task["status"] for task in listed]
    assert states.count("waiting") == body["tasks"]["waiting"]
    assert states.count("done") + states.count("split") == body["tasks"]["done"]
    status = printed_json(run("run", "status", "--json"))
    for key in ("nodes", "solutions"):
        assert sum(task[key] for task in listed) == status[key]
    assert sum(task["cpu_seconds"] for task in listed) == pytest.approx(status["cpu_seconds"], abs=1e-4)
    assert {task["parent"] for task in listed} <= {None, *numbers}
    lines = run("run", "tasks").stdout.splitlines()
    assert len(lines) == 2 + len(listed) and lines[1].split()[:3] == ["task", "rest", "of"]


def test_a_version_that_measured_no_processor_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.db"
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((TESTS / "runs" / "runs_version_4.sql").read_text(encoding="utf-8"))
    assert "processor time" not in run("run", "status").stdout
    assert "1.50 s - dominoes" in " ".join(run("run", "list").stdout.split())
    done = [line for line in run("run", "tasks").stdout.splitlines() if "here" in line]
    assert len(done) == 4 and all(line.split()[-2] == "-" for line in done)


def test_pages(runs: Path) -> None:
    everything = printed_json(run("run", "tasks", "--json"))["task_list"]
    values, after = [], 0
    while after is not None:
        page = printed_json(run("run", "tasks", "last", "--limit", 3, "--after", after, "--json"))
        values += page["task_list"]
        after = page["next"]
    assert values == everything
    waiting = printed_json(run("run", "tasks", "--status", "waiting", "--json"))["task_list"]
    assert waiting == [task for task in everything if task["status"] == "waiting"]
    text = run("run", "tasks", "--limit", 2, "--status", "waiting").stdout
    assert f"there are more: tilewright run tasks {RUN} --status waiting --limit 2 --after" in text


def test_tasks_that_run_and_that_failed(runs: Path) -> None:
    with Store(runs) as store:
        store.set_state(RUN, RunState.RUNNING)
        first, second = store.waiting(RUN, 2)
        store.heartbeat(RUN, 1.0, [WorkerState("w", "here", (first.number,))])
        (running,) = run_tasks(runs, RUN, 9, states=[TaskState.RUNNING]).tasks
        assert (running.number, running.worker) == (first.number, "w")
        reason = f"task {second.number} failed 3 times, at last with ValueError: no"
        store.set_state(RUN, RunState.FAILED, reason)
    (failed,) = run_tasks(runs, RUN, 9, states=[TaskState.FAILED]).tasks
    assert failed.number == second.number and failed.chosen == tuple(o for o in second.prefix if o >= 0)
    assert not run_tasks(runs, RUN, 9, states=[TaskState.RUNNING]).tasks
    assert "failed" in run("run", "tasks", "--status", "failed").stdout
    with Store(runs) as store:
        do_tasks(store, small_run())
    assert run("run", "tasks", "--status", "waiting").stdout.endswith("no task is listed\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["zz"], "there is no run 'zz'"),
        (["--limit", "0"], "0 is not in the range"),
        (["--status", "lost"], "'lost' is not one of"),
        (["--after", "-1"], "-1 is not in the range"),
    ],
)
@pytest.mark.usefixtures("runs")
def test_wrong_words(words: list[str], sentence: str) -> None:
    result = run("run", "tasks", *words)
    assert result.exit_code == 2 and sentence in result.stderr and not result.stdout


CUBE = """\
lattice = "cube"
board.drawing = '''
##
##

##
##
'''
[[pieces]]
name = "domino"
copies = 4
drawing = "##"
"""


@pytest.mark.usefixtures("runs")
def test_labelled_runs_with_a_filter(tmp_path: Path) -> None:
    words = [
        puzzle_file(tmp_path, CUBE, "cube.toml"),
        "--only",
        "disassemblable",
        "--labelled",
        "--json",
        "-q",
    ]
    counted, ran = printed_json(run("count", *words)), printed_json(run("run", "start", *words))
    for key in ("solutions", "up_to_symmetry", "labelled", "by_level"):
        assert ran[key] == counted[key]
    assert ran["labelled"] == 24 * ran["solutions"] > 0


@pytest.mark.usefixtures("runs")
def test_labelled_runs(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    result = run("run", "start", path, "--labelled", "--unique", "-q")
    assert (
        "4 solutions (2 up to symmetry: 2 rotations and 2 reflections), 96 with identical copies"
        in result.stdout
    )
    assert "96 with identical copies distinct" in run("run", "list").stdout
    assert printed_json(run("run", "start", path, "--count", "--labelled", "--json", "-q"))["labelled"] == 96
    spare = run("run", "start", puzzle_file(tmp_path, TWO_SPARE), "--use", "any", "--labelled")
    assert spare.exit_code == 2 and "may be left over" in spare.stderr
    assert spare.stderr.count("\n") == 1
    first = run("run", "start", path, "--first", "--labelled")
    assert first.exit_code == 2 and "--first and --labelled cannot be combined" in first.stderr
