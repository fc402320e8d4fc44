"""SQLite files that Tilewright owns: opened, identified, migrated, written in transactions; errors by name.

``application_id`` says whose a file is, ``user_version`` how many of its migrations have run. A file that is
anything else is refused and never written to.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.wording import MAX_WORD, quoted

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""Errors of SQLite; the second where it cannot even say what is damaged."""
SMALLEST_BYTES = 512  # of an SQLite database


class Failure(Enum):
    """Why SQLite could not use a file; the value is a sentence without its end."""

    BUSY = "the file was in use by another program for too long"
    NOT_A_DATABASE = "this is not a {noun}, or its beginning is damaged; it was left as it is"
    DAMAGED = "the file is damaged"
    UNREADABLE = "the file could not be read; the disk may be failing"
    UNWRITABLE = (
        "the file could not be written: the disk is full, a limit is reached, or the disk fails. "
        "Everything committed before is kept, and the file is sound"
    )
    FORBIDDEN = "the file cannot be opened or written"
    OTHER = "the file cannot be used"


_CODES = {
    Failure.BUSY: (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
    Failure.NOT_A_DATABASE: (sqlite3.SQLITE_NOTADB,),
    # A statement that was right for these tables fails: their definitions or the types of values are damaged.
    Failure.DAMAGED: (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH),
    Failure.UNREADABLE: (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ),
    Failure.UNWRITABLE: (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
    Failure.FORBIDDEN: (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM),
}
_FAILURES = {code: failure for failure, codes in _CODES.items() for code in codes}


@dataclass(frozen=True)
class DatabaseFormat:
    """One kind of SQLite file. All methods raise ``error`` with a sentence that begins with the file's path.

    ``migrations`` are SQL scripts that lead from each version of the file to the next; ``after_migration`` is
    called after them, in the same transaction, with the version before. ``variable`` is the environment
    variable that names another file than ``file_name`` in the user's data directory. ``damaged`` is the error
    for a damaged file.
    """

    noun: str
    application_id: int
    migrations: tuple[str, ...]
    file_name: str
    variable: str
    error: type[TilewrightError]
    damaged: type[TilewrightError] | None = None
    after_migration: Callable[[sqlite3.Connection, int], None] = lambda _connection, _version: None
    busy_timeout_s: float = 30.0

    def default_path(self) -> Path:
        """The file that the environment variable names, else the one in the user's data directory."""
        named = os.environ.get(self.variable)
        if named:
            return Path(named)
        import platformdirs

        return platformdirs.user_data_path("tilewright", appauthor=False) / self.file_name

    def prepare_directory(self, path: Path) -> None:
        """Make the directory of the user's own file; any other directory must exist."""
        if not path.parent.is_dir():
            if path != self.default_path() or os.environ.get(self.variable):
                raise self.error(f"{path}: there is no directory {path.parent}")
            path.parent.mkdir(parents=True, exist_ok=True)

    def connect(
        self, path: Path, *, create: bool, factory: type[sqlite3.Connection] = sqlite3.Connection
    ) -> sqlite3.Connection:
        """An open connection in autocommit mode; nothing has been read or written yet."""
        # The file is never opened by other means: closing it would drop SQLite's locks on it (POSIX).
        if path.is_dir():
            raise self.error(f"{path}: this is a directory; expected a {self.noun}")
        if path.exists() and 0 < path.stat().st_size < SMALLEST_BYTES:  # SQLite would overwrite a single byte
            raise self.error(f"{path}: {Failure.NOT_A_DATABASE.value.format(noun=self.noun)}")
        uri = f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
        return sqlite3.connect(
            uri, uri=True, timeout=self.busy_timeout_s, isolation_level=None, factory=factory
        )

    def version(self, connection: sqlite3.Connection, path: Path) -> int:
        """How many migrations have run, 0 for an empty file; an error for a foreign or newer file.

        Call it in a transaction: otherwise another program may create the tables between two reads.
        """
        owner = connection.execute("PRAGMA application_id").fetchone()[0]
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if owner != self.application_id and (owner or version or tables):
            raise self.error(
                f"{path}: this is a database of another program, not a {self.noun}; it was left as it is"
            )
        if version < 0:
            raise (self.damaged or self.error)(f"{path}: the file is damaged (its version is {version})")
        if version > len(self.migrations):
            raise self.error(
                f"{path}: this {self.noun} was written by a newer Tilewright (its version is {version}, this "
                f"one knows {len(self.migrations)}); it was left as it is"
            )
        return version

    def migrate(self, connection: sqlite3.Connection, path: Path) -> None:
        """Run the migrations that are missing, all or none, each once whoever else tries at the same time."""
        with transaction(connection):
            version = self.version(connection, path)
            for script in self.migrations[version:]:
                for statement in _statements(script):
                    connection.execute(statement)
            self.after_migration(connection, version)
            connection.execute(f"PRAGMA application_id = {self.application_id}")
            connection.execute(f"PRAGMA user_version = {len(self.migrations)}")

    @contextmanager
    def named_errors(self, path: Path, advice: dict[Failure, str] | None = None) -> Iterator[None]:
        """Turn errors of the file system and of SQLite into ``error``; ``advice`` is added."""
        if "\0" in str(path):  # SQLite would take the name as ending there
            raise self.error(f"{quoted(str(path), MAX_WORD)}: a file name cannot contain a NUL character")
        try:
            yield
        except UNREADABLE as error:
            failure, detail = failure_of(error)
            sentence = f"{failure.value.format(noun=self.noun)} ({detail})"
            if advice and failure in advice:
                sentence += f". {advice[failure]}"
            kind = self.damaged if failure is Failure.DAMAGED and self.damaged else self.error
            raise kind(f"{path}: {sentence}") from error
        except OSError as error:
            raise self.error(f"{path}: the file cannot be used: {error.strerror or error}") from error


def failure_of(error: sqlite3.Error | UnicodeDecodeError) -> tuple[Failure, str]:
    """Why SQLite failed, and its own words on one line."""
    code = getattr(error, "sqlite_errorcode", None)  # extended; its last byte is the primary one
    if code is None and isinstance(
        error, UnicodeDecodeError | sqlite3.OperationalError
    ):  # of Python's module, with the whole text
        return Failure.DAMAGED, "a text in it is not UTF-8"
    failure = _FAILURES.get(code or 0) or _FAILURES.get((code or 0) & 0xFF, Failure.OTHER)
    return failure, " ".join(str(error).split())


@contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Commit everything done inside, or nothing when it raises; ``kind`` is SQLite's."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite has rolled back by itself where the disk was full
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; ``executescript`` would end the transaction."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
