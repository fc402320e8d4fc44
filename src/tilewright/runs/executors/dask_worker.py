"""What is sent to a Dask cluster's workers: a plugin that holds the problem, and functions that use it.

All of it is defined inside functions, so that it is sent as code and not as a name to import: a scheduler
needs no Tilewright, and a worker without it says so instead of failing to start. So nothing here may use a
name of this module from inside those functions; what they need, they import.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from distributed import WorkerPlugin

from tilewright.runs.task import Assignment, Returned

Answer = Returned | tuple[str, str] | None
"""What a job returns. A pair is a worker that cannot take part: its address, and why. None is a task that was
not begun, as the run had been stopped."""


def make_plugin(name: str, assignment: Assignment) -> WorkerPlugin:
    """The plugin that builds a worker's context; its ``refusal`` says why a worker cannot take part."""

    class TilewrightPlugin(WorkerPlugin):  # type: ignore[misc]  # of a package without types
        def __init__(self, name: str, version: str, assignment: bytes) -> None:
            self.name = name
            self.version = version
            self.assignment = assignment
            self.refusal = "it could not build the problem; see its log"
            self.worker = ""
            self.stopped = False
            self.released: set[Any] = set()
            self.context: Any = None

        async def setup(self, worker: Any) -> None:
            """Build the context, in a thread, so that a large problem does not make the worker seem dead."""
            import asyncio

            self.worker = worker.name if isinstance(worker.name, str) else f"worker {worker.name}"
            self.refusal = await asyncio.get_running_loop().run_in_executor(None, self.build)

        def build(self) -> str:
            """Build the context; why that is impossible, or ""."""
            import pickle

            try:
                import tilewright
            except ImportError as error:
                return f"Tilewright cannot be imported there ({error})"
            if tilewright.__version__ != self.version:
                return f"it has Tilewright {tilewright.__version__}, the coordinator has {self.version}"
            from tilewright.errors import TilewrightError
            from tilewright.runs.worker import context_for

            try:
                self.context = context_for(pickle.loads(self.assignment))
            except TilewrightError as error:
                return str(error)
            return ""

        def why_not(self) -> str:
            """Why the worker cannot take part; "" when it can."""
            return self.refusal

        def stop(self) -> None:
            """End all tasks at their next step."""
            self.stopped = True

        def teardown(self, worker: Any) -> None:
            """The run is over, or the coordinator has come back with a new plugin."""
            self.stop()

        def transition(self, key: Any, start: Any, finish: Any, **_: Any) -> None:
            """Note tasks whose result nobody waits for any more, as their coordinator is gone."""
            if start == "executing" and finish == "released":
                self.released.add(key)
            elif key in self.released:
                self.released.discard(key)

        def perform(self, address: str, key: Any, job: bytes) -> Any:
            """Do a task; it ends early when the run is stopped, or when nobody waits for it."""
            import pickle

            if self.refusal:
                return (address, self.refusal)
            if self.stopped:
                return None
            task, budget = pickle.loads(job)
            return self.context.attempt(
                task, budget, self.worker, lambda: self.stopped or key in self.released
            )

    return TilewrightPlugin(name, assignment.version, pickle.dumps(assignment))


def make_task_function() -> Callable[[str, bytes], Answer]:
    """The function that a worker runs for a task; its arguments are the plugin's name and the job."""

    def tilewright_task(plugin: str, job: bytes) -> Any:
        from distributed import get_worker

        worker = get_worker()
        value = worker.plugins.get(plugin)
        if value is None:
            return (worker.address, "it has lost the problem")
        return value.perform(worker.address, worker.get_current_task(), job)

    return tilewright_task


def make_call_function() -> Callable[..., Any]:
    """The function that calls a method of a worker's plugin, such as ``why_not`` or ``stop``."""

    def call(plugin: str, method: str, dask_worker: Any) -> Any:
        value = dask_worker.plugins.get(plugin)
        return "it has not been given the problem" if value is None else getattr(value, method)()

    return call
