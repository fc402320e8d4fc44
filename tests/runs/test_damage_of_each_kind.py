"""Damaged files of each kind of run: verification notices it, or nothing that is shown has changed."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from support.run_damage import SMALL_PAGE
from support.run_damage_cases import KINDS, DamageCase, damages
from tilewright.errors import DamagedError
from tilewright.runs.integrity import verify_file
from tilewright.runs.reading import solutions
from tilewright.runs.stored_solutions import INDEXES

DAMAGES = 40  # of each kind; `make attack` tries thousands


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_noticed_or_harmless(tmp_path: Path, kind: str) -> None:
    case = DamageCase(tmp_path / kind, kind)
    outcomes: Counter[str] = Counter()
    for what, data in islice(damages(case, seed=1), DAMAGES):
        try:
            outcomes[case.check(data)] += 1
        except AssertionError as error:
            raise AssertionError(what) from error
    assert outcomes["noticed"] > DAMAGES // 4


def test_every_index_is_counted(tmp_path: Path) -> None:
    case = DamageCase(tmp_path / "listing", "listing")
    with closing(sqlite3.connect(case.path)) as connection:
        query = "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index'"
        assert sorted(connection.execute(query)) == sorted(index[:2] for index in INDEXES)


def test_a_row_that_a_scan_finds_no_longer(tmp_path: Path) -> None:
    """The name of a run is damaged in one row of its table, and right in the indexes."""
    case = DamageCase(tmp_path / "listing", "listing")
    with closing(sqlite3.connect(case.path)) as connection:
        query = "SELECT options FROM solutions WHERE id = (SELECT max(id) FROM solutions)"
        (text,) = connection.execute(query).fetchone()
    data = bytearray(case.data)
    data[data.rindex(case.run.encode(), 0, data.index(text.encode()))] ^= 1
    case.write(bytes(data))
    report = verify_file(case.path, run=case.run)
    assert report.count
    assert any("the index solutions_by_key" in fault for fault in report.runs[0].faults)
    assert case.check(bytes(data)) == "noticed"


def test_a_null_in_a_solution(tmp_path: Path) -> None:
    """A NULL that the definition of the table does not permit, as a damaged page may have it."""
    case = DamageCase(tmp_path / "listing", "listing")
    for column in ("options", "levels", "key"):
        case.write(case.data)
        with closing(sqlite3.connect(case.path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            version = connection.execute("PRAGMA schema_version").fetchone()[0]
            kept = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'solutions'").fetchone()
            loosened = "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'solutions'"
            connection.execute(loosened)
            connection.execute(f"PRAGMA schema_version = {version + 1}")
        with closing(sqlite3.connect(case.path, isolation_level=None)) as connection:
            connection.execute(f"UPDATE solutions SET {column} = NULL WHERE id = 1")
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'solutions'", kept)
            connection.execute(f"PRAGMA schema_version = {version + 2}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert case.check(case.path.read_bytes()) == "noticed", column


def test_exchanged_pages_of_an_index(tmp_path: Path) -> None:
    """All solutions are there, but in another order: another one would be the first."""
    case = DamageCase(tmp_path / "listing", "listing")
    with closing(sqlite3.connect(case.path)) as connection:
        query = "SELECT key FROM solutions ORDER BY key"
        keys = [key for (key,) in connection.execute(query)]
    # A page of the index is a leaf of type 10; the table has keys on leaves of type 13.
    starts = range(0, len(case.data), SMALL_PAGE)
    leaves = [
        start
        for start in starts
        if case.data[start] == 10 and any(key in case.data[start : start + SMALL_PAGE] for key in keys)
    ]
    one, other = leaves[:2]
    data = bytearray(case.data)
    data[one : one + SMALL_PAGE] = case.data[other : other + SMALL_PAGE]
    data[other : other + SMALL_PAGE] = case.data[one : one + SMALL_PAGE]
    case.write(bytes(data))
    with pytest.raises(DamagedError, match="out of order"):
        list(solutions(case.path, case.run))
    assert case.check(bytes(data)) == "noticed"
