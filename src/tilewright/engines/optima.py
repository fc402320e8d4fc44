"""The cheapest solution, how many there are of it, and fair samples."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tilewright import _core
from tilewright.cover import Cover, to_cover
from tilewright.engines.contract import Limits, Progress, Status
from tilewright.engines.counters import FRONTIER
from tilewright.engines.frontier import Evaluation, Query, Runner
from tilewright.engines.resources import Resources
from tilewright.engines.run import Control
from tilewright.engines.semirings import COUNT, best_counted
from tilewright.engines.totals import order_of
from tilewright.errors import UnsupportedError
from tilewright.puzzle import Puzzle, Solution
from tilewright.verify import Checker, faults

REASON = "only a sweep over states adds up costs and draws fair samples"


@dataclass(frozen=True)
class Optimum:
    """The best cost of a puzzle and a solution that has it.

    ``cost`` None with status COMPLETE: no solution exists. ``optima``: how many solutions have that cost;
    None when it was not asked for. ``states`` were expanded. ``note`` is "" or says which limit was reached.
    """

    status: Status
    cost: int | None
    optima: int | None
    solution: Solution | None
    states: int
    seconds: float
    share: float
    engine: str
    reason: str
    note: str = ""


@dataclass(frozen=True)
class Sample:
    """Solutions drawn independently, each from all ``total`` solutions alike; fields as in Optimum."""

    status: Status
    solutions: tuple[Solution, ...]
    total: int | None
    states: int
    seconds: float
    share: float
    engine: str
    reason: str
    note: str = ""


def optimise(
    puzzle: Puzzle,
    *,
    maximise: bool = False,
    count_optima: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Optimum:
    """The least (or greatest) sum of costs over all solutions, with a verified solution that has it.

    Costs are given to pieces, cells and single placements; without any every solution costs 0.
    """
    cover = to_cover(puzzle)
    control = Control(limits, threads or 2, on_progress, cancel)
    resources = Resources(threads or 2, memory)
    query = Query(cover.problem, cover.forced, order=order_of(cover, order or ()), maximise=maximise)
    begun = time.monotonic()

    def ended(found: Evaluation[None], cost: int | None = None, optima: int | None = None) -> Optimum:
        return Optimum(
            found.status, cost, optima, None, found.states, time.monotonic() - begun, found.share,
            FRONTIER.name, REASON, found.note,
        )  # fmt: skip

    graph, found = _graph(query, "least_count", resources, control)
    if graph.status is not Status.COMPLETE:
        return ended(graph)
    value = best_counted(maximise=maximise).read(found.value(), 0)
    if value is None:
        return ended(graph)
    solution = _verified(cover, found.sample(0, 1))[0]
    optima = value.optima if count_optima else None
    return replace(ended(graph, value.cost, optima), solution=solution)


def sample(
    puzzle: Puzzle,
    n: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Sample:
    """``n`` solutions, verified, each drawn from all solutions alike, independently, with repetition.

    The same seed gives the same sample, and a longer one begins with the shorter. ValueError when n or
    the seed is negative.
    """
    if n < 0 or seed < 0:
        raise ValueError("a sample has 0 or more solutions, and a seed is 0 or more")
    cover = to_cover(puzzle)
    control = Control(limits, threads or 2, on_progress, cancel)
    resources = Resources(threads or 2, memory)
    query = Query(cover.problem, cover.forced, order=order_of(cover, order or ()))
    graph, found = _graph(query, "count", resources, control)
    total = COUNT.read(found.value(), 0) if graph.status is Status.COMPLETE else None
    drawn = _verified(cover, found.sample(seed & (1 << 64) - 1, n)) if total else ()
    return Sample(
        graph.status,
        drawn,
        total,
        graph.states,
        graph.seconds,
        graph.share,
        FRONTIER.name,
        REASON,
        graph.note,
    )


def _graph(
    query: Query, ring: str, resources: Resources, control: Control
) -> tuple[Evaluation[None], _core.Graph]:
    """The graph of all states, run to its end, a limit or a stop."""
    begun = time.monotonic()
    if query.refusal:
        raise UnsupportedError(query.refusal)
    graph = query.plan.graph(ring, max(1, resources.threads), resources.bytes())
    runner = Runner(graph, control, begun, lambda: graph.share)
    status = runner.run()
    found = Evaluation[None](status, None, graph.states, runner.seconds, graph.share, runner.note, graph.peak)
    return found, graph


def _verified(cover: Cover, drawn: Sequence[Sequence[int]]) -> tuple[Solution, ...]:
    """The solutions that options stand for; RuntimeError if one is wrong: a fault of the engine."""
    checker = Checker(cover.puzzle)
    solutions = []
    for options in drawn:
        solution = cover.solution(options)
        if not checker.accepts(solution):
            wrong = "; ".join(faults(cover.puzzle, solution)) or "the fast checker refuses it"
            raise RuntimeError(f"the engine 'frontier' gave a wrong solution: {wrong}")
        solutions.append(solution)
    return tuple(solutions)
