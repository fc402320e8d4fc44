"""Dives into the tasks that wait, made beside a run: they find its size, and cost it nothing but time."""

from __future__ import annotations

import logging
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from support.store_cases import asked, stored, work
from tilewright.runs import progress_estimator
from tilewright.runs.progress_estimate import Outlook
from tilewright.runs.progress_estimator import Sample, Surveyor
from tilewright.runs.store import Store

NEW = asked(keep=False)
RUN = NEW.assignment.run


def nodes_in_all(path: Path) -> int:
    stored(path, NEW)
    with Store(path) as store:
        return store.totals(RUN).nodes


def a_round(made: Surveyor, sample: Sample) -> Outlook | None:
    assert made.wanted() > 0 == made.wanted()
    made.send(sample)
    ends = time.monotonic() + 30
    while (found := made.round()) is None and time.monotonic() < ends:
        if made._ended.is_set():
            return None
        time.sleep(0.001)
    return found


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST", "PAUSE"):
        monkeypatch.setattr(progress_estimator, name, 0.0)
    monkeypatch.setattr(progress_estimator, "OF_TIME", float("inf"))


def test_the_size_of_a_run_is_found_wherever_it_stands(tmp_path: Path, at_once: None) -> None:
    nodes = nodes_in_all(tmp_path / "whole.db")
    with Store(tmp_path / "runs.db") as store:
        store.create_run(NEW, "", "")
        for _ in range(2):
            share, tasks = store.sample(RUN, 60, random.Random(7))
            assert share == pytest.approx(1 - store.totals(RUN).share)
            made = Surveyor(NEW.bench, "seed")
            found = a_round(made, Sample(store.totals(RUN).nodes, share, tuple(tasks)))
            made.close()
            assert found is not None and found.dives == 60 * progress_estimator.DIVES
            assert found.nodes == pytest.approx(nodes, abs=5 * found.error + 1)
            work(store, NEW, 1)


def test_tasks_are_drawn_in_proportion_to_their_shares(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.db") as store:
        store.create_run(NEW, "", "")
        work(store, NEW, 1, 20)
        waiting = {task.number: task.share for task in store.waiting(RUN, 1_000)}
        share, tasks = store.sample(RUN, 500, random.Random(1))
        assert share == pytest.approx(sum(waiting.values())) and abs(len(tasks) - 500) <= 1
        for number, drawn in Counter(task.number for task in tasks).items():
            assert abs(drawn - 500 * waiting[number] / share) <= 1.001
        assert store.sample("another", 5, random.Random(1)) == (0.0, [])


def test_a_fault_ends_the_dives_and_not_the_run(
    at_once: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(search: object, seed: int) -> tuple[float, float]:
        raise RuntimeError("a fault of the core")

    monkeypatch.setattr(progress_estimator, "dive", broken)
    made = Surveyor(NEW.bench, "seed")
    with caplog.at_level(logging.WARNING, "tilewright.runs"):
        assert a_round(made, Sample(0, 1.0, NEW.tasks)) is None
        made.close()
    assert "not estimated any more: RuntimeError: a fault of the core" in caplog.text and made.wanted() == 0
