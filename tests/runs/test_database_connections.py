"""Connections to the run database: their settings, the files that they hold open, and what errors advise."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

import pytest

from support.store_cases import error_of
from tilewright.errors import DamagedError, RunError
from tilewright.runs import database, lock
from tilewright.runs.database import (
    RUNS_FORMAT,
    cancellable,
    check_location,
    connect_writing,
    named_errors,
    reading,
)
from tilewright.runs.lock import LockHolder

COUNTING = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {}) SELECT count(*) FROM n"


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A run database without a run; whatever the test does with it, no descriptor of it stays open."""
    path = tmp_path / "runs.db"
    connect_writing(path, create=True).close()
    yield path
    assert not lock._HOLDS


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A database of another program."""
    path = tmp_path / "foreign.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE kept (text)")
    return path


def read(path: Path) -> int:
    """Open a file for reading; the number of its tables and indices."""
    with reading(path) as connection:
        return tables(connection)


def tables(connection: sqlite3.Connection) -> int:
    """The number of tables and indices that a connection sees."""
    (count,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(count)


def settings(connection: sqlite3.Connection) -> dict[str, object]:
    names = ("synchronous", "secure_delete", "cache_size", "wal_autocheckpoint", "foreign_keys", "query_only")
    return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}


def test_a_connection_for_writing(path: Path) -> None:
    with closing(connect_writing(path)) as connection:
        assert settings(connection) == {
            "synchronous": 1,
            "secure_delete": 1,
            "cache_size": -database.CACHE_KIB,
            "wal_autocheckpoint": database.CHECKPOINT_PAGES,
            "foreign_keys": 1,
            "query_only": 0,
        }
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert not connection.in_transaction


def test_a_connection_for_reading_sees_one_moment_and_cannot_write(path: Path) -> None:
    with reading(path) as connection, closing(sqlite3.connect(path)) as other:
        fields = settings(connection)
        assert (fields["query_only"], fields["foreign_keys"]) == (1, 1)
        before = tables(connection)
        other.execute("CREATE TABLE more (x)")
        assert tables(other) == before + 1 and tables(connection) == before
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("DELETE FROM runs")
    assert read(path) == before + 1


def test_opening_a_file_without_migrations_writes_nothing(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        before = other.execute("PRAGMA data_version").fetchone()
        connect_writing(path).close()
        read(path)
        assert other.execute("PRAGMA data_version").fetchone() == before


@pytest.mark.parametrize("version", range(1, len(RUNS_FORMAT.migrations) + 1))
def test_files_of_all_versions_are_migrated_for_reading(path: Path, tmp_path: Path, version: int) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as connection:
        for script in RUNS_FORMAT.migrations[:version]:
            connection.executescript(script)
        connection.execute(f"PRAGMA application_id = {RUNS_FORMAT.application_id}")
        connection.execute(f"PRAGMA user_version = {version}")
    assert read(old) == read(path)
    assert lock.lock_holder(old) is None


def test_a_migration_that_fails_leaves_the_file_closed_and_unlocked(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 4")
    with pytest.raises(DamagedError, match="duplicate column name"):
        read(path)
    assert lock.lock_holder(path) is None and not lock._HOLDS
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (4,)


def test_files_that_are_missing_empty_or_foreign(path: Path, foreign: Path, tmp_path: Path) -> None:
    none = tmp_path / "none.db"
    uses: list[Callable[[Path], object]] = [read, connect_writing]
    for use in uses:
        assert error_of(use, none) == f"{none}: there is no such file"
    assert not none.exists()
    empty = tmp_path / "empty.db"
    empty.touch()
    assert error_of(read, empty) == f"{empty}: this run database is empty"
    before = foreign.read_bytes()
    for use in (*uses, check_location):
        assert error_of(use, foreign).startswith(f"{foreign}: this is a database of another program")
        assert not lock._HOLDS
    assert foreign.read_bytes() == before


def test_a_database_that_another_program_writes_is_named_at_once(
    foreign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "RUNS_FORMAT", replace(RUNS_FORMAT, busy_timeout_s=0.0))
    with closing(sqlite3.connect(foreign, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for use in (read, connect_writing, check_location):
            assert "another program" in error_of(use, foreign)


def test_the_location_of_a_new_file(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_location(path)
    new, nowhere = tmp_path / "new.db", tmp_path / "nowhere" / "new.db"
    check_location(new)
    assert not new.exists()
    assert error_of(check_location, tmp_path) == (f"{tmp_path}: this is a directory; expected a run database")
    assert error_of(check_location, nowhere) == f"{nowhere}: there is no directory {nowhere.parent}"
    monkeypatch.delenv(RUNS_FORMAT.variable, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    check_location(RUNS_FORMAT.default_path())
    assert RUNS_FORMAT.default_path().parent.is_dir()


@pytest.mark.parametrize(
    ("holders", "is_damaged"),
    [
        ([None, None], True),
        ([None, None, LockHolder(5, "then")], True),
        ([LockHolder(5, "then")], False),
        ([None, LockHolder(5, "then")], False),  # it has begun between the two checks
    ],
)
def test_a_damaged_wal_is_refused_unless_a_coordinator_has_read_it(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    holders: list[LockHolder | None],
    *,
    is_damaged: bool,
) -> None:
    copy = tmp_path / "copy" / "copy.db"
    copy.parent.mkdir()
    with closing(connect_writing(path)) as connection:
        connection.execute("CREATE TABLE more (x)")
        shutil.copyfile(path, copy)
        wal = bytearray(path.with_name("runs.db-wal").read_bytes())
    wal[-1] ^= 1
    copy.with_name("copy.db-wal").write_bytes(wal)
    chain_found = chain(holders, repeat(None))
    monkeypatch.setattr(database, "lock_holder", lambda _: next(chain_found))
    if is_damaged:
        with pytest.raises(DamagedError) as refused:
            read(copy)
        assert str(refused.value) == (
            f"{copy}: the file is damaged: its last changes, in copy.db-wal, are unreadable. "
            "`tilewright run resume` searches again what they had found"
        )
    else:
        assert read(copy) == read(path) - 1


@pytest.mark.parametrize(
    ("names", "holder", "is_refused"),
    [
        (2, LockHolder(0, ""), True),
        (3, LockHolder(0, ""), True),
        (1, LockHolder(0, ""), False),
        (2, LockHolder(5, "then"), False),
        (2, None, False),
    ],
)
def test_a_coordinator_that_uses_another_name_of_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, names: int, holder: LockHolder | None, *, is_refused: bool
) -> None:
    for number in range(names - 1):
        path.with_name(f"{number}.db").hardlink_to(path)
    monkeypatch.setattr(database, "lock_holder", lambda _: holder)
    if not is_refused:
        assert read(path)
        return
    assert error_of(read, path) == (
        f"{path}: another coordinator works on this file under another of its names (hard links); "
        "use that name, as the last changes are not seen under this one"
    )


def test_a_connection_is_closed_once(path: Path) -> None:
    with closing(connect_writing(path)):
        connection = connect_writing(path)
        connection.close()
        connection.close()
        assert [hold.users for hold in lock._HOLDS.values()] == [1]


def test_long_statements_are_cancelled(path: Path) -> None:
    class Enough(KeyboardInterrupt):
        """The caller wants no more."""

    calls: list[None] = []

    def enough() -> None:
        calls.append(None)
        if len(calls) == 3:
            raise Enough("now")

    with reading(path) as connection:
        with pytest.raises(Enough, match="now") as raised, cancellable(connection, enough):
            connection.execute(COUNTING.format(1_000_000)).fetchone()
        assert len(calls) == 3 and raised.value.__cause__ is None and raised.value.__suppress_context__
        calls.clear()
        # An error that looks like damage of the file does not hide the request.
        with pytest.raises(Enough), cancellable(connection, enough), suppress(sqlite3.OperationalError):
            connection.execute(COUNTING.format(1_000_000)).fetchone()
        calls.clear()
        assert connection.execute(COUNTING.format(1_000_000)).fetchone() == (1_000_000,)
        assert not calls
        with pytest.raises(sqlite3.OperationalError, match="no such table"), cancellable(connection, enough):
            connection.execute("SELECT 1 FROM missing_table")
        with cancellable(connection, lambda: None):
            assert connection.execute(COUNTING.format(100_000)).fetchone() == (100_000,)


def fail_not_a_database(connection: sqlite3.Connection, path: Path) -> None:
    path.write_bytes(b"x" * 4096)
    with closing(sqlite3.connect(path)) as other:
        other.execute("SELECT * FROM sqlite_master")


def fail_damaged(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("SELECT 1 FROM missing_table")


def fail_full(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA max_page_count = 1")
    connection.execute("CREATE TABLE large (x)")


@pytest.mark.parametrize(
    ("fail", "run", "advice"),
    [
        (
            fail_not_a_database,
            "",
            "If it was one, `tilewright run export -o good.db{}` recovers what is intact",
        ),
        (
            fail_damaged,
            "",
            "`tilewright run verify{}` lists the damage, "
            "`tilewright run export -o good.db{}` recovers what is intact",
        ),
        (fail_full, "", "Make space, then try again"),
        (fail_full, "abc", "Make space, then `tilewright run resume abc{}`"),
    ],
)
def test_errors_advise_what_to_do_next(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fail: Callable[[sqlite3.Connection, Path], None],
    run: str,
    advice: str,
) -> None:
    for path, option in (
        (tmp_path / "runs.db", f" --db {tmp_path}/runs.db"),
        (tmp_path / "my runs.db", f" --db '{tmp_path}/my runs.db'"),
        (tmp_path / "default.db", ""),
    ):
        monkeypatch.setenv(RUNS_FORMAT.variable, str(tmp_path / "default.db"))
        with (
            closing(sqlite3.connect(":memory:")) as connection,
            pytest.raises(RunError) as refused,
            named_errors(path, *([run] if run else [])),
        ):
            fail(connection, path)
        sentence, _, said = str(refused.value).partition("). ")
        assert sentence.startswith(f"{path}: ")
        assert said == advice.replace("{}", option)
        assert isinstance(refused.value, DamagedError) is (fail is fail_damaged)
