"""Help with a tiling, against the definition: hints lead to solutions, counts are right, reasons hold."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import piece, priced_puzzles, puzzles, rectangle
from tilewright.catalogue import load
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import toml
from tilewright.model.lattices import STICK
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.play.hints import (
    DeadEndReason,
    TilingHint,
    explain_dead_end,
    hint,
    is_solved,
    remaining_solutions,
)
from tilewright.play.tiling import (
    TilingMove,
    TilingPosition,
    apply,
    interpret,
    replay,
    start,
    valid_placements,
)
from tilewright.solving.engines import reference
from tilewright.solving.steps import Limits, Status

pytestmark = pytest.mark.usefixtures("still_clock")

FREE = Limits()
MOST_STEPS = 3_000  # nodes of the slow reference; larger puzzles are passed over


def completions(position: TilingPosition) -> set[frozenset[Placement]] | None:
    """Every solution that contains the position, by the definition; None when it takes too long to tell."""
    cover = to_cover(position.puzzle)
    prefix = tuple(cover.option_of[placement] for placement in position.placements)
    nodes = list(islice(reference.walk(cover.problem, reference.start_node(prefix)), MOST_STEPS))
    if len(nodes) == MOST_STEPS:
        return None
    return {frozenset(cover.solution(node).placements) for node in nodes if node is not None}


def wander(puzzle: Puzzle, dice: random.Random, moves: int) -> TilingPosition:
    """The position after some random placements."""
    position = start(puzzle)
    for _ in range(moves):
        allowed = [p for copies in position.copies for p in valid_placements(position, copies.name)]
        if not allowed:
            break
        position = apply(position, TilingMove(dice.choice(allowed)))
    return position


def check_lift(position: TilingPosition, tiling_hint: TilingHint) -> None:
    """What is to be lifted helps, and all of it is needed."""
    assert tiling_hint.status is Status.COMPLETE
    for lifted in (tiling_hint.lift, *combinations(tiling_hint.lift, len(tiling_hint.lift) - 1)):
        now = position
        for placement in lifted:
            now = apply(now, TilingMove(placement, lifts=True))
        assert bool(completions(now)) == (lifted == tiling_hint.lift)


def check_reason(position: TilingPosition, tiling_hint: TilingHint, every: set[frozenset[Placement]]) -> None:
    """The reason holds, and the region is near its cell."""
    reason, cell, place = tiling_hint.reason, tiling_hint.cell, tiling_hint.place
    assert place is not None and cell in place.cells and cell in tiling_hint.region
    assert set(tiling_hint.region) <= {*position.free, *position.free_optional}
    allowed = [p for copies in position.copies for p in valid_placements(position, copies.name)]
    on_cell = [p for p in allowed if cell in p.cells]
    if "only one of them leads" in reason:
        assert len(on_cell) > 1
        assert not any(p in solution for p in on_cell if p != place for solution in every)
    elif "in only one way" in reason:
        assert on_cell == [place]
    elif "one place left" in reason:
        assert [p for p in allowed if p.piece == place.piece] == [place]
    elif "can cover the cell" in reason:
        assert {p.piece for p in on_cell} == {place.piece}
    else:
        assert "is known" in reason


def check_core(position: TilingPosition, reason: DeadEndReason) -> None:
    """The core has no solution, and without any one of its placements it has."""
    for core in (reason.core, *combinations(reason.core, len(reason.core) - 1)):
        now = start(position.puzzle)
        for placement in core:
            now = apply(now, TilingMove(placement))
        assert bool(completions(now)) == (core != reason.core)
    assert set(reason.cells) == {cell for placement in reason.core for cell in placement.cells}


@given(puzzles(), st.randoms(use_true_random=False), st.integers(0, 3))
def test_help_by_definition(puzzle: Puzzle, dice: random.Random, moves: int) -> None:
    position = wander(puzzle, dice, moves)
    every, from_the_start = completions(position), completions(start(puzzle))
    if every is None or from_the_start is None:
        return
    tiling_hint, counted, why = (
        hint(position, FREE),
        remaining_solutions(position, limits=FREE),
        explain_dead_end(position, FREE),
    )
    assert tiling_hint.status is counted.status is why.status is Status.COMPLETE
    assert (counted.solutions, counted.exact) == (len(every), True)
    assert why.solvable == bool(every)
    assert tiling_hint.sentence and all(why.sentences)
    if position.finished:
        assert tiling_hint.moves == ()
    elif every:
        assert tiling_hint.place is not None and tiling_hint.lift == ()
        assert any(tiling_hint.place in solution for solution in every)
        assert tiling_hint.place in valid_placements(position, tiling_hint.place.piece)
        check_reason(position, tiling_hint, every)
    else:
        assert tiling_hint.place is None
        assert bool(tiling_hint.lift) == bool(from_the_start)
        if tiling_hint.lift:
            check_lift(position, tiling_hint)
        if why.kind == "core":
            check_core(position, why)
        else:
            assert why.core == ()
    assert why.cells == () or set(why.cells) <= puzzle.board.cells


@given(puzzles())
def test_hints_lead_to_a_solution(puzzle: Puzzle) -> None:
    position = start(puzzle)
    if completions(position) is None:
        return
    for _ in range(20):
        tiling_hint = hint(position, FREE)
        if tiling_hint.place is None:
            break
        position = apply(position, interpret(position, tiling_hint.moves[0]))
    assert position.finished or not completions(start(puzzle))


@pytest.mark.parametrize(
    "name", ["soma-cube", "hexiamonds-rhombus", "tetrahexes-coin", "welded-tetrasticks-4x4"]
)
def test_hints_on_other_lattices_lead_to_a_solution(name: str) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, Puzzle)
    position = start(puzzle)
    while not position.finished:
        position = apply(position, interpret(position, hint(position).moves[0]))
    assert remaining_solutions(position).sentence == "Exactly 1 solution remains."
    assert hint(position).sentence == "The puzzle is solved."


def test_large_numbers_are_lower_bounds() -> None:
    dominoes = Puzzle(rectangle(8, 4), (piece("bar", "##", 16),))
    assert remaining_solutions(start(dominoes)).sentence == "Exactly 2,245 solutions remain."
    few = remaining_solutions(start(dominoes), max_counted=100)
    assert (few.sentence, few.exact) == ("More than 100 solutions remain.", False)


@pytest.mark.usefixtures("ticking_clock")
def test_counting_without_listing() -> None:
    dominoes = Puzzle(rectangle(8, 8), (piece("bar", "##", 32),))
    solutions = remaining_solutions(start(dominoes), max_counted=10**9, limits=Limits(seconds=10_000.0))
    assert solutions.sentence == "Exactly 12,988,816 solutions remain."


def test_limits_and_cancellation_give_no_wrong_answers() -> None:
    puzzle = load("pentominoes-6x10")
    assert isinstance(puzzle, Puzzle)
    position = start(puzzle)
    none = Limits(nodes=0)
    assert (hint(position, none).status, hint(position, none).moves) == (Status.LIMIT, ())
    assert remaining_solutions(position, limits=Limits(nodes=2_000)).exact is False
    assert remaining_solutions(position, limits=Limits(nodes=2_000)) == remaining_solutions(
        position, limits=Limits(nodes=2_000)
    )
    cancelled = threading.Event()
    cancelled.set()
    assert hint(position, cancel=cancelled).status is Status.CANCELLED
    assert remaining_solutions(position, cancel=cancelled).status is Status.CANCELLED
    assert explain_dead_end(position, cancel=cancelled).solvable is None


def test_hint_covers_the_cell_with_the_fewest_options() -> None:
    bars = Puzzle(rectangle(2, 2), (piece("bar", "##", 2),))
    position = replay(bars, ["place bar on 0,0 0,1"])
    assert hint(position).sentence == "bar belongs on 1,0 1,1: nothing else can cover 1,0."
    assert hint(start(bars)).sentence.endswith("; 0,0 can be covered in 2 ways.")


def test_a_hint_has_a_reason_and_a_region() -> None:
    bars = Puzzle(rectangle(3, 3, without=[(0, 0)]), (piece("bar", "##", 4),))
    first = hint(start(bars))
    assert first.reason.startswith("No cell has fewer ways to be covered than 0,1: 2 placements.")
    assert first.cell == (0, 1)
    assert first.region == ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 1))
    corner = replay(bars, ["place bar on 1,1 1,2"])
    assert hint(corner).reason == "Only one piece fits on the cell 0,1, and in only one way."
    longer = Puzzle(rectangle(4, 1), (piece("bar", "##", 2),))
    wrong = hint(replay(longer, ["place bar on 1,0 2,0"]))
    assert wrong.reason == "This position cannot be completed."
    assert wrong.region == ((1, 0), (2, 0)) and wrong.cell is None


def test_a_piece_that_fits_in_only_one_place() -> None:
    puzzle = Puzzle(rectangle(4, 1), (piece("I4", "####"), piece("dot", "#", (0, 4))))
    only = hint(start(puzzle))
    assert only.reason == "I4 must be used, and there is only one place left for it."
    assert only.sentence == "I4 belongs on 0,0 1,0 2,0 3,0: it fits nowhere else."


def test_latest_single_piece_is_lifted() -> None:
    bars = Puzzle(rectangle(6, 2), (piece("bar", "##", 6),))
    first, shifted, apart = "place bar on 1,0 2,0", "place bar on 2,1 3,1", "place bar on 5,0 5,1"
    position = replay(bars, [first, shifted, apart])
    assert remaining_solutions(position).sentence == "No solution remains."
    assert hint(position).moves == ("lift 2,1",)
    assert "Lift bar from 2,1; then it can" in hint(position).sentence
    assert hint(replay(bars, [shifted, first])).moves == ("lift 1,0",)
    why = explain_dead_end(position)
    assert why.solvable is False and why.kind in ("uncoverable cell", "regions")


def test_unused_piece_without_free_cells() -> None:
    puzzle = Puzzle(rectangle(2, 1), (piece("bar", "##", (0, 1)), piece("dot", "#", 2)))
    position = replay(puzzle, ["place bar on 0,0 1,0"])
    assert explain_dead_end(position).sentences == ("dot must be used 2 times more, and no cell is left.",)
    assert remaining_solutions(position).sentence == "No solution remains."
    assert hint(position).moves == ("lift 0,0",)


def test_puzzle_without_solutions() -> None:
    mutilated = Puzzle(rectangle(3, 3, without=[(1, 0)]), (piece("bar", "##", 4),))
    position = replay(mutilated, ["place bar on 1,1 1,2"])
    assert "itself has no solution" in hint(position).sentence
    assert hint(position).moves == ()


def test_optional_cells_may_stay_uncovered() -> None:
    puzzle = Puzzle(Board.of([(0, 0), (1, 0)], [(0, 1), (1, 1)]), (piece("bar", "##", (1, 2)),))
    position = replay(puzzle, ["place bar on 0,0 1,0"])
    assert position.finished
    assert remaining_solutions(position).solutions == 2  # as it is, and with the other bar


def test_crossings_in_the_remaining_puzzle() -> None:
    level, upright = ((1, 2), (3, 2)), ((2, 1), (2, 3))
    bars = (Piece.of("a", level, lattice=STICK, motions="fixed"), Piece.of("b", upright, lattice=STICK))
    apart = Puzzle(Board.of([*level, *upright]), bars, lattice=STICK, crossings=False)
    position = replay(apart, ["place a on 1,2 3,2"])
    assert remaining_solutions(position).solutions == 0
    assert explain_dead_end(position).solvable is False
    assert remaining_solutions(start(Puzzle(apart.board, bars, lattice=STICK))).solutions == 1


PRICED = """\
goal = "greatest"
[legend]
a = { optional = true, cost = 1 }
b = { optional = true, cost = 4 }
c = { optional = true, cost = -2 }
[board]
drawing = "acab"
[[pieces]]
name = "I2"
drawing = "##"
copies = [0, 2]
"""
"""One domino on the last two cells is worth 5; two dominoes 4, none 0."""


def test_an_empty_board_is_not_solved_where_the_cost_counts() -> None:
    position = start(toml.loads(PRICED))
    assert position.finished and is_solved(position, FREE) is False
    tiling_hint = hint(position, FREE)
    assert str(tiling_hint.place and tiling_hint.place.cells) == "((2, 0), (3, 0))"
    assert tiling_hint.sentence == "I2 belongs on 2,0 3,0; the greatest cost, 5, can then be reached."
    assert (
        remaining_solutions(position, limits=FREE).sentence == "Exactly 1 solution has the greatest cost, 5."
    )
    best = replay(position.puzzle, ["place I2 on 2,0 3,0"])
    assert hint(best, FREE).sentence == "The puzzle is solved: no higher cost is possible."
    assert is_solved(best, FREE) is True and explain_dead_end(best, FREE).solvable is True


def test_a_filling_of_a_worse_cost_is_no_solution() -> None:
    position = replay(start(toml.loads(PRICED)).puzzle, ["place I2 on 0,0 1,0", "place I2 on 2,0 3,0"])
    assert position.finished and not position.free and is_solved(position, FREE) is False
    tiling_hint = hint(position, FREE)
    assert tiling_hint.sentence == (
        "The greatest cost, 5, cannot be reached from this position. Lift I2 from 0,0; then it can."
    )
    assert remaining_solutions(position, limits=FREE).solutions == 0
    reason = explain_dead_end(position, FREE)
    assert (reason.solvable, reason.sentences) == (
        False,
        ("No solution with the greatest cost has I2 on 0,0.",),
    )


def test_a_cost_that_was_not_found_is_not_guessed() -> None:
    puzzle = load("gold-5x5")
    assert isinstance(puzzle, Puzzle)
    position = start(replace(puzzle, title="never solved before"))
    cancelled = threading.Event()
    cancelled.set()
    assert is_solved(position, FREE, cancelled) is None
    assert hint(position, FREE, cancelled).place is None
    solutions = remaining_solutions(position, limits=FREE, cancel=cancelled)
    assert not solutions.exact and solutions.status is Status.CANCELLED
    assert explain_dead_end(position, FREE, cancelled).solvable is None


@given(st.data())
def test_hints_lead_to_the_goal(data: st.DataObject) -> None:
    """Against all solutions of the reference: the cost, how many have it, and what reaches it."""
    puzzle = replace(data.draw(priced_puzzles()), goal=data.draw(st.sampled_from(["least", "greatest"])))
    position = wander(puzzle, random.Random(data.draw(st.integers(0, 99))), data.draw(st.integers(0, 3)))
    every, here = completions(start(puzzle)), completions(position)
    if not every or here is None:
        return
    costs = {placements: puzzle.cost(Solution(tuple(placements))) for placements in every}
    goal = (min if puzzle.goal == "least" else max)(costs.values())
    good = {value for value in here if costs[value] == goal}
    solutions = remaining_solutions(position, limits=FREE)
    assert (solutions.exact, solutions.solutions) == (True, len(good))
    there = frozenset(position.placements)
    assert is_solved(position, FREE) is (there in good)
    advice = hint(position, FREE)
    assert (advice.place is not None) == bool(good - {there}) or there in good
    if advice.place is not None:
        assert any(advice.place in each for each in good)
    if not good:
        fewer = there - frozenset(advice.lift)
        assert advice.lift and any(fewer <= each for each in every if costs[each] == goal)
