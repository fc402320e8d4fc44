"""The store as its coordinator has it: runs are made, tasks handed out, results committed, each exactly once.

All that a result changes is one transaction: its task's row, its solutions, the rests as new tasks. So the
file always says what was searched and what was not, whatever ends the process. Reading is in ``reading.py``.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from tilewright.errors import RunError
from tilewright.runs.creation import NewRun
from tilewright.runs.database import (
    RUNS_FORMAT,
    check_location,
    connect_writing,
    damage_advice,
    named_errors,
)
from tilewright.runs.executors.base import WorkerState
from tilewright.runs.integrity import Faults, tree_faults
from tilewright.runs.lock import holder_of, take
from tilewright.runs.progress_estimate import Outlook
from tilewright.runs.reading import Totals, outlook_of, totals_of
from tilewright.runs.results import Results
from tilewright.runs.rows import (
    COMPLETE,
    INSERT,
    RUNNING,
    SELECT,
    STOPPED,
    UPDATE,
    WAITING,
    FirstTaskRow,
    OptionRow,
    RunRow,
    TaskRow,
    changes,
    now,
    numbers_text,
    option_row,
    run_row,
    sealed,
    task_row,
)
from tilewright.runs.task import RunTask, TaskResult
from tilewright.sqlite import transaction

INTERRUPTED = "its coordinator ended without a word"

_SEE_WORKER = """
    INSERT INTO workers (run, name, host, doing, seen) VALUES (?, ?, ?, ?, ?) ON CONFLICT (run, name)
    DO UPDATE SET host = excluded.host, doing = excluded.doing, seen = excluded.seen
"""
_NOTE_OUTLOOK = "INSERT OR REPLACE INTO outlooks VALUES (?, ?, ?, ?, ?, ?, ?)"
_LEAVE_WORKERS = "UPDATE workers SET doing = '' WHERE run = ? AND doing <> '' AND seen <> ?"


@dataclass(frozen=True)
class Committed:
    """What came of a commit: results taken, and numbers of those that were known already and dropped.

    ``stored`` solutions are new, ``doubles`` were there already: none, unless an engine errs.
    ``new_tasks`` wait since; ``share`` is how much more of the tree is done.
    """

    tasks: int
    dropped: tuple[int, ...]
    new_tasks: int
    stored: int
    doubles: int
    share: float


class Store:
    """A file of runs, held by this process as its coordinator; use it in ``with``, from one thread.

    RunError when another coordinator holds the file, when it is damaged or no file of runs, and, from any
    method, when it cannot be written: nothing of what the method was to write is then in the file.
    """

    def __init__(self, path: str | Path | None = None, *, create: bool = True) -> None:
        self.path = RUNS_FORMAT.default_path() if path is None else Path(path)
        with named_errors(self.path):
            check_location(self.path)
            if not create and not self.path.exists():
                raise RunError(f"{self.path}: there is no such file of runs")
            self._lock = take(self.path)
            try:
                self._connection = connect_writing(self.path, create=create)
                try:
                    self._begin()
                    self._results = Results(self._connection)
                except BaseException:
                    self._connection.close()
                    raise
            except BaseException:
                self._lock.release()
                raise

    def _begin(self) -> None:
        damage = [" ".join(str(row[0]).split()) for row in self._connection.execute("PRAGMA quick_check(1)")]
        if damage != ["ok"]:
            raise RunError(
                f"{self.path}: the file is damaged ({damage[0]}); it is not written to. "
                f"{damage_advice(self.path)}"
            )
        # Whoever said so is gone: this process has the lock.
        with transaction(self._connection):
            for (run,) in self._connection.execute(
                "SELECT id FROM runs WHERE status = ?", (RUNNING,)
            ).fetchall():
                self._put(self.run(run)._replace(status=STOPPED, reason=INTERRUPTED))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        self._connection.close()
        self._lock.release()

    # Runs

    def create_run(self, new: NewRun, title: str, source: str) -> RunRow:
        """Store a run with its options and first tasks: ``running``, or ``complete`` if it has no tasks."""
        asked, cover = new.assignment, new.bench.cover
        row = RunRow(
            id=asked.run,
            title=title,
            source=source,
            puzzle=asked.puzzle,
            engine=asked.engine,
            keep=int(asked.keep),
            one=int(new.question.one),
            by_orbit=int(asked.unique),
            folded=int(asked.folded),
            symmetries=len(new.bench.group),
            digest=asked.digest,
            version=asked.version,
            created=now(),
            options=len(cover.placements),
            first_tasks=len(new.tasks),
            status=RUNNING if new.tasks else COMPLETE,
            reason="",
            seconds=0.0,
            stop_wish=0,
        )
        with self._synced(""):
            execute, many = self._connection.execute, self._connection.executemany
            if execute("SELECT 1 FROM runs WHERE id = ?", (row.id,)).fetchone():
                raise RunError(f"{self.path}: there is a run {row.id!r} already")
            execute(INSERT[RunRow], sealed(row))
            number = self._next_id("options")
            many(
                INSERT[OptionRow],
                (sealed(option_row(number + o, row.id, o, p)) for o, p in enumerate(cover.placements)),
            )
            number = self._next_id("tasks")
            firsts = [
                FirstTaskRow(number + i, row.id, numbers_text(t.prefix), numbers_text(t.must), float(t.share))
                for i, t in enumerate(new.tasks)
            ]
            many(INSERT[FirstTaskRow], map(sealed, firsts))
            many(INSERT[TaskRow], (sealed(first.row) for first in firsts))
        return row

    def run(self, run: str) -> RunRow:
        """A run's row; RunError when there is none of this name, or its row is damaged."""
        with named_errors(self.path):
            values = self._connection.execute(f"{SELECT[RunRow]} WHERE id = ?", (run,)).fetchone()
        if values is None:
            raise RunError(f"{self.path}: there is no run {run!r}")
        return run_row(values, str(self.path))

    def set_status(self, run: str, status: str, reason: str = "") -> None:
        """Say how a run stands; it is on the disk when this returns. ``running`` forgets the wish to stop.

        Before ``running`` is said, the run is looked at as ``check_run`` does. ValueError for ``complete``
        while tasks are waiting, unless one solution was asked for and is there.
        """
        if status == RUNNING:
            self.check_run(run)
        with self._synced(run):
            row = self.run(run)
            if status == COMPLETE and self._is_waiting(run) and not (row.one and self._has_one(run)):
                raise ValueError(f"run {run!r} has tasks that wait; it is not complete")
            wish = 0 if status == RUNNING else row.stop_wish
            self._put(row._replace(status=status, reason=reason, stop_wish=wish))

    def beat(
        self,
        run: str,
        seconds: float,
        workers: Iterable[WorkerState] = (),
        outlook: Outlook | None = None,
        pace: float = 0.0,
    ) -> bool:
        """A sign of life, about once a second: wall time since the last, all workers. Whether to stop.

        The outlook, and the pace in nodes a second, are what whoever reads the file is told. True when
        ``wish_stop`` was called, by any process, since the run was set ``running``.
        """
        seen = now()
        with self._writing(run):
            row = self.run(run)
            self._put(row._replace(seconds=row.seconds + float(seconds)))
            self._connection.executemany(
                _SEE_WORKER,
                [(run, w.name, w.host, " ".join(map(str, w.tasks)), seen) for w in workers],
            )
            self._connection.execute(_LEAVE_WORKERS, (run, seen))
            known = (0, 0.0, 0.0, 0.0, 0.0)
            if outlook is not None:
                known = (outlook.dives, outlook.weight, outlook.nodes, outlook.ahead, outlook.error)
            self._connection.execute(_NOTE_OUTLOOK, (run, *known, float(pace)))
        return bool(row.stop_wish)

    def check_run(self, run: str) -> None:
        """Look at a run before it is resumed; RunError when a row of it is damaged, or missing."""
        faults = Faults()
        with named_errors(self.path):
            tree_faults(self._connection, self.run(run), faults)
        if faults.count:
            raise RunError(
                f"{self.path}: run {run!r} is damaged and cannot be resumed: {faults.told[0]}. "
                f"{damage_advice(self.path)}"
            )

    def totals(self, run: str) -> Totals:
        """The sums over a run's tasks."""
        with named_errors(self.path):
            return totals_of(self._connection, run)

    def outlook(self, run: str) -> Outlook | None:
        """What dives have said of a run's size so far."""
        with named_errors(self.path):
            return outlook_of(self._connection, run)[0]

    def delete_run(self, run: str) -> None:
        """Forget a run with all its tasks and solutions; the file keeps the space for others."""
        with named_errors(self.path):
            self.run(run)
            # Row by row, cascades would walk down chains of tasks.
            self._connection.execute("PRAGMA foreign_keys = OFF")
            try:
                with transaction(self._connection):
                    for table in ("solutions", "tasks", "first_tasks", "options", "workers", "outlooks"):
                        self._connection.execute(f"DELETE FROM {table} WHERE run = ?", (run,))
                    self._connection.execute("DELETE FROM runs WHERE id = ?", (run,))
            finally:
                self._connection.execute("PRAGMA foreign_keys = ON")

    # Tasks

    def waiting(self, run: str, most: int, besides: Collection[int] = ()) -> list[RunTask]:
        """Up to ``most`` tasks that wait, the largest share first, without those in ``besides``."""
        out = set(besides)
        with named_errors(self.path, run):
            # The index alone answers this: with many workers thousands of tasks are out, and passed over.
            numbers = self._connection.execute(
                "SELECT id FROM tasks WHERE run = ? AND status = 'waiting' ORDER BY share DESC, id", (run,)
            )
            fresh = list(itertools.islice((number for (number,) in numbers if number not in out), most))
            held = [self._task(run, number) for number in fresh]
        if None in held:
            raise RunError(f"{self.path}: the index of waiting tasks is damaged. {damage_advice(self.path)}")
        return [row.task for row in held if row is not None]

    def sample(self, run: str, tasks: int, chance: Random) -> tuple[float, list[RunTask]]:
        """So many of the tasks that wait, drawn in proportion to their shares, one perhaps several times.

        Also the share of all that wait. The draws are spread evenly over them, the largest first.
        """
        drawn: list[int] = []
        with named_errors(self.path, run):
            total = self._connection.execute(
                "SELECT sum(share) FROM tasks WHERE run = ? AND status = 'waiting'", (run,)
            ).fetchone()[0]
            if not total:
                return 0.0, []
            passed, at = 0.0, chance.random()
            for number, share in self._connection.execute(
                "SELECT id, share FROM tasks WHERE run = ? AND status = 'waiting' ORDER BY share DESC, id",
                (run,),
            ):
                passed += share / total * tasks
                while at < passed:
                    drawn.append(number)
                    at += 1.0
            held = {number: self._task(run, number) for number in set(drawn)}
        return total, [row.task for number in drawn if (row := held[number]) is not None]

    def commit(self, run: str, results: Sequence[TaskResult]) -> Committed:
        """Take results, all in one transaction, or none; a result of a task that waits no more is dropped.

        ValueError when a result's numbers do not agree with its solutions.
        """
        dropped: list[int] = []
        tasks = new_tasks = stored = doubles = 0
        share = 0.0
        with self._writing(run):
            row = self.run(run)
            next_id = self._next_id("tasks")
            for result in results:
                held = self._task(run, result.number)
                if held is None or held.status != WAITING:
                    dropped.append(result.number)
                    continue
                done = self._results.take(row, held, result)
                self._connection.execute(UPDATE[TaskRow], changes(done))
                for number, rest in enumerate(result.rest, start=next_id):
                    child = TaskRow(
                        number, run, done.id, numbers_text(rest.prefix), done.must, float(rest.share)
                    )
                    self._connection.execute(INSERT[TaskRow], sealed(child))
                next_id += len(result.rest)
                tasks += 1
                new_tasks += len(result.rest)
                stored += done.solutions if row.keep else 0
                doubles += done.doubles
                share += done.done_share
        return Committed(tasks, tuple(dropped), new_tasks, stored, doubles, share)

    # The ground

    def _put(self, row: RunRow) -> None:
        self._connection.execute(UPDATE[RunRow], changes(row))

    def _task(self, run: str, number: int) -> TaskRow | None:
        values = self._connection.execute(
            f"{SELECT[TaskRow]} WHERE id = ? AND run = ?", (number, run)
        ).fetchone()
        return None if values is None else task_row(values, str(self.path))

    def _is_waiting(self, run: str) -> bool:
        row = self._connection.execute(
            "SELECT 1 FROM tasks WHERE run = ? AND status = 'waiting' LIMIT 1", (run,)
        ).fetchone()
        return row is not None

    def _has_one(self, run: str) -> bool:
        row = self._connection.execute(
            "SELECT 1 FROM tasks WHERE run = ? AND solutions > 0 LIMIT 1", (run,)
        ).fetchone()
        return row is not None

    def _next_id(self, table: str) -> int:
        return int(self._connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()[0])

    @contextmanager
    def _writing(self, run: str) -> Iterator[sqlite3.Connection]:
        with named_errors(self.path, run), transaction(self._connection):
            yield self._connection

    @contextmanager
    def _synced(self, run: str) -> Iterator[None]:
        """A transaction that is on the disk, with all before it, when it ends."""
        with named_errors(self.path, run):
            self._connection.execute("PRAGMA synchronous = FULL")
            try:
                with transaction(self._connection):
                    yield
            finally:
                self._connection.execute("PRAGMA synchronous = NORMAL")


def wish_stop(path: Path, run: str) -> bool:
    """Ask the coordinator of a run to stop, from any process; False when nobody works on the run.

    RunError when there is no such run, or its file cannot be written.
    """
    with named_errors(path):
        connection = connect_writing(path, create=False)
        try:
            with transaction(connection):
                values = connection.execute(f"{SELECT[RunRow]} WHERE id = ?", (run,)).fetchone()
                if values is None:
                    raise RunError(f"{path}: there is no run {run!r}")
                row = run_row(values, str(path))
                if row.status != RUNNING or holder_of(path) is None:
                    return False
                connection.execute(UPDATE[RunRow], changes(row._replace(stop_wish=1)))
                return True
        finally:
            connection.close()
