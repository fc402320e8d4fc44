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
from dataclasses import dataclass
from typing import Any

LINE_LIMIT = 64_000_000  # bytes of one line from a process
STOP_SECONDS = 1.0  # how long a task that was asked to stop may still take


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


@dataclass
class Process:
    """One calculating process."""

    child: asyncio.subprocess.Process

    def write(self, message: dict[str, Any]) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(json.dumps(message).encode() + b"\n")

    async def read(self) -> dict[str, Any] | None:
        """The next line, None when the process has ended."""
        assert self.child.stdout is not None
        line = await self.child.stdout.readline()
        return json.loads(line) if line.endswith(b"\n") else None


@dataclass
class Call:
    """One request under way, for those who may want it to end before its time."""

    process: Process
    deadline: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Ask the task to end with what it has; it is killed when it does not soon."""
        if self.deadline is None:
            self.process.write({"stop": True})
            self.deadline = asyncio.get_running_loop().call_later(STOP_SECONDS, self._kill)

    def _kill(self) -> None:
        if self.process.child.returncode is None:
            self.process.child.kill()


class Calculators:
    """A bounded number of processes; ``room`` at once, ``queue`` requests may wait for one.

    ``memory`` is bytes for each process.
    """

    def __init__(self, room: int, queue: int, memory: int) -> None:
        self._memory = memory
        self._free: list[Process] = []
        self._slots = asyncio.Semaphore(room)
        self._room, self._queue = room, queue
        self._asking = 0
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> int:
        """How many requests are under way or waiting."""
        return self._asking

    async def start(self) -> None:
        """Start one process ahead, so that the first visitor does not wait for it."""
        self._free.append(await self._fresh())

    async def close(self) -> None:
        """Kill all processes."""
        for process in self._free:
            await _kill(process)
        self._free.clear()
        if self._closing:
            await asyncio.wait(self._closing)

    async def ask(self, task: str, args: dict[str, Any], seconds: float) -> Any:
        """What a task gives back; Refused with its reason, or when its time is up or too many wait."""
        async with aclosing(self.steps(task, args, seconds)) as steps:
            async for step in steps:
                if isinstance(step, Done):
                    return step.data
        raise AssertionError("a call ends with Done")

    async def steps(
        self, task: str, args: dict[str, Any], seconds: float, calls: list[Call] | None = None
    ) -> AsyncGenerator[Told | Done, None]:
        """What a task tells, ending with Done; leaving it before that kills its process.

        ``calls`` is given the call, so that somebody else can ask it to stop.
        """
        if self._asking >= self._room + self._queue:
            raise Refused({"message": "the server has all it can do just now; try again in a moment"}, 429)
        self._asking += 1
        try:
            async with self._slots:
                process = self._free.pop() if self._free else await self._fresh()
                call = Call(process)
                if calls is not None:
                    calls.append(call)
                whole = False
                try:
                    process.write({"task": task, "args": args})
                    async for step in _listen(process, seconds):
                        whole = whole or isinstance(step, Done)
                        yield step
                except Refused as refused:
                    whole = refused.status == 422
                    raise
                finally:
                    if call.deadline is not None:
                        call.deadline.cancel()
                    # One that was asked to stop may find the request only after its next one has begun.
                    self._put_back(process, whole=whole and call.deadline is None)
        finally:
            self._asking -= 1

    def _put_back(self, process: Process, *, whole: bool) -> None:
        """A process that answered is used again; another one is killed, without anybody waiting for it."""
        if whole:
            self._free.append(process)
            return
        task = asyncio.ensure_future(_kill(process))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _fresh(self) -> Process:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tilewright.web.calculator",
            str(self._memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
            start_new_session=True,  # a Ctrl-C in the terminal is the server's to handle
        )
        return Process(child)


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
        elif message["end"] == "refused":
            raise Refused(message["data"])
        else:
            yield Done(message["data"])
            return


async def _kill(process: Process) -> None:
    if process.child.returncode is None:
        process.child.kill()
    await process.child.wait()
