"""Approximations: right orders, never better than the exact search, the same each time."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings

from support.domino_boards import boards
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.approximate import METHODS, approximate
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.check import faults
from tilewright.families.vanishing.comparison import compare
from tilewright.families.vanishing.exact import solve
from tilewright.families.vanishing.generation import Wishes, random_board


@settings(max_examples=40)
@given(boards)
def test_orders_are_right_and_no_better_than_exact(board: DominoBoard) -> None:
    fewest = solve(board).left
    for name in METHODS:
        found = approximate(board, name)
        assert not faults(board, found.order)
        assert found.left == len(board.pieces) - len(found.order) >= fewest
        assert (found.method, found.ended, found.lower_bound) == (name, "complete", 0)


@pytest.mark.parametrize("name", METHODS)
def test_large_boards(name: str) -> None:
    """Parts of a large board go to beams of their own; every order passes the checker (see approximate)."""
    if name == "bounded":
        board = random_board(Wishes(10, 10), seed=3)
    else:
        board = random_board(Wishes(30, 30), seed=3)
    first = approximate(board, name)
    assert approximate(board, name).order == first.order
    scan = approximate(board, "greedy-scan").left
    assert first.left <= scan


def test_neighbourhoods_come_within_two_pieces_on_ten_boards() -> None:
    for seed in range(10):
        board = random_board(Wishes(10, 10), seed)
        assert approximate(board, "neighbourhoods").left <= solve(board).left + 2


def test_stop_and_unknown_method() -> None:
    board = random_board(Wishes(20, 20), seed=1)
    stop = threading.Event()
    stop.set()
    found = approximate(board, "beam", cancel=stop)
    assert found.ended == "cancelled"
    assert not faults(board, found.order)
    assert approximate(board, "beam", seconds=0.0).ended == "limit"
    with pytest.raises(UnsupportedError, match="there is no method 'magic'; expected one of greedy-scan"):
        approximate(board, "magic")


def test_comparison() -> None:
    named = [(str(seed), random_board(Wishes(6, 6), seed)) for seed in range(3)]
    steps: list[tuple[int, str]] = []
    rows = compare(named, ("waiting", "beam"), on_step=lambda number, method: steps.append((number, method)))
    assert [(row.name, row.pieces) for row in rows] == [("0", 18), ("1", 18), ("2", 18)]
    assert all(row.exact.proven and len(row.found) == 2 for row in rows)
    assert steps[:3] == [(0, "exact"), (0, "waiting"), (0, "beam")]
    stop = threading.Event()
    stop.set()
    assert compare(named, cancel=stop) == []
