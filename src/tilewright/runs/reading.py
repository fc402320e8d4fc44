"""What a file of runs says, read while a coordinator may be writing: how runs stand, and their solutions.

Each function reads the file as of one moment. Solutions are verified again before they are handed on.
"""

from __future__ import annotations

import json
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
from tilewright.runs.lock import Holder, holder_of
from tilewright.runs.progress import RunProgress, WorkerProgress, progress_at
from tilewright.runs.progress_estimate import Outlook
from tilewright.runs.rows import RUNNING, SELECT, OptionRow, RunRow, key_of, run_row, seal_of

INTERRUPTED = "interrupted"
"""How a run is said to stand that was running when its coordinator ended without a word."""


class WorkerRow(NamedTuple):
    """A worker of a run, as a coordinator last saw it; ``seen`` is UTC, ``doing`` are tasks."""

    name: str
    host: str
    tasks: int
    nodes: int
    seconds: float
    doing: tuple[int, ...]
    seen: str


@dataclass(frozen=True)
class Totals:
    """Sums over a run's tasks: only what is committed counts.

    ``share`` is the part of the tree that is done, 0 to 1, as it was judged. ``images`` are the solutions in
    the orbits that ``solutions`` counts. ``seconds`` are the workers', added up.
    """

    waiting: int
    split: int
    done: int
    share: float
    solutions: int
    images: int
    doubles: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class RunStatus:
    """How a run stands; ``holder`` is the process that works on it now.

    ``outlook`` is what dives said of its size, and ``pace`` nodes a second of late, as last noted.
    """

    run: RunRow
    totals: Totals
    workers: tuple[WorkerRow, ...]
    holder: Holder | None
    outlook: Outlook | None = None
    pace: float = 0.0

    @property
    def state(self) -> str:
        """``running``, ``interrupted``, ``stopped``, ``complete`` or ``failed``."""
        return INTERRUPTED if self.run.status == RUNNING and self.holder is None else self.run.status

    def progress(self) -> RunProgress:
        """How far the run is; it is as fast as it was on average where nobody works on it."""
        totals, spent, running = self.totals, self.run.seconds, self.state == RUNNING
        rate = self.pace if running else 0.0
        if not rate and spent > 0:
            rate = totals.nodes / spent
        workers = tuple(
            WorkerProgress(w.name, w.host, w.doing if running else (), w.tasks, w.nodes, w.seconds)
            for w in self.workers
        )
        return progress_at(
            totals,
            spent,
            workers,
            outlook=self.outlook,
            nodes_per_second=rate,
            working=running and not self.run.one,
        )


def totals_of(connection: sqlite3.Connection, run: str) -> Totals:
    """The sums over a run's tasks."""
    tally = {"waiting": 0, "split": 0, "done": 0}
    share = seconds = 0.0
    sums = [0, 0, 0, 0]
    for status, count, done, spent, *counts in connection.execute(
        "SELECT status, count(*), sum(done_share), sum(seconds), sum(solutions), sum(images), sum(doubles), "
        "sum(nodes) FROM tasks WHERE run = ? GROUP BY status",
        (run,),
    ):
        tally[status] = count
        share += done
        seconds += spent
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
    solutions, images, doubles, nodes = sums
    # The shares add up to 1 but for rounding; "all" is said of a run without waiting tasks, and of no other.
    finished = not tally["waiting"]
    share = 1.0 if finished else min(share, 1.0 - 1e-12)
    return Totals(**tally, share=share, solutions=solutions, images=images, doubles=doubles, nodes=nodes,
                  seconds=seconds)  # fmt: skip


def outlook_of(connection: sqlite3.Connection, run: str) -> tuple[Outlook | None, float]:
    """What dives said of a run's size, and its nodes a second of late."""
    held = connection.execute(
        "SELECT dives, weight, nodes, ahead, error, nodes_per_second FROM outlooks WHERE run = ?", (run,)
    ).fetchone()
    if held is None:
        return None, 0.0
    *values, pace = held
    return (Outlook(*values) if values[0] else None), float(pace)


def run_statuses(path: Path) -> list[RunStatus]:
    """How all runs in a file stand, the oldest first."""
    holder = holder_of(path)  # before the rows are read: who has ended since has said so in them
    with reading(path) as connection:
        found = connection.execute(f"{SELECT[RunRow]} ORDER BY created, rowid").fetchall()
        return [_status(connection, run_row(values, str(path)), holder) for values in found]


def run_status(path: Path, run: str) -> RunStatus:
    """How a run stands; RunError when there is none of this name."""
    holder = holder_of(path)
    with reading(path) as connection:
        return _status(connection, _run(connection, path, run), holder)


def find_run(path: Path, start: str) -> str:
    """The name of the one run that begins so; RunError when none or several do."""
    with reading(path) as connection:
        names = [str(name) for (name,) in connection.execute("SELECT id FROM runs ORDER BY id")]
    if start in names:
        return start
    found = [name for name in names if start and name.startswith(start)]
    if len(found) == 1:
        return found[0]
    if found:
        raise RunError(f"{path}: {len(found)} runs begin with {start!r}: {', '.join(found[:5])}")
    raise RunError(f"{path}: there is no run {start!r}; `tilewright run list` tells which there are")


def solutions(path: Path, run: str) -> Iterator[Solution]:
    """A run's solutions, one after another, each verified by its cells.

    Their order is that of their keys: the same for the same solutions, however the run was done. RunError at
    the first that is damaged or wrong, at the end when some are missing, and when the run keeps none.
    """
    with named_errors(path), reading(path) as connection:
        row = _run(connection, path, run)
        if not row.keep:
            raise RunError(f"{path}: run {run!r} counts its solutions and keeps none")
        placements = options_of(connection, run)
        order = sorted(range(len(placements)), key=lambda o: placements[o].sort_key)
        rank = [0] * len(order)
        for place, option in enumerate(order):
            rank[option] = place
        puzzle = toml.loads(row.puzzle)
        checker = Checker(puzzle)
        told = 0
        for number, text, key in connection.execute(
            "SELECT id, options, key FROM solutions WHERE run = ? ORDER BY key", (run,)
        ):
            if key_of(text) != key:
                raise RunError(f"{path}: solution {number} of run {run!r} is damaged; {_VERIFY}")
            try:
                held = sorted(map(int, text.split()), key=rank.__getitem__)
            except (ValueError, IndexError):
                raise RunError(f"{path}: solution {number} of run {run!r} names no such options") from None
            solution = Solution(tuple([placements[o] for o in held]))
            if not checker.accepts(solution):
                wrong = "; ".join(faults(puzzle, solution)[:3]) or "the checker refuses it"
                raise RunError(f"{path}: solution {number} of run {run!r} is wrong: {wrong}; {_VERIFY}")
            told += 1
            yield solution
        meant = totals_of(connection, run).solutions
        if told != meant:
            raise RunError(f"{path}: run {run!r} has {told:,} solutions stored of {meant:,}; {_VERIFY}")


_VERIFY = "`tilewright run verify` tells more"


def options_of(connection: sqlite3.Connection, run: str) -> list[Placement]:
    """What the numbers of a run's options stand for; RunError when a row is damaged or missing."""
    placements: list[Placement] = []
    for values in connection.execute(f"{SELECT[OptionRow]} WHERE run = ? ORDER BY number", (run,)):
        row = OptionRow(*values[:-1])
        if seal_of(row) != values[-1] or row.number != len(placements):
            raise RunError(f"the row of option {len(placements)} of run {run!r} is damaged; {_VERIFY}")
        placements.append(placement_of(row))
    return placements


def placement_of(row: OptionRow) -> Placement:
    """The placement that a stored option stands for."""
    return Placement(row.piece, tuple(tuple(cell) for cell in json.loads(row.cells)))


def _run(connection: sqlite3.Connection, path: Path, run: str) -> RunRow:
    values = connection.execute(f"{SELECT[RunRow]} WHERE id = ?", (run,)).fetchone()
    if values is None:
        raise RunError(f"{path}: there is no run {run!r}; `tilewright run list` tells which there are")
    return run_row(values, str(path))


def _status(connection: sqlite3.Connection, row: RunRow, holder: Holder | None) -> RunStatus:
    workers = [
        WorkerRow(name, host, tasks, nodes, seconds, tuple(map(int, doing.split())), seen)
        for name, host, tasks, nodes, seconds, doing, seen in connection.execute(
            "SELECT name, host, tasks, nodes, seconds, doing, seen FROM workers WHERE run = ? ORDER BY name",
            (row.id,),
        )
    ]
    # A coordinator works on one run at a time; on taking the file it says of all others that they stopped.
    works = holder if row.status == RUNNING else None
    outlook, pace = outlook_of(connection, row.id)
    return RunStatus(row, totals_of(connection, row.id), tuple(workers), works, outlook, pace)
