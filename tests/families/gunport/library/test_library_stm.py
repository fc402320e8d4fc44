"""The file of the gunport program of 2011: read, written, cut off, and with boards that are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.library_cases import BEST_L, LONG_7, OTHER_LONG_7, find
from tilewright.errors import FormatError, LibraryError, UnsupportedError
from tilewright.families.gunport.board import Rules
from tilewright.families.gunport.drawing import dumps, loads
from tilewright.families.gunport.library import Library, Submission, shipped
from tilewright.families.gunport.library.stm import dumps_stm, is_stm, loads_stm
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
    submissions = loads_stm(stm(boards), Rules(), "Ada")
    assert [drawn.submission and drawn.submission.arrangement for drawn in submissions] == [
        entry.arrangement for entry in entries
    ]


def test_the_documented_example_is_written(tmp_path: Path) -> None:
    library = Library(tmp_path / "boards.sqlite")
    [drawn] = loads_stm(DOCUMENTED, Rules(), "Ada")
    assert drawn.submission is not None
    entry = next(entry for entry in library.entries() if entry.key.size == (3, 3))
    entry = replace(entry, drawing=dumps(drawn.submission.arrangement))
    assert dumps_stm([entry]).data == DOCUMENTED


def test_every_shipped_board_is_written_and_read_again() -> None:
    written = dumps_stm(shipped().values())
    assert written.boards == 105
    # 1x1 needs no proof.
    assert written.left_out == "left out, as .stm cannot hold them: proofs (104), names of finders (105)"
    submissions = loads_stm(written.data, Rules(), "Ada")
    expected = {entry.key.size: entry.arrangement for entry in shipped().values()}
    sizes = [drawn.submission and drawn.submission.arrangement.board.size for drawn in submissions]
    assert [size and f"{size[0]:2}x{size[1]:2}" for size in sizes] == sorted(
        f"{rows:2}x{columns:2}" for rows, columns in filter(None, expected)
    )
    for drawn in submissions:
        assert drawn.submission is not None
        assert drawn.submission.arrangement == expected[drawn.submission.arrangement.board.size]


def test_what_the_file_cannot_hold_is_counted(tmp_path: Path) -> None:
    library = Library(tmp_path / "boards.sqlite")
    corner = loads("AA\nA.\n", "shapes")
    library.enter([find(LONG_7), find(OTHER_LONG_7), find(BEST_L)])
    library.enter([Submission(loads("<><>"), Rules(no_slide=True), "Ada")])
    library.enter([Submission(corner, rules_for("L tromino"), "Ada")])
    written = dumps_stm(library.entries(source="own"))
    assert written.left_out == (
        "left out, as .stm cannot hold them: further arrangements of boards that are written (1), "
        "names of finders (1), arrangements on boards that are no plain rectangles (1), "
        "arrangements that no domino may slide in (1), arrangements of other pieces than dominoes (1)"
    )
    [drawn] = loads_stm(written.data, Rules(), "Ada")
    assert drawn.submission is not None and drawn.submission.arrangement == LONG_7
    with pytest.raises(LibraryError, match="nothing that a file"):
        dumps_stm([entry for entry in library.entries(source="own") if entry.key.size is None])


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
