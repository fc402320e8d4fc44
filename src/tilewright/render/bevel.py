"""Closed surfaces of flat facets as meshes: facets joined to faces, edges cut off, faces as triangles.

Facets are polygons that meet edge to edge. Where four or more meet in an edge, because bodies touch there,
those around one body belong together, and each body has vertices of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

from tilewright.model.lattices.lattice import Point3
from tilewright.render.surface import Polygon3
from tilewright.render.vectors import (
    NEAR,
    cross,
    dot,
    key_of,
    mean,
    minus,
    plus,
    times,
    unit_normal,
)

MAX_SHIFT = 0.45  # how far a corner moves along an edge at most, as a share of the edge
ATTEMPTS = 6  # at finding how much of edges can be cut off
_Side = tuple[int, int]  # a facet or a loop, and which of its corners a side of it begins at


@dataclass(frozen=True)
class Mesh:
    """A closed surface: vertices, and triangles of them, counterclockwise as seen from outside.

    Each edge is the side of two triangles, once in each direction.
    """

    vertices: tuple[Point3, ...]
    triangles: tuple[tuple[int, int, int], ...]

    def facets(self) -> Iterator[tuple[Point3, Point3, Point3]]:
        """The corners of each triangle."""
        at = self.vertices
        return ((at[a], at[b], at[c]) for a, b, c in self.triangles)


def mesh_of(facets: Sequence[Polygon3], bevel: float = 0.0) -> Mesh:
    """The surface as triangles. Edges that jut out are cut off, ``bevel`` wide on each of their faces.

    At the ends of edges that are too short for that less is cut off.
    """
    faces = _Faces(JoinedFacets(facets))
    polygons = faces.bevelled(bevel)
    spots = faces.spots
    used = {frozenset(pair) for loops in polygons for loop in loops for pair in pairwise([loop[-1], *loop])}
    number_lists = [triangle for loops in polygons for triangle in _triangles(loops, spots, used)]
    numbers: dict[int, int] = {}
    for name in (name for triangle in number_lists for name in triangle):
        numbers.setdefault(name, len(numbers))
    triangles = tuple([(numbers[a], numbers[b], numbers[c]) for a, b, c in number_lists])
    return Mesh(tuple([spots[name] for name in numbers]), triangles)


class JoinedFacets:
    """Facets, and which sides of them are the same edge.

    ``twin`` is the same edge in the other direction, on the neighbouring facet; ``vertex`` is where a side
    begins, and ``spots`` has the places of vertices.
    """

    def __init__(self, facets: Sequence[Polygon3]) -> None:
        self.facets = facets
        self.normals = [unit_normal(facet) for facet in facets]
        self.twin = self._twins()
        self.vertex: dict[_Side, int] = {}
        self.spots: list[Point3] = []
        places: dict[object, Point3] = {}
        for number, facet in enumerate(facets):
            for at, corner in enumerate(facet):
                if (number, at) not in self.vertex:
                    self.vertex.update(dict.fromkeys(self._fan((number, at)), len(self.spots)))
                    self.spots.append(places.setdefault(key_of(corner), corner))

    def next(self, side: _Side) -> _Side:
        """The side of the same facet that begins where a side ends."""
        return (side[0], (side[1] + 1) % len(self.facets[side[0]]))

    def is_flat(self, side: _Side) -> bool:
        """Whether both facets of an edge lie in one plane."""
        return dot(self.normals[side[0]], self.normals[self.twin[side][0]]) > 1 - NEAR

    def next_border(self, side: _Side) -> _Side:
        """As :meth:`next`, of the face, without the edges within it."""
        side = self.next(side)
        while self.is_flat(side):
            side = self.next(self.twin[side])
        return side

    def joined(self) -> list[int]:
        """For each facet the least number of a facet of the same face."""
        face = [-1] * len(self.facets)
        for number in range(len(face)):
            todo = [number] if face[number] < 0 else []
            while todo:
                one = todo.pop()
                face[one] = number
                sides = ((one, at) for at in range(len(self.facets[one])))
                others = (self.twin[side][0] for side in sides if self.is_flat(side))
                todo += [other for other in others if face[other] < 0]
        return face

    def _fan(self, side: _Side) -> list[_Side]:
        """The sides that begin at the same vertex."""
        fan = [side]
        while (side := self.next(self.twin[side])) != fan[0]:
            fan.append(side)
        return fan

    def _twins(self) -> dict[_Side, _Side]:
        by_ends: dict[tuple[object, object], list[_Side]] = {}
        for number, facet in enumerate(self.facets):
            keys = [key_of(corner) for corner in facet]
            for at, key in enumerate(keys):
                by_ends.setdefault((key, keys[(at + 1) % len(keys)]), []).append((number, at))
        pairs: dict[_Side, _Side] = {}
        for (a, b), sides in by_ends.items():
            others = by_ends[b, a]
            for side in sides:
                turns = {self._turn(side, other): other for other in others} if len(others) > 1 else {}
                pairs[side] = turns[min(turns)] if turns else others[0]
        return pairs

    def _turn(self, side: _Side, other: _Side) -> float:
        """The angle from a facet through the body to another facet with the same edge."""
        normal = self.normals[side[0]]
        facet = self.facets[side[0]]
        way = minus(facet[(side[1] + 1) % len(facet)], facet[side[1]])
        inwards, there = cross(normal, way), cross(times(way, -1.0), self.normals[other[0]])
        return math.atan2(dot(there, normal), -dot(there, inwards)) % math.tau


class _Faces:
    """Faces that are bordered by loops, without vertices in the middle of straight edges.

    A side is an edge of a loop; ``twin`` is the same edge in the other direction.
    """

    def __init__(self, facets: JoinedFacets) -> None:
        self.spots = list(facets.spots)
        self.loops: list[list[int]] = []
        self.normals: list[Point3] = []
        self.face: list[int] = []
        borders = [side for side in facets.twin if not facets.is_flat(side)]
        leaving: dict[int, list[_Side]] = {}
        for side in borders:
            leaving.setdefault(facets.vertex[side], []).append(side)
        straight = {vertex for vertex, sides in leaving.items() if self._is_straight(facets, sides)}
        face = facets.joined()
        ends: dict[_Side, _Side] = {}  # by the last border that a side consists of
        firsts: dict[_Side, _Side] = {}
        seen: set[_Side] = set()
        for start in borders:
            if start in seen or facets.vertex[start] in straight:
                continue
            loop: list[int] = []
            side = start
            while side not in seen:
                seen.add(side)
                if facets.vertex[side] not in straight:
                    firsts[len(self.loops), len(loop)] = side
                    loop.append(facets.vertex[side])
                ends[side] = (len(self.loops), len(loop) - 1)
                side = facets.next_border(side)
            self.loops.append(loop)
            self.normals.append(facets.normals[start[0]])
            self.face.append(face[start[0]])
        # The first border of a side is the twin of the last one of its twin.
        self.twin = {side: ends[facets.twin[first]] for side, first in firsts.items()}

    @staticmethod
    def _is_straight(facets: JoinedFacets, sides: Sequence[_Side]) -> bool:
        """Whether these are the two parts of a straight edge."""
        if len(sides) != 2:
            return False
        here = facets.spots[facets.vertex[sides[0]]]
        one, other = (minus(facets.spots[facets.vertex[facets.next(side)]], here) for side in sides)
        return dot(one, other) < -(1 - NEAR) * math.hypot(*one) * math.hypot(*other)

    def _next(self, side: _Side) -> _Side:
        return (side[0], (side[1] + 1) % len(self.loops[side[0]]))

    def _before(self, side: _Side) -> _Side:
        return (side[0], (side[1] - 1) % len(self.loops[side[0]]))

    def _start(self, side: _Side) -> int:
        return self.loops[side[0]][side[1]]

    def _along(self, side: _Side) -> Point3:
        """The vector from the beginning of a side to its end."""
        return minus(self.spots[self._start(self._next(side))], self.spots[self._start(side)])

    def _inwards(self, side: _Side) -> Point3:
        """The unit vector from a side into its face."""
        along = self._along(side)
        return times(cross(self.normals[side[0]], along), 1 / math.hypot(*along))

    def _juts_out(self, side: _Side) -> bool:
        """Whether the other face of an edge lies behind this one."""
        return dot(self._inwards(self.twin[side]), self.normals[side[0]]) < -NEAR

    def bevelled(self, bevel: float) -> list[list[list[int]]]:
        """The faces of the surface with its edges cut off, each as its loops of vertices."""
        if not bevel:
            return self._grouped(self.loops)
        shares = dict.fromkeys(range(len(self.spots)), 1.0)
        for attempt in range(ATTEMPTS):
            corners = self._corners(bevel, shares)
            origin = {name: self._start(side) for side, names in corners.items() for name in names}
            loops, between = self._moved(corners)
            faces = self._grouped(loops)
            # Where a face is too narrow for the bevel on both sides, its borders would cross.
            crossed = {origin[name] for face in faces for name in _crossing(face, self.spots)}
            if not crossed:
                break
            for vertex in crossed:
                shares[vertex] = 0.0 if attempt == ATTEMPTS - 2 else shares[vertex] / 2
        return self._without_slivers([*faces, *([loop] for loop in between)])

    def _grouped(self, loops: Sequence[list[int]]) -> list[list[list[int]]]:
        """The loops of each face."""
        faces: dict[int, list[list[int]]] = {}
        for face, loop in zip(self.face, loops, strict=True):
            faces.setdefault(face, []).append(loop)
        return list(faces.values())

    def _moved(self, corners: dict[_Side, tuple[int, ...]]) -> tuple[list[list[int]], list[list[int]]]:
        """The loops with their corners moved, and the polygons that close the surface between them."""
        loops: list[list[int]] = []
        between: list[list[int]] = []
        for number, loop in enumerate(self.loops):
            moved: list[int] = []
            for at in range(len(loop)):
                side = (number, at)
                twin = self.twin[side]
                start, end = corners[side][-1], corners[self._next(side)][0]
                begins, ends = corners[self._next(twin)][0], corners[twin][-1]
                moved += corners[side]
                if not self._juts_out(side):
                    moved += self._on_line(start, end, (begins, ends))
                elif side < twin:
                    between += _simple([end, start, begins, ends])
            loops.append(moved)
        for fan in self._fans():
            for polygon in _simple([name for side in reversed(fan) for name in reversed(corners[side])]):
                between += self._spread(polygon) if len(polygon) > 4 else [polygon]
        return loops, between

    def _spread(self, polygon: Sequence[int]) -> list[list[int]]:
        """A polygon that need not be flat as triangles around its middle."""
        self.spots.append(mean([self.spots[name] for name in polygon]))
        return [[len(self.spots) - 1, polygon[k - 1], polygon[k]] for k in range(len(polygon))]

    def _fans(self) -> Iterator[list[_Side]]:
        """For each vertex the sides that begin there, in order around it."""
        seen: set[_Side] = set()
        for side in self.twin:
            fan = []
            while side not in seen:
                seen.add(side)
                fan.append(side)
                side = self._next(self.twin[side])
            if fan:
                yield fan

    def _corners(self, bevel: float, shares: dict[int, float]) -> dict[_Side, tuple[int, ...]]:
        """Where the corner of a face at which a side begins comes to lie: a vertex, or two.

        ``shares`` has for each vertex which share of the bevel is cut off there at most.
        """
        value = {}
        for fan in list(self._fans()):
            vertex = self._start(fan[0])
            shifts = {side: self._shifts(side, bevel) for side in fan}
            factor = min(
                shares[vertex], *(self._limit(side, shift) for side in fan for shift in shifts[side])
            )
            spot = self.spots[vertex]
            made = {key_of(spot): vertex}
            for side in fan:
                names = []
                for shift in shifts[side]:
                    there = plus(spot, times(shift, factor))
                    if key_of(there) not in made:
                        made[key_of(there)] = len(self.spots)
                        self.spots.append(there)
                    names.append(made[key_of(there)])
                value[side] = tuple(dict.fromkeys(names))
        return value

    def _shifts(self, side: _Side, bevel: float) -> list[Point3]:
        """How the corner of a face moves as its borders are set back; two corners where they are one line."""
        before = self._before(side)
        first, second = (bevel if self._juts_out(one) else 0.0 for one in (before, side))
        a, b = (times(way, 1 / math.hypot(*way)) for way in (self._along(before), self._along(side)))
        sine = dot(self.normals[side[0]], cross(a, b))
        if abs(sine) > NEAR:
            return [plus(times(a, -second / sine), times(b, first / sine))]
        shifts = [times(self._inwards(before), first), times(self._inwards(side), second)]
        return shifts[:1] if first == second else shifts

    def _limit(self, side: _Side, shift: Point3) -> float:
        """Which share of a shift is possible at the corner of a face at which a side begins."""
        share = 1.0
        for along in (self._along(side), times(self._along(self._before(side)), -1.0)):
            reach = dot(shift, along) / dot(along, along)
            if reach > MAX_SHIFT:
                share = min(share, MAX_SHIFT / reach)
        return share

    def _on_line(self, start: int, end: int, others: Sequence[int]) -> list[int]:
        """Those of other vertices that lie on the line from one vertex to another, in order."""
        way = minus(self.spots[end], self.spots[start])
        length = dot(way, way)
        shares = {name: dot(minus(self.spots[name], self.spots[start]), way) / length for name in others}
        return sorted(
            (name for name in shares if NEAR < shares[name] < 1 - NEAR), key=lambda name: shares[name]
        )

    def _without_slivers(self, faces: list[list[list[int]]]) -> list[list[list[int]]]:
        """The faces without those of three vertices on one line: the face beyond gets the middle one."""
        slivers = {
            name: loops[0]
            for name, loops in enumerate(faces)
            if len(loops) == 1 and len(loops[0]) == 3 and self._is_sliver(loops[0])
        }
        for loop in slivers.values():
            lengths = [math.dist(self.spots[loop[k - 1]], self.spots[loop[k]]) for k in range(3)]
            k = lengths.index(max(lengths))
            start, end, middle = loop[k - 1], loop[k], loop[k - 2]
            for number, loops in enumerate(faces):
                if loops[0] is loop or (number in slivers and slivers[number] is loop):
                    continue
                for one in loops:
                    for at in range(len(one)):
                        if one[at - 1] == end and one[at] == start:
                            one.insert(at, middle)
                            break
        return [loops for number, loops in enumerate(faces) if number not in slivers]

    def _is_sliver(self, loop: Sequence[int]) -> bool:
        a, b, c = (self.spots[name] for name in loop)
        longest = max(math.dist(a, b), math.dist(b, c), math.dist(c, a))
        return math.hypot(*cross(minus(b, a), minus(c, a))) < NEAR * longest * longest


def _simple(loop: Sequence[int]) -> Iterator[list[int]]:
    """The loops of which a loop consists that comes to some vertices several times; none of two vertices."""
    numbers: list[int] = []
    for name in loop:
        if name in numbers:
            at = numbers.index(name)
            if len(numbers) - at > 2:
                yield numbers[at:]
            del numbers[at:]
        numbers.append(name)
    if len(numbers) > 2:
        yield numbers


def _crossing(loops: Sequence[Sequence[int]], spots: Sequence[Point3]) -> set[int]:
    """The ends of sides of a face that cross each other."""
    sides = [(loop[k - 1], loop[k]) for loop in loops for k in range(len(loop))]
    numbers: set[int] = set()
    for (a, b), (c, d) in combinations(sides, 2):
        if a not in (c, d) and b not in (c, d) and _meet(spots[a], spots[b], spots[c], spots[d]):
            numbers |= {a, b, c, d}
    return numbers


def _meet(a: Point3, b: Point3, c: Point3, d: Point3) -> bool:
    """Whether two segments in a plane have a point in common."""
    one, other = minus(b, a), minus(d, c)
    left, right, before, behind = (
        cross(way, minus(spot, start))
        for way, start, spot in ((one, a, c), (one, a, d), (other, c, a), (other, c, b))
    )
    least = NEAR * NEAR
    if max(dot(left, left), dot(right, right)) < least:  # on one line
        length = dot(one, one)
        ends = sorted(dot(minus(spot, a), one) / length for spot in (c, d))
        return ends[0] < 1 + NEAR and ends[1] > -NEAR
    return dot(left, right) < least and dot(before, behind) < least


def _triangles(
    loops: Sequence[Sequence[int]], spots: Sequence[Point3], used: set[frozenset[int]]
) -> Iterator[tuple[int, int, int]]:
    """A face as triangles: holes are joined to the border, then ears are cut off (Meisters 1975).

    Edges that are ``used`` already are not made again where there is a choice.
    """
    left = _one_loop(loops, spots)
    normal = unit_normal([spots[name] for name in left])
    ears = [_ear(left, k, spots, normal) for k in range(len(left))]
    while len(left) > 3:
        new = [frozenset((left[k - 1], left[(k + 1) % len(left)])) for k in range(len(left))]
        k = max(range(len(left)), key=lambda k: (ears[k] > 0 and new[k] not in used, ears[k]))
        used.add(new[k])
        yield (left[k - 1], left[k], left[(k + 1) % len(left)])
        del left[k], ears[k]
        for near in (k - 1, k % len(left)):
            ears[near] = _ear(left, near % len(left), spots, normal)
    yield (left[0], left[1], left[2])


def _ear(loop: Sequence[int], k: int, spots: Sequence[Point3], normal: Point3) -> float:
    """How round the triangle at a corner is; negative when it is no ear."""
    names = (loop[k - 1], loop[k], loop[(k + 1) % len(loop)])
    a, b, c = (spots[name] for name in names)
    longest = max(math.dist(a, b), math.dist(b, c), math.dist(c, a))
    least = NEAR * longest * longest
    area = dot(normal, cross(minus(b, a), minus(c, a)))
    if area < least:
        return -2.0
    sides = [(start, cross(normal, minus(end, start))) for start, end in ((a, b), (b, c), (c, a))]
    for spot in (spots[name] for name in loop if name not in names):
        touches = spot in (a, b, c)  # where bodies touch, vertices of both lie in one place
        if not touches and all(dot(inwards, minus(spot, start)) > -least for start, inwards in sides):
            return -1.0
    return area / (longest * longest)


def _one_loop(loops: Sequence[Sequence[int]], spots: Sequence[Point3]) -> list[int]:
    """The border of a face and its holes as one loop, which runs to each hole and back along one line."""
    if len(loops) == 1:
        return list(loops[0])
    by_size = sorted(loops, key=lambda loop: -_spread(loop, spots))
    joined, holes = list(by_size[0]), [list(loop) for loop in by_size[1:]]
    while holes:
        _, i, number, j = min(
            (math.dist(spots[joined[i]], spots[hole[j]]), i, number, j)
            for number, hole in enumerate(holes)
            for i, j in product(range(len(joined)), range(len(hole)))
            if spots[joined[i]] != spots[hole[j]]
            and _is_free(spots[joined[i]], spots[hole[j]], [joined, *holes], spots)
        )
        hole = holes.pop(number)
        joined[i:i] = [joined[i], *hole[j:], *hole[: j + 1]]
    return joined


def _spread(loop: Sequence[int], spots: Sequence[Point3]) -> float:
    """How long the box around a loop is."""
    columns = list(zip(*(spots[name] for name in loop), strict=True))
    return math.dist([min(column) for column in columns], [max(column) for column in columns])


def _is_free(start: Point3, end: Point3, loops: Sequence[Sequence[int]], spots: Sequence[Point3]) -> bool:
    """Whether a line within a plane meets none of the sides of some loops, except in its ends."""
    for loop in loops:
        for k in range(len(loop)):
            a, b = spots[loop[k - 1]], spots[loop[k]]
            if a in (start, end) or b in (start, end):
                continue
            if _meet(start, end, a, b):
                return False
    return True
