"""Counting and listing the solutions of Pips puzzles.

``placements`` are the ways to lay the dominoes, where equal dominoes are interchangeable; ``fillings`` are
the different arrays of numbers that they make. Both are counted by sweeps over the cells that merge equal
states, and listed by a depth-first search; the two share only the reading of the puzzle and the bounds of
regions, so that each confirms the other.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilewright._core import PipsFillingSweep, PipsPlacementSweep, PipsSearch
from tilewright._core import PipsPuzzle as CorePuzzle
from tilewright.errors import DisagreementError
from tilewright.families.pips.checker import faults
from tilewright.families.pips.puzzle import RULES, Cell, LaidDomino, PipsPuzzle, PipsSolution
from tilewright.solving.confirmation import Confirmation
from tilewright.solving.questions import AnswerDisplay
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import counted, memory_text

SWEEP, SEARCH = "sweep", "search"
"""The two methods."""

FIRST_TURN, FAVOUR = 250, 16
"""States that a sweep expands in its first turn: sweeps over the cells in different orders take turns, each
as long as all before, until one ends. The order that ended first before has turns that are longer."""

LISTED_TO_CONFIRM = 10_000_000
"""Up to so many placements, and a fifth as many fillings, a list confirms the counts; its distinct fillings
are kept in memory."""

CAPACITY = 1_000  # solutions that the search keeps before they are taken
STEP_UNITS = 2_000  # nodes or states of the first step

_UNLIMITED = Control()


@dataclass(frozen=True, repr=False)
class PipsCount(AnswerDisplay):
    """How many solutions a puzzle has.

    ``placements`` and ``fillings`` are None where they were not asked for or the status is not COMPLETE.
    ``states`` were expanded, or nodes visited; ``note`` is "" or says which limit was reached.
    """

    status: Status
    placements: int | None
    fillings: int | None
    states: int
    seconds: float
    share: float
    engine: str = SWEEP
    note: str = ""
    confirmation: Confirmation | None = None

    @property
    def solutions(self) -> int | None:
        """The placements."""
        return self.placements

    @property
    def words(self) -> str:
        """The counts: ``2 placements, 1 filling``."""
        if self.status is not Status.COMPLETE:
            return "not counted" + (f": {self.note}" if self.note else "")
        if 0 in (self.placements, self.fillings):
            return "no solution exists"
        shown = []
        if self.placements is not None:
            shown.append(counted(self.placements, "placement"))
        if self.fillings is not None:
            shown.append(counted(self.fillings, "filling"))
        return ", ".join(shown)


@dataclass(frozen=True, repr=False)
class PipsList(AnswerDisplay):
    """How a list of solutions ended: ``solutions`` were delivered, after ``nodes`` nodes."""

    status: Status
    solutions: int
    nodes: int
    seconds: float
    share: float
    engine: str = SEARCH

    @property
    def words(self) -> str:
        """How many were found."""
        if self.status is Status.COMPLETE:
            return counted(self.solutions, "solution") if self.solutions else "no solution exists"
        return f"{counted(self.solutions, 'solution')} so far"


def count(
    puzzle: PipsPuzzle,
    control: Control = _UNLIMITED,
    *,
    placements: bool = True,
    fillings: bool = True,
    confirm: bool = False,
    memory: int | None = None,
) -> PipsCount:
    """The exact numbers of placements and of fillings; with ``confirm``, counted a second time by a list.

    ``memory`` is in bytes. DisagreementError where the two ways differ.
    """
    loop, core = StepLoop(control), _core_puzzle(puzzle)
    sweeps = _Sweeps(puzzle, core, loop, Resources(memory=memory).bytes())
    number = of_fillings = None
    try:
        if placements or confirm:
            number = sweeps.count(PipsPlacementSweep)
        if fillings:
            of_fillings = sweeps.count(PipsFillingSweep)
        answer = PipsCount(Status.COMPLETE, number, of_fillings, sweeps.states, loop.seconds, 1.0)
    except Cancelled as end:
        return PipsCount(end.status, None, None, sweeps.states, loop.seconds, end.share, note=end.note)
    if not confirm or number is None:
        return answer
    confirmation = _confirm(puzzle, core, loop, number, of_fillings)
    return PipsCount(
        answer.status,
        number if placements else None,
        of_fillings,
        answer.states,
        loop.seconds,
        1.0,
        confirmation=confirmation,
    )


def solutions(
    puzzle: PipsPuzzle,
    control: Control = _UNLIMITED,
    *,
    distinct: bool = False,
    laid: Sequence[LaidDomino] = (),
) -> Generator[PipsSolution, None, PipsList]:
    """The placements one by one, each checked by the rules; with ``distinct``, one for each filling.

    With ``laid``, only those that have these dominoes. The value of the generator says how it ended.
    """
    cells, delivered, limit = puzzle.cells, 0, control.limits.solutions
    index = {cell: k for k, cell in enumerate(cells)}
    given = [[*(index[cell] for cell in one.cells), *one.numbers] for one in laid]
    search, loop = PipsSearch(_core_puzzle(puzzle), distinct, given), StepLoop(control)
    size = 2 * len(cells)
    waiting: list[PipsSolution] = []

    def progress() -> Progress:
        return Progress(search.share, search.nodes, delivered, delivered, loop.seconds, None)

    def advance(budget: int) -> bool:
        capacity = CAPACITY if limit is None else min(CAPACITY, limit - delivered)
        complete = search.advance(budget, max(1, capacity))
        data = search.take()
        waiting.extend(
            _solution(puzzle, cells, data[start : start + size]) for start in range(0, len(data), size)
        )
        return complete or bool(waiting)

    def ended(status: Status) -> PipsList:
        return PipsList(status, delivered, search.nodes, loop.seconds, search.share)

    step = StepSize(STEP_UNITS)
    while limit is None or delivered < limit:
        try:
            loop.run(advance, step, progress, done=lambda: search.nodes, most=control.limits.nodes)
        except Cancelled as end:
            return ended(end.status)
        if not waiting:
            return ended(Status.COMPLETE)
        for solution in waiting[: None if limit is None else limit - delivered]:
            delivered += 1
            yield solution
        waiting.clear()
    return ended(Status.LIMIT)


def first(
    puzzle: PipsPuzzle, control: Control = _UNLIMITED, laid: Sequence[LaidDomino] = ()
) -> PipsSolution | None:
    """A solution that has some dominoes; None when there is none. Cancelled where a limit came first."""
    search = solutions(puzzle, control, laid=laid)
    try:
        return next(search)
    except StopIteration as end:
        if end.value.status is not Status.COMPLETE:
            raise Cancelled(end.value.status, share=end.value.share) from None
        return None


class _Sweep(Protocol):
    """What the sweeps of the core have in common."""

    def advance(self, budget: int) -> bool: ...
    @property
    def complete(self) -> bool: ...
    @property
    def states(self) -> int: ...
    @property
    def share(self) -> float: ...
    @property
    def count(self) -> tuple[int, int]: ...


class _Sweeps:
    """Counts by sweeps over the cells in several orders that take turns; the best order so far goes first."""

    def __init__(self, puzzle: PipsPuzzle, core: CorePuzzle, loop: StepLoop, memory: int) -> None:
        cells = puzzle.cells
        by_row = sorted(range(len(cells)), key=lambda k: (cells[k][1], cells[k][0]))
        by_column = sorted(range(len(cells)), key=lambda k: cells[k])
        self._orders = [by_row, by_column, by_row[::-1], by_column[::-1]]
        self._core, self._loop, self._memory = core, loop, memory
        self._has_favourite = False
        self.states = 0

    def count(self, kind: Callable[[CorePuzzle, list[int], int], _Sweep]) -> int:
        """The number of this kind of sweep. Cancelled for a limit or a cancellation."""
        sweeps: list[_Sweep] = []
        before, turn = self.states, FIRST_TURN

        def states() -> int:
            return before + sum(sweep.states for sweep in sweeps)

        def progress() -> Progress:
            return self._loop.states_progress(max(sweep.share for sweep in sweeps), states())

        while True:
            for k, order in enumerate(self._orders):
                if k == len(sweeps):
                    sweeps.append(kind(self._core, order, self._memory // len(self._orders)))
                sweep = sweeps[k]
                until = turn * (FAVOUR if k == 0 and self._has_favourite else 1)
                self._advance(sweep, until, states, progress)
                self.states = states()
                if sweep.complete:
                    self._orders.insert(0, self._orders.pop(k))
                    self._has_favourite = True
                    high, low = sweep.count
                    return (high << 64) + low
            turn *= 2

    def _advance(
        self, sweep: _Sweep, until: int, states: Callable[[], int], progress: Callable[[], Progress]
    ) -> None:
        """Expand states of one sweep up to so many. Cancelled for a limit."""

        def advance(budget: int) -> bool:
            ended = sweep.advance(min(budget, until - sweep.states))
            if ended and not sweep.complete:
                note = f"the states need more than {memory_text(self._memory // len(self._orders))}"
                raise Cancelled(Status.LIMIT, note, sweep.share)
            return ended or sweep.states >= until

        try:
            self._loop.run(
                advance, StepSize(STEP_UNITS), progress, done=states, most=self._loop.control.limits.nodes
            )
        except Cancelled as end:
            self.states = states()
            raise Cancelled(end.status, end.note, sweep.share) from None


def _confirm(
    puzzle: PipsPuzzle, core: CorePuzzle, loop: StepLoop, placements: int, fillings: int | None
) -> Confirmation:
    """List all placements and compare. DisagreementError for other numbers."""
    start = loop.seconds
    if placements > LISTED_TO_CONFIRM or (fillings or 0) > LISTED_TO_CONFIRM // 5:
        note = f"a list of {counted(placements, 'placement')} would be too long"
        return Confirmation("", Status.LIMIT, 0.0, 0, note)
    search = PipsSearch(core, fillings is not None, ())

    def progress() -> Progress:
        return Progress(search.share, search.nodes, search.placements, search.placements, loop.seconds, None)

    def advance(budget: int) -> bool:
        complete = search.advance(budget, budget)
        search.take()
        return complete

    try:
        loop.run(advance, StepSize(STEP_UNITS), progress)
    except Cancelled as end:
        return Confirmation(SEARCH, end.status, loop.seconds - start, search.nodes, end.note)
    listed = (search.placements, search.fillings if fillings is not None else None)
    if listed != (placements, fillings):
        raise _disagreement(
            puzzle,
            f"the sweep counts {placements:,} placements and {fillings} fillings, "
            f"the search lists {listed[0]:,} and {listed[1]}",
        )
    return Confirmation(SEARCH, Status.COMPLETE, loop.seconds - start, search.nodes)


def _core_puzzle(puzzle: PipsPuzzle) -> CorePuzzle:
    cells = puzzle.cells
    index = {cell: k for k, cell in enumerate(cells)}
    names = list(RULES)
    return CorePuzzle(
        [[index[other] for other in puzzle.neighbours(cell)] for cell in cells],
        [puzzle.region_of[cell] for cell in cells],
        [(names.index(region.rule), region.target or 0) for region in puzzle.regions],
        list(puzzle.dominoes),
    )


def _solution(puzzle: PipsPuzzle, cells: list[Cell], data: bytes) -> PipsSolution:
    """A solution of the core: the numbers on the cells, then the other half of each. It is checked."""
    numbers, partners = data[: len(cells)], data[len(cells) :]
    solution = PipsSolution(
        tuple(
            LaidDomino((cells[k], cells[other]), (numbers[k], numbers[other]))
            for k, other in enumerate(partners)
            if k < other
        )
    )
    wrong = faults(puzzle, solution)
    if wrong:
        raise _disagreement(puzzle, f"the search lists a solution and the checker says that {wrong[0]}")
    return solution


def _disagreement(puzzle: PipsPuzzle, message: str) -> DisagreementError:
    from tilewright import documents  # here: only a bug needs them

    return DisagreementError(f"{message}: one of them has a bug", {"puzzle": documents.to_document(puzzle)})
