"""Threads and processes: all tasks come back, whatever ends the workers."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from support import dying_worker
from support.slow_run import slow_run
from support.waiting import HANGS_S, wait_until
from tilewright import catalogue
from tilewright.errors import RunError
from tilewright.runs import executors
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.executors import EXECUTORS, Executor, ExecutorOptions, executor_for, local
from tilewright.runs.executors.local import MAX_DEATHS, processes, threads
from tilewright.runs.task import RunTask, TaskBudget, TaskLost, TaskResult

LONG = TaskBudget(600.0)
KINDS = pytest.mark.parametrize("make", [threads, processes], ids=["threads", "processes"])


@pytest.fixture(scope="module")
def run() -> NewRun:
    return new_run(catalogue.load("pentominoes-5x12"), RunQuestion(keep=True, unique=True, tasks=40))


@pytest.fixture(scope="module")
def slow() -> NewRun:
    return slow_run()


@contextmanager
def started(executor: Executor, new: NewRun) -> Iterator[Executor]:
    try:
        executor.start(new.assignment)
        yield executor
    finally:
        executor.close()


def finish(executor: Executor, tasks: list[RunTask]) -> tuple[list[TaskResult], list[TaskLost]]:
    """All tasks done, those that are lost again; results and losses."""
    todo, out = list(tasks), 0
    done: list[TaskResult] = []
    lost: list[TaskLost] = []
    by_number = {task.number: task for task in tasks}
    while todo or out:
        for _ in range(min(len(todo), executor.wanted())):
            executor.submit(todo.pop(), LONG)
            out += 1
        for back in executor.results(1.0):
            out -= 1
            if isinstance(back, TaskLost):
                lost.append(back)
                todo.append(by_number[back.number])
            else:
                done.append(back)
    return done, lost


@KINDS
def test_results_and_remainders_have_all_solutions(
    make: Callable[[ExecutorOptions], Executor], run: NewRun, slow: NewRun
) -> None:
    with started(make(ExecutorOptions(2)), run) as executor:
        assert 2 <= executor.wanted() <= 2 * (1 + executors.MAX_QUEUED)
        done, lost = finish(executor, list(run.tasks))
        assert not lost
        assert sum(result.solutions for result in done) == 1010
        assert len({options for result in done for options in result.option_sets}) == 1010
        names = {worker.name for worker in executor.workers()}
        assert len(names) == 2 and {result.worker for result in done} <= names
        # Some that are under way when it is stopped, or have not been begun.
        for task in run.tasks[:3]:
            executor.submit(task, LONG)
        back = executor.stop(HANGS_S)
        assert sorted(each.number for each in back) == [task.number for task in run.tasks[:3]]
        assert executor.results(0) == []
    context = run.context
    rows: list[tuple[int, ...]] = []
    for each in back:
        task = run.tasks[each.number - 1]
        if isinstance(each, TaskLost):
            rows += context.perform(task, LONG, "here", lambda: False).option_sets
            continue
        rows += each.option_sets
        assert sum(rest.share for rest in each.remainders) <= task.share
        for number, rest in enumerate(each.remainders):
            left = RunTask(number, rest.prefix, task.required, rest.share)
            rows += context.perform(left, LONG, "here", lambda: False).option_sets
    whole = [result for result in done if result.number <= 3]
    assert sorted(rows) == sorted(options for result in whole for options in result.option_sets)


@pytest.mark.event
@KINDS
def test_a_long_task_ends_when_stopped(make: Callable[[ExecutorOptions], Executor], slow: NewRun) -> None:
    with started(make(ExecutorOptions(1)), slow) as executor:
        executor.submit(slow.tasks[0], LONG)
        wait_until(lambda: executor.workers()[0].tasks == (slow.tasks[0].number,))
        (back,) = executor.stop(HANGS_S)
        assert isinstance(back, TaskResult) and back.remainders
        assert 0 < sum(rest.share for rest in back.remainders) <= slow.tasks[0].share


@KINDS
def test_an_invalid_task_is_reported_as_failed(
    make: Callable[[ExecutorOptions], Executor], run: NewRun
) -> None:
    nonsense = RunTask(1, (10**6,), (), 1.0)
    with started(make(ExecutorOptions(1)), run) as executor:
        executor.submit(nonsense, LONG)
        (back,) = executor.results(HANGS_S)
        assert isinstance(back, TaskLost) and back.failed and back.number == 1 and back.reason
        done, lost = finish(executor, list(run.tasks[:2]))
        assert len(done) == 2 and not lost


@KINDS
def test_another_version_is_rejected(make: Callable[[ExecutorOptions], Executor], run: NewRun) -> None:
    executor = make(ExecutorOptions(1))
    with pytest.raises(RunError, match=r"the coordinator has 0\.0\.0"):
        executor.start(replace(run.assignment, version="0.0.0"))
    executor.close()
    executor.close()


@pytest.mark.event
def test_close_ends_all_threads_and_processes(slow: NewRun) -> None:
    before = threading.active_count()
    executor = processes(ExecutorOptions(1))
    with started(executor, slow):
        executor.submit(slow.tasks[0], LONG)
        wait_until(lambda: executor.workers()[0].tasks != ())
        process = int(executor.workers()[0].name.split()[1])
    assert threading.active_count() == before
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.event
def test_a_killed_process_is_replaced_and_only_its_task_lost(run: NewRun, slow: NewRun) -> None:
    with started(processes(ExecutorOptions(1)), slow) as executor:
        executor.submit(slow.tasks[0], LONG)
        executor.submit(slow.tasks[1], LONG)
        wait_until(lambda: executor.workers()[0].tasks != ())
        (worker,) = executor.workers()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):  # the first two are not for it
            os.kill(int(worker.name.split()[1]), number)
        (lost,) = executor.results(HANGS_S)
        assert isinstance(lost, TaskLost) and not lost.failed
        assert (lost.number, lost.worker) == (slow.tasks[0].number, worker.name)
        assert "was killed by SIGKILL (out of memory?)" in lost.reason
        wait_until(lambda: executor.workers()[0].tasks == (slow.tasks[1].number,))
        assert executor.workers()[0].name != worker.name
        (back,) = executor.stop(HANGS_S)
        assert isinstance(back, TaskResult) and back.number == slow.tasks[1].number


def test_repeated_deaths_of_processes_end_the_run(run: NewRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "WORKER", f"{dying_worker.__name__}:perform")
    executor = processes(ExecutorOptions(1))
    with pytest.raises(RunError, match=f"exit code 3, the last of {MAX_DEATHS} in a row"):
        executor.start(run.assignment)
    executor.close()


@pytest.mark.event
def test_unfetched_solutions_limit_further_tasks(run: NewRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "MAX_UNFETCHED", 1)
    rich = next(task for task in run.tasks if run.context.perform(task, LONG, "", lambda: False).option_sets)
    with started(threads(ExecutorOptions(1)), run) as executor:
        executor.submit(rich, LONG)
        wait_until(lambda: executor.wanted() == 0)
        assert len(executor.results(HANGS_S)) == 1
        assert executor.wanted() > 0


def test_executors_are_made_by_name() -> None:
    assert executor_for("threads", ExecutorOptions(1)).name == "1 thread"
    assert executor_for("processes", ExecutorOptions(3)).name == "3 processes"
    assert ExecutorOptions().local_workers >= 1
    with pytest.raises(RunError, match=f"there are {', '.join(sorted(EXECUTORS))}"):
        executor_for("slurm", ExecutorOptions())
