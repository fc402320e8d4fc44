"""Counting the solutions of a grid by two halves that meet, and the best grids that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright._core import DominosaCounter
from tilewright.families.dominosa.puzzle import NumberGrid, check_grid, read_grid

MAX_SET = 7  # the largest set that is counted by halves: their placements are listed in well under a second


class RectangleCounter:
    """Counts the solutions of many grids of one size; ValueError unless :func:`is_countable`."""

    def __init__(self, width: int, height: int, largest: int) -> None:
        if not is_countable(width, height, largest):
            raise ValueError(f"a double-{largest} set on {width} x {height} is not counted by halves")
        self.width, self.height = width, height
        # An even height makes equal halves; a small width leaves few ways to cross between them; the core
        # needs a height of at least 2.
        self._transposed = width > height if max(width, height) > largest + 2 else height % 2 == 1
        across, down = (height, width) if self._transposed else (width, height)
        self._counter = DominosaCounter(across, down, largest)

    def count(self, numbers: Sequence[int]) -> int:
        """The number of ways to place each domino once on these numbers, given row by row."""
        if not self._transposed:
            return self._counter.count(bytes(numbers))
        columns = (numbers[x :: self.width] for x in range(self.width))
        return self._counter.count(bytes([number for column in columns for number in column]))


def is_countable(width: int, height: int, largest: int) -> bool:
    """Whether grids of this rectangle and set are counted by halves."""
    cells = (largest + 1) * (largest + 2)
    return 1 <= largest <= MAX_SET and width * height == cells and min(width, height) <= largest + 1


def count_solutions(grid: NumberGrid) -> int | None:
    """The number of solutions, None when they are not counted by halves; PuzzleError as in ``check_grid``."""
    check_grid(grid)
    if not grid.is_rectangle or not is_countable(grid.width, grid.height, grid.largest):
        return None
    return RectangleCounter(grid.width, grid.height, grid.largest).count(list(grid.cells.values()))


@dataclass(frozen=True)
class BestKnownGrid:
    """A grid with its number of solutions; ``proven``: branch and bound showed that no grid has more."""

    solutions: int
    rows: str
    proven: bool

    @property
    def grid(self) -> NumberGrid:
        """The grid itself, n + 2 wide and n + 1 high."""
        return read_grid(self.rows)


BEST_KNOWN: dict[int, BestKnownGrid] = {
    1: BestKnownGrid(3, "001 011", proven=True),
    2: BestKnownGrid(10, "0001 0211 2221", proven=True),
    3: BestKnownGrid(88, "00011 20121 22313 23033", proven=True),
    4: BestKnownGrid(1012, "000112 201122 031342 323404 334144", proven=True),
    5: BestKnownGrid(23929, "3040533 0005253 2024555 1244451 2234111 2341013", proven=False),
    6: BestKnownGrid(782494, "66403311 64034331 44102423 41210222 15160025 53626055 45365605", proven=False),
}
"""By the largest number of the set: the grids with the most solutions, found by :func:`maximise`."""
