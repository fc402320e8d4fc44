"""Pieces as closed surfaces to be printed: joined bodies, or flat cells raised to a height, with clearance.

A lattice's y grows towards the viewer; a printer's away. So y changes its sign, and a piece comes out as it
is drawn and not as its mirror image.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, Cell, Lattice, Point
from tilewright.render import geometry
from tilewright.render.geometry import Key
from tilewright.render.surface import polyhedra_surface

Point3 = tuple[float, float, float]  # a point in millimetres, z upwards
Triangle = tuple[Point3, Point3, Point3]  # a facet; seen from outside, its corners run counterclockwise
Block = tuple[int, int, int]
_Side = tuple[Key, Key]
_Corner = tuple[Cell, int]  # a cell, and which of its corners

LONGEST = 10_000.0
"""No printed piece is longer, in millimetres: the coordinates of the file have seven digits."""


@dataclass(frozen=True)
class PrintSettings:
    """How large pieces are made, in millimetres; UnsupportedError for sizes that cannot be.

    ``cell`` is a cell's side (of hexagons, from middle to middle), ``gap`` the clearance of two pieces that
    lie side by side: every face is set back by half of it. ``height`` is that of flat pieces, None: a
    quarter of the cell.
    """

    cell: float = 20.0
    gap: float = 0.2
    height: float | None = None

    def __post_init__(self) -> None:
        if not 0.1 <= self.cell <= 1000:
            raise UnsupportedError(f"a cell cannot be {self.cell} mm wide; expected 0.1 to 1,000")
        if not 0 <= self.gap <= self.cell / 4:
            raise UnsupportedError(
                f"the gap between pieces cannot be {self.gap} mm; "
                f"expected 0 to {self.cell / 4:g}, a quarter of the cell"
            )
        if self.height is not None and not 0.1 <= self.height <= 1000:
            raise UnsupportedError(f"a piece cannot be {self.height} mm high; expected 0.1 to 1,000")

    @property
    def thickness(self) -> float:
        """The height of flat pieces."""
        return self.cell / 4 if self.height is None else self.height


def piece_mesh(lattice: Lattice, cells: Sequence[Cell], size: PrintSettings) -> list[Triangle]:
    """The surface of a piece: closed, its facets' normals outwards, on the plane z = 0, near the origin.

    Each edge is the side of two facets. Only with a gap of 0, where cells touch along an edge alone, four
    facets meet in it; with any other gap such cells come apart.
    Raises UnsupportedError for sticks, and for pieces of more than LONGEST.
    """
    if lattice.can_cross:
        raise UnsupportedError("sticks have no width, so there is no body of them to print")
    low, high = _extent(lattice, cells)
    longest = max(b - a for a, b in zip(low, high, strict=True)) * size.cell
    if longest > LONGEST:
        raise UnsupportedError(
            f"a piece would be {longest:,.0f} mm long; at most {LONGEST:,.0f} mm are printed. "
            "Use smaller cells"
        )
    inset = size.gap / 2 / size.cell
    facets: Iterable[Triangle]
    if lattice is CUBE:
        facets = _cubes(cells, inset)
        height, low = size.cell, (low[0], low[1], low[2] + inset)  # it stands on the plate
    elif lattice.is_solid:
        facets = list(polyhedra_surface(lattice, cells, inset))
        height, low = size.cell, (low[0], low[1], min(z for facet in facets for _, _, z in facet))
    else:
        facets = _prism(lattice, cells, inset)
        height = size.thickness
    scale = size.cell

    def at(spot: Point3) -> Point3:
        x, y, z = spot
        return ((x - low[0]) * scale, (high[1] - y) * scale, (z - low[2]) * height)

    return [(at(a), at(c), at(b)) for a, b, c in facets]


def _extent(lattice: Lattice, cells: Sequence[Cell]) -> tuple[Point3, Point3]:
    """The least and the greatest coordinates of the cells, in cell sides."""
    if lattice.faces is not None:
        corners = (corner for cell in cells for face in lattice.faces(cell) for corner in face)
        columns = list(zip(*corners, strict=True))
        (a, b, c), (d, e, f) = map(min, columns), map(max, columns)
        return (a, b, c), (d, e, f)
    left, top, right, bottom = geometry.bounds(lattice, cells)
    return (left, top, 0.0), (right, bottom, 0.0)


def _cubes(cells: Sequence[Cell], inset: float) -> Iterable[Triangle]:
    """The surface of unit cubes, each face set back by ``inset``.

    A point belongs to the body when all cubes that have a point within ``inset`` of it (along the axes) are
    there. So the body is made of blocks: for each cube its core, and between cubes that touch a joint, where
    all of the two, four or eight cubes around it are there. Where a block of several neighbours is, those of
    fewer are too; hence no two blocks ever touch along an edge or at a corner alone.
    """
    held = set(cells)
    if inset == 0:
        blocks = {(x, y, z) for x, y, z in cells}
        return _faces(blocks, float)
    # Block 2n is the core of cube n, along each axis, and 2n + 1 the joint between n and n + 1.
    blocks = set()
    for x, y, z in cells:
        for a, b, c in product((0, 1), repeat=3):
            around = product(range(x, x + a + 1), range(y, y + b + 1), range(z, z + c + 1))
            if all(cell in held for cell in around):
                blocks.add((2 * x + a, 2 * y + b, 2 * z + c))
    return _faces(blocks, lambda i: i // 2 + (1 - inset if i % 2 else inset))


def _faces(blocks: set[Block], start: Callable[[int], float]) -> Iterable[Triangle]:
    """The outer faces of blocks, two facets each; ``start`` is where along an axis a block begins."""
    for block in sorted(blocks):
        for axis in range(3):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for side in (0, 1):
                x, y, z = (i + (2 * side - 1) * (k == axis) for k, i in enumerate(block))
                if (x, y, z) in blocks:
                    continue
                corners = []
                for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1)):
                    px, py, pz = (start(i + {axis: side, u: du, v: dv}[k]) for k, i in enumerate(block))
                    corners.append((px, py, pz))
                a, b, c, d = corners if side else reversed(corners)
                yield (a, b, c)
                yield (a, c, d)


def _prism(lattice: Lattice, cells: Sequence[Cell], inset: float) -> Iterable[Triangle]:
    """The surface of flat cells from z = 0 to z = 1, the walls set back by ``inset``.

    The cells keep their sides in common: only corners on the piece's border move, all cells that meet in one
    with common sides to the same place. Cells that touch there without one come apart.
    """
    around = {cell: geometry.corners(lattice, cell) for cell in sorted(cells)}
    keys = {cell: [geometry.key_of(point) for point in points] for cell, points in around.items()}
    sides = {
        (ends[i], ends[(i + 1) % len(ends)]): (cell, i)
        for cell, ends in keys.items()
        for i in range(len(ends))
    }
    # The corners of neighbours may differ in their last bits; an edge must end where the next one starts.
    spots: dict[Key, Point] = {}
    for cell, points in around.items():
        for key, point in zip(keys[cell], points, strict=True):
            spots.setdefault(key, point)
    moved = {cell: [spots[key] for key in ends] for cell, ends in keys.items()}
    border = [side for side in sides if (side[1], side[0]) not in sides]
    for side in border:
        run, before = _run(side, sides, keys)
        x, y = spots[side[0]]
        (ax, ay), (bx, by) = _inward(around, sides[side]), _inward(around, sides[before])
        stretch = inset / (1 + ax * bx + ay * by)
        spot = (x + (ax + bx) * stretch, y + (ay + by) * stretch)
        for cell, i in run:
            moved[cell][i] = spot
    for cell, spread in moved.items():
        mx, my = geometry.centre(lattice, cell)
        for (ax, ay), (bx, by) in zip(spread, (*spread[1:], spread[0]), strict=True):
            yield ((mx, my, 1.0), (ax, ay, 1.0), (bx, by, 1.0))
            yield ((mx, my, 0.0), (bx, by, 0.0), (ax, ay, 0.0))
    for side in border:
        cell, i = sides[side]
        (ax, ay), (bx, by) = moved[cell][i], moved[cell][(i + 1) % len(moved[cell])]
        yield ((ax, ay, 0.0), (bx, by, 0.0), (bx, by, 1.0))
        yield ((ax, ay, 0.0), (bx, by, 1.0), (ax, ay, 1.0))


def _run(
    side: _Side, sides: Mapping[_Side, _Corner], keys: Mapping[Cell, list[Key]]
) -> tuple[list[_Corner], _Side]:
    """The corners around the start of a border side, from cell to cell, and the border side before it."""
    cell, i = sides[side]
    run = [(cell, i)]
    while True:
        before = (keys[cell][i - 1], keys[cell][i])
        across = sides.get((before[1], before[0]))
        if across is None:
            return run, before
        cell, i = across
        run.append(across)


def _inward(around: Mapping[Cell, geometry.Polygon], corner: _Corner) -> Point:
    """The unit vector from the side that starts at a corner into its cell."""
    cell, i = corner
    (ax, ay), (bx, by) = around[cell][i], around[cell][(i + 1) % len(around[cell])]
    length = math.hypot(bx - ax, by - ay)
    return (-(by - ay) / length, (bx - ax) / length)
