"""Cells as convex bodies in whole numbers: whether they meet as one moves, and where they touch.

Coordinates are multiples of a unit along each axis; the units differ, but whether bodies overlap, touch or
lie on one side of a plane does not depend on them. A normal is a linear form in these coordinates: a row of
three integers. Balls are bodies of their own kind, which touch when their centres are as near as those of
neighbouring cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from math import gcd, isclose, sqrt

from tilewright.cancellation import checked
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract

Vector = tuple[int, ...]
CellsByClass = Mapping[int, Sequence[Cell]]
"""Cells by the numbers of their classes, positions in the lattice's ``classes``."""

NO_SHIFT: Vector = (0, 0, 0)
AXES: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

# What is kept of the last assemblies, so that a server stays small whatever is taken apart: HexSticks needs
# 7 lines, 325 bodies and 10,063 meetings.
KEPT_LINES = 256
KEPT_BODIES = 4096
KEPT_MEETINGS = 65536


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


@lru_cache(KEPT_BODIES)
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
    numbers = list(values)
    for number in range(1, 25):
        for scale in (float(number), number / sqrt(3), number / sqrt(2)):
            if all(isclose(value * scale, round(value * scale), abs_tol=1e-9) for value in numbers):
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


@lru_cache(KEPT_BODIES)
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


def run_into(lattice: Lattice, moving: CellsByClass, others: CellsByClass, direction: Cell) -> bool:
    """Whether cells that move along a direction of the lattice for ever come to overlap others.

    Two do not if they are apart along a normal in whose direction the first one does not move: the region
    that it sweeps is convex, with the faces of the cell and those that its edges draw out along the line.
    """
    if lattice.is_round:
        (balls,), (standing_balls,) = moving.values(), others.values()
        touching, length = nearest(lattice, lattice.classes[0]), dot(direction, direction)
        for offset in {subtract(other, ball) for ball in checked(balls) for other in standing_balls}:
            far = dot(offset, direction)
            if far > 0 and dot(offset, offset) * length - far * far < touching * length:
                return True
        return False
    along = shortest(units(lattice, direction))
    shadows = _shadows(lattice, along)
    standing: dict[tuple[int, int], list[tuple[Cell, Vector]]] = {}
    for their, there in checked(_farthest(lattice, others, direction)):
        for tile in shadows.tiles(their, there):
            standing.setdefault(tile, []).append((their, there))
    return any(
        _runs_into(lattice, own, their, *subtract(there, here), along)
        for own, here in checked(_farthest(lattice, moving, subtract(NO_SHIFT, direction)))
        for tile in shadows.tiles(own, here)
        for their, there in standing.get(tile, ())
    )


@dataclass(frozen=True)
class _Shadows:
    """What cells cover of a plane onto which they are projected along a line, by square tiles of the plane.

    ``forms`` are coordinates of the plane, ``boxes`` the least and greatest ones of each class of cells, and
    ``side`` the side of a tile, which is as wide as the widest cell. Cells whose shadows have no tile in
    common do not run into each other along the line.
    """

    forms: tuple[Vector, Vector]
    boxes: dict[Cell, tuple[tuple[int, int], ...]]
    side: int

    def tiles(self, cell: Cell, shift: Vector) -> Iterator[tuple[int, int]]:
        """The tiles of a cell of a class that lies so far from the one of its class."""
        columns, rows = [
            range((low + by) // self.side, (high + by - 1) // self.side + 1)
            for (low, high), by in zip(
                self.boxes[cell], (dot(form, shift) for form in self.forms), strict=True
            )
        ]
        return product(columns, rows)


@lru_cache(KEPT_LINES)
def _shadows(lattice: Lattice, along: Vector) -> _Shadows:
    across = [form for axis in AXES if any(form := shortest(cross(axis, along)))]
    forms = across[0], next(form for form in across[1:] if any(cross(across[0], form)))
    boxes = {}
    for cell in lattice.classes:
        values = [[dot(form, corner) for corner in Body.of(lattice, cell).corners] for form in forms]
        boxes[cell] = tuple([(min(value), max(value)) for value in values])
    return _Shadows(forms, boxes, max(high - low for box in boxes.values() for low, high in box))


def _farthest(lattice: Lattice, cells: CellsByClass, way: Cell) -> list[tuple[Cell, Vector]]:
    """The classes and shifts of cells: of those that are translates along a line only the farthest one."""
    axis = next(k for k, part in enumerate(way) if part)
    items: dict[tuple[int, Vector], Cell] = {}
    for number, positions in cells.items():
        for cell in positions:
            line = (number, cross(cell, way))
            known = items.get(line, cell)
            items[line] = cell if (cell[axis] - known[axis]) * way[axis] > 0 else known
    placed = [(lattice.classes[number], cell) for (number, _), cell in items.items()]
    return [(own, units(lattice, subtract(cell, own))) for own, cell in placed]


@lru_cache(KEPT_MEETINGS)
def _runs_into(lattice: Lattice, own: Cell, their: Cell, x: int, y: int, z: int, along: Vector) -> bool:
    """Whether a cell that moves runs into the translate of another one by (x, y, z)."""
    for ((a, b, c), onwards), high, low in _reaches_along(lattice, own, their, along):
        if onwards <= 0 and a * x + b * y + c * z + low >= high:
            return False
    return True


def is_stopped(lattice: Lattice, cell: Cell, other: Cell, velocity: Vector) -> bool:
    """Whether a cell that begins to move with a velocity overlaps another one at once.

    Contacts along edges and at corners count. ``velocity`` is in the coordinates of bodies.
    """
    if lattice.is_round:
        offset = subtract(other, cell)
        return dot(offset, offset) == nearest(lattice, cell) and dot(offset, velocity) > 0
    own, their = lattice.class_of(cell), lattice.class_of(other)
    shift = units(lattice, subtract(subtract(other, their), subtract(cell, own)))
    for (normal, onwards), high, low in _reaches_along(lattice, own, their, velocity):
        apart = dot(normal, shift) + low - high
        if apart > 0 or (apart == 0 and onwards <= 0):
            return False
    return True


def _reaches_along(
    lattice: Lattice, cell: Cell, other: Cell, along: Vector
) -> Iterator[tuple[tuple[Vector, int], int, int]]:
    """By normals along which cells can be apart: how far one reaches along it, and where another begins."""
    normals = _normals_along(lattice, along)
    return zip(
        normals, _farthest_along(lattice, cell, along), _nearest_along(lattice, other, along), strict=True
    )


@lru_cache(KEPT_LINES)
def _normals_along(lattice: Lattice, along: Vector) -> tuple[tuple[Vector, int], ...]:
    """The normals along which two cells can be apart, and with how far the line goes along each.

    Those of faces of all cells, and those at right angles to two edges, or to an edge and the line: so the
    normals of the region that a cell sweeps along the line are among them. The simplest ones come first.
    """
    bodies = [Body.of(lattice, cell) for cell in lattice.classes]
    edges = {along, *(edge for body in bodies for edge in body.edges)}
    normals = {*AXES, *(shortest(normal) for body in bodies for normal in body.normals)}
    normals.update(shortest(cross(a, b)) for a, b in combinations(edges, 2))
    normals.discard(NO_SHIFT)
    normals |= {subtract(NO_SHIFT, normal) for normal in normals}
    ordered = sorted(normals, key=lambda normal: (sum(map(abs, normal)), normal))
    return tuple([(normal, dot(normal, along)) for normal in ordered])


@lru_cache(KEPT_BODIES)
def _farthest_along(lattice: Lattice, cell: Cell, along: Vector) -> tuple[int, ...]:
    corners = Body.of(lattice, cell).corners
    return tuple(
        [max(dot(normal, corner) for corner in corners) for normal, _ in _normals_along(lattice, along)]
    )


@lru_cache(KEPT_BODIES)
def _nearest_along(lattice: Lattice, cell: Cell, along: Vector) -> tuple[int, ...]:
    corners = Body.of(lattice, cell).corners
    return tuple(
        [min(dot(normal, corner) for corner in corners) for normal, _ in _normals_along(lattice, along)]
    )
