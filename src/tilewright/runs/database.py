"""The SQLite run database: its tables, opening it for reading and for writing, and its errors.

Anyone may read the tables: docs/explanation/durable-runs.md describes them. Each table has a row number as
its key, so that rows can be read page by page from a damaged file.

The file is in WAL mode: readers see it while a coordinator writes, and do not wait. The WAL is synced at each
checkpoint and where the store requests it (``synchronous`` is NORMAL otherwise). Everything committed
survives any end of the process. When the machine itself goes down, the last few seconds may be missing, but
only whole transactions from the end backwards: a task and its solutions are one transaction, so such a task
is waiting again and is searched again. A status is synced before it is reported.
"""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from tilewright.errors import DamagedError, RunError
from tilewright.missing_file import missing_file
from tilewright.runs.lock import FileHold, acquire_lock, hold_file, lock_holder
from tilewright.runs.pages import is_wal_broken, wal_of
from tilewright.runs.totals import after_migration
from tilewright.sqlite import DatabaseFormat, Failure, transaction

CACHE_KIB = 65_536
CANCEL_CHECK_STEPS = 20_000  # SQLite virtual machine steps between two checks: about a millisecond
CHECKPOINT_PAGES = 8_192  # a larger WAL gathers more changes of a page before it is written to its place

MIGRATIONS = tuple(
    path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "schema").glob("*.sql"))
)
"""Lead from each version of the file to the next; released scripts are never changed, only added to."""

RUNS_FORMAT = DatabaseFormat(
    noun="run database",
    application_id=int.from_bytes(b"TwRn", "big"),
    migrations=MIGRATIONS,
    file_name="runs.db",
    variable="TILEWRIGHT_RUNS",
    error=RunError,
    damaged=DamagedError,
    after_migration=after_migration,
)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file open for reading, as of one moment, after its migrations.

    RunError when there is no such file, as for ``connect_writing``, and when migrations are missing while a
    coordinator works on the file. DamagedError when the WAL is damaged: its changes would be missing.
    """
    with named_errors(path):
        if not path.exists():
            raise RunError(f"{path}: there is {missing_file(path)}")
        # A coordinator has read the WAL already. Without one, SQLite would drop what follows a damaged frame.
        # Twice: a coordinator may have written between two of these checks.
        if all(lock_holder(path) is None and is_wal_broken(path) for _ in range(2)):
            raise DamagedError(
                f"{path}: the file is damaged: its last changes, in {wal_of(path).name}, are unreadable. "
                "`tilewright run resume` searches again what they had found"
            )
        connection = _connect_reading(path)
        try:
            version = RUNS_FORMAT.version(connection, path)
            if version == 0:
                raise RunError(f"{path}: this run database is empty")
            if version < len(MIGRATIONS):
                connection.close()
                lock = acquire_lock(path)  # migrations would disturb a coordinator of an older Tilewright
                try:
                    connect_writing(path).close()
                finally:
                    lock.release()
                connection = _connect_reading(path)
            yield connection
        finally:
            connection.close()


def _connect_reading(path: Path) -> sqlite3.Connection:
    # Not "ro": whoever closes the file last must be able to tidy up its WAL.
    connection = _connect(path)
    connection.execute("PRAGMA query_only = ON")
    connection.execute("BEGIN")
    return connection


def connect_writing(path: Path, *, create: bool = False) -> sqlite3.Connection:
    """A connection that may write, the file migrated; use it in ``named_errors``, with the lock.

    A missing file is created with ``create``, else it is a RunError, as is a file that is not a
    run database, damaged, or made by a newer Tilewright.
    """
    if not create and not path.exists():
        raise RunError(f"{path}: there is {missing_file(path)}")
    connection = _connect(path, create=create)
    try:
        with transaction(connection, "DEFERRED"):
            version = RUNS_FORMAT.version(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        # Freed pages hold no old rows: whatever is recovered from a damaged file is never stale.
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        if version < len(MIGRATIONS):
            RUNS_FORMAT.migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def check_location(path: Path) -> None:
    """Check, before a file is locked, that its directory exists and that no other program's file is there.

    The directory of the user's own file is created. RunError when another directory is missing.
    """
    if path.is_dir():
        raise RunError(f"{path}: this is a directory; expected a run database")
    RUNS_FORMAT.prepare_directory(path)
    if path.exists():
        with closing(_connect(path)) as connection, transaction(connection, "DEFERRED"):
            RUNS_FORMAT.version(connection, path)


class _HeldConnection(sqlite3.Connection):
    """A connection that keeps this process's descriptor of its file open until it is closed: see lock.py."""

    hold: FileHold | None = None

    def close(self) -> None:
        super().close()
        hold, self.hold = self.hold, None
        if hold is not None:
            hold.release()


def _connect(path: Path, *, create: bool = False) -> sqlite3.Connection:
    hold = hold_file(path, create=create)
    try:
        holder = lock_holder(path)
        if holder is not None and not holder.process and path.stat().st_nlink > 1:
            raise RunError(
                f"{path}: another coordinator works on this file under another of its names (hard links); "
                "use that name, as the last changes are not seen under this one"
            )
        connection = RUNS_FORMAT.connect(path, create=create, factory=_HeldConnection)
    except BaseException:
        hold.release()
        raise
    assert isinstance(connection, _HeldConnection)
    connection.hold = hold
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


@contextmanager
def cancellable(connection: sqlite3.Connection, check_cancelled: Callable[[], None]) -> Iterator[None]:
    """Let long statements call ``check_cancelled`` many times a second; its exception ends them."""
    raised: list[BaseException] = []

    def check() -> int:
        try:
            check_cancelled()
        except BaseException as error:  # noqa: BLE001 - raised below: SQLite would drop it
            raised.append(error)
        return len(raised)

    connection.set_progress_handler(check, CANCEL_CHECK_STEPS)
    try:
        yield
    except sqlite3.OperationalError:
        if raised:
            raise raised[0] from None
        raise
    finally:
        connection.set_progress_handler(None, 0)
    if raised:  # the end of a statement was taken for damage of the file
        raise raised[0]


def named_errors(path: Path, run: str = "") -> AbstractContextManager[None]:
    """Turn errors of the file system and of SQLite into RunError that advises what to do next."""
    retry = _command(f"resume {run}", path) if run else "try again"
    recover = f"{_command('export -o good.db', path)} recovers what is intact"
    return RUNS_FORMAT.named_errors(
        path,
        {
            Failure.NOT_A_DATABASE: f"If it was one, {recover}",
            Failure.DAMAGED: damage_advice(path),
            Failure.UNWRITABLE: f"Make space, then {retry}",
        },
    )


def damage_advice(path: Path) -> str:
    """What to do with a damaged file, as a sentence."""
    return (
        f"{_command('verify', path)} lists the damage, "
        f"{_command('export -o good.db', path)} recovers what is intact"
    )


def _command(words: str, path: Path) -> str:
    where = "" if path == RUNS_FORMAT.default_path() else f" --db {shlex.quote(str(path))}"
    return f"`tilewright run {words}{where}`"
