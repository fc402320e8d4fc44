"""A look at a puzzle while it is drawn: what cannot work, what is odd, and how long a search would take."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.play.notation import cell_text
from tilewright.solve.engines.base import Limits, Status, Task
from tilewright.solve.feasibility_precheck import SHORT_SEARCH, STEP
from tilewright.solve.infeasibility import Reason, quick_steps, steps
from tilewright.solve.infeasibility.areas import plural
from tilewright.solve.infeasibility.remainder import Remainder, is_listable, with_places, without_places
from tilewright.solve.planner import Method, choose, plan
from tilewright.solve.preparation import Prepared, prepare
from tilewright.solve.query import Answer, Count, Query
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import CancelCheck, Cancelled, Control, cancel_check_of, interruption

GRAVITIES = {
    "fault": "there is no solution, for this reason",
    "warning": "it works, but hardly as it was meant",
    "note": "good to know",
}
"""What a remark means."""

MOST_OPTIONS = 200_000
"""Placements up to which the search is sized up; that takes a second or two."""

SPANS = (
    (1.0, "a second"),
    (60.0, "seconds"),
    (3_600.0, "minutes"),
    (86_400.0, "hours"),
    (30 * 86_400.0, "days"),
    (5 * 365 * 86_400.0, "months or years"),
)
"""Seconds up to which a time is called so."""

BEYOND = "longer than anybody waits"


@dataclass(frozen=True)
class Remark:
    """One thing about a puzzle; ``gravity`` is one of ``GRAVITIES``.

    ``cells`` show it on the board; ``piece`` is the piece that it is about, or "".
    """

    gravity: str
    sentence: str
    cells: tuple[Cell, ...] = ()
    piece: str = ""


@dataclass(frozen=True)
class Check:
    """What a look at a puzzle found: faults first, then warnings and notes.

    ``solvable``: False when a fault proves it, True when a moment's search found a solution, else None.
    ``board`` and ``pieces`` are the least and the most cells to cover, and those that all pieces have
    together; None for a puzzle without cells. ``placements`` is None when they were not listed. ``status``
    other than COMPLETE: the time did not suffice for every check.
    """

    status: Status
    solvable: bool | None
    remarks: tuple[Remark, ...]
    board: tuple[int, int] | None
    pieces: tuple[int, int] | None
    placements: int | None


def check(
    puzzle: AnyPuzzle,
    limits: Limits = Limits(seconds=5.0),  # noqa: B008 - frozen
    cancel: threading.Event | None = None,
) -> Check:
    """Look at a puzzle for at most the time of the limits; nothing is searched for long."""
    control = Control(limits, 1, cancel=cancel)
    begun = time.monotonic()
    look = _Look(puzzle, control, cancel_check_of(control, begun))
    status = Status.COMPLETE
    try:
        look.all()
    except Cancelled:
        status = interruption(control, begun) or Status.LIMIT
        look.remarks.append(Remark("note", "The time did not suffice for every check."))
    gravities = list(GRAVITIES)
    remarks = sorted(look.remarks, key=lambda remark: gravities.index(remark.gravity))  # a stable sort
    faulty = any(remark.gravity == "fault" for remark in remarks)
    board = pieces = None
    if isinstance(puzzle, Puzzle):
        board = (len(puzzle.board.required), len(puzzle.board.cells))
        pieces = (
            sum(piece.size * piece.min_copies for piece in puzzle.pieces),
            sum(piece.size * piece.max_copies for piece in puzzle.pieces),
        )
    return Check(status, False if faulty else look.solvable, tuple(remarks), board, pieces, look.placements)


class _Look:
    """A look under way: what was found so far."""

    def __init__(self, puzzle: AnyPuzzle, control: Control, check_cancelled: CancelCheck) -> None:
        self.puzzle, self.control, self.check_cancelled = puzzle, control, check_cancelled
        self.remarks: list[Remark] = []
        self.solvable: bool | None = None
        self.placements: int | None = None

    def all(self) -> None:
        """Every check, the quick ones first."""
        self.check_cancelled()
        puzzle = self.puzzle
        if isinstance(puzzle, ExactCoverPuzzle):
            self.placements = len(puzzle.options)
            self._reasons(quick_steps(puzzle, ()))
            self._search()
            return
        self._oddities(puzzle)
        if not is_listable(puzzle):
            self._reasons(steps(puzzle))  # of so large a puzzle it looks at the areas alone
            self._say("note", "The puzzle is too large for a look at every placement.")
            return
        rest = without_places(puzzle)
        for listed in with_places(puzzle, rest):
            self.check_cancelled()
            rest = listed
        self.remarks += bare_cells(rest)
        self.remarks += homeless(rest)
        laid = [Placement(stock.name, place) for stock in rest.supplies for place in stock.places]
        self.placements = len(laid)
        if not self._faulty:
            self._reasons(quick_steps(puzzle, laid))
        self._search()

    @property
    def _faulty(self) -> bool:
        return any(remark.gravity == "fault" for remark in self.remarks)

    def _say(self, gravity: str, sentence: str, cells: Sequence[Cell] = (), piece: str = "") -> None:
        self.remarks.append(Remark(gravity, sentence, tuple(cells), piece))

    def _oddities(self, puzzle: Puzzle) -> None:
        """What strikes the eye before anything is laid."""
        parts = puzzle.lattice.components(puzzle.board.cells)
        if len(parts) > 1:
            smallest = min(parts, key=len)
            self._say("note", f"The board is in {len(parts):,} parts.", smallest)
        alike: dict[object, str] = {}
        for piece in puzzle.pieces:
            if not piece.max_copies:
                self._say("warning", f"The piece {piece.name} is not to be used.", piece=piece.name)
                continue
            if len(puzzle.lattice.components(piece.cells)) > 1:
                self._say("note", f"The piece {piece.name} is not in one part.", piece=piece.name)
            key = (piece.motions, piece.shape_key(puzzle.lattice))
            first = alike.setdefault(key, piece.name)
            if first != piece.name:
                self._say(
                    "warning",
                    f"The pieces {first} and {piece.name} are alike: solutions that exchange them count as "
                    f"two. As copies of one piece they would not.",
                    piece=piece.name,
                )

    def _reasons(self, looks: Iterator[Reason | None]) -> None:
        """A reason why there is no solution, if one of these looks shows one."""
        for reason in looks:
            if reason is not None:
                self._say("fault", reason.sentence, reason.cells)
                return
            self.check_cancelled()

    def _search(self) -> None:
        """How large a search would be; a solution, where a moment of it finds one."""
        if self._faulty or self.placements is None:
            return
        if self.placements > MOST_OPTIONS:
            self._say("note", f"There are {self.placements:,} placements: a large search.")
            return
        self.check_cancelled()
        prepared = prepare(Query(self.puzzle, Count(), control=self.control, resources=Resources(1)))
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
        if status == "complete":
            if search.solutions:
                self._say("note", f"It has exactly {plural(search.solutions, 'solution')}.")
            else:
                self._say("fault", "There is no solution: a moment's search has tried everything.")
            return
        if search.solutions:
            self._say("note", "There is a solution: a moment's search finds one.")
        else:
            self._say("note", "A moment's search finds no solution; there may be one all the same.")
        self._say("note", self._size(prepared, search.nodes / max(search.progress(), 1e-100)))

    def _size(self, prepared: Prepared[Answer], nodes: float) -> str:
        """How long all solutions take, in words: dives tell, or ``nodes`` where those are more."""
        engine = choose(prepared.cover.problem).engine
        dives = prepared.search_nodes(engine)  # too low where few of them reach deep
        listing = _span(max(dives, nodes) * engine.node_seconds)
        planned = plan(prepared)
        if planned.method is not Method.COUNT:
            return f"A rough guess: to search for all solutions takes {listing}."
        counting = _span(planned.seconds)
        return (
            f"A rough guess: to list all solutions takes {listing}; to count them {counting}, with the "
            f"engine {planned.engine.name}."
        )


def bare_cells(rest: Remainder) -> Iterator[Remark]:
    """A fault that marks every cell that must be covered and cannot be."""
    bare = tuple(cell for cell in sorted(rest.required) if not rest.covering[cell])
    if bare:
        others = f", nor {plural(len(bare) - 1, 'other cell')}" if len(bare) > 1 else ""
        yield Remark("fault", f"No piece can cover the cell {cell_text(bare[0])}{others}.", bare)


def homeless(rest: Remainder) -> Iterator[Remark]:
    """Each piece with too few places: a fault where it must be used, else a warning."""
    for stock in rest.supplies:
        places = len(stock.places)
        if not stock.most or places >= max(1, stock.least):
            continue
        if not places:
            gravity = "fault" if stock.least else "warning"
            must = ", but it must be used" if stock.least else ""
            yield Remark(gravity, f"The piece {stock.name} fits nowhere{must}.", piece=stock.name)
        else:
            yield Remark(
                "fault",
                f"The piece {stock.name} must be used {plural(stock.least, 'time')}, but there "
                f"{'is' if places == 1 else 'are'} only {plural(places, 'place')} for it.",
                tuple(sorted({cell for place in stock.places for cell in place})),
                stock.name,
            )


def _span(seconds: float) -> str:
    return next((words for most, words in SPANS if seconds < most), BEYOND)
