"""New boards: as specified, and solvable ones of each difficulty."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.families.vanishing.board import Domino, DominoBoard, order_error
from tilewright.families.vanishing.generation import (
    DIFFICULTIES,
    GAME_SIZES,
    GAMES,
    BoardSpec,
    game_board,
    play_at_random,
    random_board,
    solvable_board,
)


@given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 2**40))
def test_a_full_board_leaves_at_most_one_square(width: int, height: int, seed: int) -> None:
    board = random_board(BoardSpec(width, height, largest=min(1, max(width, height))), seed)
    assert 2 * len(board.pieces) >= width * height - 1
    assert random_board(BoardSpec(width, height, largest=1), seed) == board


def test_the_specification_is_met() -> None:
    board = random_board(BoardSpec(30, 30, largest=5, blanks=0.4), seed=2)
    values = [value for piece in board.pieces for value in piece.values]
    assert set(values) == set(range(6))
    assert 0.3 < values.count(0) / len(values) < 0.5
    thin = random_board(BoardSpec(30, 30, gaps=0.5), seed=2)
    assert 150 < len(thin.pieces) < 300
    upright = sum(piece.upright for piece in board.pieces)
    assert 100 < upright < 350  # a random tiling, not rows


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_boards_that_can_be_cleared(difficulty: str) -> None:
    made = solvable_board(BoardSpec(7, 6, largest=4), difficulty, seed=4)
    assert len(made.order) == len(made.board.pieces)
    assert not order_error(made.board, made.order)
    least, most = DIFFICULTIES[difficulty]
    assert least <= made.cleared / GAMES <= most


def test_the_same_seed_makes_the_same_solvable_board() -> None:
    spec = BoardSpec(5, 5, largest=4)
    assert solvable_board(spec, "easy", seed=4) == solvable_board(spec, "easy", seed=4)


def test_random_games() -> None:
    """Every random game on a board without conflicts has the same score."""
    free = DominoBoard(4, 1, (Domino(False, 0, 1, 0, 0), Domino(False, 1, 0, 2, 0)))
    assert play_at_random(free, random.Random(1), 50) == (50, 0.0)
    one_of_two = DominoBoard(5, 1, (Domino(False, 4, 0, 0, 0), Domino(False, 0, 4, 2, 0)))
    cleared, mean = play_at_random(one_of_two, random.Random(1), 50)
    assert (cleared, mean) == (0, 1.0)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"width": 0, "height": 4}, "4 x 0"),
        ({"width": 400, "height": 400}, "at most 40,000 squares"),
        ({"width": 4, "height": 4, "largest": 9}, "expected 0 to 4"),
        ({"width": 4, "height": 4, "blanks": 1.5}, "shares"),
        ({"width": 4, "height": 4, "gaps": 1.0}, "shares"),
    ],
)
def test_invalid_specifications(fields: dict[str, int], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        BoardSpec(**fields)


def test_invalid_difficulties() -> None:
    with pytest.raises(PuzzleError, match="expected one of easy, medium, hard"):
        solvable_board(BoardSpec(4, 4), "mad")
    with pytest.raises(PuzzleError, match="none of 60 boards of 2 x 2 was hard"):
        solvable_board(BoardSpec(2, 2, largest=1), "hard")


@pytest.mark.parametrize("difficulty", ["easy", "medium"])
def test_boards_for_games(difficulty: str) -> None:
    made = game_board(difficulty, seed=5)
    assert (made.board.width, made.board.height) == GAME_SIZES[difficulty]
    assert len(made.order) == len(made.board.pieces) and not order_error(made.board, made.order)
    assert game_board(difficulty, seed=5) == made
    assert game_board(difficulty, width=4, seed=5).board.width == 4


@pytest.mark.parametrize(
    ("difficulty", "width", "sentence"),
    [
        ("impossible", 4, "no difficulty 'impossible'"),
        ("easy", 1_000, "at most 100 squares"),
        ("easy", -3, "4 x -3"),
    ],
)
def test_invalid_boards_for_games(difficulty: str, width: int, sentence: str) -> None:
    with pytest.raises(PuzzleError) as error:
        game_board(difficulty, width)
    assert sentence in str(error.value)
