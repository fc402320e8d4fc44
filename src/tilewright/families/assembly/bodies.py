"""Cells as convex bodies in whole numbers: whether they meet as one moves, and where they touch.

Coordinates are multiples of a unit along each axis; the units differ, but whether bodies overlap, touch or
lie on one side of a plane does not depend on them. A normal is a linear form in these coordinates: a row of
three integers. Balls are bodies of their own kind, which touch when their centres are as near as those of
neighbouring cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import gcd, isclose, sqrt

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract

Vector = tuple[int, ...]
NO_SHIFT: Vector = (0, 0, 0)
AXES: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def dot(a: Sequence[int], b: Sequence[int]) -> int:
    """The scalar product, or the value of a linear form."""
    (d, e, f), (g, h, i) = a, b
    return d * g + e * h + f * i


def cross(a: Vector, b: Vector) -> Vector:
    """The vector product: of two edges the normal of their plane, of two normals the line of their planes."""
    (d, e, f), (g, h, i) = a, b
    return (e * i - f * h, f * g - d * i, d * h - e * g)


def shortest(vector: Vector) -> Vector:
    """The shortest whole vector of the same direction; a vector of length 0 stays."""
    divisor = gcd(*vector)
    return tuple([part // divisor for part in vector]) if divisor > 1 else vector


@cache
def units(lattice: Lattice, translation: Cell) -> Vector:
    """A translation in the coordinates of bodies."""
    cell = lattice.classes[0]
    if lattice.is_round:
        return translation
    return subtract(Body.of(lattice, add(cell, translation)).corners[0], Body.of(lattice, cell).corners[0])


# --- Balls


def nearest(lattice: Lattice, cell: Cell) -> int:
    """The square of the distance to the nearest cells: balls there touch."""
    return min(dot(step, step) for step in (subtract(near, cell) for near in lattice.neighbours(cell)))


def balls_meet(offset: Cell, step: Cell, touching: int) -> bool:
    """Whether a ball at 0 that moves by the step comes nearer to one at ``offset`` than touching."""
    along, length, apart = dot(offset, step), dot(step, step), dot(offset, offset)
    if along <= 0:
        return apart < touching
    if along >= length:
        rest = subtract(offset, step)
        return dot(rest, rest) < touching
    return apart * length - along * along < touching * length


# --- Flat-faced bodies


@cache
def _scales(lattice: Lattice) -> tuple[float, ...]:
    """How many units there are in a unit of length along each axis: corners have whole coordinates."""
    assert lattice.faces is not None
    corners = [
        corner
        for cell in lattice.classes
        for where in (cell, *lattice.neighbours(cell))
        for face in lattice.faces(where)
        for corner in face
    ]
    return tuple(_scale({corner[axis] for corner in corners}) for axis in range(3))


def _scale(values: Iterable[float]) -> float:
    held = list(values)
    for number in range(1, 25):
        for scale in (float(number), number / sqrt(3), number / sqrt(2)):
            if all(isclose(value * scale, round(value * scale), abs_tol=1e-9) for value in held):
                return scale
    raise UnsupportedError("the corners of the lattice's cells are no multiples of a unit")


@dataclass(frozen=True)
class Body:
    """A convex body: its faces as corners and outward normals, all corners, and its edges, without their
    sense."""

    faces: tuple[tuple[frozenset[Vector], Vector], ...]
    corners: tuple[Vector, ...]
    edges: tuple[Vector, ...]

    @classmethod
    def of(cls, lattice: Lattice, cell: Cell) -> Body:
        """The body of a cell."""
        return _body_of(lattice, cell)

    @cached_property
    def normals(self) -> tuple[Vector, ...]:
        """The outward normals of the faces."""
        return tuple([normal for _, normal in self.faces])


@cache
def _body_of(lattice: Lattice, cell: Cell) -> Body:
    assert lattice.faces is not None
    scales = _scales(lattice)
    faces = [
        [tuple(round(c * s) for c, s in zip(corner, scales, strict=True)) for corner in face]
        for face in lattice.faces(cell)
    ]
    corners = tuple(sorted({corner for face in faces for corner in face}))
    outward = []
    for face in faces:
        normal = shortest(cross(subtract(face[1], face[0]), subtract(face[2], face[0])))
        if any(dot(normal, corner) > dot(normal, face[0]) for corner in corners):
            normal = subtract(NO_SHIFT, normal)
        outward.append((frozenset(face), normal))
    edges = {_undirected(subtract(a, b)) for face in faces for a, b in zip(face, face[1:] + face[:1])}  # noqa: B905
    return Body(tuple(outward), corners, tuple(edges))


def _undirected(edge: Vector) -> Vector:
    return max(edge, subtract(NO_SHIFT, edge))


def contact_normal(lattice: Lattice, cell: Cell, near: Cell) -> Vector:
    """The normal, outward from a cell, of the face in which a neighbour touches it, or of the plane between
    two balls."""
    if lattice.is_round:
        return shortest(subtract(near, cell))
    corners = set(Body.of(lattice, near).corners)
    return next(normal for face, normal in Body.of(lattice, cell).faces if face <= corners)


# --- Two cells, one of which moves


def run_into(lattice: Lattice, moving: Iterable[Cell], others: Iterable[Cell], along: Vector) -> bool:
    """Whether cells that move along a line for ever come to overlap others.

    Two do not if they are apart along a normal in whose direction the first one does not move: the region
    that it sweeps is convex, with the faces of the cell and those that its edges draw out along the line.
    ``along`` is in the coordinates of bodies.
    """
    if lattice.is_round:
        touching, length = nearest(lattice, lattice.classes[0]), dot(along, along)
        for offset in {subtract(other, cell) for cell in moving for other in others}:
            far = dot(offset, along)
            if far > 0 and dot(offset, offset) * length - far * far < touching * length:
                return True
        return False
    back = subtract(NO_SHIFT, along)
    rear = _farthest(lattice, moving, back, along)
    front = _farthest(lattice, others, along, along)
    return any(
        _runs_into(lattice, own, their, *subtract(there, here), along)
        for own, here in rear
        for their, there in front
    )


def _farthest(
    lattice: Lattice, cells: Iterable[Cell], way: Vector, along: Vector
) -> list[tuple[Cell, Vector]]:
    """The classes and shifts of cells: of those that are translates along a line only the farthest one."""
    found: dict[tuple[Cell, Vector], tuple[int, Vector]] = {}
    for cell in cells:
        own, shift = lattice.class_of(cell), _shift(lattice, cell)
        line, far = (own, cross(shift, along)), dot(shift, way)
        if line not in found or found[line][0] < far:
            found[line] = far, shift
    return [(own, shift) for (own, _), (_, shift) in found.items()]


def _shift(lattice: Lattice, cell: Cell) -> Vector:
    """How far a cell lies from the one of its class, in the coordinates of bodies."""
    return units(lattice, subtract(cell, lattice.class_of(cell)))


@cache
def _runs_into(lattice: Lattice, own: Cell, their: Cell, x: int, y: int, z: int, along: Vector) -> bool:
    """Whether a cell that moves runs into the translate of another one by (x, y, z)."""
    for (a, b, c), gap, onwards in _apart_along(lattice, own, their, along):
        if onwards <= 0 and a * x + b * y + c * z + gap >= 0:
            return False
    return True


def is_stopped(lattice: Lattice, cell: Cell, other: Cell, velocity: Vector) -> bool:
    """Whether a cell that begins to move with a velocity overlaps another one at once.

    Contacts along edges and at corners count. ``velocity`` is in the coordinates of bodies.
    """
    if lattice.is_round:
        offset = subtract(other, cell)
        return dot(offset, offset) == nearest(lattice, cell) and dot(offset, velocity) > 0
    shift = subtract(_shift(lattice, other), _shift(lattice, cell))
    normals = _apart_along(lattice, lattice.class_of(cell), lattice.class_of(other), velocity)
    for normal, gap, onwards in normals:
        apart = dot(normal, shift) + gap
        if apart > 0 or (apart == 0 and onwards <= 0):
            return False
    return True


@cache
def _apart_along(
    lattice: Lattice, cell: Cell, other: Cell, along: Vector
) -> tuple[tuple[Vector, int, int], ...]:
    """The normals along which two cells, or translates of them, can be apart, from the first to the second.

    Each with how far they are apart along it as they lie, and how far the line goes along it. Those of the
    region that the first one sweeps along the line are among them.
    """
    mine, theirs = Body.of(lattice, cell), Body.of(lattice, other)
    normals = {*AXES, *mine.normals, *theirs.normals}
    for edge in (*mine.edges, along):
        normals.update(shortest(cross(edge, second)) for second in (*theirs.edges, along))
    normals.update(cross(edge, along) for edge in mine.edges)
    normals |= {subtract(NO_SHIFT, normal) for normal in normals}
    normals.discard(NO_SHIFT)
    found = []
    for normal in sorted(normals, key=lambda normal: (sum(map(abs, normal)), normal)):
        gap = min(dot(normal, corner) for corner in theirs.corners)
        gap -= max(dot(normal, corner) for corner in mine.corners)
        found.append((normal, gap, dot(normal, along)))
    return tuple(found)
