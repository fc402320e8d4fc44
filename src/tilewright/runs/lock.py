"""One coordinator a file: a lock of the operating system, which vanishes with the process that holds it.

The lock lies on a small file beside the database, ``FILE.lock``, which also says who holds it. Locks by
``lockf`` belong to a process: children that it forks do not hold them on when it is killed. Such a lock does
not keep out the process itself, so this module remembers what it holds.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from tilewright.errors import RunError
from tilewright.runs.rows import now

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None

PATIENCE = 0.5  # seconds: others who only look hold the lock for a moment


@dataclass(frozen=True)
class Holder:
    """The process that works on a file, and since when (UTC, ISO 8601)."""

    process: int
    since: str

    def __str__(self) -> str:
        return f"process {self.process} since {self.since}" if self.process else "another process"


@dataclass
class CoordinatorLock:
    """A lock that is held until it is released, or until the process ends."""

    path: Path
    holder: Holder
    _descriptor: int

    def release(self) -> None:
        """Let others in; may be called twice."""
        with _GUARD:
            if _HELD.get(self.path) is self:
                del _HELD[self.path]
                os.close(self._descriptor)


_GUARD = threading.Lock()
_HELD: dict[Path, CoordinatorLock] = {}


def take(database: Path) -> CoordinatorLock:
    """The lock of a database; RunError when another coordinator has it."""
    path = _lock_path(database)
    ends = time.monotonic() + PATIENCE
    with _GUARD:
        if (mine := _mine(path)) is not None:
            raise _taken(database, mine.holder)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            while not _try(descriptor, shared=False):
                if time.monotonic() > ends:
                    raise _taken(database, _said(descriptor))
                time.sleep(0.02)
            holder = Holder(os.getpid(), now())
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{holder.process} {holder.since}\n".encode(), 0)
        except BaseException:
            os.close(descriptor)
            raise
        lock = _HELD[path] = CoordinatorLock(path, holder, descriptor)
        return lock


def holder_of(database: Path) -> Holder | None:
    """The process that works on a database now; None when none does."""
    path = _lock_path(database)
    with _GUARD:
        if (mine := _mine(path)) is not None:
            return mine.holder  # to open and close the file would let go of the lock
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        try:
            return None if _try(descriptor, shared=True) else _said(descriptor)
        finally:
            os.close(descriptor)


def _lock_path(database: Path) -> Path:
    whole = database.resolve()
    return whole.with_name(whole.name + ".lock")


def _mine(path: Path) -> CoordinatorLock | None:
    held = _HELD.get(path)
    # What a forked child inherits in memory it does not hold.
    return held if held is not None and held.holder.process == os.getpid() else None


def _try(descriptor: int, *, shared: bool) -> bool:
    if fcntl is None:
        raise RunError("durable runs need locks of files as POSIX systems have them; this system has none")
    try:
        fcntl.lockf(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _said(descriptor: int) -> Holder:
    words = os.pread(descriptor, 100, 0).decode("ascii", "replace").split()
    if len(words) == 2 and words[0].isdigit():
        return Holder(int(words[0]), words[1])
    return Holder(0, "")  # it has taken the lock this moment


def _taken(database: Path, holder: Holder) -> RunError:
    return RunError(
        f"another coordinator ({holder}) works on {database}; one file takes one coordinator at a time, "
        "and --db names another file"
    )
