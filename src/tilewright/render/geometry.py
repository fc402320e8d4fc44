"""Plane geometry of sets of cells: their borders, the lines inside them, hatching, a place for a label.

Everything is made of ``lattice.outline(cell)``, so each lattice that has an outline can be drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from tilewright.model.lattices import Cell, Lattice, Point

Polygon = tuple[Point, ...]
Segment = tuple[Point, Point]
Box = tuple[float, float, float, float]  # left, top, right, bottom, in cell sides
Key = tuple[int, int]

CLOSE = 1e-6  # less than this, in cell sides or radians, is nothing


def key_of(point: Point) -> Key:
    """The same for two corners of neighbouring cells that differ in their last bits."""
    return (round(point[0] * 4096), round(point[1] * 4096))


def corners(lattice: Lattice, cell: Cell) -> Polygon:
    """The corners of a cell, always turning the same way round."""
    around = lattice.outline(cell)
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in sides(around))
    return around if area >= 0 else tuple(reversed(around))


def centre(lattice: Lattice, cell: Cell) -> Point:
    """The middle of a cell."""
    return middle(lattice.outline(cell))


def middle(points: Sequence[Point]) -> Point:
    """The point whose coordinates are the means of those of others."""
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def inradius(shape: Polygon) -> float:
    """How far the middle of a polygon is from the nearest of its sides."""
    x, y = middle(shape)
    return min(
        abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / max(1e-9, math.dist(a, b))
        for a, b in sides(shape)
    )


def sides(around: Sequence[Point]) -> list[Segment]:
    """The sides of a polygon."""
    return list(zip(around, (*around[1:], around[0]), strict=True))


def covered_angle(point: Point, shapes: Iterable[Polygon]) -> float:
    """How much of the full turn around a point convex polygons cover close to it: 0 to 2 pi.

    It is more than 0 and less than 2 pi only for a point on the border of some of them.
    """
    arcs = sorted(arc for shape in shapes for arc in _arcs(point, shape))
    covered, end = 0.0, 0.0
    for first, last in arcs:
        covered += max(0.0, last - max(first, end))
        end = max(end, last)
    return covered


def _arcs(point: Point, shape: Polygon) -> list[tuple[float, float]]:
    """The directions from 0 to 2 pi in which a convex polygon lies, seen from a point inside or on it."""
    around = [(x - point[0], y - point[1]) for x, y in shape]
    if sum(a[0] * b[1] - a[1] * b[0] for a, b in sides(around)) < 0:
        around.reverse()
    through = []  # the sides that the point lies on: one, or two at a corner
    for a, b in sides(around):
        distance = (a[0] * b[1] - a[1] * b[0]) / max(1e-9, math.dist(a, b))
        if distance < -CLOSE:
            return []
        if distance <= CLOSE and a[0] * b[0] + a[1] * b[1] <= CLOSE:
            through.append((a, b))
    if not through:
        return [(0.0, math.tau)]
    # The polygon lies to the left of its sides.
    onwards = next(b for _, b in through if math.hypot(*b) > CLOSE)
    back = next(a for a, _ in through if math.hypot(*a) > CLOSE)
    first = math.atan2(onwards[1], onwards[0]) % math.tau
    last = first + (math.atan2(back[1], back[0]) - first) % math.tau
    return [(first, last)] if last <= math.tau else [(first, math.tau), (0.0, last - math.tau)]


def bounds(lattice: Lattice, cells: Iterable[Cell]) -> Box:
    """The smallest upright rectangle around the cells."""
    return box_around(point for cell in cells for point in lattice.outline(cell))


def box_around(points: Iterable[Point]) -> Box:
    """The smallest upright rectangle around points."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def borders(lattice: Lattice, cells: Iterable[Cell]) -> tuple[Polygon, ...]:
    """The border of a set of cells as closed loops; holes are loops too (fill by the even-odd rule)."""
    outer, _ = _border_and_inner(lattice, cells)
    return chained(outer)


def chained(directed: Iterable[Segment]) -> tuple[Polygon, ...]:
    """Directed sides, of which as many end in each point as start there, as closed loops."""
    onward: dict[Key, list[Segment]] = {}
    for side in directed:
        onward.setdefault(key_of(side[0]), []).append(side)
    loops = []
    for first in list(onward):
        while onward[first]:
            loop: list[Point] = []
            at = first
            while onward[at]:
                start, end = onward[at].pop()
                loop.append(start)
                at = key_of(end)
            loops.append(_without_straight_corners(loop))
    return tuple(loops)


def inner_lines(lattice: Lattice, cells: Iterable[Cell]) -> tuple[Segment, ...]:
    """The sides that two of the cells share, joined into as few lines as may be."""
    _, inner = _border_and_inner(lattice, cells)
    return joined(inner)


def _border_and_inner(lattice: Lattice, cells: Iterable[Cell]) -> tuple[list[Segment], list[Segment]]:
    open_sides: dict[tuple[Key, Key], Segment] = {}
    inner = []
    for cell in cells:
        for a, b in sides(corners(lattice, cell)):
            ends = (key_of(a), key_of(b))
            if (ends[1], ends[0]) in open_sides:
                inner.append(open_sides.pop((ends[1], ends[0])))
            else:
                open_sides[ends] = (a, b)
    return list(open_sides.values()), inner


def _without_straight_corners(loop: list[Point]) -> Polygon:
    kept = []
    for i, point in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % len(loop)]
        turn = (point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (after[0] - point[0])
        if abs(turn) > 1e-6:
            kept.append(point)
    return tuple(kept)


def joined(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """The same ink with fewer strokes: segments on one straight line that touch become one."""
    lines: dict[tuple[int, int, int], list[tuple[float, float]]] = {}
    frames: dict[tuple[int, int, int], tuple[Point, Point]] = {}
    for a, b in segments:
        length = math.dist(a, b)
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        if ux < -1e-9 or (abs(ux) <= 1e-9 and uy < 0):
            ux, uy = -ux, -uy
        offset = a[1] * ux - a[0] * uy
        line = (round(ux * 4096), round(uy * 4096), round(offset * 4096))
        ends = sorted((a[0] * ux + a[1] * uy, b[0] * ux + b[1] * uy))
        lines.setdefault(line, []).append((ends[0], ends[1]))
        frames.setdefault(line, ((ux, uy), (-uy * offset, ux * offset)))
    pairs = []
    for line, spans in lines.items():
        (ux, uy), (x, y) = frames[line]
        for low, high in _merged(spans):
            pairs.append(((x + ux * low, y + uy * low), (x + ux * high, y + uy * high)))
    return tuple(pairs)


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1] + 1e-6:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def hatching(lattice: Lattice, cells: Iterable[Cell], spacing: float, slope: int) -> tuple[Segment, ...]:
    """Diagonal lines over the cells, rising for ``slope`` 1 and falling for -1, cut off at their borders.

    ``spacing`` is the distance of the lines along the horizontal, in cell sides.
    """
    pieces = []
    for cell in cells:
        around = corners(lattice, cell)
        # On the line with number k every point has x + slope * y = (k + 1/2) * spacing.
        heights = [(x + slope * y) / spacing - 0.5 for x, y in around]
        for k in range(math.ceil(min(heights) + 1e-9), math.floor(max(heights) - 1e-9) + 1):
            cut = _crossing(around, heights, k)
            if cut is not None:
                pieces.append(cut)
    return joined(pieces)


def between(a: Point, b: Point, share: float) -> Point:
    """The point that lies this share of the way from one point to another."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def _crossing(around: Polygon, heights: list[float], level: int) -> Segment | None:
    points = []
    for i in range(len(around)):
        j = (i + 1) % len(around)
        low, high = heights[i] - level, heights[j] - level
        if (low < 0) != (high < 0):
            points.append(between(around[i], around[j], low / (low - high)))
    if len(points) != 2 or math.dist(points[0], points[1]) < 1e-6:
        return None
    return (points[0], points[1])


def label_cell(lattice: Lattice, cells: Sequence[Cell]) -> Cell:
    """The cell of a piece where a label sits best: nearest to the middle of all of them."""
    return most_central({cell: centre(lattice, cell) for cell in cells})


def most_central(places: Mapping[Cell, Point]) -> Cell:
    """The cell nearest to the middle of all; of several the first."""
    at = middle(list(places.values()))
    return min(places, key=lambda cell: (round(math.dist(places[cell], at), 6), cell))


def shrunk(lattice: Lattice, cell: Cell, share: float) -> Polygon:
    """The cell's outline, drawn together towards its middle to this share of its size."""
    mx, my = centre(lattice, cell)
    return tuple((mx + (x - mx) * share, my + (y - my) * share) for x, y in corners(lattice, cell))
