"""What a worker does: builds the problem of an assignment once, then performs tasks, one after another."""

from __future__ import annotations

import hashlib
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright import __version__
from tilewright.clock import monotonic
from tilewright.errors import RunError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.formats import toml
from tilewright.model.levels import Levels
from tilewright.runs.filters import examiner_of
from tilewright.runs.task import Assignment, Remainder, Returned, RunTask, TaskBudget, TaskLost, TaskResult
from tilewright.solving.engines.base import (
    Engine,
    Symmetry,
    Task,
)
from tilewright.solving.engines.native import images_of
from tilewright.solving.engines.registry import engine_for
from tilewright.solving.search.partition import expected_nodes
from tilewright.solving.steps import Cancelled, Status, StepSize
from tilewright.solving.strategies.filtering import Examiner

STEP_SECONDS = 0.03  # between two checks of the budget and of the request to stop
FIRST_STEP = 64  # nodes
CAPACITY = 1_024  # solutions that the search may hold before they are taken
EXAMINED_AT_ONCE = 16  # the same where a filter examines them
SMALL_PART = 0.02  # of the budget: remainders that are expected to take less are finished at once
OVERTIME = 0.25  # part of the budget, for that, and to examine solutions that were found in time
DIVES = 16  # for each remainder, to estimate its share
WEIGHING_SECONDS = 0.25  # for these dives together


@dataclass
class WorkerContext:
    """All that a worker keeps of a run: the problem, its engine, its group; see :func:`context_for`.

    Several threads may use it at once.
    """

    assignment: Assignment
    cover: Cover
    engine: Engine
    group: tuple[tuple[int, ...], ...]
    _own: threading.local = field(default_factory=threading.local)

    def engine_task(self, prefix: tuple[int, ...], required: tuple[int, ...]) -> Task:
        """A task for the engine, with the group where orbits are searched."""
        return Task(prefix, Symmetry(self.group, required)) if self.by_orbit else Task(prefix)

    @property
    def by_orbit(self) -> bool:
        """Whether tasks visit one solution of each orbit, and orbits may have several."""
        return self.assignment.by_orbit and len(self.group) > 1

    @property
    def examiner(self) -> Examiner[Any]:
        """This thread's examiner of the run's filter."""
        if not hasattr(self._own, "examiner"):
            self._own.examiner = examiner_of(self.assignment.filter, self.cover.puzzle)
        examiner: Examiner[Any] = self._own.examiner
        return examiner

    def canonical(self, options: Sequence[int]) -> tuple[int, ...]:
        """The placing options of a solution's least image under the group; its own where all are kept."""
        placing = self.cover.placing(options)
        if not self.assignment.unique:
            return tuple(placing)
        return min(tuple(sorted([image[o] for o in placing])) for image in self.group)

    def perform(self, task: RunTask, budget: TaskBudget, worker: str, stop: Callable[[], bool]) -> TaskResult:
        """Search a task until it is done, its budget is used up, or ``stop()`` returns True.

        RuntimeError when the engine gives a wrong solution: a fault of Tilewright.
        """
        search = _TaskSearch(self, task.required, budget, stop)
        parts = search.search(task.prefix)
        if parts:
            parts = search.finish_small(search.weighed(parts))
        return TaskResult(
            number=task.number,
            worker=worker,
            nodes=search.nodes,
            solutions=search.solutions,
            images=search.images,
            seconds=search.seconds,
            option_sets=tuple(search.option_sets),
            remainders=tuple(Remainder(prefix, share * task.share) for prefix, share in parts),
            levels=tuple(search.levels),
            examined=search.examined,
            undecided=search.undecided,
            cpu_seconds=search.cpu_seconds,
            first_seconds=search.first_seconds,
        )

    def attempt(self, task: RunTask, budget: TaskBudget, worker: str, stop: Callable[[], bool]) -> Returned:
        """As ``perform``, but an exception makes the task a lost one that failed."""
        try:
            return self.perform(task, budget, worker, stop)
        except Exception as error:  # noqa: BLE001 - reported to the coordinator, which ends the run if it recurs
            return TaskLost(task.number, worker, f"{type(error).__name__}: {error}", failed=True)

    def digest(self) -> str:
        """SHA-256 over everything in which coordinator and workers must agree."""
        asked = self.assignment
        filtered = (asked.filter,) if asked.filter else ()  # so that other runs keep their digest
        flags = repr((asked.engine, asked.keep, asked.unique, asked.folded, self.group, *filtered))
        return hashlib.sha256(f"{self.cover.problem.digest}\n{flags}".encode()).hexdigest()


Parts = list[tuple[tuple[int, ...], float]]
"""Unsearched parts of a task: prefixes with their shares of the task's tree."""


class _TaskSearch:
    """The work on one task, over one search or several."""

    def __init__(
        self,
        context: WorkerContext,
        required: tuple[int, ...],
        budget: TaskBudget,
        stop: Callable[[], bool],
    ) -> None:
        self._context, self._required, self._stop = context, required, stop
        self._budget = budget
        self._filters = bool(context.assignment.filter)
        most = EXAMINED_AT_ONCE if self._filters else CAPACITY if context.assignment.keep else 0
        self._capacity = min(most, max(1, budget.solutions))
        self._start, self._cpu_start = monotonic(), time.thread_time()
        self._deadline = self._start + budget.seconds
        self._step = StepSize(FIRST_STEP, STEP_SECONDS, smallest=FIRST_STEP)
        self.nodes = self.solutions = self.images = self.examined = self.undecided = 0
        self.option_sets: list[tuple[int, ...]] = []
        self.levels: list[Levels] = []
        self.first_seconds: float | None = None  # when the first solution was found

    @property
    def seconds(self) -> float:
        """Since the task was begun."""
        return monotonic() - self._start

    @property
    def cpu_seconds(self) -> float:
        """The processor time of this thread since the task was begun."""
        return time.thread_time() - self._cpu_start

    def _is_over(self, overtime: float = 0.0) -> bool:
        count = max(len(self.option_sets), len(self.levels))
        deadline = self._deadline + overtime * self._budget.seconds
        return monotonic() >= deadline or count >= self._budget.solutions or self._stop()

    def _keep(self, number_lists: list[list[int]]) -> list[list[int]]:
        """Verify and keep solutions as they come, so that none is unverified when the time is over.

        With a filter only those that it keeps; those that there was no time to examine are returned.
        """
        context = self._context
        verified = context.cover.verified(context.engine.name, number_lists)
        if not self._filters:
            for _ in verified:
                pass  # it raises at the first wrong one
            self.option_sets += map(context.canonical, number_lists)
            return []
        for number, (options, solution) in enumerate(zip(number_lists, verified, strict=True)):
            if self.examined and self._is_over(OVERTIME):  # few are returned: each becomes a task
                return number_lists[number:]
            try:
                examined = context.examiner.examine(solution, self._check_stopped)
            except Cancelled:
                return number_lists[number:]
            self.examined += 1
            self.undecided += examined.status is not Status.COMPLETE
            if examined.levels:
                self.solutions += 1
                self.images += images_of(Symmetry(context.group), [options])
                self.levels.append(examined.levels)
                if context.assignment.keep:
                    self.option_sets.append(context.canonical(options))
        return []

    def _check_stopped(self) -> None:
        if self._stop():
            raise Cancelled

    def search(self, prefix: tuple[int, ...]) -> Parts:
        """Search below a prefix as long as the budget lasts, at least one step; what remains of it."""
        context = self._context
        task = context.engine_task(prefix, self._required)
        search = context.engine.start(context.cover.problem, task, self._capacity)
        parts: Parts = []
        while True:
            granted, nodes, start = self._step.units, search.nodes, time.perf_counter()
            status = search.advance(granted)
            self._step.adapt(granted, search.nodes - nodes, time.perf_counter() - start)
            left = self._keep(search.take()) if self._capacity else []
            if self.first_seconds is None and (self.solutions if self._filters else search.solutions):
                self.first_seconds = self.seconds
            if status == "complete" and not left:
                break
            if left or self._is_over():
                below = [] if status == "complete" else search.remainder()
                parts = [(tuple(prefix), share) for prefix, share in below]
                # A solution is a part of its own, with a share of what was searched.
                searched = max(0.0, 1 - math.fsum(share for _, share in parts))
                parts += [(tuple(options), searched / (len(left) + 1)) for options in left]
                break
        self.nodes += search.nodes
        if not self._filters:
            self.solutions += search.solutions
            self.images += search.images if context.by_orbit else search.solutions
        return parts

    def weighed(self, parts: Parts) -> Parts:
        """Parts with shares by the nodes that random dives find below each, against the nodes visited.

        The number of branches says little about their sizes. Shares are for order and progress, never for
        results: they stay as they are where dives would take long.
        """
        problem, engine = self._context.cover.problem, self._context.engine
        deadline = monotonic() + WEIGHING_SECONDS

        def check_cancelled() -> None:
            if monotonic() >= deadline:
                raise Cancelled

        try:
            tasks = (self._context.engine_task(prefix, self._required) for prefix, _ in parts)
            sizes = [expected_nodes(problem, task, engine, DIVES, check_cancelled) for task in tasks]
        except Cancelled:
            return parts
        total = math.fsum([self.nodes, *sizes])
        return [(prefix, size / total) for (prefix, _), size in zip(parts, tempered(sizes), strict=True)]

    def finish_small(self, parts: Parts) -> Parts:
        """Finish the parts that will not take long: handing them back would cost more.

        A search that is left deep in its tree leaves dozens of parts; most of the work is in a few.
        """
        done = 1 - sum(share for _, share in parts)
        if done <= 0:
            return parts
        seconds_per_share = self.seconds / done
        self._deadline += OVERTIME * self._budget.seconds
        kept: Parts = []
        for prefix, share in parts:
            if share * seconds_per_share > SMALL_PART * self._budget.seconds or self._is_over():
                kept.append((prefix, share))
            else:
                kept += [(below, part * share) for below, part in self.search(prefix)]
        return kept


def tempered(sizes: Sequence[float]) -> list[float]:
    """Estimated sizes of trees, each moved halfway to their mean on a logarithmic scale; their sum stays.

    A few dives into a tree that has most of its nodes in few places find much too much or much too little.
    With the sizes as found, the parts believed to be the largest are done first, and a run that has hardly
    begun seems to be half done.
    """
    total, mean = math.fsum(sizes), math.fsum(sizes) / max(1, len(sizes))
    moved = [math.sqrt(size * mean) for size in sizes]
    scale = total / math.fsum(moved) if total else 1.0
    return [size * scale for size in moved]


def context_for(assignment: Assignment) -> WorkerContext:
    """The context of an assignment; RunError when this worker would search another problem."""
    if assignment.version != __version__:
        raise RunError(
            f"this worker has Tilewright {__version__}, the coordinator has {assignment.version}; "
            "both must have the same version"
        )
    context = build_context(assignment, to_cover(toml.loads(assignment.puzzle)))
    if context.digest() != assignment.digest:
        raise RunError(
            "this worker translates the puzzle differently from the coordinator, although both have "
            f"Tilewright {__version__}; install the same build on all machines"
        )
    return context


def build_context(assignment: Assignment, cover: Cover) -> WorkerContext:
    """A context whose version and digest are not checked: the coordinator's own, which makes the digest."""
    engine = engine_for(assignment.engine, cover.problem)
    group: tuple[tuple[int, ...], ...] = (tuple(range(len(cover.problem.options))),)
    if assignment.by_orbit:
        group = symmetries(cover.puzzle).option_permutations(cover)
    return WorkerContext(assignment, cover, engine, group)
