"""Help with a tiling: a hint, how many solutions are left, and why there is none.

All three look at what is left of the puzzle, which is a puzzle of its own (``tiling.rest``), with the engines
and the reasons that every puzzle gets. With limits of nodes alone, and without any, answers repeat.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilewright.exact_cover.translation import placements_of
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.play.notation import cell_text, cells_text
from tilewright.play.tiling import Move, Position, rest
from tilewright.solve.api import count, solve
from tilewright.solve.engines.base import Limits, Status
from tilewright.solve.infeasibility import steps
from tilewright.solve.infeasibility.remainder import is_listable

MOST = 10_000
"""So many solutions are counted one by one before "more than" is said."""

LISTED_SHARE = 0.5  # of the time, for counting one by one; the rest is for engines that count otherwise
REASONS_SHARE = 0.5  # of the time, for a reason that a person understands
SHOWN = 8  # cells of a placement in a sentence


@dataclass(frozen=True)
class Hint:
    """What helps: lay ``place``, or lift ``lift``, each with its sentence.

    ``place`` belongs to a solution of the position. ``lift`` is given when there is none: without these
    placements there is one, and none of them could stay. Both empty: the game is over, the puzzle itself
    has no solution, or, with a status other than COMPLETE, nothing was found in the time.
    """

    status: Status
    sentence: str
    place: Placement | None = None
    lift: tuple[Placement, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that the hint means."""
        if self.place is not None:
            return (str(Move(self.place)),)
        return tuple(str(Move(placement, lays=False)) for placement in self.lift)


@dataclass(frozen=True)
class Left:
    """How many solutions a position has: all of them when ``exact``, else at least so many."""

    status: Status
    solutions: int
    exact: bool
    sentence: str


@dataclass(frozen=True)
class WhyNot:
    """Why a position has no solution: sentences, and cells that show it.

    ``solvable`` is None when the time did not suffice to tell. ``core`` are placements of the player that
    cannot stay together, each of them needed for that; empty when a reason was found.
    """

    status: Status
    solvable: bool | None
    sentences: tuple[str, ...]
    cells: tuple[Cell, ...] = ()
    core: tuple[Placement, ...] = ()
    kind: str = ""


def hint(
    position: Position,
    limits: Limits = Limits(seconds=5.0),  # noqa: B008 - frozen
    cancel: threading.Event | None = None,
) -> Hint:
    """A placement that belongs to some solution of the position; when there is none, what to lift.

    Of one solution's placements that is shown which covers the cell with the fewest ways to be covered.
    """
    if position.finished:
        return Hint(Status.COMPLETE, "The puzzle is solved.")
    asked = _Asked(limits, cancel)
    found = asked.solution(position)
    if found is None and asked.status is not Status.COMPLETE:
        return Hint(asked.status, "No hint was found in the time.")
    if found is None:
        return _lift(position, asked)
    place, why = _plainest(position, found.placements)
    return Hint(Status.COMPLETE, f"{place.piece} belongs on {cells_text(place.cells, SHOWN)}{why}.", place)


def left(
    position: Position,
    most: int = MOST,
    limits: Limits = Limits(seconds=5.0),  # noqa: B008 - frozen
    cancel: threading.Event | None = None,
) -> Left:
    """How many solutions the position has, as pictures; beyond ``most`` only that there are more."""
    puzzle = rest(position)
    if puzzle is None:
        solved = int(position.finished)
        return Left(Status.COMPLETE, solved, exact=True, sentence=_number_left(solved))
    asked = _Asked(limits, cancel)
    first = replace(asked.left(LISTED_SHARE), solutions=most + 1)
    listed = count(puzzle, limits=first, threads=1, cancel=cancel)
    so_far = listed.solutions or 0
    if so_far > most:
        return Left(Status.COMPLETE, so_far, exact=False, sentence=f"More than {most:,} solutions are left.")
    if listed.status is Status.COMPLETE:
        return Left(Status.COMPLETE, so_far, exact=True, sentence=_number_left(so_far))
    status: Status = listed.status
    if listed.status is Status.LIMIT and limits.nodes is None and asked.left().seconds != 0:
        other = count(puzzle, limits=asked.left(), threads=1, cancel=cancel)
        if other.status is Status.COMPLETE and other.solutions is not None:
            return Left(other.status, other.solutions, exact=True, sentence=_number_left(other.solutions))
        status = other.status
        so_far = max(so_far, other.solutions or 0)
    known = f"At least {_solutions(so_far)} left" if so_far else "No solution was found yet"
    return Left(status, so_far, exact=False, sentence=f"{known}; how many was not found out in the time.")


def why_not(
    position: Position,
    limits: Limits = Limits(seconds=5.0),  # noqa: B008 - frozen
    cancel: threading.Event | None = None,
) -> WhyNot:
    """Why the position cannot be completed: a reason, else the placements that cannot stay together."""
    if position.finished:
        return WhyNot(Status.COMPLETE, solvable=True, sentences=("The puzzle is solved.",))
    asked = _Asked(limits, cancel)
    puzzle = rest(position)
    if puzzle is None:
        return WhyNot(Status.COMPLETE, False, (_missing(position),))
    # A moment's search comes first: most positions that can be completed show it at once.
    if asked.solution(position, share=0.1) is not None:
        return WhyNot(Status.COMPLETE, solvable=True, sentences=("The position can be completed.",))
    until = asked.until(REASONS_SHARE)
    for reason in steps(puzzle):
        if reason is not None:
            return WhyNot(Status.COMPLETE, False, (reason.sentence,), reason.cells, kind=reason.kind)
        if asked.stopped(until):
            break
    found = asked.solution(position)
    if found is not None:
        return WhyNot(Status.COMPLETE, solvable=True, sentences=("The position can be completed.",))
    if asked.status is not Status.COMPLETE:
        return WhyNot(
            asked.status, None, ("Whether the position can be completed was not found out in the time.",)
        )
    return _core(position, asked)


class _Asked:
    """Searches that share limits; ``status`` is how the last one ended."""

    def __init__(self, limits: Limits, cancel: threading.Event | None) -> None:
        self.limits, self.cancel = limits, cancel
        self.begun = time.monotonic()
        self.nodes = 0
        self.status = Status.COMPLETE

    def left(self, share: float = 1.0) -> Limits:
        """What is left of the limits, or a share of it."""
        seconds, nodes = self.limits.seconds, self.limits.nodes
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - self.begun)) * share
        return Limits(None, None if nodes is None else int(max(0, nodes - self.nodes) * share), seconds)

    def until(self, share: float) -> float | None:
        """When a share of the time that is left will be over."""
        seconds = self.left(share).seconds
        return None if seconds is None else time.monotonic() + seconds

    def stopped(self, until: float | None) -> bool:
        """Whether a time has come, or somebody stopped it all."""
        if self.cancel is not None and self.cancel.is_set():
            return True
        return until is not None and time.monotonic() >= until

    def solution(self, position: Position, *, share: float = 1.0) -> Solution | None:
        """What completes the position: placements to add; None when none was found."""
        puzzle = rest(position)
        if puzzle is None:
            self.status = Status.COMPLETE
            return Solution(()) if position.finished else None
        found: list[Solution] = []
        limits = replace(self.left(share), solutions=1)
        if self.stopped(None):
            self.status = Status.CANCELLED
            return None
        if limits.nodes == 0 or limits.seconds == 0:
            self.status = Status.LIMIT
            return None
        answer = solve(puzzle, sink=found.append, limits=limits, threads=1, cancel=self.cancel)
        self.nodes += answer.nodes
        self.status = Status.COMPLETE if found else answer.status
        if not found:
            return None
        there = set(position.placements) if not puzzle.crossings else set()
        return Solution(tuple(p for p in found[0].placements if p not in there))


def _lift(position: Position, asked: _Asked) -> Hint:
    """What to lift from a position without a solution: one piece if that helps, the latest one that does."""
    for number in reversed(range(len(position.laid))):
        fewer = position.laid[:number] + position.laid[number + 1 :]
        if asked.solution(replace(position, laid=fewer)) is not None:
            return _lifting((position.laid[number],))
        if asked.status is not Status.COMPLETE:
            return _unknown_lift(asked)
    bare = asked.solution(replace(position, laid=()))
    if asked.status is not Status.COMPLETE:
        return _unknown_lift(asked)
    if bare is None:
        return Hint(Status.COMPLETE, "The puzzle itself has no solution, even with nothing laid.")
    # Keep what can be kept, the pieces laid first first: what is left over is to be lifted, all of it.
    kept: tuple[Placement, ...] = ()
    known: set[Placement] = set(bare.placements)  # of a solution that has all that is kept
    for placement in position.laid:
        if placement not in known:
            found = asked.solution(replace(position, laid=(*kept, placement)))
            if asked.status is not Status.COMPLETE:
                return _unknown_lift(asked)
            if found is None:
                continue
            known = {*found.placements, *kept, placement}
        kept = (*kept, placement)
    return _lifting(tuple(p for p in reversed(position.laid) if p not in kept))


def _lifting(pieces: tuple[Placement, ...]) -> Hint:
    named = [f"{p.piece} from {cell_text(p.cells[0])}" for p in pieces]
    listed = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    return Hint(
        Status.COMPLETE, f"This position cannot be completed. Lift {listed}: then it can.", lift=pieces
    )


def _unknown_lift(asked: _Asked) -> Hint:
    return Hint(
        asked.status, "This position cannot be completed; what to lift was not found out in the time."
    )


def _core(position: Position, asked: _Asked) -> WhyNot:
    """The placements that cannot stay together, each of them needed: it is tried to do without each."""
    core = list(position.laid)
    sure = True
    for placement in position.laid:
        without = [p for p in core if p != placement]
        found = asked.solution(replace(position, laid=tuple(without)))
        if asked.status is not Status.COMPLETE:
            sure = False
            break
        if found is None:
            core = without
    if not core:
        return WhyNot(Status.COMPLETE, False, ("The puzzle itself has no solution, even with nothing laid.",))
    cells = tuple(sorted(cell for placement in core for cell in placement.cells))
    named = ", ".join(f"{p.piece} on {cell_text(p.cells[0])}" for p in core)
    if len(core) == 1:
        words = f"{named} lies where it lies in no solution."
    else:
        words = f"No solution has these together: {named}."
        if sure:
            words += " Without any one of them there is a solution."
    return WhyNot(Status.COMPLETE if sure else asked.status, False, (words,), cells, tuple(core), "core")


def _plainest(position: Position, placements: Sequence[Placement]) -> tuple[Placement, str]:
    """The placement that covers the tightest cell, and how tight that is, in words."""
    puzzle = rest(position)
    first = min(placements, key=lambda placement: placement.sort_key)
    if puzzle is None or not position.free or not is_listable(puzzle):
        return first, ""
    ways = _ways(position, puzzle)
    owner = {cell: placement for placement in placements for cell in placement.cells}
    cell = min(position.free, key=lambda free: (ways[free], free))
    if ways[cell] == 1:
        return owner[cell], f": nothing else can cover {cell_text(cell)}"
    return owner[cell], f"; {cell_text(cell)} can be covered in {ways[cell]} ways"


def _ways(position: Position, puzzle: Puzzle) -> dict[Cell, int]:
    """How many placements are allowed now on each cell that must be covered."""
    ways = dict.fromkeys(position.free, 0)
    for placement in placements_of(puzzle):
        if puzzle.crossings or not position.table.fault(placement.piece, placement.cells):
            for cell in placement.cells:
                if cell in ways:
                    ways[cell] += 1
    return ways


def _missing(position: Position) -> str:
    """What is wrong when no cell is left and the puzzle is not solved."""
    stock = next(stock for stock in position.stock if stock.least)
    often = "once" if stock.least == 1 else f"{stock.least} times"
    return f"{stock.name} must be used {often} more, and no cell is left."


def _solutions(number: int) -> str:
    return "1 solution is" if number == 1 else f"{number:,} solutions are"


def _number_left(number: int) -> str:
    return f"Exactly {_solutions(number)} left." if number else "No solution is left."
