"""The boundary of a polyform without holes, as a cyclic word of directions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import atan2, pi
from typing import NamedTuple

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.lattices import HEXAGON, SQUARE, TRIANGLE, Cell, Lattice
from tilewright.model.lattices.lattice import Point

DIRECTIONS = 12
"""Directions are counted in twelfths of a turn, clockwise as drawn; 0 is to the right."""

HALF = DIRECTIONS // 2
PLANE_LATTICES = (SQUARE, HEXAGON, TRIANGLE)
"""The lattices whose polyforms are tested for tilings of the plane."""


class Edge(NamedTuple):
    """A side of the boundary, the polyform to its right: its direction and the cells at both of its sides."""

    direction: int
    inside: Cell
    outside: Cell


def check_plane_lattice(lattice: Lattice) -> None:
    """UnsupportedError for a lattice whose polyforms are not tested for tilings."""
    if lattice not in PLANE_LATTICES:
        names = ", ".join(one.name for one in PLANE_LATTICES)
        raise UnsupportedError(
            f"tilings of the plane are not searched on the {lattice.name} lattice; expected one of {names}"
        )


def boundary_of(cells: Sequence[Cell], lattice: Lattice) -> tuple[Edge, ...]:
    """The boundary of a connected polyform without holes, once around.

    PuzzleError for cells with holes or in several parts.
    """
    shape = set(cells)
    following: dict[Point, tuple[Edge, Point]] = {}
    sides = 0
    for cell in shape:
        for (start, end), near in sides_of(cell, lattice).items():
            if near not in shape:
                sides += 1
                following[start] = (Edge(_direction(start, end), cell, near), end)
    first = point = min(following)
    edges = []
    while True:
        edge, point = following[point]
        edges.append(edge)
        if point == first:
            break
    if len(edges) != sides:
        raise PuzzleError(
            "the boundary is not one closed line: the cells have a hole or are in several parts"
        )
    return tuple(edges)


def perimeter_of(cells: Sequence[Cell], lattice: Lattice) -> int:
    """How many sides of the cells are on the boundary, also around holes."""
    shape = set(cells)
    return sum(near not in shape for cell in shape for near in lattice.neighbours(cell))


@cache
def _sides_by_class(kind: Cell, lattice: Lattice) -> tuple[tuple[tuple[Point, Point], Cell], ...]:
    ends = _corners(lattice, kind)
    pairs = {(a, b): near for near in lattice.neighbours(kind) for a, b in _pairs(_corners(lattice, near))}
    return tuple(((a, b), pairs[b, a]) for a, b in _pairs(ends))


def sides_of(cell: Cell, lattice: Lattice) -> dict[tuple[Point, Point], Cell]:
    """The sides of a cell, clockwise as drawn, each with the cell beyond it."""
    corners = _corners(lattice, cell)
    kind = lattice.class_of(cell)
    beyond = [near for _, near in _sides_by_class(kind, lattice)]
    shift = tuple(a - b for a, b in zip(cell, kind, strict=True))
    return {
        ends: tuple(a + b for a, b in zip(near, shift, strict=True))
        for ends, near in zip(_pairs(corners), beyond, strict=True)
    }


def _corners(lattice: Lattice, cell: Cell) -> list[Point]:
    """The corners of a cell, rounded so that equal ones compare equal."""
    return [(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in lattice.outline(cell)]


def _pairs(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _direction(start: Point, end: Point) -> int:
    angle = atan2(end[1] - start[1], end[0] - start[0])
    return round(angle * DIRECTIONS / (2 * pi)) % DIRECTIONS


@cache
def turns_of(lattice: Lattice) -> dict[tuple[bool, int], str]:
    """The names of the motions by whether they are proper, and the direction to which they carry 0.

    A proper motion carries the direction d to turn + d, another one to turn - d.
    """
    right = next(v for v in ((1, 0), (2, 0)) if lattice.is_translation(v))
    turns = {}
    for motion in lattice.motions["all"]:
        start, end = (_middle(lattice, motion(cell)) for cell in ((0, 0), right))
        turns[motion.proper, _direction(start, end)] = motion.name
    return turns


def _middle(lattice: Lattice, cell: Cell) -> Point:
    corners = lattice.outline(cell)
    return (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
