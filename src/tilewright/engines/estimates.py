"""How large a search will be, before it is begun: random dives, and a short run to learn the speed."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.cover import CoverProblem
from tilewright.engines.contract import Engine, Task
from tilewright.engines.parts import dive, split_tasks

SMALL = 20_000  # a tree of so many nodes is not estimated but walked
SPEED_SECONDS = 0.15  # how long the speed is measured, in all
STRATA = 64  # at most so many parts take part in measuring the speed
DIVES = 20_000


@dataclass(frozen=True)
class Estimate:
    """What an engine is expected to need for the whole search, each with its standard error.

    ``seconds`` is for one thread on this machine; ``dives`` tells how many random dives it rests on;
    ``exact`` says that the tree was small and was walked.
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


def estimate_tasks(
    problem: CoverProblem, tasks: Sequence[Task], engine: Engine, *, unfold: bool, dives: int, seed: int
) -> Estimate:
    """The size of some tasks together, by dives into each of their parts (Knuth 1975; stratified).

    Each part gets some dives to see how much they differ, then as many as that asks for. The mean is
    right whatever the tree; the error is the mean's, and too small when few dives reach deep. With
    ``unfold`` orbits count as many solutions as the group has elements.
    """
    walked = _walk(problem, tasks, engine, unfold=unfold)
    if walked is not None:
        return walked
    parts = split_tasks(problem, tasks, engine)
    first = max(2, dives // (4 * max(1, len(parts))))
    samples: list[tuple[list[float], list[float]]] = []
    searches = [engine.start(problem, part.task, 0) for part in parts] if len(parts) <= STRATA else None
    for number, part in enumerate(parts):
        search = searches[number] if searches else engine.start(problem, part.task, 0)
        found = [dive(search, _seed(seed, number, which)) for which in range(first)]
        samples.append(([nodes for nodes, _ in found], [solutions for _, solutions in found]))
    # The rest of the dives goes where the first ones vary most: that lowers the error the fastest.
    spread = [math.sqrt(_variance(nodes)) for nodes, _ in samples]
    total = math.fsum(spread)
    for number, part in enumerate(parts):
        share = spread[number] / total if total else 0.0
        more = max(2, round((dives - first * len(parts)) * share))
        search = searches[number] if searches else engine.start(problem, part.task, 0)
        fresh = [dive(search, _seed(seed, number, first + which)) for which in range(more)]
        # The first dives only decided how many follow: to count them, too, would make the mean wrong.
        samples[number] = ([nodes for nodes, _ in fresh], [solutions for _, solutions in fresh])
    nodes, nodes_error = _sum_of_means([nodes for nodes, _ in samples])
    solutions, solutions_error = _sum_of_means([solutions for _, solutions in samples])
    fold = len(tasks[0].symmetry.group) if unfold and tasks[0].symmetry is not None else 1
    pace = _seconds_a_node(problem, [part.task for part in parts], engine)
    return Estimate(
        engine=engine.name,
        nodes=nodes,
        nodes_error=nodes_error,
        seconds=nodes * pace,
        seconds_error=nodes_error * pace,
        solutions=solutions * fold,
        solutions_error=solutions_error * fold,
        dives=sum(len(values) for values, _ in samples),
    )


def _walk(problem: CoverProblem, tasks: Sequence[Task], engine: Engine, *, unfold: bool) -> Estimate | None:
    """The exact answer when the tree is small."""
    left, solutions = SMALL if engine.name != "reference" else SMALL // 100, 0
    begun, nodes = time.perf_counter(), 0
    for task in tasks:
        search = engine.start(problem, task, 0)
        if search.advance(left) != "complete":
            return None
        left -= search.nodes
        nodes += search.nodes
        solutions += search.images if unfold and task.symmetry is not None else search.solutions
    seconds = time.perf_counter() - begun
    return Estimate(engine.name, nodes, 0.0, seconds, 0.0, solutions, 0.0, 0, exact=True)


def _seconds_a_node(problem: CoverProblem, tasks: Sequence[Task], engine: Engine) -> float:
    """The time of a node, measured on parts spread over the tree."""
    chosen = tasks[:: max(1, len(tasks) // 8)]
    nodes, seconds = 0, 0.0
    for task in chosen:
        search = engine.start(problem, task, 0)
        budget, end = 256, time.perf_counter() + SPEED_SECONDS / len(chosen)
        while time.perf_counter() < end:
            begun = time.perf_counter()
            status = search.advance(budget)
            seconds += time.perf_counter() - begun
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
