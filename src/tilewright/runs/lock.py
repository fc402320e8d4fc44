"""One coordinator per file: a lock of the operating system, released when the process that holds it ends.

The lock is on a small file next to the database, ``FILE.lock``, which also says who holds it. Locks by
``lockf`` belong to a process: children that it forks do not keep them when it is killed. Such a lock does not
exclude the process itself, so this module remembers the locks that it holds.
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

ACQUIRE_SECONDS = 0.5  # processes that only read the holder lock the file for a moment


@dataclass(frozen=True)
class LockHolder:
    """The process that works on a file, and since when (UTC, ISO 8601); process 0 is not known yet."""

    process: int
    since: str

    def __str__(self) -> str:
        return f"process {self.process} since {self.since}" if self.process else "another process"


@dataclass
class CoordinatorLock:
    """A lock that is held until it is released, or until the process ends."""

    path: Path
    holder: LockHolder
    _descriptor: int

    def release(self) -> None:
        """Release the lock; may be called twice."""
        with _GUARD:
            if _HELD.get(self.path) is self:
                del _HELD[self.path]
                os.close(self._descriptor)


_GUARD = threading.Lock()
_HELD: dict[Path, CoordinatorLock] = {}


def acquire_lock(database: Path) -> CoordinatorLock:
    """The lock of a database; RunError when another coordinator has it."""
    path = _lock_path(database)
    deadline = time.monotonic() + ACQUIRE_SECONDS
    with _GUARD:
        if (ours := _our_lock(path)) is not None:
            raise _in_use(database, ours.holder)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            while not _try_lock(descriptor, shared=False):
                if time.monotonic() > deadline:
                    raise _in_use(database, _read_holder(descriptor))
                time.sleep(0.02)
            holder = LockHolder(os.getpid(), now())
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{holder.process} {holder.since}\n".encode(), 0)
        except BaseException:
            os.close(descriptor)
            raise
        lock = _HELD[path] = CoordinatorLock(path, holder, descriptor)
        return lock


def lock_holder(database: Path) -> LockHolder | None:
    """The process that works on a database now; None when none does."""
    path = _lock_path(database)
    with _GUARD:
        if (ours := _our_lock(path)) is not None:
            return ours.holder  # opening and closing the file would release the lock
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        try:
            return None if _try_lock(descriptor, shared=True) else _read_holder(descriptor)
        finally:
            os.close(descriptor)


def _lock_path(database: Path) -> Path:
    resolved = database.resolve()
    return resolved.with_name(resolved.name + ".lock")


def _our_lock(path: Path) -> CoordinatorLock | None:
    held = _HELD.get(path)
    # A forked child inherits the record in memory, but not the lock.
    return held if held is not None and held.holder.process == os.getpid() else None


def _try_lock(descriptor: int, *, shared: bool) -> bool:
    if fcntl is None:
        raise RunError("durable runs need POSIX file locks; this system has none")
    try:
        fcntl.lockf(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _read_holder(descriptor: int) -> LockHolder:
    words = os.pread(descriptor, 100, 0).decode("ascii", "replace").split()
    if len(words) == 2 and words[0].isdigit():
        return LockHolder(int(words[0]), words[1])
    return LockHolder(0, "")  # it has acquired the lock this moment


def _in_use(database: Path, holder: LockHolder) -> RunError:
    return RunError(
        f"another coordinator ({holder}) works on {database}; a run database "
        "allows one coordinator at a time, and --db selects another database"
    )
