"""Rectangles packed on a sheet or a plate.

Each takes the corner of a free rectangle that it fills best along its shorter side: "maximal rectangles, best
short side fit" of Jylänki, A Thousand Ways to Pack the Bin (2010).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.model.lattices import Point

NEAR = 1e-6  # what is larger by less still fits
_Rectangle = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Place:
    """Where a rectangle is: on which sheet, in which of its sizes, and the corner with least coordinates."""

    sheet: int
    choice: int
    x: float
    y: float


def packed(choices: Sequence[Sequence[Point]], width: float, height: float, apart: float) -> list[Place]:
    """A place for each rectangle, of which one of some sizes is chosen, in their order, ``apart`` on sheets.

    Each goes on the first sheet with space for it; ValueError for one that is larger than a sheet.
    """
    sheets: list[_Sheet] = []
    places = []
    for sizes in choices:
        placed = None
        for number, sheet in enumerate(sheets):
            if placed := sheet.place(sizes, number):
                break
        if placed is None:
            sheets.append(_Sheet(width, height, apart))
            placed = sheets[-1].place(sizes, len(sheets) - 1)
        if placed is None:
            raise ValueError(f"no sheet of {width:g} x {height:g} has space for a rectangle of {sizes}")
        places.append(placed)
    return places


class _Sheet:
    """What is free on a sheet: rectangles that overlap, and are in no larger one."""

    def __init__(self, width: float, height: float, apart: float) -> None:
        self._apart = apart
        # Each takes the distance to the next one on its right and below it.
        self._free: list[_Rectangle] = [(0.0, 0.0, width + apart, height + apart)]

    def place(self, sizes: Sequence[Point], number: int) -> Place | None:
        """Place a rectangle of one of these sizes on this sheet; None where none has space."""
        best: tuple[tuple[float, float], int, _Rectangle] | None = None
        for choice, size in enumerate(sizes):
            wide, high = size[0] + self._apart, size[1] + self._apart
            for left, top, width, height in self._free:
                least, most = sorted((width - wide, height - high))
                if least >= -NEAR and (best is None or (least, most) < best[0]):
                    best = ((least, most), choice, (left, top, wide, high))
        if best is None:
            return None
        _, choice, taken = best
        rest = list(dict.fromkeys(part for free in self._free for part in _without(free, taken)))
        self._free = [one for one in rest if not any(_within(one, other) for other in rest if other != one)]
        return Place(number, choice, taken[0], taken[1])


def _without(free: _Rectangle, taken: _Rectangle) -> Iterator[_Rectangle]:
    """The largest rectangles in what is left of one without another."""
    x, y, wide, deep = free
    a, b, width, depth = taken
    if a >= x + wide or a + width <= x or b >= y + deep or b + depth <= y:
        yield free
        return
    if a > x:
        yield (x, y, a - x, deep)
    if a + width < x + wide:
        yield (a + width, y, x + wide - a - width, deep)
    if b > y:
        yield (x, y, wide, b - y)
    if b + depth < y + deep:
        yield (x, b + depth, wide, y + deep - b - depth)


def _within(one: _Rectangle, other: _Rectangle) -> bool:
    return (
        one[0] >= other[0]
        and one[1] >= other[1]
        and one[0] + one[2] <= other[0] + other[2]
        and one[1] + one[3] <= other[1] + other[3]
    )
