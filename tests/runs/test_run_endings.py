"""How a sitting of a run ends, and that its status says so."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from support.chaos import Chaos, tiny_slices
from support.puzzle_cases import pentominoes, piece, rectangle
from support.sittings import StoredRun, begun
from tilewright import __version__
from tilewright.errors import RunError
from tilewright.model.puzzle import Puzzle
from tilewright.runs import coordinator
from tilewright.runs.coordinator import MOST_FAULTS, MOST_LOSSES, MOST_SOLUTIONS, RunControl
from tilewright.runs.creation import RunQuestion
from tilewright.runs.executors.threads import threads
from tilewright.runs.progress import RunProgress
from tilewright.runs.progress_estimate import ALL
from tilewright.runs.store import Store, wish_stop
from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost, TaskResult
from tilewright.solve.engines.base import Limits

DOMINOES = Puzzle(rectangle(4, 5), (piece("domino", "##", 10),))  # 95 solutions


@pytest.fixture
def run(tmp_path: Path) -> StoredRun:
    return begun(tmp_path / "runs.db", DOMINOES, RunQuestion(keep=True))


class Ill(Chaos):
    """Each task is lost, with or without its own fault, the first of them as often as ``times`` says."""

    def __init__(self, times: int, *, fault: bool) -> None:
        super().__init__(1)
        self.left, self.fault, self.chosen = times, fault, 0
        self.seen: list[Budget] = []

    def submit(self, task: RunTask, budget: Budget) -> None:
        super().submit(task, budget)
        self.chosen = self.chosen or task.number
        if task.number == self.chosen:
            self.seen.append(budget)

    def _back(self, task: RunTask) -> TaskResult | TaskLost:
        if task.number == self.chosen and self.left:
            self.left -= 1
            return TaskLost(task.number, "w", "ValueError: a bad day", fault=self.fault)
        return self._perform(task)


class Idle(Chaos):
    """Nothing is ever done, but in the end."""

    def results(self, timeout: float) -> list[TaskResult | TaskLost]:
        return []


def test_a_task_that_raises_again_and_again_ends_the_run(run: StoredRun) -> None:
    end = run.once(Ill(MOST_FAULTS, fault=True))
    assert end.status == "failed" == run.status().run.status
    assert end.reason == run.status().run.reason
    assert f"failed {MOST_FAULTS} times, at last with ValueError: a bad day" in end.reason
    assert run.once(threads(1)).progress.solutions == 95  # it may be tried again


def test_a_task_that_raises_less_often_is_done(run: StoredRun) -> None:
    assert run.once(Ill(MOST_FAULTS - 1, fault=True)).progress.solutions == 95


def test_a_task_that_takes_its_worker_along_gets_less_to_hold_and_ends_the_run_in_the_end(
    run: StoredRun,
) -> None:
    executor = Ill(MOST_LOSSES, fault=False)
    end = run.once(executor)
    assert end.status == "failed" and f"was lost {MOST_LOSSES} times" in end.reason
    held = [budget.solutions for budget in executor.seen]
    assert held[0] == MOST_SOLUTIONS and held[-1] == 1 and held == sorted(held, reverse=True)
    assert run.once(threads(1)).progress.solutions == 95


def test_a_cancelled_run_is_stopped_and_says_how_far_it_is(run: StoredRun) -> None:
    button = threading.Event()
    button.set()
    with tiny_slices(1):
        end = run.once(threads(1), RunControl(cancel=button))
    status = run.status()
    assert (end.status, status.state, status.run.reason) == ("stopped", "stopped", "it was interrupted")
    assert status.totals.share < 1 and end.progress.share == status.progress().share
    assert end.progress.share.low < 1
    assert run.once(threads(2)).progress.solutions == 95


def test_another_process_may_stop_it(run: StoredRun) -> None:
    wished = []

    def wish(progress: RunProgress) -> None:
        wished.append(wish_stop(run.path, run.run))

    end = run.once(Idle(1), RunControl(on_progress=wish))
    assert wished[0] and not wished[-1], "a run that has ended cannot be stopped"
    assert (end.status, end.reason) == ("stopped", "somebody asked it to stop")
    assert run.once(threads(1)).status == "complete"  # the wish is not for the next sitting


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(seconds=0), "its time of 0 seconds was over"),
        (Limits(nodes=1), "its 1 nodes were used up"),
    ],
)
def test_limits_stop_it(run: StoredRun, limits: Limits, reason: str) -> None:
    with tiny_slices(1):
        end = run.once(Chaos(3), RunControl(limits))
    assert (end.status, end.reason) == ("stopped", reason)
    assert run.once(threads(1)).progress.solutions == 95


def test_one_solution_ends_it(tmp_path: Path) -> None:
    puzzle = pentominoes(rectangle(6, 10))
    run = begun(tmp_path / "runs.db", puzzle, RunQuestion(keep=True, one=True))
    end = run.once(threads(2))
    assert end.status == "complete" == run.status().state
    # Threads go on until they hear of it; how far depends on the machine, but not to the 9,356th.
    assert 1 <= len(run.stored()) == end.progress.solutions < 3_000
    assert end.progress.share.low < 1


def test_one_solution_that_comes_with_the_stop_ends_it_too(tmp_path: Path) -> None:
    button = threading.Event()

    class Late(Idle):
        """The solution is there when the run has been stopped."""

        def _perform(self, task: RunTask) -> TaskResult:
            assert self._bench is not None
            return self._bench.perform(task, Budget(60.0, 1), "w", lambda: False)

        def submit(self, task: RunTask, budget: Budget) -> None:
            super().submit(task, budget)
            button.set()

        def stop(self, seconds: float) -> list[TaskResult | TaskLost]:
            return [self._perform(task) for task in self._out.values()]

    run = begun(tmp_path / "runs.db", DOMINOES, RunQuestion(keep=True, one=True))
    end = run.once(Late(1), RunControl(cancel=button))
    assert end.progress.solutions and end.progress.share.low < 1
    assert (end.status, end.reason, run.status().state) == ("complete", "", "complete")


def test_tasks_with_workers_are_among_those_that_wait(
    run: StoredRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordinator, "BEAT_SECONDS", 0.02)
    told: list[RunProgress] = []
    waiting = run.status().totals.waiting
    run.once(Idle(1), RunControl(Limits(seconds=0.4), told.append))
    assert {progress.waiting for progress in told[:-1]} == {waiting}
    assert any(progress.running for progress in told)


def test_one_solution_of_a_puzzle_without_any(tmp_path: Path) -> None:
    odd = Puzzle(rectangle(4, 4, [(0, 0), (3, 3)]), (piece("domino", "##", 7),))
    run = begun(tmp_path / "runs.db", odd, RunQuestion(keep=True, one=True))
    end = run.once(threads(1))
    assert (end.status, end.progress.solutions, end.progress.share) == ("complete", 0, ALL)


def test_a_complete_run_is_left_as_it_is(run: StoredRun) -> None:
    first = run.once(threads(1))
    again = run.once(Ill(1, fault=True))
    assert again.status == "complete"
    assert again.progress.solutions == first.progress.solutions == 95


def test_what_was_committed_before_an_exception_stays(run: StoredRun) -> None:
    class Broken(Chaos):
        def results(self, timeout: float) -> list[TaskResult | TaskLost]:
            if run.status().totals.done > 3:
                raise ZeroDivisionError("a fault of Tilewright")
            return super().results(timeout)

    with pytest.raises(ZeroDivisionError):
        run.once(Broken(5))
    status = run.status()
    assert (status.state, status.run.reason) == ("failed", "ZeroDivisionError: a fault of Tilewright")
    assert status.totals.done > 3
    assert run.once(threads(1)).progress.solutions == 95


def test_an_executor_that_gives_up_loses_nothing(run: StoredRun) -> None:
    class Gone(Chaos):
        def results(self, timeout: float) -> list[TaskResult | TaskLost]:
            if run.status().totals.done > 3:
                raise RunError("the cluster is gone")
            return super().results(timeout)

    end = run.once(Gone(5))
    assert (end.status, end.reason) == ("failed", "the cluster is gone")
    assert run.once(threads(1)).progress.solutions == 95


def test_a_second_ctrl_c_does_not_wait(run: StoredRun) -> None:
    class Pressed(Chaos):
        def results(self, timeout: float) -> list[TaskResult | TaskLost]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.once(Pressed(1))
    assert run.status().state == "stopped"
    assert "interrupted" in run.status().run.reason


def test_no_worker_to_be_had(run: StoredRun) -> None:
    class Absent(Chaos):
        def start(self, assignment: Assignment) -> None:
            raise RunError("there is no scheduler at tcp://127.0.0.1:1")

    with pytest.raises(RunError, match="no scheduler"):
        run.once(Absent(1))
    assert (run.status().state, run.status().run.reason[:21]) == ("stopped", "there is no scheduler")


def test_ctrl_c_while_workers_start(run: StoredRun) -> None:
    class Starting(Chaos):
        def start(self, assignment: Assignment) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.once(Starting(1))
    assert run.status().state == "stopped"
    assert run.status().run.reason.startswith("it was interrupted")


def test_another_build_is_refused(run: StoredRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordinator, "digest_of", lambda bench: "another")
    with pytest.raises(RunError, match="another build of Tilewright"):
        run.once(threads(1))
    monkeypatch.setattr(coordinator, "__version__", "99.0")
    with pytest.raises(RunError, match=r"this is 99\.0, which makes another problem"):
        run.once(threads(1))


def test_a_newer_version_that_makes_the_same_problem_goes_on(run: StoredRun) -> None:
    with Store(run.path) as store:
        row = store.run(run.run)._replace(version="0.0.1")
    assert coordinator.agreed(row) == replace(row.assignment, version=__version__)


def test_a_run_without_tasks_is_complete_at_once(tmp_path: Path) -> None:
    misfit = Puzzle(rectangle(2, 2), (piece("I3", "###", 2),))
    run = begun(tmp_path / "runs.db", misfit, RunQuestion(keep=True))
    end = run.once(threads(1))
    assert (end.status, end.progress.solutions, end.progress.share) == ("complete", 0, ALL)
