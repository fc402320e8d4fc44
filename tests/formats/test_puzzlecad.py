"""Models for puzzlecad, read again by a parser of the library's notation."""

from __future__ import annotations

import re

import pytest

from tilewright import catalogue
from tilewright.errors import UnsupportedError
from tilewright.formats import FORMATS, dlx, puzzlecad
from tilewright.formats.files import choose
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.puzzle import Board, Piece, Puzzle

SOMA = catalogue.load("soma-cube")


def parsed(text: str) -> list[set[Cell]]:
    """The pieces of a ``burr_plate``, as puzzlecad's own reader takes them.

    A piece is a string or a list of strings: one for each z. ``|`` divides those of each y. A letter or ``+``
    is a cube, ``.`` none; what follows it in braces is an annotation. All rows have one length.
    """
    code = re.sub(r"//[^\n]*", "", text)
    plate = re.search(r"burr_plate\(\[(.*)\]\s*\)\s*;", code, re.S)
    assert plate is not None
    pieces: list[set[Cell]] = []
    for layers in re.findall(r"\[([^\[\]]*)\]", plate[1]):
        grid = [row.split("|") for row in re.findall(r'"([^"]*)"', layers)]
        rows = [[re.sub(r"\{[^}]*\}", "", row) for row in layer] for layer in grid]
        assert len({len(layer) for layer in rows}) == len({len(row) for layer in rows for row in layer}) == 1
        assert re.fullmatch(r"[.a-z+]+", "".join(row for layer in rows for row in layer))
        pieces.append(
            {
                (x, y, z)
                for z, layer in enumerate(rows)
                for y, row in enumerate(layer)
                for x, character in enumerate(row)
                if character != "."
            }
        )
    return pieces


def test_the_parser_reads_a_model_from_the_library() -> None:
    text = 'burr_plate([\n [".xx|xx{connect=mz+y+,clabel=A}.", "...|.x."],  // F\n ["x"] ]);'
    assert parsed(text) == [{(1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (1, 1, 1)}, {(0, 0, 0)}]


@pytest.mark.parametrize("name", ["soma-cube", "bedlam-cube", "burr-level-9", "conway-5x5x5"])
def test_all_copies_of_all_pieces_are_written_as_they_are_not_mirrored(name: str) -> None:
    puzzle = catalogue.load(name)
    assert isinstance(puzzle, Puzzle)
    pieces = parsed(puzzlecad.dumps(puzzle))
    own = [piece for piece in puzzle.pieces for _ in range(piece.max_copies)]
    assert [CUBE.normalise(cells) for cells in pieces] == [CUBE.normalise(piece.cells) for piece in own]


def test_the_model_includes_the_library_and_names_the_pieces() -> None:
    assert isinstance(SOMA, Puzzle)
    text = puzzlecad.dumps(SOMA)
    assert text.startswith("include <puzzlecad.scad>\n")
    assert [line.strip() for line in text.splitlines() if line.startswith("    //")] == [
        f"// {piece.name}" for piece in SOMA.pieces
    ]


@pytest.mark.parametrize(("length", "scale"), [(1, 17), (3, 17), (4, 16), (6, 11), (7, 10), (50, 10)])
def test_the_scale_depends_on_the_longest_piece(length: int, scale: int) -> None:
    bar = Piece.of("bar", [(x, 0, 0) for x in range(length)], lattice=CUBE)
    text = puzzlecad.dumps(Puzzle(Board.of(bar.cells), (bar,), lattice=CUBE))
    assert f"$burr_scale = {scale};" in text


def test_a_name_stays_a_comment() -> None:
    piece = Piece.of("a\n]); cube(9); //\x1b", [(0, 0, 0)], lattice=CUBE)
    puzzle = Puzzle(Board.of(piece.cells), (piece,), lattice=CUBE, title="two\nlines")
    assert "\n    // a ]); cube(9); //?\n" in puzzlecad.dumps(puzzle)
    assert "\n// two lines\n" in puzzlecad.dumps(puzzle)


def test_other_puzzles_are_refused_in_a_sentence() -> None:
    for name, reason in [("pentominoes-3x20", "'square'"), ("kanoodle-pyramid", "'sphere'")]:
        with pytest.raises(UnsupportedError, match=f"puzzlecad has pieces of cubes; .* {reason}"):
            puzzlecad.dumps(catalogue.load(name))
    with pytest.raises(UnsupportedError, match="items and options only"):
        puzzlecad.dumps(dlx.loads("a\na\n"))
    many = Piece.of("c", [(0, 0, 0)], lattice=CUBE, copies=1001)
    board = Board.of([(x, 0, 0) for x in range(1001)])
    with pytest.raises(UnsupportedError, match="1,001 pieces; a model for puzzlecad has at most 1,000"):
        puzzlecad.dumps(Puzzle(board, (many,), lattice=CUBE))


def test_a_model_is_known_and_not_read() -> None:
    text = puzzlecad.dumps(SOMA)
    assert choose("", text).name == choose(".scad", "").name == "puzzlecad"
    with pytest.raises(UnsupportedError, match="puzzlecad can be written, but not read"):
        FORMATS["puzzlecad"].read(text)
