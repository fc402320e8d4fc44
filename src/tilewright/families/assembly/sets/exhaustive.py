"""Goes through all sets of a listing, part by part: what is best is proven to be."""

from __future__ import annotations

import threading

from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.sets.best import BestSoFar
from tilewright.families.assembly.sets.goal import Goal, SetKey, Wanted, examine
from tilewright.families.assembly.sets.listing import PARTS, SetListing
from tilewright.families.assembly.sets.parts import PartDone
from tilewright.solving.steps import CancelCheck


class ExhaustiveSearch:
    """The parts of a listing, each of which any thread can do.

    Of an assembly the first level is computed first, which no symmetry changes; all levels, only of sets
    whose first one is high enough. A set that may be the best is examined as a puzzle of its own.
    """

    parts = PARTS

    def __init__(self, listing: SetListing, wanted: Wanted, best: BestSoFar, max_bytes: int) -> None:
        self._listing, self._wanted, self._best, self._max_bytes = listing, wanted, best, max_bytes
        self._representatives = Representatives(listing.candidates)
        self._own = threading.local()

    def share(self, done: int) -> float:
        """The share of the work in the parts before one."""
        return self._listing.share_before(done)

    def do_part(self, number: int, check_cancelled: CancelCheck, ended: threading.Event) -> PartDone:
        """Look at the sets of a part, and offer those that may be the best."""
        if not hasattr(self._own, "disassembler"):
            self._own.disassembler = Disassembler(
                self._listing.candidates, self._max_bytes, self._representatives
            )
        sets = undecided = 0
        for key, assemblies in self._listing.part(number):
            check_cancelled()
            sets += 1
            undecided += self._look_at(key, assemblies, check_cancelled, ended)
        return PartDone(sets, undecided)

    def _look_at(
        self,
        key: SetKey,
        assemblies: list[tuple[int, ...]],
        check_cancelled: CancelCheck,
        ended: threading.Event,
    ) -> int:
        """Offer a set if it may be the best; how many searches ended for want of memory."""
        listing, wanted, best = self._listing, self._wanted, self._best
        disassembler: Disassembler = self._own.disassembler
        factor = listing.factor
        if wanted.excludes(-(-len(assemblies) // factor), 0):
            return 0
        solutions: list[tuple[int, tuple[int, ...]]] = []
        undecided = 0
        for options in assemblies:
            check_cancelled()
            level = disassembler.first_level(listing.placements(options), check_cancelled)
            if level is None:
                undecided += 1
            elif level:
                solutions.append((level, options))
                if wanted.excludes(0, -(-len(solutions) // factor)):
                    return undecided
                if wanted.goal is Goal.UNIQUE and level < best.first_level:
                    return undecided
        top = max((level for level, _ in solutions), default=0)
        if top < best.first_level or (undecided and wanted.goal is Goal.UNIQUE):
            return undecided
        puzzle = listing.puzzle_of(key)
        if factor == 1:
            representatives = self._representatives.of_set(puzzle)
            images = [
                image
                for level, options in solutions
                if level == top
                for image in representatives.possible(listing.in_set(key, options))
            ]
            highest = max(
                disassembler.take_apart(image, check_cancelled, is_image=True).levels for image in images
            )
            if not best.would_change((highest, -len(assemblies)), key):
                return undecided
        result = examine(puzzle, wanted, self._max_bytes, check_cancelled, ended)
        if wanted.accepts(result):
            best.offer(result, key)
        return undecided + result.undecided
