"""Where a piece can lie, and why it cannot lie elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import puzzles
from tilewright.catalogue import load
from tilewright.errors import PuzzleError
from tilewright.exact_cover.placements import places_of
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.play.placement_reasons import places_through

TWO = Puzzle(Board.of("##\na#"), (Piece.of("I", {(0, 0): "", (1, 0): "b"}), Piece.of("L", "##\n#.")))


def test_all_places_of_a_piece() -> None:
    soma = load("soma-cube")
    assert isinstance(soma, Puzzle)
    assert len(places_through(soma, "V")) == 144


def test_ways_that_leave_the_board_or_have_another_colour() -> None:
    ways = places_through(TWO, "I", (0, 1))
    assert [way.cells for way in ways if not way.reason] == [((0, 0), (0, 1)), ((0, 1), (1, 1))]
    reasons = {way.reason for way in ways if way.reason}
    assert "Its colour b does not match a at 0,1." in reasons
    assert any(reason.startswith("It leaves the board at ") for reason in reasons)
    assert [len(way.wrong) for way in ways] == sorted(len(way.wrong) for way in ways)


@given(puzzles(), st.data())
def test_the_ways_that_fit_are_the_placements(puzzle: Puzzle, data: st.DataObject) -> None:
    piece = data.draw(st.sampled_from(puzzle.pieces))
    cell = data.draw(st.sampled_from(sorted(puzzle.board.cells)))
    placements = dict(places_of(puzzle)).get(piece.name, ()) if piece.max_copies else ()
    fitting = {way.cells for way in places_through(puzzle, piece.name, cell) if not way.reason}
    if piece.max_copies:
        assert fitting == {tuple(sorted(cells)) for cells in placements if cell in cells}


@pytest.mark.parametrize(
    ("piece", "cell", "sentence"),
    [
        ("J", None, "no piece 'J'; expected one of I, L"),
        ("I", (9, 9), "no cell of the board"),
        ("I", (0,), "no cell"),
    ],
)
def test_what_the_puzzle_does_not_have(piece: str, cell: tuple[int, ...] | None, sentence: str) -> None:
    with pytest.raises(PuzzleError, match=sentence):
        places_through(TWO, piece, cell)
