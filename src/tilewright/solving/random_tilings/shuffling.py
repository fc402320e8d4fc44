"""Random domino tilings of Aztec diamonds by domino shuffling, also with weights, of orders up to thousands.

The tilings of the order n are made from those of the order n - 1: dominoes that face each other vanish, all
others move one step north, south, east or west, and the empty blocks of 2 x 2 squares get two dominoes each,
both horizontal or both vertical (Elkies, Kuperberg, Larsen and Propp, Alternating-sign matrices and domino
tilings, 1992; Propp, Generalized domino-shuffling, 2003).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.model.aztec import second_square
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.solving.random_tilings.board import core_cell, corner
from tilewright.solving.random_tilings.drawing import FIRST_STEP, core_seed, tiling_progress
from tilewright.solving.steps import Control, StepLoop, StepSize, check_amount

MAX_ORDER = 4_000  # 64 million squares: the letters take as many bytes
MAX_WEIGHT = 1 << 30
OUTSIDE = "."


@dataclass(frozen=True)
class AztecTiling:
    """A tiling of the Aztec diamond: ``rows`` are 2n texts of 2n letters, the first row at the top.

    A square has the direction in which its domino moves in the next step of shuffling: N, S, E or W; outside
    the diamond there are dots. Horizontal dominoes have N or S, vertical ones E or W.
    """

    order: int
    rows: tuple[str, ...]

    @property
    def horizontal(self) -> int:
        """The number of horizontal dominoes."""
        return sum(row.count("N") + row.count("S") for row in self.rows) // 2

    def dominoes(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """The two squares (x, y) of each domino, x to the right, y down."""
        for y, row in enumerate(self.rows):
            for x, letter in enumerate(row):
                if second := second_square(x, y, letter, self.order):
                    yield (x, y), second

    @cached_property
    def heights(self) -> tuple[tuple[int | None, ...], ...]:
        """The heights of the corners of squares, 2n + 1 rows of them from the top; None outside.

        See :func:`~tilewright.solving.random_tilings.flips.tiling_heights`; the leftmost corner of the bottom
        row has the height 0.
        """
        side = 2 * self.order
        cells = [core_cell(cell) for pair in self.dominoes() for cell in pair]
        pairs = [(k, k + 1) for k in range(0, len(cells), 2)]
        grid: list[list[int | None]] = [[None] * (side + 1) for _ in range(side + 1)]
        region = _core.TilingRegion(False, cells)
        for point, height in zip(region.points, region.heights(pairs), strict=True):
            x, y = corner(point, triangles=False)
            grid[y][x] = height
        return tuple(map(tuple, grid))

    def solution(self) -> Solution:
        """The tiling as a solution of the puzzle that ``tilewright make aztec`` makes, cell by cell."""
        cells = [(x, y) for y, row in enumerate(self.rows) for x, c in enumerate(row) if c != OUTSIDE]
        piece = Piece.of("domino", [(0, 0), (1, 0)], copies=len(cells) // 2)
        puzzle = Puzzle(Board.of(cells), (piece,), title=f"The Aztec diamond of order {self.order}")
        placed = [Placement("domino", pair) for pair in sorted(self.dominoes())]
        return Solution(tuple(placed)).with_puzzle(puzzle)

    def to_dict(self) -> dict[str, Any]:
        """The tiling for JSON."""
        return {"order": self.order, "horizontal": self.horizontal, "rows": list(self.rows)}


def aztec_tilings(
    order: int,
    number: int = 1,
    *,
    seed: int = 0,
    horizontal: int = 1,
    vertical: int = 1,
    control: Control | None = None,
) -> Iterator[AztecTiling]:
    """Draw tilings of the Aztec diamond of an order, independently.

    A tiling has a probability proportional to ``horizontal ** h * vertical ** v`` with its numbers h and v of
    horizontal and vertical dominoes, exactly; with equal weights all are alike. Tiling k depends on the seed
    and on k alone. Cancelled when a limit of time or a cancellation of ``control`` comes first.

        >>> from tilewright.solving.random_tilings.shuffling import aztec_tilings
        >>> [tiling] = aztec_tilings(2, seed=1)
        >>> tiling.order, sum(map(len, tiling.rows))
        (2, 16)
    """
    for value, name, most in (
        (order, "the order", MAX_ORDER),
        (horizontal, "the weight of horizontal dominoes", MAX_WEIGHT),
        (vertical, "the weight of vertical dominoes", MAX_WEIGHT),
    ):
        check_amount(value, name, 1)
        if value > most:
            raise UnsupportedError(f"{name} is {value:,}; at most {most:,} is accepted")
    check_amount(number, "the number of tilings", 0)
    check_amount(seed, "the seed", 0)
    loop, start = StepLoop(control or Control()), core_seed(seed)

    def draw() -> Iterator[AztecTiling]:
        for sample in range(number):
            shuffle = _core.AztecShuffle(order, horizontal, vertical, start, sample)
            progress = tiling_progress(sample, number, shuffle, order, loop)
            loop.run(shuffle.advance, StepSize(FIRST_STEP), progress)
            letters, side = shuffle.letters(), 2 * order
            yield AztecTiling(order, tuple(letters[k : k + side] for k in range(0, side * side, side)))

    return draw()
