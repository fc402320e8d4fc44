"""Workers of a Dask cluster: one that runs already, or processes here; the extra ``cluster``."""

from __future__ import annotations

import asyncio
import logging
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

from tilewright.errors import RunError, UnsupportedError
from tilewright.runs.executors.base import WorkerState
from tilewright.runs.executors.dask_address import Certificates, Place
from tilewright.runs.executors.supply import more_tasks, task_seconds
from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost, TaskResult

if TYPE_CHECKING:
    from tilewright.runs.executors.dask_client import Link
    from tilewright.runs.executors.location import Workplace

PATIENCE = 60.0  # seconds that a lost scheduler is waited for
GLANCE = 0.1  # seconds between two looks, while tasks are being stopped
FAREWELL = 5.0  # seconds until a connection that does not end is left to itself

DASK_LOGGERS = (
    "distributed",
    "distributed.client",
    "distributed.gc",
    "bokeh",
    "tornado",
    "tornado.application",
)
"""The loggers that Dask gives a handler of their own, which writes on the terminal."""

Returned = TaskResult | TaskLost
logger = logging.getLogger("tilewright.runs")


def dask_cluster(workplace: Workplace) -> DaskExecutor:
    """The executor of a cluster that the workplace names; without one, of workers on this machine."""
    files = (workplace.tls_ca, workplace.tls_cert, workplace.tls_key)
    ca, cert, key = files
    certificates = None
    if ca is not None and cert is not None and key is not None:
        certificates = Certificates(ca, cert, key)
    elif any(files):
        raise RunError("a cluster with TLS needs all three: the CA's certificate, our own, and its key")
    hands = 0 if workplace.clustered else workplace.hands
    return DaskExecutor(Place(workplace.scheduler, workplace.scheduler_file, hands, certificates))


class DaskExecutor:
    """An executor on a Dask cluster; see ``contract.Executor``.

    A scheduler that is lost is waited for ``patience`` seconds, at its address or at the one that its file
    names by then. ``tell`` is told of that, of workers that are left out, and when there is none; it is
    called in another thread.
    """

    def __init__(
        self, place: Place, *, patience: float = PATIENCE, tell: Callable[[str], None] = logger.warning
    ) -> None:
        load_dask()
        self.name = place.name
        self._place = place
        self._patience = patience
        self._tell = tell
        self._loop: asyncio.AbstractEventLoop | None = None
        self._link: Link | None = None
        self._thread: threading.Thread | None = None
        self._main: asyncio.Future[None] | None = None
        self._out: set[int] = set()  # tasks that were submitted and not handed back
        self._seconds = 1.0  # that a task takes, of late
        self._fetched = 0  # solutions in results that were handed back

    def start(self, assignment: Assignment) -> None:
        """Connect, and give the workers the problem; RunError when that fails, or one cannot take part."""
        resource_tracker.ensure_running()  # here, as starting it unblocks the signals that the thread blocks
        ready: Future[None] = Future()
        self._thread = threading.Thread(
            target=self._drive, args=(assignment, ready), name="dask-cluster", daemon=True
        )
        self._thread.start()
        try:
            ready.result()
        except OSError as error:
            self.close()
            raise RunError(f"{self.name} cannot be reached: {error}") from error
        except BaseException:
            self.close()
            raise

    def wanted(self) -> int:
        link = self._link
        if link is None or not link.standing:
            return 0
        # Some are sent where no worker is, so that a cluster that grows with its work begins to.
        threads = max(1, link.threads)
        return more_tasks(threads, len(self._out), link.brought - self._fetched, self._seconds)

    def submit(self, task: RunTask, budget: Budget) -> None:
        assert self._loop is not None and self._link is not None
        self._out.add(task.number)
        try:
            self._loop.call_soon_threadsafe(self._link.send, task, budget)
        except RuntimeError:  # the loop has just ended, and left a fault
            self._link.back.put(TaskLost(task.number, "", "the cluster is gone"))

    def results(self, timeout: float) -> list[Returned]:
        assert self._link is not None
        got = self._come_back(self._link, timeout)
        if not got and self._link.fault is not None:
            raise self._link.fault
        return got

    def _come_back(self, link: Link, timeout: float) -> list[Returned]:
        got: list[Returned] = []
        end = time.monotonic() + timeout
        while True:
            left = 0.0 if got or link.fault is not None else max(0.0, end - time.monotonic())
            try:
                one = link.back.get(timeout=left) if left else link.back.get_nowait()
            except queue.Empty:
                return got
            if one is not None and one.number in self._out:
                self._out.discard(one.number)
                if isinstance(one, TaskResult):
                    self._fetched += len(one.found)
                    self._seconds = task_seconds(self._seconds, one.seconds)
                got.append(one)

    def workers(self) -> list[WorkerState]:
        return [] if self._link is None else list(self._link.doing)

    def stop(self, seconds: float) -> list[Returned]:
        end = time.monotonic() + seconds
        got: list[Returned] = []
        link = self._link
        if link is not None and self._loop is not None:
            if self._out and link.threads:
                asyncio.run_coroutine_threadsafe(link.halt(seconds), self._loop)
            # Where no worker is, nothing can come.
            while self._out and link.threads and (left := end - time.monotonic()) > 0:
                got += self._come_back(link, min(left, GLANCE))
            got += self._come_back(link, 0)
        for number in sorted(self._out):
            got.append(TaskLost(number, "", f"it did not end within {seconds:g} seconds"))
        self._out.clear()
        return got

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        loop, main = self._loop, self._main
        if loop is not None and main is not None and thread.is_alive():
            with suppress(RuntimeError):  # the loop has ended by itself
                loop.call_soon_threadsafe(main.cancel)
        thread.join(FAREWELL)

    def _drive(self, assignment: Assignment, ready: Future[None]) -> None:
        """What the connection's thread does."""
        # Ctrl-C is the main thread's to hear. Processes that are started here inherit the mask.
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        # Dask needs this kind of loop, which is not the usual one everywhere.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(self._live(assignment, ready))

    async def _live(self, assignment: Assignment, ready: Future[None]) -> None:
        """Open the connection, tend it until that is cancelled or fails, and close it undisturbed."""
        from tilewright.runs.executors.dask_client import Link

        link = Link(self._place, assignment, self._patience, self._tell)
        main = asyncio.ensure_future(self._open_and_tend(link, ready))
        self._loop, self._main = asyncio.get_running_loop(), main
        try:
            await main
        except asyncio.CancelledError:
            error: Exception = RunError(f"the start of {self.name} was interrupted")
        except Exception as failed:  # noqa: BLE001 - handed to the coordinator, which raises it
            error = failed
        await link.close()
        link.fault = error
        link.back.put(None)
        if not ready.done():
            ready.set_exception(error)

    async def _open_and_tend(self, link: Link, ready: Future[None]) -> None:
        await link.open()
        self._link = link
        ready.set_result(None)
        await link.tend()


def load_dask() -> None:
    """Import Dask, and keep its log from the terminal; UnsupportedError when it is not installed.

    Warnings and errors of Dask go to Python's ``logging``, as ``distributed``. Where Dask has been imported
    before, its log is somebody else's to arrange.
    """
    if sys.modules.get("distributed") is not None:
        return
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise UnsupportedError(
            f"a Dask cluster needs an extra: pip install 'tilewright[cluster]' ({error})"
        ) from error
    for name in DASK_LOGGERS:
        log = logging.getLogger(name)
        for handler in list(log.handlers):
            log.removeHandler(handler)
        log.addHandler(logging.NullHandler())
        log.propagate = True
        log.setLevel(max(log.getEffectiveLevel(), logging.WARNING))
