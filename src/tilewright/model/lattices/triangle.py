"""The triangular lattice: cells (x, y), three neighbours, twelve motions.

Row y has its triangles side by side, x to the right; (x, y) points up when x + y is even, else down. Sides
are one unit long, so x goes in half units.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from tilewright.model.lattices.hexagon import mirror_name, sixfold, turn_name
from tilewright.model.lattices.lattice import Cell, Lattice, Motion, Point

Strips = tuple[int, int, int]
"""In which strip between parallel lines a cell lies, for the three directions of the lines.

Strips are counted along three directions at 120 degrees, the first downwards, from a vertex. Their sum is -2
for triangles that point up and -1 for the others, so turns and mirrors about the vertex are permutations,
and ``s -> -1 - s`` is the half turn.
"""


def points_up(cell: Cell) -> bool:
    """Whether a triangle stands on its side."""
    return (cell[0] + cell[1]) % 2 == 0


def _strips(cell: Cell) -> Strips:
    x, y = cell
    slash = (x + y) // 2
    return (y, -1 - slash, (x - y) // 2 - points_up(cell))


def _from_strips(strips: Strips) -> Cell:
    y, left, _ = strips
    return (2 * (-1 - left) - y + (sum(strips) + 2), y)


def _motion(name: str, order: tuple[int, int, int], *, turned: bool) -> Motion:
    """The motion whose k-th new strip is the old one at ``order[k]``, after a half turn if ``turned``."""
    proper = order in ((0, 1, 2), (1, 2, 0), (2, 0, 1))

    def carry(cell: Cell) -> Cell:
        held = _strips(cell)
        a, b, c = (-1 - held[k] if turned else held[k] for k in order)
        return _from_strips((a, b, c))

    return Motion(name, proper, carry)


# Clockwise, a third of a turn carries the strips counted downwards to those counted to the upper left, and
# those to the upper right: the second new strip is the first old one.
_THIRDS = ((0, 1, 2), (2, 0, 1), (1, 2, 0))
_MIRRORED = ((0, 2, 1), (1, 0, 2), (2, 1, 0))
# A turn by k sixths is one by 2k thirds of a turn (k mod 3 of them), and a half turn when k is odd.
TURNS: tuple[Motion, ...] = tuple(
    _motion(turn_name(k), _THIRDS[2 * k % 3], turned=k % 2 == 1) for k in range(6)
)
MIRRORS: tuple[Motion, ...] = tuple(
    _motion(mirror_name(k), _MIRRORED[2 * k % 3], turned=k % 2 == 1) for k in range(6)
)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    if points_up(cell):
        return ((x - 1, y), (x + 1, y), (x, y + 1))
    return ((x, y - 1), (x - 1, y), (x + 1, y))


def _even(vector: Cell) -> bool:
    return sum(vector) % 2 == 0


def _anchor(cells: Iterable[Cell]) -> Cell:
    held = list(cells)
    left, top = min(x for x, _ in held), min(y for _, y in held)
    return (left - (left + top) % 2, top)


def _outline(cell: Cell) -> tuple[Point, ...]:
    x, y = cell
    left, tall = x / 2, sqrt(3) / 2
    top, foot = y * tall, (y + 1) * tall
    if points_up(cell):
        return ((left, foot), (left + 0.5, top), (left + 1, foot))
    return ((left, top), (left + 1, top), (left + 0.5, foot))


TRIANGLE = Lattice(
    name="triangle",
    dimension=2,
    motions=sixfold(TURNS, MIRRORS),
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=((0, 0), (1, 0)),
    is_translation=_even,
)
