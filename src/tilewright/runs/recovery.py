"""Recovers what is intact of a damaged run database into a new one, where runs can be resumed or exported.

Rows are read from the pages one by one (``pages.py``), and only those with a right checksum or key are used;
solutions must also solve the puzzle by their cells.
Each row of ``tasks`` has a second copy of what it was as it began to wait: first tasks in ``first_tasks``,
all others in the ``remainders`` of their parent. So a row that is lost, or whose solutions are not all there,
waits again from its beginning, and its earlier results are dropped. Nothing is lost or counted twice: the
tasks that are kept are disjoint and together all, and a resumed run reaches exactly the counts that it would
have had.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

from tilewright.errors import PuzzleError, RunError, TilewrightError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import toml
from tilewright.missing_file import missing_file
from tilewright.model.puzzle import Placement
from tilewright.runs import rows
from tilewright.runs.database import cancellable, check_location, connect_writing, named_errors
from tilewright.runs.lock import acquire_lock
from tilewright.runs.pages import PageRow, Pages, Value
from tilewright.runs.rows import (
    KEY_BYTES,
    SPLIT,
    WAITING,
    EstimateRow,
    FirstTaskRow,
    OptionRow,
    ProtectedRow,
    RunRow,
    RunState,
    TaskRow,
    TotalsRow,
    levels_from_text,
)
from tilewright.runs.stored_solutions import StoredSolutionReader
from tilewright.runs.totals import complete_totals
from tilewright.sqlite import transaction

RECOVERED_REASON = "recovered from a damaged file"
BATCH = 10_000  # solutions that are held before they are written
ROWS_PER_CHECK = 512  # rows between two checks of cancellation

_KINDS: tuple[type[RunRow] | type[TaskRow] | type[FirstTaskRow] | type[OptionRow], ...] = (
    RunRow,
    TaskRow,
    FirstTaskRow,
    OptionRow,
)
"""What is read; totals are computed again, workers and estimates are not kept."""
_SOLUTION_COLUMNS = (5, 6)  # before levels were added, and since
_REALS = ("share", "done_share", "seconds", "first_seconds", "cpu_seconds")
_REAL_COLUMNS = {
    kind: [place for place, name in enumerate(kind._fields) if name in _REALS] for kind in _KINDS
}


@dataclass(frozen=True)
class RecoveredRun:
    """The outcome for a run. ``lost`` is "" or says why nothing of it could be recovered.

    Of ``tasks`` tasks ``requeued`` must be searched again; ``solutions`` were kept, and ``dropped`` ones will
    be found again with their tasks. ``wrong`` ones did not solve the puzzle, and are left out.
    """

    run: str
    tasks: int
    requeued: int
    solutions: int
    dropped: int
    lost: str = ""
    wrong: int = 0


@dataclass
class _IntactRows:
    """The rows of a file whose checksums are right."""

    runs: dict[str, RunRow] = field(default_factory=dict)
    tasks: dict[str, dict[int, TaskRow]] = field(default_factory=lambda: defaultdict(dict))
    firsts: dict[str, dict[int, FirstTaskRow]] = field(default_factory=lambda: defaultdict(dict))
    options: dict[str, dict[int, OptionRow]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, row: ProtectedRow) -> None:
        """Add a row; of several versions of a row the latest is kept."""
        if isinstance(row, RunRow):
            known = self.runs.get(row.id)
            if known is None or known.seconds <= row.seconds:
                self.runs[row.id] = row
        elif isinstance(row, TaskRow):
            before = self.tasks[row.run].get(row.id)
            if before is None or before.status == WAITING:
                self.tasks[row.run][row.id] = row
        elif isinstance(row, FirstTaskRow):
            self.firsts[row.run][row.id] = row
        elif isinstance(row, OptionRow):
            self.options[row.run][row.number] = row

    @property
    def next_task(self) -> int:
        """A number above those of all tasks."""
        tasks = (number for table in self.tasks.values() for number in table)
        firsts = (number for table in self.firsts.values() for number in table)
        return 1 + max((*tasks, *firsts), default=0)


def recover_file(
    path: Path, target: Path, check_cancelled: Callable[[], None] = lambda: None
) -> list[RecoveredRun]:
    """Write what is intact of a file into a new one; the outcome for each run.

    The old file is only read. This process must have no other connection to it. ``check_cancelled`` is
    called often, and may raise to end the recovery. RunError when the target exists, when a coordinator works
    on the file, and when no run at all can be recovered; then there is no new file.
    """
    part = target.with_name(target.name + ".part")
    with named_errors(target):
        check_location(target)
        for file in (target, part):
            if file.exists():
                raise RunError(f"{file}: this file exists already; it is not overwritten")
    with named_errors(path):
        if not path.is_file():
            raise RunError(f"{path}: there is {missing_file(path)}")
        lock = acquire_lock(path)
    try:
        with named_errors(target):
            with (
                closing(connect_writing(part, create=True)) as connection,
                cancellable(connection, check_cancelled),
            ):
                recovered = _recover(path, connection, check_cancelled)
            part.rename(target)
            return recovered
    finally:
        lock.release()
        for end in ("", "-wal", "-shm"):
            part.with_name(part.name + end).unlink(missing_ok=True)


def _recover(
    path: Path, connection: sqlite3.Connection, check_cancelled: Callable[[], None]
) -> list[RecoveredRun]:
    intact = _IntactRows()
    # The tasks of solutions are known only when everything has been read; references are checked at the end.
    connection.execute("PRAGMA foreign_keys = OFF")
    with transaction(connection):
        solutions: list[tuple[Any, ...]] = []
        with Pages(path) as pages:
            for number, page_row in enumerate(pages.rows()):
                if number % ROWS_PER_CHECK == 0:
                    check_cancelled()
                if (solution := _solution(page_row)) is not None:
                    solutions.append(solution)
                elif (row := _protected_row(page_row)) is not None:
                    intact.add(row)
                if len(solutions) >= BATCH:
                    _write_solutions(connection, solutions)
        _write_solutions(connection, solutions)
        names = sorted({*intact.runs, *intact.tasks, *intact.firsts, *intact.options})
        recovered = []
        next_task = intact.next_task
        for name in names:
            check_cancelled()
            one = _recover_run(connection, name, intact, next_task, check_cancelled)
            next_task += one.requeued
            recovered.append(one)
        connection.execute("DELETE FROM solutions WHERE run NOT IN (SELECT id FROM runs)")
        if wrong := connection.execute("PRAGMA foreign_key_check").fetchone():
            raise AssertionError(f"a recovered row refers to a missing one: {wrong}")
        if all(one.lost for one in recovered):
            why = "; ".join(f"run {one.run}: {one.lost}" for one in recovered) or "no row of a run is intact"
            raise RunError(f"{path}: nothing can be recovered: {why}")
    return recovered


def _solution(page_row: PageRow) -> tuple[Any, ...] | None:
    """A row of ``solutions`` with a right key."""
    if len(page_row.values) not in _SOLUTION_COLUMNS:
        return None
    number, run, task, text, key, *more = page_row.values
    levels = more[0] if more else ""
    if number is not None or not isinstance(run, str) or not isinstance(task, int):
        return None
    if not isinstance(text, str) or not isinstance(key, bytes) or len(key) != KEY_BYTES:
        return None
    if not isinstance(levels, str) or rows.solution_key(text, levels) != key:
        return None
    return page_row.rowid, run, task, text, key, levels


def _protected_row(page_row: PageRow) -> ProtectedRow | None:
    """A row of one of the other tables with a right checksum."""
    for kind in _KINDS:
        split = _split_columns(kind, page_row.values)
        if split is None:
            continue
        values, checksum = split
        if kind is not RunRow:
            if values[0] is not None:
                continue
            values[0] = page_row.rowid
        for place in _REAL_COLUMNS[kind]:
            if place >= len(values):
                break  # a row of an older version
            # SQLite stores a whole number as an integer, also where the column is real.
            if isinstance(whole := values[place], int):
                values[place] = float(whole)
        row = kind(*values)  # type: ignore[arg-type]  # the checksum says that they have the right types
        if rows.checksum_of(row) == checksum:
            return row
    return None


def _split_columns(kind: type[ProtectedRow], stored: tuple[Value, ...]) -> tuple[list[Value], Value] | None:
    """The values of a stored row, and its checksum, which stands before columns that were added later.

    None when a row of this kind has another number of columns. Older rows do not have those that were added.
    """
    added = rows.ADDED_COLUMNS.get(kind, ())
    at = len(kind._fields) - sum(added)
    if len(stored) - at - 1 not in accumulate(added, initial=0):
        return None
    return [*stored[:at], *stored[at + 1 :]], stored[at]


def _write_solutions(connection: sqlite3.Connection, solutions: list[tuple[Any, ...]]) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO solutions (id, run, task, options, key, levels) VALUES (?, ?, ?, ?, ?, ?)",
        solutions,
    )
    solutions.clear()


def _recover_run(
    connection: sqlite3.Connection,
    name: str,
    intact: _IntactRows,
    next_task: int,
    check_cancelled: Callable[[], None],
) -> RecoveredRun:
    count = _solution_count(connection, name)

    def lost(why: str) -> RecoveredRun:
        return RecoveredRun(name, len(intact.tasks[name]), 0, 0, count, why)

    run = intact.runs.get(name)
    if run is None:
        return lost("its own row with the puzzle is lost")
    placements = _placements(run, intact.options[name])
    if placements is None:
        return lost("the list of its placements is lost, and this Tilewright makes another one of its puzzle")
    try:
        reader = StoredSolutionReader(run, placements)
    except TilewrightError as error:
        return lost(f"its puzzle cannot be read: {error}")
    wrong = _remove_wrong_solutions(connection, name, reader, check_cancelled)
    query = "SELECT task, count(*) FROM solutions WHERE run = ? GROUP BY task"
    counts = dict(connection.execute(query, (name,)))
    roots = {first.id: first.row for first in intact.firsts[name].values()}
    for task in intact.tasks[name].values():
        if task.parent is None:
            roots.setdefault(task.id, task.unsearched)
    if len(roots) != run.first_tasks:
        return lost(f"{run.first_tasks - len(roots):,} of its first tasks are lost; start it again")
    tasks, requeued = _recover_tree(run, roots, intact.tasks[name], counts, next_task)
    finished = all(task.status != WAITING for task in tasks) or (
        run.first_only and any(task.solutions for task in tasks)
    )
    if not finished or run.state is not RunState.COMPLETE:
        run = run._replace(status=RunState.STOPPED.value, reason=RECOVERED_REASON, stop_requested=0)
    rows.insert(connection, RunRow, [run])
    rows.insert_options(connection, name, placements)
    rows.insert(connection, TaskRow, tasks)
    rows.insert(connection, FirstTaskRow, (task.first_copy for task in tasks if task.parent is None))
    connection.execute(
        "DELETE FROM solutions WHERE run = ? AND task NOT IN "
        "(SELECT id FROM tasks WHERE run = ? AND status <> 'waiting')",
        (name, name),
    )
    rows.insert(connection, TotalsRow, [complete_totals(connection, name)])
    rows.insert(connection, EstimateRow, [EstimateRow(name)])
    kept = _solution_count(connection, name)
    return RecoveredRun(name, len(tasks), requeued, kept, count - wrong - kept, wrong=wrong)


def _remove_wrong_solutions(
    connection: sqlite3.Connection,
    name: str,
    reader: StoredSolutionReader,
    check_cancelled: Callable[[], None],
) -> int:
    """Remove solutions that do not solve the puzzle; how many. A key is no proof: whoever writes makes it."""
    wrong = []
    query = "SELECT id, options, levels FROM solutions WHERE run = ?"
    for number, (row, text, levels) in enumerate(connection.execute(query, (name,))):
        if number % ROWS_PER_CHECK == 0:
            check_cancelled()
        try:
            levels_from_text(levels)
            reader.read(tuple(map(int, text.split())))
        except (ValueError, PuzzleError):
            wrong.append((row,))
    connection.executemany("DELETE FROM solutions WHERE id = ?", wrong)
    return len(wrong)


def _recover_tree(
    run: RunRow,
    roots: dict[int, TaskRow],
    tasks: dict[int, TaskRow],
    solutions: dict[int, int],
    next_id: int,
) -> tuple[list[TaskRow], int]:
    """The tree of tasks from a run's intact rows, parents first, and how many of them are requeued.

    Those were done or split, or their rows were lost, and wait now from their beginning. ``solutions`` is the
    number that is there for each task; new rows get numbers from ``next_id``.
    """
    children: dict[int, list[TaskRow]] = defaultdict(list)
    for task in tasks.values():
        if task.parent is not None:
            children[task.parent].append(task)
    kept: list[TaskRow] = []
    requeued = 0
    stack: list[TaskRow] = [roots[number] for number in sorted(roots, reverse=True)]
    while stack:
        expected = stack.pop()
        row = tasks.get(expected.id)
        if row is None or row.unsearched != expected or not _has_solutions(run, row, solutions):
            requeued += 1
            kept.append(expected)
            continue
        kept.append(row)
        if row.status == SPLIT:
            known: dict[tuple[tuple[int, ...], float], list[TaskRow]] = defaultdict(list)
            for child in sorted(children[row.id], reverse=True):
                known[child.task.prefix, child.share].append(child)
            for remainder in rows.remainders_of(row):
                share = float(remainder.share)
                same = known[remainder.prefix, share]
                # The texts of equal decisions differ by the version of Tilewright, and perhaps of zlib.
                if same:
                    stack.append(same.pop().unsearched)
                else:
                    prefix = remainder.prefix
                    stack.append(rows.waiting_task(next_id, run.id, row.id, prefix, row.required, share))
                    next_id += 1
    return kept, requeued


def _has_solutions(run: RunRow, task: TaskRow, solutions: dict[int, int]) -> bool:
    return task.status == WAITING or not run.keep or solutions.get(task.id, 0) == task.solutions


def _placements(run: RunRow, option_rows: dict[int, OptionRow]) -> list[Placement] | None:
    """The placements of a run's options: as stored, or made again if that agrees with what is stored."""
    if len(option_rows) == run.options and all(number in option_rows for number in range(run.options)):
        return [option_rows[number].placement for number in range(run.options)]
    try:
        placements = list(to_cover(toml.loads(run.puzzle)).placements)
    except TilewrightError:
        return None
    if len(placements) != run.options:
        return None
    agree = all(row.placement == placements[number] for number, row in option_rows.items())
    return placements if agree else None


def _solution_count(connection: sqlite3.Connection, run: str) -> int:
    return int(connection.execute("SELECT count(*) FROM solutions WHERE run = ?", (run,)).fetchone()[0])
