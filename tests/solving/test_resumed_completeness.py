"""A search that was stopped and resumed says "complete" only with all solutions, each of them once."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from support.puzzle_cases import piece, rectangle
from support.search_cases import collected, matchings, work
from support.waiting import wait_until
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api
from tilewright.solving.engines.base import (
    Batch,
    Outcome,
    Task,
)
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.search import parts_run
from tilewright.solving.search.parts_run import PartsRun
from tilewright.solving.search.trial import TreeSearch
from tilewright.solving.steps import Control, Limits, Returning, Status, StepLoop

TREES = [engine.name for engine in engines_with("resumable", "splittable")]
COUNTERS = [engine.name for engine in engines_with("resumable", "counts")]
THREADS = [1, 3]
POINTS = 6  # 15 solutions in five parts
DOMINOES = Puzzle(rectangle(4, 4), (piece("domino", "##", 8),))  # 36 solutions, 9 up to symmetry


def parts_of_matchings(engine: str) -> TreeSearch:
    """A search of one part for each partner of the first point."""
    tasks = tuple(Task((option,)) for option in range(POINTS - 1))
    return replace(work(matchings(POINTS), engine), tasks=lambda loop: tasks)


def stopped(task: TreeSearch, control: Control, taken: int) -> tuple[Batch, Outcome]:
    """A search that is cancelled when so many solutions are taken, and all others wait to be."""
    assert control.cancel is not None
    run = PartsRun(task, StepLoop(control))
    rows: Batch = []
    batches = Returning(run.batches())
    for batch in batches:
        rows += batch
        if len(rows) >= taken and not control.cancel.is_set():
            wait_until(lambda: all(part.done for part in run.parts))
            control.cancel.set()
    return rows, batches.value


def check_resumed(
    task: TreeSearch, path: Path, threads: int, whole: tuple[Batch, Outcome], limits: set[int]
) -> None:
    """Resume with each of some limits of nodes, and then without a limit."""
    every, nodes = whole[0], whole[1].nodes
    data = {file: file.read_bytes() for file in path.parent.iterdir()}
    for limit in limits:
        for file in path.parent.iterdir():
            file.unlink()
        for file, content in data.items():
            file.write_bytes(content)
        solutions, outcome = collected(task, Control(Limits(nodes=limit), threads, resume=path))
        assert len(set(solutions)) == len(solutions) == outcome.solutions
        if outcome.status is Status.COMPLETE:
            assert solutions == every
        solutions, outcome = collected(task, Control(threads=threads, resume=path))
        assert (solutions, outcome.status, outcome.nodes) == (every, Status.COMPLETE, nodes)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(parts_run, "DELIVERED_AT_ONCE", 1)
    monkeypatch.setattr("os.fsync", lambda file: None)  # thousands of checkpoints
    (tmp_path / "checkpoint").mkdir()
    return tmp_path / "checkpoint" / "state"


@pytest.mark.parametrize(("engine", "threads"), [*product(TREES, THREADS)])
def test_stopped_after_some_nodes(engine: str, threads: int, path: Path) -> None:
    task = parts_of_matchings(engine)
    whole = collected(task, Control(checkpoint=path))
    nodes = whole[1].nodes
    for stop in range(nodes + 1):
        for file in path.parent.iterdir():
            file.unlink()
        collected(task, Control(Limits(nodes=stop), threads, checkpoint=path))
        check_resumed(task, path, threads, whole, {0, stop, stop + 1, nodes - 1})


@pytest.mark.parametrize(("engine", "threads"), [*product(TREES, THREADS)])
def test_cancelled_while_solutions_wait(engine: str, threads: int, path: Path) -> None:
    task = parts_of_matchings(engine)
    whole = collected(task, Control(checkpoint=path))
    for taken in range(1, len(whole[0])):
        for file in path.parent.iterdir():
            file.unlink()
        control = Control(Limits(), threads, cancel=threading.Event(), checkpoint=path)
        cells, outcome = stopped(task, control, taken)
        assert outcome.status is Status.CANCELLED
        assert cells == whole[0][: len(cells)] and len(cells) >= taken
        check_resumed(task, path, threads, whole, {0, 1, whole[1].nodes, whole[1].nodes + 1})


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("limit", [2, 3, 9, 10, 11])
def test_what_is_left_out_is_not_complete(path: Path, unique: bool, limit: int) -> None:  # noqa: FBT001
    every = api.solve(DOMINOES, unique=unique, checkpoint=path, sink=lambda solution: None)
    listed = every.up_to_symmetry if unique else every.solutions
    assert every.status is Status.COMPLETE and listed == (9 if unique else 36)
    for threads in THREADS:
        values: list[object] = []
        again = api.solve(
            DOMINOES, unique=unique, threads=threads, resume=path, limits=Limits(limit), sink=values.append
        )
        assert len(values) == min(limit, listed)
        if not unique or len(values) == listed:
            assert again.solutions == (every.solutions if len(values) == listed else len(values))
        assert (again.up_to_symmetry == len(values)) is unique
        assert (again.status is Status.COMPLETE) is (len(values) == listed)
    values = []
    again = api.solve(DOMINOES, unique=unique, resume=path, sink=values.append)
    assert (again.solutions, len(values)) == (every.solutions, listed)


@pytest.mark.parametrize(("engine", "threads"), [*product(COUNTERS, THREADS)])
def test_counts(engine: str, threads: int, path: Path) -> None:
    for stop in (0, 1, 5, 30, 60, 90):
        path.unlink(missing_ok=True)
        api.count(DOMINOES, engine=engine, threads=threads, limits=Limits(nodes=stop), checkpoint=path)
        if not path.exists():
            continue  # there was nothing to stop
        for limit in (0, stop, stop + 1, None):
            limits = Limits(nodes=limit)
            answer = api.count(DOMINOES, engine=engine, threads=threads, limits=limits, resume=path)
            assert answer.status is not Status.COMPLETE or answer.solutions == 36
        assert answer.status is Status.COMPLETE
