"""When the first solution of a run was found, and the processor time of its tasks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from support.store_cases import RUN, perform_waiting, small_run
from support.stored_runs import store_new_run
from tilewright.catalogue import load
from tilewright.runs.coordinator import coordinate
from tilewright.runs.creation import RunQuestion
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.reading import run_status
from tilewright.runs.store import FirstFound, Store


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("unique", [False, True])
def test_a_run_records_its_first_solution(tmp_path: Path, *, keep: bool, unique: bool) -> None:
    question = RunQuestion(keep=keep, unique=unique)
    run = store_new_run(tmp_path / "runs.db", load("dominoes-4x4"), question)
    assert run.status().run.first_seconds is None and run.status().run.first_found_at == ""
    result = run.session(threads(ExecutorOptions(1)))
    row = run.status().run
    assert row.first_seconds is not None and 0 <= row.first_seconds <= result.progress.seconds
    assert row.created_at <= row.first_found_at
    assert result.progress.totals.cpu_seconds > 0


def test_without_a_solution_there_is_no_time(tmp_path: Path) -> None:
    run = store_new_run(tmp_path / "runs.db", load("mutilated-6x6"), RunQuestion(keep=False, engine="dense"))
    run.session(threads(ExecutorOptions(1)))
    assert run.status().totals.solutions == 0 and run.status().run.first_seconds is None


def test_the_earliest_time_is_kept(tmp_path: Path) -> None:
    path, times = (
        tmp_path / "runs.db",
        [FirstFound("late", 2.0), FirstFound("early", 1.5), FirstFound("no", 3.0)],
    )
    with Store(path) as store:
        store.create_run(small_run(), "", "")
        for first in times:
            (result,) = perform_waiting(store, small_run(), 1)
            store.commit(RUN, [replace(result, cpu_seconds=0.25)], first)
    status = run_status(path, RUN)
    assert (status.run.first_found_at, status.run.first_seconds) == ("early", 1.5)
    assert status.totals.cpu_seconds == 0.75


def test_a_run_of_an_older_version_with_solutions_does_not_know_its_first(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with Store(path) as store:
        run = store.create_run(small_run(), "", "").id
        store.commit(run, perform_waiting(store, small_run(), 1))
        coordinate(store, run, threads(ExecutorOptions(1)))
    assert run_status(path, run).run.first_seconds is None
