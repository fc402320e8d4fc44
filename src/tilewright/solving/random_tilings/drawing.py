"""Random tilings, each with the same probability: which method suits a board, and the loop that draws them.

An Aztec diamond is tiled by domino shuffling (Elkies, Kuperberg, Larsen and Propp 1992), other simply
connected boards by coupling from the past (Propp and Wilson 1996).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.model.aztec import second_square
from tilewright.model.puzzle import Solution
from tilewright.solving.random_tilings.board import TilingBoard
from tilewright.solving.steps import Progress, StepLoop, StepSize
from tilewright.wording import counted

UNIFORM = Fraction(1)
MAX_WEIGHT = 1 << 30
FIRST_STEP = 100_000  # words or blocks: well below 0.05 s
NO_TILING = "the heights along the border leave no room for a tiling (Thurston 1990)"


def core_seed(seed: int) -> int:
    """A number of 64 bits for the core, from a seed of any size."""
    return random.Random(seed).getrandbits(64)


def draw_tilings(
    board: TilingBoard,
    number: int,
    *,
    seed: int = 0,
    volume: Fraction = UNIFORM,
    loop: StepLoop | None = None,
    shuffled: bool = True,
) -> Iterator[Solution]:
    """Draw tilings independently; none where there is no tiling.

    All have the same probability, or one proportional to ``volume`` to the power of the number of flips that
    lead up to the tiling from the lowest one: for lozenges in a hexagon the volume of a plane partition.
    ``shuffled``: an Aztec diamond is tiled by domino shuffling, unless ``volume`` is given. Tiling k depends
    on the seed and on k alone. Cancelled when a limit or a cancellation ends ``loop`` first.
    UnsupportedError in the core for holes.
    """
    loop, start = loop or StepLoop(), core_seed(seed)
    _check_volume(volume)
    for sample in range(number):
        if shuffled and board.aztec_order and volume == UNIFORM:
            pairs: list[tuple[int, int]] | None = _shuffled(board, start, sample, number, loop)
        else:
            pairs = _coupled(board, start, sample, number, loop, volume)
        if pairs is None:
            return
        report_drawn(sample + 1, number, loop)
        yield board.solution(pairs)


def report_drawn(drawn: int, number: int, loop: StepLoop) -> None:
    """Report how many tilings are drawn, when it is time: each may take less than a step."""
    loop.report(_progress(drawn, number, lambda: 0.0, lambda: "", loop))


def _progress(
    sample: int, number: int, share: Callable[[], float], words: Callable[[], str], loop: StepLoop
) -> Callable[[], Progress]:
    def report() -> Progress:
        done = (sample + share()) / number
        eta = loop.elapsed * (1 - done) / done if done > 0.002 else None
        text = ", ".join(filter(None, (f"{sample:,} of {counted(number, 'tiling')} drawn", words())))
        return Progress(done, 0, sample, 0, loop.seconds, eta, words=text)

    return report


def tiling_progress(
    sample: int, number: int, shuffle: _core.AztecShuffle, order: int, loop: StepLoop
) -> Callable[[], Progress]:
    """What reports the progress of shuffling a tiling up to an order: the work grows with its cube."""
    return _progress(
        sample, number, lambda: (shuffle.reached / order) ** 3, lambda: f"order {shuffle.reached:,}", loop
    )


def _shuffled(
    board: TilingBoard, seed: int, sample: int, number: int, loop: StepLoop
) -> list[tuple[int, int]]:
    order = board.aztec_order
    shuffle = _core.AztecShuffle(order, 1, 1, seed, sample)
    loop.run(shuffle.advance, StepSize(FIRST_STEP), tiling_progress(sample, number, shuffle, order, loop))
    letters, side = shuffle.letters(), 2 * order
    left, top = min(x for x, _ in board.cells), min(y for _, y in board.cells)
    at = {cell: k for k, cell in enumerate(board.cells)}
    pairs: list[tuple[int, int]] = []
    for (x, y), k in at.items():
        column, row = x - left, y - top
        if second := second_square(column, row, letters[row * side + column], order):
            pairs.append((k, at[left + second[0], top + second[1]]))
    return pairs


def _coupled(
    board: TilingBoard, seed: int, sample: int, number: int, loop: StepLoop, volume: Fraction
) -> list[tuple[int, int]] | None:
    coupling = couple(board, seed, sample, volume)
    progress = _progress(sample, number, lambda: 0.0, lambda: f"{coupling.sweeps:,} sweeps", loop)
    loop.run(coupling.advance, StepSize(FIRST_STEP), progress)
    return coupling.pairs() if coupling.exists else None


def couple(board: TilingBoard, seed: int, sample: int, volume: Fraction) -> _core.TilingCoupling:
    """The coupling that draws a tiling; see :func:`draw_tilings`."""
    _check_volume(volume)
    return _core.TilingCoupling(board.region, seed, sample, volume.numerator, volume.denominator)


def _check_volume(volume: Fraction) -> None:
    if not volume > 0 or max(volume.numerator, volume.denominator) > MAX_WEIGHT:
        raise UnsupportedError(
            f"the weight of a unit of volume is {volume}; expected a positive fraction of "
            f"numbers up to {MAX_WEIGHT:,}"
        )


class CellsAdapter:
    """The adapter of engines that take boards, not cover problems."""

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        return "it only draws tilings of boards, for 'tilewright sample'"


ADAPTER = CellsAdapter()
