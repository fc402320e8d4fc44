"""Reads a run database while a coordinator may be writing: the state of runs, and their solutions.

Each function reads the file as of one moment. Solutions are verified again before they are returned.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.errors import RunError
from tilewright.formats import toml
from tilewright.model.puzzle import Placement, Solution
from tilewright.model.verification import Checker, faults
from tilewright.runs import rows
from tilewright.runs.database import named_errors, reading
from tilewright.runs.lock import LockHolder, lock_holder
from tilewright.runs.progress import ProgressEstimate, RunProgress, RunTotals, WorkerProgress, progress_of
from tilewright.runs.rows import DONE, SPLIT, WAITING, OptionRow, RunRow, RunState, solution_key

_VERIFY = "`tilewright run verify` lists the damage"


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


def totals_of(connection: sqlite3.Connection, run: str) -> RunTotals:
    """The sums over a run's tasks."""
    states = [f"count(*) FILTER (WHERE status = '{state}')" for state in (WAITING, SPLIT, DONE)]
    counts = [f"coalesce(sum({name}), 0)" for name in ("solutions", "images", "duplicates", "nodes")]
    sums = ", ".join([*states, "total(done_share)", *counts, "total(seconds)"])
    query = f"SELECT {sums} FROM tasks WHERE run = ?"
    totals = RunTotals(*connection.execute(query, (run,)).fetchone())
    # The shares add up to 1 but for rounding; a run has the share 1 when no task is waiting, and only then.
    return replace(totals, share=min(totals.share, 1.0 - 1e-12) if totals.waiting else 1.0)


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
    holder = lock_holder(path)  # before the rows: a coordinator that has ended since has updated them
    with reading(path) as connection:
        found = rows.select_intact(connection, path, RunRow, "ORDER BY created_at, rowid")
        return [_status(connection, row, holder) for row in found]


def run_status(path: Path, run: str) -> RunStatus:
    """The state of a run; RunError when there is none of this name."""
    holder = lock_holder(path)
    with reading(path) as connection:
        return _status(connection, rows.select_run(connection, path, run), holder)


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
        row = rows.select_run(connection, path, run)
        if not row.keep:
            raise RunError(f"{path}: run {run!r} counts its solutions and keeps none")
        placements = placements_of(connection, run)
        order = sorted(range(len(placements)), key=lambda o: placements[o].sort_key)
        rank = dict(zip(order, range(len(order)), strict=True))
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
            except (ValueError, KeyError):
                raise RunError(f"{path}: solution {number} of run {run!r} has unknown options") from None
            solution = Solution(tuple([placements[o] for o in options])).with_puzzle(puzzle)
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
    for row, is_intact in rows.select(connection, OptionRow, "WHERE run = ? ORDER BY number", run):
        if not is_intact or row.number != len(placements):
            raise RunError(f"the row of option {len(placements)} of run {run!r} is damaged; {_VERIFY}")
        placements.append(row.placement)
    return placements


def _status(connection: sqlite3.Connection, row: RunRow, holder: LockHolder | None) -> RunStatus:
    workers = tuple(
        WorkerProgress(name, host, tuple(map(int, running.split())), *numbers)
        for name, host, running, *numbers in connection.execute(
            "SELECT name, host, running_tasks, tasks, nodes, seconds, last_seen FROM workers WHERE run = ? "
            "ORDER BY name",
            (row.id,),
        )
    )
    # A coordinator works on one run at a time; when it takes the file, it marks all others as stopped.
    coordinator = holder if row.state is RunState.RUNNING else None
    return RunStatus(
        row, totals_of(connection, row.id), workers, coordinator, *estimate_of(connection, row.id)
    )
