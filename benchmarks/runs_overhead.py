"""What durable runs cost: milliseconds a task, and efficiency at 1, 2, 4 and 8 workers, as Markdown tables.

    .venv/bin/python benchmarks/runs_overhead.py [--executors threads,processes,dask] [--workers 1,2,4,8]
                                               [--only overhead|efficiency] [--puzzle NAME]

Overhead: thousands of tasks that take next to nothing, handed out, brought back and committed, against the
same tasks in a plain loop. Efficiency: a count by tree search through tasks, against the same search on one
thread without any run; ideal is as many times as fast as there are workers, or cores if these are fewer.

Seconds are from when the workers are ready; starting them is told apart. Where other programs share the
machine the seconds are theirs, too; two figures are not: the processor's time, all processes together and
less what starting the workers takes, and how much of the time a worker had a task in its hands.
"""

from __future__ import annotations

import argparse
import os
import resource
import secrets
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from report import machine, table
from tilewright import catalogue
from tilewright.runs.coordinator import coordinate
from tilewright.runs.creation import ID_BYTES, NewRun, RunQuestion, new_run
from tilewright.runs.executors import Executor, ExecutorOptions, WorkerState, executor_for
from tilewright.runs.reading import run_status
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store
from tilewright.runs.task import Assignment, RunTask, TaskBudget, TaskLost, TaskResult

EMPTY = "pentominoes-3x20"  # about 8,000 nodes up to symmetry, in thousands of tasks
EMPTY_DEPTH = 4
TREE = "bedlam-cube"
UNLIMITED = TaskBudget(1e9)


@dataclass
class Timed:
    """An executor that notes when its workers were ready, and when all was done."""

    executor: Executor
    ready: float = 0.0
    done: float = 0.0

    @property
    def name(self) -> str:
        return self.executor.name

    def start(self, assignment: Assignment) -> None:
        self.executor.start(assignment)
        self.ready = time.perf_counter()

    def wanted(self) -> int:
        return self.executor.wanted()

    def submit(self, task: RunTask, budget: TaskBudget) -> None:
        self.executor.submit(task, budget)

    def results(self, timeout: float) -> list[TaskResult | TaskLost]:
        return self.executor.results(timeout)

    def workers(self) -> list[WorkerState]:
        return self.executor.workers()

    def stop(self, seconds: float) -> list[TaskResult | TaskLost]:
        return self.executor.stop(seconds)

    def close(self) -> None:
        self.done = time.perf_counter()
        self.executor.close()


@dataclass(frozen=True)
class Measured:
    """One run: seconds until its workers were ready, from then to the end, of processors; and its tasks.

    ``busy`` is the part of the time, 0 to 1, that a worker had a task in its hands.
    """

    start: float
    seconds: float
    processors: float
    busy: float
    tasks: int
    images: int


def processors() -> float:
    """Seconds that processors worked for this process and for its children that have ended."""
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def in_a_loop(new: NewRun) -> tuple[float, float, int]:
    """Seconds, those of the processor, and solutions of the tasks one after another, without a run."""
    clock, used = time.perf_counter(), processors()
    images = 0
    for task in new.tasks:
        images += new.context.perform(task, UNLIMITED, "", lambda: False).images
    return time.perf_counter() - clock, processors() - used, images


def as_a_run(new: NewRun, kind: str, workers: int) -> Measured:
    """The same tasks as a run in a file."""
    idle = executor_for(kind, ExecutorOptions(workers))
    used = processors()
    idle.start(new.assignment)
    idle.close()
    starting = processors() - used
    with tempfile.TemporaryDirectory() as directory, Store(Path(directory, "runs.db")) as store:
        row = store.create_run(new, "a measurement", "")
        timed = Timed(executor_for(kind, ExecutorOptions(workers)))
        clock, used = time.perf_counter(), processors()
        end = coordinate(store, row.id, timed)
        seconds, used = timed.done - timed.ready, processors() - used - starting
        assert end.state is RunState.COMPLETE, end.reason
        totals = run_status(store.path, row.id).totals
    busy = totals.seconds / workers / seconds
    tasks = totals.done + totals.split
    return Measured(timed.ready - clock, seconds, used, busy, tasks, totals.images)


def measured(new: NewRun, images: int, kind: str, workers: int) -> Measured:
    """One line's figures; a wrong count ends it."""
    got = as_a_run(fresh(new), kind, workers)
    assert got.images == images, f"{kind}: {got.images} solutions, {images} expected"
    print(f"{kind}, {workers}: {got}", file=sys.stderr)
    return got


def overhead(kinds: list[str], counts: list[int]) -> list[str]:
    """The table of overheads."""
    new = new_run(catalogue.load(EMPTY), RunQuestion(keep=False, unique=True, depth=EMPTY_DEPTH))
    in_a_loop(new)  # the first time is not the usual one
    seconds, used, images = in_a_loop(new)
    lines = [["a plain loop", "1", f"{len(new.tasks):,}", *_each(seconds, used, len(new.tasks)), ""]]
    for kind, workers in ((kind, workers) for kind in kinds for workers in counts):
        got = measured(new, images, kind, workers)
        per = _each(got.seconds, got.processors, got.tasks)
        lines.append([kind, f"{workers}", f"{got.tasks:,}", *per, f"{got.start:.2f}"])
    return table(["executor", "workers", "tasks", "ms a task", "of processors", "start, s"], lines)


def _each(seconds: float, used: float, tasks: int) -> list[str]:
    return [f"{1e3 * seconds / tasks:.2f}", f"{1e3 * used / tasks:.2f}"]


def efficiency(puzzle: str, kinds: list[str], counts: list[int]) -> list[str]:
    """The table of efficiencies."""
    new = new_run(catalogue.load(puzzle), RunQuestion(keep=False))
    seconds, used, images = in_a_loop(new)
    lines = [["one thread, no run", "1", f"{len(new.tasks):,}", f"{seconds:.2f}", "", f"{used:.2f}", "", ""]]
    for kind, workers in ((kind, workers) for kind in kinds for workers in counts):
        got = measured(new, images, kind, workers)
        lines.append(
            [
                kind,
                f"{workers}",
                f"{got.tasks:,}",
                f"{got.seconds:.2f}",
                f"{seconds / got.seconds / ideal(workers):.0%}",
                f"{got.processors:.2f}",
                f"{got.busy:.0%}",
                f"{got.start:.2f}",
            ]
        )
    return table(
        ["executor", "workers", "tasks", "seconds", "of ideal", "of processors", "busy", "start, s"], lines
    )


def ideal(workers: int) -> int:
    """How many times as fast as one thread so many workers can be here."""
    return min(workers, len(os.sched_getaffinity(0)))


def fresh(new: NewRun) -> NewRun:
    """The same run under another name."""
    assignment = replace(new.assignment, run=secrets.token_hex(ID_BYTES))
    return replace(new, context=replace(new.context, assignment=assignment))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--executors", default="threads,processes", metavar="NAMES")
    parser.add_argument("--workers", default="1,2,4,8", metavar="NUMBERS")
    parser.add_argument("--only", choices=["overhead", "efficiency"], help="one table instead of both")
    parser.add_argument(
        "--puzzle", default=TREE, help="of the catalogue, for the efficiency (default: %(default)s)"
    )
    asked = parser.parse_args()
    kinds, counts = asked.executors.split(","), [int(word) for word in asked.workers.split(",")]
    load = os.getloadavg()[0]
    tables = [] if asked.only == "efficiency" else [*overhead(kinds, counts), ""]
    tables += [] if asked.only == "overhead" else efficiency(asked.puzzle, kinds, counts)
    print(
        f"Machine: {machine()}; {load:.1f} programs wanted its {ideal(sys.maxsize)} cores beforehand.",
        "",
        *tables,
        sep="\n",
    )


if __name__ == "__main__":
    main()
