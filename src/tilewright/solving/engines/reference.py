"""The reference engine: the definition of a cover, written down; slow, and the oracle of all others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Symmetry,
    Task,
)

Node = tuple[tuple[int, ...], tuple[int, ...]]
"""The options chosen so far, and those left out for good."""


def children(problem: CoverProblem, node: Node) -> list[Node] | None:
    """The branches below a node; None when it is a solution, [] when it is a dead end."""
    chosen, out = node
    used = [0] * len(problem.items)
    colour: dict[int, int] = {}
    for option in chosen:
        for item, paint in problem.options[option]:
            full = problem.bounds[item][1] if item < problem.primary else 1
            if used[item] >= full and not (paint and colour.get(item) == paint):
                return []
            used[item] += 1
            colour[item] = paint
    ways: list[list[int]] = [[] for _ in problem.items]
    gone = {*chosen, *out}
    for option, uses in enumerate(problem.options):
        if option not in gone and all(
            used[item] < (problem.bounds[item][1] if item < problem.primary else 1)
            or (paint and colour[item] == paint)
            for item, paint in uses
        ):
            for item, _ in uses:
                ways[item].append(option)
    primary = range(problem.primary)
    if any(used[i] + len(ways[i]) < problem.bounds[i][0] for i in primary):
        return []
    open_items = [i for i in primary if ways[i]]
    if not open_items:
        return None
    best = min(open_items, key=lambda i: len(ways[i]) - max(0, problem.bounds[i][0] - used[i]))
    numbers = ways[best]
    below = [((*chosen, o), (*out, *numbers[:k])) for k, o in enumerate(numbers)]
    return [*below, (chosen, (*out, *numbers))] if used[best] >= problem.bounds[best][0] else below


def start_node(prefix: Sequence[int]) -> Node:
    """The node that a prefix of decisions leads to."""
    return tuple(o for o in prefix if o >= 0), tuple(~o for o in prefix if o < 0)


def walk(problem: CoverProblem, node: Node) -> Iterator[tuple[int, ...] | None]:
    """The tree below a node, depth first: None for each node, and the sorted options of each solution."""
    yield None
    below = children(problem, node)
    if below is None:
        yield tuple(sorted(node[0]))
    for child in below or ():
        yield from walk(problem, child)


def solutions(problem: CoverProblem, prefix: Sequence[int] = ()) -> Iterator[tuple[int, ...]]:
    """Every solution once, as sorted options."""
    return (numbers for numbers in walk(problem, start_node(prefix)) if numbers is not None)


def orbit_size(symmetry: Symmetry, solution: tuple[int, ...]) -> int:
    """The size of the solution's orbit; 0 when an image of it that contains all of ``must`` comes first."""
    fixing = 0
    for permutation in symmetry.group:
        image = tuple(sorted(permutation[o] for o in solution))
        if image < solution and set(symmetry.must) <= set(image):
            return 0
        fixing += image == solution
    return len(symmetry.group) // fixing


class ReferenceSearch:
    """The reference as a search that steps: a stack of the nodes still to be visited, each with its share.

    A position is the number of nodes visited and solutions met.
    """

    def __init__(self, problem: CoverProblem, task: Task, capacity: int) -> None:
        self._problem, self._task, self._capacity = problem, task, capacity
        self._start = start_node(task.prefix)
        self._stack: list[tuple[Node, float]] = [(self._start, 1.0)]  # the next one last
        self._kept: list[list[int]] = []
        self._steps = 0
        self._done = 0.0
        self.nodes = self.solutions = self.images = 0

    def advance(self, budget: int) -> str:
        while self._stack:
            if self._capacity and len(self._kept) >= self._capacity:
                return "full"
            if budget == 0:
                return "running"
            budget -= 1
            self.nodes += 1
            solution = self._visit()
            if solution is not None:
                self._found(solution)
        return "complete"

    def _visit(self) -> tuple[int, ...] | None:
        """Take the next node off the stack and put its branches there; its options when it is a solution."""
        node, share = self._stack.pop()
        self._steps += 1
        below = children(self._problem, node)
        if not below:
            self._done += share
        if below is None:
            self._steps += 1
            return tuple(sorted(node[0]))
        self._stack += [(child, share / len(below)) for child in reversed(below)]
        return None

    def _found(self, solution: tuple[int, ...]) -> None:
        if self._task.symmetry is not None:
            size = orbit_size(self._task.symmetry, solution)
            if size == 0:
                return
            self.images += size
        self.solutions += 1
        if self._capacity:
            self._kept.append(list(solution))

    def progress(self) -> float:
        return min(1.0, self._done) if self._stack else 1.0

    def position(self) -> list[int]:
        return [self._steps]

    def restore(self, position: Sequence[int]) -> None:
        if len(position) != 1:
            raise ValueError("a position of the reference search is one number")
        while self._steps < position[0] and self._stack:
            self._visit()
        if self._steps != position[0]:
            raise ValueError("the position is not one of this tree")

    def remainder(self) -> list[tuple[list[int], float]]:
        chosen, out = map(len, self._start)
        return [
            ([*self._task.prefix, *node[0][chosen:], *(~o for o in node[1][out:])], share)
            for node, share in reversed(self._stack)
        ]

    def probe(self, seed: int) -> tuple[float, float]:
        dice = random.Random(seed)
        node, weight, nodes = start_node(self._task.prefix), 1.0, 1.0
        while below := children(self._problem, node):
            weight *= len(below)
            nodes += weight
            node = dice.choice(below)
        return nodes, weight if below is None else 0.0

    def take(self) -> list[list[int]]:
        taken, self._kept = self._kept, []
        return taken


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """The engine takes every problem."""
    return ""


start = ReferenceSearch
