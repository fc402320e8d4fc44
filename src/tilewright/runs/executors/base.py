"""What the coordinator asks of an executor, whatever stands behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost, TaskResult


@dataclass(frozen=True)
class WorkerState:
    """One worker as its executor sees it: its name, where it is, and the tasks that it has now."""

    name: str
    host: str
    tasks: tuple[int, ...]


class Executor(Protocol):
    """Brings tasks to workers and results back. All calls come from one thread, the coordinator's.

    Whatever happens to workers, each task that was submitted comes back from ``results`` or ``stop`` as a
    TaskResult or as a TaskLost, sooner or later; a task that was lost may be submitted again. The same
    result may come twice (a cluster may run a task again): the store keeps the first.
    """

    @property
    def name(self) -> str:
        """What it is, for people: ``2 threads``, ``a Dask cluster at tcp://...``."""

    def start(self, assignment: Assignment) -> None:
        """Make ready for this run; RunError when a worker cannot take part: wrong version, no connection."""

    def wanted(self) -> int:
        """How many more tasks may be submitted now; few enough that results never pile up unread."""

    def submit(self, task: RunTask, budget: Budget) -> None:
        """Take a task; only as many as ``wanted`` says."""

    def results(self, timeout: float) -> list[TaskResult | TaskLost]:
        """What has come back since the last call; waits for some up to ``timeout`` seconds.

        RunError when no more can come: the cluster is gone for good, a worker refuses.
        """

    def workers(self) -> list[WorkerState]:
        """The workers that are there now."""

    def stop(self, seconds: float) -> list[TaskResult | TaskLost]:
        """Tell all tasks to end early, and wait for them up to ``seconds``; those that do not are lost."""

    def close(self) -> None:
        """Let go of all threads, processes and connections; may be called twice."""
