"""Boards of dominoes: what can lie on one."""

from __future__ import annotations

import pytest

from tilewright.errors import PuzzleError
from tilewright.families.vanishing.board import Domino, DominoBoard


def test_squares_and_values() -> None:
    upright, level = Domino(True, 1, 2, 3, 4), Domino(False, 5, 6, 0, 0)
    assert upright.squares == ((3, 4), (3, 5))
    assert level.squares == ((0, 0), (1, 0))
    assert str(upright) == "v;1;2;3;4"
    board = DominoBoard(4, 6, (upright, level))
    assert board.piece_at == {(3, 4): 0, (3, 5): 0, (0, 0): 1, (1, 0): 1}


@pytest.mark.parametrize(
    ("width", "height", "pieces", "words"),
    [
        (0, 3, (), "0 x 3"),
        (3, 2001, (), "1 to 2,000 squares"),
        (2, 2, (Domino(False, 0, 0, 1, 0),), "piece 1 .h;0;0;1;0. lies outside the board of 2 x 2"),
        (2, 2, (Domino(True, 0, 0, 0, -1),), "lies outside"),
        (2, 2, (Domino(True, 0, -1, 0, 0),), "a value that is not from 0"),
        (2, 2, (Domino(True, 10**7, 0, 0, 0),), "a value that is not from 0"),
        (2, 2, (Domino(True, 0, 0, 0, 0), Domino(False, 0, 0, 0, 1)), "piece 2 .* overlaps piece 1 at"),
    ],
)
def test_boards_that_cannot_be(width: int, height: int, pieces: tuple[Domino, ...], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        DominoBoard(width, height, pieces)
