"""In which order cells are painted while some of them slide past the others.

Of two convex bodies that do not overlap, a plane between them says which one is nearer to the viewer. A cell
that slides along a straight line sweeps a convex body, which meets no cell that stays; so one order is right
for the whole way, unless some bodies hide each other in a circle. Then the way is divided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import combinations, product

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.cube import project
from tilewright.model.lattices.lattice import Point3, add, subtract
from tilewright.render.geometry import box_around
from tilewright.render.polyhedra import ball_radius, centre
from tilewright.render.vectors import cross, dot, minus, plus, times

VIEW: Point3 = (1.0, 1.0, 1.0)  # towards the viewer
NEAR = 1e-6  # lengths below this are rounding errors
SHORTEST = 1 / 16  # of a step: shorter parts of a way are not divided
_NO_STEP: Point3 = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Stretch:
    """A part of a way, from ``begin`` to ``end`` steps, and the cells in an order to paint them all along it.

    Each cell has with it whether it slides.
    """

    begin: float
    end: float
    order: tuple[tuple[Cell, bool], ...]


class PaintOrder:
    """Orders of cells of one lattice; what it learns of two cells serves all pairs with the same distance."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._known: dict[tuple[object, ...], int] = {}

    def stretches(
        self, still: Sequence[Cell], sliding: Sequence[Cell], step: Cell, begin: float, end: float
    ) -> list[Stretch]:
        """The way of cells that slide from ``begin`` to ``end`` times a step, past others that stay."""
        order = self._order(still, sliding, step, begin, end)
        if order is not None:
            return [Stretch(begin, end, order)]
        if end - begin < SHORTEST:
            middle = (begin + end) / 2
            moved = [middle * k for k in self._vector(step)]
            depths = [(self._depth(cell), (cell, False)) for cell in still]
            depths += [(self._depth(cell) + sum(moved), (cell, True)) for cell in sliding]
            return [Stretch(begin, end, tuple([value for _, value in sorted(depths)]))]
        half = (begin + end) / 2
        parts = ((begin, half), (half, end))
        return [one for low, high in parts for one in self.stretches(still, sliding, step, low, high)]

    def _order(
        self, still: Sequence[Cell], sliding: Sequence[Cell], step: Cell, begin: float, end: float
    ) -> tuple[tuple[Cell, bool], ...] | None:
        """The cells, each before all that may hide it; None when there is no such order (Kahn 1962)."""
        cells = [*((cell, False) for cell in still), *((cell, True) for cell in sliding)]
        kinds = [self._lattice.class_of(cell) for cell, _ in cells]
        depths = [self._depth(cell) for cell, _ in cells]
        way, rest = (step, begin, end), ((0, 0, 0), 0.0, 0.0)

        def nearer(i: int, j: int) -> int:
            (a, a_slides), (b, b_slides) = cells[i], cells[j]
            own = way if a_slides != b_slides else rest
            key = (kinds[i], kinds[j], subtract(b, a), own)
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = self._nearer(a, b, *own)
            return known

        order = _from_back(depths, nearer)
        return None if order is None else tuple([cells[k] for k in order])

    def beside_turned(
        self, still: Sequence[Cell], turned: Sequence[Cell], lattice: Lattice
    ) -> tuple[tuple[Cell, bool], ...]:
        """Cells that stay and cells that are turned about an axis at right angles to faces of all of them, in
        an order to paint them, each with whether it is turned; ``lattice`` has the turned faces."""
        cells = [*((cell, False) for cell in still), *((cell, True) for cell in turned)]
        own = [(lattice if is_turned else self._lattice, cell) for cell, is_turned in cells]
        bodies = [_Body.of(*one) for one in own]
        depths = [round(sum(centre(*one)), 6) for one in own]
        boxes = [box_around([project(*corner) for corner in body.corners]) for body in bodies]
        known: dict[tuple[object, ...], int] = {}

        def nearer(i: int, j: int) -> int:
            (left, top, right, bottom), (west, north, east, south) = boxes[i], boxes[j]
            if right <= west + NEAR or east <= left + NEAR or bottom <= north + NEAR or south <= top + NEAR:
                return 0
            (a, a_turns), (b, b_turns) = cells[i], cells[j]
            key = (a_turns, self._lattice.class_of(a), self._lattice.class_of(b), subtract(b, a))
            if a_turns == b_turns and key in known:
                return known[key]
            # Both are prisms along the axis, so a plane along a face of one of them is between them.
            way = _nearer_along(bodies[i], bodies[j], (*bodies[i].own_normals, *bodies[j].own_normals))
            if a_turns == b_turns:
                known[key] = way
            return way

        order = _from_back(depths, nearer)
        if order is None:
            order = sorted(range(len(cells)), key=depths.__getitem__)
        return tuple([cells[k] for k in order])

    def _nearer(self, still: Cell, sliding: Cell, step: Cell, begin: float, end: float) -> int:
        """1 when the second cell may hide the first while it slides, -1 the other way round, else 0."""
        x, y, z = self._vector(step)
        start, way = times((x, y, z), begin), times((x, y, z), end - begin)
        if self._lattice.is_round:
            first, second = (centre(self._lattice, cell) for cell in (still, sliding))
            away = plus(minus(second, first), start)
            return _nearer_ball(away, way, 2 * ball_radius(self._lattice))
        return _nearer_body(_Body.of(self._lattice, still), _Body.of(self._lattice, sliding, start, way))

    def _vector(self, step: Cell) -> Point3:
        """A translation in space."""
        if not any(step):
            return _NO_STEP
        cell = self._lattice.classes[0]
        return minus(centre(self._lattice, add(cell, step)), centre(self._lattice, cell))

    def _depth(self, cell: Cell) -> float:
        """How near a cell is to the viewer."""
        return round(sum(centre(self._lattice, cell)), 6)


def _from_back(depths: Sequence[float], nearer: Callable[[int, int], int]) -> list[int] | None:
    """Numbers of bodies, each before all that may hide it; None when there is no such order (Kahn 1962).

    ``nearer`` is 1 when the second of two bodies may hide the first, -1 the other way round, else 0.
    """
    count = len(depths)
    over: list[list[int]] = [[] for _ in range(count)]
    below = [0] * count
    for i, j in combinations(range(count), 2):
        way = nearer(i, j)
        if way:
            low, high = (i, j) if way > 0 else (j, i)
            over[low].append(high)
            below[high] += 1
    ready = [(depths[k], k) for k in range(count) if not below[k]]
    heapify(ready)
    order = []
    while ready:
        _, k = heappop(ready)
        order.append(k)
        for high in over[k]:
            below[high] -= 1
            if not below[high]:
                heappush(ready, (depths[high], high))
    return order if len(order) == count else None


def _nearer_ball(away: Point3, way: Point3, touching: float) -> int:
    """Which of two balls hides the other: the second one lies ``away`` and then goes along ``way``."""
    # They hide each other most where they come nearest to each other as they are seen.
    seen, going = _across(away), _across(way)
    length = dot(going, going)
    share = min(1.0, max(0.0, -dot(seen, going) / length)) if length > NEAR else 0.0
    apart = plus(seen, times(going, share))
    if dot(apart, apart) > (touching - NEAR) ** 2:
        return 0
    return 1 if sum(away) + share * sum(way) > 0 else -1


def _across(vector: Point3) -> Point3:
    """The part of a vector at right angles to the line of sight."""
    return minus(vector, times(VIEW, sum(vector) / 3))


@dataclass(frozen=True)
class _Body:
    """A convex body: its corners, and vectors along its edges and at right angles to its faces."""

    corners: tuple[Point3, ...]
    edges: tuple[Point3, ...]
    own_normals: tuple[Point3, ...]
    swept: bool

    @classmethod
    def of(cls, lattice: Lattice, cell: Cell, start: Point3 = _NO_STEP, way: Point3 = _NO_STEP) -> _Body:
        """A cell that is moved to a start and then along a way."""
        assert lattice.faces is not None
        faces = [[plus(corner, start) for corner in face] for face in lattice.faces(cell)]
        edges = {minus(b, a) for face in faces for a, b in zip(face, face[1:] + face[:1], strict=True)}
        corners = {corner for face in faces for corner in face}
        normals = [cross(minus(face[1], face[0]), minus(face[2], face[0])) for face in faces]
        if any(map(abs, way)):
            corners |= {plus(corner, way) for corner in corners}
            edges.add(way)
        return cls(tuple(corners), tuple(edges), tuple(normals), any(way))

    @cached_property
    def normals(self) -> tuple[Point3, ...]:
        """Those of the faces; of a body that is swept also those of the faces along the way."""
        across = [cross(a, b) for a, b in combinations(self.edges, 2)] if self.swept else []
        return (*self.own_normals, *across)

    def reach(self, axis: Point3) -> tuple[float, float]:
        """The least and the greatest distance along an axis."""
        along = [dot(axis, corner) for corner in self.corners]
        return min(along), max(along)


def _nearer_body(first: _Body, second: _Body) -> int:
    """Which of two bodies that do not overlap hides the other: 1 the second, -1 the first, 0 none."""
    for edge in (*first.edges, *second.edges):
        axis = _unit(cross(edge, VIEW))
        if axis is not None and _apart(first, second, axis):
            return 0  # neither covers the other as they are seen
    crossed = (cross(a, b) for a, b in product(first.edges, second.edges))
    return _nearer_along(first, second, (*first.normals, *second.normals, *crossed))


def _nearer_along(first: _Body, second: _Body, normals: Iterable[Point3]) -> int:
    """The same by planes with these normals; 0 where none is between the bodies."""
    best, number = NEAR, 0
    for axis in _units(normals):
        towards = sum(axis)
        way = _apart(first, second, axis)
        if way and abs(towards) > best:
            best, number = abs(towards), way if towards > 0 else -way
    return number


def _apart(first: _Body, second: _Body, axis: Point3) -> int:
    """1 when the second body lies farther along an axis than the first, -1 the other way round, else 0."""
    low, high = first.reach(axis)
    least, most = second.reach(axis)
    if high <= least + NEAR:
        return 1
    return -1 if most <= low + NEAR else 0


def _units(vectors: Iterable[Point3]) -> Iterable[Point3]:
    """Vectors of length 1, those that occur several times once."""
    points: dict[Point3, Point3] = {}
    for vector in vectors:
        unit = _unit(vector)
        if unit is not None:
            points.setdefault((round(unit[0], 6), round(unit[1], 6), round(unit[2], 6)), unit)
    return points.values()


def _unit(vector: Point3) -> Point3 | None:
    length = math.hypot(*vector)
    if length < NEAR:
        return None
    return times(vector, 1 / length)
