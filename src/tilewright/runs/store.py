"""The store as its coordinator uses it: runs are created, tasks read, results committed, each exactly once.

All changes by a result are one transaction: its task's row, its solutions, its remainders as new tasks. So
the file always says what was searched and what was not, whatever ends the process. Reading is in
``reading.py``.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Any, Self

from tilewright.errors import DamagedError, RunError
from tilewright.missing_file import missing_file
from tilewright.runs import rows
from tilewright.runs.creation import NewRun
from tilewright.runs.database import (
    RUNS_FORMAT,
    check_location,
    connect_writing,
    damage_advice,
    named_errors,
    reading,
)
from tilewright.runs.executors import WorkerState
from tilewright.runs.lock import acquire_lock, file_id, lock_holder
from tilewright.runs.pages import wal_of
from tilewright.runs.progress import ProgressEstimate, RunTotals
from tilewright.runs.reading import estimate_of, run_statuses
from tilewright.runs.results import ResultWriter
from tilewright.runs.rows import (
    WAITING,
    EstimateRow,
    FirstTaskRow,
    RunRow,
    RunState,
    TaskRow,
    TotalsRow,
    WorkerRow,
    now,
    numbers_text,
)
from tilewright.runs.task import RunTask, TaskResult
from tilewright.runs.totals import RunReport, check_totals, check_tree, checked_totals, complete_totals
from tilewright.sqlite import transaction
from tilewright.wording import quoted

RUN_TABLES = ("solutions", "tasks", "first_tasks", "options", "workers", "estimates", "totals")
"""The tables whose rows are parts of a run."""
INTERRUPTED_REASON = "its coordinator ended unexpectedly"


@dataclass(frozen=True)
class CommitReport:
    """The outcome of a commit: results taken, and the numbers of those that were known already and dropped.

    ``stored`` solutions are new, ``duplicates`` were stored before: none, unless an engine is wrong.
    ``new_tasks`` are waiting now; ``totals`` are those of the run afterwards.
    """

    tasks: int
    dropped: tuple[int, ...]
    new_tasks: int
    stored: int
    duplicates: int
    totals: RunTotals


@dataclass(frozen=True)
class FirstFound:
    """When the first solution of a run was found: in UTC, and in seconds of its time over all sessions."""

    at: str
    seconds: float


class Store:
    """A run database, locked by this process as its coordinator; use it in ``with``, from one thread.

    RunError when another coordinator holds the file, when it is damaged or not a run database, and, from any
    method, when it cannot be written: then nothing of what the method was to write is in the file.
    """

    def __init__(self, path: str | Path | None = None, *, create: bool = True) -> None:
        self.path = RUNS_FORMAT.default_path() if path is None else Path(path)
        with named_errors(self.path), ExitStack() as stack:
            check_location(self.path)
            if not create and not self.path.exists():
                raise RunError(f"{self.path}: there is {missing_file(self.path)}")
            self._lock = acquire_lock(self.path)
            stack.callback(self._lock.release)
            self._connection = stack.enter_context(closing(connect_writing(self.path)))
            self._prepare()
            self._writer = ResultWriter(self._connection)
            # SQLite never replaces them while a connection is open.
            resolved = self.path.resolve()
            companions = [wal_of(resolved), resolved.with_name(f"{resolved.name}-shm")]
            self._files = {path: file_id(path) for path in companions}
            self._files[self.path.absolute()] = self._lock.file
            self._opened = stack.pop_all()

    def _prepare(self) -> None:
        damage = [" ".join(str(row[0]).split()) for row in self._connection.execute("PRAGMA quick_check(1)")]
        if damage != ["ok"]:
            raise DamagedError(
                f"{self.path}: the file is damaged ({damage[0]}); it is not written to. "
                f"{damage_advice(self.path)}"
            )
        # Their coordinators are gone: this process has the lock.
        with transaction(self._connection):
            where = "WHERE status = ?"
            for row in rows.select_intact(self._connection, self.path, RunRow, where, RunState.RUNNING.value):
                row = row._replace(status=RunState.STOPPED.value, reason=INTERRUPTED_REASON)
                rows.update(self._connection, row)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file; may be called twice."""
        self._opened.close()

    # The file in its place

    def missing_file(self) -> str:
        """What has become of the database or its WAL, as a sentence; "" while both are in their place.

        Whatever is written to files that have been removed or replaced is lost when they are closed.
        """
        for path, file in self._files.items():
            pair = file_id(path)
            if pair != file:
                what = "replaced by another file" if pair else "removed or moved away"
                return f"{path} was {what} while a coordinator worked on it"
        return ""

    def save_copy(self) -> Path:
        """Write the whole database, as it is open here, to a new file next to it or elsewhere; its path.

        RunError when no new file can be written.
        """
        reasons = []
        for directory in (self.path.absolute().parent, Path.cwd(), Path(gettempdir())):
            try:
                with new_file(directory / f"{self.path.stem}-saved{self.path.suffix}") as target:
                    with named_errors(target), closing(sqlite3.connect(target)) as copy:
                        self._connection.backup(copy)
                    run_statuses(target)  # it can be read
                return target
            except (OSError, RunError) as error:
                reasons.append(str(error))
        raise RunError(f"{self.path}: no copy could be written: {reasons[0]}")

    # Runs

    def create_run(self, new: NewRun, title: str, source: str) -> RunRow:
        """Store a run with its options and first tasks: RUNNING, or COMPLETE if it has no tasks."""
        assignment, cover = new.assignment, new.context.cover
        row = RunRow(
            id=assignment.run,
            title=title,
            source=source,
            puzzle=assignment.puzzle,
            engine=assignment.engine,
            keep=int(assignment.keep),
            first_only=int(new.question.first_only),
            is_unique=int(assignment.unique),
            folded=int(assignment.folded),
            symmetries=len(new.context.group),
            digest=assignment.digest,
            version=assignment.version,
            created_at=now(),
            options=len(cover.placements),
            first_tasks=len(new.tasks),
            status=(RunState.RUNNING if new.tasks else RunState.COMPLETE).value,
            reason="",
            seconds=0.0,
            stop_requested=0,
            filter=assignment.filter,
            labels="" if new.labels is None else str(new.labels),
        )
        with self._synced():
            if self._exists(row.id):
                raise RunError(f"{self.path}: there is a run {quoted(row.id)} already")
            rows.insert(self._connection, RunRow, [row])
            rows.insert_options(self._connection, row.id, cover.placements)
            tasks = [
                rows.waiting_task(number, row.id, None, t.prefix, numbers_text(t.required), t.share)
                for number, t in enumerate(new.tasks, start=rows.next_id(self._connection, TaskRow))
            ]
            rows.insert(self._connection, TaskRow, tasks)
            rows.insert(self._connection, FirstTaskRow, (task.first_copy for task in tasks))
            rows.insert(self._connection, TotalsRow, [complete_totals(self._connection, row.id)])
            rows.insert(self._connection, EstimateRow, [EstimateRow(row.id)])
        return row

    def run(self, run: str) -> RunRow:
        """A run's row; RunError when there is none of this name, or its row is damaged."""
        with named_errors(self.path):
            return rows.select_run(self._connection, self.path, run)

    def set_state(self, run: str, state: RunState, reason: str = "") -> None:
        """Store the state of a run; it is on the disk when this returns.

        RUNNING checks the run as ``check_run`` does, and clears the request to stop. ValueError for COMPLETE
        while tasks are waiting, unless one solution was asked for and is there. DamagedError for COMPLETE
        where the run's rows contradict its totals.
        """
        if state is RunState.RUNNING:
            self.check_run(run)
        with self._synced(run):
            row = self.run(run)
            if state is RunState.COMPLETE:
                totals = checked_totals(self._connection, self.path, row)
                if totals.waiting and not (row.first_only and totals.solutions):
                    raise ValueError(f"run {quoted(run)} has waiting tasks; it is not complete")
            if state is RunState.RUNNING:
                row = row._replace(stop_requested=0)
            rows.update(self._connection, row._replace(status=state.value, reason=reason))

    def heartbeat(
        self,
        run: str,
        seconds: float,
        workers: Iterable[WorkerState] = (),
        estimate: ProgressEstimate | None = None,
        nodes_per_second: float = 0.0,
    ) -> bool:
        """Store what readers of the file see of a running coordinator; whether it is requested to stop.

        Call it about once a second; ``seconds`` is the wall time since the last call. True after
        ``request_stop`` was called by any process since the run was set to RUNNING.
        """
        time = now()
        with self._writing(run):
            row = self.run(run)
            rows.update(self._connection, row._replace(seconds=row.seconds + float(seconds)))
            known = self._workers(run)
            states = {worker.name: worker for worker in workers}
            for name, state in states.items():
                before = known.get(name, WorkerRow(run, name))
                running = " ".join(map(str, state.tasks))
                now_seen = before._replace(host=state.host, running_tasks=running, last_seen=time)
                self._store_worker(now_seen, known)
            for name, worker in known.items():
                if worker.running_tasks and name not in states:
                    rows.update(self._connection, worker._replace(running_tasks=""))
            if new := len(states.keys() - known.keys()):
                totals = self._totals(run)
                rows.update(self._connection, totals._replace(workers=totals.workers + new))
            size = EstimateRow(run, nodes_per_second=float(nodes_per_second))
            if estimate is not None:
                size = size._replace(dives=estimate.dives, **_floats(estimate))
            rows.update(self._connection, size)
        return bool(row.stop_requested)

    def check_run(self, run: str) -> None:
        """Check a run before it is resumed; DamagedError when a row of it is damaged or missing."""
        report = RunReport(run=run)
        with named_errors(self.path):
            row = self.run(run)
            check_tree(self._connection, row, report)
            check_totals(self._connection, row, report)
        if report.faults:
            raise DamagedError(
                f"{self.path}: run {quoted(run)} is damaged and cannot be resumed: {report.faults[0]}. "
                f"{damage_advice(self.path)}"
            )

    def totals(self, run: str) -> RunTotals:
        """The sums over a run's tasks; DamagedError when its rows contradict them."""
        with named_errors(self.path):
            return checked_totals(self._connection, self.path, self.run(run)).totals

    def estimate(self, run: str) -> ProgressEstimate | None:
        """The estimate of a run's size so far."""
        with named_errors(self.path):
            return estimate_of(self._connection, self.path, run).estimate

    def delete_run(self, run: str) -> None:
        """Delete a run with all its tasks and solutions; the file keeps the space for others."""
        with named_errors(self.path):
            if not self._exists(run):
                self.run(run)  # which says that there is none
            # Row by row, cascades would walk down chains of tasks.
            self._connection.execute("PRAGMA foreign_keys = OFF")
            try:
                with transaction(self._connection):
                    for table in RUN_TABLES:
                        self._connection.execute(f"DELETE FROM {table} WHERE run = ?", (run,))
                    self._connection.execute("DELETE FROM runs WHERE id = ?", (run,))
            finally:
                self._connection.execute("PRAGMA foreign_keys = ON")

    # Tasks

    def waiting(self, run: str, most: int, excluded: Collection[int] = ()) -> list[RunTask]:
        """Up to ``most`` waiting tasks, the largest share first, without the excluded numbers."""
        excluded = set(excluded)
        with named_errors(self.path):
            # The index alone answers this: with many workers thousands of tasks are excluded.
            ids = self._connection.execute(
                "SELECT id FROM tasks WHERE run = ? AND status = 'waiting' ORDER BY share DESC, id", (run,)
            )
            chosen = list(itertools.islice((number for (number,) in ids if number not in excluded), most))
            tasks = [row.task for number in chosen if (row := self._task(run, number)) is not None]
        if len(tasks) < len(chosen):
            raise DamagedError(
                f"{self.path}: the index of waiting tasks is damaged. {damage_advice(self.path)}"
            )
        return tasks

    def sample(self, run: str, tasks: int, random: Random) -> tuple[float, list[RunTask]]:
        """The share of all waiting tasks, and so many of them drawn in proportion to their shares.

        A task may be drawn several times. The draws are spread evenly over the tasks, the largest first.
        """
        drawn: list[int] = []
        with named_errors(self.path):
            total = self._connection.execute(
                "SELECT sum(share) FROM tasks WHERE run = ? AND status = 'waiting'", (run,)
            ).fetchone()[0]
            if not total:
                return 0.0, []
            cumulated, next_draw = 0.0, random.random()
            for number, share in self._connection.execute(
                "SELECT id, share FROM tasks WHERE run = ? AND status = 'waiting' ORDER BY share DESC, id",
                (run,),
            ):
                cumulated += share / total * tasks
                while next_draw < cumulated:
                    drawn.append(number)
                    next_draw += 1.0
            task_rows = {number: self._task(run, number) for number in set(drawn)}
        return total, [row.task for number in drawn if (row := task_rows[number]) is not None]

    def commit(
        self, run: str, results: Sequence[TaskResult], first: FirstFound | None = None
    ) -> CommitReport:
        """Take results, all in one transaction or none; a result of a task that is not waiting is dropped.

        ``first`` says when the first solution was found; of several times the earliest is kept.
        ValueError when a result's numbers contradict its solutions.
        """
        dropped: list[int] = []
        tasks = new_tasks = stored = duplicates = 0
        with self._writing(run):
            row = self.run(run)
            next_id = rows.next_id(self._connection, TaskRow)
            totals = self._totals(run)
            taken: list[TaskResult] = []
            for result in results:
                task = self._task(run, result.number)
                if task is None or task.status != WAITING:
                    dropped.append(result.number)
                    continue
                done, keys = self._writer.write(row, task, result)
                rows.update(self._connection, done)
                children = [
                    rows.waiting_task(number, run, done.id, part.prefix, done.required, part.share)
                    for number, part in enumerate(result.remainders, start=next_id)
                ]
                rows.insert(self._connection, TaskRow, children)
                totals = totals.without_task(task).with_task(done).with_solutions(keys)
                for child in children:
                    totals = totals.with_task(child)
                taken.append(result)
                next_id += len(result.remainders)
                tasks += 1
                new_tasks += len(result.remainders)
                stored += done.solutions if row.keep else 0
                duplicates += done.duplicates
            if first is not None and (row.first_seconds is None or first.seconds < row.first_seconds):
                rows.update(
                    self._connection, row._replace(first_found_at=first.at, first_seconds=first.seconds)
                )
            if taken:
                totals = totals._replace(workers=totals.workers + self._credit_workers(run, taken))
                rows.update(self._connection, totals)
        return CommitReport(tasks, tuple(dropped), new_tasks, stored, duplicates, totals.totals)

    # Rows

    def _credit_workers(self, run: str, results: Iterable[TaskResult]) -> int:
        """Add results to the rows of their workers; how many rows are new."""
        known = self._workers(run)
        credited: dict[str, WorkerRow] = {}
        time = now()
        for result in results:
            name = result.worker
            before = credited.get(name) or known.get(name) or WorkerRow(run, name)
            credited[name] = before._replace(
                tasks=before.tasks + 1,
                nodes=before.nodes + result.nodes,
                seconds=before.seconds + float(result.seconds),
                last_seen=time,
            )
        for worker in credited.values():
            self._store_worker(worker, known)
        return len(credited.keys() - known.keys())

    def _workers(self, run: str) -> dict[str, WorkerRow]:
        worker_rows = rows.select_intact(self._connection, self.path, WorkerRow, "WHERE run = ?", run)
        return {worker.name: worker for worker in worker_rows}

    def _store_worker(self, worker: WorkerRow, known: Collection[str]) -> None:
        if worker.name in known:
            rows.update(self._connection, worker)
        else:
            rows.insert(self._connection, WorkerRow, [worker])

    def _totals(self, run: str) -> TotalsRow:
        for row in rows.select_intact(self._connection, self.path, TotalsRow, "WHERE run = ?", run):
            return row
        raise DamagedError(f"{self.path}: run {quoted(run)} is damaged: its totals are missing")

    def _task(self, run: str, number: int) -> TaskRow | None:
        where = "WHERE id = ? AND run = ?"
        task_rows = rows.select_intact(self._connection, self.path, TaskRow, where, number, run)
        return task_rows[0] if task_rows else None

    def _exists(self, run: str) -> bool:
        return self._connection.execute("SELECT 1 FROM runs WHERE id = ?", (run,)).fetchone() is not None

    @contextmanager
    def _writing(self, run: str) -> Iterator[sqlite3.Connection]:
        with named_errors(self.path, run), transaction(self._connection):
            yield self._connection

    @contextmanager
    def _synced(self, run: str = "") -> Iterator[None]:
        """A transaction that is on the disk, with all before it, when it ends."""
        with named_errors(self.path, run):
            self._connection.execute("PRAGMA synchronous = FULL")
            try:
                with transaction(self._connection):
                    yield
            finally:
                self._connection.execute("PRAGMA synchronous = NORMAL")


def _floats(estimate: ProgressEstimate) -> dict[str, Any]:
    return {name: float(value) for name, value in asdict(estimate).items() if name != "dives"}


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """An empty new file of this name, or of one with a number; deleted when an error is raised inside."""
    for number in itertools.count(1):
        target = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            target.open("xb").close()
        except FileExistsError:
            continue
        break
    try:
        yield target
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def request_stop(path: Path, run: str) -> bool:
    """Request the coordinator of a run to stop, from any process; False when nobody works on the run.

    RunError when there is no such run, or its file cannot be written.
    """
    with named_errors(path):
        with reading(path):
            pass  # the file exists and has all its migrations
        with closing(connect_writing(path)) as connection, transaction(connection):
            row = rows.select_run(connection, path, run)
            if row.state is not RunState.RUNNING or lock_holder(path) is None:
                return False
            rows.update(connection, row._replace(stop_requested=1))
            return True
