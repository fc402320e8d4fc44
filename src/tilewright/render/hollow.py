"""Pieces with walls of a thickness, hollow within, and holes through which resin or powder drains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.model.lattices.lattice import Point3
from tilewright.render.bevel import Mesh
from tilewright.render.booleans import cylinder, library, mesh_from, solid_of
from tilewright.render.mesh import Frame
from tilewright.render.surface import CellBodies
from tilewright.render.vectors import mean, minus, plus, times
from tilewright.wording import quoted

HOLES = 2  # of each cavity, where it has places for as many: one for what flows out, one for air
_Drill = tuple[Point3, Point3]  # from the middle of a cell through the middle of a face


def hollow_meshes(frame: Frame, names: Sequence[str]) -> list[Mesh]:
    """The surfaces of the pieces with what is within their walls taken out.

    Each cavity gets :data:`HOLES` holes where it has faces for them, the first one as low as can be, the next
    as far from it as can be; none with holes of 0 mm. UnsupportedError for walls that leave nothing hollow,
    and for holes that are wider than the faces.
    """
    size = frame.size
    assert size.wall
    manifold3d = library("hollow pieces need")
    outer, inner = frame.meshes(), frame.placed(frame.inner(size.wall))
    meshes = []
    for number, (shell, cavity) in enumerate(zip(outer, inner, strict=True)):
        if not cavity.triangles:
            raise UnsupportedError(
                f"walls of {size.wall:g} mm leave nothing hollow in piece {quoted(names[number])}; "
                "expected thinner walls or larger cells"
            )
        solid, holes = solid_of(manifold3d, shell), []
        hollows = solid_of(manifold3d, cavity)
        for part in hollows.decompose() if size.hole else ():
            drills = _chosen(_drills(frame, manifold3d, number, part))
            if not drills:
                raise UnsupportedError(
                    f"piece {quoted(names[number])} has a hollow without a face for a hole of {size.hole:g} "
                    "mm; expected a narrower hole, or none"
                )
            holes += [cylinder(manifold3d, start, end, size.hole / 2) for start, end in drills]
        whole = manifold3d.Manifold.batch_boolean([solid, hollows, *holes], manifold3d.OpType.Subtract)
        meshes.append(mesh_from(whole))
    return meshes


def _drills(frame: Frame, manifold3d: Any, number: int, part: Any) -> Iterator[_Drill]:
    """The places for holes of a cavity: the faces without a neighbour of cells whose middles are in it."""
    size, cells = frame.size, set(frame.pieces[number])
    bodies = CellBodies(frame.lattice, size.thickness / frame.unit)
    near = 0.05 * size.hole
    for cell in sorted(cells):
        middle = bodies.middle(cell)
        start = frame.point(middle)
        probe = manifold3d.Manifold.cube((near, near, near), center=True).translate(start)
        if (part ^ probe).is_empty():
            continue
        beyond = {_key(bodies.middle(other)) for other in frame.lattice.neighbours(cell) if other in cells}
        for face in bodies.faces(cell):
            centre = mean(face)
            across = min(_from_line(centre, a, b) for a, b in zip(face, (*face[1:], face[0]), strict=True))
            if _key(plus(centre, minus(centre, middle))) in beyond:
                continue
            # The hole stays within the flat part of the face, and is no wider than the hollow.
            if size.hole / 2 <= across * frame.unit - size.gap / 2 - max(size.bevel, size.wall or 0.0):
                yield start, frame.point(plus(centre, times(minus(centre, middle), 0.05)))


def _chosen(drills: Iterator[_Drill]) -> list[_Drill]:
    """The lowest place, and then those that are farthest from all before."""
    rest = list(drills)
    chosen: list[_Drill] = []
    while rest and len(chosen) < HOLES:
        if chosen:
            best = max(rest, key=lambda one: round(min(dist(one[1], other[1]) for other in chosen), 6))
        else:
            best = min(rest, key=lambda one: round(one[1][2], 6))
        rest.remove(best)
        chosen.append(best)
    return chosen


def _from_line(point: Point3, a: Point3, b: Point3) -> float:
    """The distance of a point from the line through two others."""
    way, there = minus(b, a), minus(point, a)
    length = sum(k * k for k in way)
    share = sum(p * q for p, q in zip(way, there, strict=True)) / length
    return dist(point, plus(a, times(way, share)))


def _key(point: Point3) -> tuple[int, ...]:
    return tuple([round(k * 4096) for k in point])
