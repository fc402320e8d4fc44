"""Arrangements by name: sizes, drawings, JSON, the file of the old program, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewright.errors import FormatError
from tilewright.families.gunport.arrangement_files import read_arrangements
from tilewright.families.gunport.board import Rules
from tilewright.families.gunport.drawing import dumps

DRAWING = ".<>\n<>.\n.<>\n"
LETTERS = "LRE\nELR\nLRE\n"
STM = b"\x07\0\0\0 3x 3\r\n\x18\0\0\0H 1_ 1\r\nH 2_ 2\r\nH 3_ 1\r\n"


def test_a_size_has_all_its_best_arrangements() -> None:
    assert len(read_arrangements("8x10")) == 168
    assert len(read_arrangements("3x3", Rules(no_slide=True))) > 0


@pytest.mark.parametrize(
    ("name", "content", "drawings"),
    [
        ("a.txt", DRAWING.encode(), [DRAWING]),
        ("a.txt", f"; a comment\n{DRAWING}\n{LETTERS}".encode(), [DRAWING, "<>.\n.<>\n<>.\n"]),
        ("a.json", json.dumps({"arrangement": DRAWING.splitlines()}).encode(), [DRAWING]),
        ("a", json.dumps({"arrangements": [DRAWING.splitlines()] * 2}).encode(), [DRAWING, DRAWING]),
        ("GunPortSolutions.stm", STM, ["<>.\n.<>\n<>.\n"]),
    ],
)
def test_files(tmp_path: Path, name: str, content: bytes, drawings: list[str]) -> None:
    (tmp_path / name).write_bytes(content)
    assert [dumps(one) for one in read_arrangements(str(tmp_path / name))] == drawings


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", "<>\n<x\n", "line 2, column 2: 'x' is here"),
        ("a.txt", "..\n", "another domino fits"),
        ("a.txt", f"{DRAWING}\n<>\n", "several boards, 3x3 and 1x2 among them; expected one board"),
        ("a.json", '{"pieces": 3}', "there is no arrangement in this JSON"),
        ("a.json", '{"arrangement": null}', "there is no arrangement in this JSON"),
        ("a.json", '{"arrangements": [3]}', "there is no arrangement in this JSON"),
        ("a.json", '{"arrangement": ', "this is not JSON"),
        ("a.stm", "", "the file is cut off"),
    ],
)
def test_wrong_files(tmp_path: Path, name: str, content: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(FormatError) as error:
        read_arrangements(str(path))
    assert words in str(error.value) and str(path) in str(error.value)


def test_a_missing_file() -> None:
    with pytest.raises(FormatError, match="it is not a size such as 4x10, and there is no such file"):
        read_arrangements("nowhere.txt")
