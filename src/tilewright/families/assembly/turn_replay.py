"""Checks turns of cubes in exact arithmetic, by the lines that keep squares apart while one of them turns.

Seen along the axis a cell is a square, and while it turns by an angle of up to 90 degrees two squares have no
inside in common as long as a line along a side of one of them is between them. With c and s the cosine and
the sine of the angle, each of these eight conditions is a * c + b * s >= d with whole a, b and d; with
t = tan(angle / 2) in c = (1 - t * t) / (1 + t * t) and s = 2 * t / (1 + t * t) it is that a quadratic
polynomial in t is not negative, which is exact for whole stretches of t from 0 to 1. Stretches in which no
single line is between the squares all the time are halved until there is one, or none in the middle. Where
corners pass each other, one line follows another at an angle with rational t, and the stretches begin there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

from tilewright.errors import PuzzleError
from tilewright.families.assembly.disassembly import Turn
from tilewright.model.lattices import Cell

KEPT_PAIRS = 1 << 17
Square = tuple[int, int]
"""The middle of a square that is 2 wide, from the axis."""
Polynomial = tuple[int, int, int]
"""The factors of t * t, t and 1."""


def check_turn(turn: Turn, moving: Iterable[Cell], standing: Iterable[Cell], number: int) -> None:
    """PuzzleError where a cell that turns meets one that stays, or does not come to lie on the grid."""
    if turn.axis not in (0, 1, 2) or turn.quarters not in (-3, -2, -1, 1, 2, 3) or turn.centre[turn.axis]:
        raise PuzzleError(f"move {number} is no turn about an axis of the grid")
    a, b = (turn.axis + 1) % 3, (turn.axis + 2) % 3
    if turn.quarters % 2 and (turn.centre[a] + turn.centre[b]) % 2:
        raise PuzzleError(f"after move {number} the pieces do not lie on the grid")
    # A turn clockwise is one counterclockwise in a mirror.
    sign = 1 if turn.quarters > 0 else -1

    def by_layer(cells: Iterable[Cell]) -> dict[int, set[Square]]:
        layers: dict[int, set[Square]] = {}
        for cell in cells:
            square = 2 * cell[a] - turn.centre[a], sign * (2 * cell[b] - turn.centre[b])
            layers.setdefault(cell[turn.axis], set()).add(square)
        return layers

    others = by_layer(standing)
    for layer, squares in by_layer(moving).items():
        for (x, y), other in product(squares, others.get(layer, ())):
            for _ in range(abs(turn.quarters)):
                if meet_in_turn((x, y), other):
                    raise PuzzleError(f"in move {number} a piece that turns meets a piece that stays")
                x, y = -y, x


@lru_cache(KEPT_PAIRS)
def meet_in_turn(moving: Square, other: Square) -> bool:
    """Whether the insides of two squares meet while one turns counterclockwise about 0 by 90 degrees."""
    if _nearest(moving) >= _farthest(other) or _nearest(other) >= _farthest(moving):
        return False
    apart = list(_apart(moving, other))
    begins = sorted({Fraction(0), Fraction(1), *_passing(moving, other)})
    stretches = list(pairwise(begins))
    while stretches:
        low, high = stretches.pop()
        if any(_is_positive(one, low, high) for one in apart):
            continue
        middle = (low + high) / 2
        if not any(_is_positive(one, middle, middle) for one in apart):
            return True
        stretches += [(low, middle), (middle, high)]
    return False


def _apart(moving: Square, other: Square) -> Iterator[Polynomial]:
    """What is not negative where a line along a side of the other square, or of the one that turns, is
    between them."""
    (x, y), (u, v) = moving, other
    for a, b, d in (
        (x - 1, -y - 1, u + 1),
        (-x - 1, y - 1, 1 - u),
        (y - 1, x - 1, v + 1),
        (-y - 1, -x - 1, 1 - v),
        (u - 1, v - 1, x + 1),
        (-u - 1, -v - 1, 1 - x),
        (v - 1, -u - 1, y + 1),
        (-v - 1, u - 1, 1 - y),
    ):
        yield -a - d, 2 * b, a - d


def _is_positive(polynomial: Polynomial, low: Fraction, high: Fraction) -> bool:
    """Whether it is not negative from ``low`` to ``high``."""
    a, b, c = polynomial
    if min(a * t * t + b * t + c for t in (low, high)) < 0:
        return False
    lowest = Fraction(-b, 2 * a) if a > 0 else low
    return not low < lowest < high or a * lowest * lowest + b * lowest + c >= 0


def _passing(moving: Square, other: Square) -> Iterator[Fraction]:
    """Where corners of the two pass each other."""
    for (x, y), (u, v) in product(_corners(moving), _corners(other)):
        length = x * x + y * y
        if length == u * u + v * v:
            cosine, sine = x * u + y * v, x * v - y * u
            if cosine >= 0 and sine >= 0 and length:
                yield Fraction(sine, length + cosine)


def _corners(square: Square) -> list[Square]:
    x, y = square
    return [(x + p, y + q) for p in (-1, 1) for q in (-1, 1)]


def _nearest(square: Square) -> int:
    return sum(max(0, abs(part) - 1) ** 2 for part in square)


def _farthest(square: Square) -> int:
    return sum((abs(part) + 1) ** 2 for part in square)
