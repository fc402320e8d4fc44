"""Worker processes: the one place that starts, limits, cancels, kills and replaces processes.

A :class:`ChildProcess` (for threads) or an :class:`AsyncChildProcess` (for an event loop) does jobs by a
function of Tilewright's (:data:`Do`). It has a socket to the process that started it and ends when that does,
so it never outlives that process. It imports nothing of the program that runs there, what native code prints
in it mixes with nothing, and a terminal's Ctrl-C does not reach it. It may be started from any thread and
besides any threads, as it is a new program and no copy of this one. The module ``threads`` has the threads.

No library does all of it: pebble 5.2 has no limit of memory and no messages of a task before its result, loky
3.7 cannot end a running task, and ``anyio.to_process`` 4.16 works in an event loop only. They are no faster
either: 0.28, 0.43 and 0.34 s from the start to the first result that needs the solver and 160, 240 and 70 µs
for an empty task (two cores, Python 3.11), against 0.23 s and 50 µs.
"""

from __future__ import annotations

import json
import os
import pickle
import queue
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

from tilewright.registry import load_attribute
from tilewright.threads import start_thread

if TYPE_CHECKING:
    import asyncio

CANCEL = "cancel"
"""The message that asks a child to end its job early."""

Send = Callable[..., None]
"""Sends a message, a tuple, to the process that started this one, from any thread."""

Do = Callable[[Any, Send, threading.Event], None]
"""Does a job and sends what comes of it; the event is set when the job is to end early."""


def _json(message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


# JSON for a child that reads what strangers send: a pickle from one that was taken over could run code here.
_CODECS: dict[str, tuple[Callable[[Any], bytes], Callable[[bytes], Any]]] = {
    "pickle": (pickle.dumps, pickle.loads),
    "json": (_json, json.loads),
}

Message = tuple[Any, ...]

DEAD: Message = ("dead",)
"""What is received at the end of a process."""

END_SECONDS = 5.0  # for a process that closed its connection to end by itself, which tells how it did

_LENGTH = struct.Struct("!i")  # before each message, as ``multiprocessing.connection`` has it
_START = "import sys; sys.path[:] = {path}; from tilewright.workers import child_main; child_main()"


class ChildProgram:
    """A program that was started; what it writes on stderr is kept, unless ``keep_errors`` is False.

    ``own_session``: a terminal's Ctrl-C does not reach it, and ``kill`` ends what it started as well.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        stdin: int | IO[Any] = subprocess.DEVNULL,
        stdout: int | IO[Any] | None = subprocess.DEVNULL,
        keep_errors: bool = True,
        own_session: bool = True,
        pass_fds: Sequence[int] = (),
    ) -> None:
        self._own_session = own_session
        self._errors = TemporaryFile() if keep_errors else None  # noqa: SIM115 - open as long as the program
        try:
            self.process = subprocess.Popen(
                command,
                stdin=stdin,
                stdout=stdout if stdout is not None else self._errors or 2,
                stderr=self._errors,
                start_new_session=own_session,
                pass_fds=pass_fds,
            )
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """Its number as the system has it."""
        return self.process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return self.process.poll() is None

    def kill(self) -> None:
        """End it at once, and wait until it has ended."""
        with suppress(ProcessLookupError):
            if self._own_session:
                os.killpg(self.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()

    def error_lines(self) -> list[str]:
        """What it has written on stderr, without empty lines."""
        if self._errors is None:
            return []
        self._errors.seek(0)
        return [line for line in self._errors.read().decode(errors="replace").splitlines() if line.strip()]

    def exit_text(self) -> str:
        """How it ended, with the last line of its stderr."""
        code = self.process.wait()
        how = f"ended with exit code {code}"
        if code < 0:
            name = signal.Signals(-code).name
            how = f"was killed by {name}" + (" (out of memory?)" if name == "SIGKILL" else "")
        return ", ".join([how, *self.error_lines()[-1:]])

    def close(self) -> None:
        """Forget what it wrote."""
        if self._errors is not None:
            self._errors.close()


def lift_memory_limit(process: int) -> None:
    """Lift the caller's own soft memory limit from a process, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft != hard and hasattr(resource, "prlimit"):
        resource.prlimit(process, resource.RLIMIT_AS, (hard, hard))


def start_child(
    function: str, codec: str, *, memory_bytes: int = 0, keep_errors: bool
) -> tuple[ChildProgram, socket.socket]:
    """A process that serves jobs, and the socket to it; OSError when it cannot be started.

    ``function`` is the ``module:function`` that does a job (a :data:`Do`), ``memory_bytes`` its soft limit
    of memory, 0 for none.
    """
    ours, theirs = socket.socketpair()
    with theirs:
        # Not the directory that the program was started in: its files may have the names of modules.
        code = _START.format(path=f"[*dict.fromkeys([*filter(None, sys.path), *{[*map(str, sys.path)]!r}])]")
        command = [sys.executable, "-c", code, function, codec, str(memory_bytes), str(theirs.fileno())]
        try:
            return ChildProgram(
                command, stdout=None, keep_errors=keep_errors, pass_fds=(theirs.fileno(),)
            ), ours
        except BaseException:
            ours.close()
            raise


class ChildProcess:
    """A process that does jobs, for threads; ``keep_errors``: what it prints is kept for ``death``.

    One thread sends jobs and receives; ``cancel`` and ``kill`` may be called by any.
    """

    def __init__(self, function: str, *, keep_errors: bool = True) -> None:
        self.function, self.keep_errors = function, keep_errors
        self.program: ChildProgram | None = None
        self._parent: Connection | None = None
        self._is_dead = False
        self._lock = threading.Lock()

    def start(self) -> int:
        """Start it, if it does not run; its process id."""
        if self.program is not None and (self._is_dead or not self.program.is_alive):
            self.death()
        if self.program is None:
            program, ours = start_child(self.function, "pickle", keep_errors=self.keep_errors)
            with self._lock:
                self.program, self._parent = program, Connection(ours.detach())
            self._is_dead = False
        return self.program.pid

    def send(self, job: object) -> None:
        """Send a job; the process is started when there is none, or it has died."""
        self.start()
        self.send_to_running(job)

    def cancel(self) -> None:
        """Ask it to end the job that was sent last early."""
        self.send_to_running(CANCEL)

    def send_to_running(self, message: object) -> None:
        """Send a message to the process that is there, if there is one."""
        data = pickle.dumps(message)
        with self._lock, suppress(OSError):  # of a process that dies meanwhile DEAD is received
            if self._parent is not None:
                self._parent.send_bytes(data)

    def receive(self, seconds: float | None = None) -> Message | None:
        """The next message, DEAD at the end of the process; None when none comes within ``seconds``."""
        if self._parent is None:
            return DEAD
        try:
            if not self._parent.poll(seconds):
                return None
            message: Message = pickle.loads(self._parent.recv_bytes())
        except (EOFError, OSError):
            self._is_dead = True
            return DEAD
        return message

    def kill(self) -> None:
        """End it at once, as its own end: its thread receives DEAD."""
        program = self.program
        if program is not None:
            program.kill()

    def end(self, grace_seconds: float = 0.0) -> str:
        """End it, if there is one, after ``grace_seconds`` to do so by itself; how it ended."""
        with self._lock:
            program, parent = self.program, self._parent
            self.program = self._parent = None
        if program is None or parent is None:
            return ""
        with suppress(subprocess.TimeoutExpired):
            program.process.wait(grace_seconds)
        program.kill()
        parent.close()
        how = program.exit_text()
        program.close()
        return how

    def death(self) -> str:
        """How a process ended from which DEAD was received; it is replaced by the next job."""
        return self.end(END_SECONDS)


class AsyncChildProcess:
    """A process that does jobs, for an event loop; its messages are JSON; its stderr is ours."""

    def __init__(
        self, program: ChildProgram, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.program, self._reader, self._writer = program, reader, writer
        self.jobs = 0
        """How many were sent to it."""

    @classmethod
    async def start(cls, function: str, memory_bytes: int) -> AsyncChildProcess:
        """Start one; OSError when that is impossible."""
        import asyncio  # here: it takes long to load

        program, ours = start_child(function, "json", memory_bytes=memory_bytes, keep_errors=False)
        try:
            return cls(program, *await asyncio.open_unix_connection(sock=ours))
        except BaseException:
            program.kill()
            raise

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return self.program.is_alive

    def send(self, job: object) -> None:
        """Send a job; does not wait until it is read."""
        self.jobs += 1
        self._write(job)

    def cancel(self) -> None:
        """Ask it to end the job that was sent last early."""
        self._write(CANCEL)

    def _write(self, message: object) -> None:
        data = _json(message)
        self._writer.write(_LENGTH.pack(len(data)) + data)

    async def receive(self, max_bytes: int) -> Message | None:
        """The next message, None at the end of the process; ValueError when it is too long."""
        import asyncio

        try:
            (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
            if not 0 <= length <= max_bytes:
                raise ValueError(f"a message has more than {max_bytes} bytes")
            data = await self._reader.readexactly(length)
        except (asyncio.IncompleteReadError, OSError):
            return None
        return tuple(json.loads(data))

    def kill(self) -> None:
        """End it at once; ``end`` waits for that."""
        if self.is_alive:
            self.program.process.kill()

    async def end(self) -> None:
        """End it at once, and wait until it has ended."""
        import asyncio

        self._writer.close()
        await asyncio.to_thread(self.program.kill)


def child_main() -> None:
    """Do jobs in a child as :func:`start_child` says, until the parent ends."""
    function, codec, memory_bytes, number = sys.argv[1:]
    if int(memory_bytes):
        limit_memory(int(memory_bytes))
    os.set_inheritable(int(number), False)
    serve(load_attribute(function), Connection(int(number)), *_CODECS[codec])


def _end_group() -> None:
    """End this process, as nobody takes its results any more, and the programs that it started."""
    os.killpg(0, signal.SIGKILL)


def limit_memory(memory_bytes: int) -> None:
    """Set the soft limit of memory; the hard limit stays, so that a process started from here can lift it."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes if hard < 0 else min(memory_bytes, hard), hard))


def serve(do: Do, parent: Connection, dumps: Callable[[Any], bytes], loads: Callable[[bytes], Any]) -> None:
    """Do jobs until the parent ends, and this process with it, in the middle of a job if need be."""
    jobs: queue.SimpleQueue[tuple[Any, threading.Event]] = queue.SimpleQueue()
    lock = threading.Lock()

    def send(*message: Any) -> None:
        data = dumps(message)
        try:
            with lock:
                parent.send_bytes(data)
        except OSError:
            _end_group()

    def listen() -> None:
        stopped = threading.Event()
        while True:
            try:
                message = loads(parent.recv_bytes())
            except (EOFError, OSError):
                _end_group()
            except BaseException:  # noqa: BLE001 - such as no memory for the job
                traceback.print_exc()
                os._exit(1)
            if message == CANCEL:
                stopped.set()
            else:
                stopped = threading.Event()
                jobs.put((message, stopped))

    start_thread(listen, "jobs")
    while True:
        job, stopped = jobs.get()
        do(job, send, stopped)
