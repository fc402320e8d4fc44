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
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tilewright.errors import RunError
from tilewright.runs.lock import acquire_lock
from tilewright.sqlite import DatabaseFormat, Failure, transaction

CACHE_KIB = 65_536
CANCEL_CHECK_STEPS = 20_000  # SQLite virtual machine steps between two checks: about a millisecond
CHECKPOINT_PAGES = 8_192  # a larger WAL gathers more changes of a page before it is written to its place

MIGRATIONS = (
    """
    CREATE TABLE runs (
        id TEXT PRIMARY KEY,                -- a short name, unique in this file
        title TEXT NOT NULL,
        source TEXT NOT NULL,               -- the file's name as it was given
        puzzle TEXT NOT NULL,               -- the puzzle, as Tilewright's TOML
        engine TEXT NOT NULL,
        keep INTEGER NOT NULL,              -- 1: solutions are stored, 0: only counted
        one INTEGER NOT NULL,               -- 1: the run ends at its first solution
        by_orbit INTEGER NOT NULL,          -- 1: one of each orbit is asked for
        folded INTEGER NOT NULL,            -- 1: orbits are searched, all solutions are counted
        symmetries INTEGER NOT NULL,        -- the size of the group
        digest TEXT NOT NULL,               -- SHA-256 of what all workers must agree on
        version TEXT NOT NULL,              -- of Tilewright, that began it
        created TEXT NOT NULL,              -- UTC, ISO 8601
        options INTEGER NOT NULL,           -- how many placements there are
        first_tasks INTEGER NOT NULL,       -- how many tasks it began with
        status TEXT NOT NULL CHECK (status IN ('running', 'stopped', 'complete', 'failed')),
        reason TEXT NOT NULL,               -- why it stopped or failed
        seconds REAL NOT NULL,              -- wall time of all coordinators so far
        stop_wish INTEGER NOT NULL,         -- 1: the coordinator is asked to stop
        seal TEXT NOT NULL                  -- checks the row: see rows.py
    ) STRICT;

    CREATE TABLE tasks (
        id INTEGER PRIMARY KEY,
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        parent INTEGER REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that this one is a rest of
        prefix TEXT NOT NULL,               -- decisions, as JSON: o is chosen, -1 - o is left out
        must TEXT NOT NULL,                 -- options, as JSON
        share REAL NOT NULL,                -- of the whole tree, as it was judged
        status TEXT NOT NULL CHECK (status IN ('waiting', 'split', 'done')),
        done_share REAL NOT NULL,           -- how much of the whole tree is done with this row
        nodes INTEGER NOT NULL,
        solutions INTEGER NOT NULL,
        images INTEGER NOT NULL,
        doubles INTEGER NOT NULL,           -- solutions that the run had already; not in the counts
        seconds REAL NOT NULL,
        worker TEXT NOT NULL,
        rests TEXT NOT NULL,                -- a second copy of the tasks that it was split into: see rows.py
        seal TEXT NOT NULL
    ) STRICT;
    CREATE INDEX tasks_waiting ON tasks (run, share DESC, id) WHERE status = 'waiting';
    CREATE INDEX tasks_of_run ON tasks (run, status);
    CREATE INDEX tasks_of_parent ON tasks (parent);

    CREATE TABLE first_tasks (              -- a second copy of those without a parent, should one be damaged
        id INTEGER PRIMARY KEY,             -- as in tasks
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        prefix TEXT NOT NULL,
        must TEXT NOT NULL,
        share REAL NOT NULL,
        seal TEXT NOT NULL
    ) STRICT;
    CREATE INDEX first_tasks_of_run ON first_tasks (run);

    CREATE TABLE solutions (
        id INTEGER PRIMARY KEY,
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
        options TEXT NOT NULL,              -- numbers of options, ascending, with spaces between
        key BLOB NOT NULL                   -- 16 bytes of the SHA-256 of options: tells damage and doubles
    ) STRICT;
    CREATE UNIQUE INDEX solutions_by_key ON solutions (run, key);
    CREATE INDEX solutions_of_task ON solutions (task);

    CREATE TABLE options (                  -- what the numbers in tasks and solutions stand for
        id INTEGER PRIMARY KEY,
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        piece TEXT NOT NULL,
        cells TEXT NOT NULL,                -- JSON
        seal TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX options_by_number ON options (run, number);

    CREATE TABLE workers (                  -- as its coordinator last saw them
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        host TEXT NOT NULL,
        tasks INTEGER NOT NULL DEFAULT 0,   -- finished
        nodes INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,    -- spent in tasks
        doing TEXT NOT NULL DEFAULT '',     -- ids of tasks, with spaces between
        seen TEXT NOT NULL,                 -- UTC, ISO 8601
        PRIMARY KEY (run, name)
    ) STRICT;
    """,
    """
    CREATE TABLE outlooks (                 -- what random dives say of a run's size: see outlook.py
        run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
        dives INTEGER NOT NULL,
        weight REAL NOT NULL,               -- of the rounds of dives together
        nodes REAL NOT NULL,                -- that the whole run will take, on average over the rounds
        ahead REAL NOT NULL,                -- the part of them that dives found
        error REAL NOT NULL,                -- its standard error
        nodes_per_second REAL NOT NULL      -- of late, by the clock
    ) STRICT;
    """,
    """
    -- Values and their order stay as they are, so that checksums of rows stay right.
    ALTER TABLE runs RENAME COLUMN one TO first_only;           -- 1: the run ends at its first solution
    ALTER TABLE runs RENAME COLUMN by_orbit TO is_unique;       -- 1: one solution of each orbit
    ALTER TABLE runs RENAME COLUMN created TO created_at;
    ALTER TABLE runs RENAME COLUMN stop_wish TO stop_requested; -- 1: the coordinator is requested to stop
    ALTER TABLE runs RENAME COLUMN seal TO checksum;
    ALTER TABLE tasks RENAME COLUMN must TO required;           -- options, as JSON
    ALTER TABLE tasks RENAME COLUMN doubles TO duplicates;      -- solutions that the run had already
    ALTER TABLE tasks RENAME COLUMN rests TO remainders;        -- a second copy of its child tasks
    ALTER TABLE tasks RENAME COLUMN seal TO checksum;
    ALTER TABLE first_tasks RENAME COLUMN must TO required;
    ALTER TABLE first_tasks RENAME COLUMN seal TO checksum;
    ALTER TABLE options RENAME COLUMN seal TO checksum;
    ALTER TABLE workers RENAME COLUMN doing TO running_tasks;   -- ids of tasks, with spaces between
    ALTER TABLE workers RENAME COLUMN seen TO last_seen;        -- UTC, ISO 8601
    ALTER TABLE outlooks RENAME TO estimates;                   -- of a run's size, by random dives
    """,
)
"""Lead from each version of the file to the next; released scripts are never changed, only added to."""

RUNS_FORMAT = DatabaseFormat(
    noun="run database",
    application_id=int.from_bytes(b"TwRn", "big"),
    migrations=MIGRATIONS,
    file_name="runs.db",
    variable="TILEWRIGHT_RUNS",
    error=RunError,
)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file open for reading, as of one moment, after its migrations.

    RunError when there is no such file, as for ``connect_writing``, and when migrations are missing while a
    coordinator works on the file.
    """
    with named_errors(path):
        if not path.exists():
            raise RunError(f"{path}: there is no such file")
        connection = _connect_reading(path)
        try:
            version = RUNS_FORMAT.version(connection, path)
            if version == 0:
                raise RunError(f"{path}: this run database is empty")
            if version < len(MIGRATIONS):
                connection.close()
                lock = acquire_lock(path)  # migrations would disturb a coordinator of an older Tilewright
                try:
                    connect_writing(path, create=False).close()
                finally:
                    lock.release()
                connection = _connect_reading(path)
            yield connection
        finally:
            connection.close()


def _connect_reading(path: Path) -> sqlite3.Connection:
    # Not "ro": whoever closes the file last must be able to tidy up its WAL.
    connection = _connect(path, create=False)
    connection.execute("PRAGMA query_only = ON")
    connection.execute("BEGIN")
    return connection


def connect_writing(path: Path, *, create: bool = True) -> sqlite3.Connection:
    """A connection that may write, the file created or migrated; use it in ``named_errors``, with the lock.

    RunError when the file is not a run database, damaged, or made by a newer Tilewright.
    """
    if not create and not path.exists():
        raise RunError(f"{path}: there is no such file")
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
        connection = _connect(path, create=False)
        try:
            with transaction(connection, "DEFERRED"):
                RUNS_FORMAT.version(connection, path)
        finally:
            connection.close()


def _connect(path: Path, *, create: bool) -> sqlite3.Connection:
    connection = RUNS_FORMAT.connect(path, create=create)
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
