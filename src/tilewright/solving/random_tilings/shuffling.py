"""Random domino tilings of Aztec diamonds by domino shuffling, also with weights, of orders up to thousands.

The tilings of the order n are made from those of the order n - 1: dominoes that face each other vanish, all
others move one step north, south, east or west, and the empty blocks of 2 x 2 squares get two dominoes each,
both horizontal or both vertical (Elkies, Kuperberg, Larsen and Propp, Alternating-sign matrices and domino
tilings, 1992; Propp, Generalized domino-shuffling, 2003).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.model.aztec import second_square
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.solving.random_tilings.drawing import (
    FIRST_STEP,
    MAX_WEIGHT,
    core_seed,
    report_drawn,
    tiling_progress,
)
from tilewright.solving.random_tilings.weights import EdgeWeights, core_weights
from tilewright.solving.steps import Control, Progress, StepLoop, StepSize, check_amount

MAX_ORDER = 4_000  # 64 million squares: the letters take as many bytes
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
        side = 2 * self.order + 1
        flat = _core.aztec_heights(self.order, "".join(self.rows))
        return tuple(tuple(flat[k : k + side]) for k in range(0, side * side, side))

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


@dataclass(frozen=True)
class ShuffleStep:
    """What the step from the order - 1 to the order does.

    ``blocks`` has a letter for each block of 2 x 2 squares of the diamond of this order, row by row: the
    centre of the block in row i and column j is i + j - order + 1 to the right of the centre of the diamond
    and i - j above it. N, S, E or W: a domino moves to that half of the block from the other half. H or V:
    two horizontal or two vertical dominoes face each other and vanish. h or v: the block is empty, and two
    horizontal or two vertical dominoes are created. ``tiling`` is the one after the step.
    """

    order: int
    blocks: str
    tiling: AztecTiling


def shuffle_steps(
    order: int,
    *,
    seed: int = 0,
    horizontal: int = 1,
    vertical: int = 1,
    weights: EdgeWeights | None = None,
    start: int = 1,
    control: Control | None = None,
) -> Iterator[ShuffleStep]:
    """The steps from ``start`` to ``order`` that lead to the first tiling of :func:`aztec_tilings`.

    >>> from tilewright.solving.random_tilings.shuffling import shuffle_steps
    >>> for step in shuffle_steps(3, seed=1):
    ...     print(step.order, step.blocks)
        1 v
        2 WvhE
        3 WWhhSENhE
    """
    _check(order, horizontal, vertical, seed)
    check_amount(start, "the first step", 1)
    loop = StepLoop(control or Control())
    make = _shuffles(order, horizontal, vertical, weights, loop)

    def step() -> Iterator[ShuffleStep]:
        shuffle = make(core_seed(seed), 0)
        for reached in range(1, order + 1):
            loop.check_cancelled()
            shuffle.advance(1)
            if reached >= start:
                yield ShuffleStep(reached, shuffle.blocks(), _tiling(shuffle))

    return step()


def _tiling(shuffle: _core.AztecShuffle) -> AztecTiling:
    letters, side = shuffle.letters(), 2 * shuffle.reached
    return AztecTiling(shuffle.reached, tuple(letters[k : k + side] for k in range(0, side * side, side)))


def _check(order: int, horizontal: int, vertical: int, seed: int) -> None:
    """UnsupportedError for what is out of range."""
    for value, name, most in (
        (order, "the order", MAX_ORDER),
        (horizontal, "the weight of horizontal dominoes", MAX_WEIGHT),
        (vertical, "the weight of vertical dominoes", MAX_WEIGHT),
    ):
        check_amount(value, name, 1)
        if value > most:
            raise UnsupportedError(f"{name} is {value:,}; at most {most:,} is accepted")
    check_amount(seed, "the seed", 0)


def _shuffles(
    order: int, horizontal: int, vertical: int, weights: EdgeWeights | None, loop: StepLoop
) -> Callable[[int, int], _core.AztecShuffle]:
    """What makes the shuffle of a seed and a number; weights are computed the first time."""
    if weights is None:
        return lambda seed, sample: _core.AztecShuffle(order, horizontal, vertical, seed, sample)
    if (horizontal, vertical) != (1, 1):
        raise UnsupportedError("weights of single dominoes exclude those of horizontal and vertical ones")
    computed = core_weights(order, weights)

    def progress() -> Progress:
        share = 1 - (computed.remaining / order) ** 3
        text = f"weights: {order - computed.remaining:,} of {order:,} orders"
        return Progress(share, 0, 0, 0, loop.seconds, None, words=text)

    def make(seed: int, sample: int) -> _core.AztecShuffle:
        if computed.remaining:
            loop.run(computed.advance, StepSize(FIRST_STEP), progress)
        if not computed.tileable:
            raise UnsupportedError("each tiling has a domino of weight 0")
        return _core.AztecShuffle(computed, seed, sample)

    return make


def aztec_tilings(
    order: int,
    number: int = 1,
    *,
    seed: int = 0,
    horizontal: int = 1,
    vertical: int = 1,
    weights: EdgeWeights | None = None,
    control: Control | None = None,
) -> Iterator[AztecTiling]:
    """Draw tilings of the Aztec diamond of an order, independently.

    A tiling has a probability proportional to ``horizontal ** h * vertical ** v`` with its numbers h and v of
    horizontal and vertical dominoes, exactly; with equal weights all are alike. With ``weights`` it is
    proportional to the product of the weights of its dominoes, but for the probabilities of single choices,
    which are rounded to multiples of 2^-63. Tiling k depends on the seed and on k alone. Cancelled when a
    limit of time or a cancellation of ``control`` comes first.

        >>> from tilewright.solving.random_tilings.shuffling import aztec_tilings
        >>> [tiling] = aztec_tilings(2, seed=1)
        >>> tiling.order, sum(map(len, tiling.rows))
        (2, 16)
    """
    _check(order, horizontal, vertical, seed)
    check_amount(number, "the number of tilings", 0)
    loop, start = StepLoop(control or Control()), core_seed(seed)
    make = _shuffles(order, horizontal, vertical, weights, loop)

    def draw() -> Iterator[AztecTiling]:
        for sample in range(number):
            shuffle = make(start, sample)
            progress = tiling_progress(sample, number, shuffle, order, loop)
            loop.run(shuffle.advance, StepSize(FIRST_STEP), progress)
            report_drawn(sample + 1, number, loop)
            yield _tiling(shuffle)

    return draw()
