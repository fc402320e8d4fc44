"""The surface of joined cells with every face set back, exactly, as flat facets that meet edge to edge.

A missing cell, drawn larger, is what lies in all half-spaces of the lattice's planes around it, each moved
outwards by the inset: its own, and those that touch it along an edge or at a corner. The body of a piece is
what is left of its cells without all missing cells, drawn larger. So walls of several cells are flat, edges
that jut out are sharp, hollow edges are sharp where they are right-angled, else cut off along planes of the
lattice. No point is nearer to a missing cell than the inset. All these planes cut a cell into blocks, which
are in the body or not. Cells that touch along an edge or at a corner alone come apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import Point3, add, subtract
from tilewright.render.vectors import GRID, NEAR, Key, cross, dot, key_of, mean, minus, times, unit_normal

Polygon3 = tuple[Point3, ...]  # a flat facet; seen from outside, its corners run counterclockwise
_Block = list[Polygon3]


class CellBodies:
    """The bodies of a lattice's cells: of its faces in space, else plates of a height, in cell sides."""

    def __init__(self, lattice: Lattice, height: float = 1.0) -> None:
        self.lattice, self._height = lattice, height
        self._faces: dict[Cell, _Block] = {}
        self._corners: dict[Cell, dict[Key, Point3]] = {}

    def faces(self, cell: Cell) -> _Block:
        """The faces of a cell."""
        if cell not in self._faces:
            self._faces[cell] = _outwards(self._drawn_faces(cell))
        return self._faces[cell]

    def _drawn_faces(self, cell: Cell) -> Sequence[Polygon3]:
        if self.lattice.faces is not None:
            return self.lattice.faces(cell)
        around = self.lattice.outline(cell)
        low, high = (tuple((x, y, z) for x, y in around) for z in (0.0, self._height))
        walls = ((low[k - 1], low[k], high[k], high[k - 1]) for k in range(len(around)))
        return (low, high, *walls)

    def corners(self, cell: Cell) -> dict[Key, Point3]:
        """The corners of a cell, by their keys."""
        if cell not in self._corners:
            self._corners[cell] = {key_of(corner): corner for face in self.faces(cell) for corner in face}
        return self._corners[cell]

    def around(self, cell: Cell) -> list[Cell]:
        """The cells that have a corner in common with a cell, without itself."""
        own = self.corners(cell).keys()
        seen, cells, todo = {cell}, [], [cell]
        while todo:
            for near in self.lattice.neighbours(todo.pop()):
                if near not in seen:
                    seen.add(near)
                    if not own.isdisjoint(self.corners(near)):
                        cells.append(near)
                        todo.append(near)
        return cells

    def middle(self, cell: Cell) -> Point3:
        """The mean of the corners of a cell."""
        return mean(self.corners(cell).values())

    @cached_property
    def ways(self) -> list[Point3]:
        """The directions of faces that are set back; those above and below plates are not."""
        flat = self.lattice.faces is None
        points = {
            key_of(normal): normal
            for cell in self.lattice.classes
            for face in self.faces(cell)
            for normal in (unit_normal(face), unit_normal(face[::-1]))
            if not (flat and abs(normal[2]) > 0.5)
        }
        return list(points.values())

    def levels(self, cell: Cell) -> dict[Point3, list[float]]:
        """For each direction how far along it those faces lie that a cell and those around it have."""
        values: dict[Point3, dict[int, float]] = {way: {} for way in self.ways}
        planes = {}
        for near in (cell, *self.around(cell)):
            for face in self.faces(near):
                normal = unit_normal(face)
                planes[key_of(normal), round(dot(normal, face[0]) * GRID)] = (normal, face[0])
        for normal, corner in planes.values():
            for way in self.ways:
                if abs(dot(way, normal)) > 1 - NEAR:
                    level = dot(way, corner)
                    values[way].setdefault(round(level * GRID), level)
        return {way: list(levels.values()) for way, levels in values.items()}


@dataclass(frozen=True)
class _Cut:
    """A cell of one class cut into blocks.

    ``needed`` has for each block the cells, relative to its own, that must all be there. ``inner`` are facets
    between two blocks, out of the first one; ``outer`` are facets of one block on the faces of the cell.
    """

    needed: tuple[frozenset[Cell], ...]
    inner: tuple[tuple[int, int, Polygon3], ...]
    outer: tuple[tuple[int, Polygon3], ...]


class SetBack:
    """Surfaces of pieces of one lattice, every face set back by an inset, in cell sides."""

    def __init__(self, bodies: CellBodies, inset: float) -> None:
        self._bodies, self._inset = bodies, inset
        self._cuts: dict[Cell, _Cut] = {}
        self._reaches: dict[Cell, list[tuple[Point3, float]]] = {}

    def facets(self, cells: Sequence[Cell]) -> list[Polygon3]:
        """The facets of a piece, which meet edge to edge."""
        positions = set(cells)
        points: list[Polygon3] = []
        open_facets: dict[frozenset[Key], Polygon3] = {}
        for cell in sorted(cells):
            cut, shift = self._cut_of(cell)
            is_in = [all(add(cell, one) in positions for one in needed) for needed in cut.needed]
            for one, other, facet in cut.inner:
                if is_in[one] != is_in[other]:
                    moved = _moved(facet, shift)
                    points.append(moved if is_in[one] else moved[::-1])
            for block, facet in cut.outer:
                if is_in[block]:
                    moved = _moved(facet, shift)
                    key = frozenset(map(key_of, moved))
                    if open_facets.pop(key, None) is None:
                        open_facets[key] = moved
        return points + list(open_facets.values())

    def _cut_of(self, cell: Cell) -> tuple[_Cut, Point3]:
        """The cut of the class of a cell, and how far this cell is from the one that was cut."""
        first = self._bodies.lattice.class_of(cell)
        if first not in self._cuts:
            self._cuts[first] = self._cut(first)
        (a, b, c), (d, e, f) = self._bodies.middle(first), self._bodies.middle(cell)
        return self._cuts[first], (d - a, e - b, f - c)

    def _cut(self, cell: Cell) -> _Cut:
        bodies, inset = self._bodies, self._inset
        blocks = [bodies.faces(cell)]
        corners = bodies.corners(cell).values()
        for way, levels in bodies.levels(cell).items() if inset else ():
            along = [dot(way, corner) for corner in corners]
            for level in levels:
                if min(along) + NEAR < level + inset < max(along) - NEAR:
                    blocks = [part for block in blocks for part in _split(block, way, level + inset)]
        middles = [mean({corner for facet in block for corner in facet}) for block in blocks]
        needed: list[set[Cell]] = [set() for _ in blocks]
        for near in bodies.around(cell) if inset else []:
            reach = self._reach(near)
            for number, middle in enumerate(middles):
                if all(dot(way, middle) < level for way, level in reach):
                    needed[number].add(subtract(near, cell))
        facets: dict[frozenset[Key], list[tuple[int, Polygon3]]] = {}
        for number, block in enumerate(blocks):
            for facet in block:
                facets.setdefault(frozenset(map(key_of, facet)), []).append((number, facet))
        inner = tuple((pairs[0][0], pairs[1][0], pairs[0][1]) for pairs in facets.values() if len(pairs) == 2)
        outer = tuple(all_pairs[0] for all_pairs in facets.values() if len(all_pairs) == 1)
        return _Cut(tuple(map(frozenset, needed)), inner, outer)

    def _reach(self, cell: Cell) -> list[tuple[Point3, float]]:
        """The half-spaces of a missing cell with what is too near to it."""
        bodies = self._bodies
        first = bodies.lattice.class_of(cell)
        if first not in self._reaches:
            middle = bodies.middle(first)
            self._reaches[first] = []
            for way, levels in bodies.levels(first).items():
                far = max(dot(way, corner) for corner in bodies.corners(first).values())
                if any(abs(level - far) < NEAR for level in levels):
                    self._reaches[first].append((way, far + self._inset - dot(way, middle)))
        middle = bodies.middle(cell)
        return [(way, level + dot(way, middle)) for way, level in self._reaches[first]]


def _outwards(faces: Sequence[Polygon3]) -> _Block:
    """The faces of a convex body, turned so that their normals point outwards."""
    inside = mean({corner for face in faces for corner in face})
    return [
        face if dot(unit_normal(face), minus(face[0], inside)) > 0 else face[::-1]
        for face in map(tuple, faces)
    ]


def _split(block: _Block, way: Point3, level: float) -> list[_Block]:
    """The parts of a convex body before and behind a plane."""
    heights = [dot(way, corner) - level for facet in block for corner in facet]
    if min(heights) > -NEAR or max(heights) < NEAR:
        return [block]
    parts = []
    for sign in (1.0, -1.0):
        kept: _Block = []
        rim: dict[Key, Point3] = {}
        for facet in block:
            clipped = _clipped(facet, way, level, sign)
            on_plane = {key_of(corner): corner for corner in clipped if abs(dot(way, corner) - level) < NEAR}
            rim.update(on_plane)
            if len(clipped) > 2 and len(on_plane) < len(clipped):
                kept.append(clipped)
        kept.append(_around(list(rim.values()), times(way, -sign)))
        parts.append(kept)
    return parts


def _clipped(facet: Polygon3, way: Point3, level: float, sign: float) -> Polygon3:
    """The part of a convex facet on one side of a plane."""
    points: dict[Key, Point3] = {}
    for k, end in enumerate(facet):
        start = facet[k - 1]
        a, b = (sign * (dot(way, corner) - level) for corner in (start, end))
        if (a > NEAR and b < -NEAR) or (a < -NEAR and b > NEAR):
            # From the same end whichever facet the edge belongs to, so that the point is the same.
            (low, p), (high, q) = sorted(((start, a), (end, b)))
            share = p / (p - q)
            x, y, z = (u + share * (v - u) for u, v in zip(low, high, strict=True))
            points.setdefault(key_of((x, y, z)), (x, y, z))
        if b > -NEAR:
            points.setdefault(key_of(end), end)
    return tuple(points.values())


def _around(corners: Sequence[Point3], normal: Point3) -> Polygon3:
    """The corners of a convex polygon in order, counterclockwise as seen from where the normal points."""
    middle = mean(corners)
    first = minus(corners[0], middle)
    second = cross(normal, first)
    return tuple(
        sorted(
            corners, key=lambda at: math.atan2(dot(second, minus(at, middle)), dot(first, minus(at, middle)))
        )
    )


def _moved(facet: Polygon3, shift: Point3) -> Polygon3:
    a, b, c = shift
    return tuple([(x + a, y + b, z + c) for x, y, z in facet])
