"""What a search for sets looks for, and what is known of a set: its assemblies, solutions and levels."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tilewright.cancellation import cancelled_by
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.replay import check_disassembly
from tilewright.model.puzzle import Puzzle
from tilewright.solving.steps import CancelCheck, Status, never_cancelled

SetKey = tuple[int, ...]
"""A set: the numbers of its pieces among the candidates, sorted, each as often as there are copies."""

Rank = tuple[tuple[int, ...], int]
"""Levels, then the number of assemblies, negative: the greater the better."""


class Goal(StrEnum):
    """What is looked for: the highest level of any assembly of a set, or of the only one that comes apart."""

    LEVEL = "level"
    UNIQUE = "unique"


@dataclass(frozen=True)
class Wanted:
    """A goal, how many pieces a set has (None: any number), and how many assemblies at most (None: any)."""

    goal: Goal = Goal.LEVEL
    pieces: int | None = None
    max_assemblies: int | None = None

    def excludes(self, assemblies: int, solutions: int) -> bool:
        """Whether a set with so many assemblies, of which so many come apart, has too many of either."""
        if self.max_assemblies is not None and assemblies > self.max_assemblies:
            return True
        return self.goal is Goal.UNIQUE and solutions > 1

    def accepts(self, result: SetResult) -> bool:
        """Whether a set that was examined may be the answer."""
        if result.best is None or self.excludes(result.assemblies, result.solutions):
            return False
        return self.goal is not Goal.UNIQUE or not result.undecided


@dataclass(frozen=True)
class SetResult:
    """A set as a puzzle of its own, examined to the end.

    ``assemblies`` are those up to the symmetries of the board, ``solutions`` those that come apart.
    ``number`` is that of the assembly with the highest level, from 1, as ``disassemble`` counts them.
    ``undecided``: how many searches ended for want of memory.
    """

    puzzle: Puzzle
    assemblies: int
    solutions: int
    number: int = 0
    best: Disassembly | None = None
    undecided: int = 0

    @property
    def levels(self) -> tuple[int, ...]:
        """Those of the best assembly, () when none comes apart."""
        return () if self.best is None else self.best.levels

    @property
    def rank(self) -> Rank:
        return self.levels, -self.assemblies


def set_puzzle(candidates: Puzzle, copies: Mapping[str, int]) -> Puzzle:
    """The puzzle of a set: these pieces, each exactly as often as given."""
    pieces = tuple(
        replace(piece, min_copies=copies[piece.name], max_copies=copies[piece.name])
        for piece in candidates.pieces
        if copies.get(piece.name)
    )
    return replace(candidates, pieces=pieces, expect=())


def examine(
    puzzle: Puzzle,
    wanted: Wanted,
    max_bytes: int,
    check_cancelled: CancelCheck = never_cancelled,
    cancel: threading.Event | None = None,
) -> SetResult:
    """List the assemblies of a set, verified, and take each apart; the moves of the best one are replayed.

    The result is incomplete, and not accepted, once there are more assemblies or solutions than wanted.
    """
    from tilewright.solving import api

    assemblies = solutions = number = undecided = 0
    best: Disassembly | None = None
    with cancelled_by(check_cancelled):  # the set-up of the puzzle takes longer than most searches
        disassembler = Disassembler(puzzle, max_bytes)
        for assembly in api.solutions(puzzle, unique=True, threads=1, cancel=cancel):
            check_cancelled()
            assemblies += 1
            if wanted.excludes(assemblies, solutions):
                break
            disassembly = disassembler.take_apart(assembly, check_cancelled)
            if disassembly.status is not Status.COMPLETE:
                undecided += 1
            elif disassembly.comes_apart:
                solutions += 1
                if best is None or disassembly.levels > best.levels:
                    best, number = disassembly, assemblies
        check_cancelled()  # the list may have ended early
    if best is not None:
        check_disassembly(best, puzzle)
    return SetResult(puzzle, assemblies, solutions, number, best, undecided)
