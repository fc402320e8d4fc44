"""The graph of states: walks through all solutions, without dead ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.frontier_problems import Options, domino_problem, listed, queries
from support.oracle_problems import langford, queens
from tilewright import _core
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.frontier.sweep import SweepQuery


def graph(query: SweepQuery, threads: int = 1, budget: int = 1 << 40) -> _core.Graph:
    made = query.plan.graph(threads, 1 << 30)
    shares = [made.share]
    while made.advance(budget) is _core.SweepStatus.running:
        shares.append(made.share)
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] <= 1 and made.share == 1
    return made


def walked(made: _core.Graph, step: int = 1 << 30) -> list[Options]:
    """All that is left of a walk, so many solutions at a time."""
    solutions: list[Options] = []
    while some := made.walk(step):
        assert len(some) <= step
        solutions += map(tuple, some)
    assert made.walk(step) == []
    return solutions


@given(queries(), st.integers(1, 5), st.integers(2, 3), st.sampled_from((1, 3, 1 << 40)))
def test_a_walk_meets_each_solution_once_in_the_same_order_always(
    query: SweepQuery, step: int, threads: int, budget: int
) -> None:
    solutions = walked(graph(query))
    assert all(list(solution) == sorted(solution) for solution in solutions)
    assert len(solutions) == len(set(solutions))
    assert set(solutions) == set(listed(query))
    assert walked(graph(query, threads, budget), step) == solutions


def test_walks_where_threads_share_the_states() -> None:
    query = SweepQuery(domino_problem(4, 14, monominoes=True), order=tuple(range(56)))
    one, three = graph(query), graph(query, 3, budget=20_000)
    assert one.states == three.states > 100_000
    number_lists = one.walk(5_000)
    assert len({tuple(solution) for solution in number_lists}) == 5_000
    assert all(covers(query.problem, solution) for solution in number_lists[::100])
    assert three.walk(5_000) == number_lists
    assert one.walk(50) == three.walk(50) != number_lists[:50]


@pytest.mark.parametrize(
    ("problem", "number"),
    ((queens(n=8), 92), (langford(n=7), 52), (domino_problem(6, 6), 6728), (domino_problem(3, 3), 0)),
    ids=("queens", "Langford", "dominoes", "none"),
)
def test_known_numbers(problem: CoverProblem, number: int) -> None:
    rows = walked(graph(SweepQuery(problem)))
    assert len(set(rows)) == len(rows) == number
    assert all(covers(problem, solution) for solution in rows)


def covers(problem: CoverProblem, solution: Sequence[int]) -> bool:
    """Whether options cover each primary item once and no other item twice."""
    uses = Counter(item for option in solution for item, _ in problem.options[option])
    return all(uses[i] == 1 if i < problem.primary else uses[i] <= 1 for i in range(len(problem.items)))


def test_a_graph_that_is_not_complete_has_no_walk() -> None:
    made = SweepQuery(domino_problem(4, 4)).plan.graph(1, 1 << 30)
    assert made.walk(3) == []
    assert made.advance(5) is _core.SweepStatus.running
    assert made.walk(3) == []
    while made.advance(5) is _core.SweepStatus.running:
        pass
    assert len(made.walk(3)) == 3


def test_an_option_of_weight_0_is_left_out_and_others_are_listed_once() -> None:
    query = SweepQuery(domino_problem(2, 2), weights=(0, 3, 1, 1))
    assert len(walked(graph(query))) == len(list(listed(query))) == 1


def test_states_that_are_too_long_are_refused() -> None:
    problem = CoverProblem(
        tuple(map(str, range(1500))),
        ((1, 1),) * 1500,
        tuple(((i, 0), (1499 - i, 0)) for i in range(750)),
    )
    query = SweepQuery(problem, order=tuple(range(1500)))
    assert query.refusal
    with pytest.raises(ValueError, match="bits"):
        query.plan.graph(1, 1 << 30)


@pytest.mark.parametrize("threads", (1, 3))
def test_memory_that_ends_is_a_status(threads: int) -> None:
    query = SweepQuery(domino_problem(8, 8, monominoes=True))
    whole = graph(query, threads)
    wanted = whole.walk(10)
    seen: Counter[_core.SweepStatus] = Counter()
    for memory in range(0, 2 * whole.peak, max(1, whole.peak // 25)):
        made = query.plan.graph(threads, memory)
        while (status := made.advance(500)) is _core.SweepStatus.running:
            pass
        seen[status] += 1
        assert made.peak <= memory
        assert made.walk(10) == (wanted if status is _core.SweepStatus.complete else [])
    assert min(seen[_core.SweepStatus.complete], seen[_core.SweepStatus.memory]) > 5
