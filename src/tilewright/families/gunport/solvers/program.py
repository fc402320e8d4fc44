"""Solvers that are programs of their own: they read a model from stdin and print what they find."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.solvers import SolverListener


@dataclass(frozen=True)
class RunningProgram:
    """A program's lines, as they are printed, and ``failure``, to be called after them.

    ``failure()`` is "" unless the program failed, else what it said on stderr.
    """

    lines: Iterator[str]
    failure: Callable[[], str]


def program_path(name: str, source: str) -> str:
    """Where a program is; UnsupportedError, which names its ``source``, when it is not installed."""
    path = shutil.which(name)
    if path is None:
        raise UnsupportedError(f"the solver {name} needs the program {name} ({source}) in the PATH")
    return path


@contextmanager
def running_program(command: Sequence[str], model: str, listener: SolverListener) -> Iterator[RunningProgram]:
    """Run a program that reads a model; the listener can end it early."""
    with TemporaryFile() as text, TemporaryFile() as messages:
        text.write(model.encode())
        text.seek(0)
        # It is in the process group of this worker, which ends it if this process is killed.
        with subprocess.Popen(
            command, stdin=text, stdout=subprocess.PIPE, stderr=messages, text=True
        ) as process:
            listener.on_stop(process.terminate)
            assert process.stdout is not None

            def failure() -> str:
                if not process.wait() or listener.stopped.is_set():
                    return ""
                messages.seek(0)
                said = [line for line in messages.read().decode(errors="replace").split("\n") if line.strip()]
                said = [line for line in said if not line.startswith("Warning")]
                return said[-1] if said else f"exit code {process.returncode}"

            yield RunningProgram(map(str.rstrip, process.stdout), failure)
