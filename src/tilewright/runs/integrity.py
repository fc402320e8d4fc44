"""Checks the integrity of a run database: its pages, its rows, its sums, and each solution by its cells."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tilewright.errors import RunError, TilewrightError
from tilewright.formats import toml
from tilewright.model.puzzle import Solution
from tilewright.model.verification import Checker
from tilewright.runs.database import cancellable, named_errors, reading
from tilewright.runs.reading import placements_of
from tilewright.runs.rows import (
    WAITING,
    FirstTaskRow,
    RunRow,
    RunState,
    TaskRow,
    remainders_of,
    select,
    solution_key,
)

MAX_SENTENCES = 20  # faults described, of each run and of the file; the others are only counted

SHARE_TOLERANCE = 1e-6


@dataclass
class FaultReport:
    """The first of ``count`` faults, as sentences."""

    faults: list[str] = field(default_factory=list)
    count: int = 0

    def add(self, sentence: str) -> None:
        """Add a fault."""
        self.count += 1
        if len(self.faults) < MAX_SENTENCES:
            self.faults.append(sentence)

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Record as a fault what cannot be read; the check of that part ends there."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            self.add(f"{what} cannot be read to the end: {error}")
        except RunError as error:
            self.add(str(error))


@dataclass
class RunReport(FaultReport):
    """The check of one run, and how many of its tasks and solutions were checked."""

    run: str = ""
    tasks: int = 0
    solutions: int = 0


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
        with named_errors(path), reading(path) as connection, cancellable(connection, check_cancelled):
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
    with named_errors(path), reading(path) as connection, cancellable(connection, check_cancelled):
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


def check_tree(connection: sqlite3.Connection, run: RunRow, report: RunReport) -> None:
    """Check a run's tasks: checksums, that none is missing, sums."""
    children = {
        parent: (count, share)
        for parent, count, share in connection.execute(
            "SELECT parent, count(*), sum(share) FROM tasks WHERE run = ? AND parent IS NOT NULL "
            "GROUP BY parent",
            (run.id,),
        )
    }
    stored = dict(
        connection.execute(
            "SELECT task, count(*) FROM solutions WHERE task IN (SELECT id FROM tasks WHERE run = ?) "
            "GROUP BY task",
            (run.id,),
        )
    )
    first = 0
    for row, is_intact in select(connection, TaskRow, "WHERE run = ?", run.id):
        report.tasks += 1
        first += row.parent is None
        if not is_intact:
            report.add(f"the row of task {row.id} is damaged")
            continue
        remainders = remainders_of(row)
        count, share = children.get(row.id, (0, 0.0))
        if count != len(remainders):
            report.add(f"task {row.id} was split into {len(remainders)}, of which {count} are there")
        elif row.done_share and abs(row.done_share + share - row.share) > SHARE_TOLERANCE:
            report.add(f"task {row.id} has a share of {row.share:.6g}, its parts add up to another")
        found = stored.get(row.id, 0)
        if found != (row.solutions if run.keep and row.status != WAITING else 0):
            report.add(f"task {row.id} found {row.solutions:,} solutions, of which {found:,} are there")
        if run.state is RunState.COMPLETE and row.status == WAITING and not run.first_only:
            report.add(f"the run is marked as complete, but task {row.id} is waiting")
    if first != run.first_tasks:
        report.add(f"the run began with {run.first_tasks:,} tasks, of which {first:,} are there")
    copies = 0
    for copy, is_intact in select(connection, FirstTaskRow, "WHERE run = ?", run.id):
        copies += 1
        if not is_intact:
            report.add(f"the second copy of task {copy.id} is damaged")
    if copies != run.first_tasks:
        report.add(f"of {run.first_tasks:,} second copies of first tasks {copies:,} are there")


def _check_run(
    connection: sqlite3.Connection, run: RunRow, report: RunReport, check_cancelled: Callable[[], None]
) -> None:
    with report.reading("its tasks"):
        check_tree(connection, run, report)
    with report.reading("its solutions"):
        _check_solutions(connection, run, report, check_cancelled)


def _check_solutions(
    connection: sqlite3.Connection, run: RunRow, report: RunReport, check_cancelled: Callable[[], None]
) -> None:
    checker = None
    placements = placements_of(connection, run.id)
    if len(placements) != run.options:
        report.add(f"of {run.options:,} options {len(placements):,} are there")
    try:
        checker = Checker(toml.loads(run.puzzle))
    except TilewrightError as error:
        report.add(f"its puzzle cannot be read: {error}")
    for number, task, text, key in connection.execute(
        "SELECT id, task, options, key FROM solutions NOT INDEXED WHERE run = ?", (run.id,)
    ):
        report.solutions += 1
        if report.solutions % 1024 == 0:
            check_cancelled()
        if solution_key(text) != key:
            report.add(f"solution {number} of task {task} is damaged")
            continue
        if checker is None:
            continue
        options = list(map(int, text.split()))
        if any(not 0 <= option < len(placements) for option in options):
            report.add(f"solution {number} of task {task} has an unknown option")
        elif not checker.accepts(Solution(tuple(placements[o] for o in options))):
            report.add(f"solution {number} of task {task} does not solve the puzzle")
