"""Which sweep counts: neither takes much longer than the quicker one would, and both find the same number."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.frontier_problems import (
    SQUARE,
    Packing,
    domino_problem,
    dominoes_by_profile,
    queries,
    rectangle,
    shapes,
    total,
)
from tilewright.solving.engines.frontier import count_by_states as module
from tilewright.solving.engines.frontier.count_by_states import count_by_states, predictable_counter
from tilewright.solving.engines.frontier.semirings import COUNT, modulo
from tilewright.solving.engines.frontier.sweep import Stop, SweepQuery, sweep
from tilewright.solving.engines.registry import FRONTIER, PROFILE_SWEEP
from tilewright.solving.resources import LEAST_MEMORY, Resources
from tilewright.solving.steps import Control, Limits, Status

ONE = Resources(threads=1, memory=1 << 30)


def mixed(width: int, height: int) -> SweepQuery:
    """Monomers and dimers: nearly all profiles occur."""
    return SweepQuery(domino_problem(width, height, monominoes=True))


def straight(width: int, height: int) -> SweepQuery:
    """Straight trominoes: few profiles occur."""
    forms = tuple(form for form in shapes(SQUARE, 3) if len({x for x, _ in form}) != 2)
    assert len(forms) == 2
    return SweepQuery(Packing(SQUARE, rectangle(width, height), (), ((forms, None),)).problem)


@given(queries(weights=False))
def test_the_number_is_right_whoever_counts(query: SweepQuery) -> None:
    if query.refusal:
        return
    engine, evaluation = count_by_states(FRONTIER, query, query, COUNT, ONE, Control())
    assert evaluation.value == total(query)
    assert engine in (FRONTIER, PROFILE_SWEEP)


@given(queries(weights=False), st.integers(1, 9) | st.integers(1, 2**63 - 1))
def test_the_residue_is_right_whoever_counts(query: SweepQuery, modulus: int) -> None:
    if query.refusal:
        return
    _, evaluation = count_by_states(FRONTIER, query, query, modulo(modulus), ONE, Control())
    assert evaluation.value == total(query) % modulus


@pytest.mark.parametrize("modulus", [2, 10**9 + 7, 2**63 - 1])
def test_a_residue_takes_the_table_where_the_count_does(modulus: int) -> None:
    for query in (mixed(10, 10), mixed(20, 20)):
        count, residue = (predictable_counter(query, ONE, m) for m in (0, modulus))
        assert count is not None and residue is not None
        assert residue[0] is count[0] and residue[1] < count[1]
    engine, evaluation = count_by_states(
        FRONTIER, mixed(10, 10), mixed(10, 10), modulo(modulus), ONE, Control()
    )
    assert engine is PROFILE_SWEEP
    assert evaluation.value == dominoes_by_profile(10, 10, monominoes=True) % modulus


def test_a_table_is_taken_at_once_where_that_is_quick() -> None:
    engine, evaluation = count_by_states(FRONTIER, mixed(10, 10), mixed(10, 10), COUNT, ONE, Control())
    assert engine is PROFILE_SWEEP
    assert evaluation.value == dominoes_by_profile(10, 10, monominoes=True)


def test_a_sweep_over_many_states_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 0.0)
    query = mixed(16, 16)
    for threads in (1, 2):
        engine, evaluation = count_by_states(
            FRONTIER, query, query, COUNT, Resources(threads, 1 << 30), Control()
        )
        assert engine is PROFILE_SWEEP and evaluation.status is Status.COMPLETE
        assert evaluation.value == sweep(query, COUNT).value


def test_a_sweep_over_few_states_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 0.0)
    query = straight(9, 12)
    alone = sweep(query, COUNT)
    engine, evaluation = count_by_states(FRONTIER, query, query, COUNT, ONE, Control())
    assert engine is FRONTIER
    assert (evaluation.value, evaluation.states) == (alone.value, alone.states)


def test_without_room_for_the_table_states_are_counted() -> None:
    query = straight(9, 12)
    short = Resources(1, LEAST_MEMORY)
    assert predictable_counter(query, short) is None
    engine, evaluation = count_by_states(FRONTIER, query, query, COUNT, short, Control())
    assert engine is FRONTIER and evaluation.value == sweep(query, COUNT).value


def test_a_table_counts_where_the_states_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STOPS", ((1e9, 0.0),))
    monkeypatch.setattr(module, "AT_ONCE", 0.0)
    query = mixed(16, 16)
    short = Resources(1, 1 << 21)
    assert "memory" in sweep(query, COUNT, short).note
    engine, evaluation = count_by_states(FRONTIER, query, query, COUNT, short, Control())
    assert engine is PROFILE_SWEEP and evaluation.value == sweep(query, COUNT).value


def test_weights_stay_with_the_sweep_over_states() -> None:
    plain = straight(6, 6)
    weighted = replace(plain, weights=(3,) * len(plain.problem.options))
    assert predictable_counter(weighted, ONE) is None
    engine, evaluation = count_by_states(FRONTIER, weighted, weighted, COUNT, ONE, Control())
    want = sweep(plain, COUNT).value
    assert want is not None
    assert engine is FRONTIER and evaluation.value == want * 3**12


def test_a_limit_or_a_cancellation_ends_either() -> None:
    pressed = threading.Event()
    pressed.set()
    for query in (mixed(10, 10), mixed(20, 20)):
        assert (
            count_by_states(FRONTIER, query, query, COUNT, ONE, Control(cancel=pressed))[1].status
            is Status.CANCELLED
        )
        late = Control(limits=Limits(seconds=0))
        assert count_by_states(FRONTIER, query, query, COUNT, ONE, late)[1].status is Status.LIMIT


def test_stops_of_a_sweep() -> None:
    query = mixed(12, 12)
    whole = sweep(query, COUNT)
    stop = sweep(query, COUNT, ONE, stops=[Stop(1_000, 0.0), Stop(20_000, 0.9)])
    assert stop.abandoned and stop.status is Status.LIMIT and 20_000 <= stop.states < whole.states
    far = sweep(query, COUNT, ONE, stops=[Stop(1_000, 0.0), Stop(whole.states * 2, 1.0)])
    assert not far.abandoned and (far.value, far.states) == (whole.value, whole.states)
    late = sweep(query, COUNT, ONE, Control(limits=Limits(seconds=0)), [Stop(1_000, 1.0)])
    assert late.status is Status.LIMIT and not late.abandoned
