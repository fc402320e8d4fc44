"""A worker's tasks: solutions and remainders are complete, however short the time limit is."""

from __future__ import annotations

from dataclasses import replace
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.puzzle_cases import piece, puzzles, rectangle
from support.unreliable_executor import tiny_steps
from tilewright.errors import RunError
from tilewright.model.puzzle import Puzzle
from tilewright.runs import worker
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.task import RunTask, TaskBudget, TaskResult
from tilewright.runs.worker import WorkerContext, context_for, tempered

UNLIMITED = TaskBudget(1e9)
DOMINOES = Puzzle(rectangle(4, 5), (piece("domino", "##", 10),))  # 95 solutions


def never() -> bool:
    return False


def always() -> bool:
    return True


@pytest.fixture(scope="module")
def new() -> NewRun:
    return new_run(DOMINOES, RunQuestion(keep=True, tasks=1))


def whole(context: WorkerContext, result: TaskResult, task: RunTask) -> list[tuple[int, ...]]:
    """What a result found, and what is found in what it left."""
    rows = list(result.option_sets)
    for rest in result.remainders:
        left = RunTask(0, rest.prefix, task.required, rest.share)
        rows += whole(context, context.perform(left, UNLIMITED, "", never), left)
    return sorted(rows)


@settings(max_examples=settings().max_examples // 2)
@given(
    puzzles(),
    st.booleans(),
    st.sampled_from([1, 5, 40]),
    st.sampled_from([0.0, 1e-4, 1e9]),
    st.sampled_from([0.0, 0.02, 1e9]),
    st.integers(1, 4),
)
def test_solutions_and_remainders_are_complete(
    puzzle: Puzzle,
    unique: bool,  # noqa: FBT001
    slices: int,
    seconds: float,
    small: float,
    solutions: int,
) -> None:
    new = new_run(puzzle, RunQuestion(keep=True, unique=unique, tasks=1))
    with tiny_steps(slices), mock.patch.object(worker, "SMALL_PART", small):
        for task in new.tasks:
            # No result has more than some thousands of solutions, whatever the budget.
            expected = whole(new.context, new.context.perform(task, UNLIMITED, "", never), task)
            result = new.context.perform(task, TaskBudget(seconds, solutions), "", never)
            assert whole(new.context, result, task) == expected
            assert sum(rest.share for rest in result.remainders) <= task.share * (1 + 1e-9)
            assert result.solutions == len(result.option_sets)


def test_a_stopped_task_has_done_at_least_one_step(new: NewRun) -> None:
    task = max(new.tasks, key=lambda task: task.share)
    with tiny_steps(1):
        result = new.context.perform(task, UNLIMITED, "", always)
    assert result.nodes and result.remainders
    assert sum(rest.share for rest in result.remainders) < task.share


def test_the_limit_of_held_solutions_is_kept(new: NewRun) -> None:
    task = max(new.tasks, key=lambda task: task.share)
    result = new.context.perform(task, TaskBudget(1e9, 3), "", never)
    assert 3 <= len(result.option_sets) <= 6 and result.remainders


def test_small_remainders_are_finished_at_once(new: NewRun) -> None:
    """All parts count as small here; the budget is over after the first slice, the overtime is not."""
    task = max(new.tasks, key=lambda task: task.share)
    with (
        tiny_steps(1),
        mock.patch.object(worker, "SMALL_PART", 1e18),
        mock.patch.object(worker, "OVERTIME", 1e18),
    ):
        result = new.context.perform(task, TaskBudget(1e-9), "", never)
    assert not result.remainders
    plain = new.context.perform(task, UNLIMITED, "", never)
    assert sorted(result.option_sets) == sorted(plain.option_sets)
    assert result.images == plain.images


def test_shares_of_remainders_follow_random_dives(new: NewRun) -> None:
    """The parts of one search, against the nodes that they turn out to have."""
    task = max(new.tasks, key=lambda task: task.share)
    with (
        tiny_steps(1),
        mock.patch.object(worker, "DIVES", 200),
        mock.patch.object(worker, "tempered", lambda sizes: sizes),
    ):
        result = new.context.perform(task, TaskBudget(0.0), "", never)
    nodes = [
        new.context.perform(RunTask(0, rest.prefix, task.required, 1.0), UNLIMITED, "", never).nodes
        for rest in result.remainders
    ]
    total = result.nodes + sum(nodes)
    for rest, visited in zip(result.remainders, nodes, strict=True):
        assert rest.share / task.share == pytest.approx(visited / total, rel=0.3)


def test_tempered_sizes_keep_their_sum_and_are_half_as_far_apart() -> None:
    assert tempered([1.0, 100.0, 0.0]) == pytest.approx([101 / 11, 1010 / 11, 0.0])
    assert tempered([]) == [] and tempered([0.0, 0.0]) == [0.0, 0.0]


def test_a_task_that_raises_is_marked_as_failed(new: NewRun) -> None:
    lost = new.context.attempt(RunTask(7, (99_999,), (), 1.0), UNLIMITED, "w", never)
    assert not isinstance(lost, TaskResult)
    assert lost.failed and lost.number == 7 and lost.worker == "w" and lost.reason


def test_a_different_problem_is_rejected(new: NewRun) -> None:
    context_for(new.assignment)
    with pytest.raises(RunError, match="install the same build"):
        context_for(replace(new.assignment, engine="dancing-cells"))
    with pytest.raises(RunError, match="install the same build"):
        context_for(replace(new.assignment, unique=True))
    with pytest.raises(RunError, match=r"the coordinator has 0\.0\.0"):
        context_for(replace(new.assignment, version="0.0.0"))
