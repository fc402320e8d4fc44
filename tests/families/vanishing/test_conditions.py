"""Conditions against the checker, which knows squares only; and against boards worked out by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from support.domino_boards import boards
from tilewright.families.vanishing.board import Domino, DominoBoard
from tilewright.families.vanishing.check import faults, may_go
from tilewright.families.vanishing.conditions import conditions, ways


@given(boards, st.sets(st.integers(0, 9)))
def test_conditions_say_what_the_squares_say(board: DominoBoard, removed: set[int]) -> None:
    covered = {square: n for square, n in board.piece_at.items() if n not in removed}
    for number, own in enumerate(conditions(board)):
        if number not in removed:
            holds = any(way.gone <= removed and not way.there & removed for way in own)
            assert holds == may_go(board, covered, number)


def test_a_board_by_hand() -> None:
    """Three level dominoes in a row of seven squares; the square at the right end is empty."""
    row = DominoBoard(7, 1, (Domino(False, 0, 2, 0, 0), Domino(False, 2, 9, 2, 0), Domino(False, 4, 1, 4, 0)))
    left, right, *longs = ways(row, 0)
    assert (left.gone, left.there, left.never) == (frozenset(), frozenset(), "")
    assert (right.gone, right.there) == (frozenset({1}), frozenset({2}))
    assert all("the edge is 0 squares away, and the value is 2" in way.never for way in longs)
    left, right, *_ = ways(row, 1)
    assert (left.gone, left.there) == (frozenset({0}), frozenset())
    assert right.never == "the edge is 3 squares away, and the value is 9"
    left, right, *_ = ways(row, 2)
    assert left.gone == {0, 1}
    assert (right.gone, right.there, right.never) == (frozenset(), frozenset(), "")


def test_what_the_board_forbids() -> None:
    gap = DominoBoard(6, 1, (Domino(False, 1, 1, 0, 0), Domino(False, 0, 0, 4, 0)))
    assert "(3, 0), where the next piece would have to be, is empty" in ways(gap, 0)[1].never
    both = DominoBoard(4, 2, (Domino(True, 1, 0, 0, 0), Domino(True, 0, 0, 1, 0), Domino(True, 0, 0, 2, 0)))
    right = ways(both, 0)[3]
    assert right.never == "piece 2 would have to be gone and there at once"


def test_the_checker_says_what_is_wrong() -> None:
    row = DominoBoard(7, 1, (Domino(False, 0, 2, 0, 0), Domino(False, 2, 9, 2, 0), Domino(False, 4, 1, 4, 0)))
    assert faults(row, [0, 1, 2]) == []
    assert faults(row, []) == []
    [early] = faults(row, [1])
    assert early == "removal 1: piece 2 (h;2;9;2;0) cannot go now; no side has the distance of its value"
    assert "a second time" in faults(row, [0, 0])[0]
    assert "names piece 4; there are 3" in faults(row, [3])[0]
    assert "names piece 0" in faults(row, [-1])[0]
