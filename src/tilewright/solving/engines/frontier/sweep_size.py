"""How large a sweep of the frontier will be, before it starts.

``forecast`` expands a share of the states at each place, and cannot see that most of the others would have
become equal; for boards with holes it is thousands of times too high. ``state_growth`` expands all states of
the first places; their number shows how much a live item is worth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeVar

from tilewright import _core
from tilewright.cancellation import check_cancelled
from tilewright.solving import costs
from tilewright.solving.engines.frontier.semirings import Semiring
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, StepLoop

WIDTH, BUDGET = 1_000, 400_000  # states expanded a place, and in all, to forecast a sweep
# Forecasts that leave states out are high: of 6x10 pentominoes four times, of 8x8 boards with thirteen
# pieces twenty times.
BIAS = 0.2
OVERHEAD = 2.5  # of a table, over the bytes of its states
TABLE_OVERHEAD = 2.0  # the same, for tables of a sweep whose growth is measured
TRIAL_STATES = 400_000  # a tenth of a second
STEP = 5_000  # states between two checks for cancellation

Value = TypeVar("Value")


@dataclass(frozen=True)
class Forecast:
    """What a sweep that counts is expected to need.

    ``order`` names the order of items, ``state_bits`` is the length of a state. ``log2_bound``: two to this
    many states, at the places where options begin, if any of the items that live there could be covered or
    not. ``states`` in all, ``live`` at a time, ``bytes`` of tables,
    ``seconds`` on one thread of a machine of 2024. ``exact``: all states were gone through. Otherwise
    only some were, and the guess may be several times too high or too low. ``refusal`` is "" or why the
    engine does not take the problem; the numbers are then 0.
    """

    order: str
    state_bits: int
    log2_bound: float
    states: float
    live: float
    bytes: float
    seconds: float
    exact: bool
    refusal: str = ""


def forecast(query: SweepQuery) -> Forecast:
    """The forecast for a query: a sweep that expands a part of the states at each place."""
    plan = query.plan
    bits, bound = plan.state_bits, plan.log_states
    if plan.refusal:
        return Forecast(plan.order, bits, bound, 0, 0, 0, 0, exact=False, refusal=plan.refusal)
    estimator = plan.estimator(WIDTH, BUDGET)
    while not estimator.advance(STEP):
        check_cancelled()
    states, live, whole = estimator.estimate()
    if not whole:
        states, live = states * BIAS, live * BIAS
    size = live * 8 * (bits // 64 + 3) * OVERHEAD
    seconds = costs.SWEEP_SETUP + states * query.state_seconds()
    return Forecast(plan.order, bits, bound, states, live, size, seconds, exact=whole)


@dataclass(frozen=True)
class StateGrowth:
    """What a sweep is expected to hold at a time: ``live`` states, ``bytes`` of tables.

    ``whole``: the trial came to the end, the numbers are those of the sweep. Otherwise they are low: sweeps
    of clumsy packings (dominoes to 13 x 13, trominoes and tetrominoes to 10 x 10) took 1 to 9 times as many
    bytes, the more the longer they went on after the trial.
    """

    live: float
    bytes: float
    whole: bool


def state_growth(
    query: SweepQuery, semiring: Semiring[Value], resources: Resources, control: Control
) -> StateGrowth:
    """The growth of a sweep, from up to TRIAL_STATES of its states; a limit or a stop ends it sooner.

    If s states live at a place where k items are open, and the most items that are open anywhere are m, there
    will be 2^(b * m) states, with b = log2(s) / k at its largest over the second half of the trial.
    """
    plan = query.plan
    live = plan.live
    search = query.start(semiring, resources)
    loop = StepLoop(control)
    seen: dict[int, float] = {}
    least = float(search.bytes)
    while search.states < TRIAL_STATES and loop.interruption is None:
        status = search.advance(STEP)
        if status is _core.SweepStatus.complete:
            return StateGrowth(search.most_live, search.peak, whole=True)
        if status is _core.SweepStatus.memory:
            least = resources.bytes() + 1.0
            break
        if search.at_rest and search.place < len(live) and live[search.place] > 0:
            seen[search.place] = math.log2(max(2, search.live)) / live[search.place]
    rates = list(seen.values())
    expected = 2.0 ** min(1000.0, max(rates[len(rates) // 2 :], default=0.0) * max(live))
    size = max(least, search.peak, expected * search.slot_bytes * TABLE_OVERHEAD)
    return StateGrowth(max(expected, search.most_live), size, whole=False)
