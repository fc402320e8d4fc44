"""How many solutions there are for each number of copies of a piece, in one sweep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.solve.engines.base import Status
from tilewright.solve.engines.frontier.semirings import by_marks
from tilewright.solve.engines.frontier.setup import SweepWishes, sweeping

MOST_COPIES = 100_000  # a state has a number for each; more are beyond any memory anyway


@dataclass(frozen=True)
class Distribution:
    """How many solutions use 0, 1, 2, ... copies of a piece.

    ``counts[k]`` solutions use k copies; there is a number for each k that the board has room for. It is
    empty unless the status is COMPLETE: nothing is known before the end. ``states`` were expanded, ``share``
    of the sweep is done, 0 to 1. ``note`` is "" or says which limit was reached.
    """

    status: Status
    piece: str
    counts: tuple[int, ...]
    states: int
    seconds: float
    share: float
    note: str = ""

    @property
    def solutions(self) -> int | None:
        """All solutions together; None unless the status is COMPLETE."""
        return sum(self.counts) if self.counts else None


def count_by(
    puzzle: AnyPuzzle,
    piece: str,
    **how: Unpack[SweepWishes],
) -> Distribution:
    """How many solutions the puzzle has for each number of copies of a piece, without listing any.

    The generating function of the solutions by that number; for monominoes on a board with dominoes, the
    matching polynomial of the board's graph (Heilmann and Lieb 1972). Keywords as of ``tilewright.count``:
    ``threads``, ``memory``, ``order``, ``limits``, ``on_progress``, ``cancel``, ``checkpoint``, ``resume``.
    UnsupportedError when there is no such piece, or no sweep can be made.
    """
    degree = _most_copies(puzzle, piece)
    cover = to_cover(puzzle)
    semiring = by_marks([int(placement.piece == piece) for placement in cover.placements], degree)
    found = sweeping(cover, how, marks=semiring.marks).evaluate(semiring)
    return Distribution(
        found.status, piece, found.value or (), found.states, found.seconds, found.share, found.note
    )


def _most_copies(puzzle: AnyPuzzle, name: str) -> int:
    """The most copies of a piece that the board has room for."""
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("this puzzle has items and options, no pieces that could be counted by")
    piece = puzzle.by_name.get(name)
    if piece is None:
        names = ", ".join(puzzle.by_name) or "none at all"
        raise UnsupportedError(f"there is no piece {name!r} in this puzzle; there are {names}")
    most = min(piece.max_copies, len(puzzle.board.cells) // piece.size)
    if most > MOST_COPIES:
        raise UnsupportedError(f"up to {most:,} copies can be used; a sweep tells {MOST_COPIES:,} apart")
    return most
