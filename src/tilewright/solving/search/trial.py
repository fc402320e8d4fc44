"""What a search of the tree is to find, and a short trial that may find all of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving import costs
from tilewright.solving.engines.base import (
    Batch,
    Engine,
    Outcome,
    Task,
)
from tilewright.solving.engines.native import images_of
from tilewright.solving.steps import Status, StepLoop, seconds_left

if TYPE_CHECKING:
    from tilewright.solving.search.race import AnyRace

TRIAL_STEP = 2_000  # nodes of a trial between two checks for cancellation: milliseconds, mostly
LONGEST_TRIAL_SECONDS = 0.04  # of a trial that seems to need no more to count all
PATIENCE_SECONDS = 12e-3  # a trial that seems to need no more goes on: to load a rival takes as long
COUNTED = 0.25  # of the nodes of a trial that only counts: it goes on if it seems to be near its end
TRIAL_GROWTH = 1.5  # of such a trial, before it is judged again


@dataclass(frozen=True)
class TreeSearch:
    """What to search: ``whole`` is the whole query as one task, which a short trial may complete.

    Otherwise ``tasks(loop)`` gives the tasks to split and run; Cancelled when the loop is cancelled. Both
    have the same solutions, or orbits. ``keep``: solutions are delivered. ``refute(loop, plain)`` is called
    when the trial found no solution: whether it can be shown without a search that there is none, with
    ``plain`` by the quick reasons alone. ``race(tried)`` begins a race after a trial: the
    search then takes turns with a rival, and ends when that has won. ``other()`` is
    an engine that takes the place of this one in a long search where it turns out to be quicker, or None.
    """

    problem: CoverProblem
    engine: Engine
    whole: Task
    tasks: Callable[[StepLoop], Sequence[Task]]
    keep: bool
    refute: Callable[[StepLoop, bool], bool] | None = None
    race: Callable[[Outcome], AnyRace | None] | None = None
    other: Callable[[], Engine | None] | None = None

    @cached_property
    def node_seconds(self) -> float:
        """How long a node is expected to take."""
        return self.engine.seconds_of_node(self.problem)

    @cached_property
    def solution_seconds(self) -> float:
        """How long it is expected to take to compare a solution with its images."""
        return 0.0 if self.whole.symmetry is None else image_seconds(self.problem, self.whole.symmetry.group)


def rival_setup_seconds(problem: CoverProblem) -> float:
    """How long it is expected to take to set up a rival of a search."""
    return costs.RIVAL_SETUP + costs.RIVAL_OPTION * len(problem.options)


def image_seconds(problem: CoverProblem, group: Sized) -> float:
    """How long it is expected to take to compare a solution with all its images."""
    return len(group) * problem.depth * costs.IMAGE_OPTION


class TrialSearch:
    """A short search of the whole before it is split into parts; it may be taken up again."""

    def __init__(self, work: TreeSearch, loop: StepLoop) -> None:
        self.work, self.loop, self.limits = work, loop, loop.control.limits
        engine, limits = work.engine, self.limits
        first = engine.first_trial_nodes if limits.solutions == 1 else engine.trial_nodes
        self.kept = work.keep or limits.solutions is not None
        self.patience = math.inf  # seconds that may be left for it to go on at once
        if work.race is not None and not self.kept:
            rival = rival_setup_seconds(work.problem)
            self.patience = max(PATIENCE_SECONDS, min(rival, 2 * first * work.node_seconds))
            first = min(first, math.ceil(rival / work.node_seconds))
        elif not self.kept:
            first = math.ceil(first * COUNTED)
        self.nodes = first if limits.nodes is None else min(first, limits.nodes)
        self.goal = first * work.node_seconds
        # One solution more than wanted: then it is known whether the limit cut anything off.
        self.most = math.inf if limits.solutions is None else limits.solutions + 1
        capacity = int(min(self.most, self.nodes + 1)) if self.kept else 0
        self.search = engine.start(work.problem, work.whole, capacity)

    def run(self) -> tuple[Outcome, Batch | None]:
        """What a moment found; no batch when it was not enough, neither to the end nor to a limit."""
        search, work, status, ended = self.search, self.work, "running", None
        while True:
            nodes, solutions = search.nodes, search.solutions
            spent = nodes * work.node_seconds + solutions * work.solution_seconds
            at_goal = nodes >= self.nodes or (not self.kept and spent >= self.goal)
            if at_goal and self._is_over(nodes, spent):
                break
            status = search.advance(min(TRIAL_STEP, self.nodes - nodes))
            if status != "running":
                break
            ended = self.loop.interruption
            if ended is not None:
                break
        return self._result(status, ended)

    def _is_over(self, nodes: int, spent: float) -> bool:
        """Whether it does not seem to be near its end, now that it has come to its goal."""
        limit = self.limits.nodes
        left = None if self.kept else seconds_left(spent, self.search.progress())
        if left is None or left > self.patience or spent + left > LONGEST_TRIAL_SECONDS:
            return True
        self.nodes = max(self.nodes, math.ceil(nodes * TRIAL_GROWTH))
        self.nodes = self.nodes if limit is None else min(self.nodes, limit)
        self.goal = spent * TRIAL_GROWTH
        return nodes >= self.nodes

    def _result(self, status: str, ended: Status | None) -> tuple[Outcome, Batch | None]:
        work, search, limits, loop = self.work, self.search, self.limits, self.loop
        rows = [tuple(solution) for solution in search.take()] if self.kept else []
        found_so_far = search.solutions, search.images, search.nodes
        unfinished = Outcome(Status.LIMIT, *found_so_far, loop.seconds, search.progress()), None
        if status == "full" and len(rows) < self.most:  # rare; leave it to the run
            return unfinished
        cut = limits.solutions is not None and len(rows) >= limits.solutions and status != "complete"
        spent = limits.nodes is not None and search.nodes >= limits.nodes and status != "complete"
        if limits.solutions is not None and len(rows) > limits.solutions:
            rows, cut = rows[: limits.solutions], True
        if not cut and not spent and status != "complete" and ended is None:
            return unfinished
        images = search.images if work.whole.symmetry else search.solutions
        solutions = search.solutions
        if cut:
            solutions = len(rows)
            images = images_of(work.whole.symmetry, rows)
        share = 1.0 if status == "complete" and not cut else search.progress()
        ending = Status.LIMIT if cut or spent else ended or Status.COMPLETE
        outcome = Outcome(ending, solutions, images, search.nodes, loop.seconds, share)
        return outcome, rows if work.keep else []
