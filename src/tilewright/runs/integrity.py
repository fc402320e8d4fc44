"""Checks the integrity of a run database: its pages, its rows, its sums, and each solution by its cells."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tilewright.errors import RunError, TilewrightError
from tilewright.formats import toml
from tilewright.model.puzzle import Solution
from tilewright.model.verification import Checker
from tilewright.runs.database import cancellable, named_errors, reading
from tilewright.runs.reading import placements_of
from tilewright.runs.rows import (
    SELECT,
    WAITING,
    FirstTaskRow,
    RunRow,
    RunState,
    TaskRow,
    checksum_of,
    remainders_of,
    solution_key,
)

MAX_SENTENCES = 20
"""Faults described, of each run and of the file; the others are only counted."""

SHARE_TOLERANCE = 1e-6


class FaultList:
    """Faults as sentences, the first of them, and how many there are."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.count = 0

    def add(self, sentence: str) -> None:
        """Add a fault."""
        self.count += 1
        if len(self.sentences) < MAX_SENTENCES:
            self.sentences.append(sentence)

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Record as a fault what cannot be read; the check of that part ends there."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            self.add(f"{what} cannot be read to the end: {error}")
        except RunError as error:
            self.add(str(error))


@dataclass(frozen=True)
class RunReport:
    """The check of one run: how many tasks and solutions were checked, and the first of ``count`` faults."""

    run: str
    tasks: int
    solutions: int
    faults: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class FileReport:
    """The check of a file: the first of ``count`` faults of the file itself, and its runs."""

    faults: tuple[str, ...]
    count: int
    runs: tuple[RunReport, ...]

    @property
    def is_sound(self) -> bool:
        """Whether there is no fault."""
        return not self.count and not any(run.count for run in self.runs)


def verify_file(path: Path, check_cancelled: Callable[[], None] = lambda: None) -> FileReport:
    """Check all of a file, reading only: pages, checksums, keys, sums, and each solution by its cells.

    ``check_cancelled`` is called many times a second, and may raise to end the check. RunError when there is
    no such file, or it is not a run database.
    """
    try:
        return _file_report(path, check_cancelled)
    except RunError as error:
        cause = error.__cause__
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return FileReport((f"the list of its tables cannot be read: {cause}",), 1, ())


def _file_report(path: Path, check_cancelled: Callable[[], None]) -> FileReport:
    faults = FaultList()
    runs: list[RunReport] = []
    with named_errors(path), reading(path) as connection, cancellable(connection, check_cancelled):
        with faults.reading("the file"):
            for (line,) in connection.execute("PRAGMA integrity_check"):
                if line != "ok":
                    faults.add(str(line))
        with faults.reading("a reference between tables"):
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                faults.add(f"row {row} of {table} refers to a missing row of {parent}")
        rows: list[RunRow] = []
        with faults.reading("the table of runs"):
            for values in connection.execute(f"{SELECT[RunRow]} NOT INDEXED"):
                rows.append(_checked_run(values, faults))
        for row in rows:
            runs.append(_run_report(connection, row, check_cancelled, FaultList()))
    return FileReport(tuple(faults.sentences), faults.count, tuple(runs))


def verify_run(path: Path, run: str, check_cancelled: Callable[[], None] = lambda: None) -> RunReport:
    """Check all of one run in a file, as ``verify_file`` does, and nothing else."""
    with named_errors(path), reading(path) as connection, cancellable(connection, check_cancelled):
        faults = FaultList()
        row = None
        with faults.reading("its own row"):
            values = connection.execute(f"{SELECT[RunRow]} WHERE id = ?", (run,)).fetchone()
            if values is None:
                raise RunError(f"there is no row of run {run!r}")
            row = _checked_run(values, faults)
        if row is None:
            return RunReport(run, 0, 0, tuple(faults.sentences), faults.count)
        return _run_report(connection, row, check_cancelled, faults)


def _checked_run(values: tuple[object, ...], faults: FaultList) -> RunRow:
    row = RunRow(*values[:-1])  # type: ignore[arg-type]  # the checksum says that they have the right types
    if checksum_of(row) != values[-1]:
        faults.add(f"the row of run {row.id!r} is damaged")
    return row


def check_tree(connection: sqlite3.Connection, run: RunRow, faults: FaultList) -> int:
    """Check a run's tasks: checksums, that none is missing, sums. Returns how many there are."""
    children = {
        parent: (count, share)
        for parent, count, share in connection.execute(
            "SELECT parent, count(*), sum(share) FROM tasks WHERE run = ? AND parent IS NOT NULL "
            "GROUP BY parent",
            (run.id,),
        )
    }
    tasks = first = 0
    for *values, found in connection.execute(
        f"SELECT {', '.join(TaskRow._fields)}, checksum, "
        "(SELECT count(*) FROM solutions WHERE task = tasks.id) FROM tasks WHERE run = ?",
        (run.id,),
    ):
        row = TaskRow(*values[:-1])
        tasks += 1
        first += row.parent is None
        if checksum_of(row) != values[-1]:
            faults.add(f"the row of task {row.id} is damaged")
            continue
        remainders = remainders_of(row)
        count, share = children.get(row.id, (0, 0.0))
        if count != len(remainders):
            faults.add(f"task {row.id} was split into {len(remainders)}, of which {count} are there")
        elif row.done_share and abs(row.done_share + share - row.share) > SHARE_TOLERANCE:
            faults.add(f"task {row.id} has a share of {row.share:.6g}, its parts add up to another")
        if found != (row.solutions if run.keep and row.status != WAITING else 0):
            faults.add(f"task {row.id} found {row.solutions:,} solutions, of which {found:,} are there")
        if run.state is RunState.COMPLETE and row.status == WAITING and not run.first_only:
            faults.add(f"the run is marked as complete, but task {row.id} is waiting")
    if first != run.first_tasks:
        faults.add(f"the run began with {run.first_tasks:,} tasks, of which {first:,} are there")
    copies = 0
    for values in connection.execute(f"{SELECT[FirstTaskRow]} WHERE run = ?", (run.id,)):
        copies += 1
        if checksum_of(FirstTaskRow(*values[:-1])) != values[-1]:
            faults.add(f"the second copy of task {values[0]} is damaged")
    if copies != run.first_tasks:
        faults.add(f"of {run.first_tasks:,} second copies of first tasks {copies:,} are there")
    return tasks


def _run_report(
    connection: sqlite3.Connection, run: RunRow, check_cancelled: Callable[[], None], faults: FaultList
) -> RunReport:
    tasks = solutions = 0
    with faults.reading("its tasks"):
        tasks = check_tree(connection, run, faults)
    with faults.reading("its solutions"):
        solutions = _check_solutions(connection, run, faults, check_cancelled)
    return RunReport(run.id, tasks, solutions, tuple(faults.sentences), faults.count)


def _check_solutions(
    connection: sqlite3.Connection, run: RunRow, faults: FaultList, check_cancelled: Callable[[], None]
) -> int:
    """Check a run's options and solutions, one by one. Returns how many solutions there are."""
    checker = None
    placements = placements_of(connection, run.id)
    if len(placements) != run.options:
        faults.add(f"of {run.options:,} options {len(placements):,} are there")
    try:
        checker = Checker(toml.loads(run.puzzle))
    except TilewrightError as error:
        faults.add(f"its puzzle cannot be read: {error}")
    seen = 0
    for number, task, text, key in connection.execute(
        "SELECT id, task, options, key FROM solutions NOT INDEXED WHERE run = ?", (run.id,)
    ):
        seen += 1
        if seen % 1024 == 0:
            check_cancelled()
        if solution_key(text) != key:
            faults.add(f"solution {number} of task {task} is damaged")
            continue
        if checker is None:
            continue
        options = list(map(int, text.split()))
        if any(not 0 <= option < len(placements) for option in options):
            faults.add(f"solution {number} of task {task} has an unknown option")
        elif not checker.accepts(Solution(tuple(placements[o] for o in options))):
            faults.add(f"solution {number} of task {task} does not solve the puzzle")
    return seen
