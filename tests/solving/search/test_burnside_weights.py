"""Weights by which some placements of one piece are enough to count all solutions."""

from __future__ import annotations

from collections import Counter
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import PENTOMINOES, piece, puzzles, rectangle
from support.symmetric_cases import DOMINO, NAMED, Case, case_of, every_solution, symmetric_problems
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.search.burnside import weights_by_orbit


@given(st.one_of(symmetric_problems(), puzzles().map(case_of)))
def test_weights_count_all_solutions(case: Case) -> None:
    weights = weights_by_orbit(case.problem, case.options, case.forced)
    every = every_solution(case.problem, case.forced)
    if weights is not None:
        assert sum(prod(weights[option] for option in solution) for solution in every) == len(every)
        assert 0 in weights


def test_weights_keep_one_placement_an_orbit_where_the_sweep_comes_last() -> None:
    puzzle = Puzzle(rectangle(6, 10), tuple(piece(name, text) for name, text in PENTOMINOES.items()))
    cover, case = to_cover(puzzle), case_of(puzzle)
    weights = weights_by_orbit(case.problem, case.options)
    early = weights_by_orbit(case.problem, case.options, (), [-item for item in range(72)])
    assert weights is not None and early is not None
    weighted = [option for option, weight in enumerate(weights) if weight != 1]
    assert {cover.placements[option].piece for option in weighted} == {"P"}  # it has the most placements
    assert sum(weights[option] for option in weighted) == len(weighted) == 4 * (5 * 8 + 4 * 9)
    assert Counter(early) == Counter(weights)
    for option in weighted:
        orbit = [[item for item, _ in case.problem.options[m[option]] if item < 60] for m in case.options]
        here = orbit[0]
        if weights[option]:
            assert min(here) == max(map(min, orbit))
        if early[option]:
            assert max(here) == min(map(max, orbit))


def test_weights_need_an_item_that_serves() -> None:
    dominoes = case_of(NAMED["dominoes 4x4"])
    assert weights_by_orbit(dominoes.problem, dominoes.options) is None
    assert weights_by_orbit(dominoes.problem, dominoes.options[:1]) is None
    centre = case_of(Puzzle(rectangle(3, 3), (piece("D", DOMINO, 4), piece("M", "#", 1))))
    assert weights_by_orbit(centre.problem, centre.options) is not None
    hole = case_of(Puzzle(rectangle(3, 3, [(0, 0)]), (piece("D", DOMINO, (0, 4)),)))
    weights = weights_by_orbit(hole.problem, hole.options)  # the middle cell: the mirror joins 2 + 2 options
    assert weights is not None
    assert sorted(weights) == [0, 0, *[1] * (len(weights) - 4), 2, 2]
    coloured = CoverProblem(("a", "b", "c"), ((0, 2), (0, 2)), (((0, 0), (2, 1)), ((1, 0), (2, 1))))
    assert weights_by_orbit(coloured, ((0, 1), (1, 0))) is None
    plain = CoverProblem(("a", "b", "c"), ((0, 2), (0, 2)), (((0, 0), (2, 0)), ((1, 0), (2, 0))))
    assert weights_by_orbit(plain, ((0, 1), (1, 0))) == (0, 2)
    assert weights_by_orbit(plain, ((0, 1), (1, 0)), (), (1, 0, 2)) == (2, 0)


def test_weights_leave_out_no_options_that_are_out_anyway() -> None:
    x, y, z = ((0, 0),), ((1, 0),), ((2, 0),)
    problem = CoverProblem(("x", "y", "z"), ((0, 1),) * 3, (x + z, x + z, x + z, x + z, y, y, z))
    group = (tuple(range(7)), (1, 0, 3, 2, 5, 4, 6))
    assert weights_by_orbit(problem, group) == (2, 0, 2, 0, 1, 1, 1)
    assert weights_by_orbit(problem, group, forced=(6,)) == (1, 1, 1, 1, 2, 0, 1)


def test_an_item_whose_options_stay_where_they_are_leaves_nothing_out() -> None:
    problem = CoverProblem(("a", "b", "c"), ((1, 1),) * 3, (((0, 0),), ((1, 0),), ((2, 0),)))
    assert weights_by_orbit(problem, ((0, 1, 2), (0, 2, 1))) is None
    both = CoverProblem(("a", "b"), ((1, 1),) * 2, (((0, 0),),) * 3 + (((1, 0),),) * 2)
    # Two of the options of a, and one of b, are fixed or one of a pair: a leaves one out, and so does b.
    assert weights_by_orbit(both, ((0, 1, 2, 3, 4), (0, 1, 2, 4, 3))) in ((1, 1, 1, 2, 0), (1, 1, 1, 0, 2))
