"""The exact search against a plain one over all sets of removed pieces."""

from __future__ import annotations

import threading

import pytest

from support.domino_boards import fewest_left, random_board
from tilewright.families.vanishing import exact
from tilewright.families.vanishing.check import faults
from tilewright.families.vanishing.exact import solve
from tilewright.families.vanishing.generation import Wishes
from tilewright.families.vanishing.generation import random_board as random_full_board


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


def test_a_long_search_takes_up_rough_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neighbourhoods between the steps better what is known early, and change nothing of the end."""
    board = random_full_board(Wishes(40, 40), seed=0)
    alone = solve(board)
    monkeypatch.setattr(exact, "SURE_STEPS", 0)
    heard: list[tuple[int, int]] = []
    both = solve(board, on_progress=lambda answer: heard.append((answer.lower_bound, answer.left)))
    assert (both.left, both.proven) == (alone.left, True)
    assert not faults(board, both.order)
    assert heard and all(low <= alone.left <= left for low, left in heard)
    assert heard == sorted(heard, key=lambda bounds: -bounds[1])  # it never gets worse
