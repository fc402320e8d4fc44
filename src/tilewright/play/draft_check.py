"""A quick check of a puzzle: errors, oddities, and the estimated time of a search."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.cancellation import cancelled_by
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.play.notation import cell_text
from tilewright.solving.engines.base import Task
from tilewright.solving.engines.registry import choose
from tilewright.solving.facts import Prepared, prepare
from tilewright.solving.infeasibility import Reason, quick_steps, steps
from tilewright.solving.infeasibility.remainder import (
    RemainingPuzzle,
    is_listable,
    with_places,
    without_places,
)
from tilewright.solving.planner import expected_effort
from tilewright.solving.questions import Answer, Count, Query
from tilewright.solving.resources import Resources
from tilewright.solving.search.precheck import SHORT_SEARCH, STEP
from tilewright.solving.steps import CancelCheck, Cancelled, Control, Limits, Status, StepLoop
from tilewright.wording import counted

DEFAULT_LIMITS = Limits(seconds=5.0)
SEVERITIES = {
    "fault": "there is no solution, for this reason",
    "warning": "probably a mistake",
    "note": "information",
}
"""The severities of findings."""

MAX_OPTIONS = 200_000  # placements up to which the search is estimated, in a second or two

SPANS = (
    (1.0, "a second"),
    (60.0, "seconds"),
    (3_600.0, "minutes"),
    (86_400.0, "hours"),
    (30 * 86_400.0, "days"),
    (5 * 365 * 86_400.0, "months or years"),
)
"""Upper bounds in seconds, and the words for times up to them."""
LONGEST_SPAN = "more than 5 years"


@dataclass(frozen=True)
class Finding:
    """One thing about a puzzle, by severity, and the cells or the piece that it concerns."""

    severity: str
    sentence: str
    cells: tuple[Cell, ...] = ()
    piece: str = ""


@dataclass(frozen=True)
class PuzzleFindings:
    """The findings of a check: faults first, then warnings and notes.

    ``solvable``: False if a fault proves it, True if a short search found a solution, else None.
    ``board`` and ``pieces`` are the least and the most cells to cover, and those that all pieces have
    together; None for a puzzle without cells. ``placements`` is None when they were not listed. ``status``
    other than COMPLETE: the time did not suffice for every check.
    """

    status: Status
    solvable: bool | None
    findings: tuple[Finding, ...]
    board: tuple[int, int] | None
    pieces: tuple[int, int] | None
    placements: int | None


def check_puzzle(
    puzzle: AnyPuzzle, limits: Limits = DEFAULT_LIMITS, cancel: threading.Event | None = None
) -> PuzzleFindings:
    """Check a puzzle within the limits, without a long search."""
    control = Control(limits, 1, cancel=cancel)
    loop = StepLoop(control)
    running = _PuzzleCheck(puzzle, control, loop.check_cancelled)
    status = Status.COMPLETE
    try:
        running.all()
    except Cancelled:
        status = loop.interruption or Status.LIMIT
        running.findings.append(Finding("note", "The time limit was reached before all checks were done."))
    severities = list(SEVERITIES)
    findings = sorted(running.findings, key=lambda finding: severities.index(finding.severity))
    faulty = any(finding.severity == "fault" for finding in findings)
    board = pieces = None
    if isinstance(puzzle, Puzzle):
        board = (len(puzzle.board.required), len(puzzle.board.cells))
        pieces = (
            sum(piece.size * piece.min_copies for piece in puzzle.pieces),
            sum(piece.size * piece.max_copies for piece in puzzle.pieces),
        )
    return PuzzleFindings(
        status, False if faulty else running.solvable, tuple(findings), board, pieces, running.placements
    )


class _PuzzleCheck:
    """A running check: its findings so far."""

    def __init__(self, puzzle: AnyPuzzle, control: Control, check_cancelled: CancelCheck) -> None:
        self.puzzle, self.control, self.check_cancelled = puzzle, control, check_cancelled
        self.findings: list[Finding] = []
        self.solvable: bool | None = None
        self.placements: int | None = None

    def all(self) -> None:
        self.check_cancelled()
        puzzle = self.puzzle
        if isinstance(puzzle, ExactCoverPuzzle):
            self.placements = len(puzzle.options)
            self._reasons(quick_steps(puzzle, ()))
            self._search()
            return
        self._oddities(puzzle)
        if not is_listable(puzzle):
            self._reasons(steps(puzzle))  # of a puzzle of this size, only areas are checked
            self._say("note", "The puzzle is too large to check every placement.")
            return
        rest = without_places(puzzle)
        for listed in with_places(puzzle, rest):
            self.check_cancelled()
            rest = listed
        self.findings += uncoverable_cells(rest)
        self.findings += pieces_without_placements(rest)
        laid = [Placement(stock.name, place) for stock in rest.supplies for place in stock.places]
        self.placements = len(laid)
        if not self._faulty:
            self._reasons(quick_steps(puzzle, laid))
        self._search()

    @property
    def _faulty(self) -> bool:
        return any(finding.severity == "fault" for finding in self.findings)

    def _say(self, severity: str, sentence: str, cells: Sequence[Cell] = (), piece: str = "") -> None:
        self.findings.append(Finding(severity, sentence, tuple(cells), piece))

    def _oddities(self, puzzle: Puzzle) -> None:
        """Findings that need no placements."""
        if puzzle.board.surface is not None:
            self._say("note", f"The board is a {puzzle.board.surface}.")
        parts = puzzle.components()
        if len(parts) > 1:
            smallest = min(parts, key=len)
            self._say("note", f"The board is in {len(parts):,} parts.", smallest)
        alike: dict[object, str] = {}
        for piece in puzzle.pieces:
            if not piece.max_copies:
                self._say("warning", f"The piece {piece.name} must not be used.", piece=piece.name)
                continue
            if len(puzzle.lattice.components(piece.cells)) > 1:
                self._say("note", f"The piece {piece.name} is not in one part.", piece=piece.name)
            key = (piece.motions, piece.shape_key(puzzle.lattice))
            first = alike.setdefault(key, piece.name)
            if first != piece.name:
                self._say(
                    "warning",
                    f"The pieces {first} and {piece.name} are identical: solutions that exchange them "
                    f"are counted separately. Make them copies of one piece instead.",
                    piece=piece.name,
                )

    def _reasons(self, looks: Iterator[Reason | None]) -> None:
        """The first reason why there is no solution, if there is one."""
        with cancelled_by(self.check_cancelled):
            for reason in looks:
                if reason is not None:
                    self._say("fault", reason.sentence, reason.cells)
                    return
                self.check_cancelled()

    def _search(self) -> None:
        """The size of a search, and a solution if a short search finds one."""
        if self._faulty or self.placements is None:
            return
        if self.placements > MAX_OPTIONS:
            self._say("note", f"There are {self.placements:,} placements, so the search is large.")
            return
        self.check_cancelled()
        prepared = prepare(Query(self.puzzle, Count(), control=self.control, resources=Resources(1)))
        with cancelled_by(self.check_cancelled):
            cover = prepared.cover
        search = choose(cover.problem).engine.start(cover.problem, Task(cover.forced), 0)
        status = "running"
        for _ in range(0, SHORT_SEARCH, STEP):
            self.check_cancelled()
            status = search.advance(STEP)
            if status != "running":
                break
        if search.solutions:
            self.solvable = True
        if status == "complete" and not search.solutions:
            self._say("fault", "There is no solution: a short search was exhaustive.")
        elif status == "complete":
            self._say("note", f"It has exactly {counted(search.solutions, 'solution')}.")
        elif search.solutions:
            self._say("note", "A short search found a solution.")
        else:
            self._say("note", "A short search found no solution; there may still be one.")
        if status == "complete":
            return
        self._say("note", self._size(prepared, search.nodes / max(search.progress(), 1e-100)))

    def _size(self, prepared: Prepared[Answer], nodes: float) -> str:
        """The expected time for all solutions in words; ``nodes`` are those of a list, by a short search."""
        expected = expected_effort(prepared)  # too low if few random dives reach deep levels
        engine = choose(prepared.cover.problem).engine
        seconds = max(expected.listing_seconds, nodes * engine.seconds_of_node(prepared.cover.problem))
        listing, counting = _span(seconds), _span(expected.seconds)
        if expected.counter is None or expected.seconds >= seconds or counting == listing:
            return f"Rough estimate: searching for all solutions takes {listing}."
        return (
            f"Rough estimate: listing all solutions takes {listing}, counting them {counting} with the "
            f"engine {expected.counter.engine.name}."
        )


def uncoverable_cells(rest: RemainingPuzzle) -> Iterator[Finding]:
    """A fault for the required cells that no placement covers."""
    bare = tuple(cell for cell in sorted(rest.required) if not rest.covering[cell])
    if bare:
        others = f", nor {counted(len(bare) - 1, 'other cell')}" if len(bare) > 1 else ""
        yield Finding("fault", f"No piece can cover the cell {cell_text(bare[0])}{others}.", bare)


def pieces_without_placements(rest: RemainingPuzzle) -> Iterator[Finding]:
    """Pieces with too few placements: a fault if the piece must be used, else a warning."""
    for stock in rest.supplies:
        places = len(stock.places)
        if not stock.most or places >= max(1, stock.least):
            continue
        if not places:
            severity = "fault" if stock.least else "warning"
            must = ", but it must be used" if stock.least else ""
            yield Finding(severity, f"The piece {stock.name} has no placement{must}.", piece=stock.name)
        else:
            yield Finding(
                "fault",
                f"The piece {stock.name} must be used {counted(stock.least, 'time')}, but there "
                f"{'is' if places == 1 else 'are'} only {counted(places, 'place')} for it.",
                tuple(sorted({cell for place in stock.places for cell in place})),
                stock.name,
            )


def _span(seconds: float) -> str:
    return next((words for most, words in SPANS if seconds < most), LONGEST_SPAN)
