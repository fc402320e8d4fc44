"""Makes the dives that tell how much of a run is left: one thread beside the coordinator, now and then."""

from __future__ import annotations

import logging
import math
import queue
import random
import signal
import threading
import time
from dataclasses import dataclass

from tilewright.runs.progress_estimate import Outlook, outlook_of_round
from tilewright.runs.task import RunTask
from tilewright.runs.worker import Bench
from tilewright.solve.partition import dive

DIVES = 16  # into each task that is drawn: to set out for one takes longer than ten dives
LEAST, MOST = 4, 4_096  # tasks that are drawn for a round
FIRST = 0.3  # seconds of a sitting before the first round
PAUSE = 0.1  # of the time that the sitting has lasted, between two rounds ...
LONGEST_PAUSE = 30.0  # ... but no more seconds than these
OF_TIME = 0.05  # of one core, that rounds may take
FAREWELL = 2.0  # seconds that the thread has to end

logger = logging.getLogger("tilewright.runs")


@dataclass(frozen=True)
class Sample:
    """Tasks that wait, drawn in proportion to their shares, one perhaps several times; ``share`` is that of
    all that wait, ``done`` the nodes that had been visited by then."""

    done: int
    share: float
    tasks: tuple[RunTask, ...]


class Surveyor:
    """Makes rounds of dives; all its methods are for the coordinator's thread."""

    def __init__(self, bench: Bench, seed: str) -> None:
        self.chance = random.Random(seed)
        self._bench = bench
        self._began = time.monotonic()
        self._next = self._began + FIRST
        self._a_task = 0.0  # seconds of a processor that a task of a round takes; 0 before the first
        self._asked = 0.0  # when the round that is out was asked for; 0 when none is
        self._drawing = 0.0  # seconds that it took to draw its tasks
        self._samples: queue.SimpleQueue[Sample | None] = queue.SimpleQueue()
        self._rounds: queue.SimpleQueue[tuple[Outlook, float]] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def wanted(self) -> int:
        """How many tasks are to be drawn now for a round; 0 mostly."""
        now = time.monotonic()
        if self._asked or now < self._next or self._ended.is_set():
            return 0
        self._asked = now
        if not self._a_task:
            return LEAST
        return min(MOST, max(LEAST, int(OF_TIME * self._pause() / self._a_task)))

    def send(self, sample: Sample) -> None:
        """Dive into the tasks of a sample."""
        self._drawing = time.monotonic() - self._asked
        if not sample.tasks or sample.share <= 0:
            self._rest(0.0, 1)
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="surveyor", daemon=True)
            self._thread.start()
        self._samples.put(sample)

    def round(self) -> Outlook | None:
        """What the round says that has just ended."""
        try:
            found, took = self._rounds.get_nowait()
        except queue.Empty:
            return None
        self._rest(took, found.dives // DIVES)
        return found

    def halt(self) -> None:
        """Make no more dives; does not wait for the one that is being made."""
        self._ended.set()
        self._samples.put(None)

    def close(self) -> None:
        """End the thread."""
        self.halt()
        if self._thread is not None:
            self._thread.join(FAREWELL)

    def _pause(self) -> float:
        return min(LONGEST_PAUSE, max(FIRST, PAUSE * (time.monotonic() - self._began)))

    def _rest(self, took: float, tasks: int) -> None:
        self._asked = 0.0
        self._a_task = took / tasks if took else self._a_task
        # To draw the tasks is a part of what a round takes: where millions wait, rounds are rare.
        self._next = time.monotonic() + max(self._pause(), (took + self._drawing) / OF_TIME)

    def _work(self) -> None:
        """What the thread does: round after round, until the end."""
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        chance = random.Random(self.chance.getrandbits(62))
        try:
            while (sample := self._samples.get()) is not None:
                clock = time.thread_time()
                found = [self._nodes(task, chance) for task in sample.tasks if not self._ended.is_set()]
                if self._ended.is_set():
                    return
                shares = [task.share for task in sample.tasks]
                outlook = outlook_of_round(sample.done, sample.share, shares, found, DIVES)
                self._rounds.put((outlook, time.thread_time() - clock))
        except Exception as error:  # noqa: BLE001 - told: the run needs no estimate, and goes on
            logger.warning(
                "how much of the run is done is not estimated any more: %s: %s", type(error).__name__, error
            )
            self._ended.set()

    def _nodes(self, task: RunTask, chance: random.Random) -> float:
        """The nodes that dives find below a task, on average."""
        bench = self._bench
        search = bench.engine.start(bench.cover.problem, bench.task(task.prefix, task.must), 0)
        seeds = [chance.getrandbits(62) for _ in range(DIVES)]
        return math.fsum(dive(search, seed)[0] for seed in seeds if not self._ended.is_set()) / DIVES
