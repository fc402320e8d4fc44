"""A game by hand: what is offered, undo and redo, what is typed, hints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.domino_boards import boards, fewest_left, random_board
from tilewright.errors import PuzzleError
from tilewright.families.vanishing.board import Domino, DominoBoard
from tilewright.families.vanishing.check import faults, may_go
from tilewright.families.vanishing.play import (
    Game,
    Position,
    apply,
    begin,
    best_from,
    interpret,
    moves,
    remaining,
    with_plan,
)

ROW = DominoBoard(6, 1, (Domino(False, 0, 1, 0, 0), Domino(False, 2, 0, 2, 0), Domino(False, 3, 0, 4, 0)))


def played(board: DominoBoard, choices: list[int]) -> list[Position]:
    """The positions of a game in which each choice picks one of the moves that are offered."""
    positions = [begin(board)]
    for choice in choices:
        offered = moves(positions[-1])
        if offered:
            positions.append(apply(positions[-1], offered[choice % len(offered)]))
    return positions


choices = st.lists(st.integers(0, 1000), max_size=20)


@given(boards, choices)
def test_all_legal_moves_and_no_others_are_offered(board: DominoBoard, chosen: list[int]) -> None:
    for position in played(board, chosen):
        covered = {square: n for square, n in board.piece_at.items() if n not in position.gone}
        legal = [n for n in range(len(board.pieces)) if n not in position.gone and may_go(board, covered, n)]
        offered = [move for move in moves(position) if move not in ("undo", "redo")]
        assert offered == [str(board.pieces[n]) for n in legal]
        for number, piece in enumerate(board.pieces):
            if number not in legal:
                with pytest.raises(PuzzleError):
                    apply(position, str(piece))
        assert not faults(board, position.removed)


@given(boards, choices)
def test_undo_restores_and_redo_repeats(board: DominoBoard, chosen: list[int]) -> None:
    last = played(board, chosen)[-1]
    back = last
    for _ in last.removed:
        back = apply(back, "undo")
    assert back.removed == () and back.removable == begin(board).removable
    with pytest.raises(PuzzleError, match="nothing was removed yet"):
        apply(back, "u")
    again = back
    for _ in last.removed:
        again = apply(again, "redo")
    assert (again.removed, again.undone) == (last.removed, last.undone)
    for move in moves(last):
        if move not in ("undo", "redo"):
            after = apply(apply(last, move), "undo")
            assert after.removed == last.removed and after.left == last.left


def test_a_new_removal_forgets_what_was_undone_unless_it_is_that() -> None:
    undone = Position(Game(ROW), (), (2, 0))
    assert apply(undone, "1").undone == (2,)
    third = DominoBoard(6, 1, (*ROW.pieces[:2], Domino(False, 0, 0, 4, 0)))
    assert apply(replace(undone, game=Game(third)), "3").undone == ()


@given(boards, choices)
@settings(max_examples=40)
def test_a_hint_keeps_the_best_score(board: DominoBoard, chosen: list[int]) -> None:
    position = played(board, chosen)[-1]
    rest, _ = remaining(position)
    best = best_from(position)
    assert best.proven and best.left == fewest_left(rest)
    planned = with_plan(position, best.order)
    for number in best.order:
        assert number in planned.removable
        planned = apply(planned, "redo")
        assert best_from(planned).left == best.left
    assert planned.left == best.left and not planned.undone


def test_every_way_to_name_a_piece() -> None:
    position = begin(ROW)
    for typed in ("1", "0 0", "1,0", "(1, 0)", " 0;0 ", "h;0;1;0;0"):
        assert interpret(position, typed) == "h;0;1;0;0"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "'' is no move; expected the number of a piece"),
        ("4", "there is no piece 4; they are numbered from 1 to 3"),
        ("0", "there is no piece 0"),
        ("6 0", "the square 6 0 is not on the board; x is from 0 to 5 and y from 0 to 0"),
        ("9999999999", "is no move"),
        ("2", "piece 2 .h;2;0;2;0. has been removed already"),
        ("3 0", "has been removed already"),
        ("3", "piece 3 .h;3;0;4;0. cannot go now"),
        ("-1", "is no move"),
        ("r", "nothing was undone"),
        ("x" * 500, "'x{37}...' is no move"),
    ],
)
def test_wrong_input_is_one_sentence(typed: str, message: str) -> None:
    board = DominoBoard(6, 1, (*ROW.pieces[:2], Domino(False, 3, 1, 4, 0)))
    position = Position(Game(board), (1,))
    with pytest.raises(PuzzleError, match=message.replace("h;3;0", "h;3;1")) as caught:
        interpret(position, typed)
    assert "\n" not in str(caught.value)


def test_an_empty_square_has_no_piece() -> None:
    with pytest.raises(PuzzleError, match="no piece lies on the square 2 0"):
        interpret(begin(DominoBoard(3, 1, (Domino(False, 0, 0, 0, 0),))), "2 0")


def test_a_game_begins_only_after_removals_that_are_allowed() -> None:
    board = random_board(7)
    order = best_from(begin(board)).order
    assert begin(board, order).removed == order
    with pytest.raises(PuzzleError, match="a second time"):
        begin(board, (*order, order[0]))
