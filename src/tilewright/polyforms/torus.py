"""Periodic tilings by several copies of one polyform in a fundamental domain, by exact covers of tori.

Slow and plain: what the core searches is compared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.pieces.polyforms import Shape
from tilewright.polyforms.exact_covers import exact_covers
from tilewright.polyforms.integer_matrices import Vector
from tilewright.polyforms.periodic import PeriodicLattice
from tilewright.polyforms.tilings import PeriodicTiling


def torus_tiling_of(
    shape: Shape, lattice: Lattice, copies: int, check_cancelled: Callable[[], None]
) -> PeriodicTiling | None:
    """A periodic tiling with so many copies in a fundamental domain; None if there is none."""
    periodic = PeriodicLattice(lattice)
    cells = copies * len(shape)
    if cells % len(periodic.classes):
        return None
    images = sorted({lattice.normalise(image) for image in lattice.images(shape, "all")})
    turned = [[periodic.split(cell) for cell in image] for image in images]
    seen: set[tuple[Vector, Vector]] = set()
    for basis in _sublattices(cells // len(periodic.classes)):
        check_cancelled()
        (a, b), (_, d) = basis
        placements = []
        options = []
        for image, parts in zip(images, turned, strict=True):
            if len({(_reduced(at, a, b, d), kind) for at, kind in parts}) < len(shape):
                continue
            for u in range(a):
                for v in range(d):
                    placements.append((image, (u, v)))
                    options.append([(_reduced((x + u, y + v), a, b, d), kind) for (x, y), kind in parts])
        items = [((u, v), kind) for u in range(a) for v in range(d) for kind in range(len(periodic.classes))]
        if not options:
            continue
        for cover in exact_covers(items, options, check_cancelled):
            return _tiling(periodic, basis, [placements[k] for k in cover])
    assert not seen
    return None


def _tiling(
    periodic: PeriodicLattice, basis: tuple[Vector, Vector], cover: list[tuple[Shape, Vector]]
) -> PeriodicTiling:
    origin = periodic.cell((0, 0), 0)

    def vector(at: Vector) -> Cell:
        return subtract(periodic.cell(at, 0), origin)

    copies = tuple(tuple([add(cell, vector(at)) for cell in image]) for image, at in cover)
    return PeriodicTiling((vector(basis[0]), vector(basis[1])), copies)


def _sublattices(index: int) -> Iterator[tuple[Vector, Vector]]:
    """The sublattices of an index, each by its basis in Hermite normal form."""
    for a in range(1, index + 1):
        if index % a == 0:
            d = index // a
            for b in range(d):
                yield (a, b), (0, d)


def _reduced(at: Vector, a: int, b: int, d: int) -> Vector:
    times = at[0] // a
    return (at[0] - times * a, (at[1] - times * b) % d)
