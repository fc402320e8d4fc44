"""The stored solutions of a run: one query and one set of checks for all that reads them.

A fault is added to the report of the caller, which goes on (verification) or raises it (export).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from tilewright.errors import PuzzleError, TilewrightError
from tilewright.formats import toml
from tilewright.model.levels import Levels
from tilewright.model.puzzle import Placement, Solution
from tilewright.model.verification import Checker, faults
from tilewright.runs.rows import (
    OptionRow,
    RunRow,
    TotalsRow,
    is_solution_intact,
    levels_from_text,
    select,
)
from tilewright.runs.totals import FaultReport, RunReport
from tilewright.wording import quoted

CANCEL_CHECK_ROWS = 1024

INDEXES = (
    ("runs", "sqlite_autoindex_runs_1", "id = ?"),
    ("tasks", "tasks_of_run", "run = ?"),
    ("tasks", "tasks_waiting", "run = ? AND status = 'waiting'"),
    ("tasks", "tasks_of_parent", "run = ? AND parent > 0"),
    ("first_tasks", "first_tasks_of_run", "run = ?"),
    ("solutions", "solutions_by_key", "run = ?"),
    ("solutions", "solutions_of_task", "run = ? AND task > 0"),
    ("options", "options_by_number", "run = ?"),
    ("workers", "sqlite_autoindex_workers_1", "run = ?"),
    ("estimates", "sqlite_autoindex_estimates_1", "run = ?"),
    ("totals", "sqlite_autoindex_totals_1", "run = ?"),
)
"""Each index of the file: its table, its name, and a condition by which it finds rows of a run."""


class StoredSolution(NamedTuple):
    """An intact row: its number, its task, the numbers of its options, its levels."""

    number: int
    task: int
    options: tuple[int, ...]
    levels: Levels


def check_indexes(connection: sqlite3.Connection, run: str, report: FaultReport) -> None:
    """Count the rows of a run in each table by a scan of it and by each index; the counts must agree."""
    for table, index, condition in INDEXES:
        numbers = [
            int(connection.execute(f"SELECT count(*) FROM {source} WHERE {condition}", (run,)).fetchone()[0])
            for source in (f"{table} NOT INDEXED", f"{table} INDEXED BY {index}")
        ]
        if numbers[0] != numbers[1]:
            report.add(f"{table} has {numbers[0]:,} of its rows, and the index {index} {numbers[1]:,}")


def placements_of(connection: sqlite3.Connection, run: RunRow, report: FaultReport) -> list[Placement]:
    """The placements of a run by option number, up to the first that is damaged or missing."""
    placements: list[Placement] = []
    for row, is_intact in select(connection, OptionRow, "WHERE run = ? ORDER BY number", run.id):
        if not is_intact or row.number != len(placements):
            report.add(f"the row of option {len(placements)} of run {quoted(run.id)} is damaged or missing")
            return placements
        placements.append(row.placement)
    if len(placements) != run.options:
        report.add(f"of {run.options:,} options {len(placements):,} are there")
    return placements


def stored_solutions(
    connection: sqlite3.Connection, run: RunRow, totals: TotalsRow | None, report: RunReport
) -> Iterator[StoredSolution]:
    """The intact rows of a run's solutions, in the order of their keys.

    ``report`` counts all rows. At the end, where it has no fault yet, their number and the sum of their keys
    are compared with ``totals``, None where these are damaged.
    """
    row = TotalsRow(run.id)
    previous = b""
    for number, task, text, key, levels in connection.execute(
        "SELECT id, task, options, key, levels FROM solutions WHERE run = ? ORDER BY key", (run.id,)
    ):
        report.solutions += 1
        if not is_solution_intact(text, key, levels):
            report.add(f"solution {number} of task {task} is damaged")
            continue
        if key <= previous:  # exchanged pages of the index: another order, and another first solution
            report.add(f"solution {number} of task {task} is out of order in the index of keys")
        previous = key
        row = row.with_solutions([key])
        try:
            options, values = tuple(map(int, text.split())), levels_from_text(levels)
        except ValueError:
            report.add(f"solution {number} of task {task} has options or levels that are no numbers")
            continue
        yield StoredSolution(number, task, options, values)
    if report.count or totals is None or not run.keep:
        return
    if report.solutions != totals.solutions:
        report.add(f"{report.solutions:,} of {totals.solutions:,} solutions are stored")
    elif row.solution_digest != totals.solution_digest:
        report.add("it has other solutions than those it found")


def checked_solutions(
    connection: sqlite3.Connection,
    run: RunRow,
    totals: TotalsRow | None,
    report: RunReport,
    check_cancelled: Callable[[], None] = lambda: None,
) -> Iterator[tuple[StoredSolution, Solution]]:
    """The solutions of a run that are intact and solve its puzzle; all faults go to the report.

    ``check_cancelled`` is called often, and may raise to end the check.
    """
    placements = placements_of(connection, run, report)
    reader = None
    try:
        reader = StoredSolutionReader(run, placements)
    except TilewrightError as error:
        report.add(f"its puzzle cannot be read: {error}")
    for stored in stored_solutions(connection, run, totals, report):
        if report.solutions % CANCEL_CHECK_ROWS == 0:
            check_cancelled()
        if reader is None:
            continue
        try:
            solution = reader.read(stored.options)
        except PuzzleError as error:
            report.add(f"solution {stored.number} of task {stored.task} {error}")
        else:
            yield stored, solution


class StoredSolutionReader:
    """Makes solutions of a run's puzzle from numbers of options, and checks them by their cells.

    TilewrightError when the puzzle cannot be read.
    """

    def __init__(self, run: RunRow, placements: Sequence[Placement]) -> None:
        self._placements = placements
        self._puzzle = toml.loads(run.puzzle)
        self._checker = Checker(self._puzzle)
        order = sorted(range(len(placements)), key=lambda o: placements[o].sort_key)
        self._ranks = dict(zip(order, range(len(order)), strict=True))

    def read(self, options: Collection[int]) -> Solution:
        """The solution of these options; PuzzleError, as a clause without a subject, when it is none."""
        if not self._ranks.keys() >= set(options):
            raise PuzzleError("has an unknown option")
        ordered = sorted(options, key=self._ranks.__getitem__)
        solution = Solution(tuple([self._placements[o] for o in ordered])).with_puzzle(self._puzzle)
        if not self._checker.accepts(solution):
            wrong = "; ".join(faults(self._puzzle, solution)[:3]) or "the verifier rejects it"
            raise PuzzleError(f"does not solve the puzzle: {wrong}")
        return solution
