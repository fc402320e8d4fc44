"""Executors that fail: tasks lost, results late, twice, in parts, out of order; one that cannot start."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from tilewright.errors import RunError
from tilewright.runs import worker
from tilewright.runs.executors import Executor, ExecutorOptions, WorkerState
from tilewright.runs.task import Assignment, RunTask, TaskBudget, TaskLost, TaskResult
from tilewright.runs.worker import WorkerContext, context_for


class CoordinatorKilled(BaseException):
    """The coordinator's process ends here, as if by kill -9: nothing that it had planned happens."""


class UnreliableExecutor:
    """An executor with random failures; with ``deadly`` it ends the coordinator now and then."""

    name = "unreliable"

    def __init__(self, seed: int, *, deadly: bool = False) -> None:
        self._random = random.Random(seed)
        self._deadly = deadly
        self.context: WorkerContext | None = None
        self.out: dict[int, RunTask] = {}
        self._late: list[TaskResult] = []
        self.budgets: list[TaskBudget] = []

    def start(self, assignment: Assignment) -> None:
        self.context = context_for(assignment)

    def wanted(self) -> int:
        return max(0, self._random.randrange(6) - len(self.out))

    def submit(self, task: RunTask, budget: TaskBudget) -> None:
        assert task.number not in self.out, "a task is out twice"
        self.out[task.number] = task
        self.budgets.append(budget)

    def results(self, timeout: float) -> list[TaskResult | TaskLost]:
        if self._deadly and self._random.random() < 0.1:
            raise CoordinatorKilled
        got: list[TaskResult | TaskLost] = []
        for number in self._random.sample(sorted(self.out), self._random.randint(0, len(self.out))):
            got.append(self.answer(self.out.pop(number)))
        if self._late and self._random.random() < 0.3:
            got.append(self._late.pop(self._random.randrange(len(self._late))))
        self._random.shuffle(got)
        return got

    def answer(self, task: RunTask) -> TaskResult | TaskLost:
        roll = self._random.random()
        if roll < 0.1:
            return TaskLost(task.number, "w", "its machine is gone")
        result = self.perform(task)
        if roll < 0.2:
            self._late.append(result)  # it was done all the same, and that is heard of too late
            return TaskLost(task.number, "w", "its connection is gone")
        if roll < 0.3:
            self._late.append(result)
        return result

    def perform(self, task: RunTask) -> TaskResult:
        assert self.context is not None
        budget = TaskBudget(self._random.choice([0.0, 0.0, 60.0]), self._random.choice([1, 3, 1000]))
        return self.context.perform(task, budget, f"w{self._random.randrange(3)}", lambda: False)

    def workers(self) -> list[WorkerState]:
        return [WorkerState("w0", "here", tuple(self.out)), WorkerState("w1", "there", ())]

    def stop(self, seconds: float) -> list[TaskResult | TaskLost]:
        got: list[TaskResult | TaskLost] = [*self._late]
        for number, task in self.out.items():
            halted = self._random.random() < 0.6
            got.append(self.perform(task) if halted else TaskLost(number, "w", "it did not end in time"))
        self.out.clear()
        self._late.clear()
        return got

    def close(self) -> None:
        self.context = None


def unreachable(options: ExecutorOptions) -> Executor:
    """An executor whose scheduler does not answer."""

    class Unreachable(UnreliableExecutor):
        def start(self, assignment: Assignment) -> None:
            raise RunError(f"no scheduler answers at {options.scheduler}")

    return Unreachable(0)


@contextmanager
def tiny_steps(nodes: int) -> Iterator[None]:
    """Workers look at their budget every few nodes: small puzzles make many tasks."""
    with mock.patch.object(worker, "FIRST_STEP", nodes), mock.patch.object(worker, "DIVES", 2):
        yield
