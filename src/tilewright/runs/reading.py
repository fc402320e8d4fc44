"""Reads a run database while a coordinator may be writing: the state of runs, and their solutions.

Each function reads the file as of one moment. Numbers come from rows with right checksums, and agree with the
rows that they are sums of; otherwise DamagedError is raised. Solutions are verified again before they are
returned.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.errors import DamagedError, RunError
from tilewright.model.levels import Levels
from tilewright.model.puzzle import Solution
from tilewright.runs import rows
from tilewright.runs.database import reading
from tilewright.runs.lock import LockHolder, lock_holder
from tilewright.runs.progress import ProgressEstimate, RunProgress, RunTotals, WorkerProgress, progress_of
from tilewright.runs.rows import (
    EstimateRow,
    RunRow,
    RunState,
    TaskRow,
    WorkerRow,
    level_counts_from_text,
    select_intact,
)
from tilewright.runs.stored_solutions import check_indexes, checked_solutions, stored_solutions
from tilewright.runs.totals import RunReport, checked_totals
from tilewright.wording import quoted

_VERIFY = "`tilewright run verify` lists the damage"
_OLDEST_FIRST = "NOT INDEXED ORDER BY created_at, rowid"


@dataclass(frozen=True)
class RunStatus:
    """The state of a run; ``holder`` is the process that works on it now.

    ``estimate`` of its size and ``nodes_per_second`` are those that its coordinator last stored.
    """

    run: RunRow
    totals: RunTotals
    workers: tuple[WorkerProgress, ...]
    holder: LockHolder | None
    estimate: ProgressEstimate | None = None
    nodes_per_second: float = 0.0

    @property
    def id(self) -> str:
        """The name of the run."""
        return self.run.id

    @property
    def state(self) -> RunState:
        """The state as it is now."""
        abandoned = self.run.state is RunState.RUNNING and self.holder is None
        return RunState.INTERRUPTED if abandoned else self.run.state

    def progress(self) -> RunProgress:
        """How far the run is; its speed is the mean of all its time where nobody works on it."""
        running = self.state is RunState.RUNNING
        speed = self.nodes_per_second if running else 0.0
        if not speed and self.run.seconds > 0:
            speed = self.totals.nodes / self.run.seconds
        workers = self.workers if running else tuple(replace(w, running_tasks=()) for w in self.workers)
        return progress_of(
            self.totals,
            self.run.seconds,
            workers,
            estimate=self.estimate,
            nodes_per_second=speed,
            exhaustive=running and not self.run.first_only,
        )


@dataclass(frozen=True)
class DamagedRun:
    """A run of which nothing is said, as rows of it are damaged or missing."""

    id: str
    reason: str


def estimate_of(connection: sqlite3.Connection, path: Path, run: str) -> EstimateRow:
    """The stored estimate of a run's size; DamagedError when it is damaged or missing."""
    for row in select_intact(connection, path, EstimateRow, "WHERE run = ?", run):
        return row
    raise DamagedError(f"{path}: run {quoted(run)} is damaged: its estimate is missing")


def _run_rows(connection: sqlite3.Connection, path: Path) -> list[RunRow]:
    """All runs, the oldest first; DamagedError when one is damaged or missing."""
    _run_names(connection, path)
    return select_intact(connection, path, RunRow, _OLDEST_FIRST)


def _run_names(connection: sqlite3.Connection, path: Path) -> list[str]:
    """The names of all runs; DamagedError when the table, its index and the totals have different ones."""
    names, *others = (sorted(column, key=repr) for column in _run_name_columns(connection))
    if others != [names, names]:
        raise _run_missing(path)
    return [str(name) for name in names]


def _run_name_columns(connection: sqlite3.Connection) -> list[list[object]]:
    """The names of all runs as the table, its index and the totals have them."""
    sources = ("id FROM runs NOT INDEXED", "id FROM runs ORDER BY id", "run FROM totals NOT INDEXED")
    return [[name for (name,) in connection.execute(f"SELECT {source}")] for source in sources]


def _run_missing(path: Path) -> DamagedError:
    return DamagedError(f"{path}: the file is damaged: a run is missing in a table or in an index")


def listed_runs(path: Path) -> list[RunStatus | DamagedRun]:
    """All runs in a file, the oldest first; a damaged one does not hide the others."""
    holder = lock_holder(path)  # before the rows: a coordinator that has ended since has updated them
    with reading(path) as connection:
        columns = _run_name_columns(connection)
        listed: list[RunStatus | DamagedRun] = []
        for row, is_intact in rows.select(connection, RunRow, _OLDEST_FIRST):
            try:
                if not is_intact:
                    raise rows.wrong_checksum(path, row)
                if any(column.count(row.id) != 1 for column in columns):
                    raise _run_missing(path)
                listed.append(_status(connection, path, row, holder))
            except DamagedError as error:
                listed.append(DamagedRun(str(row.id), str(error)))
        names = {one.id for one in listed}
        lost = sorted({str(name) for column in columns for name in column} - names)
        return listed + [DamagedRun(name, str(_run_missing(path))) for name in lost]


def run_statuses(path: Path) -> list[RunStatus]:
    """The states of all runs in a file, the oldest first; DamagedError when one is damaged or missing."""
    currents = []
    for one in listed_runs(path):
        if isinstance(one, DamagedRun):
            raise DamagedError(one.reason)
        currents.append(one)
    return currents


def run_status(path: Path, run: str) -> RunStatus:
    """The state of a run; RunError when there is none of this name."""
    holder = lock_holder(path)
    with reading(path) as connection:
        return _status(connection, path, rows.select_run(connection, path, run), holder)


def newest_run(path: Path) -> str:
    """The name of the run that was created last; "" when there is none."""
    with reading(path) as connection:
        return next((row.id for row in reversed(_run_rows(connection, path))), "")


def find_run(path: Path, start: str) -> str:
    """The name of the only run that begins so; RunError when there are none or several."""
    with reading(path) as connection:
        names = _run_names(connection, path)
    if start in names:
        return start
    texts = [name for name in names if start and name.startswith(start)]
    if len(texts) == 1:
        return texts[0]
    if texts:
        raise RunError(f"{path}: {len(texts)} runs begin with {quoted(start)}: {', '.join(texts[:5])}")
    raise RunError(f"{path}: there is no run {quoted(start)}; `tilewright run list` lists all runs")


def solutions(path: Path, run: str) -> Iterator[Solution]:
    """A run's solutions, as by ``solutions_with_levels``."""
    return (solution for solution, _ in solutions_with_levels(path, run))


def solutions_with_levels(path: Path, run: str) -> Iterator[tuple[Solution, Levels]]:
    """A run's solutions, one after another, each verified by its cells, with its levels, () without a filter.

    They come in the order of their keys: the same for the same solutions, however the run was done. RunError
    at the first one that is damaged or wrong, at the end when some are missing, and when the run keeps none.
    """
    with reading(path) as connection:
        row = rows.select_run(connection, path, run)
        if not row.keep:
            raise RunError(f"{path}: run {quoted(run)} counts its solutions and keeps none")
        totals = checked_totals(connection, path, row)
        report = _Refusal(run=run, path=path)
        check_indexes(connection, run, report)
        for stored, solution in checked_solutions(connection, row, totals, report):
            yield solution, stored.levels


@dataclass
class _Refusal(RunReport):
    """Raises the first fault as DamagedError."""

    path: Path = Path()

    def add(self, sentence: str) -> None:
        raise DamagedError(f"{self.path}: run {quoted(self.run)} is damaged: {sentence}; {_VERIFY}")


def run_levels(path: Path, run: str) -> Counter[Levels] | None:
    """The number of a run's solutions by levels; None where these are not stored.

    A run stores them if it has a filter and does not end at its first solution. If it only counts, an older
    Tilewright must not have done any of its tasks.
    """
    counts = Counter[Levels]()
    with reading(path) as connection:
        row = rows.select_run(connection, path, run)
        if not row.has_levels:
            return None
        expected = checked_totals(connection, path, row)
        if not row.keep:
            for task in select_intact(connection, path, TaskRow, "WHERE run = ? AND solutions > 0", run):
                counts.update(level_counts_from_text(task.levels))
            return counts if counts.total() == expected.solutions else None
        report = _Refusal(run=run, path=path)
        check_indexes(connection, run, report)
        counts.update(one.levels for one in stored_solutions(connection, row, expected, report))
    return counts


def _status(connection: sqlite3.Connection, path: Path, row: RunRow, holder: LockHolder | None) -> RunStatus:
    # A coordinator works on one run at a time; when it takes the file, it marks all others as stopped.
    coordinator = holder if row.state is RunState.RUNNING else None
    totals = checked_totals(connection, path, row).totals
    workers = select_intact(connection, path, WorkerRow, "WHERE run = ? ORDER BY name", row.id)
    estimate = estimate_of(connection, path, row.id)
    return RunStatus(
        row,
        totals,
        tuple(worker.progress for worker in workers),
        coordinator,
        estimate.estimate,
        estimate.nodes_per_second,
    )
