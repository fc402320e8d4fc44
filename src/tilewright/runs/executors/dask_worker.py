"""What is sent to a Dask cluster's workers: a plugin that holds the problem, and functions that ask it.

All of it is defined inside functions, so that it is sent as it stands and not as a name to import. A
scheduler needs no Tilewright for that, and a worker without it says so instead of failing to start. So
nothing here may use a name of this module from inside those functions; what they need, they import.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from distributed import WorkerPlugin

from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost, TaskResult

Answer = TaskResult | TaskLost | tuple[str, str] | None
"""What an errand brings back. A pair is a worker that cannot take part: its address, and why. None is a
task that was not begun, as the run had been stopped."""


def plugin_for(name: str, assignment: Assignment) -> WorkerPlugin:
    """The plugin that makes a worker's bench; it says in ``refusal`` why a worker cannot take part."""

    class Seat(WorkerPlugin):  # type: ignore[misc]  # of a package that mypy passes over
        def __init__(self, name: str, version: str, assignment: bytes) -> None:
            self.name = name
            self.version = version
            self.assignment = assignment
            self.refusal = "it could not make the problem; its own log says why"
            self.worker = ""
            self.halted = False
            self.dropped: set[Any] = set()
            self.bench: Any = None

        async def setup(self, worker: Any) -> None:
            """Make the bench, in a thread, so that a large problem does not make the worker seem dead."""
            import asyncio

            self.worker = worker.name if isinstance(worker.name, str) else f"worker {worker.name}"
            self.refusal = await asyncio.get_running_loop().run_in_executor(None, self.make)

        def make(self) -> str:
            """Make the bench; why that cannot be, or nothing."""
            import pickle

            try:
                import tilewright
            except ImportError as error:
                return f"Tilewright cannot be imported there ({error})"
            if tilewright.__version__ != self.version:
                return f"it has Tilewright {tilewright.__version__}, the coordinator has {self.version}"
            from tilewright.errors import TilewrightError
            from tilewright.runs.worker import bench_for

            try:
                self.bench = bench_for(pickle.loads(self.assignment))
            except TilewrightError as error:
                return str(error)
            return ""

        def teardown(self, worker: Any) -> None:
            """The run is over, or the coordinator has come back with a new plugin."""
            self.halted = True

        def transition(self, key: Any, start: Any, finish: Any, **_: Any) -> None:
            """Note tasks that nobody waits for any more, as their coordinator is gone."""
            if start == "executing" and finish == "released":
                self.dropped.add(key)
            elif key in self.dropped:
                self.dropped.discard(key)

        def perform(self, address: str, key: Any, errand: bytes) -> Any:
            """Do a task; it ends early when the run is stopped, or when nobody waits for it."""
            import pickle

            if self.refusal:
                return (address, self.refusal)
            if self.halted:
                return None
            from tilewright.runs.worker import attempt

            task, budget = pickle.loads(errand)
            return attempt(self.bench, task, budget, self.worker, lambda: self.halted or key in self.dropped)

    return Seat(name, assignment.version, pickle.dumps(assignment))


def name_of(name: str | int) -> str:
    """How a worker that Dask knows under this name is called."""
    return name if isinstance(name, str) else f"worker {name}"


def errand_of(task: RunTask, budget: Budget) -> bytes:
    """A task as it is sent; the scheduler passes it on unread."""
    return pickle.dumps((task, budget))


def performer() -> Callable[[str, bytes], Answer]:
    """The function that a worker runs for a task; it is given the plugin's name and the errand."""

    def tilewright_task(plugin: str, errand: bytes) -> Any:
        from distributed import get_worker

        worker = get_worker()
        seat = worker.plugins.get(plugin)
        if seat is None:
            return (worker.address, "it has lost the problem")
        return seat.perform(worker.address, worker.get_current_task(), errand)

    return tilewright_task


def asker() -> Callable[..., str]:
    """The function that asks a worker why it cannot take part; nothing when it can."""

    def refusal(plugin: str, dask_worker: Any) -> str:
        seat = dask_worker.plugins.get(plugin)
        return "it has not been given the problem" if seat is None else str(seat.refusal)

    return refusal


def halter() -> Callable[..., None]:
    """The function that tells a worker to end its tasks at their next step."""

    def halt(plugin: str, dask_worker: Any) -> None:
        seat = dask_worker.plugins.get(plugin)
        if seat is not None:
            seat.halted = True

    return halt
