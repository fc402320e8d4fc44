"""Lattices of the plane for the core's searches of tilings and coronas: cells and copies by numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from tilewright._core import PolyformPlane
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.pieces.polyforms import Shape
from tilewright.polyforms.boundary import check_plane_lattice
from tilewright.polyforms.periodic import PeriodicLattice
from tilewright.polyforms.tilings import PeriodicTiling

TilingRows = tuple[int, int, int, list[list[int]]]
"""A tiling of the core: translations by (a, b) and (0, d), and the copies as motions and translations."""


class Plane:
    """The cells and motions of a lattice, as the core reads them; UnsupportedError for others."""

    def __init__(self, lattice: Lattice) -> None:
        check_plane_lattice(lattice)
        self.lattice = lattice
        self._periodic = periodic = PeriodicLattice(lattice)
        self._motions = [periodic.motion(motion) for motion in lattice.motions["all"]]
        self.half_turn = [motion.name for motion in lattice.motions["all"]].index("half turn")
        self.core = PolyformPlane(
            [[x for row in motion.matrix for x in row] for motion in self._motions],
            [[(number, *at) for at, number in motion.images] for motion in self._motions],
            [self._rows(lattice.neighbours(cell)) for cell in lattice.classes],
            [self._rows(touching(lattice, cell)) for cell in lattice.classes],
        )

    @property
    def motions(self) -> range:
        """The numbers of all motions."""
        return range(len(self._motions))

    def core_shape(self, shape: Iterable[Cell]) -> list[list[int]]:
        """The cells of a shape for the core, the first one in its order at the origin."""
        rows = sorted(self._rows(shape))
        _, x, y = rows[0]
        return [[kind, p - x, q - y] for kind, p, q in rows]

    def copy(self, rows: Iterable[Sequence[int]], isometry: Sequence[int]) -> Shape:
        """The cells of a copy of a shape of the core: a motion by its number, and then a translation."""
        number, *shift = isometry
        cells = []
        for kind, *at in rows:
            there, image = self._motions[number]((tuple(at), kind))
            cells.append(self._periodic.cell(add(there, tuple(shift)), image))
        return tuple(sorted(cells))

    def tiling(self, rows: Iterable[Sequence[int]], tiling: TilingRows) -> PeriodicTiling:
        """A tiling of the core by the cells of its copies."""
        a, b, d, copies = tiling
        rows = list(rows)
        vectors = (self._vector(a, b), self._vector(0, d))
        return PeriodicTiling(vectors, tuple([self.copy(rows, copy) for copy in copies]))

    def _vector(self, x: int, y: int) -> Cell:
        first, second = self._periodic.basis
        return tuple([x * p + y * q for p, q in zip(first, second, strict=True)])

    def _rows(self, cells: Iterable[Cell]) -> list[list[int]]:
        return [[number, *at] for at, number in map(self._periodic.split, cells)]


@cache
def plane_of(lattice: Lattice) -> Plane:
    """The plane of a lattice, made once."""
    return Plane(lattice)


@cache
def touching(lattice: Lattice, cell: Cell) -> frozenset[Cell]:
    """The other cells that share at least a corner with a cell."""
    around: set[Cell] = set()
    for corner in _corners(lattice, cell):
        seen, todo = {cell}, [cell]
        while todo:
            for near in lattice.neighbours(todo.pop()):
                if near not in seen and corner in _corners(lattice, near):
                    seen.add(near)
                    todo.append(near)
        around |= seen
    return frozenset(around - {cell})


def _corners(lattice: Lattice, cell: Cell) -> list[tuple[float, float]]:
    """The corners of a cell, rounded so that equal ones compare equal."""
    return [(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in lattice.outline(cell)]
