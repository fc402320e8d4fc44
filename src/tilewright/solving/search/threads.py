"""The threads of a run: they take parts in order, step their searches, lay solutions down for delivery."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Engine,
    Search,
)
from tilewright.solving.search.partition import Part
from tilewright.solving.steps import StepSize
from tilewright.threads import start_thread

FIRST_STEP = 16  # nodes of a thread's first step
AHEAD = 50_000  # solutions that may wait, over all parts, before threads ahead of the head pause
CAPACITY = 4_096  # solutions that one search may hold before they are taken


class SearchThreads:
    """Threads over one round of jobs. A job brings a part up to ``goal`` nodes, or to its end.

    Jobs are taken in order, and solutions are delivered in order: all of the first job, then all of
    the second. The head is the first job whose solutions are not all delivered yet. What a part finds
    depends neither on the number of threads nor on the clock.
    """

    def __init__(
        self,
        problem: CoverProblem,
        engine: Engine,
        parts: Sequence[Part],
        *,
        keep: bool,
        solutions_limit: int | None,
        nodes_left: int | None,
        durable: bool,
    ) -> None:
        self._problem, self._engine = problem, engine
        self._keep = keep
        self._capacity = min(CAPACITY, solutions_limit or CAPACITY) if keep else 0
        self._wanted = solutions_limit
        self._durable = durable  # whether positions are noted after each slice
        self._jobs = list(parts)
        # What is done only waits to be delivered; no thread has to take it up: there may be no nodes left.
        self._finished = [part.done for part in self._jobs]
        self._next = 0
        self._head = 0
        self._goal: int | None = None
        self._waiting = sum(len(part.waiting) for part in parts)
        self._delivered = 0
        self._threads: list[threading.Thread] = []
        self._stop = False
        self._active = 0
        self._promised = 0  # nodes granted to searches that have not come back yet
        self.nodes_left = nodes_left
        self.error: BaseException | None = None
        self.changed = threading.Condition()

    def start(self, threads: int, *, goal: int | None, delivered: int) -> None:
        """Begin a round with so many threads; ``goal`` None is to the end."""
        self._goal = goal
        self._delivered = delivered
        self._active = threads
        for number in range(threads):
            self._threads.append(start_thread(self._work, str(number)))

    def stop(self) -> None:
        """End all threads, each after its step; parts keep their positions."""
        with self.changed:
            self._stop = True
            self.changed.notify_all()
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def collect(self, timeout: float, most: int) -> tuple[list[tuple[int, ...]], bool]:
        """The next solutions in order, waiting for some up to ``timeout`` seconds; and whether that is all.

        It is all when every job is finished, or when the threads have used up the nodes there were.
        """
        with self.changed:
            if not self._ready():
                self.changed.wait(timeout)
            if self.error is not None:
                raise self.error
            batch: list[tuple[int, ...]] = []
            while self._head < len(self._jobs) and len(batch) < most:
                waiting = self._jobs[self._head].waiting
                while waiting and len(batch) < most:
                    batch.append(waiting.popleft())
                if waiting or not self._finished[self._head]:
                    break
                self._head += 1
            self._waiting -= len(batch)
            self._delivered += len(batch)
            self.changed.notify_all()
            return batch, self._head == len(self._jobs) or (self._active == 0 and not batch)

    def _ready(self) -> bool:
        return (
            self.error is not None
            or self._head == len(self._jobs)
            or self._finished[self._head]
            or bool(self._jobs[self._head].waiting)
            or self._active == 0
        )

    def _work(self) -> None:
        size = StepSize(FIRST_STEP, smallest=FIRST_STEP)
        try:
            while (job := self._claim()) is not None:
                self._search(job, size)
        except BaseException as error:  # noqa: BLE001 - handed to the main thread, which raises it
            self.error = error
        with self.changed:
            self._active -= 1
            self.changed.notify_all()

    def _claim(self) -> int | None:
        """The number of the next job; None when there is nothing more to do."""
        with self.changed:
            while not self._stop and self._next < len(self._jobs) and self.nodes_left != 0:
                if not self._may_run_ahead(self._next):
                    self.changed.wait()
                    continue
                job = self._next
                self._next += 1
                if self._jobs[job].done:
                    continue
                return job
            return None

    def _may_run_ahead(self, job: int) -> bool:
        """Whether there is space, and need, for solutions of this job; the head's are always needed."""
        if job == self._head or not self._keep:
            return True
        if self._wanted is not None and self._delivered + self._waiting >= self._wanted:
            return False
        return self._waiting < AHEAD

    def _search(self, job: int, size: StepSize) -> None:
        """Step a part until its job is done, or the threads are stopped."""
        part = self._jobs[job]
        search = part.open(self._problem, self._engine, self._capacity)
        while True:
            granted = self._grant(part, size.units)
            if granted is None:
                break
            before = search.nodes, search.solutions, search.images
            start = time.perf_counter()
            status = search.advance(granted)
            if status == "running" and granted == size.units:
                size.adapt(granted, search.nodes - before[0], time.perf_counter() - start)
            self._note(part, search, before, granted, status)
            if status == "complete":
                break
        with self.changed:
            if not part.done:
                part.position = search.position()
            self._finished[job] = part.done or (self._goal is not None and part.nodes >= self._goal)
            self.changed.notify_all()

    def _grant(self, part: Part, budget: int) -> int | None:
        """How many nodes the part may visit now: waits while it must; None when it is to stop."""
        with self.changed:
            if self._keep:
                while not self._stop and len(part.waiting) >= CAPACITY:
                    if part is not self._jobs[self._head] and self._waiting < AHEAD:
                        break
                    self.changed.wait()
            while not self._stop and self.nodes_left == 0 and self._promised:
                self.changed.wait()  # another search may come back with nodes that it did not need
            if self._goal is not None:
                budget = min(budget, self._goal - part.nodes)
            if self.nodes_left is not None:
                budget = min(budget, self.nodes_left)
            if self._stop or budget <= 0:
                return None
            if self.nodes_left is not None:
                self.nodes_left -= budget
                self._promised += budget
            return budget

    def _note(
        self, part: Part, search: Search, before: tuple[int, int, int], granted: int, status: str
    ) -> None:
        number_lists = search.take() if self._keep else []
        position = search.position() if self._durable and status != "complete" else None
        share = search.progress()
        with self.changed:
            used = search.nodes - before[0]
            part.nodes += used
            part.solutions += search.solutions - before[1]
            part.images += search.images - before[2]
            part.share = share
            part.done = status == "complete"
            part.position = position
            part.waiting.extend(map(tuple, number_lists))
            self._waiting += len(number_lists)
            if self.nodes_left is not None:
                self.nodes_left += granted - used
                self._promised -= granted
            if number_lists or part.done or self.nodes_left is not None:
                self.changed.notify_all()
