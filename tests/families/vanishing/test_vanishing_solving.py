"""Methods against a plain search over all sets of removed pieces; comparisons; explanations; known boards."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from support.domino_boards import boards, fewest_remaining, random_board
from support.shared_files import shared_file
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing import solving
from tilewright.families.vanishing.board import Domino, DominoBoard, is_removable, order_error
from tilewright.families.vanishing.cli.solve import solve as solve_command
from tilewright.families.vanishing.files import dumps, load, loads
from tilewright.families.vanishing.generation import BoardSpec
from tilewright.families.vanishing.generation import random_board as random_full_board
from tilewright.families.vanishing.methods import APPROXIMATIONS, EXACT, METHODS
from tilewright.families.vanishing.solving import REASONS, compare, explain_remaining, solve
from tilewright.solving import steps as stepping
from tilewright.solving.steps import Control, Limits, Progress, Status

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "vanishing.md"

KNOWN = {
    "4;3 v;0;2;0;0 h;0;1;1;0 v;0;2;3;0 h;0;2;1;1 h;2;0;0;2 h;0;0;2;2": 0,
    "4;3 h;0;1;0;0 h;3;3;2;0 h;0;3;0;1 v;2;0;2;1 v;3;2;3;1 h;0;1;0;2": 2,
    "5;4 v;4;1;0;0 h;0;4;1;0 h;3;4;3;0 v;0;3;1;1 h;4;2;2;1 v;2;0;4;1 v;3;0;0;2 h;0;2;2;2 h;0;1;1;3 "
    "h;0;4;3;3": 3,
    "6;4 v;0;1;0;0 h;2;2;1;0 h;1;2;3;0 v;2;0;5;0 h;1;0;1;1 h;0;4;3;1 h;2;4;0;2 h;0;2;2;2 h;4;2;4;2 "
    "h;0;3;0;3 h;0;0;2;3 h;0;3;4;3": 4,
    "6;5 h;1;0;0;0 v;4;1;2;0 v;0;4;3;0 v;2;4;4;0 v;3;3;5;0 h;3;1;0;1 v;0;2;0;2 v;0;0;1;2 v;0;3;2;2 "
    "v;0;1;3;2 v;0;0;4;2 v;0;2;5;2 h;0;4;0;4 h;1;4;2;4 h;4;0;4;4": 4,
}
"""Board -> the fewest pieces left, by a plain search over all sets of removed pieces."""

SHARED = {
    "random_4x3_00.txt": (6, 0),
    "random_4x3_02.txt": (6, 2),
    "random_5x4_04.txt": (10, 3),
    "random_5x4_06.txt": (10, 3),
    "random_6x4_08.txt": (12, 4),
    "random_6x4_10.txt": (12, 2),
    "random_6x5_12.txt": (15, 4),
    "random_6x5_14.txt": (15, 5),
    "random_6x6_16.txt": (18, 6),
    "random_6x6_18.txt": (18, 4),
    "random_6x6_20.txt": (18, 6),
    "random_6x6_22.txt": (15, 8),
    "random_7x6_24.txt": (21, 3),
    "random_7x6_26.txt": (21, 9),
    "random_8x6_28.txt": (24, 8),
    "random_8x6_30.txt": (24, 8),
    "random_8x7_32.txt": (28, 15),
    "random_8x7_34.txt": (28, 8),
    "problem1.xml": (10, 0),
    "problem3.xml": (30, 0),
}
"""Collected board -> its pieces, and the fewest left."""


@pytest.mark.parametrize("first", range(0, 500, 50))
def test_equals_plain_search(first: int) -> None:
    for seed in range(first, first + 50):
        board = random_board(seed)
        result = solve(board)
        assert result.proven
        assert result.status is Status.COMPLETE
        assert result.remaining == fewest_remaining(board)
        assert not order_error(board, result.order)
        assert len(result.order) == len(board.pieces) - result.remaining


@pytest.mark.parametrize("method", METHODS)
def test_a_board_without_pieces(method: str) -> None:
    result = solve(DominoBoard(3, 3, ()), method)
    assert (result.status, result.remaining, result.order) == (Status.COMPLETE, 0, ())


def test_cancellation_keeps_the_bounds() -> None:
    board = random_board(3)
    cancel = threading.Event()
    cancel.set()
    result = solve(board, control=Control(cancel=cancel))
    assert result.status is Status.CANCELLED
    assert result.lower_bound <= fewest_remaining(board) <= result.remaining
    assert not order_error(board, result.order)
    late = solve(board, control=Control(Limits(seconds=0.0)))
    assert late.status is Status.LIMIT and late.lower_bound <= fewest_remaining(board) <= late.remaining


def test_a_long_search_uses_neighbourhoods(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neighbourhoods between the steps improve the bounds early and do not change the result."""
    board = random_full_board(BoardSpec(40, 40), seed=0)
    alone = solve(board)
    monkeypatch.setattr(solving, "EXACT_STEPS", 0)
    monkeypatch.setattr(stepping, "PROGRESS_SECONDS", 0.0)
    reports: list[Progress] = []
    both = solve(board, control=Control(on_progress=reports.append))
    assert (both.remaining, both.proven) == (alone.remaining, True)
    assert not order_error(board, both.order)
    bounds = [tuple(map(int, re.findall(r"\d+", report.words))) for report in reports]
    assert bounds and all(low <= alone.remaining <= high for low, high in bounds)
    assert bounds == sorted(bounds, key=lambda pair: -pair[1])  # never worse than before


@pytest.mark.parametrize("name", METHODS)
def test_the_guide_names_every_method(name: str) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    assert METHODS[name].name == name and f"`{name}`" in guide
    assert name == EXACT or f"\n  {name} " in (solve_command.epilog or "")


@settings(max_examples=40)
@given(boards)
def test_approximations_are_allowed_and_no_better_than_exact(board: DominoBoard) -> None:
    fewest = solve(board).remaining
    for name in APPROXIMATIONS:
        result = solve(board, name)
        assert not order_error(board, result.order)
        assert result.remaining == len(board.pieces) - len(result.order) >= fewest
        assert (result.method, result.status, result.lower_bound) == (name, Status.COMPLETE, 0)


@pytest.mark.parametrize("name", APPROXIMATIONS)
def test_approximations_of_large_boards_repeat_and_beat_the_scan(name: str) -> None:
    side = 10 if name == "bounded" else 30
    board = random_full_board(BoardSpec(side, side), seed=3)
    first = solve(board, name)
    assert solve(board, name).order == first.order
    assert first.remaining <= solve(board, "greedy-scan").remaining


def test_neighbourhoods_are_within_two_pieces_on_ten_boards() -> None:
    for seed in range(10):
        board = random_full_board(BoardSpec(10, 10), seed)
        assert solve(board, "neighbourhoods").remaining <= solve(board).remaining + 2


def test_limits_of_approximations_and_unknown_methods() -> None:
    board = random_full_board(BoardSpec(20, 20), seed=1)
    cancel = threading.Event()
    cancel.set()
    result = solve(board, "beam", Control(cancel=cancel))
    assert result.status is Status.CANCELLED
    assert not order_error(board, result.order)
    assert solve(board, "beam", Control(Limits(seconds=0.0))).status is Status.LIMIT
    with pytest.raises(
        UnsupportedError, match="there is no method 'magic'; expected one of exact, random, greedy-scan"
    ):
        solve(board, "magic")


def test_comparison() -> None:
    named = [(str(seed), random_full_board(BoardSpec(6, 6), seed)) for seed in range(3)]
    reports: list[Progress] = []
    rows = compare(named, ("waiting", "beam"), Control(on_progress=reports.append))
    assert [(row.name, row.pieces) for row in rows] == [("0", 18), ("1", 18), ("2", 18)]
    assert all(row.exact.proven and len(row.approximations) == 2 for row in rows)
    assert [report.words for report in reports[:4]] == ["0: exact", "0: waiting", "0: beam", "1: exact"]
    cancel = threading.Event()
    cancel.set()
    assert compare(named, control=Control(cancel=cancel)) == []


@given(boards)
def test_permanent_reasons_hold_for_every_order(board: DominoBoard) -> None:
    permanent = {piece.number for piece in explain_remaining(board, []) if piece.kind in ("never", "stuck")}
    seen = {frozenset[int]()}
    todo = list(seen)
    removable: set[int] = set()
    for gone in todo:  # grows while it is walked
        covered = {square: n for square, n in board.piece_at.items() if n not in gone}
        for number in range(len(board.pieces)):
            if number not in gone and is_removable(board, covered, number):
                removable.add(number)
                if gone | {number} not in seen:
                    seen.add(gone | {number})
                    todo.append(gone | {number})
    assert not permanent & removable


@given(boards)
def test_each_remaining_piece_has_four_reasons(board: DominoBoard) -> None:
    order = solve(board).order
    pieces = explain_remaining(board, order)
    assert [piece.number for piece in pieces] == [n for n in range(len(board.pieces)) if n not in order]
    for piece in pieces:
        assert piece.kind in REASONS
        assert len(piece.sides) == 4
        assert all(side.sentence for side in piece.sides)
        permanent = all(side.permanent for side in piece.sides)
        assert permanent == (piece.kind in ("never", "stuck"))


def test_explanation_by_hand() -> None:
    """Each of the first two pieces needs the other present: the first removal keeps the other."""
    board = DominoBoard(
        7, 1, (Domino(False, 5, 0, 0, 0), Domino(False, 0, 5, 2, 0), Domino(False, 6, 1, 4, 0))
    )
    first, second = explain_remaining(board, [2])[:2]
    assert first.kind == "conflict"
    assert "the edge is 0 squares away, and the value is 5" in first.sides[0].sentence
    assert first.sides[1].sentence == "nothing prevents the removal now"  # the order stops too early
    assert second.number == 1
    (kept,) = explain_remaining(board, [2, 0])
    assert kept.number == 1 and kept.kind == "conflict"
    assert (
        kept.sides[0].sentence == "piece 1 (h;5;0;0;0) had to end the distance, but was removed (removal 2)"
    )


@pytest.mark.parametrize(("text", "remaining"), KNOWN.items())
def test_known_boards(text: str, remaining: int) -> None:
    board = loads(text.replace(" ", "\n"))
    result = solve(board)
    assert result.proven and result.remaining == remaining
    assert loads(dumps(board)) == board
    for method in (EXACT, *APPROXIMATIONS):
        assert solve(board, method).remaining >= remaining


@pytest.mark.parametrize("name", SHARED)
def test_shared_boards(name: str) -> None:
    board = load(shared_file(f"vanishing/{name}"))
    pieces, remaining = SHARED[name]
    assert len(board.pieces) == pieces
    result = solve(board)
    assert result.proven and result.remaining == remaining
    assert not order_error(board, result.order)


def test_a_board_beyond_plain_search() -> None:
    board = load(shared_file("vanishing/problem2a.txt"))
    result = solve(board)
    assert len(board.pieces) == 45 and result.proven
    assert not order_error(board, result.order)


@given(boards)
def test_random_games_repeat_and_improve_with_their_number(board: DominoBoard) -> None:
    few, many = (solve(board, "random", Control(seed=5), repetitions=number) for number in (3, 40))
    assert replace(few, seconds=0) == replace(
        solve(board, "random", Control(seed=5), repetitions=3), seconds=0
    )
    assert fewest_remaining(board) <= many.remaining <= few.remaining
    assert not order_error(board, many.order)
    assert len(board.pieces) - few.remaining <= few.states <= 3 * len(board.pieces)


@pytest.mark.usefixtures("ticking_clock")
def test_random_games_end_at_a_limit_and_when_nothing_can_be_removed() -> None:
    assert solve(loads("2;1\nh;9;9;0;0"), "random").remaining == 1
    board = random_full_board(BoardSpec(12, 12), 3)
    late = solve(board, "random", Control(Limits(seconds=100)), repetitions=10**9)
    assert late.status is Status.LIMIT and 0 < late.remaining < 72
