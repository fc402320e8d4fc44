"""Checks the integrity of a run database: its pages, its rows, its sums, and each solution by its cells."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.errors import RunError, TilewrightError
from tilewright.formats import toml
from tilewright.runs.database import MIGRATIONS, cancellable, reading
from tilewright.runs.filters import examiner_of
from tilewright.runs.rows import RunRow, levels_to_text, select
from tilewright.runs.stored_solutions import check_indexes, checked_solutions
from tilewright.runs.totals import FaultReport, RunReport, check_totals, check_tree
from tilewright.solving.strategies.filtering import Examiner
from tilewright.wording import quoted


@dataclass
class FileReport(FaultReport):
    """The check of a file itself, and of its runs."""

    runs: list[RunReport] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether there is no fault."""
        return not self.count and not any(run.count for run in self.runs)


def verify_file(
    path: Path, check_cancelled: Callable[[], None] = lambda: None, *, run: str = ""
) -> FileReport:
    """Check all of a file, reading only: pages, checksums, keys, sums, and each solution by its cells.

    With ``run`` only that run of it is checked, and the file itself as ever. ``check_cancelled`` is called
    many times a second, and may raise to end the check. RunError when there is no such file, or it is not a
    run database.
    """
    report = FileReport()
    try:
        with reading(path) as connection, cancellable(connection, check_cancelled):
            with report.reading("the file"):
                for (line,) in connection.execute("PRAGMA integrity_check"):
                    if line != "ok":
                        report.add(str(line))
            with report.reading("the list of its tables"):
                _check_tables(connection, report)
            with report.reading("a reference between tables"):
                for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                    report.add(f"row {row} of {table} refers to a missing row of {parent}")
            runs: list[tuple[RunRow, bool]] = []
            with report.reading("the table of runs"):
                runs += select(connection, RunRow, "NOT INDEXED")
            if run and all(one.id != run for one, _ in runs):
                report.add(f"there is no row of run {quoted(run)}")
            for one, is_intact in runs:
                if not is_intact:  # what its other rows should be is not known
                    report.add(f"the row of run {quoted(one.id)} is damaged")
                elif run in ("", one.id):
                    report.runs.append(RunReport(run=one.id))
                    _check_run(connection, one, report.runs[-1], check_cancelled)
    except RunError as error:
        cause = error.__cause__
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return FileReport([f"the list of its tables cannot be read: {cause}"], 1)
    return report


def _check_tables(connection: sqlite3.Connection, report: FileReport) -> None:
    """Compare the definitions of tables and indexes with those that the migrations make."""
    fields = _definitions(connection)
    for name, definition in _expected_definitions().items():
        if fields.get(name) != definition:
            report.add(f"{name} is defined in another way than Tilewright does")


@cache
def _expected_definitions() -> dict[str, object]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in MIGRATIONS:
            connection.executescript(script)
        return _definitions(connection)


def _definitions(connection: sqlite3.Connection) -> dict[str, object]:
    """What SQLite understands of the definitions of tables and indexes: their texts differ by its version."""
    definitions: dict[str, object] = {}
    for _, table, kind, *rest in connection.execute("PRAGMA table_list").fetchall():
        if kind != "table" or table.startswith("sqlite_"):
            continue
        facts = [
            connection.execute(f"SELECT * FROM {function}(?)", (table,)).fetchall()
            for function in ("pragma_table_xinfo", "pragma_foreign_key_list")
        ]
        definitions[f"the table {table}"] = rest, facts
        for _, index, *flags in connection.execute("SELECT * FROM pragma_index_list(?)", (table,)).fetchall():
            columns = connection.execute("SELECT * FROM pragma_index_xinfo(?)", (index,)).fetchall()
            definitions[f"the index {index}"] = table, flags, columns
    return definitions


def _check_run(
    connection: sqlite3.Connection, run: RunRow, report: RunReport, check_cancelled: Callable[[], None]
) -> None:
    totals = None
    with report.reading("its tasks"):
        check_tree(connection, run, report)
        totals = check_totals(connection, run, report)
    with report.reading("its solutions"):
        examiner = _examiner(run, report)
        for stored, solution in checked_solutions(connection, run, totals, report, check_cancelled):
            if examiner is None:
                continue
            check_cancelled()
            value = examiner.examine(solution, check_cancelled).levels
            if value != stored.levels:
                levels = levels_to_text(stored.levels), levels_to_text(value) or "none"
                report.add(
                    f"solution {stored.number} of task {stored.task} has the levels {levels[0]}, "
                    f"but was found to have {levels[1]}"
                )
    with report.reading("its indexes"):
        check_indexes(connection, run.id, report)


def _examiner(run: RunRow, report: RunReport) -> Examiner[Any] | None:
    """An examiner of the run's filter; None without one, and where its puzzle cannot be read."""
    try:
        return examiner_of(run.filter, toml.loads(run.puzzle)) if run.filter else None
    except TilewrightError as error:
        report.add(f"its filter cannot be used: {error}")
        return None
