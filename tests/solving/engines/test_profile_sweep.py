"""Sweeps over all profiles, against solutions listed one by one, transfer matrices and published numbers."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.frontier_problems import (
    HEXAGON,
    KING,
    SQUARE,
    Lattice,
    Packing,
    cover_problems,
    domino_problem,
    dominoes_by_profile,
    listed,
    packings,
    queries,
    rectangle,
    shapes,
)
from support.frontier_problems import total as weighted_total
from tilewright import _core
from tilewright.errors import CheckpointError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.model.lattices import LATTICES
from tilewright.solving.engines import checkpoint as files
from tilewright.solving.engines import profile_sweep
from tilewright.solving.engines.frontier.semirings import COUNT, modulo
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery, sweep
from tilewright.solving.engines.registry import PROFILE_SWEEP
from tilewright.solving.resources import LEAST_MEMORY, Resources
from tilewright.solving.steps import Control, Limits, Progress, Status
from tilewright.testing import puzzles


def evaluate(
    query: SweepQuery | CoverProblem,
    threads: int = 1,
    memory: int = 1 << 30,
    *,
    modulus: int = 0,
    **control: Any,
) -> Evaluation[int]:
    """The count of a query, or of a whole problem; exact or modulo a number."""
    query = SweepQuery(query) if isinstance(query, CoverProblem) else query
    semiring = modulo(modulus) if modulus else COUNT
    return profile_sweep.evaluate(query, semiring, Resources(threads, memory), Control(**control))


def count(query: SweepQuery | CoverProblem, threads: int = 1) -> int | None:
    evaluation = evaluate(query, threads)
    assert evaluation.status is Status.COMPLETE and evaluation.note == ""
    return evaluation.value


# Known numbers

DOMINOES = {4: 36, 8: 12988816, 12: 53060477521960000, 16: 2444888770250892795802079170816}
"""OEIS A004003."""

MONOMERS_AND_DIMERS = {1: 1, 2: 7, 3: 131, 4: 10012, 5: 2810694, 6: 2989126727, 8: 179788343101980135}
"""OEIS A028420."""


@pytest.mark.parametrize("size", DOMINOES)
def test_dominoes_in_squares(size: int) -> None:
    assert count(domino_problem(size, size)) == DOMINOES[size]


@pytest.mark.parametrize("size", MONOMERS_AND_DIMERS)
def test_monomers_and_dimers_in_squares(size: int) -> None:
    assert count(domino_problem(size, size, monominoes=True)) == MONOMERS_AND_DIMERS[size]


@pytest.mark.parametrize("monominoes", (False, True))
@pytest.mark.parametrize("width", range(1, 8))
def test_boards_against_their_transfer_matrix(width: int, *, monominoes: bool) -> None:
    for height in (1, 2, 5, 8, 40):
        want = dominoes_by_profile(width, height, monominoes=monominoes)
        assert count(domino_problem(width, height, monominoes=monominoes)) == want


def test_numbers_of_more_than_1000_bits() -> None:
    want = dominoes_by_profile(4, 400, monominoes=True)
    assert want.bit_length() > 1300
    assert count(domino_problem(4, 400, monominoes=True), threads=2) == want


def test_a_board_of_512_000_profiles_and_more() -> None:
    problem = domino_problem(19, 19, monominoes=True)
    by_order = count(SweepQuery(problem, order=tuple(range(361))), threads=2)
    assert by_order == count(problem)


# Modulo a number

MODULI = st.integers(1, 9) | st.integers(1, 2**63 - 1) | st.sampled_from((2**31 - 1, 2**31, 2**31 + 1))


@given(queries(weights=False), MODULI, st.integers(1, 3))
def test_every_problem_that_is_supported_modulo_a_number(
    query: SweepQuery, modulus: int, threads: int
) -> None:
    if profile_sweep.unsupported_query(query):
        return
    evaluation = evaluate(query, threads, modulus=modulus)
    assert (evaluation.status, evaluation.value) == (Status.COMPLETE, weighted_total(query) % modulus)
    assert evaluation.value == sweep(query, modulo(modulus)).value


@pytest.mark.parametrize("modulus", (1, 5, 10**6, 2**31, 2**31 + 11, 10**18, 2**63 - 1))
def test_numbers_of_more_than_1000_bits_modulo_a_number(modulus: int) -> None:
    want = dominoes_by_profile(4, 400, monominoes=True) % modulus
    assert evaluate(domino_problem(4, 400, monominoes=True), 2, modulus=modulus).value == want


@pytest.mark.parametrize("modulus", (1, 2, 2**31, 2**40, 2**62))
def test_a_residue_of_zero_is_not_none(modulus: int) -> None:
    """Where there is no solution, the semiring reads no words."""
    exists = replace(modulo(modulus), read=lambda words, limbs: words != b"")
    items = tuple(map(str, range(64)))
    coins = CoverProblem(items, ((1, 1),) * 64, tuple(((k // 2, 0),) for k in range(128)))
    for problem, number in ((coins, 2**64), (domino_problem(5, 5), 0)):
        assert evaluate(problem, modulus=modulus).value == number % modulus == 0
        evaluation = profile_sweep.evaluate(SweepQuery(problem), exists, Resources(1), Control())
        assert evaluation.value is (number > 0)


# Random problems


@given(queries(weights=False), st.integers(1, 3))
def test_every_problem_that_is_supported(query: SweepQuery, threads: int) -> None:
    if profile_sweep.unsupported_query(query):
        return
    assert count(query, threads) == weighted_total(query)


@given(cover_problems(costs=False), st.data())
def test_plain_problems_are_supported(problem: CoverProblem, data: st.DataObject) -> None:
    plain = replace(
        problem,
        bounds=((1, 1),) * len(problem.bounds),
        options=tuple(tuple((item, 0) for item, _ in option) for option in problem.options),
    )
    order = data.draw(st.permutations(range(len(plain.items))))
    for query in (SweepQuery(plain), SweepQuery(plain, order=tuple(order))):
        assert profile_sweep.unsupported_query(query) == ""
        assert count(query) == len(list(listed(query)))


@settings(max_examples=30)
@given(st.sampled_from(sorted(LATTICES)), st.data())
def test_boards_of_all_lattices(name: str, data: st.DataObject) -> None:
    cover = to_cover(
        data.draw(puzzles(lattice=name, features=("forced", "motions", "optional", "crossings")))
    )
    query = SweepQuery(cover.problem, cover.forced)
    if profile_sweep.unsupported_query(query):
        return
    assert count(query, 2) == sweep(query, COUNT).value == len(list(listed(query)))


@settings(max_examples=30)
@given(st.sampled_from((SQUARE, HEXAGON, KING)), st.data())
def test_packings(lattice: Lattice, data: st.DataObject) -> None:
    packing = data.draw(packings(lattice=lattice, most_cells=16, sizes=(1, 2, 3)))
    query = SweepQuery(replace(packing, pieces=tuple((forms, None) for forms, _ in packing.pieces)).problem)
    assert profile_sweep.unsupported_query(query) == ""
    assert count(query, 2) == sweep(query, COUNT).value


@pytest.mark.parametrize(("size", "width", "height"), ((3, 6, 5), (3, 6, 6), (4, 4, 6), (4, 5, 8)))
def test_polyominoes_in_rectangles(size: int, width: int, height: int) -> None:
    forms = tuple(shapes(SQUARE, size))
    query = SweepQuery(Packing(SQUARE, rectangle(width, height), (), ((forms, None),)).problem)
    evaluation = evaluate(query, 2)
    assert evaluation.value == sweep(query, COUNT).value
    assert evaluation.value or width * height % size


@settings(max_examples=30)
@given(queries(weights=False), st.integers(1, 200), st.sampled_from(_core.vector_units()))
def test_steps_and_vectors_change_nothing(query: SweepQuery, budget: int, vectors: str) -> None:
    if profile_sweep.unsupported_query(query):
        return
    whole = query.profiles.sweep(1, 1 << 30)
    while whole.advance(1 << 40) is _core.SweepStatus.running:
        pass
    stepped = query.profiles.sweep(2, 1 << 30, vectors)
    shares = [stepped.share]
    while stepped.advance(budget) is _core.SweepStatus.running:
        shares.append(stepped.share)
    assert stepped.residues() == whole.residues() and stepped.states == whole.states
    assert all(0 <= share <= 1 for share in shares)


# What it refuses


@pytest.mark.parametrize(
    ("query", "reason"),
    (
        (SweepQuery(CoverProblem(("a",), ((0, 2),), (((0, 0),),) * 3)), "how often"),
        (
            SweepQuery(CoverProblem(("a", "b"), ((1, 1),), (((0, 0), (1, 1)), ((0, 0), (1, 2))))),
            "colours",
        ),
        (SweepQuery(domino_problem(2, 2), weights=(2, 1, 1, 1)), "weighted"),
    ),
)
def test_refusals(query: SweepQuery, reason: str) -> None:
    assert reason in profile_sweep.unsupported_query(query)
    with pytest.raises(ValueError, match=reason):
        query.profiles.sweep(1, 1 << 30)


def test_options_that_are_left_out_are_no_weights() -> None:
    assert count(SweepQuery(domino_problem(2, 2), weights=(1, 1, 1, 0))) == 1


def test_too_many_profiles_are_refused() -> None:
    problem = CoverProblem(
        tuple(map(str, range(100))),
        ((1, 1),) * 100,
        tuple(((i, 0), (99 - i, 0)) for i in range(50)) + tuple(((i, 0),) for i in range(100)),
    )
    assert "profiles" in profile_sweep.unsupported_query(SweepQuery(problem, order=tuple(range(100))))


# Limits


def test_a_bound_of_memory_gives_the_same_number_or_none() -> None:
    query = SweepQuery(domino_problem(18, 18, monominoes=True))
    want = count(query)
    bits = query.profiles.bits
    for entry in (64, 32, 16):
        evaluation = evaluate(query, 2, entry << bits)
        assert evaluation.value == want and evaluation.peak == entry << bits
    for modulus, entry in ((2**31, 4), (2**31 + 1, 8)):
        evaluation = evaluate(query, 2, 8 << bits, modulus=modulus)
        assert want is not None and evaluation.value == want % modulus and evaluation.peak == entry << bits
        short = evaluate(query, 2, (8 << bits) - 1, modulus=modulus)
        assert (short.status, short.value) == (Status.LIMIT, None) and "bound of memory" in short.note
    short = evaluate(query, 2, (16 << bits) - 1)
    assert (short.status, short.value) == (Status.LIMIT, None) and "bound of memory" in short.note
    assert profile_sweep.expected_seconds(query, Resources(1, LEAST_MEMORY)) == float("inf")


def test_limits_and_a_cancellation() -> None:
    problem = domino_problem(14, 14, monominoes=True)
    whole = evaluate(problem)
    for nodes in (0, 1, whole.states // 2):
        limited = evaluate(problem, limits=Limits(nodes=nodes))
        assert (limited.status, limited.value) == (Status.LIMIT, None)
        assert nodes <= limited.states < whole.states and 0 <= limited.share < 1
    assert evaluate(problem, limits=Limits(nodes=whole.states)).value == whole.value
    assert evaluate(problem, limits=Limits(seconds=0)).status is Status.LIMIT
    pressed = threading.Event()
    pressed.set()
    assert evaluate(problem, cancel=pressed).status is Status.CANCELLED


def test_progress_goes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("tilewright.solving.steps.STEP_SECONDS", 0.001)
    seen: list[Progress] = []
    evaluate(domino_problem(15, 15, monominoes=True), on_progress=seen.append)
    assert len(seen) > 5 and not any(p.listed for p in seen)
    assert all(a.nodes <= b.nodes for a, b in pairwise(seen))
    assert 0 <= seen[0].share < seen[-1].share <= 1


# Checkpoints


def resumed(path: Path, problem: CoverProblem, nodes: Iterable[int], modulus: int) -> Evaluation[int]:
    """A count that is ended at numbers of states, and resumed after each."""
    limits = [Limits(nodes=number) for number in nodes]
    evaluation = evaluate(problem, limits=limits[0], checkpoint=path, modulus=modulus)
    for limit in limits[1:]:
        assert evaluation.status is Status.LIMIT
        evaluation = evaluate(problem, threads=2, limits=limit, resume=path, modulus=modulus)
    return evaluate(problem, resume=path, modulus=modulus)


@pytest.mark.parametrize("modulus", (0, 1, 10**6, 2**63 - 1))
def test_a_count_that_was_ended_goes_on(tmp_path: Path, modulus: int) -> None:
    problem = domino_problem(13, 13, monominoes=True)
    whole = evaluate(problem, modulus=modulus)
    stops = [whole.states * k // 9 for k in range(9)]
    evaluation = resumed(tmp_path / "keep", problem, stops, modulus)
    assert (evaluation.status, evaluation.value, evaluation.states) == (
        Status.COMPLETE,
        whole.value,
        whole.states,
    )
    assert files.kind_of(tmp_path / "keep") == PROFILE_SWEEP.checkpoint_kind
    again = evaluate(problem, resume=tmp_path / "keep", limits=Limits(seconds=0), modulus=modulus)
    assert (again.status, again.value) == (Status.COMPLETE, whole.value)


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    path, problem = tmp_path / "keep", domino_problem(12, 12, monominoes=True)
    evaluate(problem, limits=Limits(nodes=100_000), checkpoint=path)
    with pytest.raises(CheckpointError, match="another puzzle"):
        evaluate(domino_problem(12, 11, monominoes=True), resume=path)
    with pytest.raises(CheckpointError, match="another question"):
        evaluate(SweepQuery(problem, (0,)), resume=path)
    with pytest.raises(CheckpointError, match="another question"):
        evaluate(problem, modulus=7, resume=path)
    with pytest.raises(CheckpointError, match="profile-sweep"):
        sweep(SweepQuery(problem), COUNT, control=Control(resume=path))
    data = path.read_bytes()
    path.write_bytes(data[:-40] + bytes([data[-40] ^ 1]) + data[-39:])
    with pytest.raises(CheckpointError, match="damaged"):
        evaluate(problem, resume=path)


def test_a_checkpoint_needs_the_memory_that_it_was_made_with(tmp_path: Path) -> None:
    path, problem = tmp_path / "keep", domino_problem(16, 16, monominoes=True)
    whole = evaluate(problem)
    evaluate(problem, limits=Limits(nodes=whole.states // 2), checkpoint=path)
    short = profile_sweep.count(SweepQuery(problem), Resources(1, LEAST_MEMORY), Control(resume=path))
    assert (short.status, short.value) == (Status.LIMIT, None) and "memory" in short.note
    assert evaluate(problem, resume=path).value == whole.value  # and the checkpoint is as it was


# How long it takes


def test_the_expected_time_grows_with_the_work() -> None:
    resources = Resources(1, 1 << 34)
    times = [
        profile_sweep.expected_seconds(SweepQuery(domino_problem(n, n, monominoes=True)), resources)
        for n in range(6, 26, 2)
    ]
    assert all(a < b for a, b in pairwise(times)) and times[-1] > 100 * times[-4]
