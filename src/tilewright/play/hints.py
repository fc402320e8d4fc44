"""Help with a tiling: a hint, the number of remaining solutions, and why there is none.

All three solve the remaining puzzle (``tiling.remaining_puzzle``) with the usual engines and infeasibility
checks. The results are deterministic without a time limit. Where the goal of the puzzle is the least or the
greatest cost, a solution is one that has it, computed here; that the puzzle's file gives it proves nothing.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.clock import monotonic
from tilewright.model.goal import FILL, goal_text
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.play.hint_reasons import plainest_reason, region
from tilewright.play.notation import cell_text, cells_text
from tilewright.play.tiling import TilingMove, TilingPosition, remaining_puzzle
from tilewright.solving.answers import Optimum
from tilewright.solving.api import count, optimise, solve
from tilewright.solving.infeasibility import steps
from tilewright.solving.steps import Control, Limits, Status, StepLoop
from tilewright.wording import counted

DEFAULT_LIMITS = Limits(seconds=5.0)
MAX_COUNTED = 10_000  # larger numbers of solutions are reported as "more than"
LISTING_SHARE = 0.5  # of the time for counting one by one; the rest is for engines that count otherwise
REASONS_SHARE = 0.5  # of the time for infeasibility checks
PROOF_SHARE = 0.1  # of the time that is left, for the proof that another placement leads to no solution
MAX_CELLS_SHOWN = 8  # of a placement in a sentence


IMPOSSIBLE = "The puzzle itself has no solution, even with nothing placed."
_best_costs: dict[Puzzle, int] = {}
"""The costs that are the goals of the last puzzles, as they were proven."""
MAX_BEST_COSTS = 16


SOLVED = "The puzzle is solved."
COMPLETABLE = "The position can be completed."
NOTHING_LEFT = Optimum(Status.COMPLETE, 0, 1, Solution(()), 0, 0.0, 1.0, "", "")


@dataclass(frozen=True)
class TilingHint:
    """A hint: place ``place``, or lift ``lift``.

    ``place`` is part of a solution of the position. If there is no solution, ``lift`` is a minimal set of
    placements without which there is one. Both are empty if the game is over, the puzzle itself has no
    solution, or, with a status other than COMPLETE, the limits were reached. ``reason`` says why, without
    the place of the piece: it is about ``cell``, if there is one. ``region`` are the cells to look at.
    """

    status: Status
    sentence: str
    place: Placement | None = None
    lift: tuple[Placement, ...] = ()
    reason: str = ""
    cell: Cell | None = None
    region: tuple[Cell, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        if self.place is not None:
            return (str(TilingMove(self.place)),)
        return tuple(str(TilingMove(placement, lifts=True)) for placement in self.lift)


@dataclass(frozen=True)
class RemainingSolutions:
    """How many solutions a position has: a lower bound unless ``exact``."""

    status: Status
    solutions: int
    exact: bool
    sentence: str


@dataclass(frozen=True)
class DeadEndReason:
    """Why a position has no solution: sentences, and the cells concerned.

    ``solvable`` is None if the limits were reached. ``core`` is a minimal set of placements of the player
    that no solution contains; empty if an infeasibility check gave the reason.
    """

    status: Status
    solvable: bool | None
    sentences: tuple[str, ...]
    cells: tuple[Cell, ...] = ()
    core: tuple[Placement, ...] = ()
    kind: str = ""


def is_solved(
    position: TilingPosition, limits: Limits = DEFAULT_LIMITS, cancel: threading.Event | None = None
) -> bool | None:
    """Whether the position is a solution of the cost that is the goal; None where the limits were reached."""
    search = _SharedLimits(position.puzzle, limits, cancel)
    if not position.finished or not search.has_goal:
        return position.finished
    return None if search.goal_cost is None else position.cost == search.goal_cost


def hint(
    position: TilingPosition, limits: Limits = DEFAULT_LIMITS, cancel: threading.Event | None = None
) -> TilingHint:
    """A placement that is part of some solution of the position; if there is none, what to lift.

    Of the placements of one solution, the one with the plainest reason is chosen.
    """
    search = _SharedLimits(position.puzzle, limits, cancel)
    if position.finished and not search.has_goal:
        return TilingHint(Status.COMPLETE, search.solved)
    solution = search.solution(position)
    if solution is None and search.status is not Status.COMPLETE:
        return TilingHint(search.status, "No hint was found within the time limit.")
    if solution is None:
        return _lift(position, search)
    if not solution.placements:
        return TilingHint(Status.COMPLETE, search.solved)
    goal = f"a solution with {goal_text(position.puzzle.goal)}" if search.has_goal else "a solution"
    why = plainest_reason(position, solution.placements, search.is_completable, goal)
    place = why.placement
    where = f"{place.piece} belongs on {cells_text(place.cells, MAX_CELLS_SHOWN)}{why.clause}"
    reached = f"; {search.best} can then be reached" if search.has_goal else ""
    return TilingHint(
        Status.COMPLETE, f"{where}{reached}.", place,
        reason=why.sentence, cell=why.cell, region=region(position, why.cell),
    )  # fmt: skip


def remaining_solutions(
    position: TilingPosition,
    max_counted: int = MAX_COUNTED,
    limits: Limits = DEFAULT_LIMITS,
    cancel: threading.Event | None = None,
) -> RemainingSolutions:
    """How many solutions the position has; beyond ``max_counted`` only a lower bound."""
    search = _SharedLimits(position.puzzle, limits, cancel)
    if search.has_goal:
        return _remaining_at_goal(position, search)
    puzzle = remaining_puzzle(position)
    if puzzle is None:
        return _exactly(int(position.finished))
    first = replace(search.remaining(LISTING_SHARE), solutions=max_counted + 1)
    listed = count(puzzle, limits=first, threads=1, cancel=cancel)
    so_far, status = listed.solutions or 0, listed.status
    if so_far > max_counted:
        return RemainingSolutions(
            Status.COMPLETE, so_far, exact=False, sentence=f"More than {max_counted:,} solutions remain."
        )
    if status is Status.LIMIT and limits.nodes is None and search.remaining().seconds != 0:
        other = count(puzzle, limits=search.remaining(), threads=1, cancel=cancel)
        so_far, status = max(so_far, other.solutions or 0), other.status
    if status is Status.COMPLETE:
        return _exactly(so_far)
    known = f"At least {_solutions(so_far)}" if so_far else "No solution was found yet"
    return RemainingSolutions(status, so_far, exact=False, sentence=f"{known}; the time limit was reached.")


def explain_dead_end(
    position: TilingPosition, limits: Limits = DEFAULT_LIMITS, cancel: threading.Event | None = None
) -> DeadEndReason:
    """Why the position cannot be completed: an infeasibility check, else a minimal conflicting set."""
    search = _SharedLimits(position.puzzle, limits, cancel)
    if position.finished and not search.has_goal:
        return DeadEndReason(Status.COMPLETE, solvable=True, sentences=(search.solved,))
    puzzle = remaining_puzzle(position)
    if puzzle is None and not position.finished:
        return DeadEndReason(Status.COMPLETE, False, (_missing(position),))
    # A short search first: most positions that can be completed are solved at once.
    if search.solution(position, share=0.1) is not None:
        return search.completable
    loop = StepLoop(Control(search.remaining(REASONS_SHARE), cancel=cancel))
    for reason in steps(puzzle) if puzzle is not None else ():
        if reason is not None:
            return DeadEndReason(Status.COMPLETE, False, (reason.sentence,), reason.cells, kind=reason.kind)
        if loop.interruption:
            break
    if search.solution(position) is not None:
        return search.completable
    if search.status is not Status.COMPLETE:
        words = "The time limit was reached before it was known whether the position can be completed."
        return DeadEndReason(search.status, None, (words,))
    return _core(position, search)


class _SharedLimits:
    """Searches for solutions of a puzzle that share limits; ``status`` is how the last one ended."""

    def __init__(self, puzzle: Puzzle, limits: Limits, cancel: threading.Event | None) -> None:
        self.puzzle, self.limits, self.cancel = puzzle, limits, cancel
        self.has_goal = puzzle.goal != FILL
        self.start_time = monotonic()
        self.nodes = 0
        self.status = self._goal_status = Status.COMPLETE

    def remaining(self, share: float = 1.0) -> Limits:
        seconds, nodes = self.limits.seconds, self.limits.nodes
        if seconds is not None:
            seconds = max(0.0, seconds - (monotonic() - self.start_time)) * share
        return Limits(None, None if nodes is None else int(max(0, nodes - self.nodes) * share), seconds)

    @property
    def best(self) -> str:
        """The goal in words, with its cost where that is known: ``the greatest cost, 58,``."""
        words = goal_text(self.puzzle.goal)
        return words if self.goal_cost is None else f"{words}, {self.goal_cost:,},"

    @property
    def solved(self) -> str:
        """A sentence about a solution."""
        return f"The puzzle is solved: no {self._other} cost is possible." if self.has_goal else SOLVED

    @property
    def _other(self) -> str:
        return {"least": "lower", "greatest": "higher"}[self.puzzle.goal]

    @property
    def completable(self) -> DeadEndReason:
        """A position from which a solution can be reached."""
        words = f"{_capital(self.best)} can still be reached." if self.has_goal else COMPLETABLE
        return DeadEndReason(Status.COMPLETE, solvable=True, sentences=(words,))

    @property
    def not_completable(self) -> str:
        """A clause about a position from which no solution can be reached."""
        if self.has_goal:
            return f"{_capital(self.best)} cannot be reached from this position"
        return "This position cannot be completed"

    @cached_property
    def goal_cost(self) -> int | None:
        """The least or greatest cost of a solution; None where it was not found, or there is none."""
        if self.puzzle not in _best_costs:
            optimum = self._optimum(self.puzzle)
            if optimum is None or optimum.solution is None:
                self._goal_status = self.status
                return None
            while len(_best_costs) >= MAX_BEST_COSTS:
                _best_costs.pop(next(iter(_best_costs)))
            _best_costs[self.puzzle] = self.puzzle.cost(optimum.solution)
        return _best_costs[self.puzzle]

    def _optimum(self, puzzle: Puzzle, *, share: float = 1.0, count_optima: bool = False) -> Optimum | None:
        """The optimum of a puzzle by the goal's direction; None, with ``status``, where it was not proven."""
        maximise = self.puzzle.goal == "greatest"
        optimum = optimise(
            puzzle, maximise=maximise, count_optima=count_optima, limits=self.remaining(share), threads=1,
            cancel=self.cancel,
        )  # fmt: skip
        self.status = optimum.status
        return optimum if optimum.status is Status.COMPLETE else None

    def optimum_at_goal(
        self, position: TilingPosition, *, share: float = 1.0, count_optima: bool = False
    ) -> Optimum | None:
        """The optimum of what remains of a position if it has the goal's cost; None, with ``status``."""
        goal, rest = self.goal_cost, remaining_puzzle(position)
        self.status = self._goal_status
        if goal is None:
            return None
        if rest is None:
            is_reached = position.finished and position.cost == goal
            return NOTHING_LEFT if is_reached else None
        optimum = self._optimum(rest, share=share, count_optima=count_optima)
        if optimum is None or optimum.solution is None:
            return None
        there = position.cost if rest.crossings else 0  # else the placements are part of the rest
        return optimum if rest.cost(optimum.solution) + there == goal else None

    def is_completable(self, position: TilingPosition) -> bool | None:
        """Whether a position has a solution, in a share of the limits; None where they were reached."""
        if self.solution(position, share=PROOF_SHARE) is not None:
            return True
        return False if self.status is Status.COMPLETE else None

    def solution(self, position: TilingPosition, *, share: float = 1.0) -> Solution | None:
        """The placements that complete the position; None if none were found."""
        if self.has_goal:
            best = self.optimum_at_goal(position, share=share)
            return None if best is None or best.solution is None else _added(position, best.solution)
        puzzle = remaining_puzzle(position)
        if puzzle is None:
            self.status = Status.COMPLETE
            return Solution(()) if position.finished else None
        solutions: list[Solution] = []
        limits = replace(self.remaining(share), solutions=1)
        if self.cancel is not None and self.cancel.is_set():
            self.status = Status.CANCELLED
            return None
        if limits.nodes == 0 or limits.seconds == 0:
            self.status = Status.LIMIT
            return None
        answer = solve(puzzle, sink=solutions.append, limits=limits, threads=1, cancel=self.cancel)
        self.nodes += answer.nodes
        self.status = Status.COMPLETE if solutions else answer.status
        if not solutions:
            return None
        return _added(position, solutions[0])


def _lift(position: TilingPosition, search: _SharedLimits) -> TilingHint:
    """What to lift from a position without a solution: if possible one piece, the latest one that helps."""
    for number in reversed(range(len(position.placed))):
        fewer = position.placed[:number] + position.placed[number + 1 :]
        if search.solution(replace(position, placed=fewer)) is not None:
            return _lifting((position.placed[number],), search)
        if search.status is not Status.COMPLETE:
            return _unknown_lift(search)
    bare = search.solution(replace(position, placed=()))
    if search.status is not Status.COMPLETE:
        return _unknown_lift(search)
    if bare is None:
        return TilingHint(Status.COMPLETE, IMPOSSIBLE)
    # Keep the placements that can stay, the earliest first; all others must be lifted.
    kept: tuple[Placement, ...] = ()
    known: set[Placement] = set(bare.placements)  # of a solution that contains all kept placements
    for placement in position.placed:
        if placement not in known:
            solution = search.solution(replace(position, placed=(*kept, placement)))
            if search.status is not Status.COMPLETE:
                return _unknown_lift(search)
            if solution is None:
                continue
            known = {*solution.placements, *kept, placement}
        kept = (*kept, placement)
    return _lifting(tuple(p for p in reversed(position.placed) if p not in kept), search)


def _lifting(pieces: tuple[Placement, ...], search: _SharedLimits) -> TilingHint:
    named = [f"{p.piece} from {cell_text(p.cells[0])}" for p in pieces]
    listed = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    return TilingHint(
        Status.COMPLETE, f"{search.not_completable}. Lift {listed}; then it can.", lift=pieces,
        reason=f"{search.not_completable}.", region=tuple(sorted(cell for p in pieces for cell in p.cells)),
    )  # fmt: skip


def _unknown_lift(search: _SharedLimits) -> TilingHint:
    return TilingHint(
        search.status,
        f"{search.not_completable}; the time limit was reached before it was known what to lift.",
    )


def _core(position: TilingPosition, search: _SharedLimits) -> DeadEndReason:
    """A minimal set of placements that no solution contains, by removing each in turn."""
    core = list(position.placed)
    sure = True
    for placement in position.placed:
        without = [p for p in core if p != placement]
        solution = search.solution(replace(position, placed=tuple(without)))
        if search.status is not Status.COMPLETE:
            sure = False
            break
        if solution is None:
            core = without
    if not core:
        return DeadEndReason(Status.COMPLETE, False, (IMPOSSIBLE,))
    cells = tuple(sorted(cell for placement in core for cell in placement.cells))
    named = ", ".join(f"{p.piece} on {cell_text(p.cells[0])}" for p in core)
    what = f"No solution with {goal_text(search.puzzle.goal)}" if search.has_goal else "No solution"
    if len(core) == 1:
        words = f"{what} has {named}."
    else:
        words = f"{what} contains all of these: {named}."
        if sure:
            words += " Without any one of them there is one."
    return DeadEndReason(
        Status.COMPLETE if sure else search.status, False, (words,), cells, tuple(core), "core"
    )


def _missing(position: TilingPosition) -> str:
    """Why the puzzle is not solved although no cell is left."""
    copies = next(copies for copies in position.copies if copies.least)
    often = "once" if copies.least == 1 else f"{copies.least} times"
    return f"{copies.name} must be used {often} more, and no cell is left."


def _remaining_at_goal(position: TilingPosition, search: _SharedLimits) -> RemainingSolutions:
    """How many solutions with the goal's cost a position has."""
    optimum = search.optimum_at_goal(position, count_optima=True)
    if search.status is not Status.COMPLETE:
        words = f"The time limit was reached before it was known whether {search.best} can be reached."
        return RemainingSolutions(search.status, 0, exact=False, sentence=words)
    number = 0 if optimum is None else optimum.optima or 0
    verb = "has" if number == 1 else "have"
    words = f"Exactly {counted(number, 'solution')} {verb} {search.best.removesuffix(',')}."
    if not number:
        words = f"{search.not_completable}." if search.goal_cost is not None else IMPOSSIBLE
    return RemainingSolutions(Status.COMPLETE, number, exact=True, sentence=words)


def _added(position: TilingPosition, solution: Solution) -> Solution:
    """A solution of what remains, without the placements that are there already."""
    there = set(position.placements)
    return Solution(tuple(p for p in solution.placements if p not in there))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _solutions(number: int) -> str:
    return "1 solution remains" if number == 1 else f"{number:,} solutions remain"


def _exactly(number: int) -> RemainingSolutions:
    sentence = f"Exactly {_solutions(number)}." if number else "No solution remains."
    return RemainingSolutions(Status.COMPLETE, number, exact=True, sentence=sentence)
