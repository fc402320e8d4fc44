"""Pieces of gunport boards by name and by drawing."""

from __future__ import annotations

import pytest

from tilewright.errors import PuzzleError
from tilewright.families.gunport.board import DOMINO
from tilewright.families.gunport.pieces import rules_for
from tilewright.model.pieces import canonical, name_of, piece_set
from tilewright.model.pieces.sets import POLYOMINO_DRAWINGS


@pytest.mark.parametrize(
    ("names", "title", "shape"),
    [
        (("domino", "Domino", "I2", "XX", "X/X"), "domino", "I2"),
        (("monomino", "O1", "X.", "#"), "monomino", "O1"),
        (("I3", "i3", "straight tromino", "I tromino", "XXX"), "straight tromino", "I3"),
        (("V3", "L3", "l3", "L tromino", "V  tromino", "XX/X.", ".#/##"), "L tromino", "V3"),
        (("O4", "square tetromino", "##/##"), "O tetromino", "O4"),
        (("S4", "skew tetromino", "S tetromino", "xx./.xx"), "S tetromino", "S4"),
        (("T4", "t tetromino", "XXX/.X."), "T tetromino", "T4"),
        (("straight tetromino", "I4"), "straight tetromino", "I4"),
        (("F", "f", "F'", "F pentomino"), "F pentomino", "F"),
        (("I", "straight pentomino"), "straight pentomino", "I"),
    ],
)
def test_one_shape_has_one_name(names: tuple[str, ...], title: str, shape: str) -> None:
    for name in (*names, title):
        piece = rules_for(name).piece
        assert (piece.name, name_of(piece.cells), piece.motions) == (title, shape, "all"), name


def test_every_name_is_known() -> None:
    for name in POLYOMINO_DRAWINGS:
        assert name_of(rules_for(name).piece.cells) == name
    assert rules_for("domino").piece is DOMINO


def test_larger_ones_by_their_set_and_by_drawing() -> None:
    for name, cells in piece_set("hexominoes"):
        piece = rules_for(name).piece
        assert canonical(piece.cells) == canonical(cells)
        assert rules_for(piece.name).piece == piece
    assert rules_for("XX./.XX/..X/..X").piece == rules_for("X.../XX../.XXX").piece


def test_no_slide_is_taken_over() -> None:
    assert rules_for("I3", no_slide=True).no_slide and not rules_for("I3").no_slide


@pytest.mark.parametrize(
    "name", ["", "dominoes", "Q", "Z3", "U tetromino", "6-99", "11-1", "0-1", "X X", "XO/X.", "XX/", "/X"]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(PuzzleError, match=r"expected domino, one of O1, I2, I3, V3.*a drawing such as XX/X"):
        rules_for(name)


def test_bad_drawings_are_refused() -> None:
    with pytest.raises(PuzzleError, match="is not connected: the X in line 2, column 2"):
        rules_for("X./.X")
    with pytest.raises(PuzzleError, match="has 0 cells; expected 1 to 30"):
        rules_for("..")
    with pytest.raises(PuzzleError, match="has 31 cells; expected 1 to 30"):
        rules_for("X" * 31)
