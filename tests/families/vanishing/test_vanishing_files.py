"""Files of vanishing dominoes: both ways, and what is refused where."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.domino_boards import boards
from tilewright.errors import FormatError
from tilewright.families.vanishing.board import Domino, DominoBoard
from tilewright.families.vanishing.files import (
    dumps,
    dumps_order,
    dumps_xml,
    load,
    load_order,
    loads,
    loads_order,
)
from tilewright.families.vanishing.solving import solve

TEXT = "4;3\nv;0;2;0;0\nh;0;1;1;0\r\n\nv;0;2;3;0\n"
XML = """<domino_board width="4" height="3">
	<piece x="0" y="0" orientation="vertical" value1="0" value2="2" />
	<piece x="1" y="0" orientation="horizontal" value1="0" value2="1" />
	<piece x="3" y="0" orientation="vertical" value1="0" value2="2" order="2" />
	<removed_pieces>
		<piece x="1" y="0" orientation="horizontal" value1="0" value2="1" order="2" />
		<piece x="0" y="0" orientation="vertical" value1="0" value2="2" order="1" />
	</removed_pieces>
</domino_board>
"""
BOARD = DominoBoard(4, 3, (Domino(True, 0, 2, 0, 0), Domino(False, 0, 1, 1, 0), Domino(True, 0, 2, 3, 0)))


def test_hand_written_samples() -> None:
    assert loads(TEXT) == BOARD
    assert loads(XML) == BOARD
    assert loads_order(XML, BOARD) == (0, 1)
    assert loads_order("1\nh;0;1;1;0\nv;0;2;3;0\n", BOARD) == (1, 2)
    assert dumps(BOARD) == "4;3\nv;0;2;0;0\nh;0;1;1;0\nv;0;2;3;0\n"


@given(boards)
def test_what_is_written_is_read_again(board: DominoBoard) -> None:
    order = solve(board).order
    assert loads(dumps(board)) == board
    assert loads(dumps_xml(board)) == loads(dumps_xml(board, order)) == board
    assert loads_order(dumps_order(board, order), board) == order
    assert loads_order(dumps_xml(board, order), board) == order


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 0, "the text is empty; expected width and height"),
        ("\n\n", 0, "the text is empty"),
        ("4x3\n", 1, "expected width and height of the board, such as 10;9"),
        ("4;0\n", 1, "'0'; expected a number from 1 to 2,000"),
        ("4;99999999999\n", 1, "expected a number from 1 to 2,000"),
        ("4;3\nv;0;2;0\n", 2, "has 4 parts; expected a piece such as h;0;2;3;1"),
        ("4;3\n\nx;0;2;0;0\n", 3, "the orientation is 'x'"),
        ("4;3\nv;0;-2;0;0\n", 2, "'-2' is not a number from 0 up"),
        ("4;3\nv;0;٣;0;0\n", 2, "is not a number from 0 up"),
        ("4;3\nv;0;1e3;0;0\n", 2, "'1e3' is not a number"),
        ("4;3\nv;0;2;0;2\n", 2, "piece 1 .v;0;2;0;2. lies outside the board of 3 x 4"),
        ("4;3\nv;0;2;0;0\nh;0;0;0;1\n", 3, "overlaps piece 1 at \\(0, 1\\)"),
        ("<domino_board width='4'/>", 1, "lacks the attribute 'height'"),
        ("<board width='4' height='3'/>", 1, "expected <domino_board>"),
        ("<domino_board width='4' height='3'>\n<piece x='0'/></domino_board>", 2, "lacks the attribute 'y'"),
        (XML.replace('"horizontal"', '"across"', 1), 3, "'across'; expected one of horizontal, vertical"),
        (XML.replace('value1="0"', 'value1="zero"', 1), 2, "'value1' is 'zero'"),
        (XML.replace('value1="0"', 'value3="0" value1="0"', 1), 2, "has the attribute 'value3'"),
        (XML.replace('x="1"', 'x="0"', 1), 3, "overlaps"),
        ("<!DOCTYPE x>" + XML, 1, "a document type"),
        (
            "<domino_board width='4' height='3'><stone/></domino_board>",
            1,
            "found <stone>; expected <piece>",
        ),
        ("<domino_board width='4' height='3'>", 0, "not XML"),
    ],
)
def test_faults_say_where(text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        loads(text)
    assert line in (0, caught.value.line)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected the number of pieces left"),
        ("h;0;1;1;0\n", "expected the number of pieces left"),
        ("2\nh;0;1;1;1\n", "the board has no piece h;0;1;1;1"),
        ("1\nh;0;1;1;0\nh;0;1;1;0\n", "a second time"),
        ("2\nh;0;1;1;0\nv;0;2;3;0\n", "the file says that 2 pieces are left, but removes 2 of 3"),
        (dumps_xml(BOARD), "there is no <removed_pieces>"),
        (XML.replace('value2="2" order="1"', 'value2="2"'), "lacks the attribute 'order'"),
        (XML.replace('order="2" />\n\t\t', 'order="1" />\n\t\t'), "two removed pieces have the order 1"),
        (dumps_xml(DominoBoard(4, 3, BOARD.pieces[:2]), [0]), "not the given board"),
    ],
)
def test_orders_that_are_refused(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        loads_order(text, BOARD)


def test_the_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    path.write_text("4;3\nv;0\n")
    with pytest.raises(FormatError, match=r"b\.txt, line 2: "):
        load(path)
    with pytest.raises(FormatError, match=r"b\.txt"):
        load_order(path, BOARD)


@given(st.data())
def test_damaged_texts_are_refused_or_read(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([TEXT, XML]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = (
            text[:at] + data.draw(st.text(alphabet='hv;0123456789<>/"= \nxé', max_size=3)) + text[at + gone :]
        )
    try:
        board = loads(text)
    except FormatError:
        return
    assert loads(dumps(board)) == board


def test_the_expected_piece_is_right_on_both_sides() -> None:
    """From the right as well: x counts to the half where it is less."""
    with pytest.raises(FormatError, match="h or v, two values, the least x and y of its halves"):
        loads("2;1\nh;0;0;0\n")
