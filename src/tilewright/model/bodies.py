"""Cells as bodies in space: their middles and corners, and the cells that fill one that is made larger."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import isclose

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add

Matrix = tuple[tuple[float, ...], ...]
Vector = tuple[float, ...]


@cache
def _corners(lattice: Lattice, cell: Cell) -> tuple[Vector, ...]:
    if lattice.faces is not None:
        points = {tuple(round(x, 9) for x in corner) for face in lattice.faces(cell) for corner in face}
    else:
        points = {(round(x, 9), round(y, 9), 0.0) for x, y in lattice.outline(cell)}
    return tuple(sorted(points))


@cache
def middle(lattice: Lattice, cell: Cell) -> Vector:
    """The mean of the corners of a cell, in space; on flat lattices z is 0."""
    corners = _corners(lattice, cell)
    return tuple(sum(values) / len(corners) for values in zip(*corners, strict=True))


def minus(a: Vector, b: Vector) -> Vector:
    """The difference of two points."""
    return tuple(x - y for x, y in zip(a, b, strict=True))


def image(matrix: Matrix, vector: Vector) -> Vector:
    """A point after a linear map."""
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def same(a: Vector, b: Vector) -> bool:
    """Whether two points are the same, up to rounding."""
    return all(isclose(x, y, abs_tol=1e-6) for x, y in zip(a, b, strict=True))


def _sides(lattice: Lattice, cell: Cell) -> list[tuple[Vector, float]]:
    """The half-spaces whose common part a cell is: outward normals, and how far each side is from 0."""
    centre = middle(lattice, cell)
    sides = []
    if lattice.faces is not None:
        planes = [(face[0], _cross(minus(face[1], face[0]), minus(face[2], face[0])))
                  for face in lattice.faces(cell)]  # fmt: skip
    else:
        around = [(x, y, 0.0) for x, y in lattice.outline(cell)]
        planes = [
            (a, (b[1] - a[1], a[0] - b[0], 0.0))
            for a, b in zip(around, (*around[1:], around[0]), strict=True)
        ]
    for point, normal in planes:
        sign = 1.0 if _dot(normal, minus(point, centre)) > 0 else -1.0
        outward = tuple(sign * x for x in normal)
        sides.append((outward, _dot(outward, point)))
    return sides


def _dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _volume(lattice: Lattice, cell: Cell) -> float:
    """The volume of a cell; on flat lattices its area."""
    centre = middle(lattice, cell)
    if lattice.faces is None:
        around = [minus((x, y, 0.0), centre) for x, y in lattice.outline(cell)]
        return sum(abs(_cross(a, b)[2]) for a, b in zip(around, (*around[1:], around[0]), strict=True)) / 2
    return sum(
        abs(_dot(minus(face[0], centre), _cross(minus(face[k], centre), minus(face[k + 1], centre)))) / 6
        for face in lattice.faces(cell)
        for k in range(1, len(face) - 1)
    )


@cache
def finer_cells(lattice: Lattice, cell: Cell, factor: int) -> tuple[Cell, ...]:
    """The cells that fill a cell when it is made larger about a corner of the lattice's first cell.

    UnsupportedError where cells do not fill it, as hexagons and balls.
    """
    if factor == 1:
        return (cell,)
    if not (lattice.is_round or lattice.ends is not None or lattice.dimension == 1):
        for origin in _corners(lattice, lattice.classes[0]):
            cells = _filling(lattice, cell, factor, origin)
            if cells is not None:
                return cells
    raise UnsupportedError(f"cells of the {lattice.name} lattice do not fill a larger one of the same form")


def _filling(lattice: Lattice, cell: Cell, factor: int, origin: Vector) -> tuple[Cell, ...] | None:
    """The cells that fill a cell made larger about a point, or None."""
    rest = tuple((1 - factor) * x for x in origin)
    sides = [(normal, factor * far + _dot(normal, rest)) for normal, far in _sides(lattice, cell)]

    def is_inside(point: Vector) -> bool:
        return all(_dot(normal, point) <= far + 1e-6 for normal, far in sides)

    target = tuple(factor * x + y for x, y in zip(middle(lattice, cell), rest, strict=True))
    inside: set[Cell] = set()
    seen = {_nearest(lattice, tuple(factor * k for k in cell), target)}
    todo = list(seen)
    while todo:
        one = todo.pop()
        if not is_inside(middle(lattice, one)):
            continue
        if not all(map(is_inside, _corners(lattice, one))):
            return None
        inside.add(one)
        for near in lattice.neighbours(one):
            if near not in seen:
                seen.add(near)
                todo.append(near)
    whole = factor**lattice.dimension * _volume(lattice, cell)
    is_full = isclose(sum(_volume(lattice, one) for one in inside), whole, rel_tol=1e-6)
    return tuple(sorted(inside)) if is_full else None


def _nearest(lattice: Lattice, guess: Cell, target: Vector) -> Cell:
    """The cell with the middle that is nearest to a point, from a vector that is near."""
    start = next(
        cell
        for reach in range(20)
        for step in product(range(-reach, reach + 1), repeat=lattice.dimension)
        if lattice.is_cell(cell := add(guess, step))
    )

    def distance(cell: Cell) -> float:
        away = minus(middle(lattice, cell), target)
        return _dot(away, away)

    while True:
        best = min((start, *lattice.neighbours(start)), key=lambda cell: (round(distance(cell), 9), cell))
        if best == start or distance(best) >= distance(start) - 1e-9:
            return start
        start = best
