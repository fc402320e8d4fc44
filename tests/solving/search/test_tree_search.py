from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from support.engine_cases import engine_of
from support.puzzle_cases import pentominoes, rectangle
from support.search_cases import LARGE, SMALL, collected, matchings, work
from support.waiting import HANGS_S, wait_until
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.solving import steps as stepping
from tilewright.solving.engines.base import (
    Batch,
    Outcome,
    Search,
    Task,
)
from tilewright.solving.engines.registry import DANCING_CELLS, ENGINES, REFERENCE
from tilewright.solving.search import threads as search_threads
from tilewright.solving.search.parts_run import PartsRun
from tilewright.solving.search.tree_search import search, search_batches
from tilewright.solving.search.trial import TRIAL_STEP, TreeSearch
from tilewright.solving.steps import Control, Limits, Progress, Status, StepLoop


@cache
def unlimited(task: TreeSearch) -> tuple[Batch, Outcome]:
    """All that two threads find."""
    return collected(task, Control(threads=2))


def test_a_small_problem_is_over_in_the_trial() -> None:
    rows, outcome = collected(SMALL, Control(threads=2))
    assert (len(rows), len(set(rows)), outcome.status) == (945, 945, Status.COMPLETE)
    assert (outcome.solutions, outcome.images, outcome.share) == (945, 945, 1.0)


def test_the_number_of_threads_changes_neither_order_nor_nodes() -> None:
    solutions, outcome = collected(LARGE, Control(threads=1))
    assert len(set(solutions)) == len(solutions) == outcome.solutions == 135_135
    for threads in (2, 3):
        again, other = collected(LARGE, Control(threads=threads))
        assert again == solutions
        assert (other.nodes, other.status) == (outcome.nodes, Status.COMPLETE)


def test_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, outcome = unlimited(LARGE)
    monkeypatch.setattr(stepping, "STEP_SECONDS", 0.000_2)
    monkeypatch.setattr(search_threads, "AHEAD", 300)
    monkeypatch.setattr(search_threads, "CAPACITY", 100)
    again, other = collected(LARGE, Control(threads=2))
    assert (again, other.nodes) == (rows, outcome.nodes)


def test_counting_keeps_nothing() -> None:
    solutions, outcome = collected(replace(LARGE, keep=False), Control(threads=2))
    assert (solutions, outcome.solutions, outcome.images) == ([], 135_135, 135_135)


@pytest.mark.parametrize("wanted", [2, 944, 945, 946, 30_000])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_solutions_gives_exactly_the_first(wanted: int, threads: int) -> None:
    for task in (SMALL, LARGE):
        every, whole = unlimited(task)
        solutions, outcome = collected(task, Control(Limits(solutions=wanted), threads=threads))
        count = min(wanted, whole.solutions)
        assert outcome.solutions == len(solutions) == count
        assert set(solutions) <= set(every)
        if len(every) > 1000 and wanted > 1000:  # beyond the trial: the very same order
            assert solutions == every[:count]
        assert outcome.status is (Status.COMPLETE if wanted >= whole.solutions else Status.LIMIT)


@pytest.mark.parametrize("keep", [True, False])
def test_a_limit_of_nodes_is_exact_and_repeatable(keep: bool) -> None:  # noqa: FBT001
    for task, nodes in ((SMALL, 100), (SMALL, 0), (LARGE, 30_000), (LARGE, 123_457)):
        first = collected(replace(task, keep=keep), Control(Limits(nodes=nodes), threads=1))
        again = collected(replace(task, keep=keep), Control(Limits(nodes=nodes), threads=1))
        assert first[0] == again[0]
        assert first[1].nodes == again[1].nodes == nodes
        assert first[1].solutions == again[1].solutions
        assert first[1].status is Status.LIMIT
        _, two = collected(replace(task, keep=keep), Control(Limits(nodes=nodes), threads=2))
        assert (two.nodes, two.status) == (nodes, Status.LIMIT)


def test_a_limit_met_at_the_very_end_is_no_limit() -> None:
    for task in (SMALL, LARGE):
        _, whole = unlimited(task)
        for threads in (1, 2, 3):
            _, outcome = collected(task, Control(Limits(nodes=whole.nodes), threads=threads))
            assert (outcome.status, outcome.solutions) == (Status.COMPLETE, whole.solutions)
            _, short = collected(task, Control(Limits(nodes=whole.nodes - 1), threads=threads))
            assert short.status is Status.LIMIT


@pytest.mark.usefixtures("ticking_clock")
def test_a_limit_of_seconds_ends_a_long_search() -> None:
    _, outcome = collected(work(matchings(24), keep=False), Control(Limits(seconds=100), threads=2))
    assert outcome.status is Status.LIMIT
    assert outcome.nodes > 0 and outcome.seconds >= 100


def test_a_stop_button_ends_a_long_search_soon_and_keeps_what_was_found() -> None:
    cancel = threading.Event()
    rows: Batch = []

    def sink(batch: Batch) -> None:
        rows.extend(batch)
        if len(rows) > 5_000:
            cancel.set()

    outcome = search(work(matchings(24)), Control(threads=2, cancel=cancel), sink)
    assert outcome.status is Status.CANCELLED
    assert outcome.solutions == len(rows) == len(set(rows)) > 5_000


@pytest.mark.usefixtures("ticking_clock")
def test_progress_counts_no_solutions_that_a_stop_loses() -> None:
    cancel, seen, numbers = threading.Event(), list[Progress](), list[int]()

    def sink(batch: Batch) -> None:
        numbers.append(len(batch))
        if len(numbers) == 6:
            cancel.set()

    outcome = search(work(matchings(24)), Control(threads=2, cancel=cancel, on_progress=seen.append), sink)
    assert seen and max(progress.solutions for progress in seen) <= outcome.solutions == sum(numbers)


def test_progress_rises_to_one() -> None:
    seen: list[Progress] = []
    _, outcome = collected(replace(LARGE, keep=False), Control(threads=2, on_progress=seen.append))
    assert seen
    shares = [progress.share for progress in seen]
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] == 1.0
    assert seen[-1].solutions == outcome.solutions


def test_closing_the_generator_ends_the_threads() -> None:
    before = threading.active_count()
    steps = search_batches(work(matchings(24)), StepLoop(Control(threads=2)))
    assert next(batch for batch in steps if batch)  # as long as no thread has found any, they are empty
    assert threading.active_count() == before + 2
    steps.close()
    assert threading.active_count() == before


@pytest.mark.event
def test_waiting_solutions_are_bounded() -> None:
    searching = PartsRun(work(matchings(24)), StepLoop(Control(threads=2)))
    steps = searching.batches()
    next(steps)

    def waiting() -> int:
        return sum(len(part.waiting) for part in searching.parts)

    wait_until(lambda: waiting() >= search_threads.AHEAD)
    number = waiting()
    steps.close()
    assert number <= waiting() <= search_threads.AHEAD + 3 * search_threads.CAPACITY


def test_an_error_in_the_sink_is_raised_and_ends_the_threads() -> None:
    before = threading.active_count()

    def sink(batch: Batch) -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        search(work(matchings(24)), Control(threads=2), sink)
    assert threading.active_count() == before


def test_an_error_in_a_thread_is_raised() -> None:
    class Broken:
        nodes = solutions = images = 0

        def advance(self, budget: int) -> str:
            raise MemoryError("no more")

        def probe(self, seed: int) -> tuple[float, float]:
            return 1.0, 0.0

        def progress(self) -> float:
            return 0.0

        def position(self) -> list[int]:
            return []

        def restore(self, position: Sequence[int]) -> None: ...

        def remainder(self) -> list[tuple[list[int], float]]:
            return []

        def take(self) -> list[list[int]]:
            return []

    def start(problem: CoverProblem, task: Task, capacity: int) -> Search:
        return (
            Broken()
            if threading.current_thread() is not threading.main_thread()
            else real(problem, task, capacity)
        )

    real = ENGINES["dancing-cells"].start
    broken = engine_of(start)
    with pytest.raises(MemoryError, match="no more"):
        search(replace(work(matchings(16)), engine=broken), Control(threads=2))


@pytest.mark.parametrize("threads", [1, 2])
def test_one_solution_is_looked_for_in_all_parts_in_turn(
    threads: int,
) -> None:
    # Goals so small that several rounds pass before a part comes to a solution.
    engine = replace(DANCING_CELLS, round_nodes=100, trial_nodes=10, first_trial_nodes=10)
    cover = to_cover(pentominoes(rectangle(10, 6)))
    task = TreeSearch(cover.problem, engine, Task(), lambda loop: (Task(),), keep=True)
    solutions, outcome = collected(task, Control(Limits(solutions=1), threads=threads))
    assert (len(solutions), outcome.status) == (1, Status.LIMIT)
    again, _ = collected(task, Control(Limits(solutions=1), threads=3 - threads))
    assert again == solutions


def test_a_search_for_one_solution_finds_out_that_there_is_none() -> None:
    engine = replace(DANCING_CELLS, round_nodes=50, trial_nodes=10, first_trial_nodes=10)
    odd = replace(work(matchings(9)), engine=engine)
    solutions, outcome = collected(odd, Control(Limits(solutions=1), threads=2))
    assert (solutions, outcome.status, outcome.share) == ([], Status.COMPLETE, 1.0)


def test_the_reference_runs_in_parts_too() -> None:
    task = TreeSearch(
        matchings(8), replace(REFERENCE, trial_nodes=5), Task(), lambda loop: (Task(),), keep=True
    )
    rows, outcome = collected(task, Control(threads=2))
    assert (len(set(rows)), outcome.status) == (105, Status.COMPLETE)


@pytest.mark.event
@pytest.mark.usefixtures("ticking_clock")
def test_the_clock_and_the_button_are_heard_while_a_run_is_planned() -> None:
    """The tasks heed for ever: only what ends planning ends this run."""

    def tasks(loop: StepLoop) -> Sequence[Task]:
        heard.set()
        while True:
            loop.check_cancelled()

    heard = threading.Event()
    planning = replace(LARGE, tasks=tasks)
    rows, outcome = collected(planning, Control(Limits(seconds=50)))
    assert (rows, outcome.status, outcome.nodes) == ([], Status.LIMIT, 0)
    assert outcome.seconds >= 50
    heard.clear()
    cancel = threading.Event()

    def press() -> None:
        heard.wait(HANGS_S)
        cancel.set()

    button = threading.Thread(target=press)
    button.start()
    rows, outcome = collected(planning, Control(cancel=cancel))
    button.join()
    assert (rows, outcome.status, outcome.nodes) == ([], Status.CANCELLED, 0)


def test_the_button_is_heard_during_the_trial() -> None:
    cancel = threading.Event()
    cancel.set()
    cells, outcome = collected(LARGE, Control(cancel=cancel))
    assert (outcome.status, outcome.nodes) == (Status.CANCELLED, TRIAL_STEP)
    assert 0 < len(cells) == outcome.solutions == outcome.images
    cells, outcome = collected(LARGE, Control(Limits(seconds=0)))
    assert (outcome.status, outcome.nodes) == (Status.LIMIT, TRIAL_STEP)
