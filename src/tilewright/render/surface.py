"""The surface of a piece of polyhedra as facets, every face set back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import Point3

_Key = tuple[int, int, int]
_Face = frozenset[_Key]
_Corner = tuple[_Face, _Key]  # a corner of an outer face

MAX_SHIFT = 3.0  # how far a corner moves at most, in insets: sharp ones are cut off less than they could be


def polyhedra_surface(
    lattice: Lattice, cells: Sequence[Cell], inset: float
) -> Iterator[tuple[Point3, Point3, Point3]]:
    """The facets of the outer faces of cells, with outward normals, every face set back by ``inset``.

    Only corners move: each by the one vector that sets all faces that meet in it back, in the sense of least
    squares where these are more than three. Cells that touch along an edge or in a corner alone have corners
    of their own there, and so come apart.
    """
    return _Surface(lattice, cells).facets(inset)


class _Surface:
    """The outer faces of a piece, and which of their corners move together."""

    def __init__(self, lattice: Lattice, cells: Sequence[Cell]) -> None:
        assert lattice.faces is not None
        self.spots: dict[_Key, Point3] = {}
        self.corners: dict[tuple[Cell, _Face], tuple[_Key, ...]] = {}
        self.cells_of: dict[_Face, list[Cell]] = {}
        self.faces_of: dict[Cell, list[_Face]] = {}
        self.inside: dict[Cell, Point3] = {}
        for cell in sorted(cells):
            around = lattice.faces(cell)
            spots = sorted({corner for face in around for corner in face})
            x, y, z = (sum(values) / len(spots) for values in zip(*spots, strict=True))
            self.inside[cell] = (x, y, z)
            for face in around:
                keys = tuple(map(_key, face))
                self.spots.update((key, spot) for key, spot in zip(keys, face, strict=True))
                name = frozenset(keys)
                self.corners[cell, name] = keys
                self.cells_of.setdefault(name, []).append(cell)
                self.faces_of.setdefault(cell, []).append(name)
        self.outer = [face for face, held in self.cells_of.items() if len(held) == 1]
        self.normals = {face: self._normal(face) for face in self.outer}

    def facets(self, inset: float) -> Iterator[tuple[Point3, Point3, Point3]]:
        """The facets, each face cut into triangles."""
        moved = self._moved(inset)
        for face in self.outer:
            keys = self.corners[self.cells_of[face][0], face]
            spots = [moved[face, key] for key in keys]
            if _dot(_across(*(self.spots[key] for key in keys[:3])), self.normals[face]) < 0:
                spots.reverse()
            for b, c in pairwise(spots[1:]):
                yield (spots[0], b, c)

    def _normal(self, face: _Face) -> Point3:
        """The unit vector out of the piece."""
        cell = self.cells_of[face][0]
        a, b, c = (self.spots[key] for key in self.corners[cell, face][:3])
        x, y, z = _across(a, b, c)
        p, q, r = self.inside[cell]
        length = math.copysign(math.hypot(x, y, z), _dot((x, y, z), (a[0] - p, a[1] - q, a[2] - r)))
        return (x / length, y / length, z / length)

    def _moved(self, inset: float) -> dict[_Corner, Point3]:
        """Where each corner of each outer face lies; corners of faces that hang together stay together."""
        moved: dict[_Corner, Point3] = {}
        for face in self.outer:
            for key in face:
                if (face, key) in moved:
                    continue
                fan = self._fan(face, key)
                x, y, z = self.spots[key]
                a, b, c = _setback([self.normals[one] for one in fan])
                for one in fan:
                    moved[one, key] = (x - inset * a, y - inset * b, z - inset * c)
        return moved

    def _fan(self, face: _Face, key: _Key) -> set[_Face]:
        """The outer faces at a corner that are joined by edges, from face to face."""
        fan, todo = {face}, [face]
        while todo:
            one = todo.pop()
            for edge in self._edges(one, key):
                other = self._beyond(one, edge)
                if other not in fan:
                    fan.add(other)
                    todo.append(other)
        return fan

    def _edges(self, face: _Face, key: _Key) -> list[frozenset[_Key]]:
        """The two edges of a face that meet in a corner."""
        keys = self.corners[self.cells_of[face][0], face]
        at = keys.index(key)
        return [frozenset((key, keys[at - 1])), frozenset((key, keys[(at + 1) % len(keys)]))]

    def _beyond(self, face: _Face, edge: frozenset[_Key]) -> _Face:
        """The outer face on the other side of an edge, found through the cells of the piece around it."""
        cell = self.cells_of[face][0]
        while True:
            face = next(one for one in self.faces_of[cell] if one != face and edge <= one)
            others = [other for other in self.cells_of[face] if other != cell]
            if not others:
                return face
            cell = others[0]


def _setback(normals: Sequence[Point3]) -> Point3:
    """The vector whose product with each of these unit vectors is 1, or nearest to it, and no longer."""
    planes = {(round(x, 6), round(y, 6), round(z, 6)): (x, y, z) for x, y, z in normals}
    rows = [[1e-9 * (i == j) for j in range(3)] + [0.0] for i in range(3)]  # so that there is a shortest one
    for normal in planes.values():
        for i in range(3):
            for j in range(3):
                rows[i][j] += normal[i] * normal[j]
            rows[i][3] += normal[i]
    for i in range(3):  # Gauss's elimination; the matrix is symmetric and positive
        best = max(range(i, 3), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(3):
            if k != i:
                share = rows[k][i] / rows[i][i]
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i], strict=True)]
    x, y, z = (rows[i][3] / rows[i][i] for i in range(3))
    long = max(1.0, math.hypot(x, y, z) / MAX_SHIFT)
    return (x / long, y / long, z / long)


def _across(a: Point3, b: Point3, c: Point3) -> Point3:
    """A vector at right angles to a triangle."""
    (p, q, r), (s, t, u) = ([e - d for d, e in zip(a, f, strict=True)] for f in (b, c))
    return (q * u - r * t, r * s - p * u, p * t - q * s)


def _dot(a: Point3, b: Point3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _key(corner: Point3) -> _Key:
    x, y, z = corner
    return (round(x * 4096), round(y * 4096), round(z * 4096))
