"""The tables are as docs/reliability.md says, and its SQL can be run as it stands."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from store_cases import ALL, asked, stored

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> sqlite3.Connection:
    path = tmp_path_factory.mktemp("schema") / "runs.db"
    stored(path, asked())
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)


def test_every_table_and_column_is_described(connection: sqlite3.Connection) -> None:
    text = PAGE.read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` +\|(.*)\|$", text, re.MULTILINE))
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert told.keys() >= tables
    for table in tables:
        columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        assert set(re.findall(r"`(\w+)`", told[table])) == columns


def test_the_examples_of_sql_run(connection: sqlite3.Connection) -> None:
    (block,) = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    runs, pieces = [query for query in block.split(";") if query.strip()]
    ((_, title, status, share, found),) = connection.execute(runs).fetchall()
    assert (title, status, found) == ("dominoes", "complete", ALL)
    assert share == pytest.approx(1)
    assert len(connection.execute(pieces).fetchall()) == 16
