"""Boards whose fewest pieces left are known: some written out here, and all of a shared folder, if any."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from tilewright.families.vanishing.approximate import METHODS, approximate
from tilewright.families.vanishing.check import faults
from tilewright.families.vanishing.exact import solve
from tilewright.families.vanishing.files import dumps, load, loads

_CHECKOUT = Path(__file__).resolve().parents[3]
FOLDER = Path(os.environ.get("TILEWRIGHT_SHARED", _CHECKOUT.parent / "shared")) / "puzzles" / "vanishing"

KNOWN = {
    "4;3 v;0;2;0;0 h;0;1;1;0 v;0;2;3;0 h;0;2;1;1 h;2;0;0;2 h;0;0;2;2": 0,
    "4;3 h;0;1;0;0 h;3;3;2;0 h;0;3;0;1 v;2;0;2;1 v;3;2;3;1 h;0;1;0;2": 2,
    "5;4 v;4;1;0;0 h;0;4;1;0 h;3;4;3;0 v;0;3;1;1 h;4;2;2;1 v;2;0;4;1 v;3;0;0;2 h;0;2;2;2 h;0;1;1;3 "
    "h;0;4;3;3": 3,
    "6;4 v;0;1;0;0 h;2;2;1;0 h;1;2;3;0 v;2;0;5;0 h;1;0;1;1 h;0;4;3;1 h;2;4;0;2 h;0;2;2;2 h;4;2;4;2 "
    "h;0;3;0;3 h;0;0;2;3 h;0;3;4;3": 4,
    "6;5 h;1;0;0;0 v;4;1;2;0 v;0;4;3;0 v;2;4;4;0 v;3;3;5;0 h;3;1;0;1 v;0;2;0;2 v;0;0;1;2 v;0;3;2;2 "
    "v;0;1;3;2 v;0;0;4;2 v;0;2;5;2 h;0;4;0;4 h;1;4;2;4 h;4;0;4;4": 4,
}
"""Board -> the fewest pieces left, by a plain search over all sets of removed pieces."""


def listed() -> list[tuple[str, int, int]]:
    """Name, pieces and fewest left of the shared boards; empty without the folder."""
    path = FOLDER / "expected.tsv"
    if not path.is_file():
        return []
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t")
    return [(row["file"], int(row["pieces"]), int(row["min_left"])) for row in rows]


@pytest.mark.parametrize(("text", "left"), KNOWN.items())
def test_known_boards(text: str, left: int) -> None:
    board = loads(text.replace(" ", "\n"))
    found = solve(board)
    assert found.proven and found.left == left
    assert loads(dumps(board)) == board
    for method in METHODS:
        assert approximate(board, method).left >= left


@pytest.mark.skipif(not listed(), reason="the shared boards are not here")
@pytest.mark.parametrize(("name", "pieces", "left"), listed())
def test_shared_boards(name: str, pieces: int, left: int) -> None:
    board = load(FOLDER / name)
    assert len(board.pieces) == pieces
    found = solve(board)
    assert found.proven and found.left == left
    assert not faults(board, found.order)


@pytest.mark.skipif(not (FOLDER / "problem2a.txt").is_file(), reason="the shared boards are not here")
def test_a_board_that_plain_search_does_not_settle() -> None:
    board = load(FOLDER / "problem2a.txt")
    found = solve(board)
    assert len(board.pieces) == 45 and found.proven
    assert not faults(board, found.order)
