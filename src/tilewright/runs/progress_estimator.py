"""Makes the random dives that estimate the size of a run, in a thread parallel to the coordinator."""

from __future__ import annotations

import logging
import math
import queue
import random
import signal
import threading
import time
from dataclasses import dataclass

from tilewright.clock import monotonic
from tilewright.runs.progress import ProgressEstimate, estimate_of_round
from tilewright.runs.task import RunTask
from tilewright.runs.worker import WorkerContext
from tilewright.solving.search.partition import dive
from tilewright.threads import start_thread

DIVES = 16  # into each drawn task: preparing its search takes longer than ten dives
MIN_TASKS, MAX_TASKS = 4, 4_096  # drawn for a round
FIRST_PAUSE = 0.3  # seconds of a session before the first round
PAUSE_SHARE = 0.1  # the pause between two rounds as a share of the session's time ...
MAX_PAUSE = 30.0  # ... but no longer than so many seconds
CPU_SHARE = 0.05  # of one core, for rounds
JOIN_SECONDS = 2.0  # that the thread has to end

logger = logging.getLogger("tilewright.runs")


@dataclass(frozen=True)
class TaskSample:
    """Waiting tasks drawn in proportion to their shares, some perhaps several times.

    ``waiting_share`` is that of all waiting tasks, ``done`` the nodes that had been visited by then.
    """

    done: int
    waiting_share: float
    tasks: tuple[RunTask, ...]


class ProgressEstimator:
    """Makes rounds of dives; all its methods are called in the coordinator's thread."""

    def __init__(self, context: WorkerContext, seed: str) -> None:
        self.random = random.Random(seed)
        self._context = context
        self._start = monotonic()
        self._next_round = self._start + FIRST_PAUSE
        self._task_seconds = 0.0  # processor time of a task of a round; 0 before the first
        self._requested_at = 0.0  # when the round under way was requested; 0 when there is none
        self._drawing_seconds = 0.0  # for drawing its tasks
        self._samples: queue.SimpleQueue[TaskSample | None] = queue.SimpleQueue()
        self._estimates: queue.SimpleQueue[tuple[ProgressEstimate, float]] = queue.SimpleQueue()
        self._cancelled = threading.Event()
        self._thread: threading.Thread | None = None

    def tasks_wanted(self) -> int:
        """How many tasks to draw now for a round; usually 0."""
        now = monotonic()
        if self._requested_at or now < self._next_round or self._cancelled.is_set():
            return 0
        self._requested_at = now
        if not self._task_seconds:
            return MIN_TASKS
        return min(MAX_TASKS, max(MIN_TASKS, int(CPU_SHARE * self._pause() / self._task_seconds)))

    def submit(self, sample: TaskSample) -> None:
        """Dive into the tasks of a sample."""
        self._drawing_seconds = monotonic() - self._requested_at
        if not sample.tasks or sample.waiting_share <= 0:
            self._schedule(0.0, 1)
            return
        if self._thread is None:
            self._thread = start_thread(self._work, "progress-estimator")
        self._samples.put(sample)

    def take(self) -> ProgressEstimate | None:
        """The estimate of the round that has just ended; None while there is none."""
        try:
            estimate, seconds = self._estimates.get_nowait()
        except queue.Empty:
            return None
        self._schedule(seconds, estimate.dives // DIVES)
        return estimate

    def cancel(self) -> None:
        """Make no more dives; does not wait for the current one."""
        self._cancelled.set()
        self._samples.put(None)

    def close(self) -> None:
        """End the thread."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(JOIN_SECONDS)

    def _pause(self) -> float:
        return min(MAX_PAUSE, max(FIRST_PAUSE, PAUSE_SHARE * (monotonic() - self._start)))

    def _schedule(self, seconds: float, tasks: int) -> None:
        self._requested_at = 0.0
        self._task_seconds = seconds / tasks if seconds else self._task_seconds
        # Drawing the tasks is a part of the cost of a round: where millions wait, rounds are rare.
        self._next_round = monotonic() + max(self._pause(), (seconds + self._drawing_seconds) / CPU_SHARE)

    def _work(self) -> None:
        """The thread: round after round, until it is cancelled."""
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        dice = random.Random(self.random.getrandbits(62))
        try:
            while (sample := self._samples.get()) is not None:
                start = time.thread_time()
                nodes = [self._nodes(task, dice) for task in sample.tasks if not self._cancelled.is_set()]
                if self._cancelled.is_set():
                    return
                shares = [task.share for task in sample.tasks]
                estimate = estimate_of_round(sample.done, sample.waiting_share, shares, nodes, DIVES)
                self._estimates.put((estimate, time.thread_time() - start))
        except Exception as error:  # noqa: BLE001 - logged: the run needs no estimate, and goes on
            logger.warning("the run's progress is no longer estimated: %s: %s", type(error).__name__, error)
            self._cancelled.set()

    def _nodes(self, task: RunTask, dice: random.Random) -> float:
        """The mean number of nodes that dives find below a task."""
        context = self._context
        engine_task = context.engine_task(task.prefix, task.required)
        search = context.engine.start(context.cover.problem, engine_task, 0)
        seeds = [dice.getrandbits(62) for _ in range(DIVES)]
        return math.fsum(dive(search, seed)[0] for seed in seeds if not self._cancelled.is_set()) / DIVES
