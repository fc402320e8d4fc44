"""Techniques: they agree with every solution, whatever the grid, and each of them is used."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.families.dominosa.counting import count_solutions
from tilewright.families.dominosa.generation import generate
from tilewright.families.dominosa.puzzle import NumberGrid, domino_name, dominosa, read_grid
from tilewright.families.dominosa.techniques import TECHNIQUES, CandidateGrid, grade
from tilewright.solving import api
from tilewright.solving.steps import Control


@given(st.integers(1, 4), st.integers(0, 10**6))
def test_deductions_agree_with_every_solution(largest: int, seed: int) -> None:
    """What a deduction places is in every solution, what it excludes in none, whatever the numbers are."""
    chance = random.Random(seed)
    numbers = [number for number in range(largest + 1) for _ in range(largest + 2)]
    chance.shuffle(numbers)
    grid = NumberGrid.filled(numbers, largest + 2)
    grade_found = grade(grid)
    every = [set(s.placements) for s in api.solutions(dominosa(grid), threads=1)]
    assert grade_found.consistent or not every
    assert not grade_found.solved or len(every) == 1
    for deduction in grade_found.deductions:
        placed = {deduction.placed} if deduction.placed else set()
        for solution in every:
            pairs = {(p.piece, p.cells) for p in solution}
            assert all((domino_name(*place.domino), place.cells) in pairs for place in placed)
            assert not any((domino_name(*place.domino), place.cells) in pairs for place in deduction.excluded)


def test_each_technique_finds_its_step() -> None:
    """Random grids with one solution use every technique."""
    used: set[str] = set()
    for seed in range(12):
        for difficulty in ("medium", "hard"):
            result = generate(4, difficulty, Control(seed=seed))
            used |= set(result.grade.used if result.grade else ())
    assert len(used) == len(TECHNIQUES)


def test_grids_without_a_solution() -> None:
    grid = read_grid("010 101")  # no two 0 are adjacent
    assert count_solutions(grid) == 0
    grade_found = grade(grid)
    assert not grade_found.solved and not grade_found.consistent
    later = read_grid("1102 1200 1202")  # a contradiction after some steps
    assert count_solutions(later) == 0 and not grade(later).solved


def test_all_candidates_of_a_grid() -> None:
    candidates = CandidateGrid(read_grid("001 101"))
    assert sum(map(len, candidates.by_domino.values())) == 7
    assert len(candidates.by_cell[0, 0]) == 2 and len(candidates.by_cell[1, 0]) == 3


def test_numbers_that_are_not_those_of_a_set() -> None:
    with pytest.raises(PuzzleError):
        grade(read_grid("01 12"))
