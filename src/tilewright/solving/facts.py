"""The first stage: from a query to the facts that planning and running rest on, each computed once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING, Generic

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.components import independent_parts
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.symmetry import Symmetries, symmetries
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Piece
from tilewright.solving.engines.base import (
    Engine,
    Task,
)
from tilewright.solving.questions import Query, Result
from tilewright.solving.search.precheck import simple_reason
from tilewright.solving.steps import StepLoop
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.solving.engines.frontier.sweep import SweepQuery
    from tilewright.solving.estimation.sweep_size import Forecast

MOST_LABELS = 5_000  # numbers of copies used, over all loose pieces, that a sweep distinguishes
RECENT = 16  # puzzles whose facts are kept for the next question,
RECENT_OPTIONS = 20_000  # if they have no more options than this


@dataclass(frozen=True)
class PuzzleFacts:
    """What is known of a puzzle whatever is asked about it; each is computed when it is first used.

    ``part`` is the part of its cover problem that is asked about; None: all of it.
    """

    puzzle: AnyPuzzle
    part: CoverProblem | None = None

    @cached_property
    def cover(self) -> Cover:
        cover = to_cover(self.puzzle)
        if self.part is not None:
            return replace(cover, problem=self.part, forced=(), keys=())
        if len(cover.problem.options) <= RECENT_OPTIONS:
            _keep(self)
        return cover

    @cached_property
    def parts(self) -> tuple[CoverProblem, ...]:
        """The parts of the cover problem that share no item."""
        return independent_parts(self.cover.problem)

    @cached_property
    def symmetries(self) -> Symmetries:
        return symmetries(self.puzzle)

    @cached_property
    def simple_reason(self) -> str:
        """Why there is no solution, as a sentence, where areas, cells or pieces show it at once; else ""."""
        return simple_reason(self.cover)

    @cached_property
    def sweep(self) -> SweepQuery:
        """The cover problem as a sweep takes it, in an order that the core chooses."""
        from tilewright.solving.engines.frontier.sweep import SweepQuery  # here: a short search needs none

        return SweepQuery(self.cover.problem, self.cover.forced)


# By the identity of the puzzle, which each entry keeps alive; the one used last is at the end.
_recent: OrderedDict[int, PuzzleFacts] = OrderedDict()
_recent_lock = threading.Lock()


def recent_matrix_size(puzzle: AnyPuzzle) -> tuple[int, int] | None:
    """The numbers of options and of items of a puzzle that is one of the last few that were translated.

    None for others, and where placements are forced, which leaves options out.
    """
    with _recent_lock:
        found = _recent.get(id(puzzle))
    if found is None or found.cover.forced:
        return None
    return len(found.cover.problem.options), len(found.cover.problem.items)


def facts_of(puzzle: AnyPuzzle) -> PuzzleFacts:
    """The facts of a puzzle, the same ones when it is one of the last few that were translated."""
    with _recent_lock:
        found = _recent.get(id(puzzle))
        if found is not None:
            _recent.move_to_end(id(puzzle))
            return found
    return PuzzleFacts(puzzle)


def _keep(facts: PuzzleFacts) -> None:
    """Keep the facts of a puzzle for the next question about it."""
    with _recent_lock:
        _recent[id(facts.puzzle)] = facts
        while len(_recent) > RECENT:
            _recent.popitem(last=False)


@dataclass(frozen=True)
class Prepared(Generic[Result]):
    """A query with its cover problem, and what is known of them; the clock of ``loop`` is running.

    What takes time is computed when it is first used. ``measured`` are the nodes that searches are expected
    to have, by the engine and by how many times more dives than usual were made.
    """

    query: Query[Result]
    facts: PuzzleFacts
    loop: StepLoop
    measured: dict[tuple[str, int], float] = field(default_factory=dict)

    @property
    def cover(self) -> Cover:
        return self.facts.cover

    @property
    def symmetries(self) -> Symmetries:
        return self.facts.symmetries

    @property
    def parts(self) -> tuple[CoverProblem, ...]:
        """The parts of the cover problem that share no item."""
        return self.facts.parts

    @cached_property
    def group(self) -> Symmetries | None:
        """The symmetries where they matter to the answer or may save work; else None."""
        options = self.query.options
        return self.symmetries if options.unique or options.symmetry else None

    @cached_property
    def sweep(self) -> SweepQuery:
        """The cover problem as a sweep takes it."""
        order = order_of(self.cover, self.query.options.order)
        return replace(self.facts.sweep, order=order) if order else self.facts.sweep

    @cached_property
    def forecast(self) -> Forecast:
        """How large a sweep that counts is expected to be."""
        from tilewright.solving.estimation.sweep_size import forecast

        self.loop.check_cancelled()
        found = forecast(self.sweep)
        self.loop.check_cancelled()
        return found

    def search_nodes(self, engine: Engine, times: int = 1) -> float:
        """How many nodes a search for all solutions is expected to have, from a few random dives.

        ``times`` as many as the engine usually makes.
        """
        if (engine.name, times) not in self.measured:
            from tilewright.solving.search.partition import affordable_dives, expected_nodes

            problem, whole = self.cover.problem, Task(self.cover.forced)
            dives = max(2, affordable_dives(problem, engine.dives * times))
            nodes = expected_nodes(problem, whole, engine, dives, self.loop.check_cancelled)
            self.measured[engine.name, times] = nodes
        return self.measured[engine.name, times]

    @cached_property
    def checkpoint_engine(self) -> str:
        """The engine that made the checkpoint of a search to resume; "" without one."""
        resume = self.query.control.resume
        if resume is None:
            return ""
        from tilewright.solving.engines.search_checkpoint import load_search

        return load_search(resume).identity.engine

    @cached_property
    def loose_pieces(self) -> tuple[Piece, ...]:
        """Pieces with several copies that may be left over: their labels differ from solution to solution."""
        puzzle = self.query.puzzle
        if isinstance(puzzle, ExactCoverPuzzle):
            return ()
        return tuple(p for p in puzzle.pieces if p.min_copies < p.max_copies and p.max_copies > 1)

    @property
    def labels(self) -> int:
        """How many labelled solutions each solution makes, where no piece is loose."""
        return prod(factorial(p.max_copies) for p in self.query.puzzle.pieces if p.min_copies > 1)

    def most_used(self, piece: Piece) -> int:
        """How many copies of a piece a solution has at most: as many as there are, or as fit on the board."""
        puzzle = self.query.puzzle
        assert not isinstance(puzzle, ExactCoverPuzzle)
        return min(piece.max_copies, len(puzzle.board.cells) // piece.size)

    @cached_property
    def labels_fit(self) -> bool:
        """Whether a sweep can tell solutions apart by how many of each loose piece they use."""
        return prod(self.most_used(piece) + 1 for piece in self.loose_pieces) <= MOST_LABELS


def prepare(query: Query[Result]) -> Prepared[Result]:
    """Start the clock; the puzzle is translated when its cover problem is first used, for the plan."""
    loop = StepLoop(query.control)
    return Prepared(query, facts_of(query.puzzle), loop)


def order_of(cover: Cover, names: Sequence[str]) -> tuple[int, ...]:
    """Item numbers for names as the cover problem has them: ``(x, y)`` for cells, names for pieces.

    UnsupportedError names the first one that is no item, or comes twice.
    """
    number = {name.replace(" ", ""): item for item, name in enumerate(cover.problem.items)} if names else {}
    order: dict[int, None] = {}
    for name in names:
        item = number.get(name.replace(" ", ""))
        if item is None:
            if name in cover.puzzle.by_name:
                reason = "has no place in an order: it cannot be used too often or too rarely here"
                raise UnsupportedError(f"the piece {quoted(name)} {reason}")
            raise UnsupportedError(
                f"there is no cell or piece {quoted(name)} in this puzzle for the order; "
                "cells are named like (2, 0)"
            )
        if item in order:
            raise UnsupportedError(f"the order names {quoted(name)} twice")
        order[item] = None
    return tuple(order)
