"""Pieces of spheres as balls to be printed, joined by necks.

Balls touch in single points, where nothing would hold them together: so the balls of a piece are joined by
cylinders. The body of a cell divides its ball into patches, one for each neighbour. Patches next to each
other share the points on their border; within it is a ring, from which a patch goes on to the neck's middle
or closes to a cap. So surfaces are closed whatever the cells are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import Point3
from tilewright.render.bevel import Mesh
from tilewright.render.surface import Polygon3
from tilewright.render.vectors import cross, dot, key_of, mean, minus, plus, times

NECK = 0.4
"""The radius of a neck, of that of a ball. A ball that touches two others stays 0.73 radii away from the line
between them, two such lines 1.41 from each other: necks hinder no move. Less than 0.5 lies within a patch."""

_ARCS = 6  # parts of each side of a patch
_RINGS = 3  # bands between the border of a patch and its neck or cap
_CAP = (0.5, 0.0)  # the rings of a cap, of the radius of the neck


def ball_mesh(lattice: Lattice, cells: Sequence[Cell], inset: float, neck: float = NECK) -> Mesh:
    """The surface of a piece of a lattice whose cells are round; balls are smaller by the inset.

    ``neck`` is the radius of a neck, of that of a ball; balls stay apart where there is hardly any.
    """
    numbers: dict[tuple[int, ...], int] = {}
    vertices: list[Point3] = []
    triangles: list[tuple[int, int, int]] = []

    def number(point: Point3) -> int:
        key = key_of(point)
        if key not in numbers:
            numbers[key] = len(vertices)
            vertices.append(point)
        return numbers[key]

    positions = set(cells)
    for cell in cells:
        for rings in _patches(lattice, cell, positions if neck > 0.01 else set(), inset, max(neck, 0.1)):
            for outer, inner in pairwise([[number(point) for point in ring] for ring in rings]):
                for k in range(len(outer)):
                    a, b, c, d = outer[k - 1], outer[k], inner[k], inner[k - 1]
                    triangles += [one for one in ((a, b, c), (a, c, d)) if len(set(one)) == 3]
    return Mesh(tuple(vertices), tuple(triangles))


def _patches(
    lattice: Lattice, cell: Cell, cells: set[Cell], inset: float, neck: float
) -> Iterator[list[list[Point3]]]:
    """The patches of a ball as rings of points from the border inwards, counterclockwise from outside."""
    assert lattice.faces is not None
    faces = lattice.faces(cell)
    centre = mean([corner for face in faces for corner in face])
    near = {key_of(_middle(lattice, other)) for other in lattice.neighbours(cell) if other in cells}
    for face in faces:
        way = minus(mean(face), centre)
        distance = sqrt(dot(way, way))
        out, radius = times(way, 1 / distance), distance - inset
        border = [_unit(minus(point, centre)) for point in _border(_counterclockwise(face, out))]
        around = [_unit(minus(point, times(out, dot(point, out)))) for point in border]
        rim = [plus(times(out, sqrt(1 - neck * neck)), times(one, neck)) for one in around]
        drawn = []
        for k in range(_RINGS + 1):
            share = k / _RINGS
            ring = [plus(times(a, 1 - share), times(b, share)) for a, b in zip(border, rim, strict=True)]
            drawn.append([plus(centre, times(_unit(point), radius)) for point in ring])
        if key_of(plus(centre, times(way, 2))) in near:
            drawn.append([plus(plus(centre, way), times(one, neck * radius)) for one in around])
        else:
            for share in _CAP:
                at = neck * share
                high = times(out, sqrt(1 - at * at))
                drawn.append([plus(centre, times(plus(high, times(one, at)), radius)) for one in around])
        yield drawn


def _middle(lattice: Lattice, cell: Cell) -> Point3:
    assert lattice.faces is not None
    return mean([corner for face in lattice.faces(cell) for corner in face])


def _unit(way: Point3) -> Point3:
    return times(way, 1 / sqrt(dot(way, way)))


def _counterclockwise(face: Polygon3, out: Point3) -> Sequence[Point3]:
    """The corners of a face, counterclockwise as seen from outside."""
    turn = cross(minus(face[1], face[0]), minus(face[2], face[1]))
    return face if dot(turn, out) > 0 else face[::-1]


def _border(corners: Sequence[Point3]) -> Iterator[Point3]:
    """Points on the sides of a face, its corners among them."""
    for a, b in pairwise((*corners, corners[0])):
        for k in range(_ARCS):
            yield plus(times(a, 1 - k / _ARCS), times(b, k / _ARCS))
