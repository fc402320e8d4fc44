"""What a sweep will hold, judged from its first places."""

from __future__ import annotations

import threading

import pytest

from support.frontier_problems import domino_problem
from tilewright.solving.engines.frontier import sweep_size
from tilewright.solving.engines.frontier.semirings import COUNT
from tilewright.solving.engines.frontier.sweep import SweepQuery, sweep
from tilewright.solving.resources import LEAST_MEMORY, Resources
from tilewright.solving.steps import Control, Limits

SMALL = SweepQuery(domino_problem(6, 6, monominoes=True))
LARGE = SweepQuery(domino_problem(16, 30, monominoes=True))


def test_a_small_sweep_is_measured_whole() -> None:
    growth = sweep_size.state_growth(SMALL, COUNT, Resources(1), Control())
    real = sweep(SMALL, COUNT, Resources(1), Control())
    assert growth.whole and growth.bytes == real.peak and growth.live >= 2**6


def test_a_large_one_is_judged_by_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_size, "TRIAL_STATES", 100_000)
    growth = sweep_size.state_growth(LARGE, COUNT, Resources(1), Control())
    real = sweep(LARGE, COUNT, Resources(1), Control())
    assert not growth.whole
    assert real.peak / 10 < growth.bytes < 4 * real.peak


@pytest.mark.parametrize("control", [Control(Limits(seconds=0)), Control(cancel=threading.Event())])
def test_a_limit_or_the_button_ends_it(control: Control) -> None:
    if control.cancel is not None:
        control.cancel.set()
    assert not sweep_size.state_growth(LARGE, COUNT, Resources(1), control).whole


def test_a_front_beyond_the_bound_ends_it() -> None:
    growth = sweep_size.state_growth(LARGE, COUNT, Resources(1, LEAST_MEMORY), Control())
    assert not growth.whole and growth.bytes > LEAST_MEMORY / 2
