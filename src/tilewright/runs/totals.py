"""The sums over a run's tasks: compared with the rows that they are of before any number is shown.

The row of ``totals`` has a checksum and is written in each transaction that changes a task. What a reader
shows comes from that row; the sums over ``tasks``, which SQLite computes, must agree with it. ``check_tree``
also computes the checksum of each task, in Python, which takes longer: it is for runs that are resumed,
verified or migrated.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tilewright.errors import DamagedError, RunError
from tilewright.runs import rows
from tilewright.runs.rows import (
    DONE,
    SPLIT,
    TASK_SUMS,
    WAITING,
    EstimateRow,
    FirstTaskRow,
    RunRow,
    RunState,
    TaskRow,
    TotalsRow,
    WorkerRow,
    level_counts_from_text,
    remainders_of,
    row_name,
    select,
)
from tilewright.sqlite import UNREADABLE, failure_of
from tilewright.wording import quoted

MAX_SENTENCES = 20  # faults described, of each run and of the file; the others are only counted
SHARE_TOLERANCE = 1e-6
Single = TypeVar("Single", TotalsRow, EstimateRow)


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
        except UNREADABLE as error:
            self.add(f"{what} cannot be read to the end: {failure_of(error)[1]}")
        except RunError as error:
            self.add(str(error))


@dataclass
class RunReport(FaultReport):
    """The check of one run, and how many of its tasks and solutions were checked."""

    run: str = ""
    tasks: int = 0
    solutions: int = 0


def summed(connection: sqlite3.Connection, run: str) -> TotalsRow:
    """The sums over the rows of a run as they are now, without digests."""
    sums = {state: f"count(*) FILTER (WHERE status = '{state}')" for state in (WAITING, SPLIT, DONE)}
    sums |= {name: f"coalesce(sum({name}), 0)" for name in TASK_SUMS}
    sums |= {"share": "total(done_share)", "seconds": "total(seconds)", "cpu_seconds": "total(cpu_seconds)"}
    query = f"SELECT {', '.join(sums.values())} FROM tasks WHERE run = ?"
    values = zip(sums, connection.execute(query, (run,)).fetchone(), strict=True)
    (workers,) = connection.execute("SELECT count(*) FROM workers WHERE run = ?", (run,)).fetchone()
    return TotalsRow(run, workers=workers, **dict(values))


def checked_totals(connection: sqlite3.Connection, path: Path, run: RunRow) -> TotalsRow:
    """The stored sums of a run; DamagedError when its rows or its state contradict them."""
    totals_rows = rows.select_intact(connection, path, TotalsRow, "WHERE run = ?", run.id)
    if not totals_rows:
        raise DamagedError(f"{path}: run {quoted(run.id)} is damaged: its totals are missing")
    faults = _contradictions(run, totals_rows[0], summed(connection, run.id))
    if faults:
        raise DamagedError(f"{path}: run {quoted(run.id)} is damaged: {faults[0]}")
    return totals_rows[0]


def _contradictions(run: RunRow, stored: TotalsRow, actual: TotalsRow) -> list[str]:
    faults = []
    if different := stored.differences(actual):
        numbers = (
            f"{getattr(actual, name):,} instead of {getattr(stored, name):,} {name}" for name in different
        )
        faults.append(f"its rows add up to {', '.join(numbers)}")
    is_answered = not stored.waiting or (run.first_only and stored.solutions)
    if run.state is RunState.COMPLETE and not is_answered:
        faults.append(f"it is marked as complete, but {stored.waiting:,} tasks are waiting")
    return faults


def complete_totals(connection: sqlite3.Connection, run: str) -> TotalsRow:
    """The sums and digests over the rows of a run as they are now, whose checksums must be right."""
    checksums = connection.execute("SELECT checksum FROM tasks WHERE run = ?", (run,))
    keys = connection.execute("SELECT id, key FROM solutions NOT INDEXED WHERE run = ?", (run,))
    totals = summed(connection, run).with_checksums([], [checksum for (checksum,) in checksums])
    return totals.with_solutions(_intact_key(number, key) for number, key in keys)


def _intact_key(number: int, key: object) -> bytes:
    if isinstance(key, bytes):
        return key
    raise DamagedError(f"solution {number} has no key")


def after_migration(connection: sqlite3.Connection, version: int) -> None:
    """Give rows of files before version 4 the checksums and totals that they lack.

    A run that is damaged gets totals with a wrong checksum, so that it stays damaged.
    """
    if version >= 4:
        return
    for worker, _ in list(select(connection, WorkerRow)):
        rows.update(connection, worker)
    for estimate, _ in list(select(connection, EstimateRow)):
        rows.update(connection, estimate)
    for run, is_intact in list(select(connection, RunRow)):
        if not connection.execute("SELECT 1 FROM estimates WHERE run = ?", (run.id,)).fetchone():
            rows.insert(connection, EstimateRow, [EstimateRow(run.id)])
        report = RunReport(run=run.id)
        totals = TotalsRow(run.id)
        with report.reading("its tasks"):
            check_tree(connection, run, report)
            if not report.count:
                totals = complete_totals(connection, run.id)
        damaged = report.count or not is_intact
        rows.insert(connection, TotalsRow, [totals])
        if damaged:
            connection.execute("UPDATE totals SET checksum = '' WHERE run = ?", (run.id,))


def check_totals(connection: sqlite3.Connection, run: RunRow, report: RunReport) -> TotalsRow | None:
    """Check a run's totals, its workers and its estimate, and, where its tasks are intact, the digests.

    The result are the totals, None where they are damaged or contradict the solutions.
    """
    for worker, is_intact in select(connection, WorkerRow, "WHERE run = ?", run.id):
        if not is_intact:
            report.add(f"{row_name(worker)} has a wrong checksum")
    _check_single(connection, EstimateRow(run.id), report)
    totals = _check_single(connection, TotalsRow(run.id), report)
    if totals is None:
        return None
    for fault in _contradictions(run, totals, summed(connection, run.id)):
        report.add(fault)
    if not report.count:
        actual = complete_totals(connection, run.id)
        for name in ("task_digest", "solution_digest"):
            if getattr(totals, name) != getattr(actual, name):
                report.add(f"its {name.replace('_', ' ')} is not that of its rows")
        if totals.solution_digest != actual.solution_digest:
            return None
    return totals


def _check_single(connection: sqlite3.Connection, example: Single, report: RunReport) -> Single | None:
    """The row of a run in a table that has one for each; None when it is damaged or missing."""
    for row, is_intact in select(connection, type(example), "WHERE run = ?", example.run):
        if is_intact:
            return row
        report.add(f"{row_name(row)} has a wrong checksum")
        return None
    report.add(f"{row_name(example)} is missing")
    return None


def check_tree(connection: sqlite3.Connection, run: RunRow, report: RunReport) -> None:
    """Check a run's tasks: checksums, that none is missing, shares."""
    children = {
        parent: (count, share)
        for parent, count, share in connection.execute(
            "SELECT parent, count(*), total(share) FROM tasks WHERE run = ? AND parent IS NOT NULL "
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
        value = stored.get(row.id, 0)
        if value != (row.solutions if run.keep and row.status != WAITING else 0):
            report.add(f"task {row.id} found {row.solutions:,} solutions, of which {value:,} are there")
        levels = level_counts_from_text(row.levels).total()
        if row.levels and levels != row.solutions:
            report.add(f"task {row.id} found {row.solutions:,} solutions, and has the levels of {levels:,}")
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
