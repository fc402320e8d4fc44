"""The lock of a run database, where other processes only read who holds it."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.waiting import HANGS_S
from tilewright.errors import RunError
from tilewright.runs import lock

READER = """
import fcntl, sys
with open(sys.argv[1], "a+b") as file:
    getattr(fcntl, sys.argv[2])(file, fcntl.LOCK_SH)
    print("held", flush=True)
    sys.stdin.read()
"""
"""A process that was stopped while it reads the holder, until its standard input is closed."""


@pytest.fixture(params=[("runs.db", "flock"), ("runs.db.lock", "lockf")], ids=["file", "lock-file"])
def reader(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    name, function = request.param
    words = [sys.executable, "-c", READER, str(tmp_path / name), function]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process


@dataclass
class ReaderClock:
    """Pauses of the lock take a second each; the reader ends at the time ``end_s``."""

    reader: subprocess.Popen[str]
    end_s: float
    now: float = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, _: float) -> None:
        self.now += 1.0
        if self.now == self.end_s:
            self.reader.communicate(timeout=HANGS_S)


def test_a_slow_reader_is_no_coordinator(
    reader: subprocess.Popen[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "time", ReaderClock(reader, 30.0))
    coordinator_lock = lock.acquire_lock(tmp_path / "runs.db")
    assert reader.returncode == 0
    coordinator_lock.release()


def test_a_reader_that_never_ends_is_named_as_what_it_is(
    reader: subprocess.Popen[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "time", ReaderClock(reader, math.inf))
    with pytest.raises(RunError, match="keeps a shared lock"):
        lock.acquire_lock(tmp_path / "runs.db")
    reader.communicate(timeout=HANGS_S)
    lock.acquire_lock(tmp_path / "runs.db").release()
