"""Runs with a filter of solutions: exact however they are stopped; what is stored, recovered and migrated."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from support.filter_cases import APART, DistanceExaminer
from support.run_damage import filtered_run
from support.store_cases import do_tasks, error_of, execute
from support.stored_runs import StoredRun
from tilewright.catalogue import load
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.model.exact_cover_puzzle import require_board
from tilewright.model.levels import Levels
from tilewright.model.puzzle import Solution
from tilewright.runs import filters, rows, worker
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import processes, threads
from tilewright.runs.integrity import verify_file
from tilewright.runs.reading import run_levels, solutions_with_levels
from tilewright.runs.recovery import recover_file
from tilewright.runs.rows import RunState, TaskRow
from tilewright.runs.store import Store
from tilewright.runs.task import RunTask, TaskBudget, TaskResult
from tilewright.runs.totals import complete_totals
from tilewright.solving.keywords import solve_filtered
from tilewright.solving.steps import CancelCheck
from tilewright.solving.strategies.filtering import SolutionFilter, filter_named

PUZZLE = require_board(load("pentominoes-3x20"))
"""Two solutions up to symmetry."""

LARGER = require_board(load("pentominoes-5x12"))


@pytest.fixture(autouse=True)
def known_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs of this process find the filter ``apart``."""
    monkeypatch.setattr(
        filters, "filter_named", lambda name: APART if name == "apart" else filter_named(name)
    )


def apart_run(*, keep: bool = True, first_only: bool = False) -> NewRun:
    return new_run(LARGER, RunQuestion(keep=keep, first_only=first_only, filter="apart", tasks=8))


def solution_rows(run: StoredRun) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(run.path)) as connection:
        return connection.execute("SELECT * FROM solutions").fetchall()


def stored(path: Path, new: NewRun) -> StoredRun:
    with Store(path) as store:
        return StoredRun(path, store.create_run(new, "", "puzzle.toml").id)


@pytest.fixture(scope="module")
def expected() -> Iterator[dict[Solution, Levels]]:
    """The least image of each solution that is kept, with its levels."""
    numbers: dict[Solution, Levels] = {}
    group = symmetries(LARGER)
    solve_filtered(
        LARGER, APART, sink=lambda one, finding: numbers.update({group.canonical(one): finding.levels})
    )
    yield numbers


def canonical(pairs: Iterator[tuple[Solution, Levels]]) -> dict[Solution, Levels]:
    group = symmetries(LARGER)
    return {group.canonical(solution): levels for solution, levels in pairs}


def test_a_run_keeps_what_a_search_keeps(tmp_path: Path, expected: dict[Solution, Levels]) -> None:
    run = stored(tmp_path / "runs.db", apart_run())
    result = run.session(threads(ExecutorOptions(2)))
    totals = result.progress.totals
    assert result.state is RunState.COMPLETE and totals.examined == 1010 and totals.undecided == 0
    assert (totals.solutions, totals.images) == (len(expected), 4 * len(expected))
    assert canonical(solutions_with_levels(run.path, run.run)) == expected
    assert run_levels(run.path, run.run) == Counter(expected.values())
    assert verify_file(run.path).is_sound


def test_a_run_that_only_counts(tmp_path: Path, expected: dict[Solution, Levels]) -> None:
    run = stored(tmp_path / "runs.db", apart_run(keep=False))
    totals = run.session(threads(ExecutorOptions(1))).progress.totals
    assert (totals.solutions, totals.images, totals.examined) == (len(expected), 4 * len(expected), 1010)
    assert run_levels(run.path, run.run) == Counter(expected.values()) and verify_file(run.path).is_sound
    assert solution_rows(run) == []


def test_levels_of_a_run_that_only_counts_are_checked(
    tmp_path: Path, expected: dict[Solution, Levels]
) -> None:
    run = stored(tmp_path / "runs.db", apart_run(keep=False))
    run.session(threads(ExecutorOptions(1)))
    with closing(sqlite3.connect(run.path)) as connection, connection:
        row = next(row for row, _ in rows.select(connection, TaskRow) if row.solutions > 1)
        counted = rows.level_counts_from_text(row.levels)
        counted[next(iter(counted))] += 1
        rows.update(connection, row._replace(levels=rows.level_counts_to_text(counted.elements())))
        rows.update(connection, complete_totals(connection, run.run))
    (report,) = verify_file(run.path).runs
    assert any("and has the levels of" in fault for fault in report.faults)
    execute(run.path, "UPDATE tasks SET levels = '' WHERE id = ?", row.id)
    assert "wrong checksum" in error_of(run_levels, run.path, run.run)


def test_levels_that_an_older_tilewright_did_not_count(tmp_path: Path) -> None:
    run = stored(tmp_path / "runs.db", apart_run(keep=False))
    run.session(threads(ExecutorOptions(1)))
    with closing(sqlite3.connect(run.path)) as connection, connection:
        row = next(row for row, _ in rows.select(connection, TaskRow) if row.solutions)
        rows.update(connection, row._replace(levels=""))
        rows.update(connection, complete_totals(connection, run.run))
    assert run_levels(run.path, run.run) is None and verify_file(run.path).is_sound


def test_a_damaged_file_of_levels_alone_is_recovered(
    tmp_path: Path, expected: dict[Solution, Levels]
) -> None:
    run = stored(tmp_path / "runs.db", apart_run(keep=False))
    run.session(threads(ExecutorOptions(1)))
    data = bytearray(run.path.read_bytes())
    data[:100] = bytes(100)
    run.path.write_bytes(data)
    (recovered,) = recover_file(run.path, tmp_path / "new.db")
    assert (recovered.lost, recovered.requeued) == ("", 0)
    assert run_levels(tmp_path / "new.db", run.run) == Counter(expected.values())


def test_a_task_that_only_counts_is_bounded_as_well(tmp_path: Path) -> None:
    new = apart_run(keep=False)
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        result = new.context.perform(store.waiting(run, 1)[0], TaskBudget(60.0, 3), "here", lambda: False)
    assert len(result.levels) == result.solutions == 3 and result.option_sets == () and result.remainders


def test_the_first_that_is_kept_ends_a_run(tmp_path: Path, expected: dict[Solution, Levels]) -> None:
    run = stored(tmp_path / "runs.db", apart_run(first_only=True))
    result = run.session(threads(ExecutorOptions(1)))
    assert result.state is RunState.COMPLETE and 1 <= result.progress.totals.solutions < len(expected)
    assert run_levels(run.path, run.run) is None


def test_worker_processes_find_the_filter_of_a_family(tmp_path: Path) -> None:
    run = stored(tmp_path / "runs.db", filtered_run())
    totals = run.session(processes(ExecutorOptions(1))).progress.totals
    assert (totals.solutions, totals.images, totals.examined) == (7, 32, 7)
    assert run_levels(run.path, run.run) == {(1, 1, 1, 1, 1): 7}


def is_over(examined: list[Solution], most: int) -> bool:
    return len(examined) >= most


@pytest.mark.parametrize("after", [0, 1, 7])
def test_tasks_that_are_stopped_hand_back_what_they_did_not_examine(
    tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch, expected: dict[Solution, Levels]
) -> None:
    examined: list[Solution] = []

    class CountingExaminer(DistanceExaminer):
        def examine(self, solution: Solution, check_cancelled: CancelCheck) -> object:  # type: ignore[override]
            finding = super().examine(solution, check_cancelled)
            examined.append(solution)
            return finding

    counting = SolutionFilter("apart", CountingExaminer, 1)
    monkeypatch.setattr(filters, "filter_named", lambda name: counting)
    new = apart_run()
    handed_back = 0
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        for attempt in range(100_000):
            tasks = store.waiting(run, 1)
            if not tasks:
                break
            begun = len(examined)
            # Most tasks are left alone, so that there is an end also where nothing is examined.
            most = begun + after if attempt % 8 == 0 else len(examined) + 10_000
            stop = partial(is_over, examined, most)
            result = new.context.perform(tasks[0], TaskBudget(60.0), "here", stop)
            handed_back += sum(len(part.prefix) == 12 and min(part.prefix) >= 0 for part in result.remainders)
            store.commit(run, [result])
        store.set_state(run, RunState.COMPLETE)
        totals = store.totals(run)
    assert handed_back > 0 and len(examined) == totals.examined == 1010
    assert canonical(solutions_with_levels(tmp_path / "runs.db", run)) == expected
    assert totals.images == 4 * len(expected) and verify_file(tmp_path / "runs.db").is_sound


def test_solutions_that_were_found_in_time_are_examined_in_overtime(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]

    class SlowExaminer(DistanceExaminer):
        def examine(self, solution: Solution, check_cancelled: CancelCheck) -> object:  # type: ignore[override]
            seconds[0] += 1.0
            return super().examine(solution, check_cancelled)

    def perform(task: RunTask, budget_s: float) -> TaskResult:
        seconds[0] = 0.0
        return new.context.perform(task, TaskBudget(budget_s), "here", lambda: False)

    monkeypatch.setattr(worker, "monotonic", lambda: seconds[0])
    monkeypatch.setattr(worker, "SMALL_PART", 0.0)  # no part is finished besides
    monkeypatch.setattr(filters, "filter_named", lambda name: SolutionFilter("apart", SlowExaminer, 1))
    new = apart_run()
    task = max(new.tasks, key=lambda one: perform(one, 1e9).examined)

    results = {budget_s: perform(task, budget_s) for budget_s in range(20, 40)}
    assert all(one.examined <= 1.25 * budget_s + 1 for budget_s, one in results.items())
    late = [one for budget_s, one in results.items() if one.examined > budget_s + 1]
    assert any(all(len(part.prefix) != 12 for part in one.remainders) for one in late)


def test_a_budget_without_time_examines_one_solution(tmp_path: Path) -> None:
    new, results = apart_run(), list[TaskResult]()
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        while sum(result.examined for result in results) < 3:
            results.append(
                new.context.perform(store.waiting(run, 1)[0], TaskBudget(0.0), "here", lambda: False)
            )
            store.commit(run, results[-1:])
    assert {result.examined for result in results} <= {0, 1}
    assert all(result.remainders for result in results if result.examined)


def test_levels_that_are_wrong_are_found_by_another_examination(tmp_path: Path) -> None:
    run = stored(tmp_path / "runs.db", filtered_run())
    run.session(threads(ExecutorOptions(1)))
    with closing(sqlite3.connect(run.path)) as connection, connection:
        number, text = connection.execute("SELECT id, options FROM solutions LIMIT 1").fetchone()
        connection.execute(
            "UPDATE solutions SET levels = '2.1', key = ? WHERE id = ?",
            (rows.solution_key(text, "2.1"), number),
        )
        rows.update(connection, complete_totals(connection, run.run))
    (report,) = verify_file(run.path).runs
    (fault,) = report.faults
    assert "has the levels 2.1, but was found to have 1.1.1.1.1" in fault
    execute(run.path, "UPDATE solutions SET levels = '3.1' WHERE id = ?", number)
    assert "is damaged" in error_of(run_levels, run.path, run.run)
    assert "is damaged" in error_of(lambda: list(solutions_with_levels(run.path, run.run)))


def test_a_damaged_file_is_recovered_to_the_same_counts(tmp_path: Path) -> None:
    path, new = tmp_path / "runs.db", filtered_run()
    with Store(path) as store:
        run = store.create_run(new, "", "").id
        do_tasks(store, new, 1, solutions=1)
        before = store.totals(run)
        store.set_state(run, RunState.STOPPED)
    assert before.waiting and before.examined
    data = bytearray(path.read_bytes())
    data[:100] = bytes(100)
    path.write_bytes(data)
    (recovered,) = recover_file(path, tmp_path / "new.db")
    assert (recovered.lost, recovered.requeued, recovered.solutions) == ("", 0, before.solutions)
    again = StoredRun(tmp_path / "new.db", run)
    after = again.status().totals
    assert replace(after, share=before.share, seconds=before.seconds) == before
    assert again.status().run.filter == "disassemblable"
    totals = again.session(threads(ExecutorOptions(1))).progress.totals
    assert (totals.solutions, totals.images, totals.examined) == (7, 32, 7)


def test_results_must_have_their_levels(tmp_path: Path) -> None:
    new = filtered_run()
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        (task,) = store.waiting(run, 1)
        result = new.context.perform(task, TaskBudget(60.0), "here", lambda: False)
        with pytest.raises(ValueError, match="levels came with its solutions"):
            store.commit(run, [replace(result, levels=())])
        assert store.totals(run).examined == 0
        store.commit(run, [result])
        assert store.totals(run).examined == result.examined > 0


def test_what_a_filter_does_not_take_is_refused_at_once() -> None:
    with pytest.raises(UnsupportedError, match="in space only"):
        new_run(PUZZLE, RunQuestion(keep=True, filter="disassemblable"))
