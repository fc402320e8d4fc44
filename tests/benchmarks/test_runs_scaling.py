"""The simulation of large crowds of workers: no search is lost in it, and it tells what must be so."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runs_profile import Profile
from runs_scaling import Setting, saturation, simulate
from runs_scaling_profiles import BOARD1, EXECUTORS, ROOK, Costs

FREE = Costs(task=0, scan=0, result=0, rest=0, solution=0, worker=0, most=10_000)

PROFILES = st.builds(
    Profile,
    name=st.just("made up"),
    seconds=st.floats(0.1, 2_000),
    first=st.lists(st.integers(1, 1_000), min_size=1, max_size=20).map(tuple),
    splits=st.lists(
        st.lists(st.integers(1, 1_000), min_size=2, max_size=8).map(tuple), min_size=1, max_size=4
    ).map(tuple),
    dust=st.just(0),
    cut=st.floats(0, 0.1),
    solutions=st.floats(0, 1_000),
    spread=st.floats(0, 3),
)


@settings(max_examples=settings().max_examples // 2)
@given(PROFILES, st.integers(1, 50), st.integers(0, 9))
def test_the_whole_tree_is_searched_and_nobody_works_twice_at_once(
    profile: Profile, workers: int, seed: int
) -> None:
    got = simulate(Setting(profile, workers, EXECUTORS["dask"]), seed)
    assert got.searched == pytest.approx(profile.seconds)
    assert 0 < got.efficiency <= 1
    assert got.seconds >= profile.seconds / workers
    assert got.results >= len(profile.first)


def test_one_worker_that_costs_nothing_loses_nothing() -> None:
    got = simulate(Setting(replace(BOARD1, cut=0.0, dust=0), 1, FREE))
    assert got.efficiency > 0.99


def test_the_same_seed_gives_the_same() -> None:
    setting = Setting(BOARD1, 10, EXECUTORS["threads"])
    assert simulate(setting, 1) == simulate(setting, 1) != simulate(setting, 2)


def test_the_coordinator_takes_no_more_than_it_can() -> None:
    costs = Costs(task=0.05, scan=0, result=0.05, rest=0, solution=0, worker=0, most=100)
    got = simulate(Setting(replace(BOARD1, solutions=0.0), 100, costs))
    assert got.results / got.seconds <= saturation(costs, 100, 0) * 1.001
    assert got.busy > 0.9


def test_a_tree_without_end_is_simulated_for_a_while() -> None:
    got = simulate(Setting(replace(ROOK, dust=0, splits=((1,) * 4,)), 20, FREE))
    assert 0.9 < got.late <= 1
    assert not math.isinf(got.searched)
