"""The engine matching: one cover by options of two items each, or a proof that there is none.

Dominoes on a board are such options. The items are the vertices of a bipartite graph and the options its
edges. A maximum matching is found in phases of shortest augmenting paths (J. E. Hopcroft and R. M. Karp, An
n^(5/2) algorithm for maximum matchings in bipartite graphs, SIAM Journal on Computing 2, 1973). Where it
leaves an item free, the items that are reached from it have fewer partners than they need (P. Hall, On
representatives of subsets, 1935).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import chain

from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import Cover
from tilewright.solving.engines.base import Batch, Engine, Outcome
from tilewright.solving.engines.registry import MATCHING
from tilewright.solving.steps import Cancelled, Status, StepLoop
from tilewright.wording import counted

FREE = -1
OFTEN = 1_000  # roots of augmenting paths between two looks at the clock
SHOWN = 3  # items that a proof names

Graph = list[list[int]]


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take the problem, as a sentence; "" when it does."""
    del prefix  # any placements may be forced
    if not problem.pairs or any(bounds != (1, 1) for bounds in problem.bounds):
        return "matching needs options that cover two items each, and items that are covered once"
    if two_colours(_neighbours(problem)) is None:
        return "matching needs items of two kinds, as on a chessboard, and options that cover one of each"
    return ""


def _neighbours(problem: CoverProblem) -> Graph:
    """The items with which each item lies in an option."""
    near: Graph = [[] for _ in problem.items]
    for (a, _), (b, _) in problem.options:
        near[a].append(b)
        near[b].append(a)
    return near


def two_colours(near: Graph) -> list[int] | None:
    """A colour, 0 or 1, for each vertex, so that no edge joins two of one; None where there is none."""
    colours = [FREE] * len(near)
    for start in range(len(near)):
        if colours[start] != FREE:
            continue
        colours[start] = 0
        reached = [start]
        for vertex in reached:
            for other in near[vertex]:
                if colours[other] == FREE:
                    colours[other] = 1 - colours[vertex]
                    reached.append(other)
                elif colours[other] == colours[vertex]:
                    return None
    return colours


class Matching:
    """A matching of a bipartite graph that grows to a maximum one, from the vertices ``left``.

    ``partner`` has the other end of each vertex, or FREE; ``nodes`` counts the vertices that paths came to.
    """

    def __init__(self, near: Graph, left: Sequence[int]) -> None:
        self._near, self._left = near, left
        self.partner = [FREE] * len(near)
        self.nodes = 0
        self._layer = [FREE] * len(near)
        self._next = [0] * len(near)
        for vertex in sorted(left, key=lambda one: len(near[one])):  # those with few ways first
            choices = [other for other in near[vertex] if self.partner[other] == FREE]
            if choices:
                self._join(vertex, min(choices, key=lambda other: len(near[other])))

    def _join(self, vertex: int, other: int) -> None:
        self.partner[vertex], self.partner[other] = other, vertex

    @property
    def free(self) -> list[int]:
        """The vertices of the left that have no partner."""
        return [vertex for vertex in self._left if self.partner[vertex] == FREE]

    def phase(self, check: Callable[[], None]) -> bool:
        """Add as many shortest augmenting paths as there are; False where there is none."""
        if not self._reach():
            return False
        for number, root in enumerate(self.free):
            if number % OFTEN == 0:
                check()
            self._augment(root)
        return True

    def _reach(self) -> bool:
        """Number the layers of the left from its free vertices on; whether a free vertex is reached."""
        for vertex in self._left:
            self._layer[vertex], self._next[vertex] = FREE, 0
        reached, is_found = self.free, False
        for vertex in reached:
            self._layer[vertex] = 0
        for vertex in reached:
            for other in self._near[vertex]:
                partner = self.partner[other]
                if partner == FREE:
                    is_found = True
                elif self._layer[partner] == FREE:
                    self._layer[partner] = self._layer[vertex] + 1
                    reached.append(partner)
        self.nodes += len(reached)
        return is_found

    def _augment(self, root: int) -> None:
        """Take the first path from a free vertex, layer by layer, to a free one of the other side."""
        path = [root]
        while path:
            vertex = path[-1]
            if self._next[vertex] == len(self._near[vertex]):
                path.pop()
                if path:
                    self._next[path[-1]] += 1
                continue
            partner = self.partner[self._near[vertex][self._next[vertex]]]
            if partner == FREE:
                for one in path:
                    self._join(one, self._near[one][self._next[one]])
                return
            if self._layer[partner] == self._layer[vertex] + 1:
                path.append(partner)
            else:
                self._next[vertex] += 1

    def short_of_partners(self) -> tuple[list[int], list[int]]:
        """After the last phase: the vertices that free ones reach, and their partners, which are fewer."""
        reached = [vertex for vertex in self._left if self._layer[vertex] != FREE]
        return reached, sorted({*chain.from_iterable(self._near[vertex] for vertex in reached)})


class FirstMatching:
    """The search for one solution; see FirstSearch."""

    name = MATCHING.name

    def __init__(self, cover: Cover, loop: StepLoop) -> None:
        self._problem, self._forced, self._loop = cover.problem, cover.forced, loop
        self.proof, self.nodes = "", 0

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The solution as sorted options, when there is one; returns how it ended."""
        problem, limit = self._problem, self._loop.control.limits.nodes
        near = _neighbours(problem)
        colours = two_colours(near)
        assert colours is not None, "see unsupported"
        taken = {item for option in self._forced for item, _ in problem.options[option]}
        sides: tuple[list[int], list[int]] = ([], [])
        for item, colour in enumerate(colours):
            if item not in taken:
                sides[colour].append(item)
        if taken:
            near = [[other for other in row if other not in taken] for row in near]
        matching = Matching(near, max(sides, key=len))
        grows = True
        try:
            while matching.free and grows:
                self._loop.check_cancelled()
                if limit is not None and matching.nodes >= limit:
                    return self._outcome(Status.LIMIT, 0)
                grows = matching.phase(self._loop.check_cancelled)
                self.nodes = matching.nodes
        except Cancelled as cancelled:
            return self._outcome(cancelled.status, 0)
        if matching.free:
            self.proof = self._reason(*matching.short_of_partners())
            return self._outcome(Status.COMPLETE, 0)
        option_of = {(a, b): number for number, ((a, _), (b, _)) in enumerate(problem.options)}
        partners = enumerate(matching.partner)
        yield [tuple(sorted([*self._forced, *(option_of[pair] for pair in partners if pair in option_of)]))]
        return self._outcome(Status.LIMIT, 1)

    def _outcome(self, status: Status, solutions: int) -> Outcome:
        share = float(status is Status.COMPLETE)
        return Outcome(status, solutions, solutions, self.nodes, self._loop.seconds, share)

    def _reason(self, short: Sequence[int], partners: Sequence[int]) -> str:
        """Why there is no solution: items that need more partners than there are."""
        names = ", ".join(self._problem.items[item] for item in short[:SHOWN])
        others = ", ..." if len(short) > SHOWN else ""
        return (
            f"{counted(len(short), 'item')} ({names}{others}) can be covered only together with "
            f"{counted(len(partners), 'other')}, one for each."
        )


def first_solution(
    cover: Cover, loop: StepLoop, companion: Engine | None, refute: Callable[[bool], str]
) -> FirstMatching:
    """A search that has not begun; it needs no companion, and proves itself that there is no solution."""
    del companion, refute
    return FirstMatching(cover, loop)
