"""Which sweep counts: one with tables of the states that occur, or one whose time is known beforehand.

How many states occur is not known before they are met. So the sweep over them may spend about what the other
one is certain to take; it goes on only where it seems to be done soon.
"""

from __future__ import annotations

from math import ceil, inf

from tilewright.solve.engines.base import Engine, Status
from tilewright.solve.engines.frontier.semirings import COUNT
from tilewright.solve.engines.frontier.sweep import CountAdapter, Evaluation, Stop, SweepQuery, sweep
from tilewright.solve.engines.registry import engines_with
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Control

AT_ONCE = 0.01  # seconds: less is not worth a look at the states
STOPS = ((1 / 16, 1 / 80), (0.7, 0.7), (1.5, 1.0))
"""After these shares of the other's time, this share must be done."""


def predictable_counter(query: SweepQuery, resources: Resources) -> tuple[Engine, float] | None:
    """The engine with the least time that is known beforehand, and that time; None without one."""
    best: tuple[Engine, float] | None = None
    for engine in engines_with("counts", "predictable"):
        adapter = engine.loaded_adapter
        if adapter.unsupported_query(query):
            continue
        seconds = adapter.expected_seconds(query, resources)
        if seconds < (inf if best is None else best[1]):
            best = engine, seconds
    return best


def count_by_states(
    engine: Engine, query: SweepQuery, weighted: SweepQuery, resources: Resources, control: Control
) -> tuple[Engine, Evaluation[int]]:
    """The number of solutions, and the engine that counted them: ``engine``, or one of a predictable time.

    ``weighted`` is the query for ``engine``: it may stand for the same solutions with fewer options. What is
    spent on a sweep that is abandoned is not in the number of states.
    """
    other = predictable_counter(query, resources)
    if other is None:
        adapter: CountAdapter = engine.loaded_adapter
        return engine, adapter.count(weighted, resources, control)
    second, seconds = other
    if seconds > AT_ONCE and not weighted.refusal:
        stops = [Stop(ceil(part * seconds / weighted.state_seconds()), share) for part, share in STOPS]
        found = sweep(weighted, COUNT, resources, control, stops)
        if found.status is Status.COMPLETE or not (found.abandoned or found.note):
            return engine, found
    return second, second.loaded_adapter.count(query, resources, control)
