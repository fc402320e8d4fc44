"""Workers that are threads of this process: the core lets go of Python's lock while it searches."""

from __future__ import annotations

import platform
import threading

from tilewright.runs.executors.base import Executor
from tilewright.runs.executors.pool import Pool, Returned
from tilewright.runs.task import Assignment, Budget, RunTask
from tilewright.runs.worker import Bench, attempt, bench_for


class ThreadHand:
    """One thread, at a bench that all share."""

    def __init__(self, name: str, bench: Bench, stop: threading.Event) -> None:
        self.name = name
        self.host = platform.node()
        self._bench = bench
        self._stop = stop

    def open(self) -> None:
        """Nothing to do: the bench is there."""

    def perform(self, task: RunTask, budget: Budget) -> Returned:
        return attempt(self._bench, task, budget, self.name, self._stop.is_set)

    def halt(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()


def threads(workers: int) -> Executor:
    """An executor of so many threads."""

    def hands(assignment: Assignment) -> list[ThreadHand]:
        bench, stop = bench_for(assignment), threading.Event()
        return [ThreadHand(f"thread {number}", bench, stop) for number in range(1, workers + 1)]

    return Pool("1 thread" if workers == 1 else f"{workers} threads", hands)
