"""Processes of ``tilewright run`` that count without end, and waiting for their state."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from support.cli import endless, puzzle_file, start
from tilewright.errors import RunError
from tilewright.runs.reading import RunStatus, run_statuses

DEADLINE = 60.0


@contextmanager
def endless_run(folder: Path, *words: object) -> Iterator[subprocess.Popen[str]]:
    """A process that counts without end, in ``folder/runs.db``; it has begun and committed something."""
    process = start(
        "run", "start", puzzle_file(folder, endless()), "--count", *words, "--db", folder / "runs.db"
    )
    with process:
        try:
            wait_for(folder / "runs.db", lambda found: found.totals.solutions > 0)
            yield process
        finally:
            process.kill()


def wait_for(db: Path, wanted: Callable[[RunStatus], bool]) -> RunStatus:
    """How the newest run of a file stands, as soon as that is as wanted."""
    ends = time.monotonic() + DEADLINE
    while time.monotonic() < ends:
        with suppress(RunError):  # the file is being made
            for found in run_statuses(db)[-1:]:
                if wanted(found):
                    return found
        time.sleep(0.05)
    raise AssertionError("it did not come to that in time")
