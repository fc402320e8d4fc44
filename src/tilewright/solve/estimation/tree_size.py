"""How large a search will be, before it starts: random dives, and a short run to learn the speed."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Engine, Search, Task
from tilewright.solve.engines.native import core_problem
from tilewright.solve.engines.registry import REFERENCE, engines_with
from tilewright.solve.partition import Part, depth, dive, split_tasks
from tilewright.solve.planner import choose
from tilewright.solve.preparation import Prepared
from tilewright.solve.stepping import CancelCheck, Cancelled, never_cancelled
from tilewright.solve.tree_search import puzzle_search

SMALL = 20_000  # a tree of so many nodes is not estimated but walked
SLOW = 1e-5  # seconds a node from which so small a tree takes long
WALKED = 4_000_000  # nodes walked at most to settle the parts that are small enough, over all parts
SPEED_SECONDS = 0.15  # how long the speed is measured, in all
WALKED_AT_ONCE = 50_000  # nodes between two checks for cancellation
LEAST_DIVES = 4  # in each part: two to see how much they differ, two that count
DESCENT_WORK = 4e9  # options times levels squared, over all dives of an engine: some 15 s
DEEP = 4_000  # nodes: a dive ends where the tree below is no larger than this, and walks it
DEEP_WORK = 30_000_000  # nodes that all dives of an engine may walk, if each tried to on each of its levels


@dataclass(frozen=True)
class Estimate:
    """What an engine is expected to need for the whole search, each with its standard error.

    ``seconds`` is for one thread on this machine; ``dives`` is the number of random dives that it rests on,
    and ``walked`` what share of the tree's parts was small enough to be walked instead; ``exact`` says
    that the whole tree was.
    """

    engine: str
    nodes: float
    nodes_error: float
    seconds: float
    seconds_error: float
    solutions: float
    solutions_error: float
    dives: int
    exact: bool = False
    walked: float = 0.0


def estimate_engines(prepared: Prepared[Any], dives: int) -> tuple[Estimate, ...]:
    """An estimate for each engine that searches the tree and takes the puzzle, the planner's choice first.

    For the engine alone that the query names. Cancellation ends it with the estimates made so far.
    """
    cover, query = prepared.cover, prepared.query
    best = choose(cover.problem, query.options.engine).engine
    others = [
        other
        for other in engines_with("splittable")
        if query.options.engine is None
        and other not in (best, REFERENCE)
        and not other.unsupported(cover.problem)
    ]
    found: list[Estimate] = []
    unique, fold = query.options.unique, query.options.symmetry
    for engine in (best, *others):
        search = puzzle_search(cover, engine, prepared.group, keep=False, unique=unique, fold=fold)
        try:
            found.append(
                estimate_tasks(
                    cover.problem,
                    search.tasks(prepared.loop),
                    engine,
                    unfold=not unique,
                    dives=dives,
                    seed=query.control.seed,
                    check_cancelled=prepared.loop.check_cancelled,
                )
            )
        except Cancelled:
            break
    return tuple(found)


def estimate_tasks(
    problem: CoverProblem,
    tasks: Sequence[Task],
    engine: Engine,
    *,
    unfold: bool,
    dives: int,
    seed: int,
    check_cancelled: CancelCheck = never_cancelled,
) -> Estimate:
    """The size of some tasks together, by dives into each of their parts (Knuth 1975; stratified).

    Parts that turn out small are walked. Each other one gets some dives to see how much they differ,
    then as many as that asks for. The mean is right whatever the tree; the error is the mean's, and too
    small when few dives reach deep. Where a dive takes long there are fewer of them. With ``unfold`` orbits
    count as many solutions as the group has elements. ``check_cancelled`` is called many times a second.
    """
    walked = _walk(problem, tasks, engine, check_cancelled, unfold=unfold)
    if walked is not None:
        return walked
    dives = _affordable(problem, dives)
    deep = min(DEEP, int(DEEP_WORK / max(1.0, dives * depth(problem))))
    every = split_tasks(problem, tasks, engine, check_cancelled, most=max(1, dives // LEAST_DIVES))
    parts, settled = _settle(problem, every, engine, check_cancelled, unfold=unfold)
    first = max(2, dives // (4 * max(1, len(parts))))
    samples: list[tuple[list[float], list[float]]] = []
    for number, part in enumerate(parts):
        found = [
            _descend(problem, part.task, engine, _seed(seed, number, which), deep, check_cancelled)
            for which in range(first)
        ]
        samples.append(([nodes for nodes, _ in found], [solutions for _, solutions in found]))
    # The rest of the dives goes where the first ones vary most: that lowers the error the fastest.
    spread = [math.sqrt(_variance(nodes)) for nodes, _ in samples]
    total = math.fsum(spread)
    for number, part in enumerate(parts):
        share = spread[number] / total if total else 0.0
        more = max(2, round((dives - first * len(parts)) * share))
        fresh = [
            _descend(problem, part.task, engine, _seed(seed, number, first + which), deep, check_cancelled)
            for which in range(more)
        ]
        # The first dives only decided how many follow: to count them as well would make the mean wrong.
        samples[number] = ([nodes for nodes, _ in fresh], [solutions for _, solutions in fresh])
    nodes, nodes_error = _sum_of_means([nodes for nodes, _ in samples])
    solutions, solutions_error = _sum_of_means([solutions for _, solutions in samples])
    fold = len(tasks[0].symmetry.group) if unfold and tasks[0].symmetry is not None else 1
    pace = _seconds_a_node(problem, [part.task for part in every], engine, check_cancelled)
    nodes += settled[0]
    return Estimate(
        engine=engine.name,
        nodes=nodes,
        nodes_error=nodes_error,
        seconds=nodes * pace,
        seconds_error=nodes_error * pace,
        solutions=solutions * fold + settled[1],
        solutions_error=solutions_error * fold,
        dives=sum(len(values) for values, _ in samples),
        exact=not parts,
        walked=1 - len(parts) / len(every) if every else 1.0,
    )


def _affordable(problem: CoverProblem, dives: int) -> int:
    """So many dives, or fewer where each takes long: on each of its levels it sends two plain ones ahead."""
    work = max(1.0, depth(problem) ** 2 * len(problem.options))
    return max(2 * LEAST_DIVES, min(dives, int(DESCENT_WORK / work)))


def _descend(
    problem: CoverProblem, task: Task, engine: Engine, seed: int, deep: int, check_cancelled: CancelCheck
) -> tuple[float, float]:
    """One dive into a task that ends in a walk: nodes and solutions (orbits), right on average.

    Knuth's dive (1975) takes one branch of each node at random and multiplies by their number; here
    only so far down as the tree below takes more than ``deep`` nodes, which lowers the variance a lot.
    """
    random, weight, nodes = Random(seed), 1.0, 0.0
    core = core_problem(problem)
    deep = int(deep * engine.walk_effort)
    while True:
        check_cancelled()
        search = engine.start(problem, task, 0)
        # Walk or dive further: either is right on average, so the choice may rest on a guess.
        looks_large = min(dive(search, seed)[0], dive(search, seed + 1)[0]) > 20 * deep
        if not looks_large and search.advance(deep) == "complete":
            return nodes + weight * search.nodes, weight * search.solutions
        branches = core.split(task.prefix, 2)
        if len(branches) < 2:  # one branch that cannot be divided, and yet large: only the engine can
            found = dive(search, seed)
            return nodes + weight * found[0], weight * found[1]
        nodes += weight
        weight *= len(branches)
        task = replace(task, prefix=tuple(random.choice(branches)))


def _settle(
    problem: CoverProblem,
    parts: Sequence[Part],
    engine: Engine,
    check_cancelled: CancelCheck,
    *,
    unfold: bool,
) -> tuple[list[Part], tuple[int, int]]:
    """Walk each part for its share of WALKED nodes: the parts that are larger, and the nodes and
    solutions of the others together."""
    share = int(WALKED * engine.walk_effort) // max(1, len(parts))
    large, nodes, solutions = [], 0, 0
    for part in parts:
        search = engine.start(problem, part.task, 0)
        if not _walked(search, share, check_cancelled):
            large.append(part)
            continue
        nodes += search.nodes
        solutions += search.images if unfold and part.task.symmetry is not None else search.solutions
    return large, (nodes, solutions)


def _walk(
    problem: CoverProblem,
    tasks: Sequence[Task],
    engine: Engine,
    check_cancelled: CancelCheck,
    *,
    unfold: bool,
) -> Estimate | None:
    """The exact answer when the tree is small."""
    left, solutions = SMALL if engine.node_seconds < SLOW else SMALL // 100, 0
    start_time, nodes = time.perf_counter(), 0
    for task in tasks:
        search = engine.start(problem, task, 0)
        if not _walked(search, left, check_cancelled):
            return None
        left -= search.nodes
        nodes += search.nodes
        solutions += search.images if unfold and task.symmetry is not None else search.solutions
    seconds = time.perf_counter() - start_time
    return Estimate(engine.name, nodes, 0.0, seconds, 0.0, solutions, 0.0, 0, exact=True)


def _walked(search: Search, nodes: int, check_cancelled: CancelCheck) -> bool:
    """Walk through a fresh search; whether so many nodes were enough for all of it."""
    for done in range(0, max(1, nodes), WALKED_AT_ONCE):
        check_cancelled()
        if search.advance(min(nodes - done, WALKED_AT_ONCE)) == "complete":
            return True
    return False


def _seconds_a_node(
    problem: CoverProblem, tasks: Sequence[Task], engine: Engine, check_cancelled: CancelCheck
) -> float:
    """The time of a node, measured on parts spread over the tree."""
    chosen = tasks[:: max(1, len(tasks) // 8)]
    nodes, seconds = 0, 0.0
    for task in chosen:
        check_cancelled()
        search = engine.start(problem, task, 0)
        budget, end = 256, time.perf_counter() + SPEED_SECONDS / len(chosen)
        while time.perf_counter() < end:
            start_time = time.perf_counter()
            status = search.advance(budget)
            seconds += time.perf_counter() - start_time
            budget *= 2
            if status == "complete":
                break
        nodes += search.nodes
    return seconds / nodes if nodes else 0.0


def _seed(seed: int, part: int, dive: int) -> int:
    return (seed * 1_000_003 + part) * 1_000_003 + dive + 1 & (1 << 63) - 1


def _variance(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _sum_of_means(strata: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The sum of the strata's means, and its standard error."""
    total = math.fsum(math.fsum(values) / len(values) for values in strata)
    variance = math.fsum(_variance(values) / len(values) for values in strata)
    return total, math.sqrt(variance)
