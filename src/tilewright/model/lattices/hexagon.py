"""The hexagonal lattice: cells (q, r), axial coordinates; six neighbours; twelve motions.

q grows to the right, r to the lower right; hexagons stand on a corner, so rows are level. The middles of
neighbouring cells are one unit apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from tilewright.model.lattices.lattice import Cell, Lattice, Motion, Point, linear

Matrix = tuple[tuple[int, int], tuple[int, int]]

_ONE: Matrix = ((1, 0), (0, 1))
_SIXTH: Matrix = ((0, -1), (1, 1))
_LEFT_RIGHT: Matrix = ((-1, -1), (0, 1))


def _times(a: Matrix, b: Matrix) -> Matrix:
    (p, q), (r, s) = a
    (t, u), (v, w) = b
    return ((p * t + q * v, p * u + q * w), (r * t + s * v, r * u + s * w))


def _turned(k: int) -> Matrix:
    """The k-th power of a sixth of a turn."""
    return _ONE if k == 0 else _times(_SIXTH, _turned(k - 1))


def turn_name(k: int) -> str:
    """The name of a turn by k sixths, clockwise."""
    return {0: "identity", 3: "half turn"}.get(k, f"turn by {60 * k} degrees")


def mirror_name(k: int) -> str:
    """The name of the mirror left-right with a turn by k sixths after it."""
    angle = (90 + 30 * k) % 180
    return {90: "mirror left-right", 0: "mirror up-down"}.get(angle, f"mirror in the axis at {angle} degrees")


TURNS: tuple[Motion, ...] = tuple(linear(turn_name(k), _turned(k), proper=True) for k in range(6))
MIRRORS: tuple[Motion, ...] = tuple(
    linear(mirror_name(k), _times(_turned(k), _LEFT_RIGHT), proper=False) for k in range(6)
)


def sixfold(turns: tuple[Motion, ...], mirrors: tuple[Motion, ...]) -> dict[str, tuple[Motion, ...]]:
    """The motions by mode, where sixths of a turn carry the lattice onto itself."""
    return {
        "fixed": turns[:1],
        "upright": turns,
        "rotation": turns,
        "reflection": (turns[0], turns[3], mirrors[0], mirrors[3]),
        "all": (*turns, *mirrors),
    }


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    q, r = cell
    return ((q, r - 1), (q + 1, r - 1), (q - 1, r), (q + 1, r), (q - 1, r + 1), (q, r + 1))


def _anchor(cells: Iterable[Cell]) -> Cell:
    held = list(cells)
    return (min(q for q, _ in held), min(r for _, r in held))


def _outline(cell: Cell) -> tuple[Point, ...]:
    q, r = cell
    x, y = q + r / 2, r * sqrt(3) / 2
    half, arm = 0.5, 1 / sqrt(3)
    return (
        (x, y - arm),
        (x + half, y - arm / 2),
        (x + half, y + arm / 2),
        (x, y + arm),
        (x - half, y + arm / 2),
        (x - half, y - arm / 2),
    )


HEXAGON = Lattice(
    name="hexagon",
    dimension=2,
    motions=sixfold(TURNS, MIRRORS),
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=((0, 0),),
)
