"""Timing of a calculation that is repeated."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def repeat(
    prepare: Callable[[], Callable[[], T]], seconds: float, max_runs: int | None = None
) -> tuple[list[T], float]:
    """The results of as many runs as fit in ``seconds``, at least one, and the shortest time of a run.

    ``prepare`` returns what a run calls; only the call is timed.
    """
    results: list[T] = []
    best = spent = 0.0
    while not results or (spent + best < seconds and len(results) != max_runs):
        run = prepare()
        start_time = time.perf_counter()
        results.append(run())
        elapsed = time.perf_counter() - start_time
        best = min(best, elapsed) if len(results) > 1 else elapsed
        spent += elapsed
    return results, best
