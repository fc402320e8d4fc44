"""Burnside's lemma: solutions up to symmetry, counted by what each kind of symmetry keeps."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from support.puzzle_cases import piece, puzzles, rectangle
from support.symmetric_cases import (
    DOMINO,
    NAMED,
    Case,
    case_of,
    count,
    every_solution,
    image,
    symmetric_problems,
)
from tilewright.exact_cover.symmetry import Permutations
from tilewright.model.puzzle import Puzzle
from tilewright.solving.search.burnside import Quotient, conjugacy_classes, orbit_count, quotient


@given(puzzles())
def test_burnside_counts_the_orbits_of_any_puzzle(puzzle: Puzzle) -> None:
    case = case_of(puzzle)
    every = every_solution(case.problem, case.forced)
    assume(len(every) <= 500)
    for options, items in zip(case.options, case.items, strict=True):
        asked = quotient(case.problem, options, items, case.forced)
        assert count(asked) == sum(image(options, solution) == solution for solution in every)
    orbits = {min(image(options, solution) for options in case.options) for solution in every}
    assert orbit_count(case.problem, case.options, case.items, case.forced, count) == len(orbits)


@given(symmetric_problems())
def test_members_of_a_class_keep_equally_many_solutions(case: Case) -> None:
    fixes = [count(quotient(case.problem, *member)) for member in zip(case.options, case.items, strict=True)]
    classes = conjugacy_classes(case.options)
    assert sum(size for _, size in classes) == len(case.options)
    assert sum(size * fixes[index] for index, size in classes) == sum(fixes)


def test_classes_of_the_square() -> None:
    case = case_of(NAMED["dominoes 4x4"])
    assert sorted(size for _, size in conjugacy_classes(case.options)) == [1, 1, 2, 2, 2]
    turns = case_of(NAMED["turns only"])  # two quarter turns, each the inverse of the other
    assert sorted(size for _, size in conjugacy_classes(turns.options)) == [1, 1, 2]
    assert conjugacy_classes(((0, 1), (1, 0), (0, 1), (1, 0))) == [(0, 2), (1, 2)]
    assert conjugacy_classes(((), ())) == [(0, 2)]


@pytest.mark.parametrize(
    "members",
    [
        ((1, 0),),
        ((0, 1, 2), (1, 2, 0)),
        ((0, 1), (1, 0), (1, 0)),
        ((0, 1, 2), (1, 0, 2), (0, 2, 1)),
    ],
)
def test_permutations_that_are_no_group_are_refused(members: Permutations) -> None:
    with pytest.raises(ValueError, match=r"^these permutations are not a group$"):
        conjugacy_classes(members)


def test_a_wrong_count_is_noticed() -> None:
    case = case_of(NAMED["dominoes 4x4"])
    with pytest.raises(RuntimeError, match="at fault"):
        orbit_count(
            case.problem,
            case.options,
            case.items,
            (),
            lambda asked: count(asked) + (asked.problem is case.problem),
        )


@pytest.mark.parametrize(
    ("width", "height", "tilings", "orbits"),
    [
        (4, 4, 36, 9),
        (6, 4, 281, 98),
        (6, 6, 6728, 930),
        (8, 8, 12988816, 1629189),
        (10, 10, 258584046368, 32324350352),
    ],
)
def test_dominoes_up_to_symmetry(width: int, height: int, tilings: int, orbits: int) -> None:
    """Tilings: A099390. Up to symmetry: to 8 x 8 the engines that list find the same, orbit by orbit."""
    case = case_of(Puzzle(rectangle(width, height), (piece("D", DOMINO, width * height // 2),)))
    kept: list[int] = []

    def noting(asked: Quotient) -> int:
        kept.append(count(asked))
        return kept[-1]

    assert orbit_count(case.problem, case.options, case.items, (), noting) == orbits
    assert max(kept) == tilings
    assert len(kept) == (5 if width == height else 4)
