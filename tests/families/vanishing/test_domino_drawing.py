"""Boards as text: frames, values, brackets, empty squares, rulers."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.domino_boards import boards
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import Domino, DominoBoard
from tilewright.families.vanishing.drawing import board_text, with_rulers

BOARD = DominoBoard(3, 2, (Domino(False, 1, 2, 0, 0), Domino(True, 3, 14, 2, 0)))


def test_a_board_with_a_marked_piece() -> None:
    assert board_text(BOARD, marked={1}) == (
        "┌─────────┬────┐\n│ 1    2  │[3] │\n├─────────┤    │\n│ ·    ·  │[14]│\n└─────────┴────┘\n"
    )


def test_removed_pieces_leave_bare_squares() -> None:
    assert board_text(BOARD, [1], plain=True) == (
        "+-------+---+\n| 1   2 | . |\n+-------+   |\n| .   .   . |\n+-----------+\n"
    )


def test_a_board_that_is_too_large() -> None:
    with pytest.raises(UnsupportedError, match=r"at most 20,000 squares is made; the board has 20,100"):
        board_text(DominoBoard(201, 100, ()))


@given(boards, st.data())
def test_values_stand_where_their_squares_are(board: DominoBoard, data: st.DataObject) -> None:
    numbers = st.sets(st.integers(0, max(0, len(board.pieces) - 1)))
    removed, marked = data.draw(numbers), data.draw(numbers)
    text = board_text(board, removed, marked=marked, plain=True)
    assert text.isascii()
    lines = text.splitlines()
    step = (len(lines[0]) - 1) // board.width
    assert {len(line) for line in lines} == {board.width * step + 1}
    expected = {(x, y): "." for x in range(board.width) for y in range(board.height)}
    for number, piece in enumerate(board.pieces):
        if number not in removed:
            for square, value in zip(piece.squares, piece.values, strict=True):
                expected[square] = f"[{value}]" if number in marked else str(value)
    for (x, y), sign in expected.items():
        assert lines[2 * y + 1][x * step + 1 : (x + 1) * step].strip() == sign
    for y in range(board.height):
        for x in range(board.width - 1):
            apart = lines[2 * y + 1][(x + 1) * step] == "|"
            pair = [board.piece_at.get(square) for square in ((x, y), (x + 1, y))]
            shown = [None if number in removed else number for number in pair]
            assert apart == (shown[0] != shown[1])


def test_rulers() -> None:
    text = with_rulers(board_text(BOARD, plain=True, removed=[1]), BOARD)
    assert text.splitlines()[0] == "    0   1   2"
    assert [line[0] for line in text.splitlines()[1:]] == [" ", "0", " ", "1", " "]


@pytest.mark.parametrize(("width", "every"), [(9, 1), (101, 1), (1001, 5)])
def test_rulers_stand_above_their_squares(width: int, every: int) -> None:
    board = DominoBoard(width, 12, ())
    above, *rest = with_rulers(board_text(board), board).splitlines()
    found = {int(word[0]): word.start() for word in re.finditer(r"\d+", above)}
    assert list(found) == list(range(0, width, every))
    assert all(0 <= start - (3 + 1 + 4 * x) < 3 for x, start in found.items())
    assert [line[:3] for line in rest[1::2]] == [f"{y:>2} " for y in range(12)]
