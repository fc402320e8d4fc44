"""The symmetries of polyforms on a lattice, one for each kind, and how many there are of each.

A polyform is kept by a motion when a motion and a translation together carry it to itself. Which translation
it is depends on the place of the polyform: up to what its own translations change, there are a few classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import gcd
from typing import NamedTuple

from tilewright.model.lattices.lattice import add, subtract
from tilewright.polyforms.integer_matrices import Vector, echelon, kernel, reduced
from tilewright.polyforms.periodic import ClassMotion, PeriodicLattice


class MotionClass(NamedTuple):
    """Motions that keep equally many polyforms: how many, and one with its translations."""

    motions: int
    symmetries: tuple[ClassMotion, ...]


def motion_classes(periodic: PeriodicLattice, mode: str) -> tuple[MotionClass, ...]:
    """The motions of a mode that carry all cells to cells, those together that keep equally many polyforms.

    These are motions that generate conjugate groups; the first class is the identity.
    """
    every = [periodic.motion(m).linear_part for m in periodic.lattice.motions["all"] if m.divisor == 1]
    left = [periodic.motion(m).linear_part for m in periodic.lattice.motions[mode] if m.divisor == 1]
    inverses = {id(motion): _power(motion, _order(motion) - 1) for motion in every}
    classes = []
    while left:
        motion = left[0]
        order = _order(motion)
        same = {
            other.after(_power(motion, k)).after(inverses[id(other)]).linear_part
            for other in every
            for k in range(1, order + 1)
            if gcd(k, order) == 1
        }
        members = [other for other in left if other in same]
        left = [other for other in left if other not in same]
        classes.append(MotionClass(len(members), tuple(_symmetries(motion, order))))
    return tuple(classes)


def _order(motion: ClassMotion) -> int:
    """How often a motion must be made to be a translation."""
    order, power = 1, motion
    while not _is_translation(power):
        order, power = order + 1, motion.after(power)
    return order


def _is_translation(motion: ClassMotion) -> bool:
    size = len(motion.matrix)
    shift = motion.images[0][0]
    return all(
        motion.matrix[i][j] == (i == j) for i in range(size) for j in range(size)
    ) and motion.images == tuple([(shift, number) for number in range(len(motion.images))])


def _power(motion: ClassMotion, exponent: int) -> ClassMotion:
    """A motion made so many times; 0 gives its power that is a translation."""
    power = motion
    for _ in range((exponent or _order(motion)) - 1):
        power = motion.after(power)
    return power


def _symmetries(motion: ClassMotion, order: int) -> Iterator[ClassMotion]:
    """The motion with one translation of each class, as far as the result has a finite order."""
    size = len(motion.matrix)
    changes = echelon(  # how a polyform's translations by the basis change its translation
        [
            subtract(motion.turned(unit), unit)
            for unit in (tuple([int(j == k) for j in range(size)]) for k in range(size))
        ]
    )

    def drift(vector: Vector) -> Vector:
        return _power(motion.shifted(vector), order).images[0][0]

    suitable = {
        reduced(vector, changes) for vector in product(range(-1, 3), repeat=size) if not any(drift(vector))
    }
    if not suitable:
        return
    first = min(suitable)
    steps = [subtract(vector, first) for vector in suitable]
    classes, todo = {first}, [first]
    while todo:  # the classes are a coset of a finite group
        vector = todo.pop()
        for step in steps:
            other = reduced(add(vector, step), changes)
            if other not in classes:
                classes.add(other)
                todo.append(other)
    for vector in sorted(classes):
        yield motion.shifted(vector)


def kept_translations(motion: ClassMotion) -> tuple[Vector, ...]:
    """The translations that commute with a motion, a basis in echelon form."""
    matrix: Sequence[Sequence[int]] = [
        [x - (i == j) for j, x in enumerate(row)] for i, row in enumerate(motion.matrix)
    ]
    return kernel(matrix)
