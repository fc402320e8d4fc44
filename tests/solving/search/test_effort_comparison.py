"""Long searches are left to an engine that looks ahead where that takes less effort on pieces of them."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import pytest

from support.engine_cases import use_engines
from tilewright import catalogue
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import count, solutions
from tilewright.solving.engines.base import Task
from tilewright.solving.engines.registry import DENSE, FORWARD_CHECKING, engines_with
from tilewright.solving.search import effort_comparison, parts_run
from tilewright.solving.search.effort_comparison import relative_effort
from tilewright.solving.search.partition import split_tasks
from tilewright.solving.steps import Cancelled, Control, Limits, StepLoop
from tilewright.testing import random_puzzle

Y_PENTACUBES = 60672  # ways to fill a box of 5 x 5 x 5


def y_pentacubes() -> Puzzle:
    puzzle = catalogue.load("y-pentacubes-5x5x5")
    assert isinstance(puzzle, Puzzle)
    return puzzle


@pytest.mark.parametrize("unique", [False, True])
def test_it_takes_over_where_it_is_quicker(*, unique: bool) -> None:
    puzzle = y_pentacubes()
    one, two = (count(puzzle, threads=n, unique=unique) for n in (1, 2))
    for answer in (one, two):
        assert answer.solutions == Y_PENTACUBES
        assert answer.engine == "forward-checking"
        assert answer.tried.startswith("dense, forward-checking")
        assert "dense" in answer.engine_reason
    assert one.nodes == two.nodes < 200_000
    assert one.up_to_symmetry == two.up_to_symmetry


@pytest.mark.usefixtures("ticking_clock")
def test_an_engine_that_is_requested_stays() -> None:
    """Where the planner's choice would have been compared with others."""
    answer = count(y_pentacubes(), engine="dense", limits=Limits(seconds=3_000))
    assert (answer.engine, answer.tried) == ("dense", "")
    assert count(y_pentacubes(), limits=Limits(seconds=3_000)).tried.startswith("dense, ")


def test_where_some_solutions_are_enough_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_run, "relative_effort", _fail)
    assert len(list(solutions(y_pentacubes(), limits=Limits(solutions=3)))) == 3
    assert count(y_pentacubes(), limits=Limits(nodes=200_000)).nodes == 200_000


def _fail(*_: object) -> float:
    raise AssertionError("engines are compared")


@pytest.mark.parametrize("unique", [False, True])
def test_counts_and_lists_are_right_after_a_change(*, unique: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the comparison says, and wherever it comes: here after a trial of a few nodes."""
    use_engines(monkeypatch, *(replace(one, trial_nodes=5) for one in engines_with("splittable")))
    monkeypatch.setattr(parts_run, "relative_effort", lambda *_: 0.5)
    changed = 0
    for seed in range(100):
        puzzle = random_puzzle(seed)
        right = count(puzzle, engine="frontier", unique=unique)
        if right.solutions is None or right.solutions > 5_000:
            continue
        one, two = (count(puzzle, threads=n, unique=unique) for n in (1, 2))
        every = list(solutions(puzzle, unique=unique))
        for answer in (one, two):
            assert (answer.solutions, answer.up_to_symmetry) == (right.solutions, right.up_to_symmetry)
        assert len(set(every)) == len(every) == (right.up_to_symmetry if unique else right.solutions)
        changed += one.engine == "forward-checking"
    assert changed >= 3


def test_the_effort_of_short_searches_and_of_equal_engines_is_not_less() -> None:
    problem = to_cover(y_pentacubes()).problem
    parts = split_tasks(problem, [Task()], DENSE)
    loop = StepLoop()
    assert relative_effort(problem, parts, DENSE, FORWARD_CHECKING, 1.0, loop) < effort_comparison.GAIN
    assert relative_effort(problem, parts, DENSE, DENSE, 1.0, loop) == math.inf
    assert relative_effort(problem, parts, DENSE, FORWARD_CHECKING, 0.1, loop) == math.inf
    assert relative_effort(problem, [], DENSE, FORWARD_CHECKING, 1.0, loop) == math.inf


def test_the_comparison_does_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = to_cover(y_pentacubes()).problem
    parts = split_tasks(problem, [Task()], DENSE)
    numbers = set()
    for step in (1, 16, 5_000):
        monkeypatch.setattr(effort_comparison, "FIRST_STEP", step)
        numbers.add(relative_effort(problem, parts, DENSE, FORWARD_CHECKING, 1.0, StepLoop()))
    assert len(numbers) == 1


@pytest.mark.parametrize("looks", [0, 10, 30])
def test_a_comparison_is_cancelled(looks: int) -> None:
    problem = to_cover(y_pentacubes()).problem
    parts = split_tasks(problem, [Task()], DENSE)

    class Impatient(threading.Event):
        left = looks

        def is_set(self) -> bool:
            self.left -= 1
            return self.left < 0

    loop = StepLoop(Control(cancel=Impatient()))
    with pytest.raises(Cancelled):
        relative_effort(problem, parts, DENSE, FORWARD_CHECKING, 1.0, loop)
