"""The coordinator: whatever happens on the way, a run ends with the same solutions and the same counts."""

from __future__ import annotations

import itertools
import tempfile
import threading
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from support.puzzle_cases import piece, puzzles, rectangle
from support.stored_runs import store_new_run
from support.unreliable_executor import CoordinatorKilled, UnreliableExecutor, tiny_steps
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.runs.coordinator import RunControl
from tilewright.runs.creation import RunQuestion
from tilewright.runs.progress import RunProgress
from tilewright.runs.rows import RunState
from tilewright.solving import api
from tilewright.solving.steps import Limits


class Truth:
    """All solutions of a puzzle, found without a run."""

    def __init__(self, puzzle: Puzzle) -> None:
        cover = to_cover(puzzle)
        self._number = {placement: o for o, placement in enumerate(cover.placements)}
        self._group = symmetries(puzzle).option_permutations(cover)
        self.all: set[tuple[int, ...]] = set()
        api.solve(puzzle, sink=lambda solution: self.all.add(self.options(solution)))
        self.orbits = {self.least(options) for options in self.all}

    def options(self, solution: Solution) -> tuple[int, ...]:
        return tuple(sorted(self._number[placement] for placement in solution.placements))

    def least(self, options: tuple[int, ...]) -> tuple[int, ...]:
        return min(tuple(sorted(image[o] for o in options)) for image in self._group)


class Button(threading.Event):
    """A stop button that may be pressed as soon as there is progress."""

    def __init__(self, *, pressed_by_progress: bool) -> None:
        super().__init__()
        self._pressed = pressed_by_progress

    def see(self, progress: RunProgress) -> None:
        if self._pressed:
            self.set()


def check(puzzle: Puzzle, question: RunQuestion, seed: int, slices: int, stops: list[str]) -> None:
    """A run of the puzzle, stopped and killed on the way, finds what there is."""
    truth = Truth(puzzle)
    with tempfile.TemporaryDirectory() as directory, tiny_steps(slices):
        run = store_new_run(Path(directory, "runs.db"), puzzle, question)
        for sitting in itertools.count():
            how = stops[sitting] if sitting < len(stops) else ""
            button = Button(pressed_by_progress=how == "cancel")
            control = RunControl(Limits(nodes=3 if how == "nodes" else None), button.see, button)
            try:
                end = run.session(UnreliableExecutor(seed + sitting, deadly=how == "killed"), control)
            except CoordinatorKilled:
                continue
            if end.state == RunState.COMPLETE:
                break
            assert end.state == RunState.STOPPED and how, end.reason
            assert end.progress.share.low < 1
        totals = run.status().totals
        assert (totals.waiting, totals.share, totals.duplicates) == (0, 1.0, 0)
        assert (end.progress.totals.solutions, end.progress.totals.nodes) == (totals.solutions, totals.nodes)
        assert totals.images == len(truth.all)
        if question.unique:
            assert totals.solutions == len(truth.orbits)
        if question.keep:
            stored = [truth.options(solution) for solution in run.stored()]
            assert len(stored) == totals.solutions
            assert set(stored) == (truth.orbits if question.unique else truth.all)


QUESTIONS = st.builds(RunQuestion, keep=st.booleans(), unique=st.booleans())
STOPS = st.lists(st.sampled_from(["cancel", "killed", "nodes"]), max_size=4)


@settings(max_examples=settings().max_examples // 4)
@given(puzzles(), st.integers(0, 2**32), QUESTIONS, st.sampled_from([1, 2, 50]), STOPS)
def test_random_puzzles_have_the_right_solutions(
    puzzle: Puzzle,
    seed: int,
    question: RunQuestion,
    slices: int,
    stops: list[str],
) -> None:
    check(puzzle, question, seed, slices, stops)


RICH = {
    "dominoes 4x5": Puzzle(rectangle(4, 5), (piece("domino", "##", 10),)),  # 95 solutions
    "straight trominoes 3x6": Puzzle(rectangle(3, 6), (piece("I3", "###", 6),)),
    "dominoes and monominoes 3x3": Puzzle(
        rectangle(3, 3), (piece("domino", "##", (0, 4)), piece("first_only", "#", (0, 9)))
    ),  # 131 solutions
    "bent trominoes 5x6": Puzzle(rectangle(5, 6), (piece("L3", "## #.", 10),)),  # 72 solutions
}


@settings(max_examples=settings().max_examples // 4)
@given(
    st.sampled_from(sorted(RICH)),
    st.integers(0, 2**32),
    QUESTIONS,
    st.sampled_from(["dense", "dancing-cells", "bitmask", "forward-checking"]),
    st.sampled_from([1, 3, 10]),
    STOPS,
)
def test_many_solutions_are_all_found(
    name: str,
    seed: int,
    question: RunQuestion,
    engine: str,
    slices: int,
    stops: list[str],
) -> None:
    check(RICH[name], replace(question, engine=engine, tasks=1), seed, slices, stops)
