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
from tilewright.model.puzzle import Board, Piece, Placement, PlacementCost, Puzzle
from tilewright.model.surfaces import Surface, Wrap
from tilewright.play.draft_check import SEVERITIES, check_puzzle
from tilewright.solving.engines import reference
from tilewright.solving.steps import Limits, Status

pytestmark = pytest.mark.usefixtures("still_clock")

FREE = Limits()
MOST_NODES = 1_500


def said(puzzle: Puzzle | ExactCoverPuzzle) -> list[str]:
    return [finding.sentence for finding in check_puzzle(puzzle, FREE).findings]


@given(puzzles())
def test_faults_are_proofs_and_solutions_exist(puzzle: Puzzle) -> None:
    findings = check_puzzle(puzzle, FREE)
    assert findings.status is Status.COMPLETE
    gravities = [list(SEVERITIES).index(finding.severity) for finding in findings.findings]
    assert gravities == sorted(gravities)
    for finding in findings.findings:
        assert finding.sentence and set(finding.cells) <= puzzle.board.cells
        assert not finding.piece or finding.piece in puzzle.by_name
    assert findings.board == (len(puzzle.board.required), len(puzzle.board.cells))
    if (findings.solvable is False) != any(finding.severity == "fault" for finding in findings.findings):
        raise AssertionError(findings)
    cover = to_cover(puzzle)
    visits = list(islice(reference.walk(cover.problem, reference.start_node(cover.forced)), MOST_NODES))
    if len(visits) == MOST_NODES:
        return
    solutions = sum(visit is not None for visit in visits)
    # So small a puzzle is decided by the moment's search at the latest.
    assert findings.solvable == bool(solutions)
    if solutions:
        word = "solution" if solutions == 1 else "solutions"
        assert f"It has exactly {solutions:,} {word}." in said(puzzle)


def test_uncoverable_cells_and_unplaceable_pieces() -> None:
    board = rectangle(5, 2, without=[(1, 0), (1, 1), (3, 0)])
    puzzle = Puzzle(board, (piece("bar", "##", 3), piece("long", "####"), piece("spare", "#####", (0, 1))))
    findings = check_puzzle(puzzle)
    assert findings.solvable is False
    by_severity = [
        (finding.severity, finding.sentence, finding.cells, finding.piece) for finding in findings.findings
    ]
    assert ("fault", "The piece long has no placement, but it must be used.", (), "long") in by_severity
    assert ("warning", "The piece spare has no placement.", (), "spare") in by_severity
    assert any(sentence == "The board is in 2 parts." for _, sentence, _, _ in by_severity)
    lonely = Puzzle(rectangle(3, 1, without=[(1, 0)]), (piece("bar", "##", (0, 1)), piece("dot", "#", 0)))
    (fault, *_) = check_puzzle(lonely).findings
    assert (fault.sentence, fault.cells) == (
        "No piece can cover the cell 0,0, nor 1 other cell.",
        ((0, 0), (2, 0)),
    )
    assert "The piece dot must not be used." in said(lonely)


def test_too_few_placements_for_all_copies() -> None:
    board = Board.of(drawn("## #."))
    puzzle = Puzzle(board, (piece("corner", "## #.", 1), piece("bar", "###", (0, 1))))
    assert check_puzzle(puzzle).solvable is True
    twice = Puzzle(Board.of(drawn("###### ...###")), (piece("square", "### ###", 2, "fixed"),))
    assert any("must be used 2 times, but there is only 1 place" in sentence for sentence in said(twice))


def test_identical_and_disconnected_pieces() -> None:
    apart = Piece.of("apart", [(0, 0), (2, 0)])
    puzzle = Puzzle(rectangle(4, 2), (piece("L", "#.. ###"), piece("J", "..# ###"), apart))
    sentences = said(puzzle)
    assert any(sentence.startswith("The pieces L and J are identical") for sentence in sentences)
    assert "The piece apart is not in one part." in sentences
    turned_only = Puzzle(
        puzzle.board, tuple(piece(n, d, 1, "rotation") for n, d in (("L", "#.. ###"), ("J", "..# ###")))
    )
    assert not any("are identical" in sentence for sentence in said(turned_only))


def test_area_and_colouring_faults_have_cells() -> None:
    small = Puzzle(rectangle(3, 3), (piece("bar", "##", 4),))
    assert check_puzzle(small).solvable is False
    assert (check_puzzle(small).board, check_puzzle(small).pieces) == ((9, 9), (8, 8))
    assert said(small)[0].startswith("The areas differ")
    mutilated = load("mutilated-chessboard")
    findings = check_puzzle(mutilated)
    assert findings.solvable is False and findings.findings[0].cells


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dominoes-8x8", "with the engine kasteleyn"),
        ("soma-cube", "Rough estimate: searching for all solutions"),
    ],
)
def test_search_time_is_estimated(name: str, words: str) -> None:
    findings = check_puzzle(load(name), FREE)
    assert findings.solvable is True
    assert any(words in finding.sentence for finding in findings.findings)


@pytest.mark.parametrize(
    "board",
    [rectangle(10, 10), Board.of((x, y) for x in range(50) for y in range(4) if x % 5 < 4)],
    ids=["square", "ten parts"],
)
def test_what_is_counted_at_once_does_not_take_too_long(board: Board) -> None:
    """Nobody could list so many solutions; a sweep over states counts them in milliseconds."""
    puzzle = Puzzle(board, (piece("monomer", "#", (0, 100)), piece("dimer", "##", (0, 100))))
    sentences = said(puzzle)
    listed = "Rough estimate: listing all solutions takes more than 5 years"
    expected = f"{listed}, counting them a second with the engine"
    assert any(sentence.startswith(expected) for sentence in sentences), sentences


def test_items_and_options_are_checked() -> None:
    fine = ExactCoverPuzzle((Item("a"), Item("b")), (Option((("a", ""),)), Option((("b", ""),))))
    assert said(fine) == ["It has exactly 1 solution."]
    findings = check_puzzle(ExactCoverPuzzle((Item("a"), Item("b")), (Option((("a", ""),)),)))
    assert (findings.solvable, findings.board, findings.pieces, findings.placements) == (False, None, None, 1)
    assert findings.findings[0].severity == "fault"


def test_limits_and_cancellation() -> None:
    puzzle = load("hexominoes-rook")
    late = check_puzzle(puzzle, Limits(seconds=0.0))
    assert (late.status, late.solvable) == (Status.LIMIT, None)
    assert late.findings[-1].sentence == "The time limit was reached before all checks were done."
    cancelled = threading.Event()
    cancelled.set()
    assert check_puzzle(puzzle, FREE, cancelled).status is Status.CANCELLED


def test_large_board_is_checked_without_placements() -> None:
    bars = tuple(piece(f"p{k}", "#" * (k + 1), (0, 90_000)) for k in range(8))
    findings = check_puzzle(Puzzle(rectangle(300, 300), bars), FREE)
    assert (findings.status, findings.solvable, findings.placements) == (Status.COMPLETE, None, None)
    assert any("too large to check every placement" in finding.sentence for finding in findings.findings)
    few = check_puzzle(
        Puzzle(rectangle(300, 300), tuple(piece(f"p{k}", "#" * (k + 1), 2) for k in range(8))), FREE
    )
    assert few.solvable is False and few.findings[0].sentence.startswith("The areas differ")


def test_placements_of_other_pieces_may_have_costs() -> None:
    costs = [PlacementCost(Placement("b", [(0, 0)]), 1)]
    puzzle = Puzzle(rectangle(2, 1), [piece("a", "#"), piece("b", "#")], costs=costs)
    assert check_puzzle(puzzle, FREE).solvable


def test_parts_of_a_board_may_meet_over_joined_sides() -> None:
    cells = [(0, 0), (0, 1), (3, 0), (3, 1)]
    pieces = [Piece.of("O", "##\n##")]
    apart = "The board is in 2 parts."
    assert apart in said(Puzzle(Board.of(cells), pieces))
    surface = Surface(Wrap.CYLINDER, 4, 2)
    assert apart not in said(Puzzle(Board.of(cells, surface=surface), pieces))
