"""Puzzles from drawings in a program: boards, pieces, sets, and what is wrong with a drawing."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright
from tilewright import Board, Piece, Puzzle, count, pieces
from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.model.pieces.sets import SETS


def test_a_drawing_has_rows_holes_and_colours() -> None:
    board = Board.of("""
        ##.#
         ab
    """)
    assert board.required == ((0, 0), (1, 0), (1, 1), (2, 1), (3, 0))
    assert board.colours == {(1, 1): "a", (2, 1): "b"}
    assert Piece.of("L", " #\n##") == Piece("L", [(0, 1), (1, 0), (1, 1)])


def test_layers_are_apart_by_an_empty_line() -> None:
    board = Board.of("##\n##\n\n#.\n##\n   \n##")
    assert {z for _, _, z in board.cells} == {0, 1, 2} and len(board.cells) == 9
    soma = Puzzle.of("\n\n".join(["###\n###\n###"] * 3), pieces.named("soma"))
    assert (soma.lattice.name, count(soma).solutions) == ("cube", 11_520)


def test_a_rectangle_has_rows_and_columns() -> None:
    assert max(Board.rectangle(3, 20).cells) == (19, 2)
    for wrong in (0, 2.0, True, "4"):
        with pytest.raises(PuzzleError, match="expected a whole number from 1"):
            Board.rectangle(4, wrong)  # type: ignore[arg-type]


def test_pieces_get_usual_names_or_letters_and_equal_ones_are_copies() -> None:
    ring = "###\n#.#\n###"
    puzzle = Puzzle.of(Board.rectangle(9, 9), ["###", "#\n#\n#", ring, Piece.of("A", "##"), "#####\n#####"])
    names = [(piece.name, piece.max_copies) for piece in puzzle.pieces]
    assert names == [("I3", 2), ("B", 1), ("A", 1), ("C", 1)]
    named = Puzzle.of("####", {"left": "##", "right": "# #"})
    assert [piece.name for piece in named.pieces] == ["left", "right"]
    assert [piece.name for piece in Puzzle.of("##", {"left": Piece.of("A", "##")}).pieces] == ["left"]


@pytest.mark.parametrize(
    ("board", "given", "error"),
    [
        ("....", ["#"], "the board has no cells in the drawing '....'; # is a cell"),
        ("##", ["  \n "], "has no cells in the drawing"),
        ("##", [5], "expected a list"),
        ("##", "##", "the pieces of a puzzle are '##'; expected a list"),
        ("##", 3, "the pieces of a puzzle are 3; expected a list"),
        ([(0, 0), (1, 0, 0)], ["#"], "has 2 coordinates"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_named(board: Any, given: Any, error: str) -> None:
    with pytest.raises(PuzzleError, match=error):
        Puzzle.of(board, given)


def test_sets_have_the_pieces_of_their_names() -> None:
    for name in ("pentominoes", "hexominoes", "tetrominoes", "trominoes", "dominoes", "monominoes"):
        value = getattr(pieces, name)()
        assert [(piece.name, piece.cells) for piece in value] == list(SETS[name])
        assert {piece.max_copies for piece in getattr(pieces, name)((0, 7))} == {7}
    assert sum(piece.max_copies for piece in pieces.named("slothouber-graatsma")) == 9
    with pytest.raises(PuzzleError, match="there is no set of pieces named 'pents'"):
        pieces.named("pents")


def test_a_text_is_read_in_its_format() -> None:
    assert tilewright.loads("####   ##  ##\n####   ##  ##").title == ""
    assert tilewright.loads("| a b\na b\n", "dlx") == tilewright.loads("| a b\na b\n")
    with pytest.raises(FormatError, match="expected a str"):
        tilewright.loads(b"##")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="no format"):
        tilewright.loads("##", "odt")


def test_solutions_have_a_limit() -> None:
    puzzle = tilewright.load("catalog:pentominoes-3x20")
    assert [len(list(tilewright.solutions(puzzle, limit=n))) for n in (0, 3, 100)] == [0, 3, 8]
    with pytest.raises(UnsupportedError, match="limit is -1"):
        list(tilewright.solutions(puzzle, limit=-1))


@pytest.mark.parametrize("copies", [-1, 2.0, "8", (1, 2, 3)])
def test_copies_of_a_set_are_a_number_or_two(copies: Any) -> None:
    with pytest.raises(PuzzleError, match="expected whole numbers, 0 <= least <= most"):
        pieces.dominoes(copies)
