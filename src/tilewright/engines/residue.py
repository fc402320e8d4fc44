"""How many solutions there are, modulo a number: all that is kept of a count is one word."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.cover import to_cover
from tilewright.engines.contract import Limits, Progress, Status
from tilewright.engines.frontier import Query, sweep
from tilewright.engines.resources import Resources
from tilewright.engines.run import Control
from tilewright.engines.semirings import Semiring, modulo
from tilewright.engines.totals import order_of
from tilewright.puzzle import Puzzle


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
    puzzle: Puzzle,
    modulus: int,
    *,
    threads: int | None = None,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
) -> Residue:
    """How many solutions the puzzle has modulo a number of 1 to 2^63 - 1, without listing any.

    Keywords as of ``tilewright.count``. ValueError for another modulus; UnsupportedError when no sweep can
    be made.
    """
    plain = modulo(modulus)
    # The core gives no words at all where there is no solution.
    semiring: Semiring[tuple[int, bool]] = Semiring(
        plain.name, lambda words, limbs: (plain.read(words, limbs), words != b""), modulus=modulus
    )
    cover = to_cover(puzzle)
    query = Query(cover.problem, cover.forced, order=order_of(cover, order or ()))
    control = Control(limits, threads or 2, on_progress, cancel, checkpoint, resume)
    found = sweep(query, semiring, Resources(threads or 2, memory), control)
    ended = Residue(found.status, modulus, None, None, found.states, found.seconds, found.share, found.note)
    if found.value is None:
        return ended
    return replace(ended, residue=found.value[0], exists=found.value[1])
