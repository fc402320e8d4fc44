"""The local search: never more pieces, the same for the same seed, as good as exact where windows reach."""

from __future__ import annotations

import threading

import pytest

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.drawing import loads
from tilewright.families.gunport.engines.cover_problem import greedy_arrangement
from tilewright.families.gunport.engines.improvement import improve, lower_bound
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import SolveOptions
from tilewright.families.gunport.solve import solve_board
from tilewright.solving.steps import Status

FULL = loads("<><><><>\n" * 6)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_full_board_is_improved(seed: int) -> None:
    better: list[Arrangement] = []
    answer = improve(FULL, seed=seed, on_better=better.append)
    assert (answer.pieces, answer.lower_bound, answer.proven, answer.status) == (
        16,
        16,
        True,
        Status.COMPLETE,
    )
    assert answer.best == better[-1] and answer.states > 0
    sizes = [len(one.pieces) for one in better]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == len(sizes)
    assert improve(FULL, seed=seed).best == answer.best


def test_a_bound_that_is_known_ends_the_search() -> None:
    strip = loads(".<>.<><>\n")
    assert improve(strip, known_bound=3).states == 0


@pytest.mark.parametrize(
    ("rules", "board"),
    [
        (Rules(no_slide=True), GunportBoard.rectangle(5, 6)),
        (rules_for("L tromino"), GunportBoard.rectangle(4, 5)),
        (Rules(), GunportBoard(frozenset({(x, y) for x in range(6) for y in range(5) if x + y < 9}))),
        (Rules(), GunportBoard(frozenset((x, 0) for x in range(9)), frozenset({((3, 0), (4, 0))}))),
    ],
)
def test_other_rules_and_boards(rules: Rules, board: GunportBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.families.gunport.engines.improvement.LEAST_PATIENCE", 1)
    exact = solve_board(board, rules)
    start = greedy_arrangement(board, rules) or exact.best
    assert start is not None and exact.pieces is not None
    answer = improve(start, rules, seed=3)
    assert answer.best is not None and faults(answer.best, rules) == [] and board.pieces <= answer.best.pieces
    assert lower_bound(board, rules) <= exact.pieces <= len(answer.best.pieces) <= len(start.pieces)


def test_cancellation_keeps_the_best() -> None:
    cancel = threading.Event()
    answer = improve(FULL, options=SolveOptions(cancel=cancel), on_better=lambda better: cancel.set())
    assert answer.status is Status.CANCELLED and answer.pieces is not None
    assert 16 <= answer.pieces < len(FULL.pieces) and answer.best is not None


def test_a_wrong_arrangement_is_refused() -> None:
    with pytest.raises(RuntimeError, match="another domino fits"):
        improve(loads("..\n"))
