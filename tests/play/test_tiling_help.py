"""Help with a tiling, against the definition: hints lead to solutions, counts are right, reasons hold."""

from __future__ import annotations

import random
import threading
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.catalogue import load
from tilewright.exact_cover.translation import to_cover
from tilewright.model.lattices import STICK
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.play.hints import Hint, WhyNot, hint, left, why_not
from tilewright.play.tiling import Move, Position, apply, begin, interpret, places, replay
from tilewright.solve.engines import reference
from tilewright.solve.engines.base import Limits, Status

FREE = Limits()
MOST_STEPS = 3_000  # nodes of the slow reference; larger puzzles are passed over


def completions(position: Position) -> set[frozenset[object]] | None:
    """Every solution that contains the position, by the definition; None when it takes too long to tell."""
    cover = to_cover(position.puzzle)
    prefix = tuple(cover.option_of[placement] for placement in position.placements)
    nodes = list(islice(reference.walk(cover.problem, reference.start_node(prefix)), MOST_STEPS))
    if len(nodes) == MOST_STEPS:
        return None
    return {frozenset(cover.solution(found).placements) for found in nodes if found is not None}


def wander(puzzle: Puzzle, dice: random.Random, moves: int) -> Position:
    """The position after some random placements."""
    position = begin(puzzle)
    for _ in range(moves):
        allowed = [p for stock in position.stock for p in places(position, stock.name)]
        if not allowed:
            break
        position = apply(position, Move(dice.choice(allowed)))
    return position


def check_lift(position: Position, found: Hint) -> None:
    """What is to be lifted helps, and all of it is needed."""
    assert found.status is Status.COMPLETE
    for lifted in (found.lift, *combinations(found.lift, len(found.lift) - 1)):
        now = position
        for placement in lifted:
            now = apply(now, Move(placement, lays=False))
        assert bool(completions(now)) == (lifted == found.lift)


def check_core(position: Position, found: WhyNot) -> None:
    """The core has no solution, and without any one of its placements it has."""
    for core in (found.core, *combinations(found.core, len(found.core) - 1)):
        now = begin(position.puzzle)
        for placement in core:
            now = apply(now, Move(placement))
        assert bool(completions(now)) == (core != found.core)
    assert set(found.cells) == {cell for placement in found.core for cell in placement.cells}


@given(puzzles(), st.randoms(use_true_random=False), st.integers(0, 3))
def test_help_agrees_with_the_definition(puzzle: Puzzle, dice: random.Random, moves: int) -> None:
    position = wander(puzzle, dice, moves)
    every, from_the_start = completions(position), completions(begin(puzzle))
    if every is None or from_the_start is None:
        return
    found, counted, why = hint(position, FREE), left(position, limits=FREE), why_not(position, FREE)
    assert found.status is counted.status is why.status is Status.COMPLETE
    assert (counted.solutions, counted.exact) == (len(every), True)
    assert why.solvable == bool(every)
    assert found.sentence and all(why.sentences)
    if position.finished:
        assert found.moves == ()
    elif every:
        assert found.place is not None and found.lift == ()
        assert any(found.place in solution for solution in every)
        assert found.place in places(position, found.place.piece)
    else:
        assert found.place is None
        assert bool(found.lift) == bool(from_the_start)
        if found.lift:
            check_lift(position, found)
        if why.kind == "core":
            check_core(position, why)
        else:
            assert why.core == ()
    assert why.cells == () or set(why.cells) <= puzzle.board.cells


@given(puzzles())
def test_hints_alone_lead_to_a_solution(puzzle: Puzzle) -> None:
    position = begin(puzzle)
    if completions(position) is None:
        return
    for _ in range(20):
        found = hint(position, FREE)
        if found.place is None:
            break
        position = apply(position, interpret(position, found.moves[0]))
    assert position.finished or not completions(begin(puzzle))


@pytest.mark.parametrize(
    "name", ["soma-cube", "hexiamonds-rhombus", "tetrahexes-coin", "welded-tetrasticks-4x4"]
)
def test_hints_on_other_lattices_lead_to_a_solution(name: str) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, Puzzle)
    position = begin(puzzle)
    while not position.finished:
        position = apply(position, interpret(position, hint(position).moves[0]))
    assert left(position).sentence == "Exactly 1 solution is left."
    assert hint(position).sentence == "The puzzle is solved."


def test_beyond_the_bound_only_that_there_are_more() -> None:
    dominoes = Puzzle(rectangle(8, 4), (piece("bar", "##", 16),))
    assert left(begin(dominoes)).sentence == "Exactly 2,245 solutions are left."
    few = left(begin(dominoes), most=100)
    assert (few.sentence, few.exact) == ("More than 100 solutions are left.", False)


def test_a_count_that_listing_does_not_finish_is_made_another_way() -> None:
    dominoes = Puzzle(rectangle(8, 8), (piece("bar", "##", 32),))
    found = left(begin(dominoes), most=10**9, limits=Limits(seconds=2.0))
    assert found.sentence == "Exactly 12,988,816 solutions are left."


def test_limits_and_the_button_are_heard_and_nothing_is_made_up() -> None:
    puzzle = load("pentominoes-6x10")
    assert isinstance(puzzle, Puzzle)
    position = begin(puzzle)
    none = Limits(nodes=0)
    assert (hint(position, none).status, hint(position, none).moves) == (Status.LIMIT, ())
    assert left(position, limits=Limits(nodes=2_000)).exact is False
    assert left(position, limits=Limits(nodes=2_000)) == left(position, limits=Limits(nodes=2_000))
    pressed = threading.Event()
    pressed.set()
    assert hint(position, cancel=pressed).status is Status.CANCELLED
    assert left(position, cancel=pressed).status is Status.CANCELLED
    assert why_not(position, cancel=pressed).solvable is None


def test_the_hint_shows_the_tightest_cell_and_says_so() -> None:
    bars = Puzzle(rectangle(2, 2), (piece("bar", "##", 2),))
    position = replay(bars, ["place bar on 0,0 0,1"])
    assert hint(position).sentence == "bar belongs on 1,0 1,1: nothing else can cover 1,0."
    assert hint(begin(bars)).sentence.endswith("; 0,0 can be covered in 2 ways.")


def test_the_latest_piece_that_helps_alone_is_lifted() -> None:
    bars = Puzzle(rectangle(6, 2), (piece("bar", "##", 6),))
    first, shifted, apart = "place bar on 1,0 2,0", "place bar on 2,1 3,1", "place bar on 5,0 5,1"
    position = replay(bars, [first, shifted, apart])
    assert left(position).sentence == "No solution is left."
    assert hint(position).moves == ("lift 2,1",)
    assert "Lift bar from 2,1: then it can" in hint(position).sentence
    assert hint(replay(bars, [shifted, first])).moves == ("lift 1,0",)
    why = why_not(position)
    assert why.solvable is False and why.kind in ("uncoverable cell", "regions")


def test_no_cell_is_left_but_a_piece_must_still_be_used() -> None:
    puzzle = Puzzle(rectangle(2, 1), (piece("bar", "##", (0, 1)), piece("dot", "#", 2)))
    position = replay(puzzle, ["place bar on 0,0 1,0"])
    assert why_not(position).sentences == ("dot must be used 2 times more, and no cell is left.",)
    assert left(position).sentence == "No solution is left."
    assert hint(position).moves == ("lift 0,0",)


def test_a_puzzle_without_solutions_says_that_lifting_does_not_help() -> None:
    mutilated = Puzzle(rectangle(3, 3, without=[(1, 0)]), (piece("bar", "##", 4),))
    position = replay(mutilated, ["place bar on 1,1 1,2"])
    assert "itself has no solution" in hint(position).sentence
    assert hint(position).moves == ()


def test_optional_cells_may_stay_open() -> None:
    puzzle = Puzzle(Board.of([(0, 0), (1, 0)], [(0, 1), (1, 1)]), (piece("bar", "##", (1, 2)),))
    position = replay(puzzle, ["place bar on 0,0 1,0"])
    assert position.finished
    assert left(position).solutions == 2  # as it is, and with the other bar


def test_crossings_count_in_what_is_left() -> None:
    level, upright = ((1, 2), (3, 2)), ((2, 1), (2, 3))
    bars = (Piece.of("a", level, lattice=STICK, motions="fixed"), Piece.of("b", upright, lattice=STICK))
    apart = Puzzle(Board.of([*level, *upright]), bars, lattice=STICK, crossings=False)
    position = replay(apart, ["place a on 1,2 3,2"])
    assert left(position).solutions == 0
    assert why_not(position).solvable is False
    assert left(begin(Puzzle(apart.board, bars, lattice=STICK))).solutions == 1
