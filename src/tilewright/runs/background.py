"""Work on a run in a process of its own, which outlives the terminal."""

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

PATIENCE = 60.0
"""Seconds that the process has to begin: a cluster may be slow to answer."""
LOOK = 0.05


def in_background(path: Path, run: str, words: Sequence[str]) -> None:
    """Let a process of its own go on with a run, ``words`` being options of ``run resume``.

    Returns when it has begun, or is over already; RunError with what it says when it cannot begin.
    """
    line = [sys.executable, "-m", "tilewright", "run", "resume", run, "--db", str(path), "--quiet", *words]
    with TemporaryFile() as said:
        child = subprocess.Popen(
            line, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said, start_new_session=True
        )
        with suppress(ProcessLookupError):  # it is over already: what it says is told below
            _unbind(child.pid)
        ends = time.monotonic() + PATIENCE
        while child.poll() is None:
            held = run_status(path, run)
            if held.state == "running" and held.holder is not None and held.holder.process == child.pid:
                # A caller that lives long, as a server does, is to leave no zombie behind.
                threading.Thread(target=child.wait, daemon=True).start()
                return
            if time.monotonic() > ends:
                child.kill()
                child.wait()
                raise RunError(f"run {run} did not begin within {PATIENCE:.0f} seconds")
            time.sleep(LOOK)
        if child.returncode not in (0, 1, 3):
            said.seek(0)
            words_said = said.read().decode("utf-8", "replace").strip().removeprefix("tilewright: ")
            raise RunError(words_said or f"run {run} could not begin (exit code {child.returncode})")


def _unbind(process: int) -> None:
    """Take the caller's own bound of memory from a process, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft != hard and hasattr(resource, "prlimit"):
        resource.prlimit(process, resource.RLIMIT_AS, (hard, hard))
