"""The connection to a Dask cluster: makes it, keeps it, makes it again; sends errands and hears of them.

A :class:`Link` lives in an event loop of its own thread. Other threads read what it shows, and get what
comes back through a queue.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import math
import queue
import re
import secrets
import time
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from typing import Any, NamedTuple

from distributed import Client, Future, KilledWorker, LocalCluster, Security

from tilewright.errors import RunError
from tilewright.runs.executors.base import WorkerState
from tilewright.runs.executors.dask_address import Place
from tilewright.runs.executors.dask_versions import check_versions
from tilewright.runs.executors.dask_worker import (
    Answer,
    asker,
    errand_of,
    halter,
    name_of,
    performer,
    plugin_for,
)
from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost, TaskResult

START_SECONDS = 60.0  # for workers on this machine to start
FIRST_WAIT = 10.0  # seconds for the first connection
TRY_SECONDS = 5.0  # for each try to connect again
GLANCE = 0.1  # seconds between two looks at whether the connection stands
LOOK = 1.0  # seconds between two questions after the workers ...
LOOK_A_WORKER = 0.002  # ... and so much more for each of them
ANSWER_SECONDS = 30.0  # for a question to the scheduler, until it is held to be gone
ALONE_SECONDS = 5.0  # without any worker, until that is told
FAREWELL = 0.5  # seconds for each step of leaving
TOLD = 3  # workers that are named in a message

Returned = TaskResult | TaskLost


class Seat(NamedTuple):
    """A worker that takes part."""

    name: str
    host: str
    threads: int


class Link:
    """A run's connection to its cluster; all methods are called in its event loop."""

    def __init__(
        self, place: Place, assignment: Assignment, patience: float, tell: Callable[[str], None]
    ) -> None:
        self.back: queue.SimpleQueue[Returned | None] = queue.SimpleQueue()  # None: look whether all is well
        self.fault: Exception | None = None  # why nothing more can come
        self.standing = False  # whether there is a connection now
        self.brought = 0  # solutions in all that was put into ``back``
        self.threads = 0  # of all workers that take part
        self.doing: tuple[WorkerState, ...] = ()
        self._place = place
        self._assignment = assignment
        self._patience = patience
        self._tell = tell
        self._plugin = f"tilewright-{assignment.run}"
        self._key = f"{self._plugin}-{secrets.token_hex(4)}"  # two coordinators' keys must differ
        self._attempts = itertools.count(1)
        self._client: Client | None = None
        self._cluster: LocalCluster | None = None
        self._starting: asyncio.Future[Any] | None = None
        self._scheduler = ""  # the identity of the one that has been given the plugin
        self._seats: dict[str, Seat] = {}
        self._unfit: dict[str, str] = {}  # address -> why
        self._errands: dict[asyncio.Task[Answer], int] = {}
        self._keys: dict[str, int] = {}
        self._doubt = False  # something went wrong that may be the connection's end
        self._some_seat = asyncio.Event()
        self._alone = time.monotonic()  # when there was a worker, or it was told that there is none

    # Coming and going

    async def open(self) -> None:
        """Connect, and give all workers the problem; RunError when that fails, or one cannot take part."""
        if self._place.workers:
            await self._start_workers(self._place.workers)
        await self._connect(FIRST_WAIT)
        await self._register(strict=True)

    async def tend(self) -> None:
        """Keep the connection until this is cancelled; connect again when it is lost."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(GLANCE)
            assert self._client is not None
            lost = self._client.status != "running"
            due = time.monotonic() - looked >= LOOK + LOOK_A_WORKER * len(self._seats)
            if lost or due or self._doubt:
                self._doubt = False
                try:
                    if lost or not await asyncio.wait_for(self._look(), ANSWER_SECONDS):
                        await self._again()
                except (OSError, TimeoutError):
                    await self._again()
                looked = time.monotonic()

    async def close(self) -> None:
        """Leave the cluster as it was found; what is still under way is dropped."""
        self.standing = False
        await self._drop()
        client, self._client = self._client, None
        if client is not None:
            if client.status == "running":
                await _within(FAREWELL, client.unregister_worker_plugin(self._plugin))
            await _within(FAREWELL, client.close())
        starting, self._starting = self._starting, None
        if starting is not None:
            await _within(START_SECONDS, starting)  # one that is half started cannot be closed
        cluster, self._cluster = self._cluster, None
        if cluster is not None:
            leaving = [nanny.close(timeout=FAREWELL) for nanny in cluster.workers.values()]
            await _within(4 * FAREWELL, asyncio.gather(*leaving))
            await _within(4 * FAREWELL, cluster.close())

    async def _start_workers(self, workers: int) -> None:
        self._cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            memory_limit=0,  # a worker's memory is bounded by the tasks' budget
            silence_logs=logging.CRITICAL,
            asynchronous=True,
        )
        self._starting = asyncio.ensure_future(self._cluster)
        try:
            await asyncio.wait_for(asyncio.shield(self._starting), START_SECONDS)
        except (OSError, RuntimeError, TimeoutError) as error:
            raise RunError(f"the workers of {self._place.name} did not start: {error}") from error

    async def _connect(self, seconds: float) -> None:
        address = self._cluster.scheduler_address if self._cluster else self._place.find()
        try:
            self._client = await Client(
                address,
                asynchronous=True,
                set_as_default=False,
                timeout=seconds,
                security=self._security(address),
                name="tilewright",
            )
        except (OSError, TimeoutError) as error:
            why = re.sub(r"in <.*?>: ", "", str(error))  # Dask names its object for the connection
            raise OSError(f"no scheduler answers at {address} ({why})") from error

    def _security(self, address: str) -> Security:
        files = self._place.certificates
        if files is not None:
            return Security(
                require_encryption=True,
                tls_ca_file=str(files.ca),
                tls_client_cert=str(files.cert),
                tls_client_key=str(files.key),
            )
        security = Security()
        if address.startswith("tls://") and not (security.tls_ca_file and security.tls_client_cert):
            raise RunError(
                f"{address} speaks TLS: name its certificates with --tls-ca, --tls-cert and --tls-key"
            )
        return security

    async def _register(self, *, strict: bool) -> None:
        """Give all workers the problem, those that come later too.

        A worker that cannot take part ends the run where ``strict``, and is left out otherwise.
        """
        client = self._client
        assert client is not None
        await check_versions(client)
        await client.register_plugin(plugin_for(self._plugin, self._assignment), self._plugin)
        self._seats, self._unfit = {}, {}
        self._scheduler = (await client.scheduler.identity(n_workers=0))["id"]
        self.standing = await self._look()
        if strict and self._unfit:
            await client.unregister_worker_plugin(self._plugin)
            some = [f"the worker at {address}: {why}" for address, why in self._unfit.items()]
            more = [f"and {len(some) - TOLD} more"] if len(some) > TOLD else []
            raise RunError(f"{self._place.name} cannot take part; " + "; ".join(some[:TOLD] + more))

    async def _again(self) -> None:
        """Connect anew after the connection was lost; sets ``fault`` when that has taken too long."""
        self.standing = False
        self._show({}, {})
        await self._drop()
        end = time.monotonic() + self._patience
        self._tell(f"the connection to {self._place.name} is lost; trying again for {self._patience:g} s")
        if self._client is not None:
            await _within(FAREWELL, self._client.close())
        why: Exception | None = None
        while (left := end - time.monotonic()) > 0:
            try:
                await self._connect(min(TRY_SECONDS, max(0.5, left)))
                await asyncio.wait_for(self._register(strict=False), ANSWER_SECONDS)
            except (OSError, TimeoutError, RunError) as error:
                why = error  # a RunError, too: the scheduler's file may be about to change
                if self._client is not None:
                    await _within(FAREWELL, self._client.close())
                await asyncio.sleep(GLANCE)
            else:
                self._tell(f"connected to {self._place.name} again")
                self._alone = time.monotonic()
                return
        raise RunError(
            f"{self._place.name} is gone, and did not come back within {self._patience:g} s: {why}"
        )

    # Workers

    async def _look(self) -> bool:
        """See who is there; whether the scheduler is still the one that was given the problem."""
        client = self._client
        assert client is not None
        if (await client.scheduler.identity(n_workers=0))["id"] != self._scheduler:
            return False
        threads = await client.scheduler.ncores()
        processing = await client.scheduler.processing()
        seats = {address: seat for address, seat in self._seats.items() if address in threads}
        self._unfit = {address: why for address, why in self._unfit.items() if address in threads}
        new = threads.keys() - seats.keys() - self._unfit.keys()
        if new:
            known = (await client.scheduler.identity(n_workers=-1))["workers"]
            refusals = await client.run(
                asker(), self._plugin, workers=sorted(new & known.keys()), on_error="ignore"
            )
            for address, why in refusals.items():
                if why:
                    self._leave_out(address, why)
                else:
                    worker = known[address]
                    seats[address] = Seat(name_of(worker["name"]), worker["host"], threads[address])
        self._show(seats, processing)
        if seats:
            self._alone = time.monotonic()
        elif time.monotonic() - self._alone >= ALONE_SECONDS:
            self._alone = math.inf  # told once
            self._tell(f"{self._place.name} has no worker; tasks wait until some come")
        return True

    def _show(self, seats: dict[str, Seat], processing: dict[str, Iterable[Any]]) -> None:
        self._seats = seats
        if seats:
            self._some_seat.set()
        else:
            self._some_seat.clear()
        self.threads = sum(seat.threads for seat in seats.values())
        self.doing = tuple(
            WorkerState(
                seat.name,
                seat.host,
                tuple(sorted(self._keys[key] for key in processing.get(address, ()) if key in self._keys)),
            )
            for address, seat in sorted(seats.items())
        )

    def _leave_out(self, address: str, why: str) -> None:
        if address not in self._unfit:
            self._unfit[address] = why
            self._seats.pop(address, None)
            self._tell(f"the worker at {address} is left out: {why}")

    # Errands

    def send(self, task: RunTask, budget: Budget) -> None:
        """Have a task done; it comes back through ``back``."""
        errand = asyncio.get_running_loop().create_task(self._run(task.number, errand_of(task, budget)))
        self._errands[errand] = task.number
        errand.add_done_callback(self._bring)

    async def _run(self, number: int, errand: bytes) -> Answer:
        while True:
            client = self._client
            if client is None or client.status != "running":
                await asyncio.sleep(2 * GLANCE)  # by then nobody sends more
                return TaskLost(number, "", "the cluster could not be reached")
            key = f"{self._key}-{number}-{next(self._attempts)}"
            # Only when one is unfit: a task that is bound to workers cannot go to others that come later.
            allowed = sorted(self._seats) if self._unfit else None
            future: Future[Answer] = client.submit(
                performer(), self._plugin, errand, key=key, pure=False, retries=0, workers=allowed
            )
            self._keys[key] = number
            try:
                answer = await future
            finally:
                del self._keys[key]
                future.release()
            if not isinstance(answer, tuple):
                return (
                    TaskLost(number, "", "the run was stopped before it was begun")
                    if answer is None
                    else answer
                )
            self._leave_out(*answer)
            await self._some_seat.wait()

    def _bring(self, errand: asyncio.Task[Answer]) -> None:
        number = self._errands.pop(errand)
        if errand.cancelled():
            self.back.put(TaskLost(number, "", "the connection to the cluster was lost"))
            return
        error = errand.exception()
        if error is None:
            answer = errand.result()
            assert isinstance(answer, TaskResult | TaskLost)
            self.brought += len(answer.found) if isinstance(answer, TaskResult) else 0
            self.back.put(answer)
        elif isinstance(error, KilledWorker):
            name = str(error.last_worker.name)
            self.back.put(
                TaskLost(number, name, "Dask gave it up, as too many workers died while they had it")
            )
        elif isinstance(error, CancelledError | OSError):
            self._doubt = True
            self.back.put(TaskLost(number, "", "the connection to the cluster was lost"))
        else:
            self.back.put(TaskLost(number, "", f"{type(error).__name__}: {error}", fault=True))

    async def _drop(self) -> None:
        """Let go of all errands; each comes back as lost."""
        for errand in list(self._errands):
            errand.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)

    async def halt(self, seconds: float) -> None:
        """Tell all workers to end their tasks."""
        client = self._client
        if client is not None and client.status == "running":
            await _within(seconds, client.run(halter(), self._plugin, on_error="ignore"))


async def _within(seconds: float, doing: Any) -> None:
    """Do it, but no longer than so; a cluster that has gone away is no reason to fail while leaving it."""
    try:
        await asyncio.wait_for(doing, seconds)
    except (OSError, TimeoutError, ValueError):
        logging.getLogger(__name__).debug("a step of leaving a cluster failed", exc_info=True)
