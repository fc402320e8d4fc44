"""Solvers that are programs of their own: they read a model from stdin and print what they find."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.solvers import SolverListener
from tilewright.workers import ChildProgram


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
    with TemporaryFile() as text:
        text.write(model.encode())
        text.seek(0)
        # It is in the process group of this worker, which ends it if this process is killed.
        program = ChildProgram(command, stdin=text, stdout=subprocess.PIPE, own_session=False)
    with closing(program), program.process:
        listener.on_stop(program.process.terminate)
        assert program.process.stdout is not None

        def failure() -> str:
            if not program.process.wait() or listener.stopped.is_set():
                return ""
            said = [line for line in program.error_lines() if not line.startswith("Warning")]
            return said[-1] if said else f"exit code {program.process.returncode}"

        lines = io.TextIOWrapper(program.process.stdout)
        yield RunningProgram(map(str.rstrip, lines), failure)
