"""A damaged run database shows the same numbers as before, or a refusal; never others."""

from __future__ import annotations

import os
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.run_damage import (
    COMPLETE,
    HALFWAY,
    READERS,
    Sample,
    abandoned_sample,
    closed_sample,
    command_json,
    filtered_sample,
    flipped,
    is_sound,
    observed,
    tiny_file,
    tiny_run,
)
from support.store_cases import do_tasks
from tilewright.cli.program import program
from tilewright.errors import DamagedError
from tilewright.runs.reading import DamagedRun, RunStatus, listed_runs, run_statuses, solutions
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store

FLIPS = 2 * int(os.environ.get("TILEWRIGHT_EXAMPLES", "60"))


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder in memory where the system has one: files are written in it some ten thousand times."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        for sample in ("closed", "filtered", "abandoned"):
            (Path(name) / sample).mkdir()
        yield Path(name)


@pytest.fixture(scope="module")
def closed(folder: Path) -> Sample:
    return closed_sample(folder / "closed")


@pytest.fixture(scope="module")
def filtered(folder: Path) -> Sample:
    return filtered_sample(folder / "filtered")


@pytest.fixture(scope="module")
def abandoned(folder: Path) -> Sample:
    return abandoned_sample(folder / "abandoned")


def test_any_flipped_bit_of_the_file(closed: Sample) -> None:
    bits = random.Random(1).sample(range(8 * len(closed.data)), FLIPS)
    refused = 0
    for bit in bits:
        data = flipped(closed.data, bit)
        refusals = closed.check(f"bit {bit}", data)
        refused += bool(refusals)
        closed.write(data)
        if refusals and not any(name.startswith("resume") for name in refusals):
            assert not is_sound(closed.path), (bit, refusals)
    assert refused > FLIPS // 10


def test_any_flipped_bit_of_a_file_with_levels(filtered: Sample) -> None:
    bits = random.Random(4).sample(range(8 * len(filtered.data)), FLIPS // 2)
    assert sum(bool(filtered.check(f"bit {bit}", flipped(filtered.data, bit))) for bit in bits) > FLIPS // 20


def test_any_flipped_bit_of_the_wal(abandoned: Sample) -> None:
    bits = random.Random(2).sample(range(8 * len(abandoned.wal)), FLIPS // 2)
    for bit in bits:
        refusals = abandoned.check(f"bit {bit} of the WAL", wal=flipped(abandoned.wal, bit))
        assert f"status {HALFWAY}" in refusals
    for bit in random.Random(3).sample(range(8 * len(abandoned.data)), FLIPS // 4):
        abandoned.check(f"bit {bit} below the WAL", flipped(abandoned.data, bit))


def test_a_wal_that_ends_within_a_frame_is_accepted(abandoned: Sample) -> None:
    for cut in (1, 20, 400, 535):
        abandoned.write(wal=abandoned.wal + abandoned.wal[32 : 32 + cut])
        assert observed(abandoned.path, READERS["list"]) == abandoned.shown["list"]


def changed_values(value: object) -> list[object]:
    """Other values of the same type, such as a person or a program might write."""
    if value is None:
        return [1]
    if isinstance(value, int):
        return [value + 1, value - 1, 0]
    if isinstance(value, float):
        return [value + 0.125, 0.0]
    if isinstance(value, bytes):
        return [value[::-1]]
    text = str(value)
    words = ["waiting", "split", "done", "complete", "stopped", "running"]
    return [text + "0", text[:-1], text.replace("1", "2"), *(words if text in words else [])]


def statements(path: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
    """An UPDATE for each column of each table to each changed value, and a DELETE, of a first or last row."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        for table in tables:
            for order in ("", "DESC"):
                cursor = connection.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid {order} LIMIT 1")
                rowid, *values = cursor.fetchone()
                yield f"DELETE FROM {table} WHERE rowid = ?", (rowid,)
                for (column, *_), value in zip(cursor.description[1:], values, strict=True):
                    for other in changed_values(value):
                        if other != value:
                            yield f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?", (other, rowid)


def refused_updates(sample: Sample, done: list[tuple[str, tuple[object, ...]]]) -> set[str]:
    """The statements after which a reader refused the file."""
    refused = set()
    for statement, values in done:
        sample.write()
        with closing(sqlite3.connect(sample.path, isolation_level=None)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            connection.execute(statement, values)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if sample.check(f"{statement} {values}", sample.path.read_bytes(), b""):
            refused.add(statement)
    return refused


def test_any_honest_looking_update(closed: Sample) -> None:
    closed.write()
    done = list(statements(closed.path))
    refused = refused_updates(closed, done)
    for column in ("status", "nodes", "solutions", "images", "duplicates", "examined"):
        assert f"UPDATE OR IGNORE tasks SET {column} = ? WHERE rowid = ?" in refused
    assert len(done) > 150


def test_honest_looking_updates_of_what_a_filter_found(filtered: Sample) -> None:
    filtered.write()
    columns = ("runs SET filter", "tasks SET examined", "tasks SET undecided", "solutions SET levels")
    done = [
        one
        for one in statements(filtered.path)
        if any(column in one[0] for column in (*columns, "totals SET examined"))
    ]
    refused = refused_updates(filtered, done)
    for column in columns:
        assert any(column in statement for statement in refused), column


def test_a_number_that_is_changed_ends_each_command(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    tiny_file(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE tasks SET solutions = solutions + 1 WHERE id = 1")
    for words in (
        ("run", "status", COMPLETE),
        ("run", "export", COMPLETE),
        ("run", "resume", COMPLETE, "--quiet"),
    ):
        code, body = command_json(*words, "--db", path)
        assert code == 2, words
        error = body["error"]
        assert isinstance(error, dict)
        assert error["kind"] == "damaged", words
        assert "damaged" in error["message"]
    code, body = command_json("run", "list", "--db", path)
    assert code == 2
    damaged, intact = sorted(body["runs"], key=lambda run: run["run"] != COMPLETE)  # type: ignore[call-overload]
    assert (damaged["run"], damaged["status"], intact["run"]) == (COMPLETE, "damaged", HALFWAY)
    assert intact.items() <= command_json("run", "status", HALFWAY, "--db", path)[1].items()
    listing = CliRunner().invoke(program, ["run", "list", "--db", str(path)], prog_name="tilewright")
    assert listing.exit_code == 2 and [line.split()[0] for line in listing.stdout.splitlines()[1:]] == [
        COMPLETE,
        HALFWAY,
    ]
    assert f"{COMPLETE}  -" in listing.stdout and listing.stderr.startswith(f"tilewright: run {COMPLETE}: ")
    code, body = command_json("run", "verify", "--db", path)
    assert code == 1 and body["valid"] is False
    code, body = command_json("run", "status", HALFWAY, "--db", path)  # the other run is intact
    assert code == 0 and body["status"] == "stopped"
    assert command_json("run", "delete", COMPLETE, "--yes", "--db", path)[0] == 0
    assert command_json("run", "list", "--db", path)[0] == 0


def test_a_run_that_is_missing_in_a_table_is_listed_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    tiny_file(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM runs WHERE id = ?", (COMPLETE,))
    intact, missing = listed_runs(path)
    assert isinstance(intact, RunStatus) and intact.id == HALFWAY
    assert isinstance(missing, DamagedRun) and missing.id == COMPLETE and "missing" in missing.reason
    with pytest.raises(DamagedError, match="missing in a table"):
        run_statuses(path)


def test_damage_during_a_session_is_not_certified(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    tiny_file(path)
    with Store(path) as store:
        store.set_state(HALFWAY, RunState.RUNNING)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("UPDATE tasks SET nodes = 7 WHERE run = ? AND status <> 'waiting'", (HALFWAY,))
        do_tasks(store, tiny_run(unique=False))
        with pytest.raises(DamagedError, match="add up to"):
            store.set_state(HALFWAY, RunState.COMPLETE)


def test_exchanged_solutions_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    tiny_file(path, halfway=False)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        text, key = connection.execute(
            "SELECT options, key FROM solutions WHERE run = ? AND key NOT IN "
            "(SELECT key FROM solutions WHERE run = ?)",
            (HALFWAY, COMPLETE),
        ).fetchone()
        connection.execute(
            "UPDATE solutions SET options = ?, key = ? WHERE id = "
            "(SELECT min(id) FROM solutions WHERE run = ?)",
            (text, key, COMPLETE),
        )
    with pytest.raises(DamagedError, match="other solutions"):
        list(solutions(path, COMPLETE))
    assert not is_sound(path)
