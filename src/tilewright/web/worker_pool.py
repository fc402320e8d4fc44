"""The calculating processes of a server: started ahead, one request each at a time, killed when they must be.

A request that is left (its visitor went away, its time is up) has its process killed, and a fresh one
takes its place. So nothing that a visitor asks can hold the server, and memory goes back at once.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

LINE_LIMIT = 32_000_000  # bytes of one line from a process
STOP_SECONDS = 3.0  # how long a task that was asked to stop may still take
REQUESTS = 1_000  # after so many a process is replaced, so that nothing piles up in it


class Refused(Exception):  # noqa: N818 - an answer, not a failure of the server
    """A task said no: ``fault`` is for the visitor. ``status`` is the HTTP status that fits."""

    def __init__(self, fault: dict[str, Any], status: int = 422) -> None:
        super().__init__(fault["message"])
        self.fault, self.status = fault, status


@dataclass(frozen=True)
class Told:
    """One thing that a task told on its way."""

    event: str
    data: Any


@dataclass(frozen=True)
class Done:
    """What a task gave back in the end."""

    data: Any


@dataclass(eq=False)
class Process:
    """One calculating process, and how many requests it has had."""

    child: asyncio.subprocess.Process
    requests: int = 0
    _killed: bool = False

    @property
    def alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return self.child.returncode is None

    def write(self, message: dict[str, Any]) -> None:
        """Send it a line."""
        assert self.child.stdin is not None
        self.child.stdin.write(json.dumps(message).encode() + b"\n")

    async def read(self) -> dict[str, Any] | None:
        """The next line, None when the process has ended; Refused when the line is beyond all bounds."""
        assert self.child.stdout is not None
        try:
            line = await self.child.stdout.readline()
        except ValueError:
            raise Refused({"message": "the answer is too large to be sent; ask for less"}, 413) from None
        return json.loads(line) if line.endswith(b"\n") else None

    def kill(self) -> None:
        """End it at once."""
        if self.alive and not self._killed:  # a second signal may take its end from asyncio, which then warns
            self._killed = True
            self.child.kill()


@dataclass
class Call:
    """One request, for those who may want it to end before its time, even before it has begun."""

    stopped: bool = False
    _process: Process | None = None
    _deadline: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Ask the task to end with what it has; it is killed when it does not soon."""
        if not self.stopped:
            self.stopped = True
            self._press()

    def begin(self, process: Process) -> None:
        """The process has the request."""
        self._process = process
        if self.stopped:
            self._press()

    def end(self) -> None:
        """The process has nothing to do with this call any more."""
        self._process = None
        if self._deadline is not None:
            self._deadline.cancel()

    def _press(self) -> None:
        if self._process is not None:
            self._process.write({"stop": True})
            self._deadline = asyncio.get_running_loop().call_later(STOP_SECONDS, self._process.kill)


@dataclass(eq=False)
class Calculators:
    """A bounded number of processes; ``room`` at once, ``queue`` requests may wait for one.

    ``memory`` is bytes for each process.
    """

    room: int
    queue: int
    memory: int
    _free: list[Process] = field(default_factory=list)
    _all: set[Process] = field(default_factory=set)
    _asking: int = 0
    _closed: bool = False
    _replacing: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.room)

    @property
    def busy(self) -> int:
        """How many requests are under way or waiting."""
        return self._asking

    @property
    def processes(self) -> int:
        """How many processes there are."""
        return len(self._all)

    async def start(self) -> None:
        """Start one process ahead, so that the first visitor does not wait for it."""
        self._free.append(await self._fresh())

    async def close(self) -> None:
        """Kill all processes, those that work too."""
        self._closed = True
        for process in self._all:
            process.kill()
        while self._replacing:
            await asyncio.wait(self._replacing)
        for process in list(self._all):
            await self._end(process)
        self._free.clear()

    async def ask(self, task: str, args: dict[str, Any], seconds: float) -> Any:
        """What a task gives back; Refused with its reason, or when its time is up or too many wait."""
        async with aclosing(self.steps(task, args, seconds)) as steps:
            async for step in steps:
                if isinstance(step, Done):
                    return step.data
        raise AssertionError("a call ends with Done")

    async def steps(
        self, task: str, args: dict[str, Any], seconds: float, call: Call | None = None
    ) -> AsyncGenerator[Told | Done, None]:
        """What a task tells, ending with Done; leaving it before that kills its process.

        Through ``call`` somebody else can ask it to stop.
        """
        if self._asking >= self.room + self.queue:
            raise Refused({"message": "the server has all it can do just now; try again in a moment"}, 429)
        call = call or Call()
        self._asking += 1
        try:
            process = await self._taken()
            whole = False
            try:
                process.requests += 1
                process.write({"task": task, "args": args})
                call.begin(process)
                async for step in _listen(process, seconds):
                    whole = whole or isinstance(step, Done)
                    yield step
            except Refused as refused:
                whole = refused.status == 422
                raise
            finally:
                call.end()
                # One that was asked to stop may find the request only after its next one has begun.
                self._put_back(process, whole=whole and not call.stopped)
        finally:
            self._asking -= 1

    async def _taken(self) -> Process:
        """A process for one request, with its slot; both go back by _put_back."""
        await self._slots.acquire()
        try:
            while self._free:
                process = self._free.pop()
                if process.alive:
                    return process
                self._all.discard(process)  # something outside ended it
            return await self._fresh()
        except BaseException:
            self._slots.release()
            raise

    def _put_back(self, process: Process, *, whole: bool) -> None:
        """A process that answered is used again; another one is replaced, without anybody waiting for it."""
        if whole and process.requests < REQUESTS and not self._closed:
            self._free.append(process)
            self._slots.release()
            return
        process.kill()
        task = asyncio.ensure_future(self._replace(process))
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _replace(self, process: Process) -> None:
        """End a process, and start another before its slot is given away."""
        try:
            await self._end(process)
            if not self._closed:
                self._free.append(await self._fresh())
        except Refused:
            pass  # the next request tries again, and is told
        finally:
            self._slots.release()

    async def _end(self, process: Process) -> None:
        process.kill()
        await process.child.wait()
        self._all.discard(process)

    async def _fresh(self) -> Process:
        if self._closed:
            raise Refused({"message": "the server is going down"}, 503)
        try:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tilewright.web.worker",
                str(self.memory),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_LIMIT,
                start_new_session=True,  # a Ctrl-C in the terminal is the server's to handle
            )
        except OSError as error:
            words = f"the server cannot start a calculation: {error.strerror or error}"
            raise Refused({"message": words}, 503) from error
        process = Process(child)
        self._all.add(process)
        if self._closed:  # while it was being started
            process.kill()
        return process


async def _listen(process: Process, seconds: float) -> AsyncIterator[Told | Done]:
    end = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            async with asyncio.timeout_at(end):
                message = await process.read()
        except TimeoutError:
            raise Refused({"message": f"this took longer than {seconds:g} seconds"}, 408) from None
        if message is None:
            raise Refused({"message": "the calculation ended early, perhaps for want of memory"}, 413)
        if "event" in message:
            yield Told(message["event"], message["data"])
            continue
        if message["end"] == "done":
            yield Done(message["data"])
            return
        raise Refused(message["data"], STATUSES[message["end"]])


STATUSES = {"refused": 422, "spent": 413, "failed": 500}
"""How a task may end without an answer, and the HTTP status for it."""
