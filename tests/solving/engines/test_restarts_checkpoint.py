"""Restarts that are set down and taken up: the same solution after the same nodes, however often."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.engine_cases import use_engines
from support.puzzle_cases import piece, rectangle
from tilewright.catalogue import entry
from tilewright.errors import CheckpointError
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving import steps as stepping
from tilewright.solving.api import count, solve
from tilewright.solving.engines import checkpoint as files
from tilewright.solving.engines import restarts
from tilewright.solving.engines.base import Outcome
from tilewright.solving.engines.registry import DENSE, FORWARD_CHECKING, RESTARTS
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan
from tilewright.solving.questions import Find, Options, Query
from tilewright.solving.steps import Control, Limits, Status, StepLoop
from tilewright.solving.strategies.listing import LocalSearch

ONE = Limits(solutions=1)
SEED = 3


@pytest.fixture(scope="module")
def rook() -> Cover:
    """The 35 hexominoes as a chess rook."""
    return to_cover(entry("hexominoes-rook").load())


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several rounds before the solution comes, and many looks at where the searches stand."""
    monkeypatch.setattr(restarts, "ROUND", 30_000)
    shorter = replace(FORWARD_CHECKING, companion_nodes=50), replace(DENSE, companion_nodes=500)
    use_engines(monkeypatch, *shorter)
    monkeypatch.setattr(restarts, "SNAPSHOT_SECONDS", 0.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "one.checkpoint"


Found = tuple[list[tuple[int, ...]], Outcome, str]
"""Solutions as options, how it ended, the engine that ended it."""


def searched(cover: Cover, control: Control, engine: str | None = None) -> Found:
    made = plan(prepare(Query(cover.puzzle, Find(), Options(engine), control)))
    assert made.engine is RESTARTS and isinstance(made, LocalSearch)
    search = restarts.FirstSolution(
        cover, StepLoop(control), None if made.tree is None else made.tree.engine, lambda plain: ""
    )
    steps, solutions = search.batches(), []
    while True:
        try:
            solutions += next(steps)
        except StopIteration as end:
            return solutions, end.value, search.name


def within(
    nodes: int | None,
    *,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    threads: int = 2,
    seed: int = SEED,
) -> Control:
    limits = replace(ONE, nodes=nodes)
    return Control(limits, threads, checkpoint=checkpoint, resume=resume, seed=seed)


@pytest.mark.parametrize("engine", [None, "restarts"])
def test_stopped_again_and_again_it_finds_the_same(rook: Cover, path: Path, engine: str | None) -> None:
    expected, whole, name = searched(rook, within(None), engine)
    assert len(expected) == 1 and name == "restarts"
    stops, nodes = 0, whole.nodes // 6
    solutions, outcome, _ = searched(rook, within(nodes, checkpoint=path), engine)
    while not solutions:
        stops += 1
        assert outcome.status is Status.LIMIT and outcome.nodes >= nodes * stops
        # The seed is the checkpoint's own.
        solutions, outcome, name = searched(rook, within(nodes * (stops + 1), resume=path, seed=0))
    assert stops >= 4
    assert (solutions, outcome.nodes, name) == (expected, whole.nodes, "restarts")
    other = path.with_name("other")
    again, outcome, _ = searched(rook, within(None, resume=path, checkpoint=other))  # found already
    assert (again, outcome.nodes, outcome.status) == (expected, whole.nodes, Status.LIMIT)
    assert searched(rook, within(None, resume=other))[0] == expected


def test_cancellation_leaves_a_checkpoint(rook: Cover, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(stepping, "STEP_SECONDS", 0.001)
    button = threading.Event()
    control = within(None, checkpoint=path)
    solutions, outcome, _ = searched(
        rook, replace(control, cancel=button, on_progress=lambda _: button.set())
    )
    assert outcome.status is Status.CANCELLED and not solutions
    assert searched(rook, within(None, resume=path))[0] == searched(rook, within(None))[0]


def test_a_killed_search_goes_on_from_its_last_checkpoint(
    rook: Cover, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    writes = 0
    save = files.write_checkpoint

    def dying(
        where: Path,
        kind: str,
        head: dict[str, Any],
        payload: Callable[[files.Write], object],
        about: files.About,
    ) -> None:
        nonlocal writes
        if writes == 3:
            raise Killed
        writes += 1
        save(where, kind, head, payload, about)

    monkeypatch.setattr(files, "FIRST_CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(files, "CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(stepping, "STEP_SECONDS", 0.001)
    monkeypatch.setattr(files, "write_checkpoint", dying)
    with pytest.raises(Killed):
        searched(rook, within(None, checkpoint=path))
    monkeypatch.setattr(files, "write_checkpoint", save)
    expected, whole, _ = searched(rook, within(None))
    solutions, outcome, _ = searched(rook, within(None, resume=path, threads=1))
    assert (solutions, outcome.nodes) == (expected, whole.nodes)


def test_a_checkpoint_of_something_else_is_refused(rook: Cover, path: Path) -> None:
    searched(rook, within(1_000, checkpoint=path))
    knight = to_cover(entry("hexominoes-knight").load())
    with pytest.raises(CheckpointError, match="another puzzle"):
        searched(knight, within(None, resume=path))
    words = "search for one solution by the engine 'restarts'"
    with pytest.raises(CheckpointError, match=words):
        solve(rook.puzzle, sink=lambda _: None, limits=Limits(solutions=2), resume=path)
    with pytest.raises(CheckpointError, match=words):
        count(rook.puzzle, resume=path)
    with pytest.raises(CheckpointError, match="made by the engine 'restarts', not 'dense'"):
        solve(rook.puzzle, sink=lambda _: None, limits=ONE, resume=path, engine="dense")


def test_a_position_that_does_not_fit_is_refused(rook: Cover) -> None:
    with pytest.raises(CheckpointError, match="does not fit this search"):
        restarts.RestartsSearch(rook.problem, (), 0, restarts.Position(5, (1, 2, 3)))


def test_a_tree_without_a_solution_is_searched_to_its_end(path: Path) -> None:
    cover = to_cover(Puzzle(rectangle(4, 4, [(0, 0), (3, 3)]), (piece("I2", "##", copies=7),)))
    for control, engine in (
        (within(None, checkpoint=path), "restarts"),
        (within(None, resume=path), "restarts"),
        (within(None, resume=path), None),
    ):
        solutions, outcome, name = searched(cover, control, engine)
        assert (solutions, outcome.status, name) == ([], Status.COMPLETE, "restarts")
