"""The file of the gunport program of 2011: read, cut off, and with boards that are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tilewright.errors import FormatError, UnsupportedError
from tilewright.families.gunport.board import Rules
from tilewright.families.gunport.library import shipped
from tilewright.families.gunport.library.stm import is_stm, loads_stm
from tilewright.families.gunport.pieces import rules_for

THREE = ["H 1_ 1", "H 2_ 2", "H 3_ 1"]
DOCUMENTED = b"\x07\0\0\0 3x 3\r\n\x18\0\0\0H 1_ 1\r\nH 2_ 2\r\nH 3_ 1\r\n"


def stm(boards: Mapping[str, Sequence[str]]) -> bytes:
    """A file with these boards and their dominoes."""

    def text(lines: Sequence[str]) -> bytes:
        data = "".join(f"{line}\r\n" for line in lines).encode("latin-1")
        return len(data).to_bytes(4, "little") + data

    return text(list(boards)) + b"".join(map(text, boards.values()))


def test_the_documented_example() -> None:
    assert stm({" 3x 3": THREE}) == DOCUMENTED and is_stm(DOCUMENTED)
    [drawn] = loads_stm(DOCUMENTED, Rules(), "Ada")
    assert drawn.submission is not None and drawn.submission.who == "Ada"
    arrangement = drawn.submission.arrangement
    assert arrangement.board.size == (3, 3)
    assert sorted(arrangement.pieces) == [((0, 0), (1, 0)), ((0, 2), (1, 2)), ((1, 1), (2, 1))]


def test_every_shipped_board_comes_back() -> None:
    entries = [entry for entry in shipped().values() if entry.key.size and not entry.key.no_slide]
    boards = {}
    for entry in entries:
        rows, columns = entry.key.size or (0, 0)
        boards[f"{rows:2}x{columns:2}"] = [
            f"{'V' if a[0] == b[0] else 'H'}{a[1] + 1:2}_{a[0] + 1:2}" for a, b in entry.arrangement.pieces
        ]
    found = loads_stm(stm(boards), Rules(), "Ada")
    assert [drawn.submission and drawn.submission.arrangement for drawn in found] == [
        entry.arrangement for entry in entries
    ]


@pytest.mark.parametrize(
    ("name", "dominoes", "words"),
    [
        (" 3x 4", ["H 1_ 1", "H 1_ 2"], "board 3x4: the dominoes overlap in row 1 and column 2"),
        (" 2x 2", ["H 1_ 1", "H 1_ 1"], "board 2x2: the dominoes overlap in row 1 and column 1"),
        (" 2x 2", ["H 1_ 2"], "board 2x2: domino 1, H 1_ 2, leaves the board at row 1 and column 3"),
        (" 2x 2", ["X 1_ 2"], "board 2x2: domino 1 is 'X 1_ 2'; expected a form like"),
        (" 2x 2", [], "board 2x2: this is not a valid arrangement: another domino fits"),
        (" 0x 2", [], "board 0x2: a board of 0 x 2 has no cells"),
        ("board", [], "board board: this is not a size"),
    ],
)
def test_wrong_boards_are_refused_by_name(name: str, dominoes: list[str], words: str) -> None:
    first, second = loads_stm(stm({name: dominoes, " 3x 3": THREE}), Rules(), "Ada")
    assert first.fault.startswith(words) and first.submission is None
    assert second.submission is not None


@pytest.mark.parametrize("length", range(len(DOCUMENTED)))
def test_a_file_that_was_cut_off_is_refused(length: int) -> None:
    with pytest.raises(FormatError, match=r"cut off|names 1 boards"):
        loads_stm(DOCUMENTED[:length], Rules(), "Ada")


def test_other_pieces_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="not the piece L tromino"):
        loads_stm(DOCUMENTED, rules_for("L tromino"), "Ada")


@given(st.binary(max_size=80))
@example(b"\0\0\0\0")
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for one in (data, DOCUMENTED[:20] + data):
        try:
            loads_stm(one, Rules(), "Ada")
        except FormatError as error:
            assert error.message


@given(st.text(max_size=80))
def test_a_text_is_no_such_file(text: str) -> None:
    assert "\0" in text or not is_stm(text.encode())
