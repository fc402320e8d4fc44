"""Files of the gunport page: what is read, and what stays when boards were changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tilewright.errors import FormatError, TilewrightError, UnsupportedError
from tilewright.families.gunport.board import Arrangement
from tilewright.families.gunport.drawing import dumps, loads
from tilewright.families.gunport.library.stm import stm_board, stm_boards, stm_data
from tilewright.families.gunport.web.files import FILES, MAX_BOARDS, FileBoard, read_file, write_file

SHEET = """\
; found on a train
; {"board": "3x3", "who": "Ada", "found": "2026-01-31T12:00:00Z", "lower_bound": 3, "proof": "bounded"}
<>.
.<>
<>.

; half of it
LRE
EEE

; another piece
; {"piece": "L tromino"}
aa.
a..

; the end
"""
THREE = loads("<>.\n.<>\n<>.\n")
OTHER = loads("^.^\nv^v\n.v.\n")


def board(arrangement: Arrangement, *, no_slide: bool = False) -> FileBoard:
    return FileBoard("", arrangement, no_slide)


def test_a_sheet_keeps_all_but_the_changed_board() -> None:
    file = read_file("boards.txt", SHEET.encode())
    first, second, third = file.boards
    assert (file.kind, first.name, first.arrangement, second.name) == ("text", "3x3", THREE, "2x3")
    assert third.arrangement is None and "L tromino" in third.problem
    assert write_file("text", file, {}).data == SHEET.encode()
    changed = write_file("text", file, {1: board(loads("L R".replace(" ", "") + "E\nELR\n"))})
    assert changed.data.decode() == SHEET.replace("LRE\nEEE", "LRE\nELR") and changed.left_out == ()


def test_a_changed_board_is_no_longer_somebody_elses() -> None:
    file = read_file("boards.txt", SHEET.encode())
    text = write_file("text", file, {0: board(OTHER, no_slide=True)}).data.decode()
    assert "Ada" not in text and "proof" not in text and "; found on a train" in text
    again = read_file("", text.encode())
    assert again.boards[0] == FileBoard("3x3", OTHER, no_slide=True)
    assert [one.arrangement for one in again.boards[1:]] == [one.arrangement for one in file.boards[1:]]


def test_free_cells_of_a_drawn_board_are_empty() -> None:
    [file_board] = read_file("a.gunport", b"#<>\n^##\nv<>\n").boards
    assert file_board.arrangement == loads(".<>\n^..\nv<>\n")


def test_json_of_the_commands_is_read_and_kept() -> None:
    text: dict[str, Any] = {
        "command": "gunport",
        "no_slide": False,
        "arrangements": [["<>.", ".<>", "<>."], ["^.^", "v^v", ".v."]],
        "arrangement": ["<>.", ".<>", "<>."],
        "pieces": 3,
        "proven": True,
        "mine": {"kept": [1]},
    }
    data = json.dumps(text).encode()
    file = read_file("found.json", data)
    assert [one.arrangement for one in file.boards] == [THREE, OTHER]
    assert write_file("json", file, {}).data == data
    half = loads("<>.\n...\n...\n")
    saved = json.loads(write_file("json", file, {0: board(half)}).data)
    assert saved["arrangement"] == saved["arrangements"][0] == ["<>.", "...", "..."]
    assert saved["arrangements"][1] == text["arrangements"][1] and saved["mine"] == {"kept": [1]}
    assert saved["pieces"] == 1 and "proven" not in saved


def test_a_library_in_json_has_several_boards() -> None:
    boards = [{"board": "3x3", "who": "Ada", "arrangement": dumps(THREE).split()}, {"board": "9x9"}]
    boards.append({"board": "2x2", "arrangement": None})
    file = read_file("", json.dumps({"boards": boards}).encode())
    assert [one.problem for one in file.boards] == ["", "it has no arrangement"]
    assert file.boards[0].about == {"who": "Ada"}
    saved = write_file("text", file, {})
    assert b'"who": "Ada"' in saved.data and "1 board that" in saved.left_out[0]


def test_a_stm_keeps_what_cannot_be_shown() -> None:
    wrong = (" 8x10", "H 1_ 1\r\nV 1_ 2\r\n")
    data = stm_data([stm_board(THREE), wrong, ("99x1", ""), stm_board(OTHER)])
    file = read_file("GunPortSolutions.stm", data)
    assert [one.arrangement for one in file.boards] == [THREE, None, None, OTHER]
    assert "overlap in row 1 and column 2" in file.boards[1].problem
    assert "up to 60 rows" in file.boards[2].problem
    assert write_file("stm", file, {}).data == data
    half = loads("<>.\n...\n...\n")
    assert stm_boards(write_file("stm", file, {0: board(half)}).data) == [
        stm_board(half),
        *stm_boards(data)[1:],
    ]
    text = write_file("text", file, {})
    assert "2 boards that this page cannot show" in text.left_out[0]
    assert [one.arrangement for one in read_file("", text.data).boards] == [THREE, OTHER]


def test_what_a_stm_cannot_hold_is_counted() -> None:
    file = read_file("boards.txt", SHEET.encode())
    saved = write_file("stm", file, {1: board(OTHER, no_slide=True)})
    assert stm_boards(saved.data) == [stm_board(THREE)]
    assert [sentence.split()[:3] for sentence in saved.left_out] == [
        ["1", "board", "that"],
        ["A", "file", ".stm"],
        ["A", "file", ".stm"],
        ["A", "file", ".stm"],
    ]


@pytest.mark.parametrize("kind", FILES)
def test_a_board_without_a_file_is_saved_in_each_kind(kind: str) -> None:
    half = loads("<>..\n....\n")
    again = read_file(f"x.{kind}", write_file(kind, None, {0: board(half)}).data)
    assert again.kind == kind and [one.arrangement for one in again.boards] == [half]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no drawing in this file"),
        ("hello\n", "'h' is here"),
        ("\n<>\n<.\n", "line 3, column 1: a '<' is here"),
        ("<>\n.\n", "no plain rectangle"),
        ("#*\n<>\n", "given ports"),
        ("." * 61, "up to 60 rows and columns"),
        ('; {"board": 3}\n<>\n', "expected a text"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON that can be read"),
        ("[3]", "this JSON has no boards"),
        ("{}", "this JSON has no boards"),
        ('{"boards": {}}', "this JSON has no boards"),
        ('{"arrangement": ["<>"], "piece": "I3"}', "'I3'"),
        ('{"arrangement": ["<>"], "piece": 3}', "'3'"),
        ('{"arrangement": [3]}', "not a list of lines"),
        ("<>\n\n" * (MAX_BOARDS + 1), "at most 1,000"),
        ("\xff\0", "a NUL character"),
    ],
)
def test_wrong_files_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(TilewrightError) as error:
        read_file("wrong.txt", text.encode())
    message = str(error.value)
    assert words in message and "\n" not in message, message


def test_a_cut_off_stm_and_a_change_of_no_board_are_refused() -> None:
    with pytest.raises(FormatError, match="cut off"):
        read_file("x.stm", stm_data([stm_board(THREE)])[:-3])
    with pytest.raises(UnsupportedError, match="there is no board to save"):
        write_file("stm", None, {})
    with pytest.raises(UnsupportedError, match="the file has no board 4; it has 3 boards"):
        write_file("text", read_file("", SHEET.encode()), {3: board(THREE)})
