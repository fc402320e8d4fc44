"""Best costs against all solutions one by one; samples against what chance allows."""

from __future__ import annotations

import math
import tempfile
import threading
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from support.puzzle_cases import drawn, pentominoes, piece, priced_puzzles, puzzles, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Board, Piece, Placement, PlacementCost, Puzzle, Solution
from tilewright.model.verification import is_solution
from tilewright.solving.api import optimise, sample
from tilewright.solving.engines import reference
from tilewright.solving.engines.frontier import traceback
from tilewright.solving.resources import LEAST_MEMORY
from tilewright.solving.steps import Limits, Progress, Status

MOST = 250  # solutions that are listed one by one


def every(puzzle: Puzzle) -> list[Solution]:
    cover = to_cover(puzzle)
    rows = reference.solutions(cover.problem, cover.forced)
    solutions = [cover.solution(options) for options in islice(rows, MOST + 1)]
    if len(solutions) > MOST:
        reject()
    return solutions


def priced(puzzle: Puzzle) -> Puzzle:
    """Every placement with a price of its own, from -7 to 7."""
    placements = to_cover(puzzle).placements
    return replace(puzzle, costs=tuple(PlacementCost(p, k * 7 % 15 - 7) for k, p in enumerate(placements)))


MONOMER_DIMER = Puzzle(rectangle(3, 3), (piece("d", "##", copies=(0, 4)), piece("m", "#", copies=(0, 9))))
LARGE = priced(Puzzle(rectangle(9, 9), (piece("d", "##", copies=(0, 40)), piece("m", "#", copies=(0, 81)))))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


# The best


@given(puzzle=priced_puzzles(), maximise=st.booleans(), threads=st.integers(1, 3))
def test_random_puzzles(puzzle: Puzzle, maximise: bool, threads: int) -> None:  # noqa: FBT001 - by Hypothesis
    solutions = every(puzzle)
    optimum = optimise(puzzle, maximise=maximise, count_optima=True, threads=threads)
    assert (optimum.status, optimum.share, optimum.note) == (Status.COMPLETE, 1.0, "")
    costs = [puzzle.cost(solution) for solution in solutions]
    if not costs:
        assert (optimum.cost, optimum.optima, optimum.solution) == (None, None, None)
        return
    best = (max if maximise else min)(costs)
    assert (optimum.cost, optimum.optima) == (best, costs.count(best))
    assert optimum.solution is not None and is_solution(puzzle, optimum.solution)
    assert puzzle.cost(optimum.solution) == best
    plain = optimise(puzzle, maximise=maximise)
    assert (plain.cost, plain.optima) == (best, None)


def test_without_costs_every_solution_is_best() -> None:
    optimum = optimise(MONOMER_DIMER, count_optima=True)
    assert (optimum.cost, optimum.optima) == (0, 131)  # A028420
    assert optimum.solution is not None and is_solution(MONOMER_DIMER, optimum.solution)


def test_placements_that_are_forced_cost_what_they_cost() -> None:
    forced = Placement("d", ((0, 0), (1, 0)))
    board = Board.of(rectangle(3, 2).required, costs={(0, 0): 100}, forced=[forced])
    puzzle = Puzzle(board, (Piece.of("d", drawn("##"), copies=3, cost=7),))
    for maximise in (False, True):
        optimum = optimise(puzzle, maximise=maximise, count_optima=True)
        assert (optimum.cost, optimum.optima) == (121, 1)
    full = Puzzle(
        Board.of([(0, 0), (1, 0)], costs={(1, 0): -5}, forced=[forced]), (Piece.of("d", drawn("##"), cost=2),)
    )
    assert optimise(full, count_optima=True).cost == -3


def test_costs_as_large_as_they_may_be() -> None:
    puzzle = Puzzle(
        Board.of(rectangle(4, 4).required, costs={(0, 0): 10**12, (3, 3): -(10**12)}),
        (Piece.of("d", drawn("##"), copies=(0, 8), cost=-(10**12)), Piece.of("m", [(0, 0)], copies=(0, 16))),
    )
    assert optimise(puzzle).cost == -8 * 10**12
    assert optimise(puzzle, maximise=True).cost == 0


def test_no_solution_has_no_best() -> None:
    puzzle = Puzzle(rectangle(3, 3), (Piece.of("d", drawn("##"), copies=4, cost=1),))
    optimum = optimise(puzzle, count_optima=True)
    assert optimum.status is Status.COMPLETE
    assert (optimum.cost, optimum.optima, optimum.solution) == (None, None, None)


def test_many_optima_are_counted_exactly() -> None:
    puzzle = Puzzle(rectangle(12, 12), (piece("d", "##", copies=72),))
    assert optimise(puzzle, count_optima=True).optima == 53060477521960000  # A004003


def test_an_order_and_threads_change_nothing() -> None:
    whole = optimise(LARGE, count_optima=True)
    for threads in (1, 3):
        assert optimise(LARGE, count_optima=True, threads=threads).solution == whole.solution
    ordered = optimise(LARGE, count_optima=True, order=["(8, 8)", "(0, 0)"])
    assert (ordered.cost, ordered.optima) == (whole.cost, whole.optima)
    with pytest.raises(UnsupportedError, match=r"\(9, 9\)"):
        optimise(LARGE, order=["(9, 9)"])


@pytest.mark.parametrize("maximise", [False, True])
def test_little_memory_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, maximise: bool
) -> None:
    whole = optimise(LARGE, count_optima=True, maximise=maximise)
    monkeypatch.setattr(traceback, "KEPT", 0.0)
    for threads in (1, 2):
        optimum = optimise(LARGE, count_optima=True, maximise=maximise, memory=LEAST_MEMORY, threads=threads)
        assert (optimum.cost, optimum.optima, optimum.solution) == (whole.cost, whole.optima, whole.solution)
    assert list(folder.iterdir()) == []


def test_a_wrong_way_is_never_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*asked: Any) -> traceback.Traceback[Any]:
        traced = traceback.trace_solutions(*asked)
        return replace(traced, solutions=tuple(options[:-1] for options in traced.solutions))

    monkeypatch.setattr("tilewright.solving.strategies.sweeps.trace_solutions", short)
    with pytest.raises(RuntimeError, match="'frontier' gave a wrong solution"):
        optimise(MONOMER_DIMER)
    with pytest.raises(RuntimeError, match="'frontier' gave a wrong solution"):
        sample(MONOMER_DIMER, 1)


def test_a_solution_that_costs_something_else_is_never_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Puzzle, "cost", lambda self, solution: 10**6)
    with pytest.raises(RuntimeError, match="another cost"):
        optimise(MONOMER_DIMER)


# Samples


def improbability(times: Counter[Solution], kinds: int, number: int) -> float:
    """Chi-square as standard deviations above its mean, nearly normal (Wilson and Hilferty 1931)."""
    expected = number / kinds
    chi = sum((n - expected) ** 2 / expected for n in times.values()) + (kinds - len(times)) * expected
    free = kinds - 1
    spread = 2 / (9 * free)
    return (math.cbrt(chi / free) - (1 - spread)) / math.sqrt(spread)


UNLIKELY = 4.75  # standard deviations: one in a million
FORCED = replace(
    MONOMER_DIMER, board=replace(MONOMER_DIMER.board, forced=(Placement("d", ((1, 0), (1, 1))),))
)
OPTIONAL = Puzzle(
    Board.of([(x, 0) for x in range(3)], [(x, 1) for x in range(3)]),
    (piece("d", "##", copies=(0, 3)), piece("m", "#", copies=(0, 3))),
)
SAMPLED = {
    "monomers and dimers": MONOMER_DIMER,
    "dominoes": Puzzle(rectangle(4, 4), (piece("d", "##", copies=8),)),
    "a placement is forced": FORCED,
    "cells may stay free": OPTIONAL,
    "colours and copies": Puzzle(
        Board.of({(x, y): "ab"[(x + y) % 2] for x in range(4) for y in range(2)}),
        (
            Piece.of("d", {(0, 0): "a", (1, 0): "b"}, copies=(1, 3)),
            Piece.of("e", {(0, 0): "a", (1, 0): ""}, copies=(0, 2), motions="fixed"),
            Piece.of("m", [(0, 0)], copies=(0, 2)),
        ),
    ),
}


@pytest.mark.parametrize("name", SAMPLED)
def test_a_sample_is_fair(name: str) -> None:
    puzzle = SAMPLED[name]
    solutions = every(puzzle)
    assert len(solutions) > 10
    number = 25 * len(solutions)
    for seed in (1, 2):
        drawn_ones = sample(puzzle, number, seed=seed)
        assert (drawn_ones.status, drawn_ones.total) == (Status.COMPLETE, len(solutions))
        times = Counter(drawn_ones.solutions)
        assert set(times) <= set(solutions)
        assert abs(improbability(times, len(solutions), number)) < UNLIKELY


def test_an_unfair_sample_would_be_seen() -> None:
    solutions = every(MONOMER_DIMER)
    number = 25 * len(solutions)
    drawn_ones = sample(MONOMER_DIMER, number, seed=1).solutions
    rare = set(solutions[:40])
    half = [s for k, s in enumerate(drawn_ones) if s not in rare or k % 2]
    assert improbability(Counter(half), len(solutions), len(half)) > UNLIKELY
    none = [s for s in drawn_ones if s not in solutions[:10]]
    assert improbability(Counter(none), len(solutions), len(none)) > UNLIKELY
    even = Counter(dict.fromkeys(solutions, 25))  # fairer than chance is
    assert improbability(even, len(solutions), number) < -UNLIKELY


@settings(max_examples=40)
@given(puzzle=puzzles(), seed=st.integers(0, 1 << 70), threads=st.integers(1, 3))
def test_samples_of_random_puzzles(puzzle: Puzzle, seed: int, threads: int) -> None:
    solutions = every(puzzle)
    sample_found = sample(puzzle, 20, seed=seed, threads=threads)
    assert (sample_found.status, sample_found.total) == (Status.COMPLETE, len(solutions))
    assert len(sample_found.solutions) == (20 if solutions else 0)
    assert set(sample_found.solutions) <= set(solutions)


def test_the_same_seed_gives_the_same_sample(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    want = sample(LARGE, 30, seed=7)
    assert all(is_solution(LARGE, solution) for solution in want.solutions)
    assert len(set(want.solutions)) == 30
    for threads in (1, 2, 3):
        assert sample(LARGE, 30, seed=7, threads=threads).solutions == want.solutions
    assert sample(LARGE, 12, seed=7).solutions == want.solutions[:12]
    assert sample(LARGE, 30, seed=8).solutions != want.solutions
    monkeypatch.setattr(traceback, "KEPT", 0.0)
    for threads in (1, 2):
        little = sample(LARGE, 30, seed=7, threads=threads, memory=LEAST_MEMORY)
        assert (little.solutions, little.total) == (want.solutions, want.total)
    assert list(folder.iterdir()) == []


def test_a_sample_of_pentominoes() -> None:
    puzzle = pentominoes(rectangle(15, 4))
    sample_found = sample(puzzle, 5, seed=3)
    assert (sample_found.total, sample_found.engine) == (1472, "frontier")
    assert len(sample_found.solutions) == 5
    assert all(is_solution(puzzle, solution) for solution in sample_found.solutions)


def test_none_of_many_and_many_of_none() -> None:
    sample_found = sample(MONOMER_DIMER, 0)
    assert (sample_found.status, sample_found.solutions, sample_found.total) == (Status.COMPLETE, (), 131)
    none = sample(Puzzle(rectangle(3, 3), (piece("d", "##", copies=4),)), 10)
    assert (none.status, none.solutions, none.total) == (Status.COMPLETE, (), 0)
    nothing = Puzzle(Board.of((), [(0, 0)]), ())
    assert sample(nothing, 3).solutions == (Solution(()),) * 3


@pytest.mark.parametrize(("n", "seed"), [(-1, 0), (1, -1)])
def test_a_sample_of_less_than_nothing(n: int, seed: int) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        sample(MONOMER_DIMER, n, seed=seed)


# Limits


def test_limits_and_the_button_leave_nothing_claimed_and_no_files(folder: Path) -> None:
    pressed = threading.Event()
    pressed.set()
    for limits, cancel, status in (
        (Limits(seconds=0), None, Status.LIMIT),
        (Limits(nodes=500), None, Status.LIMIT),
        (Limits(), pressed, Status.CANCELLED),
    ):
        best = optimise(LARGE, count_optima=True, limits=limits, cancel=cancel)
        assert (best.status, best.cost, best.optima, best.solution) == (status, None, None, None)
        some = sample(LARGE, 3, limits=limits, cancel=cancel)
        assert (some.status, some.solutions, some.total) == (status, (), None)
        assert 0 <= best.share < 1 and 0 <= some.share < 1
    assert list(folder.iterdir()) == []


def test_memory_for_less_than_the_front_is_said(folder: Path) -> None:
    wide = Puzzle(rectangle(16, 16), (piece("d", "##", copies=(0, 128)), piece("m", "#", copies=(0, 256))))
    best = optimise(wide, memory=LEAST_MEMORY)
    assert (best.status, best.cost, best.solution) == (Status.LIMIT, None, None)
    some = sample(wide, 3, memory=LEAST_MEMORY)
    assert (some.status, some.total, some.solutions) == (Status.LIMIT, None, ())
    assert "the bound of memory" in best.note and "the bound of memory" in some.note
    assert list(folder.iterdir()) == []


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    seen: list[Progress] = []
    optimise(LARGE, on_progress=seen.append)
    sample(LARGE, 2, on_progress=seen.append)
    assert len(seen) > 2
    assert all(0 <= p.share <= 1 and not p.listed for p in seen)
