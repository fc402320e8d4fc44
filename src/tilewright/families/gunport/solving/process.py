"""Holding the process that solvers run in: starting it, talking to it, ending it."""

from __future__ import annotations

import contextlib
import pickle
import queue
import subprocess
import sys
import tempfile
import threading
from typing import IO, Any, Self


class SolverProcess:
    """A process that solvers run in, started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._words: queue.Queue[tuple[Any, ...]] = queue.Queue()
        self._troubles: IO[bytes] | None = None

    def send(self, word: object) -> None:
        """Send a job, or "stop"; starts the process when there is none, or it has died."""
        if self._process is not None and self._process.poll() is not None:
            self.end()
        if self._process is None:
            self._start()
        assert self._process is not None and self._process.stdin is not None
        # A process that dies meanwhile is heard of by ("dead",).
        with contextlib.suppress(BrokenPipeError):
            pickle.dump(word, self._process.stdin)
            self._process.stdin.flush()

    def _start(self) -> None:
        self._troubles = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tilewright.families.gunport.solving.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._troubles,
            start_new_session=True,  # Ctrl-C in a terminal is for us, and we tell the solver
        )
        self._words = queue.Queue()
        threading.Thread(target=_hear, args=(self._process.stdout, self._words), daemon=True).start()

    def hear(self, seconds: float) -> tuple[Any, ...] | None:
        """The next thing that the process says; None when it says nothing so long, ("dead",) at its end."""
        try:
            return self._words.get(timeout=seconds)
        except queue.Empty:
            return None

    def last_trouble(self) -> str:
        """How a dead process ended, and the last line that it had to say."""
        assert self._troubles is not None and self._process is not None
        code = self._process.wait()
        self._troubles.seek(0)
        lines = self._troubles.read().decode(errors="replace").strip().splitlines()
        return f"exit code {code}" + (f", {lines[-1]}" if lines else "")

    def end(self) -> None:
        """End the process at once, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, self._troubles):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):  # what was not sent yet need not be
                stream.close()


class SolverProcesses:
    """One process for each package that solvers come from; a context manager that ends them all."""

    def __init__(self) -> None:
        self._held: dict[str, SolverProcess] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._held.values():
            process.end()

    def of(self, package: str) -> SolverProcess:
        """The process for this package's solvers."""
        return self._held.setdefault(package, SolverProcess())


def _hear(stream: IO[bytes], words: queue.Queue[tuple[Any, ...]]) -> None:
    while True:
        try:
            words.put(pickle.load(stream))
        except (
            EOFError,
            OSError,
            ValueError,
            pickle.UnpicklingError,
        ):  # it ended, or was ended in mid-sentence
            words.put(("dead",))
            return
