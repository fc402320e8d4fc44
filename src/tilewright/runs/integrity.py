"""Checks the integrity of a run database: its pages, its rows, its sums, and each solution by its cells."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tilewright.errors import RunError, TilewrightError
from tilewright.formats import toml
from tilewright.model.puzzle import Solution
from tilewright.model.verification import Checker
from tilewright.runs.database import cancellable, reading
from tilewright.runs.filters import examiner_of
from tilewright.runs.reading import placements_of
from tilewright.runs.rows import RunRow, levels_to_text, select, solution_key
from tilewright.runs.totals import FaultReport, RunReport, check_totals, check_tree


@dataclass
class FileReport(FaultReport):
    """The check of a file itself, and of its runs."""

    runs: list[RunReport] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether there is no fault."""
        return not self.count and not any(run.count for run in self.runs)


def verify_file(path: Path, check_cancelled: Callable[[], None] = lambda: None) -> FileReport:
    """Check all of a file, reading only: pages, checksums, keys, sums, and each solution by its cells.

    ``check_cancelled`` is called many times a second, and may raise to end the check. RunError when there is
    no such file, or it is not a run database.
    """
    report = FileReport()
    try:
        with reading(path) as connection, cancellable(connection, check_cancelled):
            with report.reading("the file"):
                for (line,) in connection.execute("PRAGMA integrity_check"):
                    if line != "ok":
                        report.add(str(line))
            with report.reading("a reference between tables"):
                for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                    report.add(f"row {row} of {table} refers to a missing row of {parent}")
            runs: list[RunRow] = []
            with report.reading("the table of runs"):
                for run, is_intact in select(connection, RunRow, "NOT INDEXED"):
                    runs.append(run)
                    if not is_intact:
                        report.add(f"the row of run {run.id!r} is damaged")
            for run in runs:
                report.runs.append(RunReport(run=run.id))
                _check_run(connection, run, report.runs[-1], check_cancelled)
    except RunError as error:
        cause = error.__cause__
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return FileReport([f"the list of its tables cannot be read: {cause}"], 1)
    return report


def verify_run(path: Path, run: str, check_cancelled: Callable[[], None] = lambda: None) -> RunReport:
    """Check all of one run in a file, as ``verify_file`` does, and nothing else."""
    report = RunReport(run=run)
    with reading(path) as connection, cancellable(connection, check_cancelled):
        row = None
        with report.reading("its own row"):
            row, is_intact = next(select(connection, RunRow, "WHERE id = ?", run), (None, False))
            if row is None:
                report.add(f"there is no row of run {run!r}")
            elif not is_intact:
                report.add(f"the row of run {run!r} is damaged")
        if row is not None:
            _check_run(connection, row, report, check_cancelled)
    return report


def _check_run(
    connection: sqlite3.Connection, run: RunRow, report: RunReport, check_cancelled: Callable[[], None]
) -> None:
    with report.reading("its tasks"):
        check_tree(connection, run, report)
        check_totals(connection, run, report)
    with report.reading("its solutions"):
        _check_solutions(connection, run, report, check_cancelled)


def _check_solutions(
    connection: sqlite3.Connection, run: RunRow, report: RunReport, check_cancelled: Callable[[], None]
) -> None:
    checker, examiner = None, None
    placements = placements_of(connection, run.id)
    if len(placements) != run.options:
        report.add(f"of {run.options:,} options {len(placements):,} are there")
    try:
        puzzle = toml.loads(run.puzzle)
        checker = Checker(puzzle)
        examiner = examiner_of(run.filter, puzzle)
    except TilewrightError as error:
        report.add(f"its puzzle cannot be read: {error}")
    for number, task, text, key, levels in connection.execute(
        "SELECT id, task, options, key, levels FROM solutions NOT INDEXED WHERE run = ?", (run.id,)
    ):
        report.solutions += 1
        if report.solutions % 1024 == 0:
            check_cancelled()
        if solution_key(text, levels) != key:
            report.add(f"solution {number} of task {task} is damaged")
            continue
        if checker is None:
            continue
        options = list(map(int, text.split()))
        if any(not 0 <= option < len(placements) for option in options):
            report.add(f"solution {number} of task {task} has an unknown option")
            continue
        solution = Solution(tuple(placements[o] for o in options))
        if not checker.accepts(solution):
            report.add(f"solution {number} of task {task} does not solve the puzzle")
        elif examiner is not None:
            check_cancelled()
            found = examiner.examine(solution, check_cancelled).levels
            if levels_to_text(found) != levels:
                report.add(
                    f"solution {number} of task {task} has the levels {levels}, but was found to have "
                    f"{levels_to_text(found) or 'none'}"
                )
