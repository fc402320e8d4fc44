"""Coupling from the past, watched: the lower and the upper tiling on their way to meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import SQUARE
from tilewright.solving.random_tilings.board import Pairs, TilingBoard
from tilewright.solving.random_tilings.drawing import FIRST_STEP, NO_TILING, UNIFORM, core_seed, couple
from tilewright.solving.steps import StepLoop, StepSize

MAX_FRAMES = 40


@dataclass(frozen=True)
class TilingBounds:
    """The tilings that come from the lowest and from the highest one after the same ``sweeps``.

    ``low_heights`` and ``high_heights`` are those of the corners of the board; ``flips`` is the number of
    flips between the two.
    """

    sweeps: int
    low: Pairs
    high: Pairs
    low_heights: Sequence[int]
    high_heights: Sequence[int]
    flips: int


def meeting(
    board: TilingBoard, *, seed: int = 0, volume: Fraction = UNIFORM, loop: StepLoop | None = None
) -> tuple[int, list[TilingBounds]]:
    """The sweeps of the last try, and moments of it: the start, some until both are equal, the end.

    The end is the first tiling of :func:`~tilewright.solving.random_tilings.drawing.draw_tilings` with
    ``shuffled=False``. UnsupportedError where there is no tiling.
    """
    loop = loop or StepLoop()
    coupling = couple(board, core_seed(seed), 0, volume)
    loop.run(coupling.advance, StepSize(FIRST_STEP))
    if not coupling.exists:
        raise UnsupportedError(f"no tiling exists: {NO_TILING}")
    length = coupling.length
    coupling.rewind()
    # Most flips happen at first: the moments are denser there.
    moments = sorted({round(length * (k / MAX_FRAMES) ** 2) for k in range(MAX_FRAMES + 1)})
    frames = [_bounds(board, coupling, 0)]
    done = 0
    for moment in moments:
        while done < moment and coupling.sweep():
            done += 1
            loop.check_cancelled()
        if done == length or (frames[-1].flips and done):
            frames.append(_bounds(board, coupling, done))
    return length, frames


def _bounds(board: TilingBoard, coupling: _core.TilingCoupling, sweeps: int) -> TilingBounds:
    low, high = coupling.bound(greatest=False), coupling.bound(greatest=True)
    below, above = board.region.heights(low), board.region.heights(high)
    period = 4 if board.puzzle.lattice is SQUARE else 3
    return TilingBounds(sweeps, low, high, below, above, (sum(above) - sum(below)) // period)
