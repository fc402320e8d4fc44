"""Conditions against the checker, which knows only squares, and against boards worked out by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from support.domino_boards import boards
from tilewright.families.vanishing.board import Domino, DominoBoard, is_removable
from tilewright.families.vanishing.conditions import possible_conditions, side_conditions


@given(boards, st.sets(st.integers(0, 9)))
def test_conditions_agree_with_the_checker(board: DominoBoard, removed: set[int]) -> None:
    covered = {square: n for square, n in board.piece_at.items() if n not in removed}
    for number, conditions in enumerate(possible_conditions(board)):
        if number not in removed:
            holds = any(condition.holds(removed) for condition in conditions)
            assert holds == is_removable(board, covered, number)


def test_a_board_by_hand() -> None:
    """Three level dominoes in a row of seven squares; the square at the right end is empty."""
    row = DominoBoard(7, 1, (Domino(False, 0, 2, 0, 0), Domino(False, 2, 9, 2, 0), Domino(False, 4, 1, 4, 0)))
    left, right, *longs = side_conditions(row, 0)
    assert (left.removed, left.present, left.impossible) == (frozenset(), frozenset(), "")
    assert (right.removed, right.present) == (frozenset({1}), frozenset({2}))
    assert all(
        "the edge is 0 squares away, and the value is 2" in condition.impossible for condition in longs
    )
    left, right, *_ = side_conditions(row, 1)
    assert (left.removed, left.present) == (frozenset({0}), frozenset())
    assert right.impossible == "the edge is 3 squares away, and the value is 9"
    left, right, *_ = side_conditions(row, 2)
    assert left.removed == {0, 1}
    assert (right.removed, right.present, right.impossible) == (frozenset(), frozenset(), "")


def test_sides_that_the_board_forbids() -> None:
    gap = DominoBoard(6, 1, (Domino(False, 1, 1, 0, 0), Domino(False, 0, 0, 4, 0)))
    assert "(3, 0), where the next piece would have to be, is empty" in side_conditions(gap, 0)[1].impossible
    both = DominoBoard(4, 2, (Domino(True, 1, 0, 0, 0), Domino(True, 0, 0, 1, 0), Domino(True, 0, 0, 2, 0)))
    right = side_conditions(both, 0)[3]
    assert right.impossible == "piece 2 would have to be both removed and present"
