"""Searches that leave out what a reduction has removed: the same counts, orbits, checkpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from support.engine_cases import use_engines
from tilewright import catalogue
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.symmetry import symmetries
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.api import count, solve
from tilewright.solving.engines.base import Task
from tilewright.solving.engines.registry import DANCING_CELLS, DENSE
from tilewright.solving.search import tree_search
from tilewright.solving.steps import Limits, Status, StepLoop

NAMES = (
    "l-trominoes-5x9",
    "t-tetrominoes-8x8",
    "tetrominoes-any-4x4",
    "deficient-4x4",
    "reptile-V3-2",
    "tetrominoes-3x7-hole",
    "pentominoes-three-4x5",
    "tetrominoes-4x5",
)


@pytest.fixture
def always_reduced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every search is in parts, over orbits, and reduced first; how many tasks were left each time."""
    seen: list[int] = []
    narrowed = tree_search.narrowed

    def counted(
        problem: CoverProblem, whole: Task, tasks: Sequence[Task], steps: int, loop: StepLoop
    ) -> tuple[Task, ...]:
        left = narrowed(problem, whole, tasks, 10**9, loop)
        seen.append(len(left))
        return left

    monkeypatch.setattr(tree_search, "narrowed", counted)
    monkeypatch.setattr(tree_search, "REDUCED_FROM", 0.0)
    monkeypatch.setattr(tree_search, "FOLD_FROM", 0.0)
    engines = [replace(engine, trial_nodes=0, first_trial_nodes=0) for engine in (DENSE, DANCING_CELLS)]
    use_engines(monkeypatch, *engines)
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_counts_and_orbits_are_the_same(name: str, always_reduced: list[int]) -> None:
    puzzle = catalogue.load(name)
    known = {e.what: e.count for e in puzzle.expect if e.motions == "" and e.use == "all"}
    for unique in (False, True):
        answer = count(puzzle, engine="dense", unique=unique)
        assert answer.status is Status.COMPLETE
        assert answer.solutions == known["solutions"]
        assert not unique or answer.up_to_symmetry == known.get("unique", 0)
    assert len(always_reduced) == 2


def test_solutions_come_once_each(always_reduced: list[int]) -> None:
    puzzle = catalogue.load("l-trominoes-5x9")
    assert isinstance(puzzle, Puzzle)
    solutions: list[Solution] = []
    answer = solve(puzzle, sink=solutions.append, unique=True, engine="dancing-cells")
    assert len({symmetries(puzzle).canonical(solution) for solution in solutions}) == answer.up_to_symmetry
    assert always_reduced


def test_set_down_and_taken_up(always_reduced: list[int], tmp_path: Path) -> None:
    puzzle = catalogue.load("l-trominoes-5x9")
    whole = count(puzzle, engine="dense")
    path = tmp_path / "state"
    first = count(puzzle, engine="dense", checkpoint=path, limits=Limits(nodes=700))
    assert first.status is Status.LIMIT
    second = count(puzzle, resume=path)
    assert (second.status, second.solutions, second.nodes) == (Status.COMPLETE, whole.solutions, whole.nodes)


def test_nothing_is_searched_where_an_item_is_left_without_options(always_reduced: list[int]) -> None:
    """Each of three items needs one of two options, which clash."""
    items = (*(Item(name) for name in "abc"), Item("s", primary=False), Item("t", primary=False))
    options = tuple(Option(((name, ""), (other, ""))) for name in "abc" for other in "st")
    answer = count(ExactCoverPuzzle(items, options), engine="dense")
    assert (answer.status, answer.solutions) == (Status.COMPLETE, 0)
    assert always_reduced == [0]
    assert answer.nodes == 0
