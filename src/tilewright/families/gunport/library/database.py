"""The library's file: an SQLite database that knows whose it is, brought up to date when it is opened.

Its application id marks it as a library of Tilewright, its user version says which migrations have run. A
file that is anything else is refused and never written to. Writers wait for each other.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tilewright.errors import LibraryError

VARIABLE = "TILEWRIGHT_LIBRARY"
"""The environment variable that names another library than the one in the user's data directory."""

FILE_NAME = "gunport-library.sqlite"
APPLICATION_ID = int.from_bytes(b"TwGL", "big")
BUSY_SECONDS = 30.0
MAGIC = b"SQLite format 3\0"

MIGRATIONS: tuple[Sequence[str], ...] = (
    (
        """
        CREATE TABLE best (
            -- the name of the piece: domino, L tromino, XX/X.
            piece TEXT NOT NULL CHECK (typeof(piece) = 'text'),
            no_slide INTEGER NOT NULL CHECK (no_slide IN (0, 1)),
            -- 8x10, rows <= columns; or a drawing, the first of its images
            board TEXT NOT NULL CHECK (typeof(board) = 'text'),
            -- of a plain rectangle, else NULL
            rows INTEGER,
            columns INTEGER CHECK (rows <= columns),
            pieces INTEGER NOT NULL CHECK (typeof(pieces) = 'integer' AND pieces >= 0),
            ports INTEGER NOT NULL CHECK (typeof(ports) = 'integer' AND ports >= 0),
            lower_bound INTEGER NOT NULL CHECK (typeof(lower_bound) = 'integer' AND lower_bound <= pieces),
            -- the engine that proved the lower bound, or ''
            proof TEXT NOT NULL CHECK (typeof(proof) = 'text'),
            who TEXT NOT NULL CHECK (typeof(who) = 'text'),
            -- UTC, 2026-01-31T12:00:00Z
            found TEXT NOT NULL CHECK (typeof(found) = 'text'),
            arrangement TEXT NOT NULL CHECK (typeof(arrangement) = 'text'),
            PRIMARY KEY (piece, no_slide, board)
        )
        """,
        "CREATE INDEX best_by_size ON best (rows, columns)",
    ),
)
"""What leads from each version of the file to the next, as statements; never changed, only added to."""


def default_path() -> Path:
    """The library named by ``TILEWRIGHT_LIBRARY``, else the one in the user's data directory."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("tilewright", appauthor=False) / FILE_NAME


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection | None]:
    """The library open to be read, up to date; None when there is none yet. LibraryError as ``writing``."""
    with _named_faults(path):
        if not path.exists():
            yield None
            return
        connection = _connect(path, "rw")
        try:
            with _transaction(connection, "DEFERRED"):
                version = _version(connection, path)
            if version == 0:  # an empty file: whoever writes first makes it a library
                yield None
                return
            if version < len(MIGRATIONS):
                _migrate(connection, path)
            yield connection
        finally:
            connection.close()


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """The library open in a transaction of its own, made if there is none; what fails leaves it as it was.

    LibraryError when the file is no library, damaged, made by a newer Tilewright, in use for too long by
    another program, or cannot be written.
    """
    with _named_faults(path):
        if not path.parent.is_dir():
            if path != default_path() or os.environ.get(VARIABLE):
                raise LibraryError(f"{path}: there is no directory {path.parent}")
            path.parent.mkdir(parents=True, exist_ok=True)
        connection = _connect(path, "rwc")
        try:
            with _transaction(connection, "DEFERRED"):
                version = _version(connection, path)
            if version < len(MIGRATIONS):
                _migrate(connection, path)
            with _transaction(connection, "IMMEDIATE"):
                yield connection
        finally:
            connection.close()


def is_sound(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the file; empty when nothing is."""
    lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    # What was written behind the table's back is no damage, and entries are checked one by one.
    return [line for line in lines if line != "ok" and not line.startswith("CHECK constraint failed")]


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    if path.is_dir():
        raise LibraryError(f"{path}: this is a directory; expected a library's file")
    if path.exists():
        with path.open("rb") as stream:
            start = stream.read(len(MAGIC))
        if start and start != MAGIC:
            raise LibraryError(f"{path}: this is not a library of boards; it was left as it is")
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """How many migrations have run; LibraryError when the file is another program's, or too new.

    To be asked in a transaction: between two answers another program may make the file a library.
    """
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION_ID and (owner or version or tables):
        raise LibraryError(
            f"{path}: this is a database of another program, no library of boards; it was left as it is"
        )
    if version > len(MIGRATIONS):
        raise LibraryError(
            f"{path}: this library was written by a newer Tilewright (its version is {version}, this one "
            f"knows {len(MIGRATIONS)}); it was left as it is"
        )
    return version


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Run the migrations that are missing, all or none; another program may have been quicker."""
    with _transaction(connection, "IMMEDIATE"):
        for number in range(_version(connection, path), len(MIGRATIONS)):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


@contextmanager
def _transaction(connection: sqlite3.Connection, kind: str) -> Iterator[None]:
    """What is read in it is of one moment; when IMMEDIATE, it stays so until it is written."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


@contextmanager
def _named_faults(path: Path) -> Iterator[None]:
    """Faults of the file system and of SQLite as sentences about the library's file."""
    if "\0" in str(path):  # SQLite would take the name as ending there
        raise LibraryError(f"{str(path)!r}: a file's name cannot contain a NUL character")
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            what = f"the library was in use by another program for more than {BUSY_SECONDS:.0f} seconds"
        elif code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            what = "the library is damaged; move it away, or take a copy of before"
        elif code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            what = "the library cannot be opened or written"
        elif code == sqlite3.SQLITE_FULL:
            what = "the disk is full; the library is as it was"
        else:
            what = "the library cannot be used"
        raise LibraryError(f"{path}: {what} ({error})") from error
    except OSError as error:
        raise LibraryError(f"{path}: the library cannot be used: {error.strerror or error}") from error
