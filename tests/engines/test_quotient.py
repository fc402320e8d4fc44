"""Quotients against solutions filtered by hand, Burnside's lemma and weights against listing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzle_cases import PENTOMINOES, piece, puzzles, rectangle
from tilewright.cover import CoverProblem, Use, to_cover
from tilewright.engines.orbits import Permutations
from tilewright.engines.quotient import (
    NO_SOLUTION,
    Quotient,
    conjugacy_classes,
    orbit_count,
    quotient,
    weights_by_orbit,
)
from tilewright.engines.reference import solutions
from tilewright.puzzle import Board, Piece, Placement, Puzzle
from tilewright.symmetry import symmetries

Options = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """A problem with a group, and the options that belong to every solution."""

    problem: CoverProblem
    options: Permutations
    items: Permutations
    forced: Options = ()


def case_of(puzzle: Puzzle) -> Case:
    cover, group = to_cover(puzzle), symmetries(puzzle)
    return Case(cover.problem, group.option_permutations(cover), group.item_permutations(cover), cover.forced)


def image(permutation: Options, solution: Options) -> Options:
    return tuple(sorted(permutation[option] for option in solution))


def count(asked: Quotient) -> int:
    """The solutions of a quotient by a table over its options, one by one; knows nothing of orbits."""
    problem = asked.problem
    often = {(option, item): c for option, item, c in asked.times}
    order = sorted(range(len(problem.options)), key=lambda option: min(problem.options[option]))
    last = {item: option for option in order for item, _ in problem.options[option]}
    if any(least and item not in last for item, (least, _) in enumerate(problem.bounds)):
        return 0
    table = {(0,) * len(problem.items): 1}
    for option in order:
        uses = problem.options[option]
        after: Counter[tuple[int, ...]] = Counter()
        for used, ways in table.items():
            taken = chosen(problem, used, uses, {item: often.get((option, item), 1) for item, _ in uses})
            for state in [taken] if option in asked.forced else [taken, list(used)]:
                if state is None:
                    continue
                for item, _ in uses:
                    if last[item] == option:
                        if item < problem.primary and state[item] < problem.bounds[item][0]:
                            break
                        state[item] = 0
                else:
                    after[tuple(state)] += ways
        table = dict(after)
    return sum(table.values())


def chosen(
    problem: CoverProblem, used: tuple[int, ...], uses: Sequence[Use], often: dict[int, int]
) -> list[int] | None:
    """What is used after one option more; a secondary item has its colour, and -1 for colour 0."""
    state = list(used)
    for item, colour in uses:
        if item < problem.primary:
            state[item] += often[item]
            if state[item] > problem.bounds[item][1]:
                return None
        elif state[item] and (not colour or state[item] != colour):
            return None
        else:
            state[item] = colour or -1
    return state


def listed(asked: Quotient) -> set[Options]:
    """The solutions of a small quotient by its definition, lifted: every subset of its options is tried."""
    problem = asked.problem
    often = {(option, item): c for option, item, c in asked.times}
    found = set()
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
                    len(held) == 1 or (0 not in held and len(set(held)) == 1)
                    for item, held in colours.items()
                    if item >= problem.primary
                )
            ):
                found.add(tuple(sorted(o for option in picked for o in asked.lift[option])))
    return found


@st.composite
def symmetric_problems(draw: st.DrawFn) -> Case:
    """Random problems with the powers of a random permutation of their items, which they are closed under.

    Some options come twice, and going round their orbit once exchanges the two: then powers that move no
    item move options.
    """
    primary, secondary = draw(st.integers(1, 5)), draw(st.integers(0, 3))
    turn = [
        *draw(st.permutations(range(primary))),
        *(primary + i for i in draw(st.permutations(range(secondary)))),
    ]
    bounds = [(1, 1)] * primary
    for item in range(primary):
        bound = draw(st.sampled_from([(1, 1), (1, 1), (0, 1), (1, 2), (0, 2), (2, 2), (2, 4), (0, 3)]))
        there = item
        while True:
            bounds[there] = bound
            there = turn[there]
            if there == item:
                break
    options: list[tuple[Use, ...]] = []
    carried: list[int] = []
    for _ in range(draw(st.integers(1, 4))):
        held = draw(st.sets(st.integers(0, primary - 1), min_size=1, max_size=3))
        extra = draw(st.sets(st.integers(primary, primary + secondary - 1))) if secondary else set()
        start = tuple((i, 0) for i in sorted(held)) + tuple(
            (i, draw(st.integers(0, 2))) for i in sorted(extra)
        )
        orbit = [start]
        while (moved := tuple(sorted((turn[i], colour) for i, colour in orbit[-1]))) != start:
            orbit.append(moved)
        orbit *= 1 + draw(st.booleans())
        if len(options) + len(orbit) > 12:
            continue
        first = len(options)
        options += orbit
        carried += [first + (k + 1) % len(orbit) for k in range(len(orbit))]
    problem = CoverProblem(tuple(f"i{i}" for i in range(primary + secondary)), tuple(bounds), tuple(options))
    option_group, item_group = [tuple(range(len(options)))], [tuple(range(len(turn)))]
    while True:
        ahead = tuple(carried[o] for o in option_group[-1])
        moved_items = tuple(turn[i] for i in item_group[-1])
        if ahead == option_group[0] and moved_items == item_group[0]:
            break
        option_group.append(ahead)
        item_group.append(moved_items)
    forced: set[int] = set()
    if options and draw(st.integers(0, 3)) == 0:
        seed = draw(st.integers(0, len(options) - 1))
        forced = {member[seed] for member in option_group}
    return Case(problem, tuple(option_group), tuple(item_group), tuple(sorted(forced)))


DOMINO, MONOMINO, TROMINO = "##", "#", "#. ##"
TETROMINOES = {"I": "####", "O": "## ##", "T": "### .#.", "S": ".## ##.", "L": "### #.."}


def checkered(width: int, height: int) -> Board:
    return Board.of({(x, y): "ab"[(x + y) % 2] for x in range(width) for y in range(height)})


NAMED = {
    **{
        f"dominoes {width}x{height}": Puzzle(
            rectangle(width, height), (piece("D", DOMINO, (0, width * height // 2)),)
        )
        for width, height in [(2, 2), (3, 2), (3, 4), (4, 4), (5, 4), (4, 6)]
    },
    "monominoes and dominoes": Puzzle(rectangle(3, 3), (piece("D", DOMINO, (0, 4)), piece("M", "#", (0, 9)))),
    "three monominoes": Puzzle(rectangle(3, 3), (piece("D", DOMINO, 3), piece("M", "#", 3))),
    "L trominoes round a hole": Puzzle(rectangle(5, 5, [(2, 2)]), (piece("V", TROMINO, 8),)),
    "L trominoes by a corner": Puzzle(rectangle(5, 5, [(0, 0)]), (piece("V", TROMINO, 8),)),
    "tetrominoes up to twice": Puzzle(
        rectangle(5, 4), tuple(piece(name, text, (0, 2)) for name, text in TETROMINOES.items())
    ),
    "two to four squares": Puzzle(
        rectangle(4, 4), (piece("O", "## ##", (0, 2)), piece("D", DOMINO, (2, 6)), piece("I", "####", (0, 2)))
    ),
    "turns only": Puzzle(
        rectangle(4, 4), (piece("L", TETROMINOES["L"], (0, 4), "rotation"), piece("D", DOMINO, (0, 3)))
    ),
    "checkered": Puzzle(
        checkered(4, 4),
        (Piece.of("D", {(0, 0): "a", (1, 0): "b"}, copies=(0, 8)), piece("L", TETROMINOES["L"], (0, 2))),
    ),
    "optional cells": Puzzle(
        Board.of([(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)], [(1, 1), (3, 1), (-1, 1)]),
        (piece("D", DOMINO, (0, 6)), piece("T", "###", (0, 2))),
    ),
    "forced": Puzzle(
        Board.of(
            [(x, y) for x in range(4) for y in range(4)],
            forced=(Placement("D", ((1, 1), (2, 1))), Placement("D", ((1, 2), (2, 2)))),
        ),
        (piece("D", DOMINO, (0, 8)), piece("M", MONOMINO, (0, 4))),
    ),
}


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


@given(puzzles())
@settings(max_examples=80)
def test_burnside_counts_the_orbits_of_any_puzzle(puzzle: Puzzle) -> None:
    case = case_of(puzzle)
    every = list(solutions(case.problem, case.forced))
    assume(len(every) <= 500)
    for options, items in zip(case.options, case.items, strict=True):
        asked = quotient(case.problem, options, items, case.forced)
        assert count(asked) == sum(image(options, solution) == solution for solution in every)
    orbits = {min(image(options, solution) for options in case.options) for solution in every}
    assert orbit_count(case.problem, case.options, case.items, case.forced, count) == len(orbits)


@given(symmetric_problems())
@settings(max_examples=250)
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


@given(symmetric_problems())
def test_members_of_a_class_keep_equally_many_solutions(case: Case) -> None:
    fixes = [count(quotient(case.problem, *member)) for member in zip(case.options, case.items, strict=True)]
    classes = conjugacy_classes(case.options)
    assert sum(size for _, size in classes) == len(case.options)
    assert sum(size * fixes[index] for index, size in classes) == sum(fixes)


@given(st.one_of(symmetric_problems(), puzzles().map(case_of)))
@settings(max_examples=150)
def test_weights_count_all_solutions(case: Case) -> None:
    weights = weights_by_orbit(case.problem, case.options, case.forced)
    every = list(solutions(case.problem, case.forced))
    assume(len(every) <= 2000)
    if weights is not None:
        assert sum(prod(weights[option] for option in solution) for solution in every) == len(every)
        assert 0 in weights


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


def test_what_is_no_symmetry_is_refused() -> None:
    problem = CoverProblem(
        ("a", "b", "c"), ((1, 1), (1, 1), (0, 1)), (((0, 0),), ((1, 0),), ((2, 0),), ((0, 0), (1, 0)))
    )
    with pytest.raises(ValueError, match="no permutation of the problem's options"):
        quotient(problem, (0, 0, 2, 3), (0, 1, 2))
    with pytest.raises(ValueError, match="no permutation of the problem's items"):
        quotient(problem, (1, 0, 2, 3), (0, 1))
    with pytest.raises(ValueError, match="other bounds"):
        quotient(problem, (2, 1, 0, 3), (2, 1, 0))
    with pytest.raises(ValueError, match="option 0 is carried to option 1"):
        quotient(problem, (1, 0, 2, 3), (0, 1, 2))
    with pytest.raises(ValueError, match="forced"):
        quotient(problem, (1, 0, 2, 3), (1, 0, 2), forced=(0, 3))
    assert len(quotient(problem, (1, 0, 2, 3), (1, 0, 2), forced=(0, 1)).forced) == 1


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
    with pytest.raises(ValueError, match="not a group"):
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
