"""A search of the tree: a quick trial, then parts on threads; limits, progress, checkpoints, cancellation.

The same problem, tasks and engine give the same solutions in the same order and the same number of
nodes, whatever the number of threads, and however the run was sliced, killed and resumed. (With a
limit of nodes and more than one thread the nodes are exact, but which part spent them is not.)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Sequence, Sized
from dataclasses import dataclass, replace

from tilewright.exact_cover.symmetry import Symmetries
from tilewright.exact_cover.translation import Cover, CoverProblem
from tilewright.solve.checkpoint import WRONG_CONTENT, SearchCheckpoint, SearchIdentity, damage
from tilewright.solve.engines.base import Engine, Outcome, Progress, Status, Symmetry, Task
from tilewright.solve.orbits import orbit_tasks
from tilewright.solve.partition import (
    SIZE_PROBES,
    affordable_dives,
    expected_nodes,
    parts_digest,
    share_done,
    split_tasks,
    weigh,
)
from tilewright.solve.race import UNLIMITED, AnyRace, seconds_left
from tilewright.solve.reduction import reduce
from tilewright.solve.search_threads import SearchThreads
from tilewright.solve.stepping import Cancelled, Control, Returning, StepLoop

Batch = list[tuple[int, ...]]

TRIAL_STEP = 500  # nodes of a trial between two checks for cancellation
LONGEST_TRIAL_SECONDS = 0.04  # of a trial that seems to need no more to count all
TRIAL_GROWTH = 1.5  # of such a trial, before it is judged again
RIVAL_SECONDS, RIVAL_OPTION_SECONDS = 1e-3, 8e-6  # to set up a rival, and for each option
IMAGE_SECONDS = 2e-9  # for each item, to compare a solution with one of its images
POLL_SECONDS = 0.05
WEIGHED_FROM = 5e6  # expected nodes from which the parts of a run with a progress bar are weighed
DELIVERED_AT_ONCE = 32
GRACE_SECONDS = 0.05  # how long solutions are still delivered after a cancellation
OVERTIME_SECONDS = 0.5  # and how long after the time limit
FOLD_FROM = 500_000  # expected nodes from which a plain count makes use of the board's symmetries
REDUCED_FROM = 5e6  # expected nodes from which a tenth less of them is worth a reduction
REDUCTION_STEPS = 100_000_000  # at most: about a quarter of a second


@dataclass(frozen=True)
class TreeSearch:
    """What to search: ``whole`` is the whole query as one task, which a short trial may complete.

    Otherwise ``tasks(loop)`` gives the tasks to split and run; Cancelled when the loop is cancelled. Both
    have the same solutions, or orbits. ``keep``: solutions are delivered. ``refute(loop, plain)`` is called
    when the trial found no solution: whether it can be shown without a search that there is none, with
    ``plain`` by the quick reasons alone. ``race(tried)`` begins a race after a trial: the
    search then takes turns with a rival, and ends when that has won.
    """

    problem: CoverProblem
    engine: Engine
    whole: Task
    tasks: Callable[[StepLoop], Sequence[Task]]
    keep: bool
    refute: Callable[[StepLoop, bool], bool] | None = None
    race: Callable[[Outcome], AnyRace | None] | None = None

    def effort(self, nodes: int, solutions: int) -> float:
        """Seconds that nodes are expected to take with the solutions found at them."""
        each = 0.0 if self.whole.symmetry is None else image_seconds(self.problem, self.whole.symmetry.group)
        return nodes * self.engine.seconds_of_node(self.problem) + solutions * each


def image_seconds(problem: CoverProblem, group: Sized) -> float:
    """How long it is expected to take to compare a solution with all its images."""
    return len(group) * len(problem.items) * IMAGE_SECONDS


def puzzle_search(
    cover: Cover, engine: Engine, group: Symmetries | None, *, keep: bool, unique: bool, fold: bool
) -> TreeSearch:
    """The search of a puzzle: over orbits with ``unique``, or with ``fold`` where that saves work."""
    whole = Task(cover.forced)
    symmetric = group if group is not None and not group.trivial and (unique or fold) else None

    def tasks(loop: StepLoop) -> tuple[Task, ...]:
        check = loop.check_cancelled
        probes = max(2, affordable_dives(cover.problem, SIZE_PROBES))
        nodes = expected_nodes(cover.problem, whole, engine, probes, check)
        found: tuple[Task, ...] = (whole,)
        # A small tree is searched whole faster than a good branch item for orbits is found.
        if symmetric is not None and (unique or nodes >= FOLD_FROM):
            options, items = symmetric.option_permutations(cover), symmetric.item_permutations(cover)
            found = orbit_tasks(cover.problem, cover.forced, options, items, engine, check, nodes)
        if engine.gains_by_reduction and nodes >= REDUCED_FROM:
            return narrowed(cover.problem, whole, found, int(min(nodes, REDUCTION_STEPS)), loop)
        return found

    first = whole
    if symmetric is not None and unique:
        first = Task(cover.forced, Symmetry(symmetric.option_permutations(cover)))
    return TreeSearch(cover.problem, engine, first, tasks, keep)


def narrowed(
    problem: CoverProblem, whole: Task, tasks: Sequence[Task], steps: int, loop: StepLoop
) -> tuple[Task, ...]:
    """The same tasks in smaller trees: options that no solution of the whole has are removed beforehand.

    They are in no solution of any task, so nothing about orbits changes. Tasks without solutions go.
    """
    reduction = reduce(problem, whole.prefix, limit=steps, loop=loop)
    loop.check_cancelled()
    if reduction.dead_item is not None:
        return ()
    prefixes = [reduction.decisions(task.prefix) for task in tasks]
    return tuple(
        replace(task, prefix=prefix)
        for task, prefix in zip(tasks, prefixes, strict=True)
        if prefix is not None
    )


def search(work: TreeSearch, control: Control, sink: Callable[[Batch], None] | None = None) -> Outcome:
    """Search, delivering solutions to ``sink`` in order, in batches; how it ended and what was found."""
    steps = Returning(search_batches(work, StepLoop(control)))
    for batch in steps:
        if sink is not None:
            sink(batch)
    return steps.value


def search_batches(work: TreeSearch, loop: StepLoop) -> Generator[Batch, None, Outcome]:
    """Search as a generator of batches of solutions that returns the outcome; closing it ends the search."""
    control = loop.control
    if control.checkpoint is None and control.resume is None:
        trial = _Trial(work, loop)
        tried, found = trial.run()
        if found is not None:
            if found:
                yield found
            return tried
        try:
            plain = control.limits.solutions == 1  # more is looked for after a first round
            if not tried.solutions and work.refute and work.refute(loop, plain):
                return Outcome(Status.COMPLETE, 0, 0, tried.nodes, loop.seconds, 1.0)
        except Cancelled as cancelled:
            return Outcome(cancelled.status, 0, 0, tried.nodes, loop.seconds, 0.0)
    race = None
    try:
        race = work.race(tried) if work.race else None
        if race is not None and race.head_start(lambda: race.shown(_progress_of(tried))):
            return tried
        if race is not None and not trial.kept:
            trial.patience = math.inf  # nothing quicker is in sight: parts take a while to set up
            tried, found = trial.run()
            if found is not None:
                return tried
        planned = PartsRun(work, loop, race)
        return (yield from planned.batches())
    except Cancelled as cancelled:
        return Outcome(cancelled.status, 0, 0, 0, loop.seconds, 0.0)
    finally:
        if race is not None:
            race.rival.close()


def _progress_of(outcome: Outcome) -> Progress:
    found = outcome.solutions, outcome.images
    return Progress(outcome.share, outcome.nodes, *found, outcome.seconds, None)


class _Trial:
    """A short search of the whole before it is split into parts; it may be taken up again."""

    def __init__(self, work: TreeSearch, loop: StepLoop) -> None:
        self.work, self.loop, self.limits = work, loop, loop.control.limits
        engine, limits = work.engine, self.limits
        first = engine.first_trial_nodes if limits.solutions == 1 else engine.trial_nodes
        self.kept = work.keep or limits.solutions is not None
        self.patience = math.inf  # seconds that may be left for it to go on at once
        if work.race is not None and not self.kept:
            rival = RIVAL_SECONDS + RIVAL_OPTION_SECONDS * len(work.problem.options)
            self.patience = min(rival, work.effort(2 * first, 0))
            first = min(first, math.ceil(rival / engine.seconds_of_node(work.problem)))
        self.nodes = first if limits.nodes is None else min(first, limits.nodes)
        self.goal = work.effort(first, 0)
        # One solution more than wanted: then it is known whether the limit cut anything off.
        self.most = math.inf if limits.solutions is None else limits.solutions + 1
        capacity = int(min(self.most, self.nodes + 1)) if self.kept else 0
        self.search = engine.start(work.problem, work.whole, capacity)

    def run(self) -> tuple[Outcome, Batch | None]:
        """What a moment found; no batch when it was not enough, neither to the end nor to a limit."""
        search, status, ended = self.search, "running", None
        while not self._is_over():
            status = search.advance(min(TRIAL_STEP, self.nodes - search.nodes))
            if status != "running":
                break
            ended = self.loop.interruption
            if ended is not None:
                break
        return self._result(status, ended)

    def _is_over(self) -> bool:
        """Whether it has come to its goal, and does not seem to be near its end."""
        search, work, limit = self.search, self.work, self.limits.nodes
        spent = work.effort(search.nodes, search.solutions)
        if search.nodes < self.nodes and (self.kept or spent < self.goal):
            return False
        left = None if self.kept else seconds_left(spent, search.progress())
        if left is None or left > self.patience or spent + left > LONGEST_TRIAL_SECONDS:
            return True
        self.nodes = max(self.nodes, math.ceil(search.nodes * TRIAL_GROWTH))
        self.nodes = self.nodes if limit is None else min(self.nodes, limit)
        self.goal = spent * TRIAL_GROWTH
        return search.nodes >= self.nodes

    def _result(self, status: str, ended: Status | None) -> tuple[Outcome, Batch | None]:
        work, search, limits, loop = self.work, self.search, self.limits, self.loop
        found = [tuple(solution) for solution in search.take()] if self.kept else []
        found_so_far = search.solutions, search.images, search.nodes
        unfinished = Outcome(Status.LIMIT, *found_so_far, loop.seconds, 0.0), None
        if status == "full" and len(found) < self.most:  # rare; leave it to the run
            return unfinished
        cut = limits.solutions is not None and len(found) >= limits.solutions and status != "complete"
        spent = limits.nodes is not None and search.nodes >= limits.nodes and status != "complete"
        if limits.solutions is not None and len(found) > limits.solutions:
            found, cut = found[: limits.solutions], True
        if not cut and not spent and status != "complete" and ended is None:
            return unfinished
        images = search.images if work.whole.symmetry else search.solutions
        solutions = search.solutions
        if cut:
            solutions = len(found)
            images = sum(images_of(work.whole.symmetry, solution) for solution in found)
        share = 1.0 if status == "complete" and not cut else search.progress()
        ending = Status.LIMIT if cut or spent else ended or Status.COMPLETE
        outcome = Outcome(ending, solutions, images, search.nodes, loop.seconds, share)
        return outcome, found if work.keep else []


def images_of(symmetry: Symmetry | None, solution: tuple[int, ...]) -> int:
    """How many solutions a delivered one stands for: the size of its orbit, 1 without a symmetry."""
    if symmetry is None:
        return 1
    held = set(solution)
    fixing = sum(all(g[o] in held for o in solution) for g in symmetry.group)
    return len(symmetry.group) // fixing


class PartsRun:
    """A run in parts: what is fixed about it, and what the main thread counts."""

    def __init__(self, work: TreeSearch, loop: StepLoop, race: AnyRace | None = None) -> None:
        self.work, self.loop, self.control, self.race = work, loop, loop.control, race
        self.limits = self.control.limits
        # The plan of a run with a checkpoint is always finished: the checkpoint is made of its parts.
        durable = self.control.is_durable
        self.planning = StepLoop() if durable else loop
        tasks = tuple(work.tasks(self.planning))
        self.sample = tasks[0] if tasks else Task()
        self.parts = split_tasks(work.problem, tasks, work.engine, self.planning.check_cancelled)
        self.keep = work.keep or self.limits.solutions is not None
        self.rounds = self.limits.solutions == 1
        self.checkpoint: SearchCheckpoint | None = None
        if durable:
            digests = work.problem.digest, work.engine.name, parts_digest(self.parts)
            self.checkpoint = SearchCheckpoint(loop, SearchIdentity(*digests, self.keep, self.rounds))
        self.held: list[Batch] = []  # until a race is decided
        self.delivered = 0
        self.images = 0  # of the delivered ones
        self.top_share = 0.0
        self.share_before = 0.0

    def batches(self) -> Generator[Batch, None, Outcome]:
        try:
            if self.checkpoint is not None:
                yield from self._resumed(self.checkpoint)
            status = yield from self._rounds()
        finally:
            if self.checkpoint is not None:
                self.checkpoint.close()
        self.loop.report(self._shown, force=True)
        return self._outcome(status)

    def _resumed(self, checkpoint: SearchCheckpoint) -> Generator[Batch, None, None]:
        """Begin a checkpoint or resume one: the parts as they were, the solutions delivered before."""
        if checkpoint.saved is not None:
            try:
                for part, state in zip(self.parts, checkpoint.saved.parts, strict=True):
                    part.resume(state)
                    for options in part.waiting:
                        self.work.problem.check_solution(options)
            except WRONG_CONTENT:
                raise damage(checkpoint.resumed_path) from None
            self.delivered, self.images = checkpoint.saved.delivered, checkpoint.saved.images
            self.share_before = self.top_share = share_done(self.parts)
        batches = checkpoint.open()
        self._save()  # at once: an older checkpoint of this name would not fit the new solutions
        left = self.limits.solutions if self.limits.solutions is not None else self.delivered
        for batch in batches:
            try:
                for options in batch:
                    self.work.problem.check_solution(options)
            except WRONG_CONTENT:
                raise damage(checkpoint.resumed_path) from None
            if left > 0 and self.work.keep:
                yield batch[:left]
            left -= len(batch)

    def _rounds(self) -> Generator[Batch, None, Status]:
        """Round after round until all parts are done; a run to the end has one round."""
        control = self.control
        if control.on_progress and sum(part.weight for part in self.parts) > WEIGHED_FROM:
            try:
                weigh(self.work.problem, self.parts, self.work.engine, self.planning.check_cancelled)
            except Cancelled as cancelled:
                return cancelled.status
        first_goal = self.work.engine.round_nodes
        goal = first_goal if self.rounds else None
        nodes_left = None
        if self.limits.nodes is not None:
            nodes_left = max(0, self.limits.nodes - sum(part.nodes for part in self.parts))
        race, expected = self.race, sum(part.weight for part in self.parts)
        while True:
            if race is not None and self.rounds:
                race.follow(sum(part.nodes for part in self.parts))
            elif race is not None:
                nodes = sum(part.nodes for part in self.parts)
                nodes_left = race.begin(nodes, share_done(self.parts), expected)
                if nodes_left is None:
                    yield from self._release()
            threads = SearchThreads(
                self.work.problem,
                self.work.engine,
                [part for part in self.parts if not part.done or part.waiting],
                keep=self.keep,
                solutions_limit=self.limits.solutions,
                nodes_left=nodes_left,
                durable=self.checkpoint is not None,
            )
            status = None
            try:
                threads.start(max(1, control.threads), goal=goal, delivered=self.delivered)
                status = yield from self._deliver(threads)
            finally:
                threads.stop()
                self._save()
            done = all(part.done for part in self.parts)
            if status is None and race is not None and not done:
                try:
                    if race.end(self._shown):
                        return Status.LIMIT
                except Cancelled as cancelled:
                    status = cancelled.status
            if status is not None or done:
                yield from self._release()
            if status is not None:
                seconds = GRACE_SECONDS if status is Status.CANCELLED else OVERTIME_SECONDS
                yield from self._deliver_waiting(seconds)
                return status
            if done:
                return Status.COMPLETE
            nodes_left = threads.nodes_left
            if race is not None and not self.rounds:
                continue
            if nodes_left == 0:
                yield from self._deliver_waiting(math.inf)
                return Status.LIMIT
            assert goal is not None, "a completed round leaves nothing"
            if goal == first_goal and self._refuted():
                return Status.COMPLETE
            goal *= 2

    def _refuted(self) -> bool:
        """Whether a longer look shows that there is no solution, after a round that found none."""
        refute = self.work.refute
        if refute is None or self.checkpoint is not None or any(part.solutions for part in self.parts):
            return False
        try:
            return refute(self.planning, False)
        except Cancelled:
            return False  # the next round ends at once

    def _deliver(self, threads: SearchThreads) -> Generator[Batch, None, Status | None]:
        """Deliver what the threads find until their round is over (None), or a limit ends the run."""
        limits = self.limits
        while True:
            capacity = DELIVERED_AT_ONCE
            if limits.solutions is not None:
                capacity = min(capacity, limits.solutions - self.delivered)
                if capacity <= 0:  # whether that was all is said only when it is known
                    threads.stop()
                    left = any(part.waiting or not part.done for part in self.parts)
                    return Status.LIMIT if left else Status.COMPLETE
            ended = self.loop.interruption
            if ended is not None:
                return ended
            batch, over = threads.collect(POLL_SECONDS, capacity)
            if batch:
                self._count(batch)
                if self.checkpoint is not None:
                    self.checkpoint.add(batch)
                if self._holds_back:
                    self.held.append(batch)
                elif self.work.keep:
                    yield batch
            if over and not batch:
                return None
            self.loop.report(self._shown)
            if self.checkpoint is not None and self.checkpoint.is_due:
                with threads.changed:
                    states = [part.state() for part in self.parts]
                self.checkpoint.save(states, self.delivered, self.images)

    @property
    def _holds_back(self) -> bool:
        """Whether solutions wait: the rival may win, and lists all of them in another order."""
        race = self.race
        return race is not None and race.limit != UNLIMITED and not race.rival.ended

    def _release(self) -> Generator[Batch, None, None]:
        """Deliver what was held back."""
        yield from self.held
        self.held.clear()

    def _deliver_waiting(self, seconds: float) -> Generator[Batch, None, None]:
        """What threads ahead of the head had found when the run was stopped, in order, up to the limit.

        Not for the checkpoint: there these wait in their parts, so that a resumed run keeps its order.
        Whoever stopped a run does not wait longer than ``seconds``; what is left then was not counted.
        """
        end = time.monotonic() + seconds
        for part in self.parts:
            waiting = list(part.waiting)
            for start in range(0, len(waiting), DELIVERED_AT_ONCE):
                batch = waiting[start : start + DELIVERED_AT_ONCE]
                if self.limits.solutions is not None:
                    batch = batch[: self.limits.solutions - self.delivered]
                if not batch or time.monotonic() > end:
                    return
                self._count(batch)
                if self.work.keep:
                    yield batch

    def _count(self, batch: Batch) -> None:
        self.delivered += len(batch)
        if self.sample.symmetry is not None:
            self.images += sum(images_of(self.sample.symmetry, solution) for solution in batch)

    def _save(self) -> None:
        """Write the checkpoint, if there is one; not while threads run."""
        if self.checkpoint is not None:
            self.checkpoint.save((part.state() for part in self.parts), self.delivered, self.images)

    def _outcome(self, status: Status) -> Outcome:
        progress = self._progress()
        share = 1.0 if status is Status.COMPLETE else progress.share * self._delivered_share
        return Outcome(status, progress.solutions, progress.images, progress.nodes, progress.seconds, share)

    def _shown(self) -> Progress:
        progress = self._progress()
        progress = replace(progress, share=progress.share * self._delivered_share)
        return progress if self.race is None else self.race.shown(progress)

    @property
    def _delivered_share(self) -> float:
        """The share of what was found that is delivered: the rest is not done."""
        waiting = sum(len(part.waiting) for part in self.parts)
        return self.delivered / (self.delivered + waiting) if waiting else 1.0

    def _progress(self) -> Progress:
        now = self.loop.elapsed
        if self.keep:  # what waits to be delivered may be lost when the run is stopped
            solutions, images = self.delivered, self.images
        else:
            solutions = sum(part.solutions for part in self.parts)
            images = sum(part.images for part in self.parts)
        if self.sample.symmetry is None:
            images = solutions
        self.top_share = max(self.top_share, share_done(self.parts))
        gained = self.top_share - self.share_before
        eta = now * (1 - self.top_share) / gained if gained > 0 and now > 0.5 else None
        nodes = sum(part.nodes for part in self.parts)
        return Progress(self.top_share, nodes, solutions, images, self.loop.seconds_before + now, eta)
