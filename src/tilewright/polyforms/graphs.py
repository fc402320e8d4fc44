"""Lattices as the graphs that the core searches."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright._core import PolyformGraph
from tilewright.polyforms.integer_matrices import Vector, pivot_of
from tilewright.polyforms.periodic import ClassMotion, PeriodicLattice
from tilewright.polyforms.symmetries import kept_translations

COORDINATES = 3
"""Coordinates of the core's vectors."""


def padded(vector: Sequence[int]) -> Vector:
    """A vector with as many coordinates as the core's."""
    return (*vector, *[0] * (COORDINATES - len(vector)))


def make_graph(
    periodic: PeriodicLattice, symmetry: ClassMotion, size: int, *, with_holes: bool = True
) -> PolyformGraph:
    """The graph of the orbits of a symmetry, for polyforms of so many cells.

    Corners and sides are in it only if polyforms with holes are to be left out.
    """
    features = {} if with_holes else periodic.features
    numbers = {feature: k for k, feature in enumerate(features)}
    feature_rows = [
        (cell, numbers[feature], *padded(at), features[feature])
        for cell in range(len(periodic.classes) if features else 0)
        for feature, at in periodic.features_of(cell)
    ]
    feature_images = []
    for feature in features:
        image, at = periodic.moved(feature, symmetry)
        feature_images.append((numbers[image], *padded(at)))
    units = [tuple([int(j == k) for j in range(COORDINATES)]) for k in range(COORDINATES)]
    unused = units[periodic.lattice.dimension :]
    kept = [*map(padded, kept_translations(symmetry)), *unused]
    return PolyformGraph(
        len(periodic.classes),
        [(start, end, *padded(at)) for start, end, at in periodic.steps],
        feature_rows,
        [*map(padded, symmetry.matrix), *unused],
        [(number, *padded(at)) for at, number in symmetry.images],
        feature_images,
        [(pivot_of(row), *row) for row in kept],
        size,
    )
