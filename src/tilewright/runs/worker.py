"""What a worker does: makes the problem of an assignment once, then tasks, one after another."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tilewright import __version__
from tilewright.errors import RunError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.formats import toml
from tilewright.model.verification import Checker
from tilewright.runs.task import Assignment, Budget, Rest, RunTask, TaskLost, TaskResult
from tilewright.solve.engines.base import Engine, Symmetry, Task
from tilewright.solve.engines.registry import engine_for
from tilewright.solve.partition import expected_nodes
from tilewright.solve.stepping import Cancelled

SLICE = 0.03  # seconds between two looks at the clock and the stop button
FIRST_SLICE = 64  # nodes
CAPACITY = 1_024  # solutions that the search may hold before they are taken
SMALL = 0.02  # parts of a rest that are expected to take less than so much of the budget are finished at once
OVERTIME = 0.25  # of the budget, for that
DIVES = 16  # for each part of a rest, to tell its share
WEIGH_SECONDS = 0.25  # that this may take


@dataclass
class Bench:
    """All that a worker keeps of a run: the problem, its engine, its group; made by :func:`bench_for`.

    A bench may serve several threads at once.
    """

    assignment: Assignment
    cover: Cover
    engine: Engine
    group: tuple[tuple[int, ...], ...]
    checker: Checker
    _symmetries: dict[tuple[int, ...], Symmetry] = field(default_factory=dict)

    def task(self, prefix: tuple[int, ...], must: tuple[int, ...]) -> Task:
        """A task of the engines, with the group where orbits are searched."""
        if not self.assignment.orbits or len(self.group) == 1:
            return Task(prefix)
        symmetry = self._symmetries.get(must)
        if symmetry is None:
            symmetry = self._symmetries.setdefault(must, Symmetry(self.group, must))
        return Task(prefix, symmetry)

    def canonical(self, options: Sequence[int]) -> tuple[int, ...]:
        """The least of the images of a solution under the group; the solution itself where all are kept."""
        if not self.assignment.unique:
            return tuple(options)
        return min(tuple(sorted([image[o] for o in options])) for image in self.group)

    def perform(self, asked: RunTask, budget: Budget, worker: str, stop: Callable[[], bool]) -> TaskResult:
        """Search a task until it is done, its budget is used up, or ``stop()`` says so.

        RuntimeError when the engine gives a wrong solution: a fault of Tilewright.
        """
        sitting = _Sitting(self, asked.must, budget, stop)
        rest = sitting.search(asked.prefix)
        if rest:
            rest = sitting.finish_small(sitting.weighed(rest))
        symmetric = self.assignment.orbits and len(self.group) > 1
        return TaskResult(
            number=asked.number,
            worker=worker,
            nodes=sitting.nodes,
            solutions=sitting.solutions,
            images=sitting.images if symmetric else sitting.solutions,
            seconds=sitting.seconds,
            found=tuple(sitting.found),
            rest=tuple(Rest(prefix, share * asked.share) for prefix, share in rest),
        )


Left = list[tuple[tuple[int, ...], float]]
"""What a search left over: prefixes with their shares of the task's tree."""


class _Sitting:
    """The work on one task, over one search or several."""

    def __init__(self, bench: Bench, must: tuple[int, ...], budget: Budget, stop: Callable[[], bool]) -> None:
        self._bench, self._must, self._stop = bench, must, stop
        self._budget = budget
        self._capacity = max(1, min(CAPACITY, budget.solutions)) if bench.assignment.keep else 0
        self._began = time.monotonic()
        self._end = self._began + budget.seconds
        self._slice = FIRST_SLICE
        self.nodes = self.solutions = self.images = 0
        self.found: list[tuple[int, ...]] = []

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self._began

    def _enough(self) -> bool:
        return time.monotonic() >= self._end or len(self.found) >= self._budget.solutions or self._stop()

    def _keep(self, found: list[list[int]]) -> None:
        """Solutions as they come, so that none waits to be looked at when the time is over."""
        bench = self._bench
        for _ in bench.cover.verified(bench.engine.name, found):
            pass  # it raises at the first wrong one
        self.found += map(bench.canonical, found)

    def search(self, prefix: tuple[int, ...]) -> Left:
        """Search below a prefix as long as the budget lasts, at least one slice; what is left of it."""
        bench = self._bench
        search = bench.engine.start(bench.cover.problem, bench.task(prefix, self._must), self._capacity)
        rest: Left = []
        while True:
            clock = time.perf_counter()
            status = search.advance(self._slice)
            clock = time.perf_counter() - clock
            if self._capacity:
                self._keep(search.take())
            if status == "complete":
                break
            if self._enough():
                rest = [(tuple(below), share) for below, share in search.remainder()]
                break
            if clock > SLICE * 2:
                self._slice = max(FIRST_SLICE, self._slice // 2)
            elif status == "running" and clock < SLICE / 2:
                self._slice *= 4 if clock < SLICE / 8 else 2
        self.nodes += search.nodes
        self.solutions += search.solutions
        self.images += search.images
        return rest

    def weighed(self, rest: Left) -> Left:
        """A rest with shares by the nodes that random dives find below each part, against those visited.

        By their number alone branches say little of how large they are. Shares are for order and progress,
        never for results: they stay as they are where diving would take long.
        """
        problem, engine = self._bench.cover.problem, self._bench.engine
        end = time.monotonic() + WEIGH_SECONDS

        def check_cancelled() -> None:
            if time.monotonic() >= end:
                raise Cancelled

        try:
            sizes = [
                expected_nodes(problem, self._bench.task(prefix, self._must), engine, DIVES, check_cancelled)
                for prefix, _ in rest
            ]
        except Cancelled:
            return rest
        total = math.fsum([self.nodes, *sizes])
        return [(prefix, size / total) for (prefix, _), size in zip(rest, tempered(sizes), strict=True)]

    def finish_small(self, rest: Left) -> Left:
        """Finish those parts of a rest that will not take long: handing them back would cost more.

        A search that is left deep in its tree leaves dozens of parts behind; most of the work is in a few.
        """
        done = 1 - sum(share for _, share in rest)
        if done <= 0:
            return rest
        seconds_a_share = self.seconds / done
        self._end += OVERTIME * self._budget.seconds
        kept: Left = []
        for prefix, share in rest:
            if share * seconds_a_share > SMALL * self._budget.seconds or self._enough():
                kept.append((prefix, share))
            else:
                kept += [(below, part * share) for below, part in self.search(prefix)]
        return kept


def tempered(sizes: Sequence[float]) -> list[float]:
    """Sizes of trees as dives found them, each moved halfway to the others, by powers; their sum stays.

    A few dives into a tree that has most of its nodes in few places find much too much or much too little.
    Taken at their word, the parts that are held to be the largest are done first, and a run that has hardly
    begun seems to be half done.
    """
    total, mean = math.fsum(sizes), math.fsum(sizes) / max(1, len(sizes))
    moved = [math.sqrt(size * mean) for size in sizes]
    scale = total / math.fsum(moved) if total else 1.0
    return [size * scale for size in moved]


def attempt(
    bench: Bench, asked: RunTask, budget: Budget, worker: str, stop: Callable[[], bool]
) -> TaskResult | TaskLost:
    """Perform a task, whatever happens: an exception makes it a lost one, at fault itself."""
    try:
        return bench.perform(asked, budget, worker, stop)
    except Exception as error:  # noqa: BLE001 - told to the coordinator, which ends the run if it comes again
        return TaskLost(asked.number, worker, f"{type(error).__name__}: {error}", fault=True)


def bench_for(assignment: Assignment) -> Bench:
    """The bench of an assignment; RunError when this worker would search another problem than was meant."""
    if assignment.version != __version__:
        raise RunError(
            f"this worker has Tilewright {__version__}, the coordinator has {assignment.version}; "
            "all of them must have the same"
        )
    bench = make_bench(assignment, to_cover(toml.loads(assignment.puzzle)))
    made = digest_of(bench)
    if made != assignment.digest:
        raise RunError(
            "this worker makes another problem of the puzzle than the coordinator does, although both say "
            f"Tilewright {__version__}; install the same build on all machines"
        )
    return bench


def make_bench(assignment: Assignment, cover: Cover) -> Bench:
    """A bench without the look at version and digest: the coordinator's own, which makes the digest."""
    engine = engine_for(assignment.engine, cover.problem)
    group: tuple[tuple[int, ...], ...] = (tuple(range(len(cover.problem.options))),)
    if assignment.orbits:
        group = symmetries(cover.puzzle).option_permutations(cover)
    return Bench(assignment, cover, engine, group, Checker(cover.puzzle))


def digest_of(bench: Bench) -> str:
    """SHA-256 over all that coordinator and workers must have alike."""
    asked = bench.assignment
    flags = repr((asked.engine, asked.keep, asked.unique, asked.folded, bench.group))
    return hashlib.sha256(f"{bench.cover.problem.digest}\n{flags}".encode()).hexdigest()
