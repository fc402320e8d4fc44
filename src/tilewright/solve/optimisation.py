"""The cheapest solution, how many there are of it, and fair samples."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import Unpack

from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.model.verification import Checker
from tilewright.solve.engines.base import Status
from tilewright.solve.engines.counters import FRONTIER
from tilewright.solve.engines.frontier.semirings import COUNT_TRACED, WORD, Best, best_counted
from tilewright.solve.engines.frontier.setup import TableWishes, table_sweeping
from tilewright.solve.engines.frontier.sweep import Evaluation
from tilewright.solve.engines.frontier.traceback import find_ways
from tilewright.solve.verified import verified

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
    puzzle: AnyPuzzle,
    *,
    maximise: bool = False,
    count_optima: bool = False,
    **how: Unpack[TableWishes],
) -> Optimum:
    """The least (or greatest) sum of costs over all solutions, with a verified solution that has it.

    Costs are given to pieces, cells and single placements; without any every solution costs 0. Other
    keywords as of ``tilewright.count``: ``threads``, ``memory``, ``order``, ``limits``, ``on_progress`` and
    ``cancel``.
    """
    cover = to_cover(puzzle)
    asked = table_sweeping(cover, how, maximise=maximise)
    begun = time.monotonic()

    def ended(found: Evaluation[Best | None], cost: int | None = None, optima: int | None = None) -> Optimum:
        return Optimum(
            found.status, cost, optima, None, found.states, time.monotonic() - begun, found.share,
            FRONTIER.name, REASON, found.note,
        )  # fmt: skip

    semiring = best_counted(maximise=maximise)

    def first(words: bytes, limbs: int) -> list[bytes]:
        return [words[:WORD] + bytes(limbs * WORD)]

    ways = find_ways(asked.query, semiring, first, asked.resources, asked.control)
    if ways.evaluation.status is not Status.COMPLETE or ways.evaluation.value is None:
        return ended(ways.evaluation)
    value = ways.evaluation.value
    (solution,) = verified(cover, Checker(puzzle), FRONTIER.name, ways.solutions)
    if cover.puzzle.cost(solution) != value.cost:
        raise RuntimeError("the engine 'frontier' gave a solution with another cost than it found")
    return replace(
        ended(ways.evaluation, value.cost, value.optima if count_optima else None), solution=solution
    )


def sample(
    puzzle: AnyPuzzle,
    n: int,
    *,
    seed: int = 0,
    **how: Unpack[TableWishes],
) -> Sample:
    """``n`` solutions, verified, each drawn from all solutions alike, independently, with repetition.

    The same seed gives the same sample, and a longer one begins with the shorter. ValueError when n or
    the seed is negative. Other keywords as of ``optimise``.
    """
    if n < 0 or seed < 0:
        raise ValueError("a sample has 0 or more solutions, and a seed is 0 or more")
    cover = to_cover(puzzle)
    asked = table_sweeping(cover, how)
    begun = time.monotonic()
    dice = random.Random(seed)

    def ask(words: bytes, limbs: int) -> list[bytes]:
        total = int.from_bytes(words, "little")
        return [dice.randrange(total).to_bytes(limbs * WORD, "little") for _ in range(n)]

    ways = find_ways(asked.query, COUNT_TRACED, ask, asked.resources, asked.control)
    found = ways.evaluation
    drawn = tuple(verified(cover, Checker(puzzle), FRONTIER.name, ways.solutions))
    return Sample(
        found.status, drawn, found.value, found.states, time.monotonic() - begun,
        found.share, FRONTIER.name, REASON, found.note,
    )  # fmt: skip
