"""Executors bring tasks to workers: their interface, and their registry; each module has one kind of them."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tilewright.errors import RunError
from tilewright.registry import Registry, load_attribute
from tilewright.runs.task import Assignment, Returned, RunTask, TaskBudget, TaskLost, TaskResult
from tilewright.wording import quoted

QUEUE_SECONDS = 0.1  # for each worker tasks are queued that last together about so long ...
MAX_QUEUED = 32  # ... at least one, but no more than so many
MAX_UNFETCHED = 100_000  # solutions in results that were not fetched, from which no more tasks are taken
DRAIN_SECONDS = 0.1  # between two checks whether something can still come
NEW_TASK_WEIGHT = 0.1  # the weight of a new task in the moving average of their time


@dataclass(frozen=True)
class ExecutorOptions:
    """Where and by how many workers tasks are done; each executor uses what it understands.

    ``workers`` None is one for each core. The scheduler, its file and the certificates are for a cluster.
    With ``port`` a cluster of workers on this machine lets others join there, at ``host``.
    """

    workers: int | None = None
    scheduler: str | None = None
    scheduler_file: Path | None = None
    tls_ca: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    port: int | None = None
    host: str | None = None

    @property
    def names_cluster(self) -> bool:
        """Whether an existing cluster is named."""
        return self.scheduler is not None or self.scheduler_file is not None

    @property
    def local_workers(self) -> int:
        """How many workers on this machine."""
        from tilewright.solving.resources import default_threads  # later: help must not load the solver

        return self.workers or default_threads()


@dataclass(frozen=True)
class WorkerState:
    """One worker as its executor sees it: its name, its host, and the tasks that it has now."""

    name: str
    host: str
    tasks: tuple[int, ...]


class Executor(Protocol):
    """Brings tasks to workers and results back. All calls come from one thread, the coordinator's.

    Whatever happens to workers, each submitted task comes back from ``results`` or ``stop`` as a TaskResult
    or as a TaskLost, sooner or later; a lost task may be submitted again. The same result may come twice (a
    cluster may run a task again): the store keeps the first.
    """

    @property
    def name(self) -> str:
        """A description for people: ``2 threads``, ``a Dask cluster at tcp://...``."""

    def start(self, assignment: Assignment) -> None:
        """Prepare for a run; RunError when a worker cannot take part: wrong version, no connection."""

    def wanted(self) -> int:
        """How many more tasks may be submitted now; few enough that results never pile up unread."""

    def submit(self, task: RunTask, budget: TaskBudget) -> None:
        """Take a task; only as many as ``wanted`` says."""

    def results(self, timeout: float) -> list[Returned]:
        """What has come back since the last call; waits for something up to ``timeout`` seconds.

        RunError when no more can come: the cluster is gone for good, a worker refuses.
        """

    def workers(self) -> list[WorkerState]:
        """The workers that are there now."""

    def stop(self, seconds: float) -> list[Returned]:
        """Tell all tasks to end early, and wait for them up to ``seconds``; those that do not are lost."""

    def close(self) -> None:
        """Release all threads, processes and connections; may be called twice."""


@dataclass(frozen=True)
class ExecutorDescriptor:
    """An executor as it is registered. ``factory`` is ``module:function``, from ExecutorOptions to Executor.

    ``extra`` is the extra of the package that it needs, "" for none.
    """

    name: str
    summary: str
    factory: str
    extra: str = ""

    def make(self, options: ExecutorOptions) -> Executor:
        """The executor, not yet started; UnsupportedError when its extra is not installed."""
        executor: Executor = load_attribute(self.factory)(options)
        return executor


THREADS = ExecutorDescriptor("threads", "threads of this process", f"{__name__}.local:threads")
PROCESSES = ExecutorDescriptor("processes", "processes of this machine", f"{__name__}.local:processes")
DASK = ExecutorDescriptor("dask", "a Dask cluster", f"{__name__}.dask_cluster:dask_cluster", extra="cluster")

EXECUTORS: Registry[ExecutorDescriptor] = Registry(
    "tilewright.executors",
    {"threads": f"{__name__}:THREADS", "processes": f"{__name__}:PROCESSES", "dask": f"{__name__}:DASK"},
)
"""All executors by name; other packages add theirs by entry points."""


def executor_for(name: str, options: ExecutorOptions) -> Executor:
    """The executor of this name, not yet started; RunError when there is none."""
    if name not in EXECUTORS:
        raise RunError(f"there is no executor named {quoted(name)}; there are {', '.join(sorted(EXECUTORS))}")
    return EXECUTORS[name].make(options)


class ResultQueue:
    """The tasks that an executor has, and what comes back of them until the coordinator fetches it.

    It decides how many tasks to take: no worker is idle, and no results pile up unread. ``put`` may be called
    by any thread, the other methods by the coordinator's only.
    """

    def __init__(self) -> None:
        self.out: set[int] = set()  # tasks that were submitted and not handed back
        self.returned: queue.SimpleQueue[Returned | BaseException | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._unfetched = 0  # solutions in ``returned``
        self._task_seconds = 1.0

    def wanted(self, workers: int) -> int:
        """How many more tasks so many workers may take."""
        if self._unfetched >= MAX_UNFETCHED:
            return 0
        queued = min(MAX_QUEUED, max(1, int(QUEUE_SECONDS / max(1e-4, self._task_seconds))))
        return max(0, workers * (1 + queued) - len(self.out))

    def put(self, one: Returned | BaseException | None) -> None:
        """Hand back a task, an error to be raised after all before it, or None to wake the coordinator."""
        if isinstance(one, TaskResult):
            with self._lock:
                self._unfetched += len(one.option_sets)
        self.returned.put(one)

    def get(self, timeout: float) -> list[Returned]:
        """What has come back since the last call; waits for something up to ``timeout`` seconds."""
        got: list[Returned] = []
        deadline = time.monotonic() + timeout
        while True:
            try:
                remaining = 0.0 if got else max(0.0, deadline - time.monotonic())
                one = self.returned.get(timeout=remaining) if remaining else self.returned.get_nowait()
            except queue.Empty:
                return got
            if isinstance(one, BaseException):
                if not got:
                    raise one
                self.returned.put(one)
                return got
            if one is not None and one.number in self.out:
                self.out.discard(one.number)
                if isinstance(one, TaskResult):
                    self._task_seconds += NEW_TASK_WEIGHT * (one.seconds - self._task_seconds)
                    with self._lock:
                        self._unfetched -= len(one.option_sets)
                got.append(one)

    def drain(self, seconds: float, can_come: Callable[[], bool] = lambda: True) -> list[Returned]:
        """All tasks, within so many seconds, as long as something can come; those that do not are lost."""
        got: list[Returned] = []
        deadline = time.monotonic() + seconds
        while self.out and can_come() and (remaining := deadline - time.monotonic()) > 0:
            with suppress(RunError):  # a worker that can do no more does no harm now; its task is lost below
                got += self.get(min(remaining, DRAIN_SECONDS))
        with suppress(RunError):
            got += self.get(0)
        reason = f"it did not end within {seconds:g} seconds"
        got += (TaskLost(number, "", reason) for number in sorted(self.out))
        self.out.clear()
        return got
