"""Random dives into waiting tasks estimate the size of a run, and never change its results."""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from support.store_cases import do_tasks, small_run, store_run
from support.waiting import wait_until
from tilewright.runs import progress_estimator
from tilewright.runs.progress_estimator import ProgressEstimator, TaskSample
from tilewright.runs.store import Store

T = TypeVar("T")

NEW = small_run(keep=False)
RUN = NEW.assignment.run


def nodes_in_all(path: Path) -> int:
    store_run(path, NEW)
    with Store(path) as store:
        return store.totals(RUN).nodes


def start_round(estimator: ProgressEstimator, sample: TaskSample) -> None:
    assert estimator.tasks_wanted() > 0 == estimator.tasks_wanted()
    estimator.submit(sample)


def wait_for(callable_found: Callable[[], T | None]) -> T:
    values: list[T] = []

    def is_found() -> bool:
        if (value := callable_found()) is not None:
            values.append(value)
        return bool(values)

    wait_until(is_found)
    return values[0]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_PAUSE", "PAUSE_SHARE"):
        monkeypatch.setattr(progress_estimator, name, 0.0)
    monkeypatch.setattr(progress_estimator, "CPU_SHARE", float("inf"))


@pytest.mark.event
def test_the_size_of_a_run_is_estimated_at_any_stage(tmp_path: Path, at_once: None) -> None:
    nodes = nodes_in_all(tmp_path / "whole.db")
    with Store(tmp_path / "runs.db") as store:
        store.create_run(NEW, "", "")
        for _ in range(2):
            share, tasks = store.sample(RUN, 60, random.Random(7))
            assert share == pytest.approx(1 - store.totals(RUN).share)
            estimator = ProgressEstimator(NEW.context, "seed")
            start_round(estimator, TaskSample(store.totals(RUN).nodes, share, tuple(tasks)))
            estimate = wait_for(estimator.take)
            estimator.close()
            assert estimate.dives == 60 * progress_estimator.DIVES
            assert estimate.nodes == pytest.approx(nodes, abs=5 * estimate.error + 1)
            do_tasks(store, NEW, 1)


def test_tasks_are_drawn_in_proportion_to_their_shares(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.db") as store:
        store.create_run(NEW, "", "")
        do_tasks(store, NEW, 1, 20)
        waiting = {task.number: task.share for task in store.waiting(RUN, 1_000)}
        share, tasks = store.sample(RUN, 500, random.Random(1))
        assert share == pytest.approx(sum(waiting.values())) and abs(len(tasks) - 500) <= 1
        for number, drawn in Counter(task.number for task in tasks).items():
            assert abs(drawn - 500 * waiting[number] / share) <= 1.001
        assert store.sample("another", 5, random.Random(1)) == (0.0, [])


@pytest.mark.event
def test_an_error_ends_the_estimation_but_not_the_run(
    at_once: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(search: object, seed: int) -> tuple[float, float]:
        raise RuntimeError("a fault of the core")

    monkeypatch.setattr(progress_estimator, "dive", broken)
    estimator = ProgressEstimator(NEW.context, "seed")
    with caplog.at_level(logging.WARNING, "tilewright.runs"):
        start_round(estimator, TaskSample(0, 1.0, NEW.tasks))
        wait_for(lambda: caplog.text or None)
        assert estimator.take() is None
        estimator.close()
    assert (
        "no longer estimated: RuntimeError: a fault of the core" in caplog.text
        and estimator.tasks_wanted() == 0
    )
