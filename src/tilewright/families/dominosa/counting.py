"""How many ways there are to lay the whole set on a grid: at once where two halves can meet in the core."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright._core import DominosaCounter
from tilewright.families.dominosa.number_grid import NumberGrid
from tilewright.families.dominosa.puzzle import check_grid

LARGEST_QUICK = 7
"""Up to this set the halves of a board are few enough to be listed in well under a second."""


class Rectangle:
    """Counts the ways on many grids of one rectangle, of as many cells as the double-``largest`` set has.

    Numbers come row by row. ValueError for a rectangle or a set that is not counted so: see ``fits``.
    """

    def __init__(self, width: int, height: int, largest: int) -> None:
        if not fits(width, height, largest):
            raise ValueError(f"a double-{largest} set on {width} x {height} is not counted by halves")
        self.width, self.height = width, height
        # An even height makes equal halves, a small width few ways to cross between them.
        self._turned = _turned(width, height, largest)
        across, down = (height, width) if self._turned else (width, height)
        self._counter = DominosaCounter(across, down, largest)

    def ways(self, numbers: Sequence[int]) -> int:
        """The number of ways to lay each domino once."""
        if not self._turned:
            return self._counter.count(bytes(numbers))
        return self._counter.count(
            bytes([number for x in range(self.width) for number in numbers[x :: self.width]])
        )


def fits(width: int, height: int, largest: int) -> bool:
    """Whether a rectangle of this set is counted by halves."""
    cells = (largest + 1) * (largest + 2)
    return 1 <= largest <= LARGEST_QUICK and width * height == cells and min(width, height) <= largest + 1


def _turned(width: int, height: int, largest: int) -> bool:
    """Whether columns are to be counted as rows: only a height of 2 or more, and a small width, will do."""
    if max(width, height) > largest + 2:
        return width > height
    return height % 2 == 1


def ways(grid: NumberGrid) -> int | None:
    """The number of ways to lay the set on a grid; None when the grid is not counted by halves.

    PuzzleError when the numbers are not those of a set.
    """
    check_grid(grid)
    if not grid.is_rectangle or not fits(grid.width, grid.height, grid.largest):
        return None
    return Rectangle(grid.width, grid.height, grid.largest).ways(list(grid.cells.values()))
