"""Exact answers for boards of any shape: against known numbers, and against brute force."""

from __future__ import annotations

import math
import os
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from support.brute_arrangements import Brute
from support.frontier_cases import arrangements_of, solve_by_frontier
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, board_symmetries, faults
from tilewright.families.gunport.pieces import rules_for
from tilewright.solving.engines.frontier import sweep_size, traceback
from tilewright.solving.resources import LEAST_MEMORY
from tilewright.solving.steps import Limits, Progress, Status

HUGE = "TILEWRIGHT_HUGE" in os.environ

rectangle = GunportBoard.rectangle


# Known numbers


def known() -> list[tuple[str, int, int, int | None, int | None, int, int | None]]:
    lines = (Path(__file__).parents[3] / "support" / "known_boards.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")][1:]
    number = {"-": None, "?": None}
    return [
        (rule, *(number[word] if word in number else int(word) for word in rest))  # type: ignore[misc]
        for rule, *rest in rows
    ]


def test_known_boards() -> None:
    rows = known()
    assert len(rows) == 44 + 36
    for rule, m, n, pieces, ports, optima, up_to_symmetry in rows:
        rules = rules_for("domino", no_slide=rule == "no-slide")
        for board in {rectangle(m, n), rectangle(n, m)} if m + n < 10 or HUGE else {rectangle(n, m)}:
            answer = solve_by_frontier(board, rules, unique=True)
            assert (answer.pieces, answer.ports, answer.optima) == (pieces, ports, optima), board.name
            assert up_to_symmetry is None or answer.up_to_symmetry == up_to_symmetry, board.name
            assert answer.proven and answer.status is Status.COMPLETE
            assert len(answer.arrangements) == (pieces is not None)


# n x n from n = 1: OEIS A226918 (I-trominoes, J. Cernenoks and A. Cibulis) and A238381 (V-trominoes,
# J. Cernenoks). The last ones take seconds.
FEWEST = {"I3": (0, 0, 3, 4, 5, 7, 9, 13), "V3": (0, 1, 2, 3, 4, 6, 8, 11, 14, 18)}


@pytest.mark.parametrize("name", FEWEST)
def test_known_trominoes(name: str) -> None:
    for n, pieces in enumerate(FEWEST[name] if HUGE else FEWEST[name][:7], 1):
        answer = solve_by_frontier(rectangle(n, n), rules_for(name))
        assert (answer.pieces, answer.proven) == (pieces, True)


def test_an_impossible_board_is_reported() -> None:
    answer = solve_by_frontier(rectangle(1, 3), rules_for("domino", no_slide=True), unique=True)
    assert (answer.status, answer.pieces, answer.ports, answer.proven) == (Status.COMPLETE, None, None, True)
    assert (answer.optima, answer.up_to_symmetry, answer.arrangements) == (0, 0, ())


# Boards that contradict themselves


def test_conflicting_given_ports_allow_no_arrangement() -> None:
    board = GunportBoard(rectangle(3, 3).cells, ports=frozenset({(0, 0), (1, 0)}))
    answer = solve_by_frontier(board)
    assert (answer.pieces, answer.proven, answer.arrangements) == (None, True, ())


def test_a_given_piece_of_another_kind_is_refused() -> None:
    board = GunportBoard(rectangle(3, 3).cells, frozenset({((0, 0), (0, 1))}))
    with pytest.raises(PuzzleError, match=r"given piece on \[\(0, 0\), \(0, 1\)\] is not the L tromino"):
        solve_by_frontier(board, rules_for("V3"))


# Lists and samples


def test_as_many_as_asked_for() -> None:
    board = rectangle(4, 7)
    assert len(solve_by_frontier(board, arrangements=None).arrangements) == 663
    for number in (0, 1, 7, 200):
        answer = solve_by_frontier(board, arrangements=number)
        assert len(set(answer.arrangements)) == number and (answer.pieces, answer.optima) == (10, 663)
        assert solve_by_frontier(board, arrangements=number, unique=True).up_to_symmetry == 174
    kinds = solve_by_frontier(board, arrangements=50, unique=True).arrangements
    assert len({min_image(arrangement) for arrangement in kinds}) == 50
    every = solve_by_frontier(board, arrangements=None, unique=True).arrangements
    assert (
        set(kinds) < set(every) == set(solve_by_frontier(board, arrangements=500, unique=True).arrangements)
    )
    assert len(solve_by_frontier(board, arrangements=None, limits=Limits(solutions=12)).arrangements) == 12


def min_image(arrangement: Arrangement) -> tuple[Any, ...]:
    group = board_symmetries(arrangement.board, Rules())
    return min(
        tuple(sorted(tuple(sorted(image[c] for c in piece)) for piece in arrangement.pieces))
        for image in group
    )


def test_a_stream_may_be_left() -> None:
    steps = arrangements_of(rectangle(7, 7))
    first = [next(steps) for _ in range(120)]
    steps.close()
    assert len(set(first)) == 120 and all(not faults(arrangement, Rules()) for arrangement in first)


def test_samples_are_fair() -> None:
    board = rectangle(4, 5)  # 51 optimal arrangements
    n = 5_100
    drawn = solve_by_frontier(board, sample=n, seed=5).arrangements
    assert len(drawn) == n
    counts = Counter(arrangement.pieces for arrangement in drawn)
    assert set(counts) == set(Brute(board.cells, [(0, 0), (1, 0)]).arrangements)
    chi = sum((count - n / 51) ** 2 / (n / 51) for count in counts.values())
    # 50 degrees of freedom: normal to good approximation; six deviations either way.
    assert abs(chi - 50) < 6 * math.sqrt(2 * 50)


def test_the_same_seed_draws_the_same_sample() -> None:
    board, rules = rectangle(5, 5), rules_for("I3")
    drawn = [
        solve_by_frontier(board, rules, sample=20, seed=3, threads=threads).arrangements for threads in (1, 2)
    ]
    assert drawn[0] == drawn[1] != solve_by_frontier(board, rules, sample=20, seed=4).arrangements
    assert solve_by_frontier(board, rules, sample=8, seed=3).arrangements == drawn[0][:8]


@pytest.mark.parametrize("wrong", [{"arrangements": -1}, {"sample": -1}, {"seed": -1}])
def test_negative_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        solve_by_frontier(rectangle(2, 2), **wrong)  # type: ignore[arg-type]


# Limits, cancellation, memory


def test_a_limit_leaves_the_greedy_arrangement() -> None:
    answer = solve_by_frontier(rectangle(12, 12), limits=Limits(nodes=5_000), unique=True)
    assert answer.status is Status.LIMIT and not answer.proven and answer.states <= 10_000
    (arrangement,) = answer.arrangements
    assert not faults(arrangement, answer.rules) and len(arrangement.pieces) == answer.pieces
    assert answer.pieces is not None and 24 <= answer.lower_bound <= 48 <= answer.pieces
    assert (answer.optima, answer.up_to_symmetry) == (None, None)


def test_a_limit_in_the_count_up_to_symmetry_keeps_the_optimum() -> None:
    whole = solve_by_frontier(rectangle(6, 7), unique=True)
    plain = solve_by_frontier(rectangle(6, 7))
    answer = solve_by_frontier(rectangle(6, 7), unique=True, limits=Limits(nodes=plain.states + 10))
    assert answer.status is Status.LIMIT and answer.proven
    assert (answer.pieces, answer.optima, answer.up_to_symmetry) == (whole.pieces, whole.optima, None)


@pytest.mark.event
@pytest.mark.usefixtures("ticking_clock")
def test_cancellation_ends_it_at_once() -> None:
    cancel_event = threading.Event()
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        cancel_event.set()

    answer = solve_by_frontier(rectangle(14, 14), on_progress=watch, cancel=cancel_event)
    assert len(seen) <= 2
    assert answer.status is Status.CANCELLED and answer.pieces is not None and not answer.proven
    assert 0 <= seen[0].share < 1


def test_a_need_beyond_the_memory_is_an_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnsupportedError, match=r"30x30 with the domino .* [0-9]+ GB .*; 2\.0 GB may be"):
        solve_by_frontier(rectangle(30, 30), memory=2 * 10**9)
    monkeypatch.setattr(sweep_size, "TRIAL_STATES", 50_000)
    with pytest.raises(UnsupportedError, match=r"6x6 with the L tetromino .* MB .*; 1\.0 MB may be used"):
        solve_by_frontier(rectangle(6, 6), rules_for("L4"), memory=LEAST_MEMORY)


def test_no_board_is_too_large_to_be_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"300x300 has 90,000 cells; .* boards of up to 20,000"):
        solve_by_frontier(rectangle(300, 300))
    with pytest.raises(UnsupportedError, match=r"60x60 .* need over a million TB of memory or more"):
        solve_by_frontier(rectangle(60, 60))


def test_long_boards() -> None:
    answer = solve_by_frontier(rectangle(2, 300), unique=True)
    assert answer.pieces == 200 and answer.optima == solve_by_frontier(rectangle(300, 2)).optima
    assert answer.optima is not None and answer.optima == 2  # 3 divides 300: as on 2x6 and 2x9


def test_states_that_are_too_long_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="9x9 with the L tetromino: frontier takes states of up to"):
        solve_by_frontier(rectangle(9, 9), rules_for("L4", no_slide=True))


def test_little_memory_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traceback, "KEPT", 0.01)
    board, rules = rectangle(5, 6), rules_for("domino", no_slide=True)
    wide = solve_by_frontier(board, rules, unique=True, arrangements=None)
    monkeypatch.setattr(traceback, "KEPT", 0.6)
    assert solve_by_frontier(board, rules, unique=True, arrangements=None).arrangements == wide.arrangements
