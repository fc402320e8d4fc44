"""The engine ``subsets``: counts and lists exact covers by dynamic programming over sets of covered items.

Each step covers the first open item. Partial covers of the same items are merged, so the memory grows with
the number of such sets, not with the number of solutions. A list goes through the sets again, and only
through those that lead to a solution. Tilewright's ``frontier`` does the same with less memory; this engine
shows how an engine is added.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solve.engines.base import Batch, Engine, Status
from tilewright.solve.engines.frontier.sweep import Evaluation, SweepQuery
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Cancelled, Control, StepLoop


class SubsetAdapter:
    """The adapter: what the engine takes, counting and listing."""

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
                counts = _with_item(counts, item, options)
        except Cancelled as cancelled:
            return Evaluation(cancelled.status, None, states, loop.seconds, 0.0)
        return Evaluation(Status.COMPLETE, sum(counts.values()), states, loop.seconds, 1.0)

    def listing(self, query: SweepQuery, resources: Resources, loop: StepLoop) -> SubsetList:
        """The list of all exact covers."""
        return SubsetList(query.problem, loop)


class SubsetList:
    """One list; ``nodes`` are sets of covered items."""

    def __init__(self, problem: CoverProblem, loop: StepLoop) -> None:
        self._loop, self._options = loop, _by_first_item(problem)
        self.nodes, self.share, self.note = 0, 0.0, ""

    def batches(self) -> Generator[Batch, None, Status]:
        """The exact covers one by one; COMPLETE once the walk through all sets has ended.

        Where the time is up ``check_cancelled`` raises Cancelled, which the caller handles.
        """
        sets: list[set[int]] = [{0}]  # those met before each item
        limit = self._loop.control.limits.nodes
        for item, options in enumerate(self._options):
            self._loop.check_cancelled()
            self.nodes += len(sets[item])
            if limit is not None and self.nodes >= limit:
                return Status.LIMIT
            sets.append(set(_with_item(dict.fromkeys(sets[item], 1), item, options)))
        for item in reversed(range(len(self._options))):  # keep those that lead to a solution
            self._loop.check_cancelled()
            sets[item] = {one for one in sets[item] if any(self._steps(item, one, sets[item + 1]))}
        self.share = 0.9  # the rest is to walk through them
        for found in self._walk(0, 0, sets):
            self._loop.check_cancelled()
            yield [tuple(sorted(found))]
        return Status.COMPLETE

    def _steps(self, item: int, covered: int, following: set[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The sets of ``following`` that cover an item too, and the options that lead to them."""
        for bits, option in _steps(item, covered, self._options[item]):
            if covered | bits in following:
                yield covered | bits, option

    def _walk(self, item: int, covered: int, sets: list[set[int]]) -> Iterator[tuple[int, ...]]:
        if item == len(self._options):
            yield ()
            return
        for after, option in self._steps(item, covered, sets[item + 1]) if covered in sets[item] else ():
            for rest in self._walk(item + 1, after, sets):
                yield (*option, *rest)


def _by_first_item(problem: CoverProblem) -> list[list[tuple[int, int]]]:
    """The options of each primary item that they cover first, as bit sets of items, with their numbers."""
    found: list[list[tuple[int, int]]] = [[] for _ in problem.bounds]
    for number, option in enumerate(problem.options):
        items = [item for item, _ in option]
        found[min(items)].append((sum(1 << item for item in items), number))
    return found


def _steps(item: int, covered: int, options: list[tuple[int, int]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The bits and the option that cover one more item; none where it is covered."""
    if covered >> item & 1:
        yield 0, ()
        return
    for bits, number in options:
        if not bits & covered:
            yield bits, (number,)


def _with_item(counts: dict[int, int], item: int, options: list[tuple[int, int]]) -> dict[int, int]:
    """The partial covers in which one more item is covered."""
    found: dict[int, int] = {}
    for covered, count in counts.items():
        for bits, _ in _steps(item, covered, options):
            found[covered | bits] = found.get(covered | bits, 0) + count
    return found


SUBSETS = Engine(
    "subsets",
    "dynamic programming over sets of covered items: small puzzles, to show how an engine is added",
    frozenset({"counts", "lists", "first"}),
    "tilewright_tetrakis.subsets:ADAPTER",
)
ADAPTER = SubsetAdapter()
