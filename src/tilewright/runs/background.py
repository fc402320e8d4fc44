"""Works on a run in a process of its own, which outlives the terminal."""

from __future__ import annotations

import resource
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from tilewright.errors import RunError
from tilewright.runs.reading import run_status
from tilewright.runs.rows import RunState

START_SECONDS = 60.0  # that the process has to begin: a cluster may be slow to answer
POLL_SECONDS = 0.05


def start_background(path: Path, run: str, options: Sequence[str]) -> None:
    """Start a process that resumes a run; ``options`` are those of ``run resume``.

    Returns when it works on the run, or has ended it already; RunError with its message when it cannot begin.
    """
    line = [sys.executable, "-m", "tilewright", "run", "resume", run, "--db", str(path), "--quiet", *options]
    with TemporaryFile() as errors:
        child = subprocess.Popen(
            line, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True
        )
        with suppress(ProcessLookupError):  # it has ended already: its message is read below
            _lift_memory_limit(child.pid)
        deadline = time.monotonic() + START_SECONDS
        while child.poll() is None:
            status = run_status(path, run)
            works = status.holder is not None and status.holder.process == child.pid
            if status.state is RunState.RUNNING and works:
                # A long-lived caller, such as a server, must leave no zombie.
                threading.Thread(target=child.wait, daemon=True).start()
                return
            if time.monotonic() > deadline:
                child.kill()
                child.wait()
                raise RunError(f"run {run} did not start within {START_SECONDS:.0f} seconds")
            time.sleep(POLL_SECONDS)
        if child.returncode not in (0, 1, 3):
            errors.seek(0)
            message = errors.read().decode("utf-8", "replace").strip().removeprefix("tilewright: ")
            raise RunError(message or f"run {run} could not start (exit code {child.returncode})")


def _lift_memory_limit(process: int) -> None:
    """Lift the caller's own soft memory limit from a process, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft != hard and hasattr(resource, "prlimit"):
        resource.prlimit(process, resource.RLIMIT_AS, (hard, hard))
