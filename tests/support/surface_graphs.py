"""Dominoes on rectangles whose sides are joined, by a plain definition of their own."""

from __future__ import annotations

from collections.abc import Iterable

from support.matching_cases import Cell, Edge
from tilewright.exact_cover.problem import CoverProblem
from tilewright.model.layout import Join, JoinedRectangle

JOINS = tuple(Join)


def steps(cell: Cell, width: int, height: int, across: Join, down: Join) -> list[Cell]:
    """The cells to the right of a cell and above it; a walk over a joined side comes back at the other."""
    x, y = cell
    near = []
    if x + 1 < width:
        near.append((x + 1, y))
    elif across is not Join.OPEN:
        near.append((0, y if across is Join.PLAIN else height - 1 - y))
    if y + 1 < height:
        near.append((x, y + 1))
    elif down is not Join.OPEN:
        near.append((x if down is Join.PLAIN else width - 1 - x, 0))
    return near


def surface_edges(
    cells: Iterable[Cell], width: int, height: int, across: Join, down: Join, *, parallel: bool = False
) -> tuple[list[Cell], list[Edge]]:
    """The cells and the pairs of neighbours; ``parallel`` keeps each of several ways to be neighbours."""
    order = sorted(cells)
    place = {cell: k for k, cell in enumerate(order)}
    pairs = [
        (min(k, place[other]), max(k, place[other]))
        for cell, k in place.items()
        for other in steps(cell, width, height, across, down)
        if other in place and other != cell
    ]
    return order, pairs if parallel else sorted(set(pairs))


def surface_problem(
    cells: Iterable[Cell], width: int, height: int, across: Join, down: Join, *, parallel: bool = False
) -> CoverProblem:
    """The exact cover of the cells by dominoes, with its layout."""
    order, pairs = surface_edges(cells, width, height, across, down, parallel=parallel)
    return CoverProblem(
        tuple(map(str, order)),
        ((1, 1),) * len(order),
        tuple(((u, 0), (v, 0)) for u, v in pairs),
        layout=JoinedRectangle(tuple(order), width, height, across, down),
    )
