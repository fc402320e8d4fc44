"""New grids: one solution and the difficulty, the maximum against all grids, the same by seed, limits."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright._core import dominosa_pairs_left
from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.counting import BEST_KNOWN, RectangleCounter, count_solutions
from tilewright.families.dominosa.generation import generate, maximise, prove_maximum
from tilewright.families.dominosa.puzzle import NumberGrid, dominosa
from tilewright.families.dominosa.techniques import DIFFICULTIES, grade
from tilewright.model.verification import is_solution
from tilewright.solving import api
from tilewright.solving.steps import Control, Limits, Progress, Status


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("largest", [3, 4, 6, 9, 12])
def test_a_grid_has_one_solution_and_the_difficulty(largest: int, difficulty: str) -> None:
    result = generate(largest, difficulty, Control(seed=1))
    assert result.status is Status.COMPLETE and result.grid is not None and result.solution is not None
    assert (result.grid.width, result.grid.height) == (largest + 2, largest + 1)
    assert api.count(dominosa(result.grid), threads=1).solutions == 1
    assert is_solution(dominosa(result.grid), result.solution)
    assert result.grade == grade(result.grid) and result.grade.difficulty == difficulty
    if difficulty == "easy":
        assert set(result.grade.used) <= {"only domino for a cell", "only place for a domino"}


def test_the_same_seed_gives_the_same_grid() -> None:
    first = generate(4, "medium", Control(seed=7))
    assert generate(4, "medium", Control(seed=7)) == first
    assert generate(4, "medium", Control(seed=8)).grid != first.grid


def test_limits_of_the_generator() -> None:
    result = generate(1, "hard", tries=20)
    assert result.status is Status.LIMIT and result.grid is None and result.tried == 20
    stop = threading.Event()
    stop.set()
    assert generate(6, "easy", Control(cancel=stop)).status is Status.CANCELLED


def test_invalid_requests() -> None:
    for largest, difficulty in ((0, "easy"), (16, "easy"), (3, "fiendish")):
        with pytest.raises(UnsupportedError):
            generate(largest, difficulty)


@pytest.mark.parametrize("largest", [3, 4, 6, 12])
def test_outlines_that_a_half_turn_leaves(largest: int) -> None:
    made = generate(largest, "medium", Control(seed=2), symmetric=True)
    assert made.grid is not None and made.solution is not None and made.grade is not None
    assert made.grade.solved and made.grade.difficulty == "medium"
    width, height = made.grid.width, made.grid.height
    outlines = {frozenset(one.cells) for one in made.solution.placements}
    assert {frozenset((width - 1 - x, height - 1 - y) for x, y in cells) for cells in outlines} == outlines


@given(st.integers(1, 6), st.integers(0, 10**6))
def test_the_core_and_the_techniques_leave_the_same(largest: int, seed: int) -> None:
    """Two programs without common code agree on what a level solves, whatever the numbers are."""
    chance = random.Random(seed)
    grid = generate(largest, chance.choice(DIFFICULTIES[:2]), Control(seed=seed)).grid
    if grid is None:
        return
    numbers = list(grid.cells.values())
    for _ in range(chance.randrange(4)):  # it may have several solutions then, or none
        a, b = chance.randrange(len(numbers)), chance.randrange(len(numbers))
        numbers[a], numbers[b] = numbers[b], numbers[a]
    graded = grade(NumberGrid.filled(numbers, grid.width))
    left = [
        dominosa_pairs_left(grid.width, grid.height, largest, bytes(numbers), level) for level in range(3)
    ]
    assert (left[2] < 0) == (not graded.consistent)
    if graded.consistent:
        assert graded.solved == (left[2] == 0)
    if graded.solved:
        assert graded.difficulty == DIFFICULTIES[left.index(0)]


def arrangements(left: list[int], numbers: list[int]) -> Iterator[list[int]]:
    """Every order of the numbers that are left, a new number the least unused."""
    if not any(left):
        yield numbers
    for number, times in enumerate(left):
        if times and number <= (max(numbers) + 1 if numbers else 0):
            left[number] -= 1
            yield from arrangements(left, [*numbers, number])
            left[number] += 1


@pytest.mark.parametrize("largest", [1, 2])
def test_a_proof_against_all_grids(largest: int) -> None:
    board = RectangleCounter(largest + 2, largest + 1, largest)
    most = max(map(board.count, arrangements([largest + 2] * (largest + 1), [])))
    result = prove_maximum(largest)
    assert result.proven and result.status is Status.COMPLETE and result.share == 1.0
    assert result.solutions == most and result.grid is not None and count_solutions(result.grid) == most
    assert most == BEST_KNOWN[largest].solutions and BEST_KNOWN[largest].proven


def test_double_3_is_proven_and_found() -> None:
    result = prove_maximum(3)
    assert (result.solutions, result.proven) == (88, True)
    above = prove_maximum(3, floor=88)
    assert above.proven and above.grid is None and above.solutions == 88
    assert maximise(3, rounds=2, steps=40_000).solutions == 88


def test_the_count_of_the_best_grid_is_right() -> None:
    for largest in (1, 2, 4, 5):
        result = maximise(largest, Control(seed=3), rounds=1, steps=2_000)
        assert result.grid is not None and count_solutions(result.grid) == result.solutions > 1
        assert not result.proven and result.status is Status.COMPLETE and result.tried == 2_000


def test_the_same_seed_gives_the_same_rounds() -> None:
    one, two = (maximise(4, Control(seed=5), rounds=rounds, steps=3_000) for rounds in (1, 3))
    assert two.solutions >= one.solutions
    assert maximise(4, Control(seed=5), rounds=1, steps=3_000).grid == one.grid
    assert maximise(4, Control(seed=6), rounds=1, steps=3_000).grid != one.grid


def test_limits_and_cancellation_of_maximisation() -> None:
    assert maximise(6, Control(Limits(nodes=500))).status is Status.LIMIT
    late = maximise(6, Control(Limits(seconds=0.0)))
    assert late.status is Status.LIMIT and late.grid is not None and late.solutions >= 1
    half = prove_maximum(4, control=Control(Limits(nodes=100_000)))
    assert half.status is Status.LIMIT and not half.proven and 0 < half.share < 1
    cancel = threading.Event()
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 5:
            cancel.set()

    stopped = maximise(5, Control(on_progress=watch, cancel=cancel))
    assert stopped.status is Status.CANCELLED and len(seen) == 5
    assert [p.share for p in seen] == sorted(p.share for p in seen)


@pytest.mark.parametrize("largest", [0, -1, 8, 10**9])
def test_sets_that_are_too_large(largest: int) -> None:
    with pytest.raises(UnsupportedError, match="double-"):
        maximise(largest)
    with pytest.raises(UnsupportedError, match="double-"):
        prove_maximum(largest)
