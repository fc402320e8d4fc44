"""Vanishing dominoes by hand: moves as texts, arrows, hints, against the checker and the exact search."""

from __future__ import annotations

import random
import threading
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import GameError, PuzzleError
from tilewright.families.vanishing import web_play
from tilewright.families.vanishing.board import Domino, DominoBoard
from tilewright.families.vanishing.check import faults, may_go
from tilewright.families.vanishing.generation import DIFFICULTIES, Wishes, random_board
from tilewright.families.vanishing.play import Position
from tilewright.families.vanishing.web_play import (
    SIZES,
    apply,
    begin,
    best,
    hint,
    interpret,
    make_board,
    removals,
    replay,
    sides,
    verdict,
)
from tilewright.solve.engines.base import Limits, Status

FREE = Limits()


@st.composite
def boards(draw: st.DrawFn) -> DominoBoard:
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    wishes = Wishes(
        width, height, draw(st.integers(0, min(3, max(width, height)))), gaps=draw(st.sampled_from([0, 0.2]))
    )
    return random_board(wishes, draw(st.integers(0, 10_000)))


def covered(position: Position) -> dict[tuple[int, int], int]:
    board = position.game.board
    return {square: n for square, n in board.piece_at.items() if n not in position.gone}


@given(boards(), st.randoms(use_true_random=False))
def test_random_games_are_legal_and_can_be_replayed(board: DominoBoard, dice: random.Random) -> None:
    position, texts = begin(board), list[str]()
    while position.removable:
        lying = covered(position)
        allowed = {n for n in range(len(board.pieces)) if n in lying.values() and may_go(board, lying, n)}
        assert {move.number for move in removals(position)} == allowed
        for number in set(lying.values()):
            told = sides(position, number)
            assert len(told) == 4
            assert any(side.holds for side in told) == (number in allowed)
            assert [len(side.arrows) for side in told] == [1, 1, 2, 2]
        for number in set(lying.values()) - allowed:
            with pytest.raises(GameError, match="cannot go now"):
                interpret(position, f"remove {board.pieces[number].x},{board.pieces[number].y}")
        move = dice.choice(removals(position))
        square = dice.choice(board.pieces[move.number].squares)  # either half will do
        assert interpret(position, f"remove {square[0]},{square[1]}") == move
        texts.append(str(move))
        position = apply(position, move)
    assert not faults(board, position.removed)
    assert replay(board, texts) == position
    assert replay(board, texts[:-1]).removed == position.removed[:-1]
    assert web_play.loads(board, web_play.dumps(position)) == position


@given(boards(), st.randoms(use_true_random=False))
def test_hints_alone_reach_the_best_score(board: DominoBoard, dice: random.Random) -> None:
    position = begin(board)
    for _ in range(2):  # not always from the start
        if position.removable and dice.random() < 0.5:
            position = apply(position, dice.choice(removals(position)))
    fewest = fewest_left(position)
    assert best(position, FREE).left == fewest
    while position.removable:
        found = hint(position, FREE)
        assert (found.status, found.left, found.lower_bound) == (Status.COMPLETE, fewest, fewest)
        if not found.moves:
            break
        position = apply(position, interpret(position, found.moves[0]))
    assert position.left == fewest


def fewest_left(position: Position) -> int:
    """By trying every order."""
    board = position.game.board

    @cache
    def from_here(gone: frozenset[int]) -> int:
        lying = {square: n for square, n in board.piece_at.items() if n not in gone}
        left = [from_here(gone | {n}) for n in set(lying.values()) if may_go(board, lying, n)]
        return min(left, default=len(board.pieces) - len(gone))

    return from_here(position.gone)


ROW = DominoBoard(6, 1, (Domino(False, 0, 1, 0, 0), Domino(False, 1, 0, 3, 0)))


def test_arrows_lead_to_the_next_piece_or_the_edge() -> None:
    left, right, up, down = sides(begin(ROW), 0)
    assert (left.side, right.side, up.side, down.side) == ("left", "right", "up", "down")
    assert left.holds and left.arrows[0].piece is None and left.arrows[0].last == (0, 0)
    assert left.sentence == "It may go left: the distance is 0 for the value 0."
    (arrow,) = right.arrows
    assert (arrow.start, arrow.value, arrow.distance, arrow.last, arrow.piece) == ((1, 0), 1, 1, (2, 0), 1)
    assert not up.holds
    assert up.sentence == (
        "It may not go up: the distance is 0 for the value 0 and 0 for the value 1; it never will: "
        "the edge is 0 squares away, and the value is 1."
    )
    beyond = sides(replay(ROW, ["remove 3,0"]), 0)[1]
    assert (beyond.arrows[0].distance, beyond.arrows[0].last, beyond.arrows[0].piece) == (4, (5, 0), None)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["take 0,0"], "move 1: 'take 0,0' is no move; expected 'remove x,y'"),
        (["remove"], "the cells are missing"),
        (["remove 0,0 3,0"], "one piece is removed at a time"),
        (["remove 2,0"], "no piece lies on the square 2,0"),
        (["remove 6,0"], "the square 6,0 is not on the board of 6 x 1"),
        (["remove 0,0", "remove 1,0"], "move 2: the piece on 1,0 has been removed already"),
    ],
)
def test_what_is_no_move_is_told_in_a_sentence(moves: list[str], sentence: str) -> None:
    with pytest.raises(GameError) as error:
        replay(ROW, moves)
    assert sentence in str(error.value)


@pytest.mark.parametrize("text", ["x", "0.", "0.0", "7", "-1", "0 1"])
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises(GameError):
        web_play.loads(ROW, text)


def test_sides_are_asked_of_pieces_that_are_there() -> None:
    with pytest.raises(GameError, match="no piece number 2"):
        sides(begin(ROW), 2)
    with pytest.raises(GameError, match="has been removed"):
        sides(replay(ROW, ["remove 0,0"]), 0)


@pytest.mark.parametrize("difficulty", ["easy", "medium"])
def test_new_boards_can_be_cleared_and_are_made_again(difficulty: str) -> None:
    made = make_board(difficulty, seed=5)
    assert (made.board.width, made.board.height) == SIZES[difficulty]
    least, most = DIFFICULTIES[difficulty]
    assert least <= made.careless <= most
    assert make_board(difficulty, seed=5) == made
    position = begin(made.board)
    known = best(position)
    assert known.left == 0
    while position.removable:
        position = apply(position, interpret(position, hint(position).moves[0]))
    assert verdict(position, known) == "The board is empty. Well done!"
    assert hint(position).sentence == "The board is empty."


@pytest.mark.parametrize(
    ("difficulty", "width", "sentence"),
    [
        ("impossible", 4, "no difficulty 'impossible'"),
        ("easy", 1_000, "at most 100 squares"),
        ("easy", -3, "-3 x 4"),
    ],
)
def test_boards_that_are_not_made(difficulty: str, width: int, sentence: str) -> None:
    with pytest.raises(PuzzleError) as error:
        make_board(difficulty, width)
    assert sentence in str(error.value)


def test_verdicts_and_the_button() -> None:
    # Whichever goes first, the other one stays: its distances grow.
    pair = DominoBoard(4, 1, (Domino(False, 3, 0, 0, 0), Domino(False, 0, 3, 2, 0)))
    start = begin(pair)
    with pytest.raises(GameError, match="the game is not over"):
        verdict(start, best(start))
    end = replay(pair, ["remove 0,0"])
    assert verdict(end, best(start)) == "1 piece is left: the best there is. Well done!"
    assert hint(end).sentence == "No piece can go any more."
    pressed = threading.Event()
    pressed.set()
    large = begin(random_board(Wishes(20, 20), 1))
    assert hint(large, cancel=pressed).status is Status.CANCELLED
