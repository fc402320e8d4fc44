"""The progress of a run: unbiased estimates, intervals that hold, texts, the speed."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from tilewright.runs.progress import (
    ALL,
    ENOUGH_DIVES,
    NOTHING,
    UNKNOWN,
    WINDOW_SECONDS,
    Bounds,
    ProgressEstimate,
    RunTotals,
    SpeedMeter,
    estimate_of_round,
    progress_of,
    remaining_text,
    share_text,
    short_share_text,
)

SIZES = [10_000, 2_000, 2_000, 500, 100, 100, 50, 1]
"""The nodes of tasks that wait, and the shares that they are wrongly held to have."""
SHARES = [0.15, 0.2, 0.02, 0.02, 0.1, 0.04, 0.02, 0.05]
DONE = 5_000


def a_round(chance: random.Random, tasks: int, dives: int = 16) -> ProgressEstimate:
    """What dives say that find 3 times the nodes in one of 3 cases, and nothing else."""
    drawn = chance.choices(range(len(SIZES)), SHARES, k=tasks)
    numbers = [3.0 * SIZES[task] * (chance.random() < 1 / 3) for task in drawn]
    return estimate_of_round(DONE, sum(SHARES), [SHARES[task] for task in drawn], numbers, dives)


def test_rounds_are_unbiased() -> None:
    chance = random.Random(1)
    estimate = a_round(chance, 4)
    for _ in range(2_000):
        estimate = estimate.combined(a_round(chance, 4))
    assert estimate.nodes == pytest.approx(DONE + sum(SIZES), rel=0.1)
    assert estimate.ahead == pytest.approx(sum(SIZES), rel=0.1)
    assert abs(estimate.nodes - DONE - sum(SIZES)) < 4 * estimate.error < 0.15 * sum(SIZES)


def test_the_interval_covers_the_truth() -> None:
    truth = DONE / (DONE + sum(SIZES))
    right = told = 0
    for seed in range(200):
        chance = random.Random(seed)
        estimate = a_round(chance, 50)
        for _ in range(3):
            estimate = estimate.combined(a_round(chance, 50))
        share = estimate.share(DONE)
        right += share.low <= truth <= share.high
        told += share.low > 0
    assert right >= 190 and told >= 190


def test_late_rounds_weigh_more() -> None:
    early = estimate_of_round(10, 0.9, [0.1] * 10, [100.0] * 10, 200)
    late = estimate_of_round(500, 0.09, [0.01] * 10, [20.0] * 10, 200)
    both = early.combined(late)
    assert early.nodes == pytest.approx(910) and late.nodes == pytest.approx(680)
    assert both.nodes == pytest.approx(680, rel=0.01) and both.dives == 4_000


def test_few_dives_give_only_a_bound() -> None:
    wild = ProgressEstimate(dives=10 * ENOUGH_DIVES, weight=1.0, nodes=1e12, ahead=1e12, error=0.9e12)
    assert wild.share(10**6).low == 0.0 and wild.share(10**6).high == pytest.approx(2e-5)
    assert share_text(wild.share(10**6)) == "less than 0.01% of the nodes"
    assert wild.share(10**11) == UNKNOWN
    few = ProgressEstimate(dives=ENOUGH_DIVES - 1, weight=1.0, nodes=1e6, ahead=1e6, error=1e4)
    assert few.share(10**5) == UNKNOWN


def test_an_exceeded_estimate_gives_no_share() -> None:
    wrong = ProgressEstimate(dives=ENOUGH_DIVES, weight=1.0, nodes=1_000.0, ahead=600.0, error=10.0)
    assert wrong.share(2_000) == UNKNOWN
    assert 0.6 < wrong.share(900).low < wrong.share(900).high < 1


def test_shares_grow_and_stay_below_one() -> None:
    estimate = ProgressEstimate(dives=ENOUGH_DIVES, weight=1.0, nodes=1e6, ahead=9e5, error=9e4)
    shares = [estimate.share(done) for done in range(10_000, 1_000_000, 10_000)]
    assert all(one.low <= other.low and one.high <= other.high for one, other in pairwise(shares))
    for one in shares:
        assert one.low < 1 and "100%" not in share_text(one)


@pytest.mark.parametrize(
    ("share", "short", "words"),
    [
        (ALL, "100%", "100%"),
        (UNKNOWN, "?", "not known yet"),
        (Bounds(0, 0), "0%", "0% of the nodes"),
        (Bounds(0, 0.3), "<30%", "less than 30% of the nodes"),
        (Bounds(0, 1e-9), "<0.01%", "less than 0.01% of the nodes"),
        (Bounds(0, 0.6), "?", "not known yet"),
        (Bounds(0.304, 0.451), "30 to 45%", "about 30 to 45% of the nodes"),
        (Bounds(0.302, 0.304), "30%", "about 30% of the nodes"),
        (Bounds(0.0012, 0.0034), "0.12 to 0.34%", "about 0.12 to 0.34% of the nodes"),
        (Bounds(0.96, 1.0), "96 to 99%", "about 96 to 99% of the nodes"),
    ],
)
def test_share_text(share: Bounds, short: str, words: str) -> None:
    assert (short_share_text(share), share_text(share)) == (short, words)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (None, ""),
        (Bounds(7_200, 18_000), "2 to 5 h left"),
        (Bounds(2_400, 10_800), "40 min to 3 h left"),
        (Bounds(600, 602), "about 10 min left"),
        (Bounds(3 * 86_400, math.inf), "more than 3 days left"),
        (Bounds(1e20, math.inf), "more than a million years left"),
        (Bounds(0.2, 8), "0 to 8 s left"),
    ],
)
def test_remaining_text(left: Bounds | None, words: str) -> None:
    assert remaining_text(left) == words


def test_speed_is_measured_over_the_last_half_minute() -> None:
    speed = SpeedMeter(1_000)
    assert speed.nodes_per_second(0.0, 1_000) == 0.0
    assert speed.nodes_per_second(10.0, 2_000) == pytest.approx(100)
    for second in range(11, 200):
        slow = speed.nodes_per_second(float(second), 2_000 + 10 * (second - 10))
    assert slow == pytest.approx(10)
    assert speed.nodes_per_second(200.0 + 10 * WINDOW_SECONDS, 3_890) == pytest.approx(0, abs=0.01)


def test_nothing_is_done_where_dives_ended_at_once_before_any_node() -> None:
    estimate = estimate_of_round(0, 1.0, [0.5, 0.5], [0.0, 0.0], 16)
    totals = RunTotals(2, 0, 0, 0.0, 0, 0, 0, 0, 0.0)
    progress = progress_of(totals, 0.2, estimate=estimate, nodes_per_second=1.0, exhaustive=True)
    assert (progress.share, progress.remaining_s) == (NOTHING, None)
