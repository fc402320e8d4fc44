"""The exact search against a plain one over all sets of removed pieces."""

from __future__ import annotations

import threading

import pytest
from domino_boards import fewest_left, random_board

from tilewright.vanishing.check import faults
from tilewright.vanishing.exact import solve


@pytest.mark.parametrize("first", range(0, 500, 50))
def test_equals_plain_search(first: int) -> None:
    for seed in range(first, first + 50):
        board = random_board(seed)
        found = solve(board)
        assert found.proven
        assert found.ended == "complete"
        assert found.left == fewest_left(board)
        assert not faults(board, found.order)
        assert len(found.order) == len(board.pieces) - found.left


def test_a_stop_keeps_the_bounds() -> None:
    board = random_board(3)
    stop = threading.Event()
    stop.set()
    found = solve(board, cancel=stop)
    assert found.lower_bound <= fewest_left(board) <= found.left
    assert not faults(board, found.order)
    assert found.lower_bound <= solve(board, seconds=0.0).left
