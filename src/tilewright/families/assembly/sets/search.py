"""The searches for the best set of pieces: from a pool of candidates, or by changing pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf

from tilewright.cancellation import cancelled_by
from tilewright.families.assembly.sets.annealing import Annealings
from tilewright.families.assembly.sets.best import BestSoFar
from tilewright.families.assembly.sets.checkpoint import SetCheckpoint, SetTally
from tilewright.families.assembly.sets.exhaustive import ExhaustiveSearch
from tilewright.families.assembly.sets.goal import SetResult, Wanted, examine
from tilewright.families.assembly.sets.growth import GrowthSpace
from tilewright.families.assembly.sets.listing import SetListing, candidates_of
from tilewright.families.assembly.sets.parts import Parts, PieceSetRun
from tilewright.families.assembly.slides import slides_of
from tilewright.model.puzzle import Puzzle
from tilewright.solving.continuation import continuing
from tilewright.solving.questions import puzzle_words
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Status, StepLoop
from tilewright.wording import counted

_UNLIMITED = Control()

MAX_SEARCH_BYTES = 1 << 28  # of taking one assembly apart, where more is free


class SearchMethod(StrEnum):
    """How sets are searched: all of them, from a list of all assemblies, or by changing pieces."""

    EXHAUSTIVE = "exhaustive"
    ANNEALING = "annealing"


@dataclass(frozen=True)
class SetSearch:
    """What a search for sets found.

    ``status``: COMPLETE when all was done that the method has to do. ``assemblies``: how many all candidates
    have, up to symmetry, None where they were not listed. ``sets``: how many were looked at; for annealing,
    the assemblies that were taken apart. ``undecided``: how many searches ended for want of memory. ``note``
    says why sets were left out, where they were. ``steps_suffice``: whether no translations are left out
    where the moves of a disassembly are.
    """

    status: Status
    method: SearchMethod
    best: SetResult | None
    assemblies: int | None
    sets: int
    undecided: int
    seconds: float
    note: str = ""
    steps_suffice: bool = True

    @property
    def is_proven(self) -> bool:
        """Whether no set is better."""
        is_whole = self.method is SearchMethod.EXHAUSTIVE and self.status is Status.COMPLETE
        return is_whole and self.steps_suffice


def search_sets(
    puzzle: Puzzle,
    wanted: Wanted = Wanted(),  # noqa: B008 - frozen
    control: Control = _UNLIMITED,
    *,
    copies: int | None = None,
    memory: int | None = None,
    on_best: Callable[[SetResult], None] | None = None,
) -> SetSearch:
    """Look for the best set of the puzzle's pieces, each at most as often as there are copies.

    ``copies`` replaces the numbers of copies. A set is good as ``wanted`` says; of equal ones the same is
    found for any number of threads. ``on_best`` gets each set that is better than those before it. ``memory``
    bounds the bytes of the list and of the searches (None: half of what is free). Where the list of all
    assemblies fits into neither the memory nor half of the time, the sets on as much of it as does are
    searched. UnsupportedError for lattices on which pieces do not slide; CheckpointError for checkpoints of
    other searches.
    """
    slides_of(puzzle.lattice)
    question = f"find the best set of the pieces of {puzzle_words(puzzle)}{_limits(wanted)}"
    search = _Search(SearchMethod.EXHAUSTIVE, question, wanted, control, memory, on_best)
    listing: SetListing | None = None

    def work() -> Parts:
        nonlocal listing
        candidates = candidates_of(puzzle, copies)
        listing = SetListing(candidates, wanted.pieces, search.list_bytes)
        if control.is_durable:
            search.open_checkpoint(f"{listing.digest} {candidates.pieces!r} {wanted!r}")
        listing.fill(search.loop, memory, lambda number: f"listing: {number:,} assemblies")
        search.is_partial = not listing.is_complete
        return ExhaustiveSearch(listing, wanted, search.best, search.search_bytes)

    set_search = replace(search.run(work), steps_suffice=puzzle.lattice.steps_suffice_for == inf)
    if listing is not None and listing.is_complete:
        return replace(set_search, assemblies=listing.assemblies)
    cut_by, listed = ("", 0) if listing is None else (listing.cut_by, listing.assemblies)
    if not cut_by and set_search.status is Status.LIMIT:
        cut_by = "time"  # before the list was at its end, or begun
    if not cut_by:
        return set_search
    number = "no assembly was" if not listed else "only 1 assembly was"
    if listed > 1:
        number = f"only {listed:,} assemblies were"
    return replace(set_search, note=f"{number} listed, for want of {cut_by}")


def grow_sets(
    space: GrowthSpace,
    wanted: Wanted = Wanted(),  # noqa: B008 - frozen
    control: Control = _UNLIMITED,
    *,
    restarts: int | None = None,
    memory: int | None = None,
    on_best: Callable[[SetResult], None] | None = None,
) -> SetSearch:
    """Change the pieces of an assembly cell by cell, for a good set of as many pieces.

    ``restarts`` annealings are made (None: until a limit); those by the same seed of the control are the same
    on any number of threads. Other keywords and errors as of :func:`search_sets`.
    """
    slides_of(space.lattice)
    words = f"change the pieces of {puzzle_words(space.puzzle)} for a good set{_limits(wanted)}"
    question = f"{words}, with the seed {control.seed:,}"
    search = _Search(SearchMethod.ANNEALING, question, wanted, control, memory, on_best)

    def work() -> Parts:
        if control.is_durable:
            search.open_checkpoint(f"{space!r} {wanted!r} {control.seed}")
        return Annealings(space, wanted, search.best, search.search_bytes, control.seed, restarts)

    return search.run(work)


def _limits(wanted: Wanted) -> str:
    """The goal and the limits of a set, in words."""
    words = f", goal {wanted.goal.value}"
    if wanted.pieces is not None:
        words += f", of {counted(wanted.pieces, 'piece')}"
    if wanted.max_assemblies is not None:
        words += f", with at most {counted(wanted.max_assemblies, 'assembly', 'assemblies')}"
    return words


class _Search:
    """What both kinds of search have in common: the best set, the tally, the checkpoint, the end."""

    def __init__(
        self,
        method: SearchMethod,
        question: str,
        wanted: Wanted,
        control: Control,
        memory: int | None,
        on_best: Callable[[SetResult], None] | None,
    ) -> None:
        self._method, self._wanted, self._control, self._on_best = method, wanted, control, on_best
        self._question = question
        bytes_free = Resources(control.threads, memory).bytes()
        self.list_bytes = bytes_free // 2
        self.search_bytes = min(MAX_SEARCH_BYTES, bytes_free // 2 // control.threads)
        self.best = BestSoFar()
        self.is_partial = False  # whether parts are not the same in another run
        self._checkpoint: SetCheckpoint | None = None
        self._tally = SetTally()
        self.loop = StepLoop(control)

    def open_checkpoint(self, identity: str) -> None:
        """Begin the checkpoint, or continue that to resume; CheckpointError when it is of another search."""
        self._checkpoint = SetCheckpoint(f"{self._method} {identity}", self._control)
        self._tally = self._checkpoint.tally
        self.loop.seconds_before = self._tally.seconds

    def run(self, prepare: Callable[[], Parts]) -> SetSearch:
        """Do the work that is prepared, what was done before included."""
        with continuing(self._control, self._question) as self._control:
            return self._run(prepare)

    def _run(self, prepare: Callable[[], Parts]) -> SetSearch:
        status, tally, checkpoint = Status.COMPLETE, self._tally, self._checkpoint
        try:
            with cancelled_by(self.loop.check_cancelled):
                work = prepare()
                tally, checkpoint = self._tally, self._checkpoint
                self._restore()
            if self.is_partial:  # its parts are not those of the whole: they are not noted as done
                tally, checkpoint, status = SetTally(), None, Status.LIMIT
            run = PieceSetRun(work, self.best, self.loop, tally, checkpoint, self._on_best)
            run.run(self._control.threads)
        except Cancelled as ended:
            status = ended.status
        best_set = self.best.best_set
        if self.is_partial and self._checkpoint is not None:
            self._tally.best, self._tally.order = tally.best, tally.order
            self._checkpoint.write()
        if status is Status.COMPLETE and tally.undecided:
            status = Status.LIMIT
        best = None if best_set is None else best_set.result
        return SetSearch(status, self._method, best, None, tally.sets, tally.undecided, self.loop.seconds)

    def _restore(self) -> None:
        """Examine the best set of the checkpoint again."""
        if self._tally.best is not None:
            check = self.loop.check_cancelled
            result = examine(self._tally.best, self._wanted, self.search_bytes, check, self._control.cancel)
            self.best.offer(result, self._tally.order)
            self.best.take_news()
