"""Forced placements against listing all solutions; limits leave things open and say so."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright import catalogue
from tilewright.exact_cover.translation import to_cover
from tilewright.families.dominosa.puzzle import dominosa_text
from tilewright.generators.boxes import dominoes, polyominoes
from tilewright.generators.latin import latin
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.solving import api
from tilewright.solving.api import forced
from tilewright.solving.questions import Forced
from tilewright.solving.steps import Limits, Progress, Status


def check(puzzle: AnyPuzzle, answer: Forced) -> None:
    """Everything is decided as a list of all solutions says."""
    every: list[set[Placement]] = [set(s.placements) for s in api.solutions(puzzle, symmetry=False)]
    placements = set(to_cover(puzzle).placements)
    assert answer.status is Status.COMPLETE and answer.undecided == ()
    assert answer.placements == len(placements)
    if not every:
        assert answer.solution is None and answer.always == answer.never == () and answer.sometimes == 0
        return
    assert answer.solution is not None and set(answer.solution.placements) in every
    assert set(answer.always) == set.intersection(*every)
    assert set(answer.never) == placements - set().union(*every)
    assert answer.sometimes == answer.placements - len(answer.always) - len(answer.never)


@st.composite
def domino_boards(draw: st.DrawFn) -> Puzzle:
    """Up to 4 x 4 cells, some taken out, to be filled with dominoes."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    every = [(x, y) for x in range(width) for y in range(height)]
    gone = draw(st.sets(st.sampled_from(every), max_size=len(every) - 1))
    cells = [cell for cell in every if cell not in gone]
    pieces = (
        Piece.of("I2", [(0, 0), (1, 0)], copies=(0, 8)),
        Piece.of("V", [(0, 0), (1, 0), (0, 1)], copies=(0, 2)),
    )
    return Puzzle(Board.of(cells), pieces)


@given(domino_boards(), st.booleans())
def test_small_boards_against_all_solutions(puzzle: Puzzle, symmetry: bool) -> None:  # noqa: FBT001
    check(puzzle, forced(puzzle, symmetry=symmetry, threads=1))


@given(
    st.lists(st.sets(st.integers(0, 7), min_size=1, max_size=4), min_size=1, max_size=14),
    st.integers(1, 8),
    st.integers(0, 2),
)
def test_items_and_options_against_all_solutions(sets: list[set[int]], primary: int, most: int) -> None:
    items = tuple(
        Item(f"i{k}", least=1, most=1 + most) if k < primary else Item(f"i{k}", primary=False)
        for k in range(8)
    )
    kept = [value for value in sets if min(value) < primary]
    options = tuple(
        Option(tuple((f"i{k}", "") for k in sorted(numbers)), f"o{n}") for n, numbers in enumerate(kept)
    )
    puzzle = ExactCoverPuzzle(items, options)
    check(puzzle, forced(puzzle, threads=1))


@pytest.mark.parametrize(
    "puzzle",
    [
        dominosa_text("0001 1122 2201"),
        latin(4, "1... .2.. ..3. ...4"),
        latin(3, "1.. .1. 1.."),
        dominoes((4, 4)),
        dominoes((2, 2, 3)),
        polyominoes("pentominoes", (3, 20)),
    ],
)
def test_made_puzzles_against_all_solutions(puzzle: AnyPuzzle) -> None:
    for engine in (None, "dancing-cells"):
        check(puzzle, forced(puzzle, engine=engine))


def test_forced_on_the_board_stays_forced() -> None:
    puzzle = dominoes((2, 3))
    lying = api.first(puzzle)
    assert lying is not None
    board = Board.of(puzzle.board.required, forced=lying.placements[:1])
    answer = forced(Puzzle(board, puzzle.pieces))
    assert lying.placements[0] in answer.always
    check(Puzzle(board, puzzle.pieces), answer)


def test_areas_that_do_not_fit_need_no_search() -> None:
    answer = forced(
        Puzzle(Board.of([(0, 0), (1, 0), (2, 0)]), (Piece.of("I2", [(0, 0), (1, 0)], copies=(0, 9)),))
    )
    assert answer.status is Status.COMPLETE and answer.solution is None and answer.searches == 0


def test_limits_leave_placements_undecided() -> None:
    puzzle = catalogue.load("pentominoes-6x10")
    short = forced(puzzle, limits=Limits(nodes=3), threads=1)
    assert short.status is Status.LIMIT and short.solution is None
    assert len(short.undecided) == short.placements and short.nodes <= 3
    longer = forced(puzzle, limits=Limits(nodes=3000), threads=1)
    assert longer.status is Status.LIMIT and longer.nodes <= 3000
    assert longer.solution is not None and longer.undecided
    decided = len(longer.always) + len(longer.never) + longer.sometimes
    assert decided + len(longer.undecided) == longer.placements
    none = forced(puzzle, limits=Limits(seconds=0.0))
    assert none.status is Status.LIMIT and none.searches == 0


def test_a_stop_is_heard_and_progress_grows() -> None:
    puzzle = catalogue.load("pentominoes-3x20")
    cancel = threading.Event()
    shares: list[float] = []

    def watch(progress: Progress) -> None:
        assert "placements decided" in progress.words
        shares.append(progress.share)
        if len(shares) == 3:
            cancel.set()

    answer = forced(puzzle, on_progress=watch, cancel=cancel, threads=1)
    assert answer.status is Status.CANCELLED and answer.undecided
    assert shares == sorted(shares)


def test_the_same_question_takes_the_same_nodes() -> None:
    puzzle = catalogue.load("pentominoes-3x20")
    runs = [forced(puzzle, threads=threads) for threads in (1, 2)]
    assert runs[0].nodes == runs[1].nodes and runs[0].always == runs[1].always
    assert runs[0].solution == runs[1].solution
