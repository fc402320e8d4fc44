"""Boards from sizes, drawings and puzzles of every format."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given

from support.arrangement_cases import given_boards
from tilewright.errors import FormatError, PuzzleError, TilewrightError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.board_files import (
    board_of_puzzle,
    board_of_size,
    dumps_board,
    loads_board,
    read_board,
    size_of,
    text_page,
)
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item
from tilewright.model.lattices import LINE, SQUARE
from tilewright.model.puzzle import Board, Puzzle


def moved(board: GunportBoard) -> GunportBoard:
    left, top = SQUARE.anchor(board.cells)
    return GunportBoard(
        frozenset((x - left, y - top) for x, y in board.cells),
        frozenset(tuple(sorted((x - left, y - top) for x, y in piece)) for piece in board.pieces),
        frozenset((x - left, y - top) for x, y in board.ports),
    )


@given(given_boards())
def test_boards_round_trip_with_given_pieces_and_ports(board: GunportBoard) -> None:
    assert loads_board(dumps_board(board)) == moved(board)


def test_a_board_with_everything_on_it() -> None:
    board = loads_board("##<>\n#*^A\n _vAA\n")
    assert len(board.cells) == 11
    assert board.ports == {(1, 1)}
    assert board.pieces == {((2, 0), (3, 0)), ((2, 1), (2, 2)), ((3, 1), (3, 2), (4, 2))}
    assert dumps_board(board) == "##<>\n#*^A\n  vAA\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("##\n#.", 2, 2, "'.' is here; on a board, expected '#' for a free cell"),
        ("##\n#<", 2, 2, "without a '>'"),
        ("#v", 1, 2, "without a '^' above it"),
        ("#o", 1, 2, "'o' is here"),
        ("", 0, 0, "nothing is drawn"),
    ],
)
def test_wrong_boards(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads_board(text)
    assert (caught.value.line, caught.value.column) == (line, column) and words in caught.value.message


@pytest.mark.parametrize("name", ["8x10", "8X10", " 8×10 "])
def test_sizes_are_rows_and_columns(name: str) -> None:
    assert read_board(name) == GunportBoard.rectangle(8, 10)
    assert size_of(name) == (8, 10)
    assert board_of_size("eight") is None


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("0x5", PuzzleError, "a board of 0 x 5 has no cells"),
        ("5x0", PuzzleError, "has no cells"),
        ("1000x1000", PuzzleError, "1,000,000 cells; at most 100,000"),
        ("999999999x999999999", PuzzleError, "at most 100,000"),
        (
            "-1",
            FormatError,
            "it is not a size, and there is no such file; expected a size (rows x columns, such as 8x10",
        ),
        ("3x", FormatError, "it is not a size"),
        ("x3", FormatError, "it is not a size"),
        ("3x4x5", FormatError, "it is not a size"),
        ("٣x٤", FormatError, "it is not a size"),
        ("axb", FormatError, "it is not a size"),
        ("9999999999x1", FormatError, "it is not a size"),
        ("", FormatError, "the name is empty"),
        (".", FormatError, "this is a directory"),
        ("catalog:nothing-like-it", PuzzleError, "no puzzle named"),
    ],
)
def test_bad_names(name: str, error: type[TilewrightError], words: str) -> None:
    with pytest.raises(error) as caught:
        read_board(name)
    assert words in str(caught.value)


def file_with(folder: Path, text: str, name: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


TOML = """
title = "a ring"
[board]
drawing = '''
.###
.#.+
.###
'''
[[pieces]]
name = "I2"
copies = 4
drawing = "##"
"""
RING = GunportBoard(frozenset({(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)}))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ring.toml", TOML),
        ("ring.puzzle", TOML),
        ("ring.txt", "###\n# #\n###\n"),
        ("ring", "   ###\n   # #\n   ###\n"),
        ("tiles.txt", "xxx  xx  xx\nx x\nxxx  xx  xx\n"),
        ("tiles2.txt", "###\n# #\n###\n\n##  ##  ##  ##\n"),
        ("colours.txt", "xox\no o\nxox\n\nxo  ox  ox  ox\n"),
        ("ring.gunport", "###\n#_#\n###\n"),
    ],
)
def test_every_kind_of_file_has_a_board(tmp_path: Path, name: str, text: str) -> None:
    assert read_board(file_with(tmp_path, text, name)) == RING


def test_given_ports_and_dominoes_in_a_text_file(tmp_path: Path) -> None:
    board = read_board(file_with(tmp_path, "##*\n<>#\n", "board.txt"))
    assert board.ports == {(2, 0)} and board.pieces == {((0, 1), (1, 1))}
    parts = read_board(file_with(tmp_path, "## ^\n## v *\n", "parts.txt"))
    assert len(parts.cells) == 7 and parts.ports == {(5, 1)}


def test_several_parts_need_the_suffix_or_something_that_tiles_do_not_have(tmp_path: Path) -> None:
    text = "### ##\n### ##\n"
    assert read_board(file_with(tmp_path, text, "tiles.txt")).name == "2x3"
    assert len(read_board(file_with(tmp_path, text, "board.gunport")).cells) == 10


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("###.\n####\n", "line 1, column 4: '.' is here; on a board"),
        ("<>^\n..v\n", "line 2, column 1: '.' is here; on a board"),
        ("##*\n###\n\n## #*\n", "may be a board in several parts with given ports, or tiles of two colours"),
        ("##*\n#<#\n", "line 2, column 2: a '<' is here"),
        ("  \n", "the drawing is empty"),
    ],
)
def test_pages_that_say_too_little(tmp_path: Path, text: str, words: str) -> None:
    path = file_with(tmp_path, text, "page.txt")
    with pytest.raises(FormatError) as caught:
        read_board(path)
    assert str(caught.value).startswith(path) and words in str(caught.value)


def test_a_puzzle_file_with_a_fault_is_named(tmp_path: Path) -> None:
    path = file_with(tmp_path, "[board]\ncells = []\n", "board.toml")
    with pytest.raises(FormatError, match=r"board\.toml"):
        read_board(path)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"##\n#*\n")))
    assert read_board("-").ports == {(1, 1)}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"#<\n")))
    with pytest.raises(FormatError, match="standard input, line 1, column 2"):
        read_board("-")


def test_the_catalogue() -> None:
    board = read_board("catalog:pentominoes-6x10")
    assert board == GunportBoard.rectangle(6, 10) == read_board("pentominoes-6x10")


def test_other_lattices_are_refused() -> None:
    puzzle = Puzzle(Board.of([(0,), (1,)]), (), lattice=LINE)
    with pytest.raises(UnsupportedError, match="square lattice, not on line"):
        board_of_puzzle(puzzle)


def test_puzzles_without_boards_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="items and options only"):
        board_of_puzzle(ExactCoverPuzzle((Item("a"),), ()))


def test_drawings_that_the_page_can_show_have_its_address() -> None:
    assert text_page("#<>\n^##\nv<>\n") == "/gunport#b=3x3&m=0,1-0,2_1,0-2,0_1,2-2,2"
    assert text_page(".<>\n###\n") == "/gunport#b=2x3&m=1,0-2,0"  # the ports of an arrangement
    assert text_page("<>" * 30 + "\n") != ""
    for text in (
        "###\n###\n",
        "*<>\n###\n",
        "<>\n###\n",
        "<>#\n^\nv\n",
        "<A>",
        "<>" * 31 + "\n",
        "v>\n##\n",
        "",
    ):
        assert text_page(text) == ""
