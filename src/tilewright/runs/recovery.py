"""The good part of a damaged file of runs, as a new file in which each run can be finished or exported.

Rows are read out of the pages one by one (``pages.py``), and only those are believed whose seal or key is
right. A run's tasks are then judged (``tree.py``): what is not whole waits again. So a run that is resumed in
the new file reaches exactly the counts that it would have had.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilewright.errors import RunError, TilewrightError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import toml
from tilewright.model.puzzle import Placement
from tilewright.runs.database import cancellable, check_location, connect_writing, named_errors
from tilewright.runs.lock import take
from tilewright.runs.pages import Pages, Record
from tilewright.runs.reading import placement_of
from tilewright.runs.rows import (
    COMPLETE,
    INSERT,
    KEY_BYTES,
    STOPPED,
    TABLES,
    WAITING,
    FirstTaskRow,
    OptionRow,
    RunRow,
    Sealed,
    TaskRow,
    key_of,
    option_row,
    seal_of,
    sealed,
)
from tilewright.runs.tree import judge
from tilewright.sqlite import transaction

SAVED = "saved out of a damaged file"
BATCH = 10_000  # solutions that are held before they are written
LOOKED = 512  # rows between two looks at whether to end

_COLUMNS = {kind: len(kind._fields) + 1 for kind in TABLES}
_SOLUTION_COLUMNS = 5
_REAL = {
    kind: [place for place, name in enumerate(kind._fields) if name in ("share", "done_share", "seconds")]
    for kind in TABLES
}


@dataclass(frozen=True)
class SavedRun:
    """What became of a run. ``lost`` is "" or says why it could not be saved; then nothing of it was.

    Of ``tasks`` tasks ``again`` must be searched again; ``solutions`` were kept, and ``left_out`` will be
    found again with their tasks.
    """

    run: str
    tasks: int
    again: int
    solutions: int
    left_out: int
    lost: str = ""


@dataclass
class _Found:
    """The rows of a file that are sound by themselves."""

    runs: dict[str, RunRow] = field(default_factory=dict)
    tasks: dict[str, dict[int, TaskRow]] = field(default_factory=lambda: defaultdict(dict))
    firsts: dict[str, dict[int, FirstTaskRow]] = field(default_factory=lambda: defaultdict(dict))
    options: dict[str, dict[int, OptionRow]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, row: Sealed) -> None:
        """One more; of several versions of a row the one that is furthest."""
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
        else:
            self.options[row.run][row.number] = row

    @property
    def next_task(self) -> int:
        """A number above those of all tasks."""
        tasks = (number for table in self.tasks.values() for number in table)
        firsts = (number for table in self.firsts.values() for number in table)
        return 1 + max((*tasks, *firsts), default=0)


def good_part(path: Path, target: Path, check_cancelled: Callable[[], None] = lambda: None) -> list[SavedRun]:
    """Save what is whole of a file into a new one, and tell what became of each run.

    The old file is only read. This process must have no other connection to it. ``check_cancelled`` is
    called now and then, and may raise to end it. RunError when the target is there already, when a
    coordinator works on the file, and when no run at all can be saved; then there is no new file.
    """
    part = target.with_name(target.name + ".part")
    with named_errors(target):
        check_location(target)
        for there in (target, part):
            if there.exists():
                raise RunError(f"{there}: there is such a file already; it is not written over")
    with named_errors(path):
        if not path.is_file():
            raise RunError(f"{path}: there is no such file of runs")
        lock = take(path)
    try:
        with named_errors(target):
            connection = connect_writing(part)
            try:
                with cancellable(connection, check_cancelled):
                    saved = _save(path, connection, check_cancelled)
            finally:
                connection.close()
            part.rename(target)
            return saved
    finally:
        lock.release()
        for end in ("", "-wal", "-shm"):
            part.with_name(part.name + end).unlink(missing_ok=True)


def _save(path: Path, connection: sqlite3.Connection, check_cancelled: Callable[[], None]) -> list[SavedRun]:
    found = _Found()
    # What solutions belong to is known when all has been read; at the end nothing may belong to nothing.
    connection.execute("PRAGMA foreign_keys = OFF")
    with transaction(connection):
        held: list[tuple[Any, ...]] = []
        with Pages(path) as pages:
            for number, record in enumerate(pages.records()):
                if number % LOOKED == 0:
                    check_cancelled()
                if (solution := _solution(record)) is not None:
                    held.append(solution)
                elif (row := _sealed_row(record)) is not None:
                    found.add(row)
                if len(held) >= BATCH:
                    _put_solutions(connection, held)
        _put_solutions(connection, held)
        names = sorted({*found.runs, *found.tasks, *found.firsts, *found.options})
        saved = []
        next_task = found.next_task
        for name in names:
            check_cancelled()
            one = _save_run(connection, name, found, next_task)
            next_task += one.again
            saved.append(one)
        connection.execute("DELETE FROM solutions WHERE run NOT IN (SELECT id FROM runs)")
        if wrong := connection.execute("PRAGMA foreign_key_check").fetchone():
            raise AssertionError(f"a saved row belongs to nothing: {wrong}")
        if all(one.lost for one in saved):
            why = "; ".join(f"run {one.run}: {one.lost}" for one in saved) or "it has no whole row of a run"
            raise RunError(f"{path}: nothing can be saved: {why}")
    return saved


def _solution(record: Record) -> tuple[Any, ...] | None:
    """A row of ``solutions`` with a right key."""
    if len(record.values) != _SOLUTION_COLUMNS:
        return None
    number, run, task, text, key = record.values
    if number is not None or not isinstance(run, str) or not isinstance(task, int):
        return None
    if (
        not isinstance(text, str)
        or not isinstance(key, bytes)
        or len(key) != KEY_BYTES
        or key_of(text) != key
    ):
        return None
    return record.rowid, run, task, text, key


def _sealed_row(record: Record) -> Sealed | None:
    """A row of one of the other tables with a right seal."""
    for kind in TABLES:
        if _COLUMNS[kind] != len(record.values):
            continue
        *values, seal = record.values
        if kind is not RunRow:
            if values[0] is not None:
                continue
            values[0] = record.rowid
        for place in _REAL[kind]:
            # SQLite stores a whole number as one, also where the column is real.
            if isinstance(whole := values[place], int):
                values[place] = float(whole)
        row = kind(*values)  # type: ignore[arg-type]  # the seal says that they are of the right kinds
        if seal_of(row) == seal:
            return row
    return None


def _put_solutions(connection: sqlite3.Connection, held: list[tuple[Any, ...]]) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO solutions (id, run, task, options, key) VALUES (?, ?, ?, ?, ?)", held
    )
    held.clear()


def _save_run(connection: sqlite3.Connection, name: str, found: _Found, next_task: int) -> SavedRun:
    there = _count(connection, name)
    run = found.runs.get(name)
    if run is None:
        why = "its own row with the puzzle is lost"
        return SavedRun(name, len(found.tasks[name]), 0, 0, there, why)
    options = _options(run, found.options[name])
    if options is None:
        why = "the list of its placements is lost, and this Tilewright makes another one of its puzzle"
        return SavedRun(name, len(found.tasks[name]), 0, 0, there, why)
    counts = Counter(
        dict(connection.execute("SELECT task, count(*) FROM solutions WHERE run = ? GROUP BY task", (name,)))
    )
    judged = judge(run, found.firsts[name].values(), found.tasks[name], counts, next_task)
    if judged.lost:
        why = f"{judged.lost:,} of the tasks that it began with are lost; start it again"
        return SavedRun(name, len(found.tasks[name]), 0, 0, there, why)
    finished = all(task.status != WAITING for task in judged.tasks)
    if run.one and any(task.solutions for task in judged.tasks):
        finished = True
    if not finished or run.status != COMPLETE:
        run = run._replace(status=STOPPED, reason=SAVED, stop_wish=0)
    connection.execute(INSERT[RunRow], sealed(run))
    free = 1 + int(connection.execute("SELECT coalesce(max(id), 0) FROM options").fetchone()[0])
    connection.executemany(
        INSERT[OptionRow], (sealed(option_row(free + o, name, o, p)) for o, p in enumerate(options))
    )
    connection.executemany(INSERT[TaskRow], map(sealed, judged.tasks))
    connection.executemany(
        INSERT[FirstTaskRow],
        (
            sealed(FirstTaskRow(task.id, name, task.prefix, task.must, task.share))
            for task in judged.tasks
            if task.parent is None
        ),
    )
    connection.execute(
        "DELETE FROM solutions WHERE run = ? AND task NOT IN "
        "(SELECT id FROM tasks WHERE run = ? AND status <> 'waiting')",
        (name, name),
    )
    kept = _count(connection, name)
    return SavedRun(name, len(judged.tasks), judged.again, kept, there - kept)


def _options(run: RunRow, found: dict[int, OptionRow]) -> list[Placement] | None:
    """What the numbers of a run's options stand for: as found, or made anew if that agrees with it."""
    if len(found) == run.options and all(number in found for number in range(run.options)):
        return [placement_of(found[number]) for number in range(run.options)]
    try:
        placements = list(to_cover(toml.loads(run.puzzle)).placements)
    except TilewrightError:
        return None
    if len(placements) != run.options:
        return None
    agree = all(placement_of(row) == placements[number] for number, row in found.items())
    return placements if agree else None


def _count(connection: sqlite3.Connection, run: str) -> int:
    return int(connection.execute("SELECT count(*) FROM solutions WHERE run = ?", (run,)).fetchone()[0])
