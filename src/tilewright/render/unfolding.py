"""Nets: the surface of a body cut open and laid flat, as in Dürer's Underweysung (1525).

Facets that lie in one plane stay together. Faces are laid out one after the other along an edge of one that
lies there already, as near to the middle as can be, where they overlap nothing; a face that fits nowhere
begins another part. Several orders are tried, as the first one may need more parts than others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist, hypot

from tilewright.model.lattices import Point
from tilewright.render.bevel import JoinedFacets
from tilewright.render.geometry import Polygon, box_around, middle, sides
from tilewright.render.surface import Polygon3
from tilewright.render.vectors import cross, dot, mean, minus, times

ATTEMPTS = 40  # at a net of fewer parts
TOUCH = 1e-6  # what overlaps by less does not, in units of the longest side
_Side = tuple[int, int]  # a facet, and which of its corners a side of it begins at


@dataclass(frozen=True)
class Fold:
    """A side along which paper is folded, ``back`` where the body is hollow there."""

    start: Point
    end: Point
    back: bool


@dataclass(frozen=True)
class Seam:
    """A side that is glued to the other one of this number; ``inwards`` points into its facet."""

    start: Point
    end: Point
    number: int
    inwards: Point
    flap: Polygon  # () where the other side has it, or where there is no space


@dataclass(frozen=True)
class Net:
    """A part of a net: its facets, seen from outside the body, and their sides; y downwards."""

    facets: tuple[Polygon, ...]
    folds: tuple[Fold, ...]
    seams: tuple[Seam, ...]

    @property
    def polygons(self) -> Iterator[Polygon]:
        """The facets and the flaps."""
        yield from self.facets
        yield from (seam.flap for seam in self.seams if seam.flap)


def nets_of(facets: Sequence[Polygon3], sheet: Point, flap: float) -> list[Net] | None:
    """The nets of a body with these facets, as few parts as were found, each no larger than the sheet.

    Facets run counterclockwise as seen from outside, in a system of coordinates of a right hand. ``sheet`` is
    a width and a height, in which a net may lie on its side; ``flap`` is how deep flaps are at most. None
    where a face alone is larger than the sheet.
    """
    surface = _Surface(facets)
    best: list[_Part] | None = None
    for attempt in range(ATTEMPTS if len(facets) < 400 else 2):
        parts = surface.laid_out(sheet, flap, random.Random(attempt) if attempt else None)
        if parts is None:
            return None
        if best is None or len(parts) < len(best):
            best = parts
        if len(best) == 1:
            break
    assert best is not None
    return surface.finished(best, flap)


@dataclass
class _Part:
    """What is laid out of a part: facets by their numbers, and the sides along which they hang together."""

    facets: dict[int, Polygon]
    joints: set[_Side]

    @property
    def box(self) -> tuple[float, float, float, float]:
        return box_around(point for facet in self.facets.values() for point in facet)


class _Surface:
    """Facets, the faces that they form, and each face laid flat on its own."""

    def __init__(self, facets: Sequence[Polygon3]) -> None:
        self._joined = JoinedFacets(facets)
        self._facets = self._joined.facets
        self._face = self._joined.joined()
        self._flat = [self._laid_flat(number) for number in range(len(facets))]
        self._faces: dict[int, list[int]] = {}
        for number, face in enumerate(self._face):
            self._faces.setdefault(face, []).append(number)
        longest = max(dist(facet[k - 1], facet[k]) for facet in facets for k in range(len(facet)))
        self._touch = TOUCH * longest

    def _laid_flat(self, number: int) -> Polygon:
        """A facet in the plane of its face, seen from outside."""
        normal = self._joined.normals[self._face[number]]
        least = min(range(3), key=lambda k: abs(normal[k]))
        axis = tuple([float(k == least) for k in range(3)])
        u = cross((axis[0], axis[1], axis[2]), normal)
        u = times(u, 1 / hypot(*u))
        v = cross(normal, u)
        return tuple([(dot(u, corner), -dot(v, corner)) for corner in self._facets[number]])

    def laid_out(self, sheet: Point, flap: float, dice: random.Random | None) -> list[_Part] | None:
        """The faces in parts; None where one is larger than the sheet. ``dice`` choose the order."""
        left = dict.fromkeys(self._faces)
        parts: list[_Part] = []
        inner = (sheet[0] - 2 * flap, sheet[1] - 2 * flap)
        while left:
            first = (
                max(left, key=lambda face: len(self._faces[face]))
                if dice is None
                else dice.choice(list(left))
            )
            part = _Part({number: self._flat[number] for number in self._faces[first]}, set())
            if not _fits(part.box, inner):
                return None
            del left[first]
            while (choice := self._next(part, left, inner, dice)) is not None:
                side, placed = choice
                part.facets |= placed
                part.joints |= {side, self._joined.twin[side]}
                del left[self._face[self._joined.twin[side][0]]]
            parts.append(part)
        return parts

    def _next(
        self, part: _Part, left: Mapping[int, None], sheet: Point, dice: random.Random | None
    ) -> tuple[_Side, dict[int, Polygon]] | None:
        """A side of the part along which a face fits, and where its facets lie; None where there is none."""
        centre = middle([point for facet in part.facets.values() for point in facet])
        choices = []
        for number, facet in part.facets.items():
            for at in range(len(facet)):
                other = self._joined.twin[number, at]
                if self._face[other[0]] in left:
                    a, b = facet[at], facet[(at + 1) % len(facet)]
                    away = dist(centre, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
                    rank = away * (dice.uniform(0.6, 1.4) if dice else 1.0) - dist(a, b)
                    choices.append((rank, (number, at)))
        for _, side in sorted(choices):
            placed = self._hinged(part, side)
            if not _fits(box_around(p for f in [*part.facets.values(), *placed.values()] for p in f), sheet):
                continue
            if not any(
                _overlap(new, old, self._touch) for new in placed.values() for old in part.facets.values()
            ):
                return side, placed
        return None

    def _hinged(self, part: _Part, side: _Side) -> dict[int, Polygon]:
        """The facets of the face beyond a side, turned about it into the plane of the part."""
        facet, (number, at) = part.facets[side[0]], self._joined.twin[side]
        a, b = facet[side[1]], facet[(side[1] + 1) % len(facet)]
        flat = self._flat[number]
        c, d = flat[(at + 1) % len(flat)], flat[at]  # the same ends
        turn = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
        length = turn[1][0] ** 2 + turn[1][1] ** 2
        p = (turn[0][0] * turn[1][0] + turn[0][1] * turn[1][1]) / length
        q = (turn[0][1] * turn[1][0] - turn[0][0] * turn[1][1]) / length

        def to(point: Point) -> Point:
            x, y = point[0] - c[0], point[1] - c[1]
            return (a[0] + p * x - q * y, a[1] + q * x + p * y)

        return {one: tuple(map(to, self._flat[one])) for one in self._faces[self._face[number]]}

    def finished(self, parts: Sequence[_Part], flap: float) -> list[Net]:
        """The nets with folds, seams and flaps."""
        owner = {number: part for part in parts for number in part.facets}
        for side, twin in self._joined.twin.items():
            part = owner[side[0]]
            if part is owner[twin[0]] and self._coincide(part, side, twin):
                part.joints |= {side, twin}  # no need to cut there
        flaps: dict[int, list[Polygon]] = {id(part): [] for part in parts}
        seams: dict[int, list[Seam]] = {id(part): [] for part in parts}
        todo = list(self._runs(owner))[::-1]
        number = 0
        while todo:
            run = todo.pop()
            both = (run, [self._joined.twin[side] for side in reversed(run)])
            made: Polygon = ()
            for one in both:
                part = owner[one[0][0]]
                taken = [*part.facets.values(), *flaps[id(part)]]
                made = _flap(*self._span(part, one), flap, taken, self._touch)
                if made:
                    flaps[id(part)].append(made)
                    break
            if not made and len(run) > 1:
                todo += [[side] for side in reversed(run)]  # there may be space next to some of them
                continue
            number += 1
            for each in both:
                part = owner[each[0][0]]
                start, end = self._span(part, each)
                length = dist(start, end)
                # Facets run counterclockwise as they are seen, and y points downwards.
                inwards = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
                own = made if each is one else ()
                seams[id(part)].append(Seam(start, end, number, inwards, own))
        return [
            Net(tuple(part.facets.values()), tuple(self._folds(part)), tuple(seams[id(part)]))
            for part in parts
        ]

    def _runs(self, owner: Mapping[int, _Part]) -> Iterator[list[_Side]]:
        """The sides that are cut, one of each two: straight ones between the same faces together."""
        cut = {
            side
            for side in self._joined.twin
            if not self._joined.is_flat(side) and side not in owner[side[0]].joints
        }
        following: dict[_Side, _Side] = {}
        for side in cut:
            after = self._joined.next_border(side)
            twin = self._joined.twin
            if after in cut and self._joined.next_border(twin[after]) == twin[side]:
                (a, b), (c, d) = (self._ends(owner[side[0]], one) for one in (side, after))
                straight = dist(a, b) + dist(c, d) - dist(a, d) < self._touch
                if straight and self._face[twin[side][0]] == self._face[twin[after][0]]:
                    following[side] = after
        seen: set[_Side] = set()
        for side in sorted(cut - set(following.values())):
            run = [side]
            while run[-1] in following:
                run.append(following[run[-1]])
            if side not in seen:
                seen.update(self._joined.twin[one] for one in run)
                yield run

    def _span(self, part: _Part, run: Sequence[_Side]) -> tuple[Point, Point]:
        """Where the sides of a run begin and end."""
        return self._ends(part, run[0])[0], self._ends(part, run[-1])[1]

    def _coincide(self, part: _Part, side: _Side, twin: _Side) -> bool:
        (a, b), (c, d) = self._ends(part, side), self._ends(part, twin)
        return dist(a, d) < self._touch and dist(b, c) < self._touch

    def _folds(self, part: _Part) -> Iterator[Fold]:
        for side in sorted(part.joints):
            if side < self._joined.twin[side] and not self._joined.is_flat(side):
                yield Fold(*self._ends(part, side), not self._juts_out(side))

    def _ends(self, part: _Part, side: _Side) -> tuple[Point, Point]:
        facet = part.facets[side[0]]
        return facet[side[1]], facet[(side[1] + 1) % len(facet)]

    def _juts_out(self, side: _Side) -> bool:
        """Whether the face beyond a side lies behind this one."""
        other = self._facets[self._joined.twin[side][0]]
        return dot(minus(mean(other), self._facets[side[0]][side[1]]), self._joined.normals[side[0]]) < 0


def _fits(box: tuple[float, float, float, float], sheet: Point) -> bool:
    wide, high = box[2] - box[0], box[3] - box[1]
    return (wide <= sheet[0] and high <= sheet[1]) or (high <= sheet[0] and wide <= sheet[1])


def _flap(start: Point, end: Point, depth: float, taken: Sequence[Polygon], touch: float) -> Polygon:
    """A trapezium outside of a side; () where none has space, not even half as deep."""
    length = dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    outwards = (-along[1], along[0])
    for deep in (min(depth, length / 3), min(depth, length / 3) / 2):
        inset = min(deep, length / 3) if deep == min(depth, length / 3) else min(2 * deep, length / 3)
        a, b = (
            (
                x + sign * inset * along[0] + deep * outwards[0],
                y + sign * inset * along[1] + deep * outwards[1],
            )
            for (x, y), sign in ((start, 1.0), (end, -1.0))
        )
        made = (start, a, b, end)
        if not any(_overlap(made, other, touch) for other in taken):
            return made
    return ()


def _overlap(one: Polygon, other: Polygon, touch: float) -> bool:
    """Whether two convex polygons have more in common than their borders (separating axes)."""
    for a, b in (*sides(one), *sides(other)):
        x, y = b[1] - a[1], a[0] - b[0]
        length = hypot(x, y)
        p = [(x * u + y * v) / length for u, v in one]
        q = [(x * u + y * v) / length for u, v in other]
        if max(p) <= min(q) + touch or max(q) <= min(p) + touch:
            return False
    return True
