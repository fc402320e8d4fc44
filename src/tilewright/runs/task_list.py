"""The tasks of a run one by one, with their state and what they took, while a coordinator may be working."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path

from tilewright.runs import rows
from tilewright.runs.database import reading
from tilewright.runs.decisions import decisions_from_text
from tilewright.runs.reading import RunStatus, run_status
from tilewright.runs.rows import DONE, SPLIT, WAITING, RunRow, RunState, TaskRow, select


class TaskState(Enum):
    """What a task is; a split one was searched in part, and the rest of it became new tasks."""

    WAITING = "waiting"
    RUNNING = "running"
    SPLIT = "split"
    DONE = "done"
    FAILED = "failed"


_STORED = {
    TaskState.WAITING: WAITING,
    TaskState.RUNNING: WAITING,
    TaskState.FAILED: WAITING,
    TaskState.SPLIT: SPLIT,
    TaskState.DONE: DONE,
}
_FAILED_TASK = re.compile(r"task (\d+) (?:failed|was lost) \d+ times, ")
"""How the reason begins for which a run failed by one of its tasks."""


@dataclass(frozen=True)
class ListedTask:
    """A task: its state, the decisions that lead to it, and what its worker found and took.

    ``chosen`` and ``excluded`` are numbers of options. ``parent`` is the task of which it is a rest, None for
    those that the run began with. ``worker`` did it, or has it now; "" for none.
    """

    number: int
    parent: int | None
    state: TaskState
    share: float
    chosen: tuple[int, ...]
    excluded: tuple[int, ...]
    nodes: int
    solutions: int
    images: int
    seconds: float
    cpu_seconds: float
    worker: str


@dataclass(frozen=True)
class TaskList:
    """Some tasks of a run by their numbers, and whether there are more behind them."""

    status: RunStatus
    tasks: tuple[ListedTask, ...]
    has_more: bool


def run_tasks(
    path: Path, run: str, limit: int, *, after: int = 0, states: Collection[TaskState] = ()
) -> TaskList:
    """Up to ``limit`` tasks of a run with a number above ``after``, of these states or of any.

    RunError when there is no such run, DamagedError when a row is damaged.
    """
    status = run_status(path, run)
    workers = {task: worker.name for worker in status.progress().workers for task in worker.running_tasks}
    failed = _failed_task(status.run)
    stored = sorted({_STORED[state] for state in states or TaskState})
    marks = ", ".join("?" * len(stored))
    where = f"WHERE run = ? AND id > ? AND status IN ({marks}) ORDER BY id"
    tasks: list[ListedTask] = []
    with reading(path) as connection:
        for row, is_intact in select(connection, TaskRow, where, run, after, *stored):
            if not is_intact:
                raise rows.wrong_checksum(path, row)
            task = _listed(row, workers, failed)
            if not states or task.state in states:
                tasks.append(task)
            if len(tasks) > limit:
                break
    return TaskList(status, tuple(islice(tasks, limit)), len(tasks) > limit)


def _failed_task(run: RunRow) -> int:
    """The number of the task by which a run failed; 0 where there is none."""
    match = _FAILED_TASK.match(run.reason) if run.state is RunState.FAILED else None
    return int(match[1]) if match else 0


def _listed(row: TaskRow, workers: dict[int, str], failed: int) -> ListedTask:
    state, worker = TaskState(row.status), row.worker
    if state is TaskState.WAITING and row.id == failed:
        state = TaskState.FAILED
    elif state is TaskState.WAITING and row.id in workers:
        state, worker = TaskState.RUNNING, workers[row.id]
    decisions = decisions_from_text(row.prefix)
    return ListedTask(
        row.id,
        row.parent,
        state,
        row.share,
        tuple(option for option in decisions if option >= 0),
        tuple(-1 - decision for decision in decisions if decision < 0),
        row.nodes,
        row.solutions,
        row.images,
        row.seconds,
        row.cpu_seconds,
        worker,
    )
