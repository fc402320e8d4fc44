"""Works on a run in a process of its own, which outlives the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from tilewright.errors import RunError
from tilewright.runs.reading import run_status
from tilewright.runs.rows import RunState
from tilewright.threads import start_thread
from tilewright.workers import ChildProgram, lift_memory_limit

START_SECONDS = 60.0  # that the process has to begin: a cluster may be slow to answer
POLL_SECONDS = 0.05


def start_background(path: Path, run: str, options: Sequence[str]) -> None:
    """Start a process that resumes a run; ``options`` are those of ``run resume``.

    Returns when it works on the run, or has ended it already; RunError with its message when it cannot begin.
    """
    line = [sys.executable, "-m", "tilewright", "run", "resume", run, "--db", str(path), "--quiet", *options]
    program = ChildProgram(line)
    with closing(program):
        with suppress(ProcessLookupError):  # it has ended already: its message is read below
            lift_memory_limit(program.pid)
        deadline = time.monotonic() + START_SECONDS
        while program.is_alive:
            status = run_status(path, run)
            works = status.holder is not None and status.holder.process == program.pid
            if status.state is RunState.RUNNING and works:
                # A long-lived caller, such as a server, must leave no zombie.
                start_thread(program.process.wait, "background-run")
                return
            if time.monotonic() > deadline:
                program.kill()
                raise RunError(f"run {run} did not start within {START_SECONDS:.0f} seconds")
            time.sleep(POLL_SECONDS)
        code = program.process.returncode
        if code not in (0, 1, 3):
            message = "\n".join(program.error_lines()).strip().removeprefix("tilewright: ")
            raise RunError(message or f"run {run} could not start (exit code {code})")
