"""An executor where all goes wrong that may: tasks lost, results late, twice, in pieces, out of order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from tilewright.runs import worker
from tilewright.runs.executors.base import WorkerState
from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost, TaskResult
from tilewright.runs.worker import Bench, bench_for


class Killed(BaseException):
    """The coordinator's process ends here, as if by kill -9: nothing that it had planned happens."""


class Chaos:
    """See ``contract.Executor``. ``deadly`` lets it end the coordinator now and then."""

    name = "chaos"

    def __init__(self, seed: int, *, deadly: bool = False) -> None:
        self._random = random.Random(seed)
        self._deadly = deadly
        self._bench: Bench | None = None
        self._out: dict[int, RunTask] = {}
        self._late: list[TaskResult] = []
        self.budgets: list[Budget] = []

    def start(self, assignment: Assignment) -> None:
        self._bench = bench_for(assignment)

    def wanted(self) -> int:
        return max(0, self._random.randrange(6) - len(self._out))

    def submit(self, task: RunTask, budget: Budget) -> None:
        assert task.number not in self._out, "a task is out twice"
        self._out[task.number] = task
        self.budgets.append(budget)

    def results(self, timeout: float) -> list[TaskResult | TaskLost]:
        if self._deadly and self._random.random() < 0.1:
            raise Killed
        got: list[TaskResult | TaskLost] = []
        for number in self._random.sample(sorted(self._out), self._random.randint(0, len(self._out))):
            got.append(self._back(self._out.pop(number)))
        if self._late and self._random.random() < 0.3:
            got.append(self._late.pop(self._random.randrange(len(self._late))))
        self._random.shuffle(got)
        return got

    def _back(self, task: RunTask) -> TaskResult | TaskLost:
        roll = self._random.random()
        if roll < 0.1:
            return TaskLost(task.number, "w", "its machine is gone")
        result = self._perform(task)
        if roll < 0.2:
            self._late.append(result)  # it was done all the same, and that is heard of too late
            return TaskLost(task.number, "w", "its connection is gone")
        if roll < 0.3:
            self._late.append(result)
        return result

    def _perform(self, task: RunTask) -> TaskResult:
        assert self._bench is not None
        budget = Budget(self._random.choice([0.0, 0.0, 60.0]), self._random.choice([1, 3, 1000]))
        return self._bench.perform(task, budget, f"w{self._random.randrange(3)}", lambda: False)

    def workers(self) -> list[WorkerState]:
        return [WorkerState("w0", "here", tuple(self._out)), WorkerState("w1", "there", ())]

    def stop(self, seconds: float) -> list[TaskResult | TaskLost]:
        got: list[TaskResult | TaskLost] = [*self._late]
        for number, task in self._out.items():
            halted = self._random.random() < 0.6
            got.append(self._perform(task) if halted else TaskLost(number, "w", "it did not end in time"))
        self._out.clear()
        self._late.clear()
        return got

    def close(self) -> None:
        self._bench = None


@contextmanager
def tiny_slices(nodes: int) -> Iterator[None]:
    """Workers look at their budget every few nodes: small puzzles make many tasks."""
    with mock.patch.object(worker, "FIRST_SLICE", nodes), mock.patch.object(worker, "DIVES", 2):
        yield
