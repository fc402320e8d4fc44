"""Measure how many results per second a coordinator handles, by number of workers and of remaining parts.

    .venv/bin/python benchmarks/runs_coordinator.py [--workers 100,1000,10000] [--rests 0,16] [--seconds 4]

The coordinator and its run database are real; the simulated workers return each task at once. Measured is the
coordinator alone: reading tasks, submitting them, and committing results with their remaining parts, while
each worker has a task and another one queued. What an executor adds is in runs_overhead.py.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from report import table
from tilewright.catalogue import load
from tilewright.runs.coordinator import RunControl, coordinate
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.executors import WorkerState
from tilewright.runs.store import Store
from tilewright.runs.task import Assignment, Remainder, RunTask, TaskBudget, TaskLost, TaskResult

PUZZLE = "pentominoes-6x10"  # it only lends its options
PREFIX = 12  # decisions of a task
SOONEST = 40_000  # tasks to begin with
AT_ONCE = 64  # results that come in one look
SECONDS = 30.0  # that a task says it took


class MadeUp:
    """Workers that are done at once; see ``contract.Executor``."""

    name = "made-up workers"

    def __init__(self, workers: int, rests: int, button: threading.Event, seconds: float) -> None:
        self._rests, self._button, self._seconds = rests, button, seconds
        self._out: deque[RunTask] = deque()
        self._states = [WorkerState(f"worker {n}", "nowhere", (n,)) for n in range(workers)]
        self._began = self._worked = 0.0
        self.back = 0
        self.pace = self.of_processor = 0.0

    def start(self, assignment: Assignment) -> None:
        """Nothing to do."""

    def wanted(self) -> int:
        return max(0, 2 * len(self._states) - len(self._out))

    def submit(self, task: RunTask, budget: TaskBudget) -> None:
        self._out.append(task)

    def results(self, timeout: float) -> list[TaskResult | TaskLost]:
        if not self._began and not self.wanted():
            self._began, self._worked = time.perf_counter(), time.process_time()
        if self._began and time.perf_counter() - self._began >= self._seconds:
            self.pace = self.back / (time.perf_counter() - self._began)
            self.of_processor = self.back / (time.process_time() - self._worked)
            self._button.set()
            return []
        got: list[TaskResult | TaskLost] = []
        for _ in range(min(AT_ONCE, len(self._out))):
            task = self._out.popleft()
            got.append(self._done(task))
        self.back += len(got) if self._began else 0
        return got

    def _done(self, task: RunTask) -> TaskResult:
        rest = tuple(
            Remainder((*task.prefix, n), task.share / (self._rests + 1)) for n in range(1, self._rests + 1)
        )
        return TaskResult(task.number, f"worker {task.number % 97}", 1000, 0, 0, SECONDS, (), rest)

    def workers(self) -> list[WorkerState]:
        return self._states

    def stop(self, seconds: float) -> list[TaskResult | TaskLost]:
        return []

    def close(self) -> None:
        """Nothing to do."""


@dataclass(frozen=True)
class CoordinatorSpeed:
    """Results a second, and results a second of the processor's time."""

    wall: float
    processor: float


def measure(workers: int, rests: int, seconds: float) -> CoordinatorSpeed:
    """The coordinator's pace with so many workers, each result leaving so many rests."""
    plain = new_run(load(PUZZLE), RunQuestion(keep=False))
    # All tasks are different paths of decisions; the numbers mean nothing.
    count = SOONEST + 4 * workers
    tasks = tuple(
        RunTask(n + 1, (*(n >> d & 1 for d in range(PREFIX)), n), (), 1 / count) for n in range(count)
    )
    button = threading.Event()
    made_up = MadeUp(workers, rests, button, seconds)
    with tempfile.TemporaryDirectory() as directory, Store(Path(directory, "runs.db")) as store:
        row = store.create_run(NewRun(plain.question, plain.context, tasks), "a measurement", "")
        coordinate(store, row.id, made_up, RunControl(cancel=button))
    return CoordinatorSpeed(made_up.pace, made_up.of_processor)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", default="100,1000,10000", metavar="NUMBERS")
    parser.add_argument("--rests", default="0,16", metavar="NUMBERS")
    parser.add_argument("--seconds", type=float, default=4.0, help="time per row; default: 4")
    asked = parser.parse_args()
    lines = []
    for workers in map(int, asked.workers.split(",")):
        for rests in map(int, asked.rests.split(",")):
            pace = measure(workers, rests, asked.seconds)
            lines.append([f"{workers:,}", f"{rests}", f"{pace.wall:,.0f}", f"{pace.processor:,.0f}"])
    print(*table(["workers", "rests a result", "results/s", "results/s of processor"], lines), sep="\n")


if __name__ == "__main__":
    main()
