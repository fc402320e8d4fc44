"""Perfect matchings of planar graphs as determinants (Kasteleyn 1967; Fisher and Temperley 1961).

Direct the edges of a connected graph on the sphere so that each face but one, the outer one, has an
odd number of edges directed along its boundary, walked clockwise. (An edge with the same face on both
sides is walked once each way, and counts once.) The core does that, and checks Euler's formula.

Lemma. A cycle C with k vertices inside has an odd number of edges along it when k is even, and an
even number when k is odd. Proof: add up, modulo 2, the edges along the f faces inside C. Each face
gives 1. An edge inside is walked once in each direction, and gives 1; let there be e of them. So the
edges along C are f - e. By Euler's formula for C and what is inside it (which hangs together with C,
since the graph is connected, holes in a board or not), k - e + f = 1. Hence f - e = 1 - k.

Two perfect matchings together are double edges and cycles of even length. A perfect matching covers
the inside of such a cycle by itself, so k is even, and the cycle has an odd number of edges along it,
either way round. Therefore all perfect matchings have the same sign in the Pfaffian of the skew matrix
A with +w for an edge of weight w from its row to its column, and -w backwards: |Pf A| is the weighted
number N of perfect matchings, and det A = N squared. When the graph is bipartite, A is a block B
and its negative transpose and two blocks of zeros, and |det B| = N.

Hadamard's inequality bounds the determinants: |det M| is at most the product of the lengths of M's
rows, so (det M) squared is at most the product of the sums of squares of each row; or column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from math import isqrt, prod

from tilewright import _core
from tilewright.exact_cover.problem import CoverProblem, Use

Edge = tuple[int, int]


@dataclass(frozen=True)
class Graph:
    """A graph with weighted edges, neither loops nor parallel edges among them.

    ``weights[u, v]``, u < v, is how many options join the items u and v. The weight of a perfect
    matching is the product of its edges' weights: the number of solutions that it stands for. ``items`` are
    the items of the problem that the vertices stand for.
    """

    vertices: int
    weights: dict[Edge, int]
    items: tuple[int, ...] = ()


IMPOSSIBLE = Graph(1, {})
"""A graph without a perfect matching."""


def matching_graph(problem: CoverProblem, prefix: Sequence[int] = ()) -> Graph | str:
    """The graph whose perfect matchings are the solutions below a prefix, or a sentence why there is none.

    ``prefix`` is as in ``Task``: the options chosen, and ``~o`` for each option o left out. Of the
    options that are then still possible, each must cover two items that are to be covered exactly once
    more. A secondary item is no matter once no two of these options can clash on it.
    """
    chosen = {option for option in prefix if option >= 0}
    left_out = {~option for option in prefix if option < 0}
    primary = problem.primary
    used = [0] * len(problem.items)
    colour: dict[int, int] = {}
    most = [most for _, most in problem.bounds] + [1] * (len(problem.items) - primary)
    for number in chosen:
        for item, paint in problem.options[number]:
            if used[item] >= most[item] and not (paint and colour.get(item) == paint):
                return IMPOSSIBLE
            used[item] += 1
            colour[item] = paint
    if chosen & left_out:
        return IMPOSSIBLE

    full = {item for item, times in enumerate(used) if times >= most[item]}
    gone = chosen | left_out
    possible = [
        (number, option)
        for number, option in enumerate(problem.options)
        if number not in gone
        and all(item not in full or (paint and colour.get(item) == paint) for item, paint in option)
    ]
    left = [(max(0, least - n), most - n) for (least, most), n in zip(problem.bounds, used, strict=False)]
    clashing = _clashing(problem, [option for _, option in possible], full)
    weights: dict[Edge, int] = {}
    for number, option in possible:
        ends = [item for item, _ in option if item < primary or item in clashing]
        if len(ends) != 2:
            return (
                f"it accepts only options that cover two items each, and option {number} covers {len(ends)}"
            )
        for item in ends:
            if item >= primary:
                return f"it accepts no items that may stay uncovered, and {problem.items[item]} may"
            if left[item] != (1, 1):
                least, most_times = problem.bounds[item]
                times = f"{least} to {most_times}" if least < most_times else f"{least}"
                return (
                    "it accepts only items that are covered exactly once, "
                    f"and {problem.items[item]} is to be covered {times} times"
                )
        u, v = ends
        edge = (u, v) if u < v else (v, u)
        weights[edge] = weights.get(edge, 0) + 1

    touched = {item for edge in weights for item in edge}
    if any(least > 0 and item not in touched for item, (least, _) in enumerate(left)):
        return IMPOSSIBLE
    items = tuple(sorted(touched))
    name = {item: vertex for vertex, item in enumerate(items)}
    return Graph(len(name), {(name[u], name[v]): weight for (u, v), weight in weights.items()}, items)


def _clashing(problem: CoverProblem, options: Sequence[tuple[Use, ...]], full: Set[int]) -> set[int]:
    """The secondary items, not used so far, on which two of the options clash."""
    clashing: set[int] = set()
    seen: dict[int, int] = {}
    if len(problem.items) > problem.primary:
        for option in options:
            for item, paint in option:
                if item < problem.primary or item in full:
                    continue
                if item in seen and not (paint and paint == seen[item]):
                    clashing.add(item)
                seen[item] = paint
    return clashing


Entry = tuple[int, int, int]
"""Row, column, value."""


@dataclass(frozen=True)
class Determinant:
    """A whole matrix that counts: |det| = N, or det = N squared where ``squared``; |det| <= ``bound``."""

    size: int
    entries: tuple[Entry, ...]
    squared: bool
    bound: int


@dataclass(frozen=True)
class Determinants:
    """The weighted number of perfect matchings of a graph: ``factor`` times what each part counts."""

    factor: int
    parts: tuple[Determinant, ...]


NONE = Determinants(0, ())


def determinants(graph: Graph) -> Determinants | None:
    """The determinants that count a graph's perfect matchings; None when it is not planar.

    A graph that has none for a plain reason (an odd component, unequal sides) need not be planar.
    """
    reduced = _without_leaves(graph)
    if reduced is None:
        return NONE
    factor, near = reduced
    components = _components(near)
    sides = [_sides(near, component) for component in components]
    for component, side in zip(components, sides, strict=True):
        if len(component) % 2 or (side is not None and 2 * sum(side.values()) != len(component)):
            return NONE
    parts = []
    for component, side in zip(components, sides, strict=True):
        part = _determinant(near, component, side)
        if part is None:
            return None
        parts.append(part)
    return Determinants(factor, tuple(parts))


def _without_leaves(graph: Graph) -> tuple[int, dict[int, dict[int, int]]] | None:
    """What is left when vertices with one edge are matched along it, as neighbours with weights, and the
    product of those edges' weights; None when a vertex is left alone."""
    near: dict[int, dict[int, int]] = {vertex: {} for vertex in range(graph.vertices)}
    for (u, v), weight in graph.weights.items():
        near[u][v] = near[v][u] = weight
    if not all(near.values()):
        return None
    factor = 1
    leaves = [vertex for vertex, edges in near.items() if len(edges) == 1]
    while leaves:
        leaf = leaves.pop()
        if leaf not in near:
            continue
        [(partner, weight)] = near[leaf].items()
        factor *= weight
        for vertex in near.pop(partner):
            if vertex == leaf:
                continue
            del near[vertex][partner]
            if not near[vertex]:
                return None
            if len(near[vertex]) == 1:
                leaves.append(vertex)
        del near[leaf]
    return factor, near


def _components(near: dict[int, dict[int, int]]) -> list[list[int]]:
    number_lists = []
    seen: set[int] = set()
    for start in near:
        if start in seen:
            continue
        seen.add(start)
        component = [start]
        for vertex in component:  # grows while it is read
            fresh = [other for other in near[vertex] if other not in seen]
            seen.update(fresh)
            component.extend(fresh)
        number_lists.append(component)
    return number_lists


def _sides(near: dict[int, dict[int, int]], component: list[int]) -> dict[int, bool] | None:
    """The two sides of a bipartite component, given breadth first; None when it is not bipartite."""
    side = {component[0]: True}
    for vertex in component:
        for other in near[vertex]:
            if side.setdefault(other, not side[vertex]) == side[vertex]:
                return None
    return side


def _determinant(
    near: dict[int, dict[int, int]], component: list[int], side: dict[int, bool] | None
) -> Determinant | None:
    """The determinant of one component; None when it is not planar."""
    place = {vertex: k for k, vertex in enumerate(component)}
    edges: list[Edge] = []
    weights: list[int] = []
    for vertex in component:
        for other, weight in near[vertex].items():
            if side[vertex] if side is not None else vertex < other:
                edges.append((place[vertex], place[other]))
                weights.append(weight)
    signs = _core.pfaffian_signs(len(component), edges)
    if signs is None:
        return None
    signed = [(u, v, sign * weight) for (u, v), sign, weight in zip(edges, signs, weights, strict=True)]
    if side is None:
        size = len(component)
        entries = [entry for u, v, value in signed for entry in ((u, v, value), (v, u, -value))]
    else:
        size = len(component) // 2
        line: dict[int, int] = {}
        count = {True: 0, False: 0}
        for vertex in component:
            line[place[vertex]] = count[side[vertex]]
            count[side[vertex]] += 1
        entries = [(line[u], line[v], value) for u, v, value in signed]
    bound = min(
        _hadamard((row, value) for row, _, value in entries),
        _hadamard((column, value) for _, column, value in entries),
    )
    return Determinant(size, tuple(entries), side is None, bound)


def _hadamard(values: Iterable[tuple[int, int]]) -> int:
    """The product of the lines' lengths, rounded down, for (line, value) of each entry."""
    squares: Counter[int] = Counter()
    for line, value in values:
        squares[line] += value * value
    # Equal factors first: the product of powers is quicker than that of thousands of small numbers.
    return isqrt(prod(square**times for square, times in Counter(squares.values()).items()))
