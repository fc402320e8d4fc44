"""The tables are as docs/explanation/durable-runs.md says, and its SQL can be run as it stands."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from support.store_cases import ALL, asked, stored, work
from tilewright.errors import RunError
from tilewright.runs.integrity import verify_file
from tilewright.runs.progress_estimate import Outlook
from tilewright.runs.reading import run_status
from tilewright.runs.store import Store

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "durable-runs.md"


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
    ((_, title, status, nodes, about, found),) = connection.execute(runs).fetchall()
    assert (title, status, found) == ("dominoes", "complete", ALL)
    assert nodes > 0 and about is None
    assert len(connection.execute(pieces).fetchall()) == 16


def test_a_file_of_the_first_form_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    new = asked()
    run = stored(path, new, rounds=2)
    with sqlite3.connect(path) as old:  # as the first migration alone leaves it
        old.execute("DROP TABLE outlooks")
        old.execute("PRAGMA user_version = 1")
    old.close()
    with pytest.raises(RunError, match="of an older form"):
        run_status(path, run)
    with Store(path) as store:
        assert store.outlook(run) is None
        outlook = Outlook(dives=160, weight=2.0, nodes=5e3, ahead=4e3, error=1e3)
        store.beat(run, 1.0, (), outlook, 25.0)
        work(store, new)
        assert store.totals(run).solutions == ALL
    status = run_status(path, run)
    assert (status.outlook, status.pace) == (outlook, 25.0)
    assert verify_file(path).sound
