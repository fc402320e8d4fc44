"""What the lattices of hexagons that are cut into equal parts share: directions, motions and stencils.

Hexagons lie on a side. Coordinates are axial, as those of hexagons: q grows to the right, r to the lower
right, so a vector (q, r) leads q + r/2 to the right and r * sqrt(3)/2 down. The corners of a hexagon lie in
the six directions from its middle. As text, a hexagon is 17 columns wide and 9 lines high, borders included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import sqrt

from tilewright.model.lattices.hexagon import MIRRORS, TURNS, sixfold
from tilewright.model.lattices.lattice import (
    Cell,
    Corner,
    Motion,
    Place,
    Point,
    Position,
    Side,
    Stencil,
    affine,
)

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six shortest vectors, clockwise from the one to the right."""

Points = Callable[[Cell], tuple[Cell, ...]]
"""The corners of a cell, as integer points in the coordinates of the cells."""

Neighbours = Callable[[Cell], tuple[Cell, ...]]


def motions_about(middle: Cell) -> dict[str, tuple[Motion, ...]]:
    """The motions by mode, about the middle of a hexagon."""

    def about(motion: Motion) -> Motion:
        q, r = motion(middle)
        return affine(motion, (middle[0] - q, middle[1] - r))

    return sixfold(tuple(map(about, TURNS)), tuple(map(about, MIRRORS)))


def drawn_at(point: Cell, middle: Cell, side: int) -> Point:
    """Where a point lies in the plane; a hexagon's side is so many steps, the middles of two are 2 apart."""
    q, r = point[0] - middle[0], point[1] - middle[1]
    scale = 2 / sqrt(3) / side
    return (scale * (q + r / 2), scale * r * sqrt(3) / 2)


def around(cell: Cell, corner: Cell, points: Points, neighbours: Neighbours) -> list[Cell]:
    """The cells that meet in a corner of a cell, clockwise, each the neighbour of the next."""
    ring, last = [cell], cell
    while True:
        following = (near for near in neighbours(last) if near not in ring and corner in points(near))
        last = min(following, key=lambda near: _turn(corner, near, ring[-1], points), default=cell)
        if last == cell:
            return ring
        ring.append(last)


def _turn(corner: Cell, cell: Cell, before: Cell, points: Points) -> bool:
    """Whether a cell lies anticlockwise of the one before it around a corner."""
    (a, b), (c, d) = (_middle(corner, one, points) for one in (before, cell))
    return a * d - b * c < 0


def _middle(corner: Cell, cell: Cell, points: Points) -> Point:
    """Where the middle of a cell lies, seen from a corner."""
    around_cell = points(cell)
    q = sum(point[0] for point in around_cell) / len(around_cell) - corner[0]
    r = sum(point[1] for point in around_cell) / len(around_cell) - corner[1]
    return (q + r / 2, r)


def place_before(places: Iterable[Place], wide: int) -> Position:
    """The place from which a drawing that has cells at these places begins, with little room before them.

    It is that of a translation: ``wide`` columns to the right a hexagon stands two lines lower, and hexagons
    of the same columns are four lines apart.
    """
    columns, rows, _ = zip(*places, strict=True)
    left, top = min(columns), min(rows)
    starts = [(wide * strip, top - (top - 2 * strip) % 4) for strip in (left // wide, left // wide - 1)]
    return min(starts, key=lambda start: left - start[0] + top - start[1])


class Stencils:
    """The stencils of a lattice: its borders are drawn from corner to corner."""

    def __init__(self, points: Points, neighbours: Neighbours, middle: Cell, step: int) -> None:
        """``step`` is how many lines one step down is."""
        self.points, self.neighbours, self.middle, self.step = points, neighbours, middle, step

    def __call__(self, cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
        """The stencil of a cell; pictures are never small."""
        corners = [*map(self.position, self.points(cell))]
        sides = [self._side(cell, k) for k in range(len(corners))]
        bordered = {position for side in sides for position in side.positions}
        inside = tuple(position for position in _inside(corners) if position not in bordered)
        x = sum(column for column, _ in corners) / len(corners)
        y = sum(line for _, line in corners) / len(corners)
        letter = min(inside, key=lambda place: (abs(place[1] - y), abs(place[0] - x)))
        return Stencil(
            inside, letter, tuple(sides), tuple([self._corner(cell, one) for one in self.points(cell)])
        )

    def position(self, point: Cell) -> Position:
        """The position of a corner in a drawing."""
        q, r = point[0] - self.middle[0], point[1] - self.middle[1]
        return (self.step * (2 * q + r), self.step * r)

    def _side(self, cell: Cell, k: int) -> Side:
        ends = self.points(cell)[k - 1], self.points(cell)[k]
        beyond = next(near for near in self.neighbours(cell) if {*ends} <= {*self.points(near)})
        return Side(beyond, *_border(*map(self.position, ends)))

    def _corner(self, cell: Cell, corner: Cell) -> Corner:
        cells = around(cell, corner, self.points, self.neighbours)
        here = self.position(corner)
        directions = []
        for k, one in enumerate(cells):
            shared = {*self.points(one)} & {*self.points(cells[k - 1])}
            [end] = [point for point in shared if point != corner]
            directions.append(_direction(here, self.position(end)))
        return Corner(here, tuple(cells), tuple(directions))


def _border(start: Position, end: Position) -> tuple[str, tuple[Position, ...]]:
    """The sign and the positions of a border between two corners."""
    (x, y), (u, v) = sorted((start, end))
    wide, high = u - x, v - y
    if high == 0:
        return "-", tuple((column, y) for column in range(x + 1, u))
    if wide == 0:
        return "|", tuple((x, line) for line in range(min(y, v) + 1, max(y, v)))
    if wide == abs(high):
        down = high // wide
        return "\\" if down > 0 else "/", tuple((x + k, y + down * k) for k in range(1, wide))
    return "-", tuple((x + wide // 2 + k, y + high // 2) for k in (-1, 0, 1))  # a slope that no sign has


def _direction(here: Position, there: Position) -> int:
    """The direction from a corner to another one, as in :class:`Corner`."""
    x, y = there[0] - here[0], there[1] - here[1]
    if x == 0 or y == 0:
        return {(0, -1): 0, (1, 0): 2, (0, 1): 4, (-1, 0): 6}[(x > 0) - (x < 0), (y > 0) - (y < 0)]
    return {(True, False): 1, (True, True): 3, (False, True): 5, (False, False): 7}[x > 0, y > 0]


def _inside(corners: list[Position]) -> Iterator[Position]:
    """The positions within a convex polygon whose corners go clockwise."""
    for line in range(min(y for _, y in corners), max(y for _, y in corners) + 1):
        for column in range(min(x for x, _ in corners), max(x for x, _ in corners) + 1):
            edges = zip(corners, corners[1:] + corners[:1], strict=True)
            if all((u - x) * (line - y) - (v - y) * (column - x) > 0 for (x, y), (u, v) in edges):
                yield (column, line)
