"""Solutions that a filter keeps: counts, order, limits, cancellation; the filter is one of the test's own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import tilewright
from support.filter_cases import APART, DistanceExaminer, Finding
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solve.engines.base import Limits, Progress, Status
from tilewright.solve.filtering import FilteredAnswer, SolutionFilter, filter_named, solve_filtered
from tilewright.solve.levels import LevelRange, Levels
from tilewright.solve.stepping import CancelCheck

PUZZLE = tilewright.load_puzzle("catalog:pentominoes-5x12")


def collect(chosen: SolutionFilter = APART, **keywords: Any) -> tuple[FilteredAnswer, list[Solution]]:
    """The answer, and the solutions that were delivered."""
    found: list[Solution] = []
    answer = solve_filtered(PUZZLE, chosen, sink=lambda solution, _: found.append(solution), **keywords)
    return answer, found


@pytest.fixture(scope="module")
def every() -> dict[Solution, Levels]:
    """All solutions, and their levels."""
    examiner = DistanceExaminer(PUZZLE, 1)
    return {one: examiner.examine(one, lambda: None).levels for one in tilewright.solutions(PUZZLE)}


def test_counts_are_those_of_all_solutions(every: dict[Solution, Levels]) -> None:
    kept = {one for one, levels in every.items() if levels}
    answer, found = collect(labelled=True)
    group = symmetries(PUZZLE)
    assert answer.examined == len(every) // 4 and answer.undecided == 0
    assert {image for one in found for image in group.orbit(one)} == kept
    assert (answer.answer.solutions, answer.answer.up_to_symmetry) == (len(kept), len(kept) // 4)
    assert answer.answer.labelled == len(kept) and answer.answer.status is Status.COMPLETE
    assert list(answer.levels) == [every[one] for one in found]


def test_a_range_of_levels_keeps_some(every: dict[Solution, Levels]) -> None:
    answer, found = collect(wanted=LevelRange(3, 4))
    assert {every[one] for one in found} == {(3,), (4,)} == set(answer.levels)
    assert answer.answer.solutions == sum(levels in ((3,), (4,)) for levels in every.values())


def test_the_order_is_the_same_for_any_number_of_threads() -> None:
    assert collect(threads=1)[1] == collect(threads=3)[1]


def test_a_limit_counts_what_is_kept() -> None:
    whole = collect()[1]
    for threads in (1, 2):
        answer, found = collect(threads=threads, limits=Limits(solutions=3))
        assert found == whole[:3] and answer.answer.status is Status.LIMIT
        assert answer.answer.up_to_symmetry == 3 and answer.examined >= 3


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
    cancel = threading.Event()
    answer, found = collect(stopping(100, cancel.set), threads=threads, cancel=cancel)
    assert answer.answer.status is Status.CANCELLED and 0 < answer.examined <= 100
    assert answer.answer.up_to_symmetry == len(found) > 0 and answer.answer.share < 0.5


def test_undecided_solutions_are_no_complete_answer() -> None:
    class Examiner(DistanceExaminer):
        def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Finding:
            found = super().examine(solution, check_cancelled)
            return found if found.levels != (2,) else Finding((), Status.LIMIT)

    answer, _ = collect(SolutionFilter("short", Examiner, 1))
    whole, _ = collect()
    assert answer.answer.status is Status.LIMIT and "want of memory" in answer.answer.note
    assert answer.undecided == whole.levels.count((2,)) == len(whole.levels) - len(answer.levels) > 0


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


def test_progress_is_of_the_examination() -> None:
    seen: list[Progress] = []
    collect(stopping(100, threading.Event().wait(0.002).__bool__), threads=1, on_progress=seen.append)
    assert all(0 <= one.share <= 1 and "examined" in one.words for one in seen)


def test_what_cannot_be_filtered() -> None:
    items = ExactCoverPuzzle.of({"a": ["x"]})
    with pytest.raises(UnsupportedError, match="board with pieces"):
        solve_filtered(items, APART, sink=lambda solution, found: None)
    with pytest.raises(UnsupportedError, match=r"'disassembleable'.*did you mean disassemblable"):
        filter_named("disassembleable")
