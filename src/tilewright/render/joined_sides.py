"""The sides of a board on a surface, marked by arrows: sides that are joined have the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tilewright.model.lattices import Lattice
from tilewright.model.lattices.lattice import Point
from tilewright.model.layout import Join
from tilewright.model.surfaces import Surface
from tilewright.render.geometry import Polygon, centre

PERIOD = 12
"""No lattice has a longer period along its columns or rows."""


def side_arrows(lattice: Lattice, surface: Surface) -> Iterator[Polygon]:
    """Arrows beside joined sides, one beside the left and the right, two beside the top and the bottom.

    The points of two sides that are joined are the same ones as seen along the arrows.
    """
    x0, y0 = next(cell for cell in product(range(PERIOD), repeat=2) if lattice.is_cell(cell))
    at = centre(lattice, (x0, y0))
    right, down = (
        tuple((to - begin) / length for to, begin in zip(centre(lattice, (x0 + x, y0 + y)), at, strict=True))
        for (x, y), length in (_translation(lattice, (1, 0)), _translation(lattice, (0, 1)))
    )
    origin = tuple(begin - x0 * x - y0 * y for begin, x, y in zip(at, right, down, strict=True))
    size = max(0.2, 0.03 * min(surface.width, surface.height))

    def point(column: float, row: float) -> Point:
        """A point by the columns and rows of the rectangle before it."""
        x, y = column - 0.5, row - 0.5
        return (origin[0] + x * right[0] + y * down[0], origin[1] + x * right[1] + y * down[1])

    half = surface.height / 2
    turned = -1 if surface.wrap.across is Join.REVERSED else 1
    for column, sign in ((-2 * size, 1), (surface.width + 2 * size, turned)):
        yield tuple(point(column + k * size, half + sign * size * (1 - abs(k))) for k in (-1, 0, 1))
    if surface.wrap.down is Join.OPEN:
        return
    half = surface.width / 2
    for row in (-2 * size, surface.height + 2 * size):
        for shift in (-size, size):
            yield tuple(point(half + shift + size * (1 - abs(k)), row + k * size) for k in (-1, 0, 1))


def _translation(lattice: Lattice, way: tuple[int, int]) -> tuple[tuple[int, int], int]:
    """The shortest translation of a lattice along its columns or rows, and how many it goes on."""
    steps = (((way[0] * length, way[1] * length), length) for length in range(1, PERIOD + 1))
    return next((step, length) for step, length in steps if lattice.is_translation(step))
