"""Bodies packed on the plates of a 3-D printer, turned where that makes them fit.

Their footprints are packed as rectangles, the longest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Point
from tilewright.model.lattices.lattice import Point3
from tilewright.render.bevel import Mesh
from tilewright.render.bodies import BETWEEN, Body
from tilewright.render.packing import packed
from tilewright.wording import quoted

MAX_BODIES = 2_000  # the most bodies that are packed
LISTED = 5  # names of bodies that do not fit
_Turn = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]  # for each new axis the old one, and a sign

AS_DRAWN: tuple[_Turn, _Turn] = (((0, 1), (1, 1), (2, 1)), ((1, -1), (0, 1), (2, 1)))
TILTED: tuple[_Turn, ...] = (
    ((1, 1), (2, 1), (0, 1)),
    ((2, 1), (0, 1), (1, 1)),
    ((2, -1), (1, 1), (0, 1)),
    ((0, 1), (2, -1), (1, 1)),
)
"""The six ways in which the axes of a box can lie, the first two upright; none is a reflection."""


@dataclass(frozen=True)
class Printer:
    """The space of a printer in millimetres; UnsupportedError for sizes that cannot be."""

    width: float
    depth: float
    height: float

    def __post_init__(self) -> None:
        for value in (self.width, self.depth, self.height):
            if not 1 <= value <= 10_000:
                raise UnsupportedError(f"a printer cannot be {value:g} mm wide; expected 1 to 10,000")

    def __str__(self) -> str:
        return f"{self.width:g} x {self.depth:g} x {self.height:g} mm"

    def holds(self, extent: Point3) -> bool:
        """Whether a box of this extent fits as it stands."""
        space = (self.width, self.depth, self.height)
        return all(a <= b + 1e-6 for a, b in zip(extent, space, strict=True))


def packed_plates(bodies: Sequence[Body], printer: Printer) -> list[list[Body]]:
    """The bodies on as few plates as the packing needs, at least 5 mm apart.

    A body stays upright if it fits so, else it lies as low as it can. UnsupportedError for too many, and for
    bodies that fit in no position, by name.
    """
    if len(bodies) > MAX_BODIES:
        raise UnsupportedError(f"{len(bodies):,} pieces are too many to pack; at most {MAX_BODIES:,} are")
    too_large = {body.name: body for body in bodies if not fitting_turns(body, printer)}
    if too_large:
        sizes_of = [
            f"{quoted(name)} of {' x '.join(f'{length:.1f}' for length in extent(body))} mm"
            for name, body in list(too_large.items())[:LISTED]
        ]
        more = f" and {len(too_large) - LISTED:,} more" if len(too_large) > LISTED else ""
        raise UnsupportedError(
            f"a printer of {printer} has no space for {', '.join(sizes_of)}{more}; expected smaller cells, a "
            "larger printer, or that pieces may be cut"
        )
    turned = _Turned()
    ordered = sorted(bodies, key=lambda one: sorted(_footprint(one), reverse=True), reverse=True)
    ways = [[turned.body(body, turn) for turn in fitting_turns(body, printer)] for body in ordered]
    sizes = [[_footprint(way) for way in each] for each in ways]
    places = packed(sizes, printer.width, printer.depth, BETWEEN)
    plates: list[list[Body]] = [[] for _ in range(1 + max((place.sheet for place in places), default=-1))]
    for each, place in zip(ways, places, strict=True):
        plates[place.sheet].append(each[place.choice].moved(place.x, place.y))
    return plates


def extent(body: Body) -> Point3:
    """Width, depth and height of a body."""
    low, high = body.box
    return (high[0] - low[0], high[1] - low[1], high[2] - low[2])


def fitting_turns(body: Body, printer: Printer) -> list[_Turn]:
    """The turns to choose from: those that keep it upright if it fits so, else those that make it lowest."""
    size = extent(body)
    sizes = {turn: _permuted(size, turn) for turn in (*AS_DRAWN, *TILTED)}
    upright = [turn for turn in AS_DRAWN if printer.holds(sizes[turn])]
    if upright:
        return upright
    tilted = [turn for turn in TILTED if printer.holds(sizes[turn])]
    lowest = min((sizes[turn][2] for turn in tilted), default=0.0)
    return [turn for turn in tilted if sizes[turn][2] <= lowest + 1e-6]


def _permuted(size: Point3, turn: _Turn) -> Point3:
    a, b, c = (size[axis] for axis, _ in turn)
    return (a, b, c)


class _Turned:
    """Bodies in other positions; those that shared a mesh still do."""

    def __init__(self) -> None:
        self._meshes: dict[tuple[int, _Turn], Mesh] = {}

    def body(self, body: Body, turn: _Turn) -> Body:
        """The body after a turn, with the least coordinates at the origin."""
        key = (id(body.mesh), turn)
        if key not in self._meshes:
            corners = [tuple([sign * at[axis] for axis, sign in turn]) for at in body.mesh.vertices]
            low = tuple(map(min, zip(*corners, strict=True)))
            vertices = tuple([(x - low[0], y - low[1], z - low[2]) for x, y, z in corners])
            self._meshes[key] = Mesh(vertices, body.mesh.triangles)
        return Body(body.name, body.colour, self._meshes[key])


def _footprint(body: Body) -> Point:
    wide, deep, _ = extent(body)
    return wide, deep
