"""Grids with one way: counted, solved, as hard as wished; the techniques never exclude what is there."""

from __future__ import annotations

import random
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.dominosa.counting import ways
from tilewright.families.dominosa.generation import generate
from tilewright.families.dominosa.number_grid import NumberGrid, read_grid
from tilewright.families.dominosa.puzzle import domino_name, dominosa
from tilewright.families.dominosa.techniques import DIFFICULTIES, TECHNIQUES, Sheet, grade
from tilewright.model.verification import is_solution
from tilewright.solve import api
from tilewright.solve.engines.base import Status


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("largest", [3, 4, 6])
def test_a_grid_has_one_way_and_is_as_hard_as_wished(largest: int, difficulty: str) -> None:
    found = generate(largest, difficulty, seed=1)
    assert found.status is Status.COMPLETE and found.grid is not None and found.solution is not None
    assert (found.grid.width, found.grid.height) == (largest + 2, largest + 1)
    assert api.count(dominosa(found.grid), engine="dense", threads=1).solutions == 1
    assert is_solution(dominosa(found.grid), found.solution)
    assert found.grade == grade(found.grid) and found.grade.difficulty == difficulty
    if difficulty == "easy":
        assert set(found.grade.used) <= {"only domino for a cell", "only place for a domino"}


def test_the_same_seed_gives_the_same_grid() -> None:
    assert generate(4, "medium", 7) == generate(4, "medium", 7)
    assert generate(4, "medium", 7).grid != generate(4, "medium", 8).grid


def test_none_is_found_where_there_is_none() -> None:
    found = generate(1, "hard", tries=20)
    assert found.status is Status.LIMIT and found.grid is None and found.tried == 20
    stop = threading.Event()
    stop.set()
    assert generate(6, "easy", cancel=stop).status is Status.CANCELLED


def test_what_is_refused() -> None:
    for largest, difficulty in ((0, "easy"), (8, "easy"), (3, "fiendish")):
        with pytest.raises(UnsupportedError):
            generate(largest, difficulty)
    with pytest.raises(PuzzleError):
        grade(read_grid("01 12"))


@given(st.integers(1, 4), st.integers(0, 10**6))
def test_steps_never_go_against_a_way(largest: int, seed: int) -> None:
    """What every step takes is in all ways, what it excludes in none, whatever the numbers are."""
    chance = random.Random(seed)
    numbers = [number for number in range(largest + 1) for _ in range(largest + 2)]
    chance.shuffle(numbers)
    grid = NumberGrid.filled(numbers, largest + 2)
    found = grade(grid)
    every = [set(s.placements) for s in api.solutions(dominosa(grid), threads=1)]
    assert found.consistent or not every
    assert not found.solved or len(every) == 1
    for step in found.steps:
        taken = {step.taken} if step.taken else set()
        for way in every:
            held = {(p.piece, p.cells) for p in way}
            assert all((domino_name(*place.domino), place.cells) in held for place in taken)
            assert not any((domino_name(*place.domino), place.cells) in held for place in step.excluded)


def test_each_technique_finds_its_step() -> None:
    """Over some hundred random grids of one way every technique comes up."""
    used: set[str] = set()
    for seed in range(12):
        for difficulty in ("medium", "hard"):
            found = generate(4, difficulty, seed)
            used |= set(found.grade.used if found.grade else ())
    assert len(used) == len(TECHNIQUES)


def test_a_grid_that_has_no_way() -> None:
    grid = read_grid("010 101")  # no 0 beside another
    assert ways(grid) == 0
    found = grade(grid)
    assert not found.solved and not found.consistent
    later = read_grid("1102 1200 1202")  # a contradiction after some steps
    assert ways(later) == 0 and not grade(later).solved


def test_a_sheet_knows_all_places() -> None:
    sheet = Sheet(read_grid("001 101"))
    assert sum(map(len, sheet.of.values())) == 7
    assert len(sheet.at[0, 0]) == 2 and len(sheet.at[1, 0]) == 3
