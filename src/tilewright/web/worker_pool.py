"""The pool of worker processes: started ahead, one task each at a time, killed when they must be.

A task whose client disconnects, or whose time is up, has its process killed, and a new process takes its
place. So no request can block the server, and memory is returned at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from tilewright.workers import AsyncChildProcess

MAX_MESSAGE_BYTES = 32_000_000  # from a process
CANCEL_GRACE_S = 3.0  # how long a cancelled task may still run
PERFORM = "tilewright.web.tasks:perform"
START_S = 120.0  # in which a process starts and loads a task, however busy the machine is
MAX_TASKS = 1_000  # after which a process is replaced, so that leaks do not add up

_STATUSES = {"error": 422, "out_of_memory": 413, "internal_error": 500}


class TaskError(Exception):
    """A task has failed: ``body`` is for the client, as ``errors.ErrorBody``; ``status`` is the HTTP
    status."""

    def __init__(self, message: str | dict[str, Any], status: int = 422) -> None:
        self.body: dict[str, Any] = message if isinstance(message, dict) else {"message": message}
        super().__init__(self.body["message"])
        self.status = status


@dataclass(frozen=True)
class WorkerEvent:
    """Something that a task sends before its result."""

    kind: str
    data: Any


@dataclass(frozen=True)
class WorkerResult:
    """What a task returns."""

    data: Any


@dataclass
class TaskHandle:
    """Cancels one task, even before it has started."""

    is_cancelled: bool = False
    _process: AsyncChildProcess | None = None
    _has_started: bool = False
    _deadline: asyncio.TimerHandle | None = None

    def cancel(self) -> None:
        """Ask the task to end with what it has; its process is killed if it does not do so soon."""
        if not self.is_cancelled:
            self.is_cancelled = True
            self._send()
            self._set_deadline()

    def attach(self, process: AsyncChildProcess) -> None:
        """The process has received the task."""
        self._process = process
        if self.is_cancelled:
            self._send()

    def start(self) -> None:
        """The process runs the task: from now on it hears a cancellation, and has limited time for it.

        Before, it may be a process that is still starting, on a busy machine for many seconds.
        """
        self._has_started = True
        self._set_deadline()

    def detach(self) -> None:
        """The process is done with the task."""
        self._process = None
        if self._deadline is not None:
            self._deadline.cancel()

    def _send(self) -> None:
        if self._process is not None:
            self._process.cancel()

    def _set_deadline(self) -> None:
        if self.is_cancelled and self._has_started and self._process is not None:
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(CANCEL_GRACE_S, self._process.kill)


@dataclass(eq=False)
class WorkerPool:
    """At most ``size`` worker processes of ``memory_bytes`` each; ``queue`` more tasks may wait for one."""

    size: int
    queue: int
    memory_bytes: int
    processes: set[AsyncChildProcess] = field(default_factory=set)
    active: int = 0  # tasks that are running or waiting
    _idle: list[AsyncChildProcess] = field(default_factory=list)
    _is_closed: bool = False
    _replacing: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.size)

    async def start(self) -> None:
        """Start one process ahead, so that the first client does not wait for it."""
        self._idle.append(await self._start_process())

    async def close(self) -> None:
        """Kill all processes, busy ones included."""
        self._is_closed = True
        for process in self.processes:
            process.kill()
        while self._replacing:
            await asyncio.wait(self._replacing)
        for process in list(self.processes):
            await self._end(process)
        self._idle.clear()

    async def run(self, task: str, args: dict[str, Any], timeout_s: float) -> Any:
        """The result of a task (``module:function``); TaskError when it fails, times out or cannot wait."""
        async with aclosing(self.stream(task, args, timeout_s)) as steps:
            async for step in steps:
                if isinstance(step, WorkerResult):
                    return step.data
        raise AssertionError("a task ends with a result")

    async def stream(
        self, task: str, args: dict[str, Any], timeout_s: float, handle: TaskHandle | None = None
    ) -> AsyncGenerator[WorkerEvent | WorkerResult, None]:
        """The events of a task, then its result; closing the generator earlier kills the process.

        ``handle`` lets others cancel the task.
        """
        if self.active >= self.size + self.queue:
            raise TaskError("the server is busy; try again in a moment", 429)
        handle = handle or TaskHandle()
        self.active += 1
        try:
            process = await self._acquire()
            is_reusable = False
            try:
                process.send((task, args))
                handle.attach(process)
                async for step in _read_steps(process, timeout_s):
                    if isinstance(step, WorkerEvent) and step.kind == "started":
                        handle.start()
                        continue
                    is_reusable = is_reusable or isinstance(step, WorkerResult)
                    yield step
            except TaskError as error:
                is_reusable = error.status == 422
                raise
            finally:
                handle.detach()
                self._release(process, reuse=is_reusable)
        finally:
            self.active -= 1

    async def _acquire(self) -> AsyncChildProcess:
        """A process for one task, with its slot; ``_release`` returns both."""
        await self._slots.acquire()
        try:
            while self._idle:
                process = self._idle.pop()
                if process.is_alive:
                    return process
                await self._end(process)  # something outside ended it
            return await self._start_process()
        except BaseException:
            self._slots.release()
            raise

    def _release(self, process: AsyncChildProcess, *, reuse: bool) -> None:
        """Keep a process for the next task, or replace it without delaying anybody."""
        if reuse and process.jobs < MAX_TASKS and not self._is_closed:
            self._idle.append(process)
            self._slots.release()
            return
        process.kill()
        task = asyncio.ensure_future(self._replace(process))
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _replace(self, process: AsyncChildProcess) -> None:
        """End a process, and start another before its slot is given away."""
        try:
            await self._end(process)
            if not self._is_closed:
                self._idle.append(await self._start_process())
        except TaskError:
            pass  # the next task tries again, and reports it
        finally:
            self._slots.release()

    async def _end(self, process: AsyncChildProcess) -> None:
        await process.end()
        self.processes.discard(process)

    async def _start_process(self) -> AsyncChildProcess:
        if self._is_closed:
            raise TaskError("the server is shutting down", 503)
        try:
            process = await AsyncChildProcess.start(PERFORM, self.memory_bytes)
        except OSError as error:
            message = f"the server cannot start a worker process: {error.strerror or error}"
            raise TaskError(message, 503) from error
        self.processes.add(process)
        if self._is_closed:  # while it was being started
            process.kill()
        return process


async def _read_steps(
    process: AsyncChildProcess, timeout_s: float
) -> AsyncIterator[WorkerEvent | WorkerResult]:
    """The steps of a task, whose time begins when the process runs it."""
    loop = asyncio.get_running_loop()
    allowed_s = START_S
    deadline = loop.time() + allowed_s
    while True:
        try:
            async with asyncio.timeout_at(deadline):
                message = await process.receive(MAX_MESSAGE_BYTES)
        except TimeoutError:
            raise TaskError(f"this took longer than {allowed_s:g} seconds", 408) from None
        except ValueError:
            raise TaskError("the result is too large to send; request less", 413) from None
        match message:
            case None:
                raise TaskError("the worker process ended unexpectedly, perhaps out of memory", 413)
            case ("event", kind, data):
                if kind == "started":
                    allowed_s = timeout_s
                    deadline = loop.time() + allowed_s
                yield WorkerEvent(kind, data)
            case ("end", "result", data):
                yield WorkerResult(data)
                return
            case (_, kind, data):
                raise TaskError(data, _STATUSES[kind])
