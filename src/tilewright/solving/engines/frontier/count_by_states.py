"""Which sweep counts: one with tables of the states that occur, or one whose time is known beforehand.

How many states occur is not known before they are met. So the sweep over them may spend about what the other
one is certain to take; it goes on only where it seems to be done soon.
"""

from __future__ import annotations

from math import ceil, inf
from typing import TypeVar

from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.frontier.semirings import Semiring
from tilewright.solving.engines.frontier.sweep import Evaluation, ModularAdapter, Stop, SweepQuery, sweep
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Status

Value = TypeVar("Value")

AT_ONCE = 0.01  # seconds: less is not worth a look at the states
STOPS = ((1 / 16, 1 / 80), (0.7, 0.7), (1.5, 1.0))
"""After these shares of the other's time, this share must be done."""


def predictable_counter(
    query: SweepQuery, resources: Resources, modulus: int = 0
) -> tuple[Engine, float] | None:
    """The engine with the least time that is known beforehand, and that time; None without one.

    With a ``modulus`` the solutions are counted modulo that.
    """
    best: tuple[Engine, float] | None = None
    for engine in engines_with("modular", "predictable"):
        adapter = engine.loaded_adapter
        if adapter.unsupported_query(query):
            continue
        seconds = adapter.expected_seconds(query, resources, modulus)
        if seconds < (inf if best is None else best[1]):
            best = engine, seconds
    return best


def count_by_states(
    engine: Engine,
    query: SweepQuery,
    weighted: SweepQuery,
    semiring: Semiring[Value],
    resources: Resources,
    control: Control,
) -> tuple[Engine, Evaluation[Value]]:
    """The number of solutions, and the engine that counted them: ``engine``, or one of a predictable time.

    ``weighted`` is the query for ``engine``: it may stand for the same solutions with fewer options. The
    ``semiring`` is one that a ModularAdapter takes. What is spent on a sweep that is abandoned is not in the
    number of states.
    """
    other = predictable_counter(query, resources, semiring.modulus)
    if other is None:
        return engine, sweep(weighted, semiring, resources, control)
    second, seconds = other
    adapter: ModularAdapter = second.loaded_adapter
    if seconds > AT_ONCE and not weighted.refusal:
        stops = [Stop(ceil(part * seconds / weighted.state_seconds()), share) for part, share in STOPS]
        evaluation = sweep(weighted, semiring, resources, control, stops)
        if evaluation.status is Status.COMPLETE or not (evaluation.abandoned or evaluation.note):
            return engine, evaluation
    return second, adapter.evaluate(query, semiring, resources, control)
