"""Periodic tilings of the plane by one polyform, as witnesses, and an independent check of them.

The check shares nothing with the searches: it knows the cells, two translation vectors and the placements.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.pieces.polyforms import Shape


class TilingClass(StrEnum):
    """How a polyform tiles the plane, by the simplest tiling that there is; the first that applies.

    Tilings keep to the lattice: their cells are those of the lattice.
    """

    TRANSLATION = "translation"
    HALF_TURN = "half-turn"
    ISOHEDRAL = "isohedral"
    ANISOHEDRAL = "anisohedral"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Isometry:
    """A motion of the lattice by its name, and then a translation."""

    motion: str
    shift: Cell

    def image(self, cells: Iterable[Cell], lattice: Lattice) -> list[Cell]:
        """Where cells are carried."""
        carry = next(one for one in lattice.motions["all"] if one.name == self.motion)
        return [add(carry(cell), self.shift) for cell in cells]


@dataclass(frozen=True)
class PeriodicTiling:
    """A tiling: all translates of the placements by whole multiples of two vectors.

    ``placements`` are the copies in a fundamental domain. ``symmetries``, where not empty, are isometries
    that carry the tiling to itself and each copy to each other one: the tiling is isohedral.
    """

    vectors: tuple[Cell, Cell]
    placements: tuple[tuple[Cell, ...], ...]
    symmetries: tuple[Isometry, ...] = ()


def check_tiling(shape: Shape, tiling: PeriodicTiling, lattice: Lattice) -> None:
    """ValueError, which says why, unless these translates and copies of a shape tile the plane.

    Each copy must be an image of the shape, the vectors translations of the lattice, and each cell of the
    torus that they make must be covered once. With symmetries, each must carry copies to copies, and
    together they must join all copies.
    """
    torus = _Torus(tiling.vectors, lattice)
    images = {lattice.normalise(image) for image in lattice.images(shape, "all")}
    covered: set[Cell] = set()
    for copy in tiling.placements:
        if lattice.normalise(copy) not in images:
            raise ValueError(f"{copy} is no image of the shape")
        for cell in copy:
            residue = torus.residue(cell)
            if residue in covered:
                raise ValueError(f"the cell {residue} of the torus is covered twice")
            covered.add(residue)
    if len(covered) != torus.cells:
        raise ValueError(f"{len(covered)} of {torus.cells} cells of the torus are covered")
    if tiling.symmetries:
        _check_symmetries(tiling, torus, lattice)


def _check_symmetries(tiling: PeriodicTiling, torus: _Torus, lattice: Lattice) -> None:
    number = {torus.residues(copy): k for k, copy in enumerate(tiling.placements)}
    joined: dict[int, set[int]] = {k: set() for k in number.values()}
    origin = (0,) * lattice.dimension
    for symmetry in tiling.symmetries:
        base = symmetry.image([origin], lattice)[0]
        for vector in tiling.vectors:
            moved = tuple(a - b for a, b in zip(symmetry.image([vector], lattice)[0], base, strict=True))
            if torus.residue(moved) != torus.residue(origin):
                raise ValueError(f"{symmetry} does not keep the translations")
        for k, copy in enumerate(tiling.placements):
            there = number.get(torus.residues(symmetry.image(copy, lattice)))
            if there is None:
                raise ValueError(f"{symmetry} carries a copy to no copy")
            joined[k].add(there)
            joined[there].add(k)
    reached, todo = {0}, [0]
    while todo:
        for k in joined[todo.pop()] - reached:
            reached.add(k)
            todo.append(k)
    if len(reached) != len(tiling.placements):
        raise ValueError("the symmetries do not join all copies")


class _Torus:
    """The plane modulo two translations."""

    def __init__(self, vectors: Sequence[Cell], lattice: Lattice) -> None:
        (a, b), (c, d) = vectors
        self.determinant = a * d - b * c
        self.vectors = vectors
        if not self.determinant:
            raise ValueError("the vectors lie on a line")
        for vector in vectors:
            if not lattice.is_translation(vector):
                raise ValueError(f"{vector} is no translation of the lattice")

    @property
    def cells(self) -> int:
        """On squares, hexagons and triangles every pair of integers is a cell."""
        return abs(self.determinant)

    def residue(self, cell: Cell) -> Cell:
        """The cell of the fundamental parallelogram that a translation joins with this one."""
        (a, b), (c, d) = self.vectors
        x, y = cell
        first = (x * d - y * c) // self.determinant
        second = (a * y - b * x) // self.determinant
        return (x - first * a - second * c, y - first * b - second * d)

    def residues(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        return frozenset(map(self.residue, cells))
