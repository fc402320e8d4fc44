"""The engine ``subsets``: counts exact covers by dynamic programming over sets of covered items.

Each step covers the first open item. Partial covers of the same items are merged, so the memory grows with
the number of such sets, not with the number of solutions. Tilewright's ``frontier`` does the same with less
memory; this engine shows how an engine is added.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solve.engines.base import Engine, Status
from tilewright.solve.engines.frontier.sweep import Evaluation, SweepQuery
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Cancelled, Control, StepLoop


class SubsetAdapter:
    """The adapter: what the engine takes, and counting."""

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        """Why the engine does not take a problem; "" if it does."""
        if any(bound != (1, 1) for bound in problem.bounds) or problem.coloured:
            return "it takes no multiplicities and no colours"
        return "a part of the search was decided beforehand" if prefix else ""

    def unsupported_query(self, query: SweepQuery) -> str:
        """The same for a query."""
        if query.times or query.weights:
            return "its options are weighted, or cover an item several times"
        return self.unsupported(query.problem, query.prefix)

    def count(self, query: SweepQuery, resources: Resources, control: Control) -> Evaluation[int]:
        """The number of exact covers, and the number of sets of covered items that were met."""
        loop = StepLoop(control)
        states = 0
        try:
            counts = {0: 1}
            for item, options in enumerate(_by_first_item(query.problem)):
                loop.check_cancelled()
                states += len(counts)
                counts = _with_item(counts, 1 << item, options)
        except Cancelled as cancelled:
            return Evaluation(cancelled.status, None, states, loop.seconds, 0.0)
        return Evaluation(Status.COMPLETE, sum(counts.values()), states, loop.seconds, 1.0)


def _by_first_item(problem: CoverProblem) -> list[list[int]]:
    """The options of each primary item that they cover first, as bit sets of items."""
    found: list[list[int]] = [[] for _ in problem.bounds]
    for option in problem.options:
        items = [item for item, _ in option]
        found[min(items)].append(sum(1 << item for item in items))
    return found


def _with_item(counts: dict[int, int], bit: int, options: list[int]) -> dict[int, int]:
    """The partial covers in which one more item is covered."""
    found: dict[int, int] = {}
    for covered, count in counts.items():
        steps = [0] if covered & bit else [option for option in options if not option & covered]
        for option in steps:
            found[covered | option] = found.get(covered | option, 0) + count
    return found


SUBSETS = Engine(
    "subsets",
    "dynamic programming over sets of covered items: small puzzles, to show how an engine is added",
    frozenset({"counts"}),
    "tilewright_tetrakis.subsets:ADAPTER",
)
ADAPTER = SubsetAdapter()
