"""Random tilings: each about as often as any other, the methods chosen by boards, and limits."""

from __future__ import annotations

import random
import threading
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.puzzle_cases import rectangle
from tilewright.generators.tilings import aztec, hexagon
from tilewright.model.lattices import SQUARE, TRIANGLE
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.model.verification import is_solution
from tilewright.solving import api
from tilewright.solving.random_tilings.board import TilingBoard, tiling_board
from tilewright.solving.random_tilings.drawing import draw_tilings
from tilewright.solving.random_tilings.flips import extreme_tilings
from tilewright.solving.steps import Limits, Status


def dominoes(board: Board) -> Puzzle:
    return Puzzle(board, (Piece.of("d", [(0, 0), (1, 0)], copies=len(board.required) // 2),))


def board_of(puzzle: Puzzle) -> TilingBoard:
    board = tiling_board(puzzle)
    assert isinstance(board, TilingBoard), board
    return board


BENT = dominoes(Board.of([(x, y) for x in range(6) for y in range(4) if x < 4 or y < 2]))
APART = dominoes(Board.of([(0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (3, 2), (2, 3), (3, 3)]))
PUZZLES = {
    "aztec 3": aztec(3),
    "4x5": dominoes(rectangle(4, 5)),
    "bent": BENT,
    "apart": APART,
    "hexagon 2, 2, 3": hexagon(2, 2, 3),
    "hexagon 3, 1, 2": hexagon(3, 1, 2),
}


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("name", PUZZLES)
def test_each_tiling_is_drawn_about_as_often_as_any_other(name: str, *, shuffled: bool) -> None:
    puzzle = PUZZLES[name]
    board = board_of(puzzle)
    if shuffled and not board.aztec_order:
        pytest.skip("no Aztec diamond")
    solutions = set(api.solutions(puzzle))
    assert len(solutions) > 1
    each = 40
    counts = Counter(draw_tilings(board, each * len(solutions), seed=5, shuffled=shuffled))
    assert counts.keys() <= solutions
    chi_square = sum((counts[solution] - each) ** 2 / each for solution in solutions)
    freedom = len(solutions) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5  # about five standard deviations


def test_horizontal_dominoes_on_the_aztec_diamond_of_order_3() -> None:
    """The frequency of each place against the exact share, by all 64 tilings."""
    puzzle, samples = aztec(3), 4_000
    solutions = list(api.solutions(puzzle))
    exact = Counter(placement for solution in solutions for placement in solution.placements)
    drawn = Counter(
        placement
        for solution in draw_tilings(board_of(puzzle), samples, seed=2)
        for placement in solution.placements
    )
    assert drawn.keys() <= exact.keys()
    for placement, times in exact.items():
        share = times / len(solutions)
        deviation = (samples * share * (1 - share)) ** 0.5
        assert abs(drawn[placement] - samples * share) < 5 * deviation + 1


@pytest.mark.parametrize(
    ("puzzle", "engine"),
    [
        (aztec(12), "domino-shuffling"),
        (dominoes(rectangle(20, 15)), "coupling-from-the-past"),
        (hexagon(6, 7, 8), "coupling-from-the-past"),
        (dominoes(rectangle(6, 6)), "frontier"),  # small: a sweep tells how many there are
        (
            dominoes(Board.of([(x, y) for x in range(41) for y in range(4) if y != 1 or x not in (20, 21)])),
            "frontier",
        ),
    ],
)
def test_the_method_is_chosen_by_the_board(puzzle: Puzzle, engine: str) -> None:
    drawn = api.sample(puzzle, 3, seed=1)
    assert (drawn.status, drawn.engine) == (Status.COMPLETE, engine)
    assert all(is_solution(puzzle, solution) for solution in drawn.solutions)
    assert drawn.solutions[:2] == api.sample(puzzle, 2, seed=1).solutions
    assert drawn.solutions != api.sample(puzzle, 3, seed=2).solutions


def test_a_moved_diamond_with_a_forced_domino_beside_it_is_shuffled() -> None:
    cells = [(x + 7, y + 3) for x, y in aztec(9).board.required]
    forced = Board.of([*cells, (0, 0), (1, 0)], forced=[Placement("d", [(0, 0), (1, 0)])])
    puzzle = dominoes(forced)
    drawn = api.sample(puzzle, 1)
    assert drawn.engine == "domino-shuffling"
    assert is_solution(puzzle, drawn.solutions[0])


def test_a_board_without_tilings_says_so() -> None:
    corners = {(0, 0), (19, 19)}
    board = Board.of([(x, y) for x in range(20) for y in range(20) if (x, y) not in corners])
    drawn = api.sample(dominoes(board), 2)
    assert (drawn.status, drawn.solutions, drawn.total) == (Status.COMPLETE, (), 0)
    assert "Thurston" in drawn.proof


def test_a_limit_and_a_cancellation_end_the_drawing() -> None:
    puzzle = dominoes(rectangle(150, 150))
    late = api.sample(puzzle, 1000, limits=Limits(seconds=0.0))
    assert (late.status, late.solutions) == (Status.LIMIT, ())
    cancel = threading.Event()
    stopped = api.sample(puzzle, 1000, cancel=cancel, on_progress=lambda _: cancel.set())
    assert stopped.status is Status.CANCELLED
    assert len(stopped.solutions) < 1000


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_random_boards_agree_with_a_search(seed: int) -> None:
    """Whether there is a tiling at all, on boards with and without holes, of either lattice."""
    dice = random.Random(seed)
    lattice = dice.choice([TRIANGLE, SQUARE])
    cells = {(x, y) for x in range(5) for y in range(4) if dice.random() < 0.85}
    if not cells:
        return
    piece = Piece.of("d", [(0, 0), (1, 0)], copies=(0, 10), lattice=lattice)
    puzzle = Puzzle(Board.of(cells), (piece,), lattice=lattice)
    board = tiling_board(puzzle)
    assert isinstance(board, TilingBoard)
    if not board.is_simply_connected:
        return
    exists = api.first(puzzle) is not None
    drawn = list(draw_tilings(board, 1, seed=seed))
    assert bool(drawn) == exists
    assert (extreme_tilings(puzzle) is not None) == exists
    assert all(is_solution(puzzle, solution) for solution in drawn)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (
            Puzzle(rectangle(4, 4), (Piece.of("d", [(0, 0), (1, 0)], copies=8, motions="fixed"),)),
            "all directions",
        ),
        (Puzzle(rectangle(4, 4), (Piece.of("d", [(0, 0), (1, 0)], copies=7),)), "number of copies"),
        (Puzzle(rectangle(3, 4), (Piece.of("L", "##\n#.", copies=4),)), "other pieces"),
        (Puzzle(rectangle(4, 4), (Piece.of("d", [(0, 0), (1, 0)], copies=8, cost=1),)), "costs"),
    ],
)
def test_other_puzzles_are_refused_with_a_reason(puzzle: Puzzle, words: str) -> None:
    reason = tiling_board(puzzle)
    assert isinstance(reason, str)
    assert words in reason


def test_two_cells_that_do_not_touch_are_no_domino() -> None:
    for cells, board in (([(0, 0), (1, 1)], rectangle(2, 2)), ([(0, 0), (2, 0)], rectangle(20, 8))):
        puzzle = Puzzle(board, (Piece.of("d", cells, copies=len(board.required) // 2),))
        assert tiling_board(puzzle) == "the two cells of the piece 'd' do not touch"
    (solution,) = api.sample(puzzle, 1).solutions
    assert is_solution(puzzle, solution)


@pytest.mark.parametrize("motions", ["fixed", "reflection"])
def test_a_domino_that_may_not_stand_is_no_domino(motions: str) -> None:
    piece = Piece.of("d", [(0, 0), (1, 0)], copies=8, motions=motions)
    assert tiling_board(Puzzle(rectangle(4, 4), (piece,))) == "the piece 'd' may not lie in all directions"


class EventSetLater(threading.Event):
    """Set from the 50th look on: each tiling of a small board takes one."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks >= 50


@pytest.mark.parametrize(("puzzle", "is_biased"), [(dominoes(rectangle(20, 20)), True), (aztec(12), False)])
def test_what_an_early_end_leaves_of_coupling_is_not_called_uniform(
    puzzle: Puzzle, *, is_biased: bool
) -> None:
    drawn = api.sample(puzzle, 1000, cancel=EventSetLater())
    assert drawn.status is Status.CANCELLED
    assert drawn.solutions
    assert ("not exactly uniform" in drawn.note) == is_biased
    assert api.sample(puzzle, 2).note == ""
