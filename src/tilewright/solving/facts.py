"""The first stage: from a query to the facts that planning and running rest on, each computed once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.components import independent_parts
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.symmetry import Symmetries, has_many_symmetries, symmetries
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Piece
from tilewright.solving import costs
from tilewright.solving.engines.base import (
    Engine,
    Task,
)
from tilewright.solving.questions import Find, Query, Result
from tilewright.solving.search.precheck import simple_reason
from tilewright.solving.steps import Cancelled, Status, StepLoop
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.solving.engines.frontier.sweep import SweepQuery
    from tilewright.solving.engines.frontier.sweep_size import Forecast
    from tilewright.solving.explanation import StepEstimate

MOST_LABELS = 5_000  # numbers of copies used, over all loose pieces, that a sweep distinguishes
RECENT = 16  # puzzles whose facts are kept for the next question,
RECENT_OPTIONS = 20_000  # if they have no more options than this

Measured = TypeVar("Measured")


@dataclass(frozen=True)
class PuzzleFacts:
    """What is known of a puzzle whatever is asked about it; each is computed when it is first used.

    ``part`` is the part of its cover problem that is asked about, and ``whole`` has the facts of all of it.
    """

    puzzle: AnyPuzzle
    part: CoverProblem | None = None
    whole: PuzzleFacts | None = None

    @cached_property
    def cover(self) -> Cover:
        if self.part is not None and self.whole is not None:
            return replace(self.whole.cover, problem=self.part, forced=(), keys=())
        cover = to_cover(self.puzzle)
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
        facts = _recent.get(id(puzzle))
    if facts is None or facts.cover.forced:
        return None
    return len(facts.cover.problem.options), len(facts.cover.problem.items)


def facts_of(puzzle: AnyPuzzle) -> PuzzleFacts:
    """The facts of a puzzle, the same ones when it is one of the last few that were translated."""
    with _recent_lock:
        facts = _recent.get(id(puzzle))
        if facts is not None:
            _recent.move_to_end(id(puzzle))
            return facts
    return PuzzleFacts(puzzle)


def _keep(facts: PuzzleFacts) -> None:
    """Keep the facts of a puzzle for the next question about it."""
    with _recent_lock:
        _recent[id(facts.puzzle)] = facts
        while len(_recent) > RECENT:
            _recent.popitem(last=False)


@dataclass(frozen=True)
class SearchWork:
    """What a search for all solutions is expected to take, by random dives.

    ``tree_nodes`` are those of the whole tree, of which one in ``folds`` is visited, in ``node_seconds``
    each.
    """

    tree_nodes: float
    folds: int
    node_seconds: float
    setup_seconds: float

    @property
    def nodes(self) -> float:
        """The nodes that are visited."""
        return self.tree_nodes / self.folds

    @property
    def seconds(self) -> float:
        """How long it takes on one thread."""
        return self.setup_seconds + self.nodes * self.node_seconds


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

    @property
    def requested(self) -> bool:
        """Whether the query names the engine."""
        return self.query.options.engine is not None

    @property
    def settled(self) -> bool:
        """Whether no other sweep may take the place of an engine when it turns out to be quicker."""
        options, control = self.query.options, self.query.control
        return self.requested or bool(options.order or control.is_durable or control.limits.nodes is not None)

    @property
    def by_copies(self) -> bool:
        """Whether labelled counts differ from solution to solution, as copies may be left over."""
        return self.query.options.labelled and bool(self.loose_pieces)

    @cached_property
    def group(self) -> Symmetries | None:
        """The symmetries where they matter to the answer or may save work; else None."""
        options = self.query.options
        saves_work = options.symmetry and not has_many_symmetries(self.facts.puzzle)
        return self.symmetries if options.unique or saves_work else None

    @cached_property
    def sweep(self) -> SweepQuery:
        """The cover problem as a sweep takes it."""
        order = order_of(self.cover, self.query.options.order)
        return replace(self.facts.sweep, order=order) if order else self.facts.sweep

    @cached_property
    def forecast(self) -> Forecast:
        """How large a sweep that counts is expected to be."""
        from tilewright.solving.engines.frontier.sweep_size import forecast

        self.loop.check_cancelled()
        value = forecast(self.sweep)
        self.loop.check_cancelled()
        return value

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

    def search_work(self, engine: Engine) -> SearchWork:
        """What a search by an engine is expected to take; Cancelled when the loop is cancelled."""
        from tilewright.solving.search.tree_search import is_folded

        problem, group = self.cover.problem, self.group
        nodes, folds = self.search_nodes(engine), 1
        if group is not None and is_folded(nodes, unique=self.query.options.unique):
            folds = len(group.members)
        option_seconds = costs.SPLIT_OPTION if folds == 1 else costs.FOLD_OPTION
        setup = costs.SEARCH_SETUP + option_seconds * len(problem.options)
        return SearchWork(nodes, folds, engine.seconds_of_node(problem), setup)

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


@dataclass
class Measuring:
    """Measures what steps of a plan are expected to take; ``ended`` says how that was cut off, if it was."""

    facts: Prepared[Any]
    ended: Status | None = None

    def measured(self, measure: Callable[[], Measured]) -> Measured | None:
        """What a measurement says; None where it was cut off."""
        if self.ended is None:
            try:
                return measure()
            except Cancelled as cancelled:
                self.ended = cancelled.status
        return None

    def expected_sweep(self, engine: Engine) -> StepEstimate | None:
        """What a sweep by an engine is expected to take; None where nothing tells it beforehand."""
        from tilewright.solving.explanation import ALL_STATES, FORECAST, KNOWN, StepEstimate

        facts = self.facts
        if engine.can("predictable"):
            adapter = engine.loaded_adapter
            return StepEstimate(0.0, "", adapter.expected_seconds(facts.sweep, facts.query.resources), KNOWN)
        if not engine.can("weighted"):
            return None
        forecast = self.measured(lambda: facts.forecast)
        if forecast is None or forecast.refusal:
            return None
        how = ALL_STATES if forecast.exact else FORECAST
        return StepEstimate(forecast.states, "states", forecast.seconds, how, forecast.bytes)

    def listing_work(self, engine: Engine) -> SearchWork:
        """What a search by an engine is expected to take: a plain list is never made over orbits."""
        work, query = self.facts.search_work(engine), self.facts.query
        is_plain_list = isinstance(query.question, Find) and not query.options.unique
        return replace(work, folds=1) if is_plain_list else work

    def nodes_estimate(self, work: SearchWork) -> StepEstimate:
        """The work of a search as an estimate."""
        from tilewright.solving.explanation import DIVES, StepEstimate

        return StepEstimate(work.nodes, "nodes", work.seconds, DIVES)


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
