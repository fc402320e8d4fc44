"""Quotients by a symmetry against the solutions that it keeps, filtered by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given

from support.puzzle_cases import piece
from support.symmetric_cases import NAMED, Case, Options, case_of, count, image, symmetric_problems
from tilewright.exact_cover.problem import CoverProblem
from tilewright.model.puzzle import Board, Puzzle
from tilewright.solving.engines.reference import solutions
from tilewright.solving.search.burnside import NO_SOLUTION, Quotient, orbit_count, quotient


def listed(asked: Quotient) -> set[Options]:
    """The solutions of a small quotient by its definition, lifted: every subset of its options is tried."""
    problem = asked.problem
    often = {(option, item): c for option, item, c in asked.times}
    rows = set()
    for size in range(len(problem.options) + 1):
        for picked in combinations(range(len(problem.options)), size):
            times: Counter[int] = Counter()
            colours: dict[int, list[int]] = {}
            for option in picked:
                for item, colour in problem.options[option]:
                    times[item] += often.get((option, item), 1)
                    colours.setdefault(item, []).append(colour)
            if (
                set(asked.forced) <= set(picked)
                and all(least <= times[i] <= most for i, (least, most) in enumerate(problem.bounds))
                and all(
                    len(items) == 1 or (0 not in items and len(set(items)) == 1)
                    for item, items in colours.items()
                    if item >= problem.primary
                )
            ):
                rows.add(tuple(sorted(o for option in picked for o in asked.lift[option])))
    return rows


def test_the_table_of_these_tests_counts_what_the_reference_finds() -> None:
    for puzzle in NAMED.values():
        case = case_of(puzzle)
        lift = tuple((option,) for option in range(len(case.problem.options)))
        whole = Quotient(case.problem, (), lift, case.forced)
        assert count(whole) == sum(1 for _ in solutions(case.problem, case.forced)) > 0


@pytest.mark.parametrize("name", NAMED)
def test_a_quotient_counts_the_solutions_that_a_symmetry_keeps(name: str) -> None:
    case = case_of(NAMED[name])
    every = list(solutions(case.problem, case.forced))
    assert len(case.options) > 1
    for options, items in zip(case.options, case.items, strict=True):
        asked = quotient(case.problem, options, items, case.forced)
        assert count(asked) == sum(image(options, solution) == solution for solution in every)
    orbits = {min(image(options, solution) for options in case.options) for solution in every}
    assert orbit_count(case.problem, case.options, case.items, case.forced, count) == len(orbits)


@given(symmetric_problems())
def test_a_quotient_lists_the_solutions_that_a_symmetry_keeps(case: Case) -> None:
    every = set(solutions(case.problem, case.forced))
    for options, items in zip(case.options, case.items, strict=True):
        asked = quotient(case.problem, options, items, case.forced)
        kept = {solution for solution in every if image(options, solution) == solution}
        assert count(asked) == len(kept)
        if len(asked.problem.options) <= 9:
            assert listed(asked) == kept
    orbits = {min(image(options, solution) for options in case.options) for solution in every}
    assert orbit_count(case.problem, case.options, case.items, case.forced, count) == len(orbits)


def test_the_identity_leaves_the_problem_as_it_is() -> None:
    case = case_of(NAMED["forced"])
    asked = quotient(case.problem, case.options[0], case.items[0], case.forced)
    assert asked.problem is case.problem
    assert (asked.times, asked.forced) == ((), tuple(sorted(case.forced)))
    assert asked.lift == tuple((option,) for option in range(len(case.problem.options)))


def test_two_copies_that_a_half_turn_exchanges_count_twice() -> None:
    board = Board.of([(x, 0) for x in range(8)])
    case = case_of(
        Puzzle(board, (piece("I", "###", (0, 2)), piece("D", "##", (0, 4)), piece("M", "#", (0, 8))))
    )
    half = next(g for g, items in enumerate(case.items) if items[0] == 7)
    asked = quotient(case.problem, case.options[half], case.items[half])
    problem = asked.problem
    assert problem.items == ("(0, 0)", "(1, 0)", "(2, 0)", "(3, 0)", "I")
    assert problem.bounds == ((1, 1),) * 4 + ((0, 2),)
    assert problem.near == ((1,), (0, 2), (1, 3), (2,), ())
    straight = [o for o, uses in enumerate(problem.options) if (4, 0) in uses]
    assert [problem.options[o] for o in straight] == [
        ((0, 0), (1, 0), (2, 0), (4, 0)),
        ((1, 0), (2, 0), (3, 0), (4, 0)),  # the one across the middle meets its own image, and is left out
    ]
    assert asked.times == tuple((o, 4, 2) for o in straight)
    assert all(isinstance(c, int) for _, _, c in asked.times)
    # Half a tiling is 4 in parts 1, 2, 3 (7 ways), or 3 in such parts (4 ways) beside a D in the middle.
    assert count(asked) == 11
    once = replace(case.problem, bounds=(*case.problem.bounds[:8], (0, 1)))
    assert count(quotient(once, case.options[half], case.items[half])) == 11 - 3


def test_an_orbit_costs_what_its_members_cost() -> None:
    case = case_of(NAMED["dominoes 4x4"])
    costs = tuple(o * o for o in range(len(case.problem.options)))
    priced = replace(case.problem, costs=costs)
    for options, items in zip(case.options, case.items, strict=True):
        asked = quotient(priced, options, items)
        assert asked.problem.costs == tuple(sum(costs[o] for o in lifted) for lifted in asked.lift)


def test_orbits_that_clash_with_themselves_are_left_out() -> None:
    swap = (1, 0)
    for bounds, uses, left in [
        (((1, 1),), ((0, 0),), 0),
        (((0, 2),), ((0, 0),), 1),
        (((2, 2), (1, 1)), ((0, 0),), 1),
        (((0, 9),), ((0, 0), (1, 0)), 0),
        (((0, 9),), ((0, 0), (1, 3)), 1),
    ]:
        items = tuple("abc"[: max(2, len(bounds))])
        problem = CoverProblem(items, bounds, (uses, uses))
        asked = quotient(problem, swap, tuple(range(len(items))))
        assert len(asked.problem.options) == left
    two = CoverProblem(("a", "b", "c"), ((0, 9),), (((0, 0), (1, 1), (2, 2)), ((0, 0), (1, 2), (2, 1))))
    assert quotient(two, swap, (0, 2, 1)).lift == ()
    one = CoverProblem(("a", "b", "c"), ((0, 9),), (((0, 0), (1, 1), (2, 1)), ((0, 0), (1, 1), (2, 1))))
    asked = quotient(one, swap, (0, 2, 1))
    assert asked.problem.options == (((0, 0), (1, 1)),)
    assert asked.times == ((0, 0, 2),)


def test_forced_options_that_clash_have_no_solution() -> None:
    problem = CoverProblem(("a", "b"), ((0, 1),), (((0, 0),), ((0, 0),)))
    asked = quotient(problem, (1, 0), (0, 1), forced=(0, 1))
    assert asked == Quotient(NO_SOLUTION, (), ())
    assert count(asked) == 0
    assert orbit_count(problem, ((0, 1), (1, 0)), ((0, 1), (0, 1)), (0, 1), count) == 0


def test_a_forced_option_that_clashes_with_itself_has_no_solution() -> None:
    """It covers an item that must not be covered, and the symmetry keeps it."""
    options = (((0, 0), (1, 0)), ((2, 0),), ((3, 0),))
    problem = CoverProblem(tuple("abcd"), ((0, 0), (0, 0), (1, 1), (1, 1)), options)
    assert quotient(problem, (0, 2, 1), (1, 0, 3, 2), forced=(0,)) == Quotient(NO_SOLUTION, (), ())
    assert quotient(problem, (0, 2, 1), (1, 0, 3, 2)).lift == ((1, 2),)


def test_what_is_no_symmetry_is_refused() -> None:
    problem = CoverProblem(
        ("a", "b", "c"), ((1, 1), (1, 1), (0, 1)), (((0, 0),), ((1, 0),), ((2, 0),), ((0, 0), (1, 0)))
    )
    with pytest.raises(ValueError, match=r"^this is no permutation of the problem's options$"):
        quotient(problem, (0, 0, 2, 3), (0, 1, 2))
    with pytest.raises(ValueError, match=r"^this is no permutation of the problem's items$"):
        quotient(problem, (1, 0, 2, 3), (0, 1))
    with pytest.raises(ValueError, match="other bounds"):
        quotient(problem, (2, 1, 0, 3), (2, 1, 0))
    with pytest.raises(ValueError, match="option 0 is carried to option 1"):
        quotient(problem, (1, 0, 2, 3), (0, 1, 2))
    with pytest.raises(ValueError, match=r"^the symmetry does not keep the forced options$"):
        quotient(problem, (1, 0, 2, 3), (1, 0, 2), forced=(0, 3))
    assert len(quotient(problem, (1, 0, 2, 3), (1, 0, 2), forced=(0, 1)).forced) == 1
