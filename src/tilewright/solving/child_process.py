"""Processes of our own that do jobs: started as ``python -m MODULE``, jobs and answers are pickles on pipes.

The module's ``main`` calls :func:`serve`. A child ends when its stdin does, so it never outlives the process
that started it; it imports nothing of the program that runs there; and what native code prints in it mixes
with nothing. A terminal's Ctrl-C does not reach it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import IO, Any, BinaryIO

STOP = "stop"
"""The message that asks a child to end its job early."""

Message = tuple[Any, ...]


class ChildProcess:
    """A process that does jobs, started when the first is sent; ``module`` names its module."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.process: subprocess.Popen[bytes] | None = None
        self._messages: queue.Queue[Message] = queue.Queue()
        self._errors: IO[bytes] | None = None

    def send(self, message: object) -> None:
        """Send a job, or STOP; starts the process when there is none, or it has died."""
        if self.process is not None and self.process.poll() is not None:
            self.end()
        process = self.process or self._start()
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # a process that dies meanwhile sends ("dead",)
            pickle.dump(message, process.stdin)
            process.stdin.flush()

    def _start(self) -> subprocess.Popen[bytes]:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        self.process = process = subprocess.Popen(
            [sys.executable, "-m", self.module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C in a terminal ends this process, not the child
        )
        messages = self._messages = queue.Queue[Message]()

        def read_messages() -> None:
            assert process.stdout is not None
            # It ended, or was killed while it wrote.
            with contextlib.suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
                while True:
                    messages.put(pickle.load(process.stdout))
            messages.put(("dead",))

        threading.Thread(target=read_messages, daemon=True).start()
        return process

    def receive(self, seconds: float) -> Message | None:
        """The next message, ("dead",) at the end of the process; None when none comes within ``seconds``."""
        try:
            return self._messages.get(timeout=seconds)
        except queue.Empty:
            return None

    def last_error(self) -> str:
        """How a dead process ended, and the last line of its stderr."""
        assert self._errors is not None and self.process is not None
        code = self.process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"exit code {code}" + (f", {lines[-1]}" if lines else "")

    def end(self) -> None:
        """End the process at once, if there is one."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # its own group, with the programs that it started
        process.wait()
        for stream in (process.stdin, process.stdout, self._errors):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):  # what was not sent yet is lost
                stream.close()


Send = Callable[..., None]
"""Sends a message to the process that started this one, from any thread."""

_Jobs = queue.SimpleQueue[tuple[Any, threading.Event]]


def serve(do: Callable[[Any, Send, threading.Event], None]) -> None:
    """Do jobs until stdin ends, and the process with it: ``do(job, send, stopped)`` each.

    The event is set when the process that sent the job wants its end.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what native code prints must not mix with the answers
    lock = threading.Lock()

    def send(*message: Any) -> None:
        with lock:
            pickle.dump(message, answers)
            answers.flush()

    jobs: _Jobs = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        job, stopped = jobs.get()
        do(job, send, stopped)


def _listen(stdin: BinaryIO, jobs: _Jobs) -> None:
    """Receive jobs until stdin ends, and the process with it."""
    stopped = threading.Event()
    while True:
        try:
            message = pickle.load(stdin)
        except EOFError:
            os._exit(0)
        if message == STOP:
            stopped.set()
        else:
            stopped = threading.Event()
            jobs.put((message, stopped))
