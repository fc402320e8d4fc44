"""Rows of tables of results: the counts of a puzzle, and what they took."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from tilewright.clock import cpu_seconds, monotonic
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solving import api
from tilewright.solving.engines.registry import ENGINES
from tilewright.solving.steps import Limits, Progress, Status

ERROR = "error"
"""The status of a row whose puzzle could not be read or solved."""


@dataclass(frozen=True)
class PuzzleRow:
    """A puzzle and its counts: lower bounds, or None, unless ``status`` is ``complete``.

    ``status`` is that of the search, or ERROR. ``first_seconds`` is the time to the first solution, None
    without one; ``seconds``, ``cpu_seconds`` (of the processor) and ``nodes`` are those of the search for
    all. ``note`` is an error, a limit that was reached, or a reason why there is no solution. ``threads`` or
    ``workers`` is how many searched, None where the table does not compare numbers of them.
    """

    name: str
    status: str
    labelled: int | None = None
    solutions: int | None = None
    up_to_symmetry: int | None = None
    first_seconds: float | None = None
    seconds: float | None = None
    nodes: int | None = None
    engine: str = ""
    motions: str | None = None
    note: str = ""
    cpu_seconds: float | None = None
    threads: int | None = None
    workers: int | None = None

    @property
    def complete(self) -> bool:
        """Whether all solutions were counted."""
        return self.status == Status.COMPLETE.value


@dataclass(frozen=True)
class RowOptions:
    """How each row is computed; the limits are for one row."""

    seconds: float | None = None
    nodes: int | None = None
    engine: str | None = None
    threads: int | None = None
    memory: int | None = None


def measure(
    name: str,
    puzzle: AnyPuzzle,
    options: RowOptions = RowOptions(),
    *,
    motions: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> PuzzleRow:
    """Find a solution, then count all: labelled, with identical pieces alike, and up to symmetry.

    The search for the first takes at most half of the time limit. ``on_progress`` hears of the count only.
    """
    start_time, start_cpu = monotonic(), cpu_seconds()
    all_solutions: list[Solution] = []
    lists = options.engine is None or ENGINES[options.engine].can("lists")
    half = None if options.seconds is None else options.seconds / 2
    first = api.solve(
        puzzle,
        sink=all_solutions.append,
        engine=options.engine if lists else None,
        threads=options.threads,
        limits=Limits(solutions=1, nodes=options.nodes, seconds=half),
        memory=options.memory,
        cancel=cancel,
    )
    if first.status is Status.CANCELLED:
        return PuzzleRow(name, first.status.value, motions=motions)
    if first.status is Status.COMPLETE and not all_solutions:
        none = PuzzleRow(name, first.status.value, 0, 0, 0, motions=motions, note=first.proof)
        cpu = cpu_seconds() - start_cpu
        return replace(none, seconds=first.seconds, cpu_seconds=cpu, nodes=first.nodes, engine=first.engine)
    remaining = None
    if options.seconds is not None:
        remaining = max(0.001, options.seconds - (monotonic() - start_time))
    start_cpu = cpu_seconds()
    answer = api.count(
        puzzle,
        unique=True,
        labelled=True,
        engine=options.engine,
        threads=options.threads,
        limits=Limits(nodes=options.nodes, seconds=remaining),
        memory=options.memory,
        on_progress=on_progress,
        cancel=cancel,
    )
    labelled, solutions, orbits = answer.labelled, answer.solutions, answer.up_to_symmetry
    if answer.status is Status.LIMIT and all_solutions:
        labelled, solutions, orbits = (max(1, count or 0) for count in (labelled, solutions, orbits))
    return PuzzleRow(
        name,
        answer.status.value,
        labelled,
        solutions,
        orbits,
        first.seconds if all_solutions else None,
        answer.seconds,
        answer.nodes,
        answer.engine,
        motions,
        answer.note or answer.proof or ("a limit was reached" if answer.status is Status.LIMIT else ""),
        cpu_seconds() - start_cpu,
    )
