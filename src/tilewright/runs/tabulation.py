"""Rows of tables of results that worker processes compute: a run in a database that is not kept."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tilewright.errors import RunError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.runs.coordinator import RunControl, coordinate
from tilewright.runs.creation import RunQuestion, has_fixed_labels, new_run
from tilewright.runs.executors import Executor, ExecutorOptions
from tilewright.runs.executors.local import processes
from tilewright.runs.progress import RunProgress
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store
from tilewright.solving.steps import Limits, Progress, Status
from tilewright.solving.tabulation import PuzzleRow, RowOptions


def measure_run(
    name: str,
    puzzle: AnyPuzzle,
    options: RowOptions,
    workers: int,
    *,
    motions: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    executor: Callable[[ExecutorOptions], Executor] = processes,
) -> PuzzleRow:
    """As ``solve.tabulation.measure``, by one search in so many processes, whose start does not count.

    Labelled solutions are counted where each solution makes the same number of them.
    """
    labelled = has_fixed_labels(puzzle)
    new = new_run(puzzle, RunQuestion(keep=False, unique=True, engine=options.engine, labelled=labelled))
    complete = Status.COMPLETE.value
    if new.proof:
        return PuzzleRow(
            name, complete, 0, 0, 0, None, 0.0, 0, "", motions, new.proof, cpu_seconds=0.0, workers=workers
        )

    def report(progress: RunProgress) -> None:
        if on_progress is not None:
            on_progress(Progress(progress.share.low, progress.totals.nodes, 0, 0, progress.seconds, None))

    control = RunControl(Limits(nodes=options.nodes, seconds=options.seconds), report, cancel)
    with TemporaryDirectory(prefix="tilewright-") as directory, Store(Path(directory, "runs.db")) as store:
        run = store.create_run(new, name, name).id
        result = coordinate(store, run, executor(ExecutorOptions(workers)), control)
        row, totals = store.run(run), result.progress.totals
    if result.state is RunState.FAILED:
        raise RunError(result.reason)
    status, note = complete, ""
    if result.state is not RunState.COMPLETE:
        is_cancelled = cancel is not None and cancel.is_set()
        status = (Status.CANCELLED if is_cancelled else Status.LIMIT).value
        note = result.reason
    return PuzzleRow(
        name,
        status,
        row.labelled(totals.images) if row.is_labelled else None,
        totals.images,
        totals.solutions,
        row.first_seconds,
        row.seconds,
        totals.nodes,
        row.engine,
        motions,
        note,
        totals.cpu_seconds,
        workers=workers,
    )
