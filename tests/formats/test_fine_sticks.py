"""Sticks as squares: the same solutions, and back without loss."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import piece, rectangle
from tilewright import catalogue
from tilewright.errors import FormatWarning, UnsupportedError
from tilewright.formats import compact_dpf
from tilewright.formats.fine_sticks import squares_of, sticks_of, to_squares, to_sticks
from tilewright.model.exact_cover_puzzle import require_board
from tilewright.model.lattices import STICK
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.solving.api import count
from tilewright.solving.api import solutions as found_by

GRID = [(x, y) for x in range(5) for y in range(5) if (x + y) % 2]  # the 12 edges of 2 by 2 squares
stick_cells = st.sampled_from([(x, y) for x in range(-4, 5) for y in range(-4, 5) if (x + y) % 2])


def three_kinds(*, crossings: bool = True) -> Puzzle:
    shapes = {"I2": [(1, 0), (3, 0)], "L2": [(1, 0), (2, 1)], "i": [(1, 0)]}
    copies = {"I2": 2, "L2": 3, "i": 2}
    pieces = tuple(Piece.of(name, shapes[name], lattice=STICK, copies=copies[name]) for name in shapes)
    return Puzzle(Board.of(GRID), pieces, lattice=STICK, crossings=crossings)


def test_an_edge_lies_between_vertices_three_apart() -> None:
    assert squares_of((1, 0)) == ((1, 0), (2, 0))
    assert squares_of((3, 2)) == ((4, 3), (5, 3))
    assert squares_of((0, -1)) == ((0, -2), (0, -1))


@given(st.sets(stick_cells, min_size=1))
def test_sticks_are_found_in_their_squares(sticks: set[tuple[int, int]]) -> None:
    squares = [cell for stick in sticks for cell in squares_of(stick)]
    assert len(set(squares)) == 2 * len(sticks)
    assert sticks_of(squares) == tuple(sorted(sticks))
    assert sticks_of(squares[1:]) is None
    assert sticks_of([*squares, (0, 0)]) is None


def test_solutions_with_crossings_are_the_same() -> None:
    sticks = three_kinds()
    squares = to_squares(sticks)
    pairs = {
        tuple(sorted((p.piece, sticks_of(p.cells)) for p in solution.placements))
        for solution in found_by(squares)
    }
    known = {tuple(sorted((p.piece, p.cells) for p in solution.placements)) for solution in found_by(sticks)}
    assert pairs == known and len(pairs) == count(squares).solutions
    assert to_sticks(squares) == sticks


def test_the_file_read_again_counts_what_crossings_allow() -> None:
    text = compact_dpf.dumps(three_kinds())
    again = compact_dpf.loads(text)
    assert count(again).solutions == count(three_kinds()).solutions
    assert compact_dpf.dumps(again) == text
    with pytest.warns(FormatWarning, match="cannot express that pieces must not cross"):
        assert compact_dpf.dumps(three_kinds(crossings=False)) == text


def test_published_sticks_become_the_same_puzzle_again() -> None:
    puzzle = require_board(catalogue.load("welded-tetrasticks-4x4"))
    again = to_sticks(to_squares(puzzle))
    assert again is not None
    assert count(replace(again, crossings=False)).solutions == count(puzzle).solutions


def test_colours_of_sticks_are_kept() -> None:
    board = Board.of({(1, 0): "1", (3, 0): "2"})
    pair = Piece.of("pair", {(1, 0): "2", (3, 0): "1"}, lattice=STICK)
    puzzle = Puzzle(board, (pair,), lattice=STICK)
    again = compact_dpf.loads(compact_dpf.dumps(puzzle))
    assert count(again).solutions == 1
    assert to_sticks(again) == replace(puzzle, pieces=(replace(pair, name=again.pieces[0].name),))


def test_solutions_are_written_as_squares() -> None:
    one = Puzzle(Board.of([(1, 0)]), (Piece.of("i", [(1, 0)], lattice=STICK),), lattice=STICK)
    assert [compact_dpf.solution_text(one, value, 1) for value in found_by(one)] == ["1 0, 2 0\n"]


@pytest.mark.parametrize(
    "puzzle",
    [
        rectangle(3, 1),
        Board.of([(1, 0), (2, 0)], [(4, 0), (5, 0)]),
        Board.of([(1, 0), (2, 0)], forced=[Placement("d", ((1, 0), (2, 0)))]),
        Board.of({(1, 0): "a", (2, 0): "b"}),
    ],
)
def test_other_squares_are_no_sticks(puzzle: Board) -> None:
    assert to_sticks(Puzzle(puzzle, (piece("d", "##"),))) is None


def test_pieces_that_are_no_sticks_are_none() -> None:
    assert to_sticks(Puzzle(Board.of([(1, 0), (2, 0)]), (piece("m", "#", copies=2),))) is None


def test_what_compact_dpf_lacks_is_refused_for_sticks_too() -> None:
    puzzle = three_kinds()
    with pytest.raises(UnsupportedError, match="optional cells"):
        compact_dpf.dumps(replace(puzzle, board=Board.of(GRID[1:], GRID[:1])))
