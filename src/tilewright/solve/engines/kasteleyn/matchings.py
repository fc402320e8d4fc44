"""Cover problems that are perfect matchings: items are vertices, options are edges."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from tilewright.exact_cover.translation import CoverProblem, Use

Edge = tuple[int, int]


@dataclass(frozen=True)
class Graph:
    """A graph with weighted edges, neither loops nor parallel edges among them.

    ``weights[u, v]``, u < v, is how many options join the items u and v. The weight of a perfect
    matching is the product of its edges' weights: the number of solutions that it stands for.
    """

    vertices: int
    weights: dict[Edge, int]


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
            return f"it takes options that cover two items each, and option {number} covers {len(ends)}"
        for item in ends:
            if item >= primary:
                return f"it takes no items that may stay uncovered, and {problem.items[item]} may"
            if left[item] != (1, 1):
                least, most_times = problem.bounds[item]
                times = f"{least} to {most_times}" if least < most_times else f"{least}"
                return (
                    "it takes items that are covered exactly once, "
                    f"and {problem.items[item]} is to be covered {times} times"
                )
        u, v = ends
        edge = (u, v) if u < v else (v, u)
        weights[edge] = weights.get(edge, 0) + 1

    touched = {item for edge in weights for item in edge}
    if any(least > 0 and item not in touched for item, (least, _) in enumerate(left)):
        return IMPOSSIBLE
    name = {item: vertex for vertex, item in enumerate(sorted(touched))}
    return Graph(len(name), {(name[u], name[v]): weight for (u, v), weight in weights.items()})


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
