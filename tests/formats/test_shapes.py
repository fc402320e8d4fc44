"""Shapes in puzzles, and as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.catalogue import load
from tilewright.errors import FormatError, PuzzleError
from tilewright.formats.shapes import puzzle_of_shape, read_shape, shape_in, shape_text, with_shape
from tilewright.model.lattices import CUBE, LATTICES, SQUARE, Lattice
from tilewright.model.puzzle import Board, Expected, Piece, Placement, Puzzle
from tilewright.model.shape import Shape, box, difference, turn, vary

BAR = Puzzle(Board.of(Board.rectangle(1, 4).cells), (Piece.of("I", "##", copies=2),))


def test_the_shapes_of_a_puzzle() -> None:
    soma = load("soma-cube")
    assert isinstance(soma, Puzzle)
    assert shape_in(soma, "board") == box(CUBE, (3, 3, 3))
    assert shape_in(soma, "V").fixed == sorted(soma.by_name["V"].cells)
    with pytest.raises(PuzzleError, match="the puzzle has no shape 'Q'; expected one of board, V, "):
        shape_in(soma, "Q")


def test_a_piece_is_changed_and_another_one_added() -> None:
    long = read_shape("###", SQUARE)
    changed, notes = with_shape(BAR, "I", long)
    assert changed.pieces == (Piece.of("I", "###", copies=2),) and not notes
    more, _ = with_shape(BAR, "L", read_shape("#\n##", SQUARE))
    assert [piece.name for piece in more.pieces] == ["I", "L"] and more.by_name["L"].max_copies == 1


def test_what_no_longer_holds_is_left_out() -> None:
    board = Board(BAR.board.required, forced=(Placement("I", ((0, 0), (1, 0))),))
    known = Puzzle(board, BAR.pieces, expect=(Expected("solutions", 1, "by hand"),))
    changed, notes = with_shape(known, "I", read_shape("#", SQUARE))
    assert not changed.board.forced and not changed.expect and len(notes) == 2


def test_a_board_gets_variable_cells_and_a_piece_does_not() -> None:
    shape = vary(shape_in(BAR, "board"), [(3, 0)])
    changed, _ = with_shape(BAR, "board", shape)
    assert changed.board.optional == ((3, 0),) and shape_in(changed, "board") == shape
    with pytest.raises(PuzzleError, match="only the board has such cells"):
        with_shape(BAR, "I", vary(read_shape("##", SQUARE), [(0, 0)]))
    with pytest.raises(PuzzleError, match="on the cube lattice, the puzzle on the square lattice"):
        with_shape(BAR, "I", box(CUBE, (1, 1, 1)))


@given(st.sampled_from(list(LATTICES.values())), st.data())
def test_a_drawing_is_read_again(lattice: Lattice, data: st.DataObject) -> None:
    cells = {lattice.classes[0]}
    for _ in range(data.draw(st.integers(0, 5))):
        cells.add(data.draw(st.sampled_from(lattice.neighbours(data.draw(st.sampled_from(sorted(cells)))))))
    free = data.draw(st.sets(st.sampled_from(sorted(cells)))) if not lattice.text.signs else set()
    shape = Shape.of(lattice, cells - free, free)
    text = shape_text(shape)
    if text is None:
        return
    again = read_shape(text, lattice)
    assert lattice.normalise(again.cells) == lattice.normalise(shape.cells)
    assert len(again.variable) == len(shape.variable)


def test_colours_are_characters_or_in_a_legend() -> None:
    shape = read_shape("A+\n#.", SQUARE)
    assert shape.cells == {(0, 0): "A", (0, 1): "", (1, 0): ""} and shape.variable == {(1, 0)}
    assert shape_text(shape) == "A+\n#."
    assert shape_text(Shape(SQUARE, {(0, 0): "red"})) == "r\n\nr is red"
    assert shape_text(Shape.of(SQUARE, [(0, 0), (10**6, 0)])) is None


def test_a_puzzle_of_a_shape() -> None:
    shape = turn(difference(box(CUBE, (2, 2, 2)), box(CUBE, (1, 1, 1))), "x")
    assert shape_in(puzzle_of_shape(shape), "board") == shape


def test_a_bad_drawing_is_one_sentence() -> None:
    with pytest.raises(FormatError, match="has no cell"):
        read_shape("...", SQUARE)
