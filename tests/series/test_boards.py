"""Boards with one free number, and their pieces, as they are typed."""

from __future__ import annotations

import pytest

from tilewright import count
from tilewright.errors import PuzzleError
from tilewright.series.boards import Series, read_board, read_pieces


@pytest.mark.parametrize(
    ("text", "written", "n", "size"),
    [
        ("4xN", "4xN", 7, (4, 7)),
        ("3 x 2n", "3x2N", 5, (3, 10)),
        ("N×N", "NxN", 6, (6, 6)),
        ("Nx(N+1)", "Nx(N+1)", 3, (3, 4)),
        ("2x2xN", "2x2xN", 4, (2, 2, 4)),
        ("2K-1x3", "(2N-1)x3", 2, (3, 3)),
    ],
)
def test_boards_are_read(text: str, written: str, n: int, size: tuple[int, ...]) -> None:
    board = read_board(text)
    assert str(board) == written
    assert board.size(n) == size
    assert read_board(str(board)) == board


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4x4", "no free number"),
        ("NxM", "the free numbers M and N; expected one"),
        ("0xN", "a side of length 0"),
        ("4", "is not a board"),
        ("4xNxNxN", "is not a board"),
        ("4xN*N", "is not a board"),
        ("4x-N", "is not a board"),
        ("4x0N", "no free number"),
        ("", "is not a board"),
    ],
)
def test_what_is_no_board_is_refused(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        read_board(text)


def test_a_board_that_is_empty_or_too_large_is_refused() -> None:
    with pytest.raises(PuzzleError, match="4x0 for N = 1, which has no cell"):
        read_board("4x(N-1)").size(1)
    with pytest.raises(PuzzleError, match="at most"):
        read_board("NxN").size(100_000)


@pytest.mark.parametrize(
    ("texts", "dimension", "names"),
    [
        (["dominoes"], 2, ["I2"]),
        (["T4", "monominoes"], 2, ["T4", "O1"]),
        (["2x3", "1x1"], 2, ["2x3", "1x1"]),
        (["1x2"], 3, ["1x2"]),
        (["dominoes"], 3, ["I2"]),
        (["trihexes"], 2, None),
    ],
)
def test_pieces_are_read(texts: list[str], dimension: int, names: list[str] | None) -> None:
    kinds = read_pieces(texts, dimension)
    assert names is None or [name for name, _ in kinds.shapes] == names
    assert all(len(cell) == dimension for _, cells in kinds.shapes for cell in cells)
    assert len(kinds.motions) == len(kinds.shapes)


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ([], "there are no pieces"),
        (["nonsense"], "no set of pieces named 'nonsense'"),
        (["dominoes", "trihexes"], "expected one lattice"),
        (["dominoes", "polyominoes 1-2"], "the piece I2 is given twice"),
        (["2x2x2"], "solid and the board is flat"),
    ],
)
def test_what_are_no_pieces_is_refused(texts: list[str], problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        read_pieces(texts, 2)


def test_pieces_and_sides_must_agree() -> None:
    with pytest.raises(PuzzleError, match="the board 2x2xN has 3 sides, expected 2"):
        Series(read_board("2x2xN"), read_pieces(["trihexes"], 3))
    with pytest.raises(PuzzleError, match="'X' is none of the pieces"):
        Series(read_board("2xN"), read_pieces(["dominoes"], 2), costs=(("X", 1),))


def test_flat_pieces_lie_in_a_box_in_any_way() -> None:
    """A006253: domino tilings of a 2 x 2 x n box."""
    series = Series(read_board("2x2xN"), read_pieces(["dominoes"], 3))
    assert [count(series.puzzle(n)).solutions for n in range(1, 6)] == [2, 9, 32, 121, 450]
