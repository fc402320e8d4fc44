"""The connection to a Dask cluster: connects, keeps it, reconnects; sends jobs and receives their answers.

A :class:`DaskConnection` lives in an event loop of its own thread. Other threads read its public attributes,
and ``hand_back`` receives what comes back.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import math
import pickle
import re
import secrets
import time
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from typing import Any, NamedTuple

from distributed import Client, Future, KilledWorker, LocalCluster, Security

from tilewright.errors import RunError
from tilewright.runs.executors import WorkerState
from tilewright.runs.executors.dask_address import Certificates, ClusterAddress, url_host
from tilewright.runs.executors.dask_worker import (
    Answer,
    make_call_function,
    make_plugin,
    make_task_function,
)
from tilewright.runs.task import Assignment, Returned, RunTask, TaskBudget, TaskLost, TaskResult

START_SECONDS = 60.0  # for workers on this machine to start
CONNECT_SECONDS = 10.0  # for the first connection
RECONNECT_SECONDS = 5.0  # for each try to connect again
CHECK_SECONDS = 0.1  # between two checks whether the connection stands
POLL_SECONDS = 1.0  # between two questions about the workers ...
POLL_SECONDS_PER_WORKER = 0.002  # ... and so much more for each of them
ANSWER_SECONDS = 30.0  # for a question to the scheduler, until it is considered gone
NO_WORKER_SECONDS = 5.0  # without any worker, until that is reported
CLOSE_SECONDS = 0.5  # for each step of leaving
MAX_NAMED = 3  # members of a cluster that are named in a message
SAME_PACKAGES = ("dask", "distributed")


class DaskWorker(NamedTuple):
    """A worker that takes part."""

    name: str
    host: str
    threads: int


class DaskConnection:
    """A run's connection to its cluster; all methods are called in its event loop."""

    def __init__(
        self,
        cluster: ClusterAddress,
        assignment: Assignment,
        reconnect_s: float,
        report: Callable[[str], None],
        hand_back: Callable[[Returned], None],
    ) -> None:
        self.is_connected = False
        self.threads = 0  # of all workers that take part
        self.worker_states: tuple[WorkerState, ...] = ()
        self._address = cluster
        self._assignment = assignment
        self._reconnect_s = reconnect_s
        self._report = report
        self._hand_back = hand_back
        self._plugin = f"tilewright-{assignment.run}"
        self._key = f"{self._plugin}-{secrets.token_hex(4)}"  # two coordinators' keys must differ
        self._attempts = itertools.count(1)
        self._client: Client | None = None
        self._cluster: LocalCluster | None = None
        self._starting: asyncio.Future[Any] | None = None
        self._scheduler = ""  # the identity of the one that has been given the plugin
        self._workers: dict[str, DaskWorker] = {}
        self._refused: dict[str, str] = {}  # address -> why
        self._jobs: dict[asyncio.Task[Answer], int] = {}
        self._keys: dict[str, int] = {}
        self._check_now = False  # something went wrong that may be the end of the connection
        self._has_worker = asyncio.Event()
        self._no_worker_since = time.monotonic()  # infinite when it has been reported

    # Connecting and closing

    async def open(self) -> None:
        """Connect, and give all workers the problem; RunError when that fails, or one cannot take part."""
        if self._address.workers:
            await self._start_workers(self._address.workers)
        await self._connect(CONNECT_SECONDS)
        await self._register(strict=True)

    async def maintain(self) -> None:
        """Keep the connection until this is cancelled; connect again when it is lost."""
        polled = time.monotonic()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            assert self._client is not None
            lost = self._client.status != "running"
            due = time.monotonic() - polled >= POLL_SECONDS + POLL_SECONDS_PER_WORKER * len(self._workers)
            if lost or due or self._check_now:
                self._check_now = False
                try:
                    if lost or not await asyncio.wait_for(self._poll(), ANSWER_SECONDS):
                        await self._reconnect()
                except (OSError, TimeoutError):
                    await self._reconnect()
                polled = time.monotonic()

    async def close(self) -> None:
        """Leave the cluster as it was found; what is still under way is dropped."""
        self.is_connected = False
        await self._drop_jobs()
        client, self._client = self._client, None
        if client is not None:
            if client.status == "running":
                await _within(CLOSE_SECONDS, client.unregister_worker_plugin(self._plugin))
            await _leave(client)
        starting, self._starting = self._starting, None
        if starting is not None:
            await _within(START_SECONDS, starting)  # one that is half started cannot be closed
        cluster, self._cluster = self._cluster, None
        if cluster is not None:
            closing = [nanny.close(timeout=CLOSE_SECONDS) for nanny in cluster.workers.values()]
            await _within(4 * CLOSE_SECONDS, asyncio.gather(*closing))
            await _within(4 * CLOSE_SECONDS, cluster.close())

    async def _start_workers(self, workers: int) -> None:
        files = self._address.certificates
        self._cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host=url_host(self._address.host),
            scheduler_port=self._address.port,
            protocol="tcp://" if files is None else "tls://",
            security=None if files is None else _security(files),
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            memory_limit=0,  # a worker's memory is bounded by the budget of tasks
            silence_logs=logging.CRITICAL,
            asynchronous=True,
        )
        self._starting = asyncio.ensure_future(self._cluster)
        try:
            await asyncio.wait_for(asyncio.shield(self._starting), START_SECONDS)
        except (OSError, RuntimeError, TimeoutError) as error:
            if self._starting.done():  # it has closed itself
                self._starting = self._cluster = None
            raise RunError(f"the workers of {self._address.name} did not start: {error}") from error

    async def _connect(self, seconds: float) -> None:
        address = self._cluster.scheduler_address if self._cluster else self._address.find()
        client = Client(
            address,
            asynchronous=True,
            set_as_default=False,
            timeout=seconds,
            security=self._security(address),
            name="tilewright",
        )
        try:
            # Its own timeout does not cover a connection that is accepted and never answered.
            self._client = await asyncio.wait_for(_started(client), seconds + CLOSE_SECONDS)
        except (OSError, TimeoutError, asyncio.CancelledError) as error:
            if _is_cancelled():
                client.status = "closed"  # see _leave
                raise
            await _leave(client)
            # Dask names its object for the connection.
            why = re.sub(r"in <.*?>: ", "", str(error)) or "the connection is accepted, and nothing is sent"
            raise OSError(f"no scheduler answers at {address} ({why})") from error

    def _security(self, address: str) -> Security:
        files = self._address.certificates
        if files is not None:
            return _security(files)
        security = Security()
        if address.startswith("tls://") and not (security.tls_ca_file and security.tls_client_cert):
            raise RunError(
                f"{address} uses TLS: name its certificates with --tls-ca, --tls-cert and --tls-key"
            )
        return security

    async def _register(self, *, strict: bool) -> None:
        """Give all workers the problem, those that come later too.

        A worker that cannot take part ends the run where ``strict``, and is left out otherwise.
        """
        client = self._client
        assert client is not None
        await check_versions(client)
        await client.register_plugin(make_plugin(self._plugin, self._assignment), self._plugin)
        self._workers, self._refused = {}, {}
        self._scheduler = (await client.scheduler.identity(n_workers=0))["id"]
        self.is_connected = await self._poll()
        if strict and self._refused:
            await client.unregister_worker_plugin(self._plugin)
            reasons = [f"the worker at {address}: {why}" for address, why in self._refused.items()]
            raise RunError(f"{self._address.name} cannot take part; {_shortened(reasons)}")

    async def _reconnect(self) -> None:
        """Connect again after the connection was lost; RunError when that has taken too long."""
        self.is_connected = False
        self._publish({}, {})
        await self._drop_jobs()
        deadline = time.monotonic() + self._reconnect_s
        self._report(
            f"the connection to {self._address.name} is lost; trying again for {self._reconnect_s:g} s"
        )
        if self._client is not None:
            await _leave(self._client)
        why: Exception | None = None
        while (remaining := deadline - time.monotonic()) > 0:
            try:
                await self._connect(min(RECONNECT_SECONDS, max(0.5, remaining)))
                await asyncio.wait_for(self._register(strict=False), ANSWER_SECONDS)
            except (OSError, TimeoutError, RunError) as error:
                why = error  # a RunError too: the scheduler's file may be about to change
                if self._client is not None:
                    await _leave(self._client)
                await asyncio.sleep(CHECK_SECONDS)
            else:
                self._report(f"connected to {self._address.name} again")
                self._no_worker_since = time.monotonic()
                return
        raise RunError(
            f"{self._address.name} is gone, and did not come back within {self._reconnect_s:g} s: {why}"
        )

    # Workers

    async def _poll(self) -> bool:
        """Update the workers; whether the scheduler is still the one that was given the problem."""
        client = self._client
        assert client is not None
        if (await client.scheduler.identity(n_workers=0))["id"] != self._scheduler:
            return False
        threads = await client.scheduler.ncores()
        processing = await client.scheduler.processing()
        workers = {address: worker for address, worker in self._workers.items() if address in threads}
        self._refused = {address: why for address, why in self._refused.items() if address in threads}
        new = threads.keys() - workers.keys() - self._refused.keys()
        if new:
            known = (await client.scheduler.identity(n_workers=-1))["workers"]
            addresses = sorted(new & known.keys())
            refusals = await client.run(
                make_call_function(), self._plugin, "why_not", workers=addresses, on_error="ignore"
            )
            for address, why in refusals.items():
                if why:
                    self._leave_out(address, why)
                else:
                    info = known[address]
                    name = info["name"] if isinstance(info["name"], str) else f"worker {info['name']}"
                    workers[address] = DaskWorker(name, info["host"], threads[address])
        self._publish(workers, processing)
        if workers:
            self._no_worker_since = time.monotonic()
        elif time.monotonic() - self._no_worker_since >= NO_WORKER_SECONDS:
            self._no_worker_since = math.inf
            self._report(f"{self._address.name} has no worker; tasks wait until one joins")
        return True

    def _publish(self, workers: dict[str, DaskWorker], processing: dict[str, Iterable[Any]]) -> None:
        self._workers = workers
        if workers:
            self._has_worker.set()
        else:
            self._has_worker.clear()
        self.threads = sum(worker.threads for worker in workers.values())
        self.worker_states = tuple(
            WorkerState(
                worker.name,
                worker.host,
                tuple(sorted(self._keys[key] for key in processing.get(address, ()) if key in self._keys)),
            )
            for address, worker in sorted(workers.items())
        )

    def _leave_out(self, address: str, why: str) -> None:
        if address not in self._refused:
            self._refused[address] = why
            self._workers.pop(address, None)
            self._report(f"the worker at {address} is not used: {why}")

    # Jobs

    def send(self, task: RunTask, budget: TaskBudget) -> None:
        """Have a task done; it comes back through ``hand_back``."""
        job = asyncio.get_running_loop().create_task(self._run(task.number, pickle.dumps((task, budget))))
        self._jobs[job] = task.number
        job.add_done_callback(self._return)

    async def _run(self, number: int, job: bytes) -> Answer:
        while True:
            client = self._client
            if client is None or client.status != "running":
                await asyncio.sleep(2 * CHECK_SECONDS)  # by then nobody sends more
                return TaskLost(number, "", "the cluster could not be reached")
            key = f"{self._key}-{number}-{next(self._attempts)}"
            # Only when one was refused: a task that is bound to workers cannot go to others that come later.
            allowed = sorted(self._workers) if self._refused else None
            future: Future[Answer] = client.submit(
                make_task_function(), self._plugin, job, key=key, pure=False, retries=0, workers=allowed
            )
            self._keys[key] = number
            try:
                answer = await future
            finally:
                del self._keys[key]
                future.release()
            if answer is None:
                return TaskLost(number, "", "the run was stopped before it started")
            if isinstance(answer, TaskResult | TaskLost):
                return answer
            self._leave_out(*answer)
            await self._has_worker.wait()

    def _return(self, job: asyncio.Task[Answer]) -> None:
        number = self._jobs.pop(job)
        if job.cancelled():
            self._hand_back(TaskLost(number, "", "the connection to the cluster was lost"))
            return
        error = job.exception()
        if error is None:
            answer = job.result()
            assert isinstance(answer, TaskResult | TaskLost)
            self._hand_back(answer)
        elif isinstance(error, KilledWorker):
            name = str(error.last_worker.name)
            why = "Dask gave up on it because too many workers died while they worked on it"
            self._hand_back(TaskLost(number, name, why))
        elif isinstance(error, CancelledError | OSError):
            self._check_now = True
            self._hand_back(TaskLost(number, "", "the connection to the cluster was lost"))
        else:
            self._hand_back(TaskLost(number, "", f"{type(error).__name__}: {error}", failed=True))

    async def _drop_jobs(self) -> None:
        """Cancel all jobs; each comes back as lost."""
        for job in list(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    async def stop(self, seconds: float) -> None:
        """Tell all workers to end their tasks."""
        client = self._client
        if client is not None and client.status == "running":
            await _within(seconds, client.run(make_call_function(), self._plugin, "stop", on_error="ignore"))


def version_mismatch(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """What a member of a cluster has in other versions, as text; "" when it matches.

    Both are Dask's reports of versions. Functions are sent as bytecode, so the Python must be the same up to
    the minor version; Dask's own messages change from version to version.
    """
    here, there = (".".join(one["host"]["python"].split(".")[:2]) for one in (ours, theirs))
    different = [f"Python {there} instead of {here}"] if here != there else []
    for package in SAME_PACKAGES:
        here, there = ours["packages"].get(package), theirs["packages"].get(package)
        if here != there:
            different.append(f"{package} {there} instead of {here}")
    return " and ".join(different)


async def check_versions(client: Client) -> None:
    """RunError when the scheduler or a worker has another Python or Dask than this process."""
    versions = await client.get_versions()
    members = {"the scheduler": versions["scheduler"]}
    members |= {f"the worker at {address}": value for address, value in versions["workers"].items()}
    wrong = []
    for member, value in members.items():
        mismatch = version_mismatch(versions["client"], value)
        if mismatch:
            wrong.append(f"{member} has {mismatch}")
    if wrong:
        raise RunError(
            f"all members of a cluster must have the same versions of Python and Dask: {_shortened(wrong)}"
        )


def _shortened(reasons: list[str]) -> str:
    more = [f"and {len(reasons) - MAX_NAMED} more"] if len(reasons) > MAX_NAMED else []
    return "; ".join(reasons[:MAX_NAMED] + more)


def _is_cancelled() -> bool:
    """Whether this task is cancelled, rather than one of Dask's that it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _security(files: Certificates) -> Security:
    """TLS in which a client, and a scheduler and workers on this machine, have the same certificate."""
    pair = {"cert": str(files.cert), "key": str(files.key)}
    roles = {f"tls_{role}_{what}": pair[what] for role in ("client", "scheduler", "worker") for what in pair}
    return Security(require_encryption=True, tls_ca_file=str(files.ca), **roles)


async def _started(client: Client) -> Client:
    return await client


async def _leave(client: Client) -> None:
    """Close a client for good.

    One that is still closing would close itself again when it is collected as garbage, at any later moment,
    and raise because its loop has ended.
    """
    try:
        await _within(CLOSE_SECONDS, client.close())
    finally:
        client.status = "closed"


async def _within(seconds: float, step: Any) -> None:
    """Do a step of leaving, but no longer than so; a cluster that has gone away is no reason to fail."""
    try:
        await asyncio.wait_for(step, seconds)
    except (OSError, TimeoutError, ValueError, asyncio.CancelledError):
        if _is_cancelled():
            raise
        logging.getLogger(__name__).debug("a step of leaving a cluster failed", exc_info=True)
