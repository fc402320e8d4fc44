"""Processes of ``tilewright run`` that count without end, and waiting for their state."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from support.cli import endless, puzzle_file, start
from support.waiting import HANGS_S, wait_until
from tilewright.errors import RunError
from tilewright.runs.reading import RunStatus, run_statuses

DEADLINE = HANGS_S


@contextmanager
def endless_run(folder: Path, *words: object) -> Iterator[subprocess.Popen[str]]:
    """A process that counts without end, in ``folder/runs.db``; it has begun and committed something."""
    line = ("run", "start", puzzle_file(folder, endless()), "--count", *words, "--db", folder / "runs.db")
    process = start(*line, at="parent")
    with process:
        try:
            wait_for(folder / "runs.db", lambda run_status: run_status.totals.solutions > 0)
            yield process
        finally:
            process.kill()


def wait_for(db: Path, wanted: Callable[[RunStatus], bool]) -> RunStatus:
    """How the newest run of a file stands, as soon as that is as wanted."""
    latest: list[RunStatus] = []

    def is_wanted() -> bool:
        with suppress(RunError):  # the file is being made
            latest[:] = run_statuses(db)[-1:]
            return any(map(wanted, latest))
        return False

    wait_until(is_wanted)
    return latest[0]
