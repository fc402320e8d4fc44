"""How large a search will be, before it starts: random dives, and a short run to learn the speed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import fmean, stdev
from typing import Any

from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Engine, Task
from tilewright.solve.engines.native import core_problem
from tilewright.solve.engines.registry import REFERENCE, engines_with
from tilewright.solve.partition import depth, dive, split_tasks
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

    ``seconds`` is for one thread on this machine. Numbers above the range of floats are infinite. ``dives``
    is the number of random dives that it rests on, and ``walked`` what share of the tree's parts was small
    enough to be walked instead; ``exact`` says that the whole tree was.
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
    options, seed, check_cancelled = query.options, query.control.seed, prepared.loop.check_cancelled
    engines = [choose(cover.problem, options.engine).engine]
    if options.engine is None:
        rest = (other for other in engines_with("splittable") if other not in (engines[0], REFERENCE))
        engines += [other for other in rest if not other.unsupported(cover.problem)]
    found: list[Estimate] = []
    unique, fold = options.unique, options.symmetry
    with suppress(Cancelled):
        for engine in engines:
            search = puzzle_search(cover, engine, prepared.group, keep=False, unique=unique, fold=fold)
            estimation = TreeEstimation(cover.problem, engine, not unique, seed, check_cancelled)
            found.append(estimation.estimate(search.tasks(prepared.loop), dives))
    return tuple(found)


@dataclass(frozen=True)
class TreeEstimation:
    """Estimates the size of some tasks together, by dives into each of their parts (Knuth 1975; stratified).

    Parts that turn out small are walked. Each other one gets some dives to see how much they differ,
    then as many as that asks for. The mean is right whatever the tree; the error is the mean's, and too
    small when few dives reach deep. Where a dive takes long there are fewer of them. With ``unfold`` orbits
    count as many solutions as the group has elements. ``check_cancelled`` is called many times a second.
    """

    problem: CoverProblem
    engine: Engine
    unfold: bool
    seed: int
    check_cancelled: CancelCheck = never_cancelled

    def estimate(self, tasks: Sequence[Task], dives: int) -> Estimate:
        """The size of the tasks together."""
        return self.walk(tasks) or self.sample(tasks, dives)

    def walk(self, tasks: Sequence[Task]) -> Estimate | None:
        """The exact answer when the tree is small."""
        budget = SMALL if self.engine.node_seconds < SLOW else SMALL // 100
        start_time, nodes, solutions = time.perf_counter(), 0, 0
        for task in tasks:
            found = self._walked(task, budget - nodes)
            if found is None:
                return None
            nodes, solutions = nodes + found[0], solutions + found[1]
        seconds = time.perf_counter() - start_time
        return Estimate(self.engine.name, nodes, 0.0, seconds, 0.0, solutions, 0.0, 0, exact=True)

    def sample(self, tasks: Sequence[Task], dives: int) -> Estimate:
        """An estimate by dives into the parts that are too large to be walked."""
        levels = depth(self.problem)
        # On each of its levels a dive sends two plain ones ahead.
        affordable = int(DESCENT_WORK / max(1.0, levels**2 * len(self.problem.options)))
        dives = max(2 * LEAST_DIVES, min(dives, affordable))
        deep = int(min(DEEP, int(DEEP_WORK / max(1.0, dives * levels))) * self.engine.walk_effort)
        most = max(1, dives // LEAST_DIVES)
        every = split_tasks(self.problem, tasks, self.engine, self.check_cancelled, most=most)
        budget = int(WALKED * self.engine.walk_effort) // max(1, len(every))
        walks = [self._walked(part.task, budget) for part in every]
        settled = [walk for walk in walks if walk is not None]
        large = [part.task for part, walk in zip(every, walks, strict=True) if walk is None]

        def descents(number: int, start: int, count: int) -> list[tuple[float, float]]:
            seeds = (self.seed * 1_000_003 + number) * 1_000_003 + start + 1
            return [self._descend(large[number], seeds + k & (1 << 63) - 1, deep) for k in range(count)]

        first = max(2, dives // (4 * max(1, len(large))))
        # The rest of the dives goes where the first ones vary most: that lowers the error the fastest.
        spread = [
            _deviation([nodes for nodes, _ in descents(number, 0, first)]) for number in range(len(large))
        ]
        if math.isinf(sum(spread)):
            spread = [1.0] * len(large)
        total, rest = sum(spread), dives - first * len(large)
        # The first dives only decided how many follow: to count them as well would make the mean wrong.
        samples = [
            descents(number, first, max(2, round(rest * (part / total if total else 0.0))))
            for number, part in enumerate(spread)
        ]
        nodes, nodes_error = sum_of_means([[nodes for nodes, _ in found] for found in samples])
        solutions, error = sum_of_means([[solutions for _, solutions in found] for found in samples])
        fold = len(tasks[0].symmetry.group) if self.unfold and tasks[0].symmetry is not None else 1
        pace = self._seconds_a_node([part.task for part in every])
        nodes += sum(walk[0] for walk in settled)
        return Estimate(
            engine=self.engine.name,
            nodes=nodes,
            nodes_error=nodes_error,
            seconds=nodes * pace,
            seconds_error=nodes_error * pace,
            solutions=solutions * fold + sum(walk[1] for walk in settled),
            solutions_error=error * fold,
            dives=sum(map(len, samples)),
            exact=not large,
            walked=1 - len(large) / len(every) if every else 1.0,
        )

    def _walked(self, task: Task, nodes: int) -> tuple[int, int] | None:
        """The nodes and solutions of a task, by walking through it; None when it has more than ``nodes``."""
        search = self.engine.start(self.problem, task, 0)
        for done in range(0, max(1, nodes), WALKED_AT_ONCE):
            self.check_cancelled()
            if search.advance(min(nodes - done, WALKED_AT_ONCE)) == "complete":
                folded = self.unfold and task.symmetry is not None
                return search.nodes, search.images if folded else search.solutions
        return None

    def _descend(self, task: Task, seed: int, deep: int) -> tuple[float, float]:
        """One dive into a task that ends in a walk: nodes and solutions (orbits), right on average.

        Knuth's dive (1975) takes one branch of each node at random and multiplies by their number; here
        only so far down as the tree below takes more than ``deep`` nodes, which lowers the variance a lot.
        """
        random, weight, nodes = Random(seed), 1.0, 0.0
        core = core_problem(self.problem)
        while True:
            self.check_cancelled()
            search = self.engine.start(self.problem, task, 0)
            # Walk or dive further: either is right on average, so the choice may rest on a guess.
            looks_large = min(dive(search, seed)[0], dive(search, seed + 1)[0]) > 20 * deep
            if not looks_large and search.advance(deep) == "complete":
                return nodes + weight * search.nodes, _product(weight, search.solutions)
            branches = core.split(task.prefix, 2)
            if len(branches) < 2:  # one branch that cannot be divided, and yet large: only the engine can
                found = search.probe(seed)
                return nodes + weight * found[0], _product(weight, found[1])
            nodes += weight
            weight *= len(branches)
            task = replace(task, prefix=tuple(random.choice(branches)))

    def _seconds_a_node(self, tasks: Sequence[Task]) -> float:
        """The time of a node, measured on parts spread over the tree."""
        chosen = tasks[:: max(1, len(tasks) // 8)]
        nodes, seconds = 0, 0.0
        for task in chosen:
            self.check_cancelled()
            search = self.engine.start(self.problem, task, 0)
            budget, end = 256, time.perf_counter() + SPEED_SECONDS / len(chosen)
            status = "running"
            while status != "complete" and time.perf_counter() < end:
                start_time = time.perf_counter()
                status = search.advance(budget)
                seconds += time.perf_counter() - start_time
                budget *= 2
            nodes += search.nodes
        return seconds / nodes if nodes else 0.0


def _product(weight: float, number: float) -> float:
    """The product of a weight, which may be infinite, and a number, which may be 0."""
    return weight * number if number else 0.0


def _scaled(measure: Callable[[list[float]], float], values: Sequence[float]) -> float:
    """A mean or deviation of numbers that are 0 or more, without overflow on the way; infinite if one is."""
    largest = max(values)
    if largest in (0.0, math.inf):
        return largest
    return largest * measure([value / largest for value in values])


_deviation = partial(_scaled, stdev)


def sum_of_means(strata: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The sum of the strata's means, and its standard error."""
    errors = (_deviation(values) / math.sqrt(len(values)) for values in strata)
    return sum(_scaled(fmean, values) for values in strata), math.hypot(*errors)
