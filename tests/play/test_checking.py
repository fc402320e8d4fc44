"""What is said of a puzzle while it is drawn, against the definition."""

from __future__ import annotations

import threading
from itertools import islice

import pytest
from hypothesis import given

from support.puzzle_cases import drawn, piece, puzzles, rectangle
from tilewright.catalogue import load
from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.play.draft_check import GRAVITIES, check
from tilewright.solve.engines import reference
from tilewright.solve.engines.base import Limits, Status

FREE = Limits()
MOST_NODES = 1_500


def said(puzzle: Puzzle | ExactCoverPuzzle) -> list[str]:
    return [remark.sentence for remark in check(puzzle, FREE).remarks]


@given(puzzles())
def test_faults_are_proofs_and_solutions_are_there(puzzle: Puzzle) -> None:
    found = check(puzzle, FREE)
    assert found.status is Status.COMPLETE
    gravities = [list(GRAVITIES).index(remark.gravity) for remark in found.remarks]
    assert gravities == sorted(gravities)
    for remark in found.remarks:
        assert remark.sentence and set(remark.cells) <= puzzle.board.cells
        assert not remark.piece or remark.piece in puzzle.by_name
    assert found.board == (len(puzzle.board.required), len(puzzle.board.cells))
    if (found.solvable is False) != any(remark.gravity == "fault" for remark in found.remarks):
        raise AssertionError(found)
    cover = to_cover(puzzle)
    visits = list(islice(reference.walk(cover.problem, reference.start_node(cover.forced)), MOST_NODES))
    if len(visits) == MOST_NODES:
        return
    solutions = sum(visit is not None for visit in visits)
    # So small a puzzle is decided by the moment's search at the latest.
    assert found.solvable == bool(solutions)
    if solutions:
        word = "solution" if solutions == 1 else "solutions"
        assert f"It has exactly {solutions:,} {word}." in said(puzzle)


def test_cells_and_pieces_that_cannot_be_are_all_marked() -> None:
    board = rectangle(5, 2, without=[(1, 0), (1, 1), (3, 0)])
    puzzle = Puzzle(board, (piece("bar", "##", 3), piece("long", "####"), piece("spare", "#####", (0, 1))))
    found = check(puzzle)
    assert found.solvable is False
    by_gravity = [(remark.gravity, remark.sentence, remark.cells, remark.piece) for remark in found.remarks]
    assert ("fault", "The piece long fits nowhere, but it must be used.", (), "long") in by_gravity
    assert ("warning", "The piece spare fits nowhere.", (), "spare") in by_gravity
    assert any(sentence == "The board is in 2 parts." for _, sentence, _, _ in by_gravity)
    lonely = Puzzle(rectangle(3, 1, without=[(1, 0)]), (piece("bar", "##", (0, 1)), piece("dot", "#", 0)))
    (fault, *_) = check(lonely).remarks
    assert (fault.sentence, fault.cells) == (
        "No piece can cover the cell 0,0, nor 1 other cell.",
        ((0, 0), (2, 0)),
    )
    assert "The piece dot is not to be used." in said(lonely)


def test_too_few_places_for_all_copies_are_marked() -> None:
    board = Board.of(drawn("## #."))
    puzzle = Puzzle(board, (piece("corner", "## #.", 1), piece("bar", "###", (0, 1))))
    assert check(puzzle).solvable is True
    twice = Puzzle(Board.of(drawn("###### ...###")), (piece("square", "### ###", 2, "fixed"),))
    assert any("must be used 2 times, but there is only 1 place" in sentence for sentence in said(twice))


def test_pieces_that_are_alike_or_in_parts_are_told() -> None:
    apart = Piece.of("apart", [(0, 0), (2, 0)])
    puzzle = Puzzle(rectangle(4, 2), (piece("L", "#.. ###"), piece("J", "..# ###"), apart))
    sentences = said(puzzle)
    assert any(sentence.startswith("The pieces L and J are alike") for sentence in sentences)
    assert "The piece apart is not in one part." in sentences
    turned_only = Puzzle(
        puzzle.board, tuple(piece(n, d, 1, "rotation") for n, d in (("L", "#.. ###"), ("J", "..# ###")))
    )
    assert not any("are alike" in sentence for sentence in said(turned_only))


def test_areas_and_colourings_are_faults_with_cells() -> None:
    small = Puzzle(rectangle(3, 3), (piece("bar", "##", 4),))
    assert check(small).solvable is False
    assert (check(small).board, check(small).pieces) == ((9, 9), (8, 8))
    assert said(small)[0].startswith("The areas differ")
    mutilated = load("mutilated-chessboard")
    found = check(mutilated)
    assert found.solvable is False and found.remarks[0].cells


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dominoes-8x8", "with the engine kasteleyn"),
        ("soma-cube", "A rough guess: to search for all solutions"),
    ],
)
def test_the_search_is_sized_up(name: str, words: str) -> None:
    found = check(load(name), FREE)
    assert found.solvable is True
    assert any(words in remark.sentence for remark in found.remarks)


def test_items_and_options_are_looked_at_too() -> None:
    fine = ExactCoverPuzzle((Item("a"), Item("b")), (Option((("a", ""),)), Option((("b", ""),))))
    assert said(fine) == ["It has exactly 1 solution."]
    found = check(ExactCoverPuzzle((Item("a"), Item("b")), (Option((("a", ""),)),)))
    assert (found.solvable, found.board, found.pieces, found.placements) == (False, None, None, 1)
    assert found.remarks[0].gravity == "fault"


def test_limits_and_the_button_are_heard() -> None:
    puzzle = load("hexominoes-rook")
    late = check(puzzle, Limits(seconds=0.0))
    assert (late.status, late.solvable) == (Status.LIMIT, None)
    assert late.remarks[-1].sentence == "The time did not suffice for every check."
    pressed = threading.Event()
    pressed.set()
    assert check(puzzle, FREE, pressed).status is Status.CANCELLED


def test_a_large_board_is_looked_at_without_its_placements() -> None:
    bars = tuple(piece(f"p{k}", "#" * (k + 1), (0, 90_000)) for k in range(8))
    found = check(Puzzle(rectangle(300, 300), bars), FREE)
    assert (found.status, found.solvable, found.placements) == (Status.COMPLETE, None, None)
    assert any("too large for a look" in remark.sentence for remark in found.remarks)
    few = check(Puzzle(rectangle(300, 300), tuple(piece(f"p{k}", "#" * (k + 1), 2) for k in range(8))), FREE)
    assert few.solvable is False and few.remarks[0].sentence.startswith("The areas differ")
