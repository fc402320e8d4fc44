"""Conditions against the checker, which knows only squares, and against boards worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.domino_boards import boards
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import Domino, DominoBoard, is_removable
from tilewright.families.vanishing.conditions import (
    native_conditions,
    possible_conditions,
    side_conditions,
)

MODULE = "tilewright.families.vanishing.conditions"


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


def test_distances_over_many_squares() -> None:
    """Dominoes on every third pair of squares: each side sees those at a known distance."""
    row = DominoBoard(60, 1, tuple(Domino(False, 10, 10, 6 * k, 0) for k in range(10)))
    left, right, *_ = side_conditions(row, 5)
    assert (left.removed, left.present) == (frozenset({4}), frozenset({3}))  # the squares 20 to 29, then 19
    assert (right.removed, right.present) == (frozenset({6}), frozenset({7}))  # 32 to 41, then 42
    column = DominoBoard(1, 60, tuple(Domino(True, 10, 10, 0, 6 * k) for k in range(10)))
    up, down, *_ = side_conditions(column, 5)
    assert (up.removed, up.present) == (frozenset({4}), frozenset({3}))
    assert (down.removed, down.present) == (frozenset({6}), frozenset({7}))


def test_conditions_that_name_too_many_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    column = DominoBoard(1, 60, tuple(Domino(True, 10, 10, 0, 6 * k) for k in range(10)))
    total = sum(len(removed) + len(present) for _, removed, present in native_conditions(column))
    monkeypatch.setattr(f"{MODULE}.MAX_MENTIONS", total)
    assert native_conditions(column)
    monkeypatch.setattr(f"{MODULE}.MAX_MENTIONS", total - 1)
    with pytest.raises(UnsupportedError, match=r"name other pieces more than \d+ times"):
        native_conditions(column)
