"""The search for the best set of pieces from a pool of candidates: its entry point."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tilewright.exact_cover.translation import to_cover
from tilewright.families.assembly.sets.best import BestSoFar
from tilewright.families.assembly.sets.checkpoint import SetCheckpoint, Tally
from tilewright.families.assembly.sets.exhaustive import ExhaustiveSearch
from tilewright.families.assembly.sets.goal import SetResult, Wanted, examine
from tilewright.families.assembly.sets.listing import Listing, candidates_of
from tilewright.families.assembly.sets.parts import Parts, PartsRun
from tilewright.families.assembly.slides import slides_of
from tilewright.model.puzzle import Puzzle
from tilewright.solve.engines.base import Limits, Progress, Status
from tilewright.solve.resources import Resources, default_threads
from tilewright.solve.stepping import Cancelled, Control, StepLoop

MAX_SEARCH_BYTES = 1 << 28  # of taking one assembly apart, where more is free


class Method(StrEnum):
    """How sets are searched: all of them, from a list of all assemblies."""

    EXHAUSTIVE = "exhaustive"


@dataclass(frozen=True)
class SetSearch:
    """What a search for sets found.

    ``status``: COMPLETE when all was done that the method has to do. ``assemblies``: how many all candidates
    have, up to symmetry, None where they were not listed. ``sets``: how many were looked at. ``undecided``:
    how many searches ended for want of memory.
    """

    status: Status
    method: Method
    best: SetResult | None
    assemblies: int | None
    sets: int
    undecided: int
    seconds: float

    @property
    def is_proven(self) -> bool:
        """Whether no set is better."""
        return self.method is Method.EXHAUSTIVE and self.status is Status.COMPLETE


def search_sets(
    puzzle: Puzzle,
    wanted: Wanted = Wanted(),  # noqa: B008 - frozen
    *,
    copies: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_best: Callable[[SetResult], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
) -> SetSearch:
    """Look for the best set of the puzzle's pieces, each at most as often as there are copies.

    ``copies`` replaces the numbers of copies. A set is good as ``wanted`` says; of equal ones the same is
    found for any number of threads. ``on_best`` gets each set that is better than those before it. ``memory``
    bounds the bytes of the list and of the searches (None: half of what is free). ``checkpoint`` saves the
    search now and then, and ``resume`` continues such a file. UnsupportedError for lattices on which pieces
    do not slide, and for assemblies that do not fit into the memory; CheckpointError for checkpoints of other
    searches.
    """
    slides_of(puzzle.lattice)
    candidates = candidates_of(puzzle, copies)
    control = Control(limits, threads or default_threads(), on_progress, cancel, checkpoint, resume)
    return _Search(candidates, wanted, control, memory, on_best).run()


class _Search:
    def __init__(
        self,
        candidates: Puzzle,
        wanted: Wanted,
        control: Control,
        memory: int | None,
        on_best: Callable[[SetResult], None] | None,
    ) -> None:
        self._candidates, self._wanted, self._control, self._memory = candidates, wanted, control, memory
        self._on_best = on_best
        bytes_free = Resources(control.threads, memory).bytes()
        self._list_bytes = bytes_free // 2
        self._search_bytes = min(MAX_SEARCH_BYTES, bytes_free // 2 // control.threads)
        self._best = BestSoFar()
        self._checkpoint: SetCheckpoint | None = None
        path = control.checkpoint or control.resume
        if path is not None:
            identity = f"{to_cover(candidates).problem.digest} {candidates.pieces!r} {wanted!r}"
            self._checkpoint = SetCheckpoint(identity, path, control.resume)
        self._tally = Tally() if self._checkpoint is None else self._checkpoint.tally
        self._loop = StepLoop(control, seconds_before=self._tally.seconds)
        self._listing: Listing | None = None

    def run(self) -> SetSearch:
        status = Status.COMPLETE
        try:
            work = self._exhaustive()
            self._restore()
            PartsRun(work, self._best, self._loop, self._tally, self._checkpoint, self._on_best).run(
                self._control.threads
            )
        except Cancelled as ended:
            status = ended.status
        tally, held = self._tally, self._best.held
        if status is Status.COMPLETE and tally.undecided:
            status = Status.LIMIT
        return SetSearch(
            status,
            Method.EXHAUSTIVE,
            None if held is None else held.result,
            None if self._listing is None else self._listing.assemblies,
            tally.sets,
            tally.undecided,
            self._loop.seconds,
        )

    def _exhaustive(self) -> Parts:
        listing = Listing(self._candidates, self._wanted.pieces, self._list_bytes)
        listing.fill(self._loop, self._memory, lambda number: f"listing: {number:,} assemblies")
        self._listing = listing
        return ExhaustiveSearch(listing, self._wanted, self._best, self._search_bytes)

    def _restore(self) -> None:
        """Examine the best set of the checkpoint again."""
        if self._tally.best is not None:
            check = self._loop.check_cancelled
            result = examine(self._tally.best, self._wanted, self._search_bytes, check, self._control.cancel)
            self._best.offer(result, self._tally.order)
            self._best.take_news()
