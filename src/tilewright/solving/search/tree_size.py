"""How large a search tree is, and how many solutions it has, from repetitions that visit random parts of it.

A repetition begins with all tasks of a search. Each task is searched for some nodes. Where that does not
complete it, what remains of it are disjoint parts again, whose sizes can be guessed by their shares of the
tree. Of all parts together a few are kept at random: the larger the part is expected to be, the more likely,
and it then counts for as many as it was one of. So it goes on until no part is left (stochastic enumeration:
Chen 1992; Rubinstein 2013; threshold sampling: Duffield, Lund and Thorup 2007). The sums of nodes and of
solutions are right on average, whatever the guesses are.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tilewright.clock import monotonic
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Engine,
    Task,
)
from tilewright.solving.search.partition import affordable
from tilewright.solving.steps import CancelCheck, Cancelled, never_cancelled

PARTS = 40  # kept of all parts at a time
NODES = 4_000  # that a part is searched for at most
BLIND = 0.3  # of the chances are shared out without regard to the expected sizes


@dataclass(frozen=True)
class Portion:
    """The part of a task below a prefix: it counts for ``weight`` such parts, with ``nodes`` as expected."""

    task: Task
    prefix: Sequence[int]
    weight: float = 1.0
    nodes: float = 1.0


@dataclass
class TreeSample:
    """Repetitions over the tree of some tasks together: ``nodes`` and ``solutions`` of each one.

    With ``unfold`` an orbit counts as many solutions as it has. ``exact``: a repetition searched everything.
    Repetitions are the same for the same seed; ``check_cancelled`` is called many times a second.
    """

    problem: CoverProblem
    engine: Engine
    tasks: Sequence[Task]
    unfold: bool
    seed: int
    check_cancelled: CancelCheck = never_cancelled
    nodes: list[float] = field(default_factory=list)
    solutions: list[float] = field(default_factory=list)
    exact: bool = False
    longest: float = 0.0
    """Seconds of the longest repetition."""
    _searched: int = 0
    _search_seconds: float = 0.0

    def repeat(self, enough: Callable[[], bool]) -> None:
        """Repeat until the number is exact, ``enough()`` after a repetition, or cancelled."""
        try:
            while not self.exact:
                start_time = monotonic()
                self._repetition(Random(self.seed * 1_000_003 + len(self.nodes)))
                self.longest = max(self.longest, monotonic() - start_time)
                if enough():
                    break
        except Cancelled:
            pass  # the repetitions that are complete count

    @property
    def node_seconds(self) -> float:
        """The time of a node, measured; 0 before any."""
        return self._search_seconds / self._searched if self._searched else 0.0

    def _repetition(self, random: Random) -> None:
        nodes = solutions = 0.0
        kept = affordable(self.problem, PARTS)
        budget = max(1, int(NODES * self.engine.walk_effort))
        portions, exact = [Portion(task, task.prefix) for task in self.tasks], True
        while portions:
            if len(portions) > kept:
                portions, exact = sample(portions, kept, random), False
            remaining: list[Portion] = []
            for portion in portions:
                self.check_cancelled()
                task = replace(portion.task, prefix=tuple(portion.prefix))
                search = self.engine.start(self.problem, task, 0)
                start_time = time.thread_time()
                status = search.advance(budget)
                self._search_seconds += time.thread_time() - start_time
                self._searched += search.nodes
                folded = self.unfold and portion.task.symmetry is not None
                nodes += portion.weight * search.nodes
                value = search.images if folded else search.solutions
                solutions += portion.weight * value if value else 0.0  # the weight may be infinite
                if status == "complete":
                    continue
                size = search.nodes / max(search.progress(), 1e-300)
                remaining += [
                    Portion(task, prefix, portion.weight, max(1.0, size * share))
                    for prefix, share in search.remainder()
                ]
            portions = remaining
        self.exact = exact
        self.nodes.append(nodes)
        self.solutions.append(solutions)


def sample(portions: Sequence[Portion], number: int, random: Random) -> list[Portion]:
    """That many of more portions, with weights such that sums over all of them are right on average.

    The chance of each is in proportion to its expected part of the whole, mixed with one to its weight alone.
    Those that deserve more than one place are kept for certain, the others by systematic sampling.
    """
    heaviest = max(portion.weight for portion in portions)
    if math.isinf(heaviest):  # sums are infinite whatever is kept
        return random.sample(portions, number)
    largest = max(portion.weight / heaviest * portion.nodes for portion in portions)
    sizes = [portion.weight / heaviest * portion.nodes / largest for portion in portions]
    weights = [portion.weight / heaviest for portion in portions]
    by_size, by_weight = (1 - BLIND) / math.fsum(sizes), BLIND / math.fsum(weights)
    chances = [size * by_size + weight * by_weight for size, weight in zip(sizes, weights, strict=True)]
    kept: list[Portion] = []
    ranked = sorted(range(len(portions)), key=lambda place: (-chances[place], place))
    rest = math.fsum(chances)
    while ranked and len(kept) < number and chances[ranked[0]] * (number - len(kept)) >= rest:
        rest -= chances[ranked[0]]
        kept.append(portions[ranked.pop(0)])
    places = number - len(kept)
    if not places or not ranked:
        return kept
    step = math.fsum(chances[place] for place in ranked) / places
    ahead = random.random() * step
    for place in sorted(ranked):
        ahead -= chances[place]
        if ahead < 0:
            portion = portions[place]
            kept.append(replace(portion, weight=portion.weight * step / chances[place]))
            ahead += step
    return kept
