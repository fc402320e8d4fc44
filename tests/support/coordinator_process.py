"""A coordinator to be killed: starts two processes on long tasks, prints their ids, and waits."""

from __future__ import annotations

import signal

from support.slow_run import slow_run
from support.waiting import wait_until
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import processes
from tilewright.runs.task import TaskBudget


def main() -> None:
    new = slow_run()
    executor = processes(ExecutorOptions(2))
    executor.start(new.assignment)
    for task in new.tasks[:2]:
        executor.submit(task, TaskBudget(600.0))
    wait_until(lambda: all(worker.tasks for worker in executor.workers()))
    print(*(worker.name.split()[1] for worker in executor.workers()), flush=True)
    signal.pause()


if __name__ == "__main__":
    main()
