"""Engines that count without visiting solutions one by one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.solve.engines.base import Progress, Status
from tilewright.solve.engines.frontier.semirings import COUNT
from tilewright.solve.engines.frontier.sweep import Evaluation, Query, sweep
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Control, interruption


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


class _Stop(Exception):  # noqa: N818 - no error: a limit or a button
    def __init__(self, status: Status) -> None:
        super().__init__()
        self.status = status


def _kasteleyn_unsupported(query: Query) -> str:
    if query.times or query.weights:
        return "its options are weighted, or cover an item several times"
    if any(len(uses) != 2 for uses in query.problem.options):  # at once, before any graph is made
        return "each option has to cover exactly two items, and nothing else"
    from tilewright.solve.engines.kasteleyn import counting

    return counting.unsupported(query.problem, query.prefix)


def _determinant(query: Query, resources: Resources, control: Control) -> Evaluation[int]:
    from tilewright.solve.engines.kasteleyn import counting

    begun = time.monotonic()
    share = 0.0

    def check_cancelled(done: float) -> None:
        nonlocal share
        share = done
        status = interruption(control, begun)
        if status is not None:
            raise _Stop(status)
        if control.on_progress is not None:
            seconds = time.monotonic() - begun
            eta = seconds * (1 - done) / done if done > 0.01 else None
            control.on_progress(Progress(done, 0, 0, 0, seconds, eta, listed=False))

    try:
        value = counting.count_matchings(
            query.problem, query.prefix, threads=max(1, resources.threads), check_cancelled=check_cancelled
        )
    except _Stop as stop:
        return Evaluation(stop.status, None, 0, time.monotonic() - begun, share)
    return Evaluation(Status.COMPLETE, value, 0, time.monotonic() - begun, 1.0)


KASTELEYN = Counter(
    name="kasteleyn",
    summary="determinants: domino tilings, and perfect matchings of any planar graph, of thousands of cells",
    unsupported=_kasteleyn_unsupported,
    count=_determinant,
    weighs=False,
)

COUNTERS: dict[str, Counter] = {counter.name: counter for counter in (FRONTIER, KASTELEYN)}
