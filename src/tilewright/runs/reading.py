"""Reads a run database while a coordinator may be writing: the state of runs, and their solutions.

Each function reads the file as of one moment. Solutions are verified again before they are returned.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tilewright.errors import RunError
from tilewright.formats import toml
from tilewright.model.puzzle import Placement, Solution
from tilewright.model.verification import Checker, faults
from tilewright.runs.database import named_errors, reading
from tilewright.runs.lock import LockHolder, lock_holder
from tilewright.runs.progress import ProgressEstimate, RunProgress, RunTotals, WorkerProgress, progress_of
from tilewright.runs.rows import SELECT, OptionRow, RunRow, RunState, checksum_of, run_row, solution_key

_VERIFY = "`tilewright run verify` lists the damage"


class WorkerRow(NamedTuple):
    """A worker of a run as a coordinator last saw it, at ``last_seen`` (UTC)."""

    name: str
    host: str
    tasks: int
    nodes: int
    seconds: float
    running_tasks: tuple[int, ...]
    last_seen: str


@dataclass(frozen=True)
class RunStatus:
    """The state of a run; ``holder`` is the process that works on it now.

    ``estimate`` of its size and ``nodes_per_second`` are those that its coordinator last stored.
    """

    run: RunRow
    totals: RunTotals
    workers: tuple[WorkerRow, ...]
    holder: LockHolder | None
    estimate: ProgressEstimate | None = None
    nodes_per_second: float = 0.0

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
        workers = tuple(
            WorkerProgress(w.name, w.host, w.running_tasks if running else (), w.tasks, w.nodes, w.seconds)
            for w in self.workers
        )
        return progress_of(
            self.totals,
            self.run.seconds,
            workers,
            estimate=self.estimate,
            nodes_per_second=speed,
            exhaustive=running and not self.run.first_only,
        )


def totals_of(connection: sqlite3.Connection, run: str) -> RunTotals:
    """The sums over a run's tasks."""
    counts = {"waiting": 0, "split": 0, "done": 0}
    share = seconds = 0.0
    sums = [0, 0, 0, 0]
    for status, count, done, spent, *numbers in connection.execute(
        "SELECT status, count(*), sum(done_share), sum(seconds), sum(solutions), sum(images), "
        "sum(duplicates), sum(nodes) FROM tasks WHERE run = ? GROUP BY status",
        (run,),
    ):
        counts[status] = count
        share += done
        seconds += spent
        sums = [a + b for a, b in zip(sums, numbers, strict=True)]
    solutions, images, duplicates, nodes = sums
    # The shares add up to 1 but for rounding; a run has the share 1 when no task is waiting, and only then.
    share = min(share, 1.0 - 1e-12) if counts["waiting"] else 1.0
    return RunTotals(
        **counts,
        share=share,
        solutions=solutions,
        images=images,
        duplicates=duplicates,
        nodes=nodes,
        seconds=seconds,
    )


def estimate_of(connection: sqlite3.Connection, run: str) -> tuple[ProgressEstimate | None, float]:
    """The stored estimate of a run's size, and its last nodes per second."""
    row = connection.execute(
        "SELECT dives, weight, nodes, ahead, error, nodes_per_second FROM estimates WHERE run = ?", (run,)
    ).fetchone()
    if row is None:
        return None, 0.0
    *values, speed = row
    return (ProgressEstimate(*values) if values[0] else None), float(speed)


def run_statuses(path: Path) -> list[RunStatus]:
    """The states of all runs in a file, the oldest first."""
    holder = lock_holder(
        path
    )  # before the rows are read: a coordinator that has ended since has updated them
    with reading(path) as connection:
        rows = connection.execute(f"{SELECT[RunRow]} ORDER BY created_at, rowid").fetchall()
        return [_status(connection, run_row(values, str(path)), holder) for values in rows]


def run_status(path: Path, run: str) -> RunStatus:
    """The state of a run; RunError when there is none of this name."""
    holder = lock_holder(path)
    with reading(path) as connection:
        return _status(connection, _run(connection, path, run), holder)


def find_run(path: Path, start: str) -> str:
    """The name of the only run that begins so; RunError when there are none or several."""
    with reading(path) as connection:
        names = [str(name) for (name,) in connection.execute("SELECT id FROM runs ORDER BY id")]
    if start in names:
        return start
    found = [name for name in names if start and name.startswith(start)]
    if len(found) == 1:
        return found[0]
    if found:
        raise RunError(f"{path}: {len(found)} runs begin with {start!r}: {', '.join(found[:5])}")
    raise RunError(f"{path}: there is no run {start!r}; `tilewright run list` lists all runs")


def solutions(path: Path, run: str) -> Iterator[Solution]:
    """A run's solutions, one after another, each verified by its cells.

    They come in the order of their keys: the same for the same solutions, however the run was done. RunError
    at the first one that is damaged or wrong, at the end when some are missing, and when the run keeps none.
    """
    with named_errors(path), reading(path) as connection:
        row = _run(connection, path, run)
        if not row.keep:
            raise RunError(f"{path}: run {run!r} counts its solutions and keeps none")
        placements = placements_of(connection, run)
        order = sorted(range(len(placements)), key=lambda o: placements[o].sort_key)
        rank = [0] * len(order)
        for place, option in enumerate(order):
            rank[option] = place
        puzzle = toml.loads(row.puzzle)
        checker = Checker(puzzle)
        count = 0
        for number, text, key in connection.execute(
            "SELECT id, options, key FROM solutions WHERE run = ? ORDER BY key", (run,)
        ):
            if solution_key(text) != key:
                raise RunError(f"{path}: solution {number} of run {run!r} is damaged; {_VERIFY}")
            try:
                options = sorted(map(int, text.split()), key=rank.__getitem__)
            except (ValueError, IndexError):
                raise RunError(f"{path}: solution {number} of run {run!r} has unknown options") from None
            solution = Solution(tuple([placements[o] for o in options]))
            if not checker.accepts(solution):
                wrong = "; ".join(faults(puzzle, solution)[:3]) or "the verifier rejects it"
                raise RunError(f"{path}: solution {number} of run {run!r} is wrong: {wrong}; {_VERIFY}")
            count += 1
            yield solution
        expected = totals_of(connection, run).solutions
        if count != expected:
            raise RunError(f"{path}: run {run!r} has {count:,} of {expected:,} solutions stored; {_VERIFY}")


def placements_of(connection: sqlite3.Connection, run: str) -> list[Placement]:
    """The placements of a run by option number; RunError when a row is damaged or missing."""
    placements: list[Placement] = []
    for values in connection.execute(f"{SELECT[OptionRow]} WHERE run = ? ORDER BY number", (run,)):
        row = OptionRow(*values[:-1])
        if checksum_of(row) != values[-1] or row.number != len(placements):
            raise RunError(f"the row of option {len(placements)} of run {run!r} is damaged; {_VERIFY}")
        placements.append(row.placement)
    return placements


def _run(connection: sqlite3.Connection, path: Path, run: str) -> RunRow:
    values = connection.execute(f"{SELECT[RunRow]} WHERE id = ?", (run,)).fetchone()
    if values is None:
        raise RunError(f"{path}: there is no run {run!r}; `tilewright run list` lists all runs")
    return run_row(values, str(path))


def _status(connection: sqlite3.Connection, row: RunRow, holder: LockHolder | None) -> RunStatus:
    workers = tuple(
        WorkerRow(name, host, tasks, nodes, seconds, tuple(map(int, running.split())), last_seen)
        for name, host, tasks, nodes, seconds, running, last_seen in connection.execute(
            "SELECT name, host, tasks, nodes, seconds, running_tasks, last_seen FROM workers WHERE run = ? "
            "ORDER BY name",
            (row.id,),
        )
    )
    # A coordinator works on one run at a time; when it takes the file, it marks all others as stopped.
    coordinator = holder if row.state is RunState.RUNNING else None
    return RunStatus(
        row, totals_of(connection, row.id), workers, coordinator, *estimate_of(connection, row.id)
    )
