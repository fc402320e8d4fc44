"""Workers of a Dask cluster: an existing one, or processes on this machine; the extra ``cluster``."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any

from tilewright.errors import RunError, UnsupportedError
from tilewright.extras import import_failure
from tilewright.runs.executors import ExecutorOptions, ResultQueue, WorkerState
from tilewright.runs.executors.dask_address import LOOPBACK, Certificates, ClusterAddress, bare_host
from tilewright.runs.task import Assignment, Returned, RunTask, TaskBudget, TaskLost
from tilewright.threads import start_thread

if TYPE_CHECKING:
    from tilewright.runs.executors.dask_client import DaskConnection

RECONNECT_SECONDS = 60.0  # that a lost scheduler is waited for
JOIN_SECONDS = 5.0  # until a connection that does not end is abandoned

DASK_LOGGERS = (
    "distributed",
    "distributed.client",
    "distributed.gc",
    "bokeh",
    "tornado",
    "tornado.application",
)
"""The loggers that Dask gives a handler of their own, which writes on the terminal."""

logger = logging.getLogger("tilewright.runs")


def dask_cluster(options: ExecutorOptions) -> DaskExecutor:
    """The executor of the cluster that the options name; without one, of workers on this machine."""
    ca, cert, key = options.tls_ca, options.tls_cert, options.tls_key
    certificates = None
    if ca is not None and cert is not None and key is not None:
        certificates = Certificates(ca, cert, key)
    elif ca or cert or key:
        raise RunError("a cluster with TLS needs all three: the CA's certificate, our own, and its key")
    workers = 0 if options.names_cluster else options.local_workers
    host, port = bare_host(options.host or LOOPBACK), options.port or 0
    return DaskExecutor(
        ClusterAddress(options.scheduler, options.scheduler_file, workers, certificates, port, host)
    )


class DaskExecutor:
    """An executor on a Dask cluster; see ``Executor``.

    A lost scheduler is waited for ``reconnect_s`` seconds, at its address or at the one that its file names
    by then. ``report`` receives messages about that, about workers that are left out, and when there is none;
    it is called in another thread.
    """

    def __init__(
        self,
        cluster: ClusterAddress,
        *,
        reconnect_s: float = RECONNECT_SECONDS,
        report: Callable[[str], None] = logger.warning,
    ) -> None:
        load_dask()
        self.name = cluster.name
        self._cluster = cluster
        self._reconnect_s = reconnect_s
        self._report = report
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: DaskConnection | None = None
        self._thread: threading.Thread | None = None
        self._main: asyncio.Future[None] | None = None
        self._results = ResultQueue()

    def start(self, assignment: Assignment) -> None:
        """Connect, and give the workers the problem; RunError when that fails, or one cannot take part."""
        resource_tracker.ensure_running()  # here, as starting it unblocks the signals that the thread blocks
        ready: Future[None] = Future()
        self._thread = start_thread(self._drive, "dask-cluster", assignment, ready)
        try:
            ready.result()
        except OSError as error:
            self.close()
            raise RunError(f"{self.name} cannot be reached: {error}") from error
        except BaseException:
            self.close()
            raise

    def wanted(self) -> int:
        connection = self._connection
        if connection is None or not connection.is_connected:
            return 0
        # Some are sent where no worker is, so that a cluster that grows with its work begins to.
        return self._results.wanted(max(1, connection.threads))

    def submit(self, task: RunTask, budget: TaskBudget) -> None:
        assert self._loop is not None and self._connection is not None
        self._results.out.add(task.number)
        try:
            self._loop.call_soon_threadsafe(self._connection.send, task, budget)
        except RuntimeError:  # the loop has just ended, and left an error
            self._results.put(TaskLost(task.number, "", "the cluster is gone"))

    def results(self, timeout: float) -> list[Returned]:
        return self._results.get(timeout)

    def workers(self) -> list[WorkerState]:
        return [] if self._connection is None else list(self._connection.worker_states)

    def stop(self, seconds: float) -> list[Returned]:
        connection = self._connection
        if connection is None or self._loop is None:
            return self._results.drain(seconds, lambda: False)
        if self._results.out and connection.threads:
            asyncio.run_coroutine_threadsafe(connection.stop(seconds), self._loop)
        return self._results.drain(seconds, lambda: connection.threads > 0)  # without workers nothing comes

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        loop, main = self._loop, self._main
        if loop is not None and main is not None and thread.is_alive():
            with suppress(RuntimeError):  # the loop has ended by itself
                loop.call_soon_threadsafe(main.cancel)
        thread.join(JOIN_SECONDS)

    def _drive(self, assignment: Assignment, ready: Future[None]) -> None:
        """The connection's thread."""
        # Signals are handled by the main thread. Processes that are started here inherit the mask.
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        # Dask needs this kind of loop, which is not the default everywhere.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(self._serve(assignment, ready))

    async def _serve(self, assignment: Assignment, ready: Future[None]) -> None:
        """Open the connection, maintain it until that is cancelled or fails, and close it undisturbed."""
        from tilewright.runs.executors.dask_client import DaskConnection

        connection = DaskConnection(
            self._cluster, assignment, self._reconnect_s, self._report, self._results.put
        )
        main = asyncio.ensure_future(self._open_and_maintain(connection, ready))
        self._loop, self._main = asyncio.get_running_loop(), main
        self._loop.set_exception_handler(_log_lost_error)
        try:
            await main
        except asyncio.CancelledError:
            error: Exception = RunError(f"the start of {self.name} was interrupted")
        except Exception as failed:  # noqa: BLE001 - handed to the coordinator, which raises it
            error = failed
        await connection.close()
        self._results.put(error)
        if not ready.done():
            ready.set_exception(error)

    async def _open_and_maintain(self, connection: DaskConnection, ready: Future[None]) -> None:
        await connection.open()
        self._connection = connection
        ready.set_result(None)
        await connection.maintain()


def _log_lost_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log, as Dask's, an error that no part of Dask waits for, such as that of a call when it is closed."""
    logging.getLogger("distributed").error(context["message"], exc_info=context.get("exception"))


def load_dask() -> None:
    """Import Dask, and keep its log from the terminal; UnsupportedError when it cannot be imported.

    Warnings and errors of Dask go to Python's ``logging``, as ``distributed``. Where Dask has been imported
    before, its log is left as it is.
    """
    if sys.modules.get("distributed") is not None:
        return
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise UnsupportedError(import_failure("a Dask cluster needs", "cluster", error)) from error
    for name in DASK_LOGGERS:
        log = logging.getLogger(name)
        for handler in list(log.handlers):
            log.removeHandler(handler)
        log.addHandler(logging.NullHandler())
        log.propagate = True
        log.setLevel(max(log.getEffectiveLevel(), logging.WARNING))
