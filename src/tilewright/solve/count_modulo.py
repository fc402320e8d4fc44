"""How many solutions there are, modulo a number: all that is kept of a count is one word."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Unpack

from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solve.engines.base import Status
from tilewright.solve.engines.frontier.semirings import Semiring, modulo
from tilewright.solve.engines.frontier.setup import SweepWishes, sweeping


@dataclass(frozen=True)
class Residue:
    """The number of solutions modulo ``modulus``; None unless the status is COMPLETE.

    ``exists`` tells whether there is a solution at all, which a residue of 0 leaves open; None likewise.
    The other fields are as in Distribution.
    """

    status: Status
    modulus: int
    residue: int | None
    exists: bool | None
    states: int
    seconds: float
    share: float
    note: str = ""


def count_modulo(
    puzzle: AnyPuzzle,
    modulus: int,
    **how: Unpack[SweepWishes],
) -> Residue:
    """How many solutions the puzzle has modulo a number of 1 to 2^63 - 1, without listing any.

    Keywords as of ``count_by``. ValueError for another modulus; UnsupportedError when no sweep can
    be made.
    """
    plain = modulo(modulus)
    # The core gives no words at all where there is no solution.
    semiring: Semiring[tuple[int, bool]] = Semiring(
        plain.name, lambda words, limbs: (plain.read(words, limbs), words != b""), modulus=modulus
    )
    found = sweeping(to_cover(puzzle), how).evaluate(semiring)
    ended = Residue(found.status, modulus, None, None, found.states, found.seconds, found.share, found.note)
    if found.value is None:
        return ended
    return replace(ended, residue=found.value[0], exists=found.value[1])
