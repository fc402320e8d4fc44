"""What is seen of bodies in space, by cutting lines of sight with each body: for tests of pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist

from tilewright.model.lattices import Cell, Lattice
from tilewright.render import palette
from tilewright.render.polyhedra import ball_radius, centre
from tilewright.render.scene import Area, Dots, Primitive

VIEW = (1.0, 1.0, 1.0)  # towards the viewer
AT_REST = (0.0, 0.0, 0.0)


def nearest(
    lattice: Lattice, cells: Iterable[tuple[Cell, Sequence[float]]], point: Sequence[float]
) -> Cell | None:
    """The cell that the line of sight through a point meets first; each cell is moved by a vector."""
    best, where = None, -float("inf")
    for cell, away in cells:
        high = entry(lattice, cell, [p - q for p, q in zip(point, away, strict=True)])
        if high > where:
            best, where = cell, high
    return best


def entry(lattice: Lattice, cell: Cell, point: Sequence[float]) -> float:
    """Where the line of sight through a point meets a cell first, in steps of VIEW."""
    if lattice.is_round:
        away = [p - q for p, q in zip(centre(lattice, cell), point, strict=True)]
        along = sum(away) / 3
        left = ball_radius(lattice) ** 2 - sum((p - along) ** 2 for p in away)
        return along + (left / 3) ** 0.5 if left > 0 else -float("inf")
    low, high = -float("inf"), float("inf")
    for normal, far in _planes(lattice, cell):
        along = sum(p * q for p, q in zip(normal, VIEW, strict=True))
        left = far - sum(p * q for p, q in zip(normal, point, strict=True))
        if abs(along) < 1e-12:
            if left < 0:
                return -float("inf")
        elif along > 0:
            high = min(high, left / along)
        else:
            low = max(low, left / along)
    return high if low < high else -float("inf")


def _planes(lattice: Lattice, cell: Cell) -> list[tuple[tuple[float, ...], float]]:
    """The half-spaces of a cell: outward normals, and how far the faces are out."""
    assert lattice.faces is not None
    faces = lattice.faces(cell)
    corners = {corner for face in faces for corner in face}
    inside = [sum(values) / len(corners) for values in zip(*corners, strict=True)]
    pairs: list[tuple[tuple[float, ...], float]] = []
    for a, b, c in (face[:3] for face in faces):
        u, v = ([q - p for p, q in zip(a, e, strict=True)] for e in (b, c))
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        far = sum(p * q for p, q in zip(n, a, strict=True))
        if sum(p * q for p, q in zip(n, inside, strict=True)) > far:
            n, far = (-n[0], -n[1], -n[2]), -far
        pairs.append((n, far))
    return pairs


def painted(marks: Iterable[Primitive], x: float, y: float) -> str | None:
    """The colour of a point: that of the last area or disc over it; None at a border."""
    colour = "none"
    for mark in marks:
        if isinstance(mark, Dots):
            (middle,) = mark.centres
            turns = [mark.radius - dist(middle, (x, y))]
        elif isinstance(mark, Area):
            (shape,) = mark.loops
            turns = [
                (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
                for a, b in zip(shape, (*shape[1:], shape[0]), strict=True)
            ]
        else:
            continue
        if min(map(abs, turns)) < 1e-3:
            return None
        if all(turn > 0 for turn in turns) or (all(turn < 0 for turn in turns) and len(turns) > 1):
            colour = mark.fill
    return None if colour == palette.INK else colour
