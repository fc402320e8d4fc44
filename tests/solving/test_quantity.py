"""Numbers from independent estimates: intervals where they agree, else lower bounds."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.solving.quantity import (
    BOUND_CONFIDENCE,
    LEAST_REPETITIONS,
    Kind,
    assess,
    exactly,
    lower_bound,
)

AMOUNTS = st.floats(0, 1e300, allow_subnormal=False)


def lognormal(random: Random, count: int, spread: float) -> list[float]:
    """Numbers with the mean 1."""
    return [math.exp(random.gauss(-(spread**2) / 2, spread)) for _ in range(count)]


@pytest.mark.parametrize("spread", [0.3, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("count", [3, 16])
def test_lower_bounds_hold_whatever_the_distribution(spread: float, count: int) -> None:
    random = Random(1)
    bounds = [lower_bound(lognormal(random, count, spread)) for _ in range(400)]
    wrong = sum(bound > 1 for bound in bounds)
    assert wrong <= 400 * (1 - BOUND_CONFIDENCE) + 4  # four standard deviations above what is expected
    assert sorted(bounds)[200] > 1e-3  # and say something


def test_lower_bounds_hold_where_one_in_many_is_large() -> None:
    random = Random(2)
    wrong = 0
    for _ in range(1_000):
        values = [1.0 + (9_900.0 if random.random() < 0.01 else 0.0) for _ in range(12)]  # mean 100
        wrong += lower_bound(values) > 100
    assert wrong <= 18


def test_a_bound_is_close_where_values_are_equal() -> None:
    assert 0.6 < lower_bound([5.0] * 16) / 5.0 < 0.7
    assert 0.9 < lower_bound([5.0] * 100) / 5.0 < 1.0
    assert lower_bound([0.0, 0.0, 1.0]) < 1 / 3


@given(st.lists(AMOUNTS, max_size=12), st.integers(0, 10**6))
def test_what_is_certain_is_never_denied(values: list[float], certain: int) -> None:
    quantity = assess(values, certain=certain)
    assert quantity.repetitions == len(values)
    if quantity.kind is Kind.UNKNOWN:
        assert not certain and not any(values)
        return
    assert quantity.value is not None and quantity.value >= certain * (1 - 1e-9)
    if quantity.kind is Kind.ESTIMATE:
        assert quantity.low is not None and quantity.high is not None
        assert certain <= quantity.low <= quantity.value <= quantity.high


@given(st.lists(AMOUNTS, min_size=8, max_size=12), st.integers(-900, 900))
def test_a_power_of_two_changes_the_scale_alone(values: list[float], exponent: int) -> None:
    plain, scaled = assess(values), assess(values, exponent=exponent)
    assert plain.kind is scaled.kind and plain.largest_share == scaled.largest_share
    if plain.log10 is not None and scaled.log10 is not None:
        assert scaled.log10 - plain.log10 == pytest.approx(exponent * math.log10(2), abs=1e-6)


def test_intervals_need_enough_repetitions_that_agree() -> None:
    agreeing = [90.0, 100.0, 110.0, 95.0, 105.0, 100.0, 98.0, 102.0]
    quantity = assess(agreeing)
    assert len(agreeing) == LEAST_REPETITIONS and quantity.kind is Kind.ESTIMATE
    assert quantity.value == pytest.approx(100) and quantity.low is not None and quantity.high is not None
    assert 90 < quantity.low < 100 < quantity.high < 110
    assert assess(agreeing[:-1]).kind is Kind.AT_LEAST
    outlier = assess([*agreeing, 2_000.0])
    assert outlier.kind is Kind.AT_LEAST and outlier.largest_share == pytest.approx(2_000 / 2_800)
    assert outlier.confidence == BOUND_CONFIDENCE and outlier.value is not None and outlier.value < 200
    counted = assess([*agreeing, 2_000.0], certain=150)
    assert (counted.kind, counted.value, counted.confidence) == (Kind.AT_LEAST, 150, 1.0)


def test_an_interval_below_what_was_counted_gives_way() -> None:
    quantity = assess([100.0, 101.0] * 6, certain=400)
    assert (quantity.kind, quantity.value, quantity.confidence) == (Kind.AT_LEAST, 400, 1.0)


def test_intervals_hold_about_as_often_as_they_say() -> None:
    random = Random(3)
    inside = total = 0
    for _ in range(500):
        quantity = assess(lognormal(random, 12, 0.3))
        if quantity.kind is Kind.ESTIMATE and quantity.low is not None and quantity.high is not None:
            total += 1
            inside += quantity.low <= 1 <= quantity.high
    assert total > 450 and 0.93 < inside / total < 0.995


def test_numbers_beyond_floats() -> None:
    large = assess([1.0] * 10, exponent=2_000)
    assert large.value == math.inf and large.log10 == pytest.approx(2_000 * math.log10(2))
    endless = assess([math.inf, 1.0])
    assert (endless.kind, endless.value) == (Kind.AT_LEAST, math.inf)
    whole = exactly(10**400)
    assert whole.value == 10**400 and whole.log10 == pytest.approx(400)
    assert exactly(0).log10 is None


def test_other_units() -> None:
    quantity = assess([100.0, 101.0] * 6)
    seconds = quantity.times(0.01)
    assert quantity.high is not None and quantity.log10 is not None
    assert seconds.high == pytest.approx(quantity.high / 100) and seconds.kind is Kind.ESTIMATE
    assert seconds.log10 == pytest.approx(quantity.log10 - 2)
    assert quantity.times(0.0).kind is Kind.UNKNOWN
