from __future__ import annotations

import pytest

from puzzle_cases import pentominoes, rectangle
from tilewright.cover import to_cover
from tilewright.engines.contract import Task
from tilewright.engines.parts import Part, share_done, split_tasks
from tilewright.engines.registry import ENGINES


def test_parts_are_the_same_each_time_and_disjoint() -> None:
    problem = to_cover(pentominoes(rectangle(10, 6))).problem
    one, two = (split_tasks(problem, [Task()], ENGINES["dancing"]) for _ in range(2))
    prefixes = [part.task.prefix for part in one]
    assert prefixes == [part.task.prefix for part in two]
    assert len(set(prefixes)) == len(prefixes) >= 32
    assert all(part.weight >= 0 for part in one)


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
