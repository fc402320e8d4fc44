"""Whether a file of runs is whole: its pages, its rows, its sums, and each solution by its cells."""

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
from tilewright.runs.reading import options_of
from tilewright.runs.rows import (
    COMPLETE,
    SELECT,
    WAITING,
    FirstTaskRow,
    RunRow,
    TaskRow,
    key_of,
    rests_of,
    seal_of,
)

MOST_FAULTS = 20
"""So many faults are told in words, of each run and of the file; the others are only counted."""

SHARE_SLACK = 1e-6


class Faults:
    """What is wrong, as sentences; no more of them than people read."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.count = 0

    def add(self, sentence: str) -> None:
        """One more."""
        self.count += 1
        if len(self.told) < MOST_FAULTS:
            self.told.append(sentence)

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """What cannot be read is a fault, and no more of it is looked at."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            self.add(f"{what} cannot be read to the end: {error}")
        except RunError as error:
            self.add(str(error))


@dataclass(frozen=True)
class RunReport:
    """What was found of a run: how many tasks and solutions were looked at, and what is wrong."""

    run: str
    tasks: int
    solutions: int
    faults: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Report:
    """What was found of a file: faults of the file itself, at most MOST_FAULTS of ``count``, and its runs."""

    faults: tuple[str, ...]
    count: int
    runs: tuple[RunReport, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.count and not any(run.count for run in self.runs)


def verify_file(path: Path, check_cancelled: Callable[[], None] = lambda: None) -> Report:
    """Look at all of a file: pages, seals, keys, sums, and each solution by its cells. It is only read.

    ``check_cancelled`` is called many times a second, and may raise to end it. RunError when there is no
    such file, or it is no file of runs.
    """
    try:
        return _file_report(path, check_cancelled)
    except RunError as error:
        cause = error.__cause__
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return Report((f"the list of its tables cannot be read: {cause}",), 1, ())


def _file_report(path: Path, check_cancelled: Callable[[], None]) -> Report:
    faults = Faults()
    runs: list[RunReport] = []
    with named_errors(path), reading(path) as connection, cancellable(connection, check_cancelled):
        with faults.reading("the file"):
            for (line,) in connection.execute("PRAGMA integrity_check"):
                if line != "ok":
                    faults.add(str(line))
        with faults.reading("what belongs together"):
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                faults.add(f"row {row} of {table} belongs to a row of {parent} that is not there")
        rows: list[RunRow] = []
        with faults.reading("the table of runs"):
            for values in connection.execute(f"{SELECT[RunRow]} NOT INDEXED"):
                row = RunRow(*values[:-1])
                rows.append(row)
                if seal_of(row) != values[-1]:
                    faults.add(f"the row of run {row.id!r} is damaged")
        for row in rows:
            runs.append(_run_report(connection, row, check_cancelled, Faults()))
    return Report(tuple(faults.told), faults.count, tuple(runs))


def verify_run(path: Path, run: str, check_cancelled: Callable[[], None] = lambda: None) -> RunReport:
    """Look at all of one run in a file, as ``verify_file`` does, and at nothing besides."""
    with named_errors(path), reading(path) as connection, cancellable(connection, check_cancelled):
        faults = Faults()
        row = None
        with faults.reading("its own row"):
            values = connection.execute(f"{SELECT[RunRow]} WHERE id = ?", (run,)).fetchone()
            if values is None:
                raise RunError(f"there is no row of run {run!r}")
            row = RunRow(*values[:-1])
            if seal_of(row) != values[-1]:
                faults.add(f"the row of run {run!r} is damaged")
        if row is None:
            return RunReport(run, 0, 0, tuple(faults.told), faults.count)
        return _run_report(connection, row, check_cancelled, faults)


def tree_faults(connection: sqlite3.Connection, run: RunRow, faults: Faults) -> int:
    """Look at a run's tasks: seals, that none is missing, sums. How many there are."""
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
        f"SELECT {', '.join(TaskRow._fields)}, seal, (SELECT count(*) FROM solutions WHERE task = tasks.id) "
        "FROM tasks WHERE run = ?",
        (run.id,),
    ):
        row = TaskRow(*values[:-1])
        tasks += 1
        first += row.parent is None
        if seal_of(row) != values[-1]:
            faults.add(f"the row of task {row.id} is damaged")
            continue
        rests = rests_of(row)
        count, share = children.get(row.id, (0, 0.0))
        if count != len(rests):
            faults.add(f"task {row.id} was split into {len(rests)}, of which {count} are there")
        elif row.status != WAITING and row.done_share and _apart(row.done_share + share, row.share):
            faults.add(f"task {row.id} has a share of {row.share:.6g}, its parts add up to another")
        if found != (row.solutions if run.keep and row.status != WAITING else 0):
            faults.add(f"task {row.id} found {row.solutions:,} solutions, of which {found:,} are there")
        if run.status == COMPLETE and row.status == WAITING and not run.one:
            faults.add(f"the run is said to be complete, but task {row.id} is waiting")
    if first != run.first_tasks:
        faults.add(f"the run began with {run.first_tasks:,} tasks, of which {first:,} are there")
    copies = 0
    for values in connection.execute(f"{SELECT[FirstTaskRow]} WHERE run = ?", (run.id,)):
        copies += 1
        if seal_of(FirstTaskRow(*values[:-1])) != values[-1]:
            faults.add(f"the second copy of task {values[0]} is damaged")
    if copies != run.first_tasks:
        faults.add(f"of {run.first_tasks:,} second copies of first tasks {copies:,} are there")
    return tasks


def _run_report(
    connection: sqlite3.Connection, run: RunRow, check_cancelled: Callable[[], None], faults: Faults
) -> RunReport:
    tasks = solutions = 0
    with faults.reading("its tasks"):
        tasks = tree_faults(connection, run, faults)
    with faults.reading("its solutions"):
        solutions = _solution_faults(connection, run, faults, check_cancelled)
    return RunReport(run.id, tasks, solutions, tuple(faults.told), faults.count)


def _solution_faults(
    connection: sqlite3.Connection, run: RunRow, faults: Faults, check_cancelled: Callable[[], None]
) -> int:
    """Look at a run's options and solutions, one by one. How many solutions there are."""
    checker = None
    placements = options_of(connection, run.id)
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
        if key_of(text) != key:
            faults.add(f"solution {number} of task {task} is damaged")
            continue
        if checker is None:
            continue
        options = list(map(int, text.split()))
        if any(not 0 <= option < len(placements) for option in options):
            faults.add(f"solution {number} of task {task} names an option that is not there")
        elif not checker.accepts(Solution(tuple(placements[o] for o in options))):
            faults.add(f"solution {number} of task {task} does not solve the puzzle")
    return seen


def _apart(one: float, other: float) -> bool:
    return abs(one - other) > SHARE_SLACK
