"""The engine ``dives``: one exact cover by random dives, each of which begins anew where it is stuck.

A dive covers the item with the fewest options left by a random one of them. It never knows that there is no
solution, so it never says that its search is complete.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence

from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import Cover
from tilewright.solve.engines.base import Batch, Engine, Outcome, Status
from tilewright.solve.stepping import StepLoop


class DiveAdapter:
    """The adapter: what the engine takes, and the search for one solution."""

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        """Why the engine does not take a problem; "" if it does."""
        if any(bound != (1, 1) for bound in problem.bounds) or problem.coloured:
            return "it takes no multiplicities and no colours"
        return "a part of the search was decided beforehand" if prefix else ""

    def first_solution(
        self, cover: Cover, loop: StepLoop, companion: Engine | None, refute: Callable[[bool], str]
    ) -> DiveSearch:
        """A search that has not begun. It needs no companion, and looks for no reasons."""
        return DiveSearch(cover.problem, loop)


class DiveSearch:
    """One search; a node is an option that is chosen."""

    name, proof = "dives", ""

    def __init__(self, problem: CoverProblem, loop: StepLoop) -> None:
        self._problem, self._loop = problem, loop
        self._random = random.Random(loop.control.seed)
        self.nodes = 0

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The first solution, if one is found before a limit of nodes; in both cases there may be others.

        Where the time is up ``check_cancelled`` raises Cancelled, which the caller handles.
        """
        limit = self._loop.control.limits.nodes
        while limit is None or self.nodes < limit:
            self._loop.check_cancelled()
            found = self._dive()
            if found is not None:
                yield [found]
                break
        return Outcome(Status.LIMIT, 0, 0, self.nodes, self._loop.seconds, 0.0)

    def _dive(self) -> tuple[int, ...] | None:
        """The options of an exact cover; None where an item has none left."""
        sets = [frozenset(item for item, _ in option) for option in self._problem.options]
        left, open_items, chosen = list(range(len(sets))), set(range(len(self._problem.bounds))), []
        while open_items:
            ways: dict[int, list[int]] = {item: [] for item in open_items}
            for option in left:
                for item in sets[option] & open_items:
                    ways[item].append(option)
            fewest = min(ways.values(), key=len)
            if not fewest:
                return None
            chosen.append(self._random.choice(fewest))
            self.nodes += 1
            open_items -= sets[chosen[-1]]
            left = [option for option in left if not sets[option] & sets[chosen[-1]]]
        return tuple(sorted(chosen))


DIVES = Engine(
    "dives",
    "random dives for one solution of small puzzles, to show how an engine is added",
    frozenset({"first"}),
    "tilewright_tetrakis.dives:ADAPTER",
)
ADAPTER = DiveAdapter()
