from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from support.engine_cases import engine_of
from support.puzzle_cases import pentominoes, piece, rectangle
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.base import Task
from tilewright.solving.engines.registry import ENGINES
from tilewright.solving.search.partition import SIZE_PROBES, Part, affordable_dives, share_done, split_tasks
from tilewright.solving.steps import Cancelled


def test_parts_are_the_same_each_time_and_disjoint() -> None:
    problem = to_cover(pentominoes(rectangle(10, 6))).problem
    one, two = (split_tasks(problem, [Task()], ENGINES["dancing-cells"]) for _ in range(2))
    prefixes = [part.task.prefix for part in one]
    assert prefixes == [part.task.prefix for part in two]
    assert len(set(prefixes)) == len(prefixes) >= 32
    assert all(part.weight >= 0 for part in one)


def test_a_tree_too_large_for_a_float_is_split_all_the_same() -> None:
    """A dive into 60 by 60 cells of loose dominoes finds 10^500 nodes, which is infinite as a float."""
    puzzle = pentominoes(rectangle(10, 6))
    problem = to_cover(puzzle).problem
    endless = SimpleNamespace(probe=lambda seed: (math.inf, math.inf), advance=lambda nodes: "ran", nodes=1)
    boundless = engine_of(lambda problem, task, capacity: endless)
    parts = split_tasks(problem, [Task()], boundless)
    assert len(parts) > 32 and all(math.isfinite(part.weight) for part in parts)


def test_the_share_is_of_nodes_visited_against_nodes_expected() -> None:
    def part(weight: float, nodes: int = 0, share: float = 0.0, *, done: bool = False) -> Part:
        return Part(Task(), weight, nodes=nodes, share=share, done=done)

    assert share_done([part(10), part(10)]) == 0.0
    assert share_done([part(10, 10, done=True), part(10)]) == pytest.approx(0.5)
    assert share_done([part(10, 40, done=True), part(10)]) == pytest.approx(
        0.5
    )  # all are four times as large
    assert share_done([part(10, 10, done=True), part(30)]) == pytest.approx(0.25)
    assert share_done([part(1, 1000, share=0.01), part(1)]) == pytest.approx(0.005)  # probing saw nothing
    assert share_done([part(1, 5, done=True), part(7, 0, done=True)]) == 1.0
    assert share_done([]) == 1.0


def test_large_problems_get_fewer_dives_and_small_ones_all() -> None:
    small = to_cover(pentominoes(rectangle(10, 6))).problem
    assert affordable_dives(small, SIZE_PROBES) == SIZE_PROBES
    loose = Puzzle(rectangle(40, 40), (piece("domino", "##", copies=(0, 800)),))
    assert 16 <= affordable_dives(to_cover(loose).problem, SIZE_PROBES) < 100


@pytest.mark.parametrize("after", [1, 5, 40])
def test_planning_can_be_stopped_before_any_dive(after: int) -> None:
    heard = 0

    def check_cancelled() -> None:
        nonlocal heard
        heard += 1
        if heard == after:
            raise Cancelled

    problem = to_cover(pentominoes(rectangle(10, 6))).problem
    with pytest.raises(Cancelled):
        split_tasks(problem, [Task()], ENGINES["dancing-cells"], check_cancelled)
    assert heard == after
