"""How large a sweep of the frontier will be, before it is begun."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.solve.engines.frontier.sweep import Query

# Times are those of one thread on a machine of 2024; only their ratios to other engines' times matter.
STATE_SECONDS = 150e-9  # and half as much again for each word of a state after the first
SETUP_SECONDS = 3e-3  # of a sweep: orders to try, tables to lay out
WIDTH, BUDGET = 1_000, 400_000  # states expanded a place, and in all, to forecast a sweep
# Forecasts that leave states out are high: of 6x10 pentominoes four times, of 8x8 boards with thirteen
# pieces twenty times.
BIAS = 0.2
ROOM = 2.5  # of a table, over the bytes of its states


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


def forecast(query: Query) -> Forecast:
    """The forecast for a query: a sweep that expands a part of the states at each place."""
    plan = query.plan
    bits, bound = plan.state_bits, plan.log_states
    if plan.refusal:
        return Forecast(plan.order, bits, bound, 0, 0, 0, 0, exact=False, refusal=plan.refusal)
    states, live, whole = plan.forecast(WIDTH, BUDGET)
    if not whole:
        states, live = states * BIAS, live * BIAS
    words = bits // 64 + 1
    seconds = SETUP_SECONDS + states * STATE_SECONDS * (1 + (words - 1) / 2)
    return Forecast(
        plan.order, bits, bound, states, live, live * 8 * (words + 2) * ROOM, seconds, exact=whole
    )
