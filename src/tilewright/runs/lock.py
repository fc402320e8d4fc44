"""One coordinator per database: a lock of the operating system, which ends with the process that holds it.

The lock is ``flock`` on the database itself, so it holds under every name of the file, whatever becomes of
the files next to it. SQLite has locks of another kind on the same file, which belong to the process: they are
all dropped when the process closes any descriptor of the file. Therefore a process has one descriptor of each
database, shared by the lock and by all its connections, and closes it after the last of them.

``FILE.lock`` says who holds the lock. Versions before 0.3 have their lock on it, so it is locked as well.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from tilewright.errors import RunError
from tilewright.runs.rows import now

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None

ACQUIRE_SECONDS = 0.5  # how long to wait for a process that migrates the file
READERS_SECONDS = (
    60.0  # for processes that only read the holder: a moment of processor time, which may come late
)

FileId = tuple[int, int]
"""A file itself, whatever its names are: its device and inode."""


def file_id(path: Path) -> FileId | None:
    """The file of this name; None when there is none."""
    try:
        file_status = path.stat()
    except FileNotFoundError:
        return None
    return file_status.st_dev, file_status.st_ino


@dataclass
class FileHold:
    """A descriptor of a database that stays open as long as anything in this process uses the file."""

    file: FileId
    descriptors: list[int] = field(default_factory=list)
    users: int = 0

    def release(self) -> None:
        """End one use; the last one closes the file."""
        with _GUARD:
            self.users -= 1
            if not self.users and _HOLDS.get(self.file) is self:
                del _HOLDS[self.file]
                for descriptor in self.descriptors:
                    os.close(descriptor)


def hold_file(path: Path, *, create: bool = False) -> FileHold:
    """Keep a database open until ``release``; OSError when it cannot be opened."""
    with _GUARD:
        known = _HOLDS.get(file_id(path) or (0, 0))
        if known is None:
            flags = os.O_RDONLY | os.O_CLOEXEC | (os.O_CREAT if create else 0)
            descriptor = os.open(path, flags, 0o666)
            file_status = os.fstat(descriptor)
            file = file_status.st_dev, file_status.st_ino
            known = _HOLDS.setdefault(file, FileHold(file))  # the file may have been replaced meanwhile
            known.descriptors.append(descriptor)
        known.users += 1
        return known


@dataclass(frozen=True)
class LockHolder:
    """The process that works on a file, and since when (UTC, ISO 8601); process 0 is not known."""

    process: int
    since: str

    def __str__(self) -> str:
        return f"process {self.process} since {self.since}" if self.process else "another process"


@dataclass
class CoordinatorLock:
    """A lock that is held until it is released, or until the process ends."""

    holder: LockHolder
    _hold: FileHold
    _info: int  # the descriptor of FILE.lock

    @property
    def file(self) -> FileId:
        """The database."""
        return self._hold.file

    def release(self) -> None:
        """Release the lock; may be called twice."""
        with _GUARD:
            if _HELD.get(self.file) is not self:
                return
            del _HELD[self.file]
            os.close(self._info)
            _flock(self._hold, "LOCK_UN")
        self._hold.release()


_GUARD = threading.RLock()
_HOLDS: dict[FileId, FileHold] = {}
_HELD: dict[FileId, CoordinatorLock] = {}


def _forget() -> None:
    """Close what a forked child has inherited: the locks are its parent's."""
    for hold in _HOLDS.values():
        for descriptor in hold.descriptors:
            os.close(descriptor)
    _HOLDS.clear()
    _HELD.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def acquire_lock(database: Path) -> CoordinatorLock:
    """The lock of a database, which is created if missing; RunError when another coordinator has it."""
    hold = hold_file(database, create=True)
    try:
        with _GUARD:
            if (ours := _HELD.get(hold.file)) is not None:
                raise _in_use(database, ours.holder)
            _wait_for(
                database,
                lambda operation: _flock(hold, operation),
                lambda: _read_holder(database) or LockHolder(0, ""),
            )
            info = os.open(_info_path(database), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                _wait_for(database, lambda operation: _lockf(info, operation), lambda: _parse_holder(info))
                holder = LockHolder(os.getpid(), now())
                os.ftruncate(info, 0)
                os.pwrite(info, f"{holder.process} {holder.since}\n".encode(), 0)
            except BaseException:
                os.close(info)
                _flock(hold, "LOCK_UN")
                raise
            lock = _HELD[hold.file] = CoordinatorLock(holder, hold, info)
            return lock
    except BaseException:
        hold.release()
        raise


def lock_holder(database: Path) -> LockHolder | None:
    """The process that works on a database now; None when none does."""
    try:
        hold = hold_file(database)
    except FileNotFoundError:
        return None
    try:
        with _GUARD:
            if (ours := _HELD.get(hold.file)) is not None:
                return ours.holder  # opening and closing FILE.lock would release the lock on it
            if not _flock(hold, "LOCK_SH"):
                return _read_holder(database) or LockHolder(0, "")
            _flock(hold, "LOCK_UN")
            return _read_holder(database)  # one of an older version
    finally:
        hold.release()


def _wait_for(database: Path, take: Callable[[str], bool], holder: Callable[[], LockHolder]) -> None:
    """Take a lock that nobody else has, however late those let it go that only read the holder."""
    start = time.monotonic()
    while not take("LOCK_EX"):
        if is_shared := take("LOCK_SH"):  # then no coordinator has it
            take("LOCK_UN")
        if time.monotonic() - start > (READERS_SECONDS if is_shared else ACQUIRE_SECONDS):
            if is_shared:
                raise RunError(
                    f"{database}: another process keeps a shared lock on it; try again in a moment"
                )
            raise _in_use(database, holder())
        time.sleep(0.02)


def _flock(hold: FileHold, operation: str) -> bool:
    if fcntl is None:
        raise RunError("durable runs need POSIX file locks; this system has none")
    try:
        fcntl.flock(hold.descriptors[0], getattr(fcntl, operation) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _info_path(database: Path) -> Path:
    resolved = database.resolve()
    return resolved.with_name(resolved.name + ".lock")


def _lockf(info: int, operation: str) -> bool:
    """The lock of versions before 0.3, on FILE.lock."""
    assert fcntl is not None
    try:
        fcntl.lockf(info, getattr(fcntl, operation) | (operation != "LOCK_UN" and fcntl.LOCK_NB))
    except (BlockingIOError, PermissionError):
        return False
    return True


def _read_holder(database: Path) -> LockHolder | None:
    """The process that holds FILE.lock; None when none does, or there is no such file."""
    try:
        info = os.open(_info_path(database), os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        return None if _lockf(info, "LOCK_SH") else _parse_holder(info)
    finally:
        os.close(info)


def _parse_holder(info: int) -> LockHolder:
    words = os.pread(info, 100, 0).decode("ascii", "replace").split()
    if len(words) == 2 and words[0].isdigit():
        return LockHolder(int(words[0]), words[1])
    return LockHolder(0, "")  # it has acquired the lock this moment


def _in_use(database: Path, holder: LockHolder) -> RunError:
    return RunError(
        f"another coordinator ({holder}) works on {database}; a run database "
        "allows one coordinator at a time, and --db selects another database"
    )
