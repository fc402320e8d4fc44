"""How many solutions a puzzle has, and how many up to symmetry, without listing any."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import Symmetries
from tilewright.exact_cover.translation import Cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Piece, Puzzle
from tilewright.solve.burnside import Quotient, orbit_count, weights_by_orbit
from tilewright.solve.engines.base import Limits, Status
from tilewright.solve.engines.counters import FRONTIER, Counter
from tilewright.solve.engines.frontier.semirings import by_marks
from tilewright.solve.engines.frontier.sweep import Evaluation, Query, sweep
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Cancelled, Control

MOST_LABELS = 5_000  # numbers of copies used, over all pieces that may be left over, that are told apart


@dataclass(frozen=True)
class Totals:
    """What a count without listing found; a number that was not reached, or not asked for, is None.

    Numbers are exact: where a limit ended the count up to symmetry, that of all solutions may be known.
    """

    status: Status
    solutions: int | None
    labelled: int | None
    up_to_symmetry: int | None
    states: int
    seconds: float
    share: float
    note: str = ""


@dataclass
class Counting:
    """A count of one puzzle's cover, with all that was counted on the way.

    ``group`` is None where symmetry plays no part; ``fold`` tells whether it may save work. ``order`` names
    items to go through first.
    """

    cover: Cover
    counter: Counter
    group: Symmetries | None
    resources: Resources
    control: Control
    order: tuple[int, ...] = ()
    fold: bool = True

    def __post_init__(self) -> None:
        self.begun = time.monotonic()
        self.states = 0
        self.total: Evaluation[int] | None = None
        self.shares: dict[tuple[int, ...], int] | None = None  # of all solutions, by copies used

    def totals(self, *, unique: bool, labelled: bool) -> Totals:
        """The numbers; with ``unique`` by Burnside's lemma, one count for each kind of symmetry."""
        problem, forced = self.cover.problem, self.cover.forced
        orbits: int | None = None
        cancelled: Cancelled | None = None
        try:
            if labelled and has_loose_copies(self.cover.puzzle):
                self.shares = self._by_copies()
            if unique and self.group is not None and not self.group.trivial:
                options = self.group.option_permutations(self.cover)
                items = self.group.item_permutations(self.cover)
                orbits = orbit_count(problem, options, items, forced, self._fixed)
            elif self.shares is None:
                self._whole()
        except Cancelled as caught:
            cancelled = caught
        solutions = told = None
        if self.shares is not None:
            solutions = sum(self.shares.values())
            told = sum(n * self._labels(used) for used, n in self.shares.items())
        elif self.total is not None and self.total.value is not None:
            solutions = self.total.value
            told = solutions * self._labels() if labelled else None
        if cancelled is not None:  # what was counted before is known all the same
            return Totals(
                cancelled.status,
                solutions,
                told,
                None,
                self.states,
                self._seconds,
                cancelled.share,
                cancelled.note,
            )
        if unique and orbits is None:
            orbits = solutions
        return Totals(Status.COMPLETE, solutions, told, orbits, self.states, self._seconds, 1.0)

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self.begun

    def _whole(self) -> Evaluation[int]:
        """All solutions, on a part of the options where symmetry tells the others."""
        query = Query(self.cover.problem, self.cover.forced, order=self.order)
        weights = self._weights(query)
        if weights is not None:
            query = replace(query, weights=weights)
        self.total = self._count(query, self.control)
        return self.total

    def _weights(self, query: Query) -> tuple[int, ...] | None:
        if not (self.fold and self.counter.weighs) or self.group is None or self.group.trivial:
            return None
        places = [0] * len(self.cover.problem.items)
        for place, item in enumerate(query.plan.items):
            places[item] = place
        return weights_by_orbit(
            self.cover.problem,
            self.group.option_permutations(self.cover),
            self.cover.forced,
            places=places,
        )

    def _fixed(self, quotient: Quotient) -> int:
        """The solutions that a symmetry keeps."""
        value: int | None
        if quotient.problem is not self.cover.problem:
            query = Query(quotient.problem, quotient.forced, quotient.times)
            # The counts of the smaller problems are quick; only the one of all solutions has a checkpoint.
            value = self._count(query, replace(self.control, checkpoint=None, resume=None)).value
        elif self.shares is not None:  # known, and the one checkpoint is of that count
            value = sum(self.shares.values())
        else:
            value = self._whole().value
        assert value is not None
        return value

    def _count(self, query: Query, control: Control) -> Evaluation[int]:
        counter = self.counter
        if counter.unsupported(query):
            counter = FRONTIER  # a quotient of what another counter takes
        refusal = counter.unsupported(query)
        if refusal:
            raise UnsupportedError(f"a count that is needed here cannot be made: {refusal}")
        found = counter.count(query, self.resources, self._left(control))
        self.states += found.states
        if found.status is not Status.COMPLETE:
            raise Cancelled(found.status, found.note, found.share)
        return found

    def _left(self, control: Control) -> Control:
        """The limits less what is spent; states of a resumed count are its own."""
        limits = control.limits
        seconds = None if limits.seconds is None else max(0.0, limits.seconds - self._seconds)
        nodes = None if limits.nodes is None else max(0, limits.nodes - self.states)
        return replace(control, limits=Limits(nodes=nodes, seconds=seconds))

    def _labels(self, used: tuple[int, ...] = ()) -> int:
        """In how many ways labelled copies make one picture; ``used`` tells how many of each loose piece."""
        pieces = self.cover.puzzle.pieces
        loose = dict(zip((p.name for p in _loose(self.cover.puzzle)), used, strict=False))
        return math.prod(
            math.perm(p.max_copies, loose.get(p.name, p.max_copies)) for p in pieces if p.max_copies > 1
        )

    def _by_copies(self) -> dict[tuple[int, ...], int]:
        """How many solutions there are for each number of copies used of each loose piece."""
        if self.counter is not FRONTIER:
            raise UnsupportedError(
                f"the engine {self.counter.name!r} cannot label copies that may be left over; frontier can"
            )
        if not labels_fit(self.cover.puzzle):
            raise UnsupportedError(
                "so many copies that may be left over can be labelled by listing engines only"
            )
        loose = _loose(self.cover.puzzle)
        most = [_most_used(self.cover.puzzle, piece) for piece in loose]
        steps = [math.prod(n + 1 for n in most[:k]) for k in range(len(most) + 1)]
        step = dict(zip((piece.name for piece in loose), steps, strict=False))
        marks = [step.get(placement.piece, 0) for placement in self.cover.placements]
        semiring = by_marks(marks, steps[-1] - 1)
        query = Query(self.cover.problem, self.cover.forced, order=self.order, marks=semiring.marks)
        found = sweep(query, semiring, self.resources, self._left(self.control))
        self.states += found.states
        if found.value is None:
            raise Cancelled(found.status, found.note, found.share)
        shares = {}
        for mark, number in enumerate(found.value):
            if number:
                shares[tuple(mark // steps[k] % (most[k] + 1) for k in range(len(most)))] = number
        return shares


def has_loose_copies(puzzle: AnyPuzzle) -> bool:
    """Whether a piece with several copies may be left over: labelled counts then look at each solution."""
    return bool(_loose(puzzle))


def labels_fit(puzzle: AnyPuzzle) -> bool:
    """Whether a sweep can tell solutions apart by how many of each of these pieces they use."""
    return math.prod(_most_used(puzzle, piece) + 1 for piece in _loose(puzzle)) <= MOST_LABELS


def _loose(puzzle: AnyPuzzle) -> list[Piece]:
    """Pieces with several copies that may be left over: their labels differ from solution to solution."""
    if isinstance(puzzle, ExactCoverPuzzle):
        return []
    return [p for p in puzzle.pieces if p.min_copies < p.max_copies and p.max_copies > 1]


def _most_used(puzzle: AnyPuzzle, piece: Piece) -> int:
    """As many copies as are given, or as the board has room for."""
    assert isinstance(puzzle, Puzzle)
    return min(piece.max_copies, len(puzzle.board.cells) // piece.size)
