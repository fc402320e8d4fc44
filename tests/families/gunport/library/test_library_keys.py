"""Keys of boards and rules: one for all images of a board, and the maps to its board and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.arrangement_cases import RULES, arrangements, boards, given_boards
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.library import BoardKey, key_of
from tilewright.model.lattices import SQUARE
from tilewright.model.lattices.lattice import Motion
from tilewright.model.pieces.piece import Piece

DOMINO_RULES = Rules()
motions = st.sampled_from(SQUARE.motions["all"])


def image(board: GunportBoard, motion: Motion) -> GunportBoard:
    def moved(cell: tuple[int, ...]) -> tuple[int, ...]:
        x, y = motion(cell)
        return (x + 3, y - 2)

    return GunportBoard(
        frozenset(map(moved, board.cells)),
        frozenset(tuple(sorted(map(moved, piece))) for piece in board.pieces),
        frozenset(map(moved, board.ports)),
    )


@given(st.one_of(boards(), given_boards()), motions)
def test_images_of_a_board_have_one_key(board: GunportBoard, motion: Motion) -> None:
    key = key_of(board, DOMINO_RULES).key
    assert key == key_of(image(board, motion), DOMINO_RULES).key
    assert key == key_of(key.gunport_board, DOMINO_RULES).key
    assert len(key.gunport_board.cells) == len(board.cells)


@given(st.data(), st.sampled_from(RULES), st.booleans())
def test_arrangements_map_to_the_key_board_and_back(
    data: st.DataObject,
    rules: Rules,
    slide: bool,  # noqa: FBT001
) -> None:
    rules = Rules(rules.piece, slide)
    arrangement = data.draw(arrangements(rules))
    filed = key_of(arrangement.board, rules)
    there = filed.to_key_board(arrangement)
    assert there.board == filed.key.gunport_board
    assert len(faults(there, filed.key.rules)) == len(faults(arrangement, rules))
    assert filed.from_key_board(there, arrangement.board) == arrangement


@given(st.integers(1, 30), st.integers(1, 30))
def test_rectangles_lie_down(rows: int, columns: int) -> None:
    key = key_of(GunportBoard.rectangle(rows, columns), DOMINO_RULES).key
    assert key.size == (min(rows, columns), max(rows, columns))
    assert key.name == key.board == f"{min(rows, columns)}x{max(rows, columns)}"


def test_what_is_given_makes_another_board() -> None:
    plain = GunportBoard.rectangle(2, 2)
    port = GunportBoard(plain.cells, ports=frozenset({(0, 0)}))
    piece = GunportBoard(plain.cells, pieces=frozenset({((0, 0), (1, 0))}))
    keys = {key_of(board, DOMINO_RULES).key for board in (plain, port, piece)}
    assert len(keys) == 3
    assert {key.name for key in keys} == {"2x2", "board of 4 cells"}


@given(st.sampled_from(RULES), st.booleans())
def test_rules_round_trip_through_the_name_of_the_piece(rules: Rules, no_slide: bool) -> None:  # noqa: FBT001
    key = key_of(GunportBoard.rectangle(2, 2), Rules(rules.piece, no_slide)).key
    assert (key.rules.orientations, key.rules.no_slide) == (rules.orientations, no_slide)


def test_the_same_piece_under_another_name() -> None:
    named = Rules(Piece.of("corner", [(0, 0), (1, 0), (1, 1)]))
    assert key_of(GunportBoard.rectangle(3, 3), named).key.piece == "L tromino"
    mine = Rules(Piece.of("mine", [(5, 5), (5, 6)]))
    assert key_of(GunportBoard.rectangle(3, 3), mine).key == BoardKey("domino", no_slide=False, board="3x3")


@pytest.mark.parametrize(
    ("board", "piece", "error", "words"),
    [
        (
            GunportBoard.rectangle(2, 2),
            Piece.of("domino", [(0, 0), (1, 0)], motions="fixed"),
            UnsupportedError,
            "rotated and reflected; 'domino' has the motions 'fixed'",
        ),
        (GunportBoard.rectangle(2, 2), Piece.of("two", [(0, 0), (2, 0)]), PuzzleError, "is not connected"),
        (GunportBoard(frozenset({(0, 0), (9**9, 0)})), DOMINO_RULES.piece, UnsupportedError, "too far apart"),
    ],
)
def test_boards_and_pieces_without_a_key(
    board: GunportBoard, piece: Piece, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        key_of(board, Rules(piece))


def test_an_arrangement_of_a_given_board_keeps_what_is_given() -> None:
    board = GunportBoard(frozenset((x, 0) for x in range(5)), ports=frozenset({(0, 0)}))
    filed = key_of(board, DOMINO_RULES)
    arrangement = Arrangement.of(board, [[(1, 0), (2, 0)], [(3, 0), (4, 0)]])
    assert len(filed.to_key_board(arrangement).board.ports) == 1
    assert faults(filed.to_key_board(arrangement), DOMINO_RULES) == []
