"""Solutions that a filter keeps: counts, order, limits, cancellation; the filter is one of the test's own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright
from support.fake_clock import FakeClock
from support.filter_cases import APART, DistanceExaminer, Finding
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.levels import LevelRange, Levels
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.keywords import solve_filtered
from tilewright.solving.questions import Answer, Kept
from tilewright.solving.steps import CancelCheck, Limits, Progress, Status, StepLoop
from tilewright.solving.strategies import filtering
from tilewright.solving.strategies.filtering import (
    Examination,
    ListedSolutions,
    SolutionFilter,
    filter_named,
)

PUZZLE = tilewright.load_puzzle("catalog:pentominoes-5x12")


def collect(chosen: SolutionFilter = APART, **keywords: Any) -> tuple[Answer, Kept, list[Solution]]:
    """The answer, what was kept, and the solutions that were delivered."""
    solutions: list[Solution] = []
    answer = solve_filtered(PUZZLE, chosen, sink=lambda solution, _: solutions.append(solution), **keywords)
    assert answer.kept is not None
    return answer, answer.kept, solutions


@pytest.fixture(scope="module")
def every() -> dict[Solution, Levels]:
    """All solutions, and their levels."""
    examiner = DistanceExaminer(PUZZLE, 1)
    return {one: examiner.examine(one, lambda: None).levels for one in tilewright.solutions(PUZZLE)}


def test_counts_are_those_of_all_solutions(every: dict[Solution, Levels]) -> None:
    kept = {one for one, levels in every.items() if levels}
    answer, filtered, value = collect(labelled=True)
    group = symmetries(PUZZLE)
    assert filtered.examined == len(every) // 4 and filtered.undecided == 0
    assert {image for one in value for image in group.orbit(one)} == kept
    assert (answer.solutions, answer.up_to_symmetry) == (len(kept), len(kept) // 4)
    assert answer.labelled == len(kept) and answer.status is Status.COMPLETE
    assert list(filtered.levels) == [every[one] for one in value]


def test_a_range_of_levels_keeps_some(every: dict[Solution, Levels]) -> None:
    answer, filtered, value = collect(wanted=LevelRange(3, 4))
    assert {every[one] for one in value} == {(3,), (4,)} == set(filtered.levels)
    assert answer.solutions == sum(levels in ((3,), (4,)) for levels in every.values())


def examination_of(loop: StepLoop) -> tuple[Examination[Finding], Iterator[object]]:
    """An examination of all solutions, and its results."""
    examination = Examination(lambda: DistanceExaminer(PUZZLE, 1), loop, threads=1)
    cover = to_cover(PUZZLE)
    batches = ([cover.options(solution)] for solution in tilewright.solutions(PUZZLE))
    return examination, examination.results(batches, ListedSolutions(lambda: cover, "reference"))


def test_the_time_left_is_unknown_while_the_tree_seems_done_and_solutions_come(
    still_clock: FakeClock,
) -> None:
    examination, solutions = examination_of(StepLoop())
    reports: list[Progress] = []
    for _ in range(600):  # nearly all nodes are visited in the first minute, of ten
        still_clock.now += 1.0
        next(solutions)
        examination.taken = examination.examined
        share = min(0.99, examination.examined / 60)
        examination.watch(Progress(share, 1_000, len(reports), len(reports), 0.0, None))
        reports.append(examination.progress())
    steady, stuck = reports[10:60], reports[100:]
    assert all(r.eta == pytest.approx(60 - n, abs=1) for n, r in enumerate(steady[:45], start=11))
    assert {r.eta for r in stuck} == {None}
    assert all(r.words.endswith("examined, time left unknown") for r in stuck)


def test_the_time_left_includes_solutions_that_are_not_examined(still_clock: FakeClock) -> None:
    examination, solutions = examination_of(StepLoop())
    progress = examination.progress()
    for second in range(1, 101):  # the search goes ahead of the examination
        still_clock.now += 1.0
        next(solutions)
        examination.taken = 2 * examination.examined
        examination.watch(Progress(second / 200, 1_000, 0, 0, 0.0, None))
        progress = examination.progress()
    assert progress.share == pytest.approx(0.25) and progress.eta == pytest.approx(300)


def test_the_order_is_the_same_for_any_number_of_threads() -> None:
    assert collect(threads=1)[2] == collect(threads=3)[2]


def test_a_limit_counts_what_is_kept() -> None:
    whole = collect()[2]
    for threads in (1, 2):
        answer, filtered, solutions = collect(threads=threads, limits=Limits(solutions=3))
        assert solutions == whole[:3] and answer.status is Status.LIMIT
        assert answer.up_to_symmetry == 3 and filtered.examined >= 3


def stopping(after: int, stop: Callable[[], object]) -> SolutionFilter:
    """A filter that calls ``stop`` with an examination."""
    calls = iter(range(after))

    class Examiner(DistanceExaminer):
        def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Finding:
            if next(calls, None) is None:
                stop()
            return super().examine(solution, check_cancelled)

    return SolutionFilter("stopping", Examiner, 1)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_cancelled_search_has_what_was_found(threads: int) -> None:
    cancel, solutions = threading.Event(), list[Solution]()

    def sink(solution: Solution, value: object) -> None:
        solutions.append(solution)
        if len(solutions) == 5:
            cancel.set()

    answer = solve_filtered(PUZZLE, APART, sink=sink, threads=threads, cancel=cancel)
    assert answer.status is Status.CANCELLED and answer.share < 1
    assert answer.up_to_symmetry == len(solutions) >= 5
    assert answer.kept is not None and answer.kept.examined >= 5
    assert solutions == collect(threads=1)[2][: len(solutions)]


def test_undecided_solutions_are_no_complete_answer() -> None:
    class Examiner(DistanceExaminer):
        def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Finding:
            finding = super().examine(solution, check_cancelled)
            return finding if finding.levels != (2,) else Finding((), Status.LIMIT)

    answer, filtered, _ = collect(SolutionFilter("short", Examiner, 1))
    _, whole, _ = collect()
    assert answer.status is Status.LIMIT and "solutions undecided, for want of memory" in answer.note
    assert filtered.undecided == whole.levels.count((2,)) == len(whole.levels) - len(filtered.levels) > 0


def test_memory_is_divided_among_threads() -> None:
    seen: list[int] = []

    class Examiner(DistanceExaminer):
        def __init__(self, puzzle: Puzzle, max_bytes: int) -> None:
            super().__init__(puzzle, max_bytes)
            seen.append(max_bytes)

    collect(SolutionFilter("sized", Examiner, 1 << 30), threads=2, memory=10 << 20)
    assert set(seen) == {5 << 20}
    seen.clear()
    collect(SolutionFilter("sized", Examiner, 1 << 20), threads=2, memory=10 << 20)
    assert set(seen) == {1 << 20}


@pytest.mark.usefixtures("ticking_clock")
def test_progress_is_of_the_examination() -> None:
    seen: list[Progress] = []
    collect(stopping(100, bool), threads=1, on_progress=seen.append)
    assert seen and all(0 <= one.share <= 1 and "examined" in one.words for one in seen)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's filter under the name ``apart``."""
    monkeypatch.setattr(
        filtering, "filter_named", lambda name: APART if name == "apart" else filter_named(name)
    )


@pytest.mark.usefixtures("registered")
def test_python_functions_take_the_name_of_a_filter() -> None:
    answer, filtered, whole = collect(labelled=True)
    counted = tilewright.count(PUZZLE, only="apart", labelled=True)
    assert counted.kept == filtered and counted.labelled == answer.labelled
    assert (counted.solutions, counted.up_to_symmetry) == (answer.solutions, answer.up_to_symmetry)
    solutions: list[Solution] = []
    solved = tilewright.solve(PUZZLE, sink=solutions.append, only="apart", threads=2)
    assert solutions == whole and solved.kept == filtered
    high = tilewright.count(PUZZLE, only="apart", min_level=3, max_level=4)
    assert high.kept is not None and set(high.kept.levels) == {(3,), (4,)}
    assert tilewright.count(PUZZLE).kept is None and "examined" in repr(counted)


@pytest.mark.usefixtures("registered")
def test_solve_sorts_by_level() -> None:
    _, filtered, whole = collect()
    solutions: list[Solution] = []
    answer = tilewright.solve(PUZZLE, sink=solutions.append, only="apart", sort="level")
    levels = dict(zip(whole, filtered.levels, strict=True))
    assert answer.kept is not None and [levels[one] for one in solutions] == list(answer.kept.levels)
    assert [levels[one] for one in solutions] == sorted(filtered.levels, reverse=True)
    assert set(solutions) == set(whole)
    solutions.clear()
    tilewright.solve(PUZZLE, sink=solutions.append, only="apart", sort="number")
    assert solutions == whole


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"min_level": 2}, "min_level requires only"),
        ({"only": "apart", "min_level": 3, "max_level": 2}, "min_level 3 is above max_level 2"),
        ({"only": "apart", "confirm": True}, "only and confirm cannot be combined"),
        ({"only": "apart", "symmetry": False}, "only and symmetry=False cannot"),
        (
            {"only": "apart", "checkpoint": Path("c.tile")},
            "to be able to resume, use",
        ),
        ({"only": "appart"}, "there is no filter 'appart'"),
    ],
)
def test_what_does_not_go_with_a_filter(given: dict[str, Any], words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        tilewright.count(PUZZLE, **given)


def test_what_is_no_order() -> None:
    for given in ({"sort": "level"}, {"sort": "best", "only": "disassemblable"}):
        with pytest.raises(
            UnsupportedError, match=r"sort requires only|no order 'best'; expected one of level"
        ):
            tilewright.solve(PUZZLE, sink=lambda solution: None, **given)  # type: ignore[call-overload]


def test_what_cannot_be_filtered() -> None:
    items = ExactCoverPuzzle.of({"a": ["x"]})
    with pytest.raises(UnsupportedError, match="board with pieces"):
        solve_filtered(items, APART, sink=lambda solution, value: None)
    with pytest.raises(UnsupportedError, match=r"'disassembleable'.*did you mean disassemblable"):
        filter_named("disassembleable")
