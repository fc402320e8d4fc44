"""Engines that count without visiting solutions one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.solve.engines.base import Status
from tilewright.solve.engines.frontier.semirings import COUNT
from tilewright.solve.engines.frontier.sweep import Evaluation, Query, sweep
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Cancelled, Control, StepLoop


@dataclass(frozen=True)
class Counter:
    """An engine by name that answers "how many" for a query: what it is, what it refuses, how it counts.

    ``weighs`` tells whether it takes weights of options and options that cover an item several times.
    """

    name: str
    summary: str
    unsupported: Callable[[Query], str]
    count: Callable[[Query, Resources, Control], Evaluation[int]]
    weighs: bool


def _sweep(query: Query, resources: Resources, control: Control) -> Evaluation[int]:
    return sweep(query, COUNT, resources, control)


FRONTIER = Counter(
    name="frontier",
    summary="one sweep that merges equal states: counts without listing, costs, fair samples",
    unsupported=lambda query: query.refusal,
    count=_sweep,
    weighs=True,
)


def _kasteleyn_unsupported(query: Query) -> str:
    if query.times or query.weights:
        return "its options are weighted, or cover an item several times"
    if any(len(uses) != 2 for uses in query.problem.options):  # at once, before any graph is made
        return "each option has to cover exactly two items, and nothing else"
    from tilewright.solve.engines.kasteleyn import counting

    return counting.unsupported(query.problem, query.prefix)


def _determinant(query: Query, resources: Resources, control: Control) -> Evaluation[int]:
    from tilewright.solve.engines.kasteleyn import counting

    loop = StepLoop(control)
    try:
        value = counting.count_matchings(query.problem, query.prefix, max(1, resources.threads), loop)
    except Cancelled as cancelled:
        return Evaluation(cancelled.status, None, 0, loop.seconds, cancelled.share)
    return Evaluation(Status.COMPLETE, value, 0, loop.seconds, 1.0)


KASTELEYN = Counter(
    name="kasteleyn",
    summary="determinants: domino tilings, and perfect matchings of any planar graph, of thousands of cells",
    unsupported=_kasteleyn_unsupported,
    count=_determinant,
    weighs=False,
)

COUNTERS: dict[str, Counter] = {counter.name: counter for counter in (FRONTIER, KASTELEYN)}
