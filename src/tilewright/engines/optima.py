"""The cheapest solution, how many there are of it, and fair samples."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tilewright.cover import Cover, to_cover
from tilewright.engines.contract import Limits, Progress, Status
from tilewright.engines.counters import FRONTIER
from tilewright.engines.frontier import Evaluation, Query
from tilewright.engines.resources import Resources
from tilewright.engines.run import Control
from tilewright.engines.semirings import COUNT_TRACED, WORD, Best, best_counted
from tilewright.engines.totals import order_of
from tilewright.engines.ways import find_ways
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

    def ended(found: Evaluation[Best | None], cost: int | None = None, optima: int | None = None) -> Optimum:
        return Optimum(
            found.status, cost, optima, None, found.states, time.monotonic() - begun, found.share,
            FRONTIER.name, REASON, found.note,
        )  # fmt: skip

    semiring = best_counted(maximise=maximise)
    ways = find_ways(query, semiring, lambda words, limbs: [words[:WORD] + _first(limbs)], resources, control)
    if ways.evaluation.status is not Status.COMPLETE or ways.evaluation.value is None:
        return ended(ways.evaluation)
    value = ways.evaluation.value
    (solution,) = _verified(cover, ways.solutions)
    if cover.puzzle.cost(solution) != value.cost:
        raise RuntimeError("the engine 'frontier' gave a solution with another cost than it found")
    return replace(
        ended(ways.evaluation, value.cost, value.optima if count_optima else None), solution=solution
    )


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
    begun = time.monotonic()
    dice = random.Random(seed)

    def ask(words: bytes, limbs: int) -> list[bytes]:
        total = int.from_bytes(words, "little")
        return [dice.randrange(total).to_bytes(limbs * WORD, "little") for _ in range(n)]

    ways = find_ways(query, COUNT_TRACED, ask, resources, control)
    found = ways.evaluation
    return Sample(
        found.status, _verified(cover, ways.solutions), found.value, found.states, time.monotonic() - begun,
        found.share, FRONTIER.name, REASON, found.note,
    )  # fmt: skip


def _first(limbs: int) -> bytes:
    return bytes(limbs * WORD)


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
