"""The file of runs: a SQLite database that knows whose it is, brought up to date when it is opened.

Its application id marks it, its user version says which migrations have run. A file that is anything else is
refused and never written to. It is in WAL mode: readers see it while a coordinator writes, and do not wait.

The WAL is synced at each checkpoint and where the store says so (``synchronous`` is NORMAL otherwise). What
is committed survives any end of the process. When the machine itself goes down, the last few seconds may be
missing, but whole transactions of them, from the end backwards: a task and its solutions are one transaction,
so such a task is waiting again, and is searched again. A status is synced before it is told.
"""

from __future__ import annotations

import os
import shlex
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tilewright.errors import RunError
from tilewright.runs.schema import APPLICATION_ID, MIGRATIONS

VARIABLE = "TILEWRIGHT_RUNS"
"""The environment variable that names another file than the one in the user's data directory."""

FILE_NAME = "runs.db"
BUSY_SECONDS = 30.0
LEAST_BYTES = 512  # of a database
CACHE_KIB = 65_536
STEPS = 20_000  # of SQLite's machine, between two looks: a millisecond or so
CHECKPOINT_PAGES = 8_192  # a larger WAL gathers more changes of a page before it is written to its place


def default_path() -> Path:
    """The file named by ``TILEWRIGHT_RUNS``, else the one in the user's data directory."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("tilewright", appauthor=False) / FILE_NAME


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file open to be read, as of one moment; RunError when there is none, or as ``connect_writing``."""
    with named_faults(path):
        if not path.exists():
            raise RunError(f"{path}: there is no such file of runs")
        # Not "ro": the last one who closes the file is to tidy up its WAL.
        connection = _connect(path, "rw")
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            version = _version(connection, path)
            if version < len(MIGRATIONS):
                older = (
                    f"it is of an older form (version {version} of {len(MIGRATIONS)}); the next run that is "
                    "started or resumed in it brings it up to date"
                )
                raise RunError(f"{path}: {older if version else 'this file of runs is empty'}")
            yield connection
        finally:
            connection.close()


def connect_writing(path: Path, *, create: bool = True) -> sqlite3.Connection:
    """A connection that may write, the file made or brought up to date; to be used within ``named_faults``.

    RunError when the file is no file of runs, damaged, or made by a newer Tilewright.
    """
    if not create and not path.exists():
        raise RunError(f"{path}: there is no such file of runs")
    connection = _connect(path, "rwc" if create else "rw")
    try:
        with transaction(connection, "DEFERRED"):
            version = _version(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        # Pages that are given back hold no old rows: what is read out of a damaged file is never stale.
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        if version < len(MIGRATIONS):
            _migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def make_room(path: Path) -> None:
    """What must be there before a file is locked: its directory, and no other program's file in its place.

    The directory of the user's own file is made. RunError when another's is missing.
    """
    if path.is_dir():
        raise RunError(f"{path}: this is a directory; expected a file of runs")
    if not path.parent.is_dir():
        if path != default_path() or os.environ.get(VARIABLE):
            raise RunError(f"{path}: there is no directory {path.parent}")
        path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        connection = _connect(path, "rw")
        try:
            with transaction(connection, "DEFERRED"):
                _version(connection, path)
        finally:
            connection.close()


@contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """All of it is written, or nothing."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has done it itself where the disk was full.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def heeding(connection: sqlite3.Connection, check_cancelled: Callable[[], None]) -> Iterator[None]:
    """Long statements call ``check_cancelled`` many times a second; an exception of it ends them."""
    raised: list[BaseException] = []

    def look() -> int:
        try:
            check_cancelled()
        except BaseException as error:  # noqa: BLE001 - raised below: SQLite would drop it
            raised.append(error)
        return len(raised)

    connection.set_progress_handler(look, STEPS)
    try:
        yield
    except sqlite3.OperationalError:
        if raised:
            raise raised[0] from None
        raise
    finally:
        connection.set_progress_handler(None, 0)
    if raised:  # somebody took the end of a statement for a fault of the file
        raise raised[0]


@contextmanager
def named_faults(path: Path, run: str = "") -> Iterator[None]:
    """Faults of the file system and of SQLite as sentences about the file and the run that goes on in it."""
    if "\0" in str(path):  # SQLite would take the name as ending there
        raise RunError(f"{str(path)!r}: a file's name cannot contain a NUL character")
    again = _command(f"resume {run}", path) if run else "try again"
    try:
        yield
    except sqlite3.Error as error:
        whole = getattr(error, "sqlite_errorcode", 0)
        code = whole & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            what = f"the file was in use by another program for more than {BUSY_SECONDS:.0f} seconds"
        elif code == sqlite3.SQLITE_NOTADB:
            what = (
                "this is not a file of runs, or its beginning is damaged; it was left as it is. If it was "
                f"one, {_command('export -o good.db', path)} saves what is whole"
            )
        elif code == sqlite3.SQLITE_CORRUPT:
            what = f"the file is damaged. {advice(path)}"
        elif whole in (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ):
            what = "the file could not be read; the disk may be failing"
        elif code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            what = (
                "it could not be written: the disk is full, a limit is reached, or the disk fails. What was "
                f"committed before is kept, and the file is sound. Make space, then {again}"
            )
        elif code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            what = "the file cannot be opened or written"
        else:
            what = "the file cannot be used"
        raise RunError(f"{path}: {what} ({error})") from error
    except OSError as error:
        raise RunError(f"{path}: the file cannot be used: {error.strerror or error}") from error


def advice(path: Path) -> str:
    """What to do with a damaged file, as a sentence."""
    return f"{_command('verify', path)} tells more, {_command('export -o good.db', path)} saves what is whole"


def _command(words: str, path: Path) -> str:
    where = "" if path == default_path() else f" --db {shlex.quote(str(path))}"
    return f"`tilewright run {words}{where}`"


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # The file is never opened by other means: closing it would drop SQLite's locks on it (POSIX).
    if path.is_dir():
        raise RunError(f"{path}: this is a directory; expected a file of runs")
    if path.exists() and 0 < path.stat().st_size < LEAST_BYTES:  # SQLite would write over a single byte
        raise RunError(f"{path}: this is not a file of runs; it was left as it is")
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """How many migrations have run; RunError when the file is another program's, or too new.

    To be asked in a transaction: between two answers another program may make the file one of runs.
    """
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION_ID and (owner or version or tables):
        raise RunError(
            f"{path}: this is a database of another program, no file of runs; it was left as it is"
        )
    if version > len(MIGRATIONS):
        raise RunError(
            f"{path}: this file of runs was written by a newer Tilewright (its version is {version}, this "
            f"one knows {len(MIGRATIONS)}); it was left as it is"
        )
    return version


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Run the migrations that are missing, all or none; another program may have been quicker."""
    with transaction(connection):
        for number in range(_version(connection, path), len(MIGRATIONS)):
            for statement in _statements(MIGRATIONS[number]):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; ``executescript`` would end the transaction."""
    held = ""
    for line in script.splitlines(keepends=True):
        held += line
        if sqlite3.complete_statement(held):
            yield held
            held = ""
