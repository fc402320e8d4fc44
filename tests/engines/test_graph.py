"""The graph of states: its values, walks through all or the best solutions, and fair samples."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import sqrt

import pytest
from frontier_problems import (
    Options,
    cost,
    domino_problem,
    dominoes_by_profile,
    listed,
    optima,
    queries,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle_problems import langford, queens
from tilewright import _core
from tilewright.cover import CoverProblem
from tilewright.engines.frontier import Query

RINGS = ("exists", "count", "least_count")


def graph(query: Query, ring: str, threads: int = 1, budget: int = 1 << 40) -> _core.Graph:
    made = query.plan.graph(ring, threads, 1 << 30)
    shares = [made.share]
    while made.advance(budget) is _core.SweepStatus.running:
        shares.append(made.share)
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] <= 1 and made.share == 1
    return made


def walked(made: _core.Graph, step: int = 1 << 30) -> list[Options]:
    """All that is left of a walk, so many solutions at a time."""
    found: list[Options] = []
    while some := made.walk(step):
        assert len(some) <= step
        found += map(tuple, some)
    assert made.walk(step) == [] and made.skip(1) == 0
    return found


def wanted(query: Query, ring: str) -> set[Options]:
    """The solutions that a graph is about: all of them, or the cheapest."""
    found = list(listed(query))
    least = min((cost(query, s) for s in found), default=0)
    return {s for s in found if ring != "least_count" or cost(query, s) == least}


# Values and walks


@settings(max_examples=150)
@given(queries(weights=False), st.integers(1, 3), st.sampled_from((1, 7, 1 << 40)))
def test_values(query: Query, threads: int, budget: int) -> None:
    solutions = list(listed(query))
    exists, count, least = (graph(query, ring, threads, budget).value() for ring in RINGS)
    assert bool(exists) == bool(solutions)
    assert int.from_bytes(count, "little") == len(solutions)
    assert bool(least) == bool(solutions)
    if solutions:
        found = int.from_bytes(least[:8], "little", signed=True), int.from_bytes(least[8:], "little")
        assert found == optima(query, maximise=False)


@settings(max_examples=150)
@given(queries(weights=False), st.sampled_from(RINGS), st.integers(1, 5), st.integers(2, 3))
def test_a_walk_meets_each_solution_once_in_the_same_order_always(
    query: Query, ring: str, step: int, threads: int
) -> None:
    found = walked(graph(query, ring))
    assert all(list(solution) == sorted(solution) for solution in found)
    assert len(found) == len(set(found))
    assert set(found) == wanted(query, ring)
    assert walked(graph(query, ring, threads, budget=3), step) == found


@settings(max_examples=60)
@given(queries(weights=False), st.sampled_from(RINGS), st.lists(st.integers(0, 4), max_size=6))
def test_skipping_goes_past_what_a_walk_would_meet(query: Query, ring: str, steps: list[int]) -> None:
    whole = walked(graph(query, ring))
    made = graph(query, ring)
    at = 0
    for turn, step in enumerate(steps):
        if turn % 2:
            assert list(map(tuple, made.walk(step))) == whole[at : at + step]
        else:
            assert made.skip(step) == len(whole[at : at + step])
        at = min(at + step, len(whole))
    assert walked(made, 2) == whole[at:]


def test_walks_where_threads_share_the_states() -> None:
    query = Query(domino_problem(4, 14, monominoes=True), order=tuple(range(56)))
    one, three = graph(query, "count"), graph(query, "count", 3, budget=20_000)
    assert one.states == three.states > 100_000
    want = dominoes_by_profile(4, 14, monominoes=True)
    assert int.from_bytes(one.value(), "little") == int.from_bytes(three.value(), "little") == want
    found = one.walk(500)
    assert len({tuple(solution) for solution in found}) == 500
    assert three.walk(500) == found
    assert one.skip(10_000) == three.skip(10_000) == 10_000
    assert one.walk(50) == three.walk(50)
    assert one.sample(3, 50) == three.sample(3, 50)


@pytest.mark.parametrize(
    ("problem", "number"),
    ((queens(n=8), 92), (langford(n=7), 52), (domino_problem(6, 6), 6728), (domino_problem(3, 3), 0)),
    ids=("queens", "Langford", "dominoes", "none"),
)
def test_known_numbers(problem: CoverProblem, number: int) -> None:
    for ring in ("exists", "count"):
        found = walked(graph(Query(problem), ring))
        assert len(set(found)) == len(found) == number
        assert all(covers(problem, solution) for solution in found)


def covers(problem: CoverProblem, solution: Sequence[int]) -> bool:
    """Whether options cover each primary item once and no other item twice."""
    uses = Counter(item for option in solution for item, _ in problem.options[option])
    return all(uses[i] == 1 if i < problem.primary else uses[i] <= 1 for i in range(len(problem.items)))


@pytest.mark.parametrize("length", (100, 200, 400))
def test_counts_longer_than_a_word(length: int) -> None:
    problem = domino_problem(2, length)
    costs = tuple(int(b - a == 1) for ((a, _), (b, _)) in problem.options)
    want = dominoes_by_profile(2, length)
    assert want.bit_length() > length // 2
    made = graph(Query(problem), "count")
    assert int.from_bytes(made.value(), "little") == want
    found = made.sample(1, 20)
    assert len({tuple(s) for s in found}) == 20 and all(covers(problem, s) for s in found)
    # All tilings cost the same when an option costs its size: as many optima, and samples of them.
    paid = Query(replace(problem, costs=(2,) * len(costs)))
    made = graph(paid, "least_count", 2)
    assert int.from_bytes(made.value()[:8], "little") == 2 * length
    assert int.from_bytes(made.value()[8:], "little") == want
    assert len({tuple(s) for s in made.sample(1, 20)}) == 20
    # Dominoes of one direction cost 1: one tiling has none of them.
    one = walked(graph(Query(replace(problem, costs=costs)), "least_count"))
    assert len(one) == 1 and sum(costs[o] for o in one[0]) == 0


# Samples


def far_from_uniform(samples: Iterable[Options], solutions: Sequence[Options]) -> bool:
    """Pearson's chi-square test at about p = 1e-6 (its quantile by Wilson and Hilferty 1931)."""
    seen = Counter(samples)
    assert set(seen) <= set(solutions)
    expected = seen.total() / len(solutions)
    assert expected >= 5
    statistic = sum((seen[s] - expected) ** 2 for s in solutions) / expected
    free = len(solutions) - 1
    quantile = free * (1 - 2 / (9 * free) + 4.753 * sqrt(2 / (9 * free))) ** 3
    return statistic > quantile


def unfair(solutions: Sequence[Options], problem: CoverProblem, dice: random.Random) -> Options:
    """A solution by choosing, item by item, fairly among the options that some solution left has."""
    left = list(solutions)
    for item in range(problem.primary):
        ways = sorted({o for s in left for o in s if any(i == item for i, _ in problem.options[o])})
        if ways:
            chosen = dice.choice(ways)
            left = [s for s in left if chosen in s]
    return left[0]


BOUNDED = CoverProblem(
    ("a", "b", "c", "p", "q"),
    ((1, 2), (0, 2), (1, 3)),
    tuple(
        (*((i, 0) for i in held), (3 + k % 2, k % 3))
        for k, held in enumerate([(0,), (0, 1), (1, 2), (2,), (0, 2), (1,), (0, 1, 2), (2,), (1,)])
    ),
)
PUZZLES = {
    "dominoes 4x4": domino_problem(4, 4),
    "monomers and dimers 3x3": domino_problem(3, 3, monominoes=True),
    "dominoes 2x9": domino_problem(2, 9),
    "queens 7": queens(n=7),
    "bounds and colours": BOUNDED,
}


@pytest.mark.parametrize("name", PUZZLES)
def test_samples_are_uniform(name: str) -> None:
    problem = PUZZLES[name]
    solutions = sorted(listed(Query(problem)))
    assert len(solutions) > 10
    made = graph(Query(problem), "count")
    for seed in range(3):
        assert not far_from_uniform(map(tuple, made.sample(seed, 40 * len(solutions))), solutions)


@pytest.mark.parametrize("name", ("dominoes 4x4", "monomers and dimers 3x3", "dominoes 2x9"))
def test_samples_that_are_not_uniform_would_be_found_out(name: str) -> None:
    problem = PUZZLES[name]
    solutions = sorted(listed(Query(problem)))
    dice = random.Random(1)
    number = 20 * len(solutions)
    assert far_from_uniform((unfair(solutions, problem, dice) for _ in range(number)), solutions)
    assert not far_from_uniform((dice.choice(solutions) for _ in range(number)), solutions)
    # One solution that comes twice as often as it should.
    assert far_from_uniform((dice.choice([*solutions, solutions[0]]) for _ in range(10 * number)), solutions)


def test_samples_of_the_best_are_uniform_among_the_best() -> None:
    problem = domino_problem(4, 4, monominoes=True)
    costs = tuple(3 if len(option) == 1 else 5 for option in problem.options)
    query = Query(replace(problem, costs=costs))
    best = sorted(wanted(query, "least_count"))
    assert len(best) == 36  # of 10,012: those without a monomino
    made = graph(query, "least_count")
    assert sorted(walked(made)) == best
    assert not far_from_uniform(map(tuple, made.sample(5, 100 * len(best))), best)


@settings(max_examples=80)
@given(queries(weights=False), st.sampled_from(("count", "least_count")), st.integers(0, 2**64 - 1))
def test_samples_are_solutions_and_depend_on_the_seed_alone(query: Query, ring: str, seed: int) -> None:
    want = wanted(query, ring)
    made = graph(query, ring)
    found = made.sample(seed, 20)
    assert len(found) == (20 if want else 0)
    assert all(tuple(solution) in want for solution in found)
    assert made.sample(seed, 20) == found
    assert made.sample(seed, 7) == found[:7]
    assert graph(query, ring, 3, budget=2).sample(seed, 20) == found
    assert made.sample(seed, 0) == []


def test_other_seeds_give_other_samples() -> None:
    made = graph(Query(domino_problem(8, 8)), "count")
    drawn = {tuple(map(tuple, made.sample(seed, 5))) for seed in range(100)}
    assert len(drawn) == 100


# Refusals and bounds


def test_what_a_graph_does_not_take_is_refused() -> None:
    query = Query(domino_problem(2, 2))
    with pytest.raises(ValueError, match="graph"):
        query.plan.graph("modulo", 1, 1 << 30)
    with pytest.raises(ValueError, match="weights"):
        replace(query, weights=(2, 1, 1, 1)).plan.graph("count", 1, 1 << 30)
    with pytest.raises(ValueError, match="counts"):
        graph(query, "exists").sample(1, 1)
    with pytest.raises(ValueError, match="complete"):
        query.plan.graph("count", 1, 1 << 30).value()
    assert query.plan.graph("count", 1, 1 << 30).walk(3) == []


def test_an_option_of_weight_0_is_left_out() -> None:
    query = Query(domino_problem(2, 2), weights=(0, 1, 1, 1))
    assert len(walked(graph(query, "count"))) == len(list(listed(query))) == 1


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("threads", (1, 3))
def test_memory_that_ends_is_a_status(ring: str, threads: int) -> None:
    query = Query(domino_problem(8, 8, monominoes=True))
    whole = graph(query, ring, threads)
    seen: Counter[_core.SweepStatus] = Counter()
    for memory in range(0, 2 * whole.peak, max(1, whole.peak // 25)):
        made = query.plan.graph(ring, threads, memory)
        while (status := made.advance(500)) is _core.SweepStatus.running:
            pass
        seen[status] += 1
        assert made.peak <= memory
        if status is _core.SweepStatus.complete:
            assert made.value() == whole.value()
    assert min(seen[_core.SweepStatus.complete], seen[_core.SweepStatus.memory]) > 5
