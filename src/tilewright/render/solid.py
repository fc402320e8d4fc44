"""Bodies of unit cubes seen isometrically: what of their faces is visible, and the edges between them.

The view is exact. Space is measured in steps, ``fine`` to a cube's side; seen along (1, 1, 1), each face of a
cube falls apart into small triangles of one triangular grid, and in each of them the nearest face is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell, Point
from tilewright.model.lattices.cube import project
from tilewright.render.geometry import Box, Polygon, Segment, box_around, chained

Vector = tuple[int, int, int]
_Key = tuple[int, int]  # a vertex of the grid: (x - z, y - z) in steps
_Corner = tuple[_Key, int]  # and how near it is: x + y + z

MAX_TRIANGLES = 2_000_000  # the most triangles that a view is made of
AXES: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
RIGHT, LEFT, TOP = 0, 1, 2  # the three directions of faces that are seen: those of x, y and z


@dataclass(frozen=True)
class CubeBody:
    """Unit cubes that belong together, moved by ``shift`` steps; ``tones`` distinguishes their colours."""

    cells: tuple[Cell, ...]
    shift: Vector = (0, 0, 0)
    tones: Mapping[Cell, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Face:
    """The face of a cube of a body; ``corner`` is its far corner in steps."""

    body: int
    cell: Cell
    direction: int
    tone: int
    corner: Vector


@dataclass(frozen=True)
class View:
    """What is seen, in units of a cube's side, as ``lattices.cube.project`` draws.

    ``areas`` are the visible parts by (body, direction, tone); ``outlines`` the edges between two bodies, or
    between a body and what lies behind it; ``creases`` the edges within a body, by body, convex and hollow
    ones. ``whole`` are the faces of which nothing is hidden, ``central`` others whose middle is seen.
    """

    areas: Mapping[tuple[int, int, int], tuple[Polygon, ...]]
    outlines: tuple[Segment, ...]
    creases: Mapping[int, tuple[Segment, ...]]
    whole: tuple[Face, ...]
    central: tuple[Face, ...]
    fine: int

    def spot(self, face: Face, u: float, v: float) -> Point:
        """Where a point of a face is drawn; (u, v) from 0 to 1 along the two axes that follow its own."""
        p = [float(x) for x in face.corner]
        for axis, share in (((face.direction + 1) % 3, u), ((face.direction + 2) % 3, v)):
            p[axis] += share * self.fine
        x, y, z = p
        return project(x / self.fine, y / self.fine, z / self.fine)


@dataclass(frozen=True)
class _Triangle:
    face: int
    depth: int
    central: bool  # within the middle half of the face
    corners: tuple[_Corner, _Corner, _Corner]


def visible_faces(bodies: Sequence[CubeBody], fine: int = 1) -> View:
    """The view of bodies that do not overlap; UnsupportedError when they have too many faces."""
    faces = list(_faces(bodies, fine))
    most = MAX_TRIANGLES // (2 * fine * fine)
    if len(faces) > most:
        raise UnsupportedError(
            f"there are {len(faces):,} faces to draw in space; at most {most:,} "
            "are drawn. Use the view by layers"
        )
    nearest: dict[_Key, _Triangle] = {}
    for number, face in enumerate(faces):
        for key, triangle in _triangles(face, number, fine):
            other = nearest.get(key)
            if other is None or other.depth < triangle.depth:
                nearest[key] = triangle
    visible, middle = [0] * len(faces), [0] * len(faces)
    for triangle in nearest.values():
        visible[triangle.face] += 1
        middle[triangle.face] += triangle.central
    most, half = 2 * fine * fine, 2 * (fine - 2 * (fine // 4)) ** 2
    whole = tuple(face for face, count in zip(faces, visible, strict=True) if count == most)
    central = tuple(
        face
        for face, count, clear in zip(faces, visible, middle, strict=True)
        if count < most and clear == half
    )
    return _drawn(faces, nearest, whole, central, fine)


def _faces(bodies: Sequence[CubeBody], fine: int) -> Iterator[Face]:
    """The faces towards the viewer that no cube at rest against them hides."""
    values: dict[Vector, int] = {}
    for number, body in enumerate(bodies):
        for x, y, z in body.cells:
            dx, dy, dz = body.shift
            values[x * fine + dx, y * fine + dy, z * fine + dz] = number
    for number, body in enumerate(bodies):
        dx, dy, dz = body.shift
        for cell in body.cells:
            x, y, z = (cell[0] * fine + dx, cell[1] * fine + dy, cell[2] * fine + dz)
            for direction, (a, b, c) in enumerate(AXES):
                over = (x + a * fine, y + b * fine, z + c * fine)
                if over not in values:
                    yield Face(number, cell, direction, body.tones.get(cell, 0), over)


def _triangles(face: Face, number: int, fine: int) -> Iterator[tuple[_Key, _Triangle]]:
    x, y, z = face.corner
    (ux, uy, uz), (vx, vy, vz) = AXES[(face.direction + 1) % 3], AXES[(face.direction + 2) % 3]
    (ua, ub), (va, vb) = (ux - uz, uy - uz), (vx - vz, vy - vz)
    near, margin = x + y + z, fine // 4
    for i in range(fine):
        for j in range(fine):
            a, b = x - z + i * ua + j * va, y - z + i * ub + j * vb
            depth = near + i + j
            central = margin <= i < fine - margin and margin <= j < fine - margin
            start: _Corner = ((a, b), depth)
            end: _Corner = ((a + ua + va, b + ub + vb), depth + 2)
            for first, middle, last in (
                (start, ((a + ua, b + ub), depth + 1), end),
                (start, end, ((a + va, b + vb), depth + 1)),
            ):
                corners = (first, middle, last)
                key = (sum(key[0] for key, _ in corners), sum(key[1] for key, _ in corners))
                yield key, _Triangle(number, 3 * depth + 3, central, corners)


def _drawn(
    faces: Sequence[Face],
    nearest: Mapping[_Key, _Triangle],
    whole: tuple[Face, ...],
    central: tuple[Face, ...],
    fine: int,
) -> View:
    sides: dict[tuple[_Key, _Key], tuple[int, int, int]] = {}
    for triangle in nearest.values():
        corners = triangle.corners
        for (a, near_a), (b, near_b) in zip(corners, (*corners[1:], corners[0]), strict=True):
            sides[a, b] = (triangle.face, near_a, near_b)
    areas: dict[tuple[int, int, int], list[Segment]] = {}
    outlines: list[Segment] = []
    creases: dict[int, list[Segment]] = {}
    for (a, b), (number, near_a, near_b) in sides.items():
        face = faces[number]
        line = (_point(a, fine), _point(b, fine))
        group = (face.body, face.direction, face.tone)
        across = sides.get((b, a))
        if across is None:
            areas.setdefault(group, []).append(line)
            outlines.append(line)
            continue
        other = faces[across[0]]
        if group != (other.body, other.direction, other.tone):
            areas.setdefault(group, []).append(line)
        if a > b:
            continue  # handled from the other side of this edge
        if face.body != other.body or (near_a, near_b) != (across[2], across[1]):
            outlines.append(line)
        elif face.direction != other.direction:
            creases.setdefault(face.body, []).append(line)
    return View(
        {group: chained(lines) for group, lines in sorted(areas.items())},
        tuple(outlines),
        {body: tuple(lines) for body, lines in sorted(creases.items())},
        whole,
        central,
        fine,
    )


def _point(key: _Key, fine: int) -> Point:
    return project(key[0] / fine, key[1] / fine, 0)


def box(bodies: Iterable[CubeBody], fine: int = 1) -> Box:
    """The smallest upright rectangle around the picture of bodies."""
    points = []
    for body in bodies:
        dx, dy, dz = (step / fine for step in body.shift)
        for x, y, z in body.cells:
            # The leftmost corner, the rightmost, the uppermost, the lowermost.
            for a, b, c in ((0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 1, 0)):
                points.append(project(x + dx + a, y + dy + b, z + dz + c))
    return box_around(points)
