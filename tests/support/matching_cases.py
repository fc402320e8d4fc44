"""For tests of perfect matchings: boards as graphs, graphs as problems, and matchings counted plainly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tilewright.exact_cover.problem import CoverProblem

Cell = tuple[int, int]
Edge = tuple[int, int]


def matching_problem(vertices: int, edges: Iterable[Edge]) -> CoverProblem:
    return CoverProblem(
        tuple(f"v{k}" for k in range(vertices)),
        ((1, 1),) * vertices,
        tuple(((u, 0), (v, 0)) for u, v in edges),
    )


def board_graph(cells: Iterable[Cell], steps: Sequence[Cell] = ((1, 0), (0, 1))) -> tuple[int, list[Edge]]:
    place = {cell: k for k, cell in enumerate(sorted(cells))}
    edges = [
        (k, place[x + dx, y + dy])
        for (x, y), k in place.items()
        for dx, dy in steps
        if (x + dx, y + dy) in place
    ]
    return len(place), edges


def drawn(text: str) -> list[Cell]:
    return [(x, y) for y, line in enumerate(text.split()) for x, mark in enumerate(line) if mark == "#"]


def rectangle_cells(width: int, height: int) -> list[Cell]:
    return [(x, y) for x in range(width) for y in range(height)]


def matchings(vertices: int, edges: Iterable[Edge]) -> int:
    """Perfect matchings, the least vertex first; sets of matched vertices are met once."""
    later: list[Counter[int]] = [Counter() for _ in range(vertices)]
    for u, v in edges:
        later[min(u, v)][max(u, v)] += 1
    table = Counter({0: 1})  # matched vertices -> ways
    for u in range(vertices):
        after: Counter[int] = Counter()
        for matched, ways in table.items():
            if matched >> u & 1:
                after[matched] += ways
                continue
            for v, weight in later[u].items():
                if not matched >> v & 1:
                    after[matched | 1 << u | 1 << v] += ways * weight
        table = after
    return sum(table.values())
