"""Games by hand: moves as text, undo and redo, hints, sides, against the checker and the exact search."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.domino_boards import boards, fewest_remaining, random_board
from tilewright.errors import GameError
from tilewright.families.vanishing.board import Domino, DominoBoard, is_removable, order_error
from tilewright.families.vanishing.game import (
    VanishingPosition,
    apply,
    begin,
    best_result,
    dumps,
    hint,
    hint_reasons,
    interpret,
    loads,
    move_text,
    moves,
    reachable_text,
    remaining_board,
    replay,
    score_text,
    side_states,
    with_plan,
)
from tilewright.families.vanishing.solving import VanishingResult
from tilewright.solving.steps import Control, Limits

ROW = DominoBoard(6, 1, (Domino(False, 0, 1, 0, 0), Domino(False, 2, 0, 2, 0), Domino(False, 3, 0, 4, 0)))
PAIR = DominoBoard(6, 1, (Domino(False, 0, 1, 0, 0), Domino(False, 1, 0, 3, 0)))


def played(board: DominoBoard, choices: list[int]) -> list[VanishingPosition]:
    """The positions of a game in which each choice picks one of the allowed moves."""
    positions = [begin(board)]
    for choice in choices:
        allowed = moves(positions[-1])
        if allowed:
            positions.append(apply(positions[-1], allowed[choice % len(allowed)]))
    return positions


choices = st.lists(st.integers(0, 1000), max_size=20)


@given(boards, choices)
def test_moves_are_exactly_the_allowed_ones(board: DominoBoard, chosen: list[int]) -> None:
    for position in played(board, chosen):
        allowed = [
            number
            for number in range(len(board.pieces))
            if number not in position.gone and is_removable(board, position.covered, number)
        ]
        texts = [move for move in moves(position) if move not in ("undo", "redo")]
        assert texts == [move_text(board, number) for number in allowed]
        assert position.removable == tuple(allowed)
        for number, piece in enumerate(board.pieces):
            for x, y in piece.squares:
                if number in allowed:
                    assert interpret(position, f"remove {x},{y}") == move_text(board, number)
            if number not in allowed:
                with pytest.raises(GameError):
                    apply(position, str(piece))
        assert not order_error(board, position.removed)


@given(boards, choices)
def test_sides_agree_with_the_allowed_moves(board: DominoBoard, chosen: list[int]) -> None:
    for position in played(board, chosen[:6]):
        for number in set(position.covered.values()):
            states = side_states(position, number)
            assert any(state.holds for state in states) == position.is_removable(number)
            assert [len(state.arrows) for state in states] == [1, 1, 2, 2]


@given(boards, choices)
def test_games_can_be_replayed_and_written(board: DominoBoard, chosen: list[int]) -> None:
    last = played(board, chosen)[-1]
    again = replay(board, [move_text(board, number) for number in last.removed])
    assert again == replace(last, undone=())
    assert loads(board, dumps(last)) == again


@given(boards, choices)
def test_undo_restores_and_redo_repeats(board: DominoBoard, chosen: list[int]) -> None:
    last = played(board, chosen)[-1]
    start = last
    for _ in last.removed:
        start = apply(start, "undo")
    assert start.removed == () and start.removable == begin(board).removable
    with pytest.raises(GameError, match="nothing to undo"):
        apply(start, "u")
    again = start
    for _ in last.removed:
        again = apply(again, "redo")
    assert (again.removed, again.undone) == (last.removed, last.undone)
    for move in moves(last):
        if move not in ("undo", "redo"):
            after = apply(apply(last, move), "undo")
            assert after.removed == last.removed and after.remaining == last.remaining


def test_a_removal_clears_redo_unless_it_repeats_it() -> None:
    assert apply(replace(begin(ROW), undone=(2, 0)), "1").undone == (2,)
    free = DominoBoard(6, 1, (*ROW.pieces[:2], Domino(False, 0, 0, 4, 0)))
    assert apply(replace(begin(free), undone=(2, 0)), "3").undone == ()


@given(boards, choices)
@settings(max_examples=40)
def test_hints_alone_reach_the_best_score(board: DominoBoard, chosen: list[int]) -> None:
    position = replace(played(board, chosen)[-1], undone=())
    fewest = fewest_remaining(remaining_board(position)[0])
    best = best_result(position)
    assert best.proven and best.remaining == fewest
    planned = with_plan(position, best.order)
    for _ in best.order:
        removal_hint = hint(position, best_result(position))
        assert removal_hint.move is not None and removal_hint.number in position.removable
        position = apply(position, removal_hint.move)
        planned = apply(planned, "redo")
        assert best_result(planned).remaining == fewest
    assert position.remaining == planned.remaining == fewest and not planned.undone
    end = hint(position, best_result(position))
    assert end.move is None and end.number is None


def test_reasons_of_a_hint_say_what_blocks_and_what_is_freed() -> None:
    # The first goes at any time; the second only while it is there; the third once the fourth has gone.
    board = DominoBoard(
        6,
        3,
        (
            Domino(False, 0, 1, 0, 0),
            Domino(False, 1, 0, 3, 0),
            Domino(False, 2, 9, 2, 1),
            Domino(False, 0, 1, 0, 1),
        ),
    )
    position = begin(board)
    first, second, fourth = (hint_reasons(position, number) for number in (0, 1, 3))
    assert all("allows removal" in reasons[0] for reasons in (first, second, fourth))
    assert second[1:] == ("It can never go if it is not removed before the piece on 0,0.",)
    assert fourth[1:] == ("After it, the piece on 2,1 can go.",)
    assert "It can never go if it is not removed before" not in " ".join(first)


def test_every_way_to_name_a_piece() -> None:
    position = begin(ROW)
    for typed in ("1", "0 0", "1,0", "(1, 0)", " 0;0 ", "h;0;1;0;0", "remove 1,0", "remove  0 0", "remove 1"):
        assert interpret(position, typed) == "remove 0,0"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "'' is not a move; expected the number of a piece"),
        ("take 0,0", "'take 0,0' is not a move"),
        ("remove", "'remove' is not a move"),
        ("remove 0,0 3,0", "is not a move"),
        ("4", "there is no piece 4; pieces are numbered from 1 to 3"),
        ("0", "there is no piece 0"),
        ("6 0", "the square 6,0 is not on the board; x is from 0 to 5 and y from 0 to 0"),
        ("9999999999", "is not a move"),
        ("2", "piece 2 .h;2;0;2;0. has already been removed"),
        ("3 0", "has already been removed"),
        ("3", "piece 3 .h;3;1;4;0. cannot be removed now"),
        ("-1", "is not a move"),
        ("r", "no removal was undone, so there is nothing to redo"),
        ("x" * 500, "'x{55}...' is not a move"),
    ],
)
def test_wrong_input_is_one_sentence(typed: str, message: str) -> None:
    board = DominoBoard(6, 1, (*ROW.pieces[:2], Domino(False, 3, 1, 4, 0)))
    position = replace(begin(board), removed=(1,))
    with pytest.raises(GameError, match=message) as caught:
        interpret(position, typed)
    assert "\n" not in str(caught.value)


def test_an_empty_square_has_no_piece() -> None:
    with pytest.raises(GameError, match="there is no piece on the square 2,0"):
        interpret(begin(DominoBoard(3, 1, (Domino(False, 0, 0, 0, 0),))), "2 0")


def test_a_wrong_move_of_a_replay_is_numbered() -> None:
    with pytest.raises(GameError, match=r"move 2: piece 1 .* has already been removed"):
        replay(PAIR, ["remove 0,0", "remove 1,0"])


@pytest.mark.parametrize("text", ["x", "0.", "0.0", "7", "-1", "0 1"])
def test_texts_that_are_not_positions(text: str) -> None:
    with pytest.raises(GameError):
        loads(PAIR, text)


def test_a_game_begins_only_after_allowed_removals() -> None:
    board = random_board(7)
    order = best_result(begin(board)).order
    assert begin(board, order).removed == order
    with pytest.raises(GameError, match="a second time"):
        begin(board, (*order, order[0]))


def test_arrows_end_at_the_next_piece_or_the_edge() -> None:
    left, right, up, down = side_states(begin(PAIR), 0)
    assert (left.side, right.side, up.side, down.side) == ("left", "right", "up", "down")
    assert left.holds and left.arrows[0].last == (0, 0)
    assert left.sentence == "Side left: allows removal, the distance is 0 for the value 0."
    (arrow,) = right.arrows
    assert (arrow.start, arrow.value, arrow.distance, arrow.last) == ((1, 0), 1, 1, (2, 0))
    assert not up.holds
    assert up.sentence == (
        "Side up: does not allow removal, the distance is 0 for the value 0 and 0 for the value 1; it never "
        "will: the edge is 0 squares away, and the value is 1."
    )
    beyond = side_states(replay(PAIR, ["remove 3,0"]), 0)[1]
    assert (beyond.arrows[0].distance, beyond.arrows[0].last) == (4, (5, 0))


def test_sides_of_missing_pieces() -> None:
    with pytest.raises(GameError, match="no piece number 2"):
        side_states(begin(PAIR), 2)
    with pytest.raises(GameError, match="has already been removed"):
        side_states(replay(PAIR, ["remove 0,0"]), 0)


def test_hints_at_the_end_and_without_time() -> None:
    empty = DominoBoard(2, 1, ())
    assert hint(begin(empty), best_result(begin(empty))).sentence == "The board is empty."
    # Whichever is removed first, the other one remains: its distances grow.
    pair = DominoBoard(4, 1, (Domino(False, 3, 0, 0, 0), Domino(False, 0, 3, 2, 0)))
    start, end = begin(pair), replay(pair, ["remove 0,0"])
    assert hint(end, best_result(end)).sentence == "No piece can be removed any more."
    assert hint(start, best_result(start)).sentence.endswith(": at best 1 piece will remain.")
    late = best_result(start, Control(Limits(seconds=0.0)))
    assert hint(start, replace(late, order=())).sentence == "No hint was found in the time limit."


def test_texts_of_results() -> None:
    proven, cleared = VanishingResult("exact", 3, 3, (), 0, 0.0), VanishingResult("exact", 0, 0, (), 0, 0.0)
    bounded = VanishingResult("exact", 5, 2, (), 0, 0.0)
    assert reachable_text(proven) == "at best 3 pieces will remain"
    assert reachable_text(cleared) == "all pieces can still be removed"
    assert reachable_text(bounded) == "at best 2 to 5 pieces will remain"
    assert score_text(3, proven) == "this is the best possible score"
    assert score_text(4, proven) == "the best possible score is 3"
    assert score_text(4, bounded) == "no better score is known; at least 2 must remain"
    assert score_text(6, bounded) == "a score of 5 is known to be possible"
