"""Vectors in space, in cell sides."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from tilewright.model.lattices.lattice import Point3

Key = tuple[int, int, int]

NEAR = 1e-7  # what is nearer is the same
GRID = 876_543.21  # of keys; no usual length lies on a border between two


def key_of(point: Point3) -> Key:
    """The same for two points that differ in their last bits."""
    x, y, z = point
    return (round(x * GRID), round(y * GRID), round(z * GRID))


def unit_normal(polygon: Sequence[Point3]) -> Point3:
    """The unit vector at right angles to a polygon (Newell); (0, 0, 0) when it has no area."""
    x = y = z = 0.0
    for (a, b, c), (d, e, f) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        x += (b - e) * (c + f)
        y += (c - f) * (a + d)
        z += (a - d) * (b + e)
    length = math.hypot(x, y, z)
    return (x / length, y / length, z / length) if length > NEAR * NEAR else (0.0, 0.0, 0.0)


def mean(points: Collection[Point3]) -> Point3:
    """The mean of points."""
    x, y, z = (sum(values) / len(values) for values in zip(*points, strict=True))
    return (x, y, z)


def minus(a: Point3, b: Point3) -> Point3:
    """The difference of two vectors."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def plus(a: Point3, b: Point3) -> Point3:
    """The sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def times(a: Point3, factor: float) -> Point3:
    """A vector made longer by a factor."""
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def dot(a: Point3, b: Point3) -> float:
    """The inner product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Point3, b: Point3) -> Point3:
    """The outer product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
