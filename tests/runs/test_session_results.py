"""How a session of a run ends, and the state that is stored."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from support.fake_clock import FakeClock
from support.puzzle_cases import pentominoes, piece, rectangle
from support.stored_runs import StoredRun, store_new_run
from support.unreliable_executor import UnreliableExecutor, tiny_steps
from tilewright import __version__
from tilewright.catalogue import load
from tilewright.errors import RunError
from tilewright.model.puzzle import Puzzle
from tilewright.runs import coordinator
from tilewright.runs.coordinator import MAX_FAILURES, MAX_LOSSES, MAX_SOLUTIONS, RunControl
from tilewright.runs.creation import RunQuestion
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.progress import ALL, UNKNOWN, ProgressEstimate, RunProgress
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store, request_stop
from tilewright.runs.task import Assignment, RunTask, TaskBudget, TaskLost, TaskResult
from tilewright.runs.worker import WorkerContext
from tilewright.solving.steps import Limits

DOMINOES = Puzzle(rectangle(4, 5), (piece("domino", "##", 10),))  # 95 solutions


@pytest.fixture
def run(tmp_path: Path) -> StoredRun:
    return store_new_run(tmp_path / "runs.db", DOMINOES, RunQuestion(keep=True))


class FailingTask(UnreliableExecutor):
    """Each task is lost, with or without its own fault, the first of them as often as ``times`` says."""

    def __init__(self, times: int, *, failed: bool) -> None:
        super().__init__(1)
        self.remaining, self.failed, self.chosen = times, failed, 0
        self.seen: list[TaskBudget] = []

    def submit(self, task: RunTask, budget: TaskBudget) -> None:
        super().submit(task, budget)
        self.chosen = self.chosen or task.number
        if task.number == self.chosen:
            self.seen.append(budget)

    def answer(self, task: RunTask) -> TaskResult | TaskLost:
        if task.number == self.chosen and self.remaining:
            self.remaining -= 1
            return TaskLost(task.number, "w", "ValueError: a bad day", failed=self.failed)
        return self.perform(task)


class Idle(UnreliableExecutor):
    """Nothing is ever done, but in the end."""

    def results(self, timeout: float) -> list[TaskResult | TaskLost]:
        return []


def test_repeated_failures_of_a_task_end_the_run(run: StoredRun) -> None:
    end = run.session(FailingTask(MAX_FAILURES, failed=True))
    assert end.state == RunState.FAILED == run.status().state
    assert end.reason == run.status().run.reason
    assert f"failed {MAX_FAILURES} times, at last with ValueError: a bad day" in end.reason
    assert run.session(threads(ExecutorOptions(1))).progress.totals.solutions == 95  # it may be tried again


def test_a_few_failures_of_a_task_are_retried(run: StoredRun) -> None:
    assert run.session(FailingTask(MAX_FAILURES - 1, failed=True)).progress.totals.solutions == 95


def test_a_task_lost_with_its_worker_gets_smaller_budgets_and_ends_the_run(
    run: StoredRun,
) -> None:
    executor = FailingTask(MAX_LOSSES, failed=False)
    end = run.session(executor)
    assert end.state == RunState.FAILED and f"was lost {MAX_LOSSES} times" in end.reason
    numbers = [budget.solutions for budget in executor.seen]
    assert numbers[0] == MAX_SOLUTIONS and numbers[-1] == 1 and numbers == sorted(numbers, reverse=True)
    assert run.session(threads(ExecutorOptions(1))).progress.totals.solutions == 95


def test_a_cancelled_run_is_stopped_with_its_progress(run: StoredRun) -> None:
    button = threading.Event()
    button.set()
    with tiny_steps(1):
        end = run.session(threads(ExecutorOptions(1)), RunControl(cancel=button))
    status = run.status()
    assert (end.state, status.state, status.run.reason) == (
        RunState.STOPPED,
        RunState.STOPPED,
        "it was interrupted",
    )
    assert status.totals.share < 1 and end.progress.share == status.progress().share
    assert end.progress.share.low < 1
    assert run.session(threads(ExecutorOptions(2))).progress.totals.solutions == 95


class OneTaskInTenSeconds(UnreliableExecutor):
    """Finishes the tasks of a run one after another, each in ten seconds of a clock."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(0)
        self._clock = clock

    def wanted(self) -> int:
        return 1 - len(self.out)

    def results(self, timeout: float) -> list[TaskResult | TaskLost]:
        assert self.context is not None
        self._clock.now += 10.0
        done = [self.context.perform(t, TaskBudget(1e9), "w", lambda: False) for t in self.out.values()]
        self.out.clear()
        return [*done]


def test_the_time_left_is_estimated_by_tasks_where_dives_say_nothing(
    tmp_path: Path, still_clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProgressEstimate, "share", lambda self, done: UNKNOWN)
    run = store_new_run(tmp_path / "runs.db", load("dominoes-4x8"), RunQuestion(keep=False, depth=4))
    reports: list[RunProgress] = []
    run.session(OneTaskInTenSeconds(still_clock), RunControl(on_progress=reports.append))
    waiting = [one for one in reports if one.totals.waiting and one.totals.finished >= 4]
    assert len(waiting) > 10
    for one in waiting:
        assert one.share == UNKNOWN and one.remaining_s is not None
        assert one.remaining_s.low <= 10.0 * one.totals.waiting <= one.remaining_s.high


def test_another_process_stops_the_run(run: StoredRun) -> None:
    wished = []

    def wish(progress: RunProgress) -> None:
        wished.append(request_stop(run.path, run.run))

    end = run.session(Idle(1), RunControl(on_progress=wish))
    assert wished[0] and not wished[-1], "a run that has ended cannot be stopped"
    assert (end.state, end.reason) == (RunState.STOPPED, "a stop was requested")
    assert (
        run.session(threads(ExecutorOptions(1))).state == RunState.COMPLETE
    )  # the wish is not for the next sitting


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(seconds=0), "the time limit of 0 seconds was reached"),
        (Limits(nodes=1), "the limit of 1 nodes was reached"),
    ],
)
def test_limits_stop_the_run(run: StoredRun, limits: Limits, reason: str) -> None:
    with tiny_steps(1):
        end = run.session(UnreliableExecutor(3), RunControl(limits))
    assert (end.state, end.reason) == (RunState.STOPPED, reason)
    assert run.session(threads(ExecutorOptions(1))).progress.totals.solutions == 95


def test_the_first_solution_completes_a_first_only_run(tmp_path: Path) -> None:
    puzzle = pentominoes(rectangle(6, 10))
    run = store_new_run(tmp_path / "runs.db", puzzle, RunQuestion(keep=True, first_only=True))
    end = run.session(threads(ExecutorOptions(2)))  # they go on until they hear of it, however far that is
    assert end.state == RunState.COMPLETE == run.status().state
    assert 1 <= len(run.stored()) == end.progress.totals.solutions
    other = store_new_run(tmp_path / "other.db", puzzle, RunQuestion(keep=True, first_only=True))
    end = other.session(UnreliableExecutor(1))
    assert end.state == RunState.COMPLETE and 1 <= end.progress.totals.solutions < 3_000
    assert end.progress.share.low < 1


def test_a_first_solution_returned_by_stop_completes_the_run(tmp_path: Path) -> None:
    button = threading.Event()

    class Late(Idle):
        """The solution is there when the run has been stopped."""

        def perform(self, task: RunTask) -> TaskResult:
            assert self.context is not None
            return self.context.perform(task, TaskBudget(60.0, 1), "w", lambda: False)

        def submit(self, task: RunTask, budget: TaskBudget) -> None:
            super().submit(task, budget)
            button.set()

        def stop(self, seconds: float) -> list[TaskResult | TaskLost]:
            return [self.perform(task) for task in self.out.values()]

    run = store_new_run(tmp_path / "runs.db", DOMINOES, RunQuestion(keep=True, first_only=True))
    end = run.session(Late(1), RunControl(cancel=button))
    assert end.progress.totals.solutions and end.progress.share.low < 1
    assert (end.state, end.reason, run.status().state) == (RunState.COMPLETE, "", RunState.COMPLETE)


@pytest.mark.usefixtures("ticking_clock")
def test_running_tasks_count_as_waiting(run: StoredRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordinator, "HEARTBEAT_SECONDS", 0.02)
    reported: list[RunProgress] = []
    waiting = run.status().totals.waiting
    run.session(Idle(1), RunControl(Limits(seconds=100), reported.append))
    assert {progress.totals.waiting for progress in reported[:-1]} == {waiting}
    assert any(progress.running_tasks for progress in reported)


def test_first_only_run_without_solutions_is_complete(tmp_path: Path) -> None:
    odd = Puzzle(rectangle(4, 4, [(0, 0), (3, 3)]), (piece("domino", "##", 7),))
    run = store_new_run(tmp_path / "runs.db", odd, RunQuestion(keep=True, first_only=True))
    end = run.session(threads(ExecutorOptions(1)))
    assert (end.state, end.progress.totals.solutions, end.progress.share) == (RunState.COMPLETE, 0, ALL)


def test_a_complete_run_is_unchanged(run: StoredRun) -> None:
    first = run.session(threads(ExecutorOptions(1)))
    again = run.session(FailingTask(1, failed=True))
    assert again.state is RunState.COMPLETE
    assert again.progress.totals.solutions == first.progress.totals.solutions == 95


def test_commits_before_an_exception_are_kept(run: StoredRun) -> None:
    class Broken(UnreliableExecutor):
        def results(self, timeout: float) -> list[TaskResult | TaskLost]:
            if run.status().totals.done > 3:
                raise ZeroDivisionError("a fault of Tilewright")
            return super().results(timeout)

    with pytest.raises(ZeroDivisionError):
        run.session(Broken(5))
    status = run.status()
    assert (status.state, status.run.reason) == (RunState.FAILED, "ZeroDivisionError: a fault of Tilewright")
    assert status.totals.done > 3
    assert run.session(threads(ExecutorOptions(1))).progress.totals.solutions == 95


def test_an_executor_error_loses_nothing(run: StoredRun) -> None:
    class Gone(UnreliableExecutor):
        def results(self, timeout: float) -> list[TaskResult | TaskLost]:
            if run.status().totals.done > 3:
                raise RunError("the cluster is gone")
            return super().results(timeout)

    end = run.session(Gone(5))
    assert (end.state, end.reason) == (RunState.FAILED, "the cluster is gone")
    assert run.session(threads(ExecutorOptions(1))).progress.totals.solutions == 95


def test_a_second_ctrl_c_stops_at_once(run: StoredRun) -> None:
    class Pressed(UnreliableExecutor):
        def results(self, timeout: float) -> list[TaskResult | TaskLost]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.session(Pressed(1))
    assert run.status().state is RunState.STOPPED
    assert "interrupted" in run.status().run.reason


def test_a_start_without_workers_is_an_error(run: StoredRun) -> None:
    class Absent(UnreliableExecutor):
        def start(self, assignment: Assignment) -> None:
            raise RunError("there is no scheduler at tcp://127.0.0.1:1")

    with pytest.raises(RunError, match="no scheduler"):
        run.session(Absent(1))
    assert (run.status().state, run.status().run.reason[:21]) == (RunState.STOPPED, "there is no scheduler")


def test_ctrl_c_while_workers_start(run: StoredRun) -> None:
    class Starting(UnreliableExecutor):
        def start(self, assignment: Assignment) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.session(Starting(1))
    assert run.status().state is RunState.STOPPED
    assert run.status().run.reason.startswith("it was interrupted")


def test_another_build_is_rejected(run: StoredRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerContext, "digest", lambda context: "another")
    with pytest.raises(RunError, match="another build of Tilewright"):
        run.session(threads(ExecutorOptions(1)))
    monkeypatch.setattr(coordinator, "__version__", "99.0")
    with pytest.raises(RunError, match=r"this is 99\.0, which translates its puzzle"):
        run.session(threads(ExecutorOptions(1)))


def test_a_newer_version_with_the_same_problem_resumes(run: StoredRun) -> None:
    with Store(run.path) as store:
        row = store.run(run.run)._replace(version="0.0.1")
    assert coordinator.resumed_context(row).assignment == replace(row.assignment, version=__version__)


def test_a_run_without_tasks_is_complete(tmp_path: Path) -> None:
    misfit = Puzzle(rectangle(2, 2), (piece("I3", "###", 2),))
    run = store_new_run(tmp_path / "runs.db", misfit, RunQuestion(keep=True))
    end = run.session(threads(ExecutorOptions(1)))
    assert (end.state, end.progress.totals.solutions, end.progress.share) == (RunState.COMPLETE, 0, ALL)
