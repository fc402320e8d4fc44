"""Boards of dominoes, and the checker of orders of removal."""

from __future__ import annotations

import pytest

from tilewright.errors import PuzzleError
from tilewright.families.vanishing.board import Domino, DominoBoard, distance, order_error


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
        (0, 3, (), "3 x 0"),
        (3, 2001, (), "1 to 2,000 squares"),
        (2, 2, (Domino(False, 0, 0, 1, 0),), "piece 1 .h;0;0;1;0. lies outside the board of 2 x 2"),
        (2, 2, (Domino(True, 0, 0, 0, -1),), "lies outside"),
        (2, 2, (Domino(True, 0, -1, 0, 0),), "a value that is not from 0"),
        (2, 2, (Domino(True, 10**7, 0, 0, 0),), "a value that is not from 0"),
        (2, 2, (Domino(True, 0, 0, 0, 0), Domino(False, 0, 0, 0, 1)), "piece 2 .* overlaps piece 1 at"),
    ],
)
def test_invalid_boards(width: int, height: int, pieces: tuple[Domino, ...], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        DominoBoard(width, height, pieces)


def test_distances_end_at_pieces_and_edges() -> None:
    covered = {(0, 0), (3, 0)}
    assert distance(5, 2, covered, (0, 0), "right") == 2
    assert distance(5, 2, covered, (3, 0), "right") == 1
    assert distance(5, 2, covered, (0, 0), "left") == 0
    assert distance(5, 2, covered, (0, 0), "down") == 1


def test_the_checker_names_the_first_error() -> None:
    row = DominoBoard(7, 1, (Domino(False, 0, 2, 0, 0), Domino(False, 2, 9, 2, 0), Domino(False, 4, 1, 4, 0)))
    assert order_error(row, [0, 1, 2]) == ""
    assert order_error(row, []) == ""
    assert order_error(row, [1]) == (
        "removal 1: piece 2 (h;2;9;2;0) cannot be removed; on no side does the distance equal its value"
    )
    assert "a second time" in order_error(row, [0, 0])
    assert "names piece 4; there are 3" in order_error(row, [3])
    assert "names piece 0" in order_error(row, [-1])
