"""The tasks behind the page of runs."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from support.run_damage import COMPLETE, HALFWAY, tiny_file
from tilewright.web.tasks.runs import list_runs


def test_a_damaged_run_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    tiny_file(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE tasks SET solutions = solutions + 1 WHERE id = 1")
    listed = list_runs({"database": str(path)}, lambda _name, _data: None, threading.Event())
    assert [run["id"] for run in listed["runs"]] == [HALFWAY]
    (damaged,) = listed["damaged"]
    assert damaged["id"] == COMPLETE and "its rows add up to" in damaged["reason"]
