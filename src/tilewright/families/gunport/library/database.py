"""The file of the library of boards: an SQLite database, brought up to date when it is opened.

Writers wait for each other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tilewright.errors import LibraryError
from tilewright.sqlite import DatabaseFormat, Failure, transaction

MIGRATIONS = (
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
    );
    CREATE INDEX best_by_size ON best (rows, columns);
    """,
)
"""Lead from each version of the file to the next; never changed, only added to."""

LIBRARY_FORMAT = DatabaseFormat(
    noun="library of boards",
    application_id=int.from_bytes(b"TwGL", "big"),
    migrations=MIGRATIONS,
    file_name="gunport-library.sqlite",
    variable="TILEWRIGHT_LIBRARY",
    error=LibraryError,
)

_ADVICE = {Failure.DAMAGED: "Move it away, or restore a backup"}


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection | None]:
    """The library open for reading, up to date; None when there is none yet. LibraryError as ``writing``."""
    library = LIBRARY_FORMAT
    with library.named_errors(path, _ADVICE):
        if not path.exists():
            yield None
            return
        connection = library.connect(path, create=False)
        try:
            with transaction(connection, "DEFERRED"):
                version = library.version(connection, path)
            if version == 0:  # an empty file: the first writer makes it a library
                yield None
                return
            if version < len(library.migrations):
                library.migrate(connection, path)
            yield connection
        finally:
            connection.close()


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """The library open in a transaction, created if there is none; an exception rolls everything back.

    LibraryError when the file is no library, damaged, made by a newer Tilewright, in use for too long by
    another program, or cannot be written.
    """
    library = LIBRARY_FORMAT
    with library.named_errors(path, _ADVICE):
        library.prepare_directory(path)
        connection = library.connect(path, create=True)
        try:
            with transaction(connection, "DEFERRED"):
                version = library.version(connection, path)
            if version < len(library.migrations):
                library.migrate(connection, path)
            with transaction(connection):
                yield connection
        finally:
            connection.close()


def integrity_errors(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the file; empty when it is sound."""
    lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    # A violated CHECK is no damage of the file; entries are checked one by one.
    return [line for line in lines if line != "ok" and not line.startswith("CHECK constraint failed")]
