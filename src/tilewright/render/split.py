"""Bodies that are too large for a printer, cut into parts that pegs and holes join again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import dist
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Point
from tilewright.model.lattices.lattice import Point3
from tilewright.render.bevel import Mesh
from tilewright.render.bodies import Body
from tilewright.render.booleans import cylinder, library, mesh_from, solid_of
from tilewright.render.geometry import between, middle
from tilewright.render.plates import Printer, extent, fitting_turns
from tilewright.wording import quoted

PEGS = 2  # in each part of a cut that has space for as many: with one, the halves could turn
MAX_PARTS = 64  # of one body
SHARES = (0.5, 0.46, 0.54, 0.42, 0.58, 0.38, 0.62, 0.34, 0.66, 0.3, 0.7)  # of the length, before a cut
FACTORS = (1.0, 0.7, 0.5)  # of the size of pegs, tried one after the other
LEAST = 0.8  # millimetres around a hole, and of the radius of a peg: less would break
BEHIND = 0.5  # millimetres that a hole is deeper than its peg is long


@dataclass(frozen=True)
class Joint:
    """The sizes of pegs in millimetres: radius, length, and by how much a hole is wider all around.

    ``around`` is how much stays between a hole and the surface.
    """

    radius: float
    length: float
    play: float
    around: float

    @property
    def space(self) -> float:
        """How far the axis of a peg is from the surface."""
        return self.radius + self.play + self.around

    def smaller(self, factor: float) -> Joint:
        """The joint with a smaller peg."""
        sizes = (factor * self.radius, factor * self.length, factor * self.around)
        radius, length, around = (max(LEAST, value) for value in sizes)
        return Joint(radius, max(2 * LEAST, length), self.play, around)

    @classmethod
    def of(cls, cell: float, gap: float) -> Joint:
        """Pegs for cells of this width."""
        return cls(max(LEAST, cell / 8), max(2 * LEAST, cell / 4), gap / 2, max(LEAST, cell / 16))


def split_bodies(bodies: Sequence[Body], printer: Printer, joint: Joint) -> list[Body]:
    """The bodies, those that do not fit on the printer in parts that do, named "A 1 of 2" and so on.

    Cuts are at right angles to the longest side. UnsupportedError, by name, for a body that has no cut with
    space for a peg in each part of it, or that would need too many cuts.
    """
    parts_of: dict[int, list[Mesh]] = {}
    result = []
    for body in bodies:
        if fitting_turns(body, printer):
            result.append(body)
            continue
        key = id(body.mesh)
        if key not in parts_of:
            manifold3d = library("splitting pieces needs")
            parts_of[key] = [mesh_from(part) for part in _Splitter(manifold3d, printer, joint, body).parts()]
        total = len(parts_of[key])
        result += [
            Body(f"{body.name} {number} of {total}", body.colour, mesh, body.shift)
            for number, mesh in enumerate(parts_of[key], start=1)
        ]
    return result


class _Splitter:
    """Cuts one body."""

    def __init__(self, manifold3d: Any, printer: Printer, joint: Joint, body: Body) -> None:
        self._library, self._printer, self._joint, self._body = manifold3d, printer, joint, body
        self._count = 1

    def parts(self) -> list[Any]:
        """The parts, none larger than the printer."""
        todo, done = [solid_of(self._library, self._body.mesh)], []
        while todo:
            solid = todo.pop()
            if fitting_turns(Body(self._body.name, self._body.colour, mesh_from(solid)), self._printer):
                done.append(solid)
            else:
                halves = self._halves(solid)
                self._count += len(halves) - 1
                if self._count > MAX_PARTS:
                    raise self._fault(f"it would be cut into more than {MAX_PARTS} parts")
                todo += reversed(halves)
        return done

    def _fault(self, what: str) -> UnsupportedError:
        a, b, c = extent(self._body)
        return UnsupportedError(
            f"piece {quoted(self._body.name)} of {a:.1f} x {b:.1f} x {c:.1f} mm does not fit on a printer of "
            f"{self._printer}, and {what}; expected smaller cells or a larger printer"
        )

    def _halves(self, solid: Any) -> list[Any]:
        """The parts of a solid before and behind a cut, with pegs and holes."""
        box = solid.bounding_box()
        low, high = box[:3], box[3:]
        axes = sorted(range(3), key=lambda k: low[k] - high[k])
        for factor, axis, share in product(FACTORS, axes, SHARES):
            level = low[axis] + share * (high[axis] - low[axis])
            halves = self._joined_halves(solid, axis, level, self._joint.smaller(factor))
            if halves is not None:
                return halves
        raise self._fault("no cut of it has space for pegs")

    def _joined_halves(self, solid: Any, axis: int, level: float, joint: Joint) -> list[Any] | None:
        """The halves; None where a part of the cut has no space for a peg."""
        manifold, operations = self._library.Manifold, self._library.OpType
        far = joint.length + BEHIND
        places: list[Point] = []
        for candidates in self._candidates(solid, axis, level, joint.space):
            chosen: list[Point] = []
            for place in candidates:
                if len(chosen) == PEGS or any(dist(place, one) < 2 * joint.space for one in chosen):
                    continue
                space = self._round(place, axis, (level - far, level + far + joint.around), joint.space)
                if (space - solid).volume() <= 1e-6 * space.volume():
                    chosen.append(place)
            if not chosen:
                return None
            places += chosen
        if not places:
            return None
        span = (level - joint.length, level + joint.length)
        pegs = [self._round(place, axis, span, joint.radius) for place in places]
        span = (level - far, level + far)
        holes = [self._round(place, axis, span, joint.radius + joint.play) for place in places]
        before, behind = solid.split_by_plane(tuple([float(k == axis) for k in range(3)]), level)
        first = manifold.batch_boolean([behind, *pegs], operations.Add)
        second = manifold.batch_boolean([before, *holes], operations.Subtract)
        return [part for half in (first, second) for part in half.decompose()]

    def _round(self, place: Point, axis: int, span: tuple[float, float], radius: float) -> Any:
        """A cylinder along an axis."""
        start, end = (self._at(place, axis, level) for level in span)
        return cylinder(self._library, start, end, radius)

    def _section(self, solid: Any, axis: int, level: float) -> Any:
        """The cut as a figure in the plane of the two other axes."""
        turned = solid.transform(self._turn(axis))
        return turned.slice(level)

    @staticmethod
    def _turn(axis: int) -> Any:
        """The matrix that carries the axis to the third one."""
        import numpy

        order = ((axis + 1) % 3, (axis + 2) % 3, axis)
        matrix = numpy.zeros((3, 4))
        for row, column in enumerate(order):
            matrix[row, column] = 1.0
        return matrix

    @staticmethod
    def _at(place: Point, axis: int, level: float) -> Point3:
        point = [0.0, 0.0, 0.0]
        point[(axis + 1) % 3], point[(axis + 2) % 3], point[axis] = *place, level
        return (point[0], point[1], point[2])

    def _candidates(self, solid: Any, axis: int, level: float, space: float) -> Iterator[list[Point]]:
        """For each part of the cut where a peg could be, the best places first: far from each other."""
        for region in self._section(solid, axis, level).decompose():
            inner = region.offset(-space, self._library.JoinType.Miter)
            corners = [(x, y) for polygon in inner.to_polygons() for x, y in polygon.tolist()]
            if not corners:
                yield []
                continue
            centre = middle(corners)
            first = max(corners, key=lambda corner: dist(corner, centre))
            second = max(corners, key=lambda corner: dist(corner, first))
            spread = [between(centre, end, share) for share in (1.0, 0.75, 0.5) for end in (first, second)]
            small = dist(first, second) < 2 * space
            inside = [place for place in (centre, *spread) if self._covers(inner, place)]
            yield inside if small else sorted(inside, key=lambda place: place == centre)

    def _covers(self, region: Any, place: Point) -> bool:
        near = self._library.CrossSection.square((1e-3, 1e-3), True).translate(place)
        return not (region ^ near).is_empty()
