"""All assemblies of a pool of candidates, listed once and grouped by the sets of pieces that make them.

An assembly of some of the candidates is a solution of the puzzle in which no candidate must be used. So one
list has the assemblies of all sets together, each set with exactly its own, and sets that have none do not
occur. An assembly is kept as the numbers of its options. The list is divided into parts by a checksum of the
set, so that a part can be grouped at a time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from zlib import crc32

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import Symmetries, symmetries
from tilewright.exact_cover.translation import Cover
from tilewright.families.assembly.sets.goal import SetKey, set_puzzle
from tilewright.model.puzzle import Placement, Puzzle, merge_copies
from tilewright.solving.facts import Prepared, PuzzleFacts
from tilewright.solving.planner import plan
from tilewright.solving.questions import Find, Options, Query
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Limits, Progress, Returning, Status, StepLoop
from tilewright.solving.strategies.listing import option_batches

PARTS = 1024
"""How many parts a list is divided into."""

LIST_SHARE = 0.5
"""The share of a limited time after which a list is cut off, and what it has is searched."""


def candidates_of(puzzle: Puzzle, copies: int | None = None) -> Puzzle:
    """The puzzle in which any of the pieces may be used, up to as often as there are copies of it.

    ``copies`` replaces these numbers. Pieces that are alike become one. UnsupportedError when alike pieces
    are forced, and for puzzles without pieces.
    """
    pieces = merge_copies(puzzle.pieces, puzzle.lattice)
    if len(pieces) < len(puzzle.pieces) and puzzle.board.forced:
        raise UnsupportedError("some candidates are alike, and pieces are forced; give alike ones as copies")
    pieces = tuple(
        replace(piece, min_copies=0, max_copies=copies or piece.max_copies)
        for piece in pieces
        if piece.max_copies
    )
    if not pieces:
        raise UnsupportedError("the puzzle has no pieces to choose from")
    return replace(puzzle, pieces=pieces, expect=())


class SetListing:
    """The assemblies of all sets, up to the symmetries of the board and of the pool.

    ``symmetries``: where reflections count and the pool has the mirror image of each piece, a set and its
    mirror image are one set. ``factor``: an upper bound of how many of the assemblies of a set are one under
    the symmetries of the set alone, which may be more; 1 when they cannot be.
    ``cut_by``: ``memory`` or ``time`` where the list is not complete; then sets may have more assemblies.
    """

    def __init__(self, candidates: Puzzle, pieces: int | None, max_bytes: int) -> None:
        self.candidates, self._pieces, self._max_bytes = candidates, pieces, max_bytes
        self._facts = PuzzleFacts(candidates)
        self.group: Symmetries = symmetries(candidates)
        on_board = symmetries(replace(candidates, pieces=()))
        self.factor = len(on_board.members) // len(self.group.members)
        self.assemblies = 0
        self.is_complete, self.cut_by = False, ""
        self._parts: list[array[int]] = [array("I") for _ in range(PARTS)]

    @property
    def digest(self) -> str:
        """The digest of the cover problem of the whole pool."""
        return self._facts.cover.problem.digest

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {piece.name: number for number, piece in enumerate(self.candidates.pieces)}

    @cached_property
    def _maps(self) -> list[list[int]]:
        """What the pieces become under the symmetries, as numbers, other than themselves."""
        names = [piece.name for piece in self.candidates.pieces]
        maps = {tuple(self._numbers[member.pieces.get(n, n)] for n in names) for member in self.group.members}
        return [list(value) for value in maps if value != tuple(range(len(names)))]

    def fill(self, loop: StepLoop, memory: int | None, words: Callable[[int], str]) -> None:
        """List everything, or as much as fits into the memory and into half of the time; see ``is_complete``.

        ``words`` describes the progress by the number of assemblies. Cancelled as the step loop says.
        """

        def report(progress: Progress) -> None:
            if loop.control.on_progress is not None:
                loop.control.on_progress(replace(progress, words=words(self.assemblies)))

        seconds = loop.limits_left(0).seconds
        limits = Limits(seconds=None if seconds is None else LIST_SHARE * seconds)
        inner = Control(limits, 1, report, loop.control.cancel)
        query = Query(self.candidates, Find(), Options(unique=True), inner, Resources(1, memory))
        prepared = Prepared(query, self._facts, StepLoop(inner))
        self._cover: Cover = prepared.cover
        self._piece = [self._numbers[placement.piece] for placement in self._cover.placements]
        used = 0
        batches = Returning(option_batches(plan(prepared), prepared))
        for batch in batches:
            loop.check_cancelled()
            for options in map(self._cover.placing, batch):
                if self._pieces is not None and len(options) != self._pieces:
                    continue
                used += 4 * len(options) + 4
                if used > self._max_bytes:
                    self.cut_by = "memory"
                    return
                self._add(options)
        loop.check_cancelled()  # the list may have ended early
        self.cut_by = "" if batches.value.status is Status.COMPLETE else "time"
        self.is_complete = not self.cut_by

    def _add(self, options: Sequence[int]) -> None:
        key = self._key(options)
        place = crc32(array("I", key).tobytes())
        part = self._parts[place % PARTS]
        part.append(len(options))
        part.extend(options)
        self.assemblies += 1

    def _key(self, options: Sequence[int]) -> SetKey:
        """The set of an assembly; of a set and its mirror image the lesser."""
        piece = self._piece
        key = tuple(sorted([piece[option] for option in options]))
        for _map in self._maps:
            key = min(key, tuple(sorted([_map[number] for number in key])))
        return key

    def part(self, number: int) -> Iterator[tuple[SetKey, list[tuple[int, ...]]]]:
        """The sets of a part, each with its assemblies as options; those with the fewest first."""
        array_held = self._parts[number]
        sets: dict[SetKey, list[tuple[int, ...]]] = {}
        at = 0
        while at < len(array_held):
            end = at + 1 + array_held[at]
            options = tuple(array_held[at + 1 : end])
            sets.setdefault(self._key(options), []).append(options)
            at = end
        for key, assemblies in sorted(sets.items(), key=lambda pair: (len(pair[1]), pair[0])):
            yield key, sorted(assemblies)

    def share_before(self, number: int) -> float:
        """The share of the assemblies in the parts before one."""
        if not self.assemblies:
            return 1.0
        total = sum(map(len, self._parts))
        return sum(map(len, self._parts[:number])) / total

    def placements(self, options: Sequence[int]) -> list[Placement]:
        """The placements of an assembly."""
        placements = self._cover.placements
        return [placements[option] for option in options]

    def in_set(self, key: SetKey, options: Sequence[int]) -> list[Placement]:
        """The placements of an assembly of a set or its mirror image, as one of the set itself."""
        for images in self.group.option_permutations(self._cover):
            moved = [images[option] for option in options]
            if tuple(sorted(self._piece[option] for option in moved)) == key:
                return self.placements(moved)
        raise ValueError(f"no symmetry carries the assembly {options} to the set {key}")

    def puzzle_of(self, key: SetKey) -> Puzzle:
        """A set as a puzzle of its own."""
        names = [piece.name for piece in self.candidates.pieces]
        copies: dict[str, int] = {}
        for number in key:
            copies[names[number]] = copies.get(names[number], 0) + 1
        return set_puzzle(self.candidates, copies)
