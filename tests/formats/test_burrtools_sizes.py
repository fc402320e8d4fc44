"""Problems in BurrTools' files whose pieces are larger than the result."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from support.burrtools_cases import burr
from support.puzzle_cases import puzzles
from tilewright.errors import FormatError, UnsupportedError
from tilewright.exact_cover.placements import placements_of
from tilewright.formats.burrtools_reader import loads
from tilewright.formats.burrtools_sizes import oversized
from tilewright.formats.burrtools_writer import dumps
from tilewright.model.lattices import SQUARE
from tilewright.model.puzzle import Board, Piece, Puzzle


@pytest.mark.parametrize(
    ("shapes", "copies", "number", "words"),
    [
        (("2x1x1 #+", "3x1x1 ###"), 'count="1"', 1, "'S2' has 3 cells; the result has 2"),
        (("2x2x1 ####", "3x1x1 ###"), 'min="1" max="5"', 1, "'S2' is longer than the result"),
        (("2x2x1 ####", "1x1x3 #_#"), 'count="1"', 1, "'S2' is longer than the result"),
        (("2x1x1 ##", "1x1x1 #"), 'min="3" max="4"', 1, "'S2' brings the cells that must be used to 3;"),
        (("3x1x1 ###", "2x1x1 ##", "2x1x1 ##"), 'count="1"', 2, "'S3' brings the cells that must be used"),
    ],
)
def test_pieces_that_are_too_large_are_refused(
    shapes: tuple[str, ...], copies: str, number: int, words: str
) -> None:
    text = burr(*shapes).replace('count="1"', copies)
    with pytest.raises(FormatError) as caught:
        loads(text, lattice="cube")
    line, column = caught.value.line or 0, caught.value.column or 0
    assert words in str(caught.value)
    assert text.splitlines()[line - 1].startswith(f'<shape id="{number}"', column - 1)
    assert len(loads(text.replace(copies, 'min="0" max="1"'), lattice="cube").pieces) == len(shapes) - 1


def test_turned_pieces_fit_and_motions_of_the_user_are_a_question() -> None:
    text = burr("3x1x1 ###", "1x1x3 ###")
    assert loads(text, lattice="cube").pieces[0].size == 3
    assert loads(text, "fixed", "cube").pieces[0].motions == "fixed"


def test_a_piece_that_is_too_large_is_not_written() -> None:
    puzzle = Puzzle(Board.of([(0, 0)]), (Piece.of("I", [(0, 0), (1, 0)], motions="all"),), lattice=SQUARE)
    with pytest.raises(UnsupportedError, match="piece that is too large: 'I' has 2 cells; the result has 1"):
        dumps(puzzle)


@settings(max_examples=50)
@given(puzzles())
def test_what_is_too_large_has_no_placement_or_too_many_cells(puzzle: Puzzle) -> None:
    pair = oversized(puzzle)
    if pair is None:
        return
    piece, _ = pair
    needed = sum(one.size * one.min_copies for one in puzzle.pieces)
    fits = any(placement.piece == piece.name for placement in placements_of(puzzle))
    assert not fits or needed > len(puzzle.board.cells)
