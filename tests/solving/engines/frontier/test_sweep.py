"""The frontier: known numbers, what changes nothing, region cuts, limits, puzzles that once went wrong."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.frontier_problems import (
    EXISTS,
    HEXAGON,
    KING,
    SQUARE,
    Lattice,
    Packing,
    cover_problems,
    different_rectangles,
    domino_problem,
    dominoes_by_profile,
    evaluate,
    packings,
    queries,
    rectangle,
    shapes,
    total,
    without_near,
)
from support.oracle_problems import colourings, langford, latin_squares, queens
from support.puzzle_cases import pentominoes
from support.puzzle_cases import rectangle as board
from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.solving.engines.frontier import sweep as frontier_sweep
from tilewright.solving.engines.frontier.semirings import COUNT, Semiring, best_counted, by_marks
from tilewright.solving.engines.frontier.sweep import SweepQuery, share_done, share_of
from tilewright.solving.engines.reference import solutions
from tilewright.solving.resources import LEAST_MEMORY, Resources
from tilewright.solving.steps import Control, Limits, Progress, Status


def count(problem: CoverProblem, threads: int = 1, order: tuple[int, ...] = ()) -> int | None:
    evaluation = evaluate(problem, COUNT, order=order, resources=Resources(threads=threads))
    assert evaluation.status is Status.COMPLETE
    return evaluation.value


def stepped(query: SweepQuery, budget: int, threads: int) -> tuple[bytes, int, int, int]:
    """The value and the numbers of states of a sweep that is taken in steps."""
    sweep = query.plan.sweep("count", 0, 0, threads, 1 << 30)
    while sweep.advance(budget) is _core.SweepStatus.running:
        pass
    return sweep.value(), sweep.states, sweep.children, sweep.most_live


# Known numbers

KNOWN = {
    "dominoes 8x8": (domino_problem(8, 8), 12988816),  # OEIS A004003
    "dominoes 12x12": (domino_problem(12, 12), 53060477521960000),
    "dominoes 7x7": (domino_problem(7, 7), 0),
    "monomers and dimers 8x8": (domino_problem(8, 8, monominoes=True), 179788343101980135),  # OEIS A028420
    "queens 8": (queens(n=8), 92),  # OEIS A000170
    "queens 10": (queens(n=10), 724),
    "Langford 7": (langford(n=7), 2 * 26),  # OEIS A014552 counts up to reversal
    "Langford 11": (langford(n=11), 2 * 17792),
    "Latin squares 5": (latin_squares(n=5), 161280),  # OEIS A002860
    "colourings of the 4x4 grid": (colourings(graph="grid", size=[4, 4], colours=3), 7812 // 3),  # A068253
    "pentominoes 3x20": (
        to_cover(pentominoes(board(20, 3))).problem,
        8,
    ),  # Golomb, Polyominoes: 2 up to symmetry
    "pentominoes 4x15": (to_cover(pentominoes(board(15, 4))).problem, 4 * 368),
}


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("threads", (1, 2))
def test_known_numbers(name: str, threads: int) -> None:
    problem, want = KNOWN[name]
    assert count(problem, threads) == want


def test_known_numbers_that_take_longer() -> None:
    assert count(domino_problem(16, 16)) == 2444888770250892795802079170816  # OEIS A004003
    assert count(queens(n=12), 2) == 14200  # OEIS A000170; a careless hash has been seen to give 14203
    assert count(to_cover(pentominoes(board(10, 6))).problem, 2) == 4 * 2339  # Haselgrove 1960


@pytest.mark.parametrize("monominoes", (False, True))
@pytest.mark.parametrize("width", range(1, 8))
def test_boards_against_their_transfer_matrix(width: int, *, monominoes: bool) -> None:
    for height in (1, 2, 5, 8, 40):
        want = dominoes_by_profile(width, height, monominoes=monominoes)
        assert count(domino_problem(width, height, monominoes=monominoes)) == want


@pytest.mark.parametrize(("width", "height"), ((6, 150), (4, 250)))
def test_counts_of_more_than_192_bits_against_the_transfer_matrix(width: int, height: int) -> None:
    want = dominoes_by_profile(width, height, monominoes=True)
    assert want.bit_length() > 256
    problem = domino_problem(width, height, monominoes=True)
    assert count(problem, 1) == count(problem, 2) == want
    # Weights: each monomino counts 2^40 times.
    dominoes = len(problem.options) - width * height
    heavy = evaluate(problem, COUNT, weights=(1,) * dominoes + (1 << 40,) * (width * height)).value
    assert heavy is not None and heavy % (1 << 40) == dominoes_by_profile(width, height) % (1 << 40)


def test_there_are_no_more_states_than_there_used_to_be() -> None:
    for problem, most in (
        (domino_problem(8, 8), 8 * 8 * 2**8),
        (queens(n=8), 6_000),
        (to_cover(pentominoes(board(20, 3))).problem, 40_000),
    ):
        one = evaluate(problem, COUNT, resources=Resources(threads=1))
        assert 0 < one.states < most
        assert one.states == evaluate(problem, COUNT, resources=Resources(threads=3)).states


# What changes nothing


@given(queries(), st.data())
def test_the_order_of_items_changes_nothing(query: SweepQuery, data: st.DataObject) -> None:
    want = total(query)
    for _ in range(3):
        order = data.draw(st.permutations(range(len(query.problem.items))))
        short = replace(query, order=tuple(order[: data.draw(st.integers(0, len(order)))]))
        assert int.from_bytes(stepped(short, 1 << 40, 1)[0], "little") == want


@settings(max_examples=40)
@given(queries(), st.integers(1, 4), st.integers(2, 4))
def test_steps_and_threads_change_nothing(query: SweepQuery, budget: int, threads: int) -> None:
    whole = stepped(query, 1 << 40, 1)
    assert int.from_bytes(whole[0], "little") == total(query)
    assert stepped(query, budget, 1) == whole
    assert stepped(query, 1 << 40, threads) == whole
    assert stepped(query, budget, threads) == whole


def wide(height: int, width: int) -> SweepQuery:
    """Monomers and dimers with the line along the longer side: 2^width states at most places."""
    return SweepQuery(domino_problem(height, width, monominoes=True), order=tuple(range(height * width)))


def test_steps_and_threads_change_nothing_where_threads_share_the_states() -> None:
    query = wide(6, 14)
    want = dominoes_by_profile(6, 14, monominoes=True)
    whole = stepped(query, 1 << 40, 1)
    assert int.from_bytes(whole[0], "little") == want
    assert whole[3] > 2 * 4096  # else one thread does it all
    for threads, budget in ((2, 1 << 40), (2, 2500), (3, 1 << 40), (3, 5000), (5, 30_000)):
        assert stepped(query, budget, threads) == whole


def test_several_threads_in_every_semiring() -> None:
    query = wide(5, 13)
    degree = 65 // 2
    marks = tuple(int(len(option) == 2) for option in query.problem.options)
    costs = tuple(3 * k % 5 - 2 for k in range(len(marks)))
    paid = replace(query.problem, costs=costs)
    asked: tuple[Semiring[Any], ...] = (
        COUNT,
        EXISTS,
        by_marks(marks, degree),
        by_marks(marks, 3),
        best_counted(),
        best_counted(maximise=True),
    )
    for semiring in asked:
        one, three = (
            evaluate(paid, semiring, order=query.order, resources=Resources(threads=threads))
            for threads in (1, 3)
        )
        assert one.value == three.value
        assert one.states == three.states
    by_dominoes = evaluate(paid, by_marks(marks, degree), order=query.order).value
    assert by_dominoes is not None and sum(by_dominoes) == dominoes_by_profile(5, 13, monominoes=True)
    assert by_dominoes[:2] == (1, 5 * 12 + 4 * 13)


def test_a_bound_of_memory_gives_the_same_value_or_none() -> None:
    problem = domino_problem(10, 10, monominoes=True)
    marks = tuple(int(len(option) == 2) for option in problem.options)
    asked: tuple[Semiring[Any], ...] = (COUNT, by_marks(marks, 50), best_counted())
    for semiring in asked:
        want = evaluate(problem, semiring).value
        seen = set()
        for memory in (0, *(LEAST_MEMORY * k // 16 for k in range(1, 260, 13))):
            for threads in (1, 3):
                evaluation = evaluate(problem, semiring, resources=Resources(threads, memory))
                assert evaluation.peak <= max(memory, LEAST_MEMORY)
                seen.add(evaluation.status)
                if evaluation.status is Status.COMPLETE:
                    assert evaluation.value == want and evaluation.note == ""
                else:
                    assert (
                        evaluation.status is Status.LIMIT
                        and evaluation.value is None
                        and "memory" in evaluation.note
                    )
        assert Status.COMPLETE in seen
        if semiring.name == "by_marks":
            assert Status.LIMIT in seen


def test_values_too_large_for_the_memory_are_a_limit_from_the_start() -> None:
    problem = domino_problem(2, 2)
    for threads in (1, 2):
        evaluation = evaluate(
            problem, by_marks((1,) * 4, 100_000), resources=Resources(threads, memory=LEAST_MEMORY)
        )
        assert (evaluation.status, evaluation.value) == (Status.LIMIT, None)
        assert "memory" in evaluation.note


def test_memory_that_ends_while_counts_get_longer_is_a_limit() -> None:
    # The core itself takes any bound, so the end of memory can be put anywhere, also within the widening.
    query = SweepQuery(domino_problem(5, 60, monominoes=True))
    whole = stepped(query, 1 << 40, 1)
    ends = []
    for memory in range(0, 30_000, 250):
        sweep = query.plan.sweep("count", 0, 0, 1, memory)
        status = sweep.advance(1 << 40)
        if status is _core.SweepStatus.complete:
            assert sweep.value() == whole[0]
            assert sweep.states == whole[1]
        else:
            assert status is _core.SweepStatus.memory
            assert not sweep.at_rest  # half of what is held may be of another kind: nothing to keep
            assert sweep.advance(1 << 40) is _core.SweepStatus.memory
            with pytest.raises(ValueError):
                sweep.head()
            ends.append(sweep.limbs)
    assert {1, 2, 3} <= set(ends)


# Regions


@given(packings(lattice=SQUARE, most_cells=20), st.integers(1, 2))
def test_region_cuts_on_square_boards(packing: Packing, threads: int) -> None:
    problem = packing.problem
    number = count(problem, threads)
    assert number == count(without_near(problem))
    if number is not None and number < 1000:  # more take the slow search long
        assert number == len(list(solutions(without_near(problem))))


@given(st.sampled_from((HEXAGON, KING)), st.data())
def test_region_cuts_on_other_boards(lattice: Lattice, data: st.DataObject) -> None:
    problem = data.draw(packings(lattice=lattice, most_cells=16, sizes=(3, 4))).problem
    assert count(problem) == count(without_near(problem)) == len(list(solutions(without_near(problem))))


@given(packings(lattice=SQUARE, most_cells=16, sizes=(3,)), st.data())
def test_neighbours_that_are_known_in_part_cut_nothing_off(packing: Packing, data: st.DataObject) -> None:
    problem = packing.problem
    near = tuple(tuple(j for j in beside if data.draw(st.integers(0, 9))) for beside in problem.near)
    assert count(replace(problem, near=near)) == count(without_near(problem))


@pytest.mark.parametrize("size", (3, 4, 5))
def test_region_cuts_cut_and_change_nothing(size: int) -> None:
    cells = rectangle(6, 6 if size < 5 else 5, [(0, 0), (3, 3)] if size == 4 else [])
    packing = Packing(SQUARE, cells, (), ((tuple(shapes(SQUARE, size)), None),))
    problem = packing.problem
    plan = SweepQuery(problem).plan
    sweep = plan.sweep("count", 0, 0, 1, 1 << 30)
    assert sweep.advance(1 << 40) is _core.SweepStatus.complete
    assert sweep.hopeless > 100
    assert int.from_bytes(sweep.value(), "little") == count(without_near(problem))


# Limits


def test_a_limit_of_states_a_button_and_a_clock_end_a_sweep() -> None:
    problem = domino_problem(12, 12, monominoes=True)
    whole = evaluate(problem, COUNT)
    for nodes in (0, 1, 10_000, whole.states - 1):
        limited = evaluate(problem, COUNT, control=Control(limits=Limits(nodes=nodes)))
        assert (limited.status, limited.value, limited.note) == (Status.LIMIT, None, "")
        assert nodes <= limited.states <= nodes + 1
        assert 0 <= limited.share < 1
    exactly = evaluate(problem, COUNT, control=Control(limits=Limits(nodes=whole.states)))
    assert (exactly.status, exactly.value) == (Status.COMPLETE, whole.value)
    late = evaluate(problem, COUNT, control=Control(limits=Limits(seconds=0)))
    assert (late.status, late.value) == (Status.LIMIT, None)
    pressed = threading.Event()
    pressed.set()
    stopped = evaluate(problem, COUNT, control=Control(cancel=pressed))
    assert (stopped.status, stopped.value) == (Status.CANCELLED, None)


def test_progress_goes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("tilewright.solving.steps.STEP_SECONDS", 0.001)
    seen: list[Progress] = []
    evaluate(domino_problem(12, 12, monominoes=True), COUNT, control=Control(on_progress=seen.append))
    assert len(seen) > 3
    assert [p.nodes for p in seen] == sorted(p.nodes for p in seen)
    assert all(0 <= p.share <= 1 and not p.listed for p in seen)
    assert seen[-1].share > seen[0].share


@given(cover_problems())
def test_a_share_is_a_share(problem: CoverProblem) -> None:
    query = SweepQuery(problem)
    for place in range(len(query.plan.live) + 1):
        assert 0 <= share_of(query, place, 1 + place) <= 1


def test_a_share_is_corrected_where_pieces_may_be_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count of tilings by different rectangles went on for minutes after it had seemed 98 % done."""
    monkeypatch.setattr(frontier_sweep, "LONG", 1_000)
    query = SweepQuery(different_rectangles(5))
    search = query.start(COUNT, Resources(1))
    guesses: list[tuple[int, float, float]] = []
    while search.advance(500) is not _core.SweepStatus.complete:
        states = search.states
        guesses.append((states, share_of(query, search.place, states), share_done(query, search)))
    middle = [guess for guess in guesses if 0.3 * search.states < guess[0] < 0.6 * search.states]
    assert len(middle) > 10
    assert all(said > 0.8 for _, said, _ in middle)
    assert all(0.3 < done < 0.8 for _, _, done in middle)
    assert share_done(query, search) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_the_places_passed_are_known_with_their_states(threads: int) -> None:
    """They do not depend on threads or steps, and a count that needs longer numbers keeps them."""
    query = SweepQuery(domino_problem(9, 10, monominoes=True))
    whole = query.start(COUNT, Resources(1))
    whole.advance(1 << 60)
    search = query.start(COUNT, Resources(threads))
    while search.advance(700) is not _core.SweepStatus.complete:
        assert all(before <= search.states for _, before in search.passed)
    assert search.limbs > 1
    assert search.passed == whole.passed
    assert search.passed[-1] == (search.places, search.states)
    assert search.passed == sorted(search.passed)


def test_states_of_more_than_1023_bits_are_refused() -> None:
    problem = CoverProblem(
        tuple(map(str, range(1500))),
        ((1, 1),) * 1500,
        tuple(((i, 0), (j, 0)) for i in range(1500) for j in (1499 - i, (i * 37 + 11) % 1500) if i != j),
    )
    assert "1023" in SweepQuery(problem, order=tuple(range(1500))).refusal
    with pytest.raises(UnsupportedError, match="bits"):
        evaluate(problem, COUNT, order=tuple(range(1500)))


# Puzzles that once went wrong


def test_a_counter_beyond_the_window_is_not_read_among_what_lies_aside() -> None:
    """The first option goes past item 1, where the only use of the counter is decided."""
    exact = 11
    counter, aside = exact, exact + 1
    options = (
        ((0, 0), (1, 0), (aside, 0)),
        ((0, 0),),
        ((1, 0), (counter, 0)),
        *(((item, 0),) for item in range(1, exact)),
        ((exact - 1, 0), (aside, 0)),
    )
    problem = CoverProblem(tuple(map(str, range(exact + 2))), ((1, 1),) * exact + ((1, 9),), options)
    assert count(problem, order=(0, 1, counter, *range(2, exact))) == 2


def test_places_of_options_are_no_cells() -> None:
    """All cells are optional: each straight tromino is decided at a place of its own, with no neighbour."""
    straight = (((0, 0), (1, 0), (2, 0)),)
    packing = Packing(SQUARE, (), rectangle(3, 3), ((straight, (2, 2)),))
    assert count(packing.problem) == 3


def test_neighbours_that_one_side_alone_knows_of_are_neighbours() -> None:
    """A 2x3 of two trominoes: no cell knows of a neighbour to its right or below."""
    packing = Packing(SQUARE, rectangle(3, 2), (), ((tuple(shapes(SQUARE, 3)), None),))
    one_sided = tuple(tuple(j for j in beside if j < i) for i, beside in enumerate(packing.problem.near))
    assert count(replace(packing.problem, near=one_sided)) == count(packing.problem) == 3


def test_nothing_to_cover_has_one_solution() -> None:
    empty = CoverProblem((), (), ())
    assert count(empty) == 1
    assert evaluate(empty, EXISTS).value is True
    assert evaluate(empty, by_marks((), 2)).value == (1, 0, 0)
    assert count(CoverProblem(("a",), ((1, 1),), ())) == 0
    assert count(CoverProblem(("a",), ((0, 1),), ())) == 1
