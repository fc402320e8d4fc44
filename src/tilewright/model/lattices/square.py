"""The square lattice: cells (x, y), x to the right, y downwards; four neighbours; eight motions."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.lattices.lattice import Cell, Lattice, Motion, Point, linear


def _motion(name: str, a: int, b: int, c: int, d: int) -> Motion:
    return linear(name, ((a, b), (c, d)), proper=a * d - b * c == 1)


IDENTITY = _motion("identity", 1, 0, 0, 1)
QUARTER = _motion("quarter turn", 0, -1, 1, 0)
HALF = _motion("half turn", -1, 0, 0, -1)
THREE_QUARTER = _motion("three-quarter turn", 0, 1, -1, 0)
LEFT_RIGHT = _motion("mirror left-right", -1, 0, 0, 1)
UP_DOWN = _motion("mirror up-down", 1, 0, 0, -1)
DIAGONAL = _motion("mirror in the diagonal", 0, 1, 1, 0)
ANTIDIAGONAL = _motion("mirror in the antidiagonal", 0, -1, -1, 0)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))


def _anchor(cells: Iterable[Cell]) -> Cell:
    held = list(cells)
    return (min(x for x, _ in held), min(y for _, y in held))


def _outline(cell: Cell) -> tuple[Point, ...]:
    x, y = cell
    return ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))


TURNS = (IDENTITY, QUARTER, HALF, THREE_QUARTER)

MOTIONS = {
    "fixed": (IDENTITY,),
    "upright": TURNS,
    "rotation": TURNS,
    "reflection": (IDENTITY, LEFT_RIGHT, UP_DOWN, HALF),
    "all": (*TURNS, LEFT_RIGHT, UP_DOWN, DIAGONAL, ANTIDIAGONAL),
}
"""By mode; all fix the origin."""

SQUARE = Lattice(
    name="square",
    dimension=2,
    motions=MOTIONS,
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=((0, 0),),
)
