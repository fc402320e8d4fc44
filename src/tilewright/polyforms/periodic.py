"""A lattice up to translations, as the core reads it: classes of cells, steps, features and motions.

A cell is a class and a translation, which is given by coordinates in a basis. Corners and sides, from which
the Euler characteristic is counted, are sets of cells: those that meet there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tilewright.errors import PuzzleError
from tilewright.model.lattices import Cell, Lattice, Motion
from tilewright.model.lattices.lattice import add, subtract
from tilewright.polyforms.integer_matrices import Vector, echelon

CellOfClass = tuple[Vector, int]
"""The translation of a cell and its class, in an order that translations keep."""

Feature = tuple[CellOfClass, ...]
"""The cells that meet in a corner or at a side, the first one at translation 0."""


@dataclass(frozen=True)
class ClassMotion:
    """A motion by what it does to translations, a matrix as rows, and to the cell of each class."""

    matrix: tuple[Vector, ...]
    images: tuple[CellOfClass, ...]

    def __call__(self, cell: CellOfClass) -> CellOfClass:
        """Where a cell is carried."""
        at, number = cell
        shift, image = self.images[number]
        return add(self.turned(at), shift), image

    def turned(self, vector: Vector) -> Vector:
        """Where a translation is carried."""
        return tuple([sum(a * b for a, b in zip(row, vector, strict=True)) for row in self.matrix])

    def after(self, first: ClassMotion) -> ClassMotion:
        """The motion that is another one, and then this."""
        columns = tuple(zip(*first.matrix, strict=True))
        matrix = tuple(zip(*map(self.turned, columns), strict=True))
        return ClassMotion(matrix, tuple(map(self, first.images)))

    def shifted(self, vector: Vector) -> ClassMotion:
        """The motion and then a translation."""
        return ClassMotion(self.matrix, tuple([(add(at, vector), number) for at, number in self.images]))

    @property
    def linear_part(self) -> ClassMotion:
        """The motion, followed by the translation that carries the cell of class 0 to translation 0."""
        return self.shifted(tuple([-x for x in self.images[0][0]]))


class PeriodicLattice:
    """The description of a lattice for the core."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.classes = lattice.classes
        self._number = {cell: number for number, cell in enumerate(lattice.classes)}
        vectors = [
            subtract(near, lattice.class_of(near))
            for cell in self.classes
            for near in lattice.neighbours(cell)
        ]
        self.basis = echelon(vectors)
        if len(self.basis) != lattice.dimension or lattice.dimension > 3:
            raise PuzzleError(f"polyforms of the {lattice.name} lattice cannot be counted: it has no basis")

    def coordinates(self, vector: Cell) -> Vector:
        """A translation of the lattice in the basis."""
        left, value = vector, []
        for k, row in enumerate(self.basis):
            times, rest = divmod(left[k], row[k])
            assert not rest, "a vector is no translation of the lattice"
            left = tuple([x - times * y for x, y in zip(left, row, strict=True)])
            value.append(times)
        return tuple(value)

    def split(self, cell: Cell) -> CellOfClass:
        """The translation and the class of a cell."""
        kind = self.lattice.class_of(cell)
        return self.coordinates(subtract(cell, kind)), self._number[kind]

    def cell(self, at: Sequence[int], number: int) -> Cell:
        """The cell of a class at a translation."""
        value = self.classes[number]
        for times, row in zip(at, self.basis, strict=True):
            value = tuple([x + times * y for x, y in zip(value, row, strict=True)])
        return value

    def motion(self, motion: Motion) -> ClassMotion:
        """A motion that carries all cells to cells; PuzzleError where it does not keep translations."""
        images = tuple([self.split(motion(cell)) for cell in self.classes])
        first = self.classes[0]
        columns = [self.coordinates(subtract(motion(add(first, row)), motion(first))) for row in self.basis]
        value = ClassMotion(tuple(zip(*columns, strict=True)), images)
        for cell in self.classes:
            far = add(cell, tuple(map(sum, zip(*self.basis, strict=True))))
            if value(self.split(far)) != self.split(motion(far)):
                raise PuzzleError(
                    f"the motion {motion.name!r} of the {self.lattice.name} lattice is not affine"
                )
        return value

    @cached_property
    def steps(self) -> list[tuple[int, int, Vector]]:
        """The classes of a cell and of a neighbour, and the translation from one to the other."""
        steps = []
        for number, cell in enumerate(self.classes):
            for near in self.lattice.neighbours(cell):
                at, other = self.split(near)
                steps.append((number, other, at))
        return steps

    def restricted(self, kept: Sequence[bool]) -> PeriodicLattice:
        """The same cells, each neighbour to those alone for which ``kept`` says so."""
        part = copy(self)
        part.steps = [step for step, is_kept in zip(self.steps, kept, strict=True) if is_kept]
        return part

    @cached_property
    def features(self) -> dict[Feature, int]:
        """Corners and sides, up to translations, with 1 for a corner and -1 for a side."""
        features: dict[Feature, int] = {}
        for cell in self.classes:
            for near in self.lattice.neighbours(cell):
                features[_feature([self.split(cell), self.split(near)])[0]] = -1
            for around in self._corners(cell):
                features[_feature(map(self.split, around))[0]] = 1
        return features

    def features_of(self, number: int) -> list[tuple[Feature, Vector]]:
        """The corners and sides of the cell of a class at translation 0, each with its translation."""
        cell = self.classes[number]
        sides = [_feature([self.split(cell), self.split(near)]) for near in self.lattice.neighbours(cell)]
        return [*sides, *(_feature(map(self.split, around)) for around in self._corners(cell))]

    def _corners(self, cell: Cell) -> list[set[Cell]]:
        """The sets of cells that meet in the corners of a cell."""
        corners = []
        for corner in self._outline(cell):
            around, todo = {cell}, [cell]
            while todo:
                for near in self.lattice.neighbours(todo.pop()):
                    if near not in around and corner in self._outline(near):
                        around.add(near)
                        todo.append(near)
            corners.append(around)
        return corners

    def _outline(self, cell: Cell) -> list[tuple[float, float]]:
        """The corners of a cell, rounded so that equal ones compare equal."""
        return [(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in self.lattice.outline(cell)]

    @staticmethod
    def moved(feature: Feature, motion: ClassMotion) -> tuple[Feature, Vector]:
        """Where a motion carries a feature at translation 0."""
        return _feature(map(motion, feature))


def _feature(cells: Iterable[CellOfClass]) -> tuple[Feature, Vector]:
    """The feature of these cells, and its translation."""
    members = sorted(cells)
    assert all(a != b for a, b in pairwise(members))
    start = members[0][0]
    return tuple([(subtract(at, start), number) for at, number in members]), start
