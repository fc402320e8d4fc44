"""The engine ahead: the solutions of the engine dense in far fewer nodes, whatever the order of options."""

from __future__ import annotations

import random

import pytest

from tilewright.catalogue import entry
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.solving.engines.base import Task
from tilewright.solving.engines.registry import ENGINES

PLENTY = 1 << 40


def visited(name: str, problem: CoverProblem) -> tuple[set[tuple[int, ...]], int]:
    """All solutions, and the nodes of the whole tree."""
    search = ENGINES[name].start(problem, Task(), 1 << 20)
    assert search.advance(PLENTY) == "complete"
    return {tuple(value) for value in search.take()}, search.nodes


def shuffled(problem: CoverProblem, seed: int) -> CoverProblem:
    """The same problem with its items and options in another order; all items are primary."""
    rng = random.Random(seed)
    order = rng.sample(range(len(problem.items)), len(problem.items))
    place = {item: number for number, item in enumerate(order)}
    options = [tuple(sorted((place[item], colour) for item, colour in o)) for o in problem.options]
    rng.shuffle(options)
    return CoverProblem(
        tuple(problem.items[item] for item in order),
        tuple(problem.bounds[item] for item in order),
        tuple(options),
    )


@pytest.mark.parametrize("name", ["soma-cube", "pentominoes-8x8-diagonal-holes"])
def test_the_same_solutions_in_far_fewer_nodes(name: str) -> None:
    problem = to_cover(entry(name).load()).problem
    (plain, many), (ahead, few) = (visited(engine, problem) for engine in ("dense", "forward-checking"))
    assert ahead == plain and plain
    assert few * 3 < many


@pytest.mark.parametrize("seed", range(5))
def test_a_first_solution_is_no_luck_of_an_order(seed: int) -> None:
    problem = shuffled(to_cover(entry("y-pentacubes-5x5x5").load()).problem, seed)
    search = ENGINES["forward-checking"].start(problem, Task(), 1)
    assert search.advance(20_000) == "full"
