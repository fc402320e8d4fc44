"""Time limits of tasks, for any load."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.runs.coordinator import (
    COORDINATOR_SHARE,
    FIRST_TASK_SECONDS,
    RESULT_SECONDS,
    STRAGGLER_SECONDS,
    TASK_SECONDS,
    Load,
    mean_result_seconds,
    task_time_limit,
)

CROWDS = st.builds(Load, st.integers(0, 10**6), st.integers(0, 20_000), st.integers(1, 10_000))
DAY = 86_400.0


@given(CROWDS, st.floats(0, DAY), st.floats(RESULT_SECONDS, 1.0))
def test_results_never_exceed_the_coordinator_s_capacity(crowd: Load, sitting: float, each: float) -> None:
    budget = task_time_limit(TASK_SECONDS, sitting, crowd, each)
    running = min(crowd.running, crowd.workers)
    assert running / budget * each <= COORDINATOR_SHARE + 1e-9


def test_time_limits_grow_with_the_session() -> None:
    crowd = Load(1_000, 4, 4)
    assert task_time_limit(TASK_SECONDS, 0, crowd, RESULT_SECONDS) == FIRST_TASK_SECONDS
    assert task_time_limit(TASK_SECONDS, 100, crowd, RESULT_SECONDS) == 5
    assert task_time_limit(TASK_SECONDS, DAY, crowd, RESULT_SECONDS) == TASK_SECONDS


def test_time_limits_are_short_when_workers_are_idle() -> None:
    assert task_time_limit(TASK_SECONDS, DAY, Load(3, 4, 4), RESULT_SECONDS) == STRAGGLER_SECONDS


def test_idle_workers_do_not_lengthen_tasks() -> None:
    begin, full = Load(200, 50, 10_000), Load(20_000, 20_000, 10_000)
    assert task_time_limit(TASK_SECONDS, 0, begin, RESULT_SECONDS) == FIRST_TASK_SECONDS
    assert task_time_limit(TASK_SECONDS, 0, full, RESULT_SECONDS) == pytest.approx(50)


def test_slow_commits_lengthen_tasks_for_a_while() -> None:
    costly = mean_result_seconds(RESULT_SECONDS, 2.0, 100)
    assert 0.019 < costly < 0.02
    assert mean_result_seconds(costly, 0.1, 1_000) == RESULT_SECONDS
    one_stall = mean_result_seconds(RESULT_SECONDS, 2.0, 1)
    assert one_stall < 0.11
    full = Load(20_000, 20_000, 10_000)
    assert task_time_limit(TASK_SECONDS, DAY, full, costly) == pytest.approx(
        10_000 * costly / COORDINATOR_SHARE
    )
