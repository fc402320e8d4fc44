"""A search of the tree in parts on threads, after a trial: rounds, a race, delivery in order, checkpoints."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.clock import monotonic
from tilewright.solving.engines.base import (
    Batch,
    Engine,
    Outcome,
    Task,
)
from tilewright.solving.engines.native import images_of
from tilewright.solving.search.effort_comparison import relative_effort
from tilewright.solving.search.partition import parts_digest, share_done, split_tasks, weigh
from tilewright.solving.search.race import UNLIMITED, AnyRace
from tilewright.solving.search.threads import SearchThreads
from tilewright.solving.search.trial import TreeSearch
from tilewright.solving.steps import Cancelled, Progress, Status, StepLoop

if TYPE_CHECKING:
    from tilewright.solving.engines.search_checkpoint import SearchCheckpoint

POLL_SECONDS = 0.05
WEIGHED_FROM = 5e6  # expected nodes from which the parts of a run with a progress bar are weighed
DELIVERED_AT_ONCE = 128
GRACE_SECONDS = 0.05  # how long solutions are still delivered after a cancellation
OVERTIME_SECONDS = 0.5  # and how long after the time limit


class PartsRun:
    """A run in parts: what is fixed about it, and what the main thread counts."""

    def __init__(self, work: TreeSearch, loop: StepLoop, race: AnyRace | None = None) -> None:
        self.work, self.loop, self.control, self.race = work, loop, loop.control, race
        self.limits = self.control.limits
        durable = self.control.is_durable
        tasks = tuple(work.tasks(loop))
        self.sample = tasks[0] if tasks else Task()
        self.engine = work.engine
        self.parts = split_tasks(work.problem, tasks, work.engine, loop.check_cancelled)
        other = None if durable or work.other is None else work.other()
        if other is not None:
            self._compare(other)
        self.keep = work.keep or self.limits.solutions is not None
        self.rounds = self.limits.solutions == 1
        self.checkpoint: SearchCheckpoint | None = None
        if durable:
            from tilewright.solving.engines.search_checkpoint import (  # few keep one
                SearchCheckpoint,
                SearchIdentity,
            )

            digests = work.problem.digest, work.engine.name, parts_digest(self.parts)
            self.checkpoint = SearchCheckpoint(loop, SearchIdentity(*digests, self.keep, self.rounds))
        self.waiting: list[Batch] = []  # until a race is decided
        self.delivered = 0  # those that a resumed run delivers again included
        self.images = 0  # of the delivered ones
        self.left_out = self.images_left_out = 0  # delivered before, but more than this run is to deliver
        self.top_share = 0.0
        self.share_before = 0.0

    def _compare(self, other: Engine) -> None:
        """Let another engine take over where it is quicker on small pieces of the search."""
        problem = self.work.problem
        node_seconds, other_seconds = self.engine.seconds_of_node(problem), other.seconds_of_node(problem)
        expected = math.fsum(part.weight for part in self.parts) * node_seconds
        if self.race is not None:  # the more careful of two guesses
            expected = max(expected, self.race.expected)
        relative = relative_effort(problem, self.parts, self.engine, other, expected, self.loop)
        if relative == math.inf:
            return
        nodes = relative * node_seconds / other_seconds
        for part in self.parts:
            part.weight *= nodes
        self.engine = other
        if self.race is not None:
            self.race.node_seconds = other_seconds
            self.race.expected *= relative

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
        from tilewright.solving.engines.checkpoint import WRONG_CONTENT, damage

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
            over = batch[max(0, left) :]
            self.left_out += len(over)
            self.images_left_out += self._images_of(over)
            left -= len(batch)

    def _rounds(self) -> Generator[Batch, None, Status]:
        """Round after round until all parts are done; a run to the end has one round."""
        control = self.control
        if control.on_progress and sum(part.weight for part in self.parts) > WEIGHED_FROM:
            try:
                weigh(self.work.problem, self.parts, self.engine, self.loop.check_cancelled)
            except Cancelled as cancelled:
                return cancelled.status
        first_goal = self.engine.round_nodes
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
                self.engine,
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
            if status is None and race is not None and not self._all_delivered:
                try:
                    if race.end(self._shown):
                        return Status.LIMIT
                except Cancelled as cancelled:
                    status = cancelled.status
            if status is not None or self._all_delivered:
                yield from self._release()
            if status is not None:
                seconds = GRACE_SECONDS if status is Status.CANCELLED else OVERTIME_SECONDS
                yield from self._deliver_waiting(seconds)
                return status
            nodes_left = threads.nodes_left
            all_delivered = self._all_delivered
            refuted = not all_delivered and goal is not None and goal == first_goal and nodes_left != 0
            if all_delivered or (refuted and self._refuted()):
                return Status.COMPLETE
            if race is not None and not self.rounds:
                continue
            if nodes_left == 0:
                yield from self._deliver_waiting(math.inf)
                return Status.LIMIT
            assert goal is not None, "a completed round leaves nothing"
            goal *= 2

    @property
    def _all_delivered(self) -> bool:
        """Whether every part is done, every solution that was found delivered, and none left out."""
        return not self.left_out and all(part.done and not part.waiting for part in self.parts)

    def _refuted(self) -> bool:
        """Whether a longer look shows that there is no solution, after a round that found none."""
        refute = self.work.refute
        if refute is None or self.checkpoint is not None or any(part.solutions for part in self.parts):
            return False
        try:
            return refute(self.loop, False)
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
                    return None if self._all_delivered else Status.LIMIT
            ended = self.loop.interruption
            if ended is not None:
                return ended
            batch, over = threads.collect(POLL_SECONDS, capacity)
            if batch:
                self._count(batch)
                if self.checkpoint is not None:
                    self.checkpoint.add(batch)
                if self._holds_back:
                    self.waiting.append(batch)
                elif self.work.keep:
                    yield batch
            elif over:
                return None
            elif self.work.keep and not self._holds_back:
                yield batch  # empty: whoever gathers solutions need not wait for more of them
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
        yield from self.waiting
        self.waiting.clear()

    def _deliver_waiting(self, seconds: float) -> Generator[Batch, None, None]:
        """What threads ahead of the head had found when the run was stopped, in order, up to the limit.

        Not for the checkpoint: there these wait in their parts, so that a resumed run keeps its order.
        Whoever stopped a run does not wait longer than ``seconds``; what is left then was not counted.
        """
        end = monotonic() + seconds
        for part in self.parts:
            waiting = list(part.waiting)
            for start in range(0, len(waiting), DELIVERED_AT_ONCE):
                batch = waiting[start : start + DELIVERED_AT_ONCE]
                if self.limits.solutions is not None:
                    batch = batch[: max(0, self.limits.solutions - self.delivered)]
                if not batch or monotonic() > end:
                    return
                self._count(batch)
                if self.work.keep:
                    yield batch

    def _count(self, batch: Batch) -> None:
        self.delivered += len(batch)
        self.images += self._images_of(batch)

    def _images_of(self, batch: Batch) -> int:
        symmetry = self.sample.symmetry
        return 0 if symmetry is None else images_of(symmetry, batch)

    def _save(self) -> None:
        """Write the checkpoint, if there is one; not while threads run."""
        if self.checkpoint is not None:
            self.checkpoint.save((part.state() for part in self.parts), self.delivered, self.images)

    def _outcome(self, status: Status) -> Outcome:
        progress = self._progress()
        share = 1.0 if status is Status.COMPLETE else progress.share * self._delivered_share
        engine = "" if self.engine is self.work.engine else self.engine.name
        entry = progress.solutions, progress.images, progress.nodes, progress.seconds
        return Outcome(status, *entry, share, engine)

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
            solutions = self.delivered - self.left_out
            images = self.images - self.images_left_out
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
