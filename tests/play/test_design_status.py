"""The status of a design: volumes, parity, and pieces that are impossible, alike or symmetric."""

from __future__ import annotations

import pytest

from tilewright.catalogue import load
from tilewright.model.lattices import CUBE, LATTICES, SQUARE
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.model.surfaces import Surface, Wrap
from tilewright.play.design_status import describe_piece, is_chequered, parity_of, status_of


def test_the_soma_cube() -> None:
    soma = load("soma-cube")
    assert isinstance(soma, Puzzle)
    status = status_of(soma)
    assert (status.required, status.variable, status.least, status.most, status.parity) == (
        27,
        0,
        27,
        27,
        (14, 13),
    )
    assert status.volume_sentence == "The pieces have 27 cells, the result has 27: they can match."
    pieces = {piece.name: piece for piece in status.pieces}
    assert pieces["V"].placements == 144 and pieces["V"].symmetries == 4 and pieces["V"].is_achiral
    chiral = [piece for piece in status.pieces if not piece.is_achiral]
    assert [piece.symmetries for piece in chiral] == [2, 2]
    assert {piece.mirror_of for piece in chiral} == {"", chiral[0].name}
    assert f"mirror image of {chiral[0].name}" in describe_piece(chiral[1])


def test_impossible_equal_and_broken_pieces() -> None:
    pieces = (
        Piece.of("long", "####"),
        Piece.of("L", "##\n#.", motions="rotation"),
        Piece.of("L too", "#.\n##", motions="rotation"),
        Piece.of("two", "#.#", copies=(0, 1)),
        Piece.of("none", "#", copies=0),
    )
    status = status_of(Puzzle(Board.rectangle(3, 3), pieces))
    assert [piece.placements for piece in status.pieces] == [0, 16, 16, 6, 0]
    words = [describe_piece(piece) for piece in status.pieces]
    assert words[0].startswith("fits nowhere") and "same as L" in words[2]
    assert words[3].startswith("in 2 parts") and words[4].endswith("not used") and "fits" not in words[4]


@pytest.mark.parametrize(
    ("copies", "sentence"),
    [
        (1, "The pieces have 3 cells, the result has 6: 3 too few."),
        (3, "The pieces have 9 cells, the result has 6: 3 too many."),
        ((1, 4), "The pieces have 3 to 12 cells, the result has 6: they can match."),
    ],
)
def test_volumes(copies: int | tuple[int, int], sentence: str) -> None:
    puzzle = Puzzle(Board.rectangle(2, 3), (Piece.of("V", "##\n#.", copies=copies),))
    assert status_of(puzzle).volume_sentence == sentence


def test_variable_cells_count_as_room() -> None:
    board = Board.of([(0, 0), (1, 0)], [(2, 0)])
    status = status_of(Puzzle(board, (Piece.of("I", "###"),)))
    assert status.variable == 1
    assert status.volume_sentence == "The pieces have 3 cells, the result has 2 to 3: they can match."


def test_which_lattices_are_chequered() -> None:
    assert {name for name, lattice in LATTICES.items() if is_chequered(lattice)} >= {
        "line",
        "square",
        "cube",
        "prism",
    }
    assert not is_chequered(LATTICES["hexagon"]) and not is_chequered(LATTICES["sphere"])
    assert parity_of(LATTICES["hexagon"], [(0, 0)]) is None
    assert parity_of(SQUARE, [(0, 0), (1, 1), (1, 0)]) == (2, 1) and parity_of(CUBE, []) == (0, 0)


def test_a_ring_of_odd_length_has_no_chessboard() -> None:
    for width, parity in ((3, None), (4, (4, 4))):
        board = Board.of(
            [(x, y) for x in range(width) for y in range(2)], surface=Surface(Wrap.CYLINDER, width, 2)
        )
        assert status_of(Puzzle(board, ())).parity == parity
