"""Measure how many solutions per second the store of durable runs accepts, one batch per transaction.

    python benchmarks/runs_store.py [--solutions 1000000] [--batch 20000] [--a-task 2000] [--path FILE]

The solutions are random and distinct, with 16 placements each. Commits are timed as the file grows: a random
key is inserted at a random page of an index.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from tilewright.catalogue import load
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.store import Store
from tilewright.runs.task import RunTask, TaskResult

PLACEMENTS = 16
PUZZLE = "pentominoes-6x10"  # it only lends its 2,056 options


def made_up(options: int, seed: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Different solutions, as sorted numbers of options."""
    draw = random.Random(seed)
    return tuple(tuple(sorted(draw.sample(range(options), PLACEMENTS))) for _ in range(count))


def measure(path: Path, solutions: int, batch: int, a_task: int) -> None:
    """Commit made-up solutions, and tell the pace of each tenth."""
    plain = new_run(load(PUZZLE), RunQuestion(keep=True))
    options = len(plain.context.cover.placements)
    tasks = tuple(RunTask(n + 1, (n,), (), a_task / solutions) for n in range(-(-solutions // a_task)))
    new = NewRun(plain.question, plain.context, tasks)
    spent = worked = 0.0
    told = taken = 0
    with Store(path) as store:
        run = store.create_run(new, "made up", "").id
        while waiting := store.waiting(run, max(1, batch // a_task)):
            results = [
                TaskResult(t.number, "w", 1, a_task, a_task, 1.0, made_up(options, t.number, a_task))
                for t in waiting
            ]
            clock, work = time.perf_counter(), time.process_time()
            got = store.commit(run, results)
            spent += time.perf_counter() - clock
            worked += time.process_time() - work
            assert got.duplicates == 0
            taken += got.stored
            if taken - told >= solutions / 10:
                size = (path.stat().st_size + path.with_name(path.name + "-wal").stat().st_size) / 1e6
                pace = (
                    f"{taken / spent:>10,.0f} a second, {taken / worked:>10,.0f} a second of processor time"
                )
                print(f"{taken:>12,} solutions, {size:>8,.0f} MB: {pace}")
                told = taken


def main() -> None:
    """Measure, by default in a temporary file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solutions", type=int, default=1_000_000)
    parser.add_argument("--batch", type=int, default=20_000, help="solutions per transaction")
    parser.add_argument("--a-task", type=int, default=2_000, help="solutions per task")
    parser.add_argument("--path", type=Path, help="file to create and keep, on the disk to measure")
    asked = parser.parse_args()
    if asked.path is not None:
        measure(asked.path, asked.solutions, asked.batch, asked.a_task)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder) / "runs.db", asked.solutions, asked.batch, asked.a_task)


if __name__ == "__main__":
    main()
