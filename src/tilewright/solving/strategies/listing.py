"""Listing: solutions found or counted one by one, verified before they are delivered."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.cancellation import steps_cancelled_by
from tilewright.clock import monotonic
from tilewright.exact_cover.translation import Cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solving.engines.base import Batch, Engine, Outcome, Symmetry
from tilewright.solving.engines.native import images_of
from tilewright.solving.engines.registry import Choice
from tilewright.solving.facts import Measuring, Prepared
from tilewright.solving.questions import Answer, Count, DecidePlacements, Find
from tilewright.solving.search.precheck import no_solution
from tilewright.solving.steps import Cancelled, Returning, Status
from tilewright.solving.strategies.base import Strategy

if TYPE_CHECKING:
    from tilewright.solving.engines.listing import FirstAdapter, ListAdapter, SolutionListing
    from tilewright.solving.explanation import PlanNode

LATE_SECONDS = 0.2  # for which solutions that were found before a cancellation are delivered after it


def labellings(puzzle: AnyPuzzle, solution: Solution) -> int:
    """In how many ways labelled copies can make a solution."""
    used = solution.used()
    return math.prod(math.perm(p.max_copies, used.get(p.name, 0)) for p in puzzle.pieces)


@dataclass(frozen=True)
class Listing(Strategy):
    """A strategy that finds solutions one by one."""

    def steps(self, facts: Prepared[Any]) -> Generator[Solution, None, Answer]:
        return (yield from ListingRun(self, facts).solutions())

    def batches(self, run: ListingRun) -> Generator[Batch, None, Outcome]:
        """The solutions of a run as options; Cancelled where nothing was searched."""
        raise NotImplementedError


class ListingRun:
    """A search that finds or counts solutions one by one, on its way to an answer."""

    def __init__(self, strategy: Listing, facts: Prepared[Any]) -> None:
        self.strategy, self.facts, self.query, self.loop = strategy, facts, facts.query, facts.loop
        self.by_copies = facts.by_copies
        self.keep = isinstance(self.query.question, Find) or self.by_copies
        self.engine, self.reason = strategy.engine.name, strategy.reason
        self.note = self.proof = ""
        self.labelled = 0
        self.symmetry: Symmetry | None = None
        self.winner: Answer | None = None  # of a race, where it was not a list
        self.raced = ""  # the engine of a rival that began
        self.end_time: float | None = None  # until when solutions are delivered, once the search was to end

    @property
    def cover(self) -> Cover:
        """The translated puzzle; a plan that was stopped may have none yet."""
        return self.facts.cover

    def solutions(self) -> Generator[Solution, None, Answer]:
        """The solutions, verified, and then the answer."""
        batches = Returning(self.batches())
        left_out: list[tuple[int, ...]] = []
        for batch in batches:
            if not self.keep:
                continue
            # A race finds thousands before the first is delivered, which takes seconds.
            delivered = 0
            zip_found = zip(batch, self.cover.verified(self.engine, batch), strict=True)
            while self._may_deliver and (one := next(zip_found, None)) is not None:
                options, solution = one
                delivered += 1
                if self.by_copies:
                    images = images_of(self.symmetry, [options])
                    self.labelled += labellings(self.query.puzzle, solution) * images
                if isinstance(self.query.question, Find):
                    yield solution
            left_out += batch[delivered:]
        outcome = batches.value
        if left_out:
            outcome = replace(
                outcome,
                status=self.loop.interruption or outcome.status,
                solutions=outcome.solutions - len(left_out),
                images=outcome.images - images_of(self.symmetry, left_out),
            )
        return self._answered(outcome)

    def option_batches(self) -> Generator[Batch, None, Answer]:
        """The solutions as options, and then the answer; those of a search of the tree are not verified."""
        batches = Returning(self.batches())
        # The others may be few, and by an engine of another package.
        verifies = isinstance(self.strategy, ListWithoutTree | LocalSearch)
        for batch in batches:
            if verifies:
                for _ in self.cover.verified(self.engine, batch):
                    pass
            yield batch
        return self._answered(batches.value)

    def _answered(self, outcome: Outcome) -> Answer:
        """The answer, with what was tried and why there is no solution."""
        if outcome.status is Status.COMPLETE and not outcome.solutions and not self.proof:
            self.proof = self.facts.facts.simple_reason
        answer = self._answer(outcome)
        if not self.raced and not outcome.engine:
            return answer
        answer = self.winner or answer
        tried = self.strategy.engine.name, outcome.engine, self.raced, answer.engine
        return replace(answer, tried=", ".join(dict.fromkeys(filter(None, tried))))

    @property
    def _may_deliver(self) -> bool:
        """Whether solutions that were found are still delivered: always where a checkpoint counts on it, else
        for a moment after the search was to end."""
        if self.query.control.is_durable or self.loop.interruption is None:
            return True
        if self.end_time is None:
            self.end_time = monotonic() + LATE_SECONDS
        return monotonic() < self.end_time

    def batches(self) -> Generator[Batch, None, Outcome]:
        """The solutions as options; nothing at all, and no search, when it is plain that there are none."""
        try:
            return (yield from steps_cancelled_by(self.loop.check_cancelled, self.strategy.batches(self)))
        except Cancelled as cancelled:  # before the search
            return Outcome(cancelled.status, 0, 0, 0, self.loop.seconds, 0.0)

    def noted(self, step: str, work: Generator[Batch, None, Outcome]) -> Generator[Batch, None, Outcome]:
        """The work of a step, with a note of what it took."""
        began = self.loop.elapsed
        outcome = yield from work
        seconds = self.loop.elapsed - began
        self.loop.note_effort(step, self.engine, outcome.nodes, seconds, outcome.share, outcome.status)
        return outcome

    def list_of(self, engine: Engine) -> SolutionListing:
        """The list of an engine that searches no tree, which has not begun."""
        group = self.facts.group
        if self.query.options.unique and group is not None and not group.trivial:
            self.symmetry = Symmetry(group.option_permutations(self.cover))
        adapter: ListAdapter = engine.loaded_adapter
        return adapter.listing(self.facts.sweep, self.query.resources, self.loop)

    def walk(self, listing: SolutionListing) -> Generator[Batch, None, Outcome]:
        """The solutions of a list, with ``unique`` one of each orbit, up to the limit of solutions."""
        from tilewright.solving.engines.reference import orbit_size  # here: a search of the tree needs none

        solutions = images = 0
        batches = Returning(listing.batches())
        limit, status = self.query.control.limits.solutions, None
        try:
            for rows in batches:
                if solutions:  # after the last batch nothing is left to be cancelled
                    self.loop.check_cancelled()
                batch: Batch = []
                for options in rows:
                    size = 1 if self.symmetry is None else orbit_size(self.symmetry, options)
                    if size and solutions == limit:
                        status = Status.LIMIT
                        break
                    if size:
                        batch.append(options)
                        solutions += 1
                        images += size
                if batch:
                    yield batch
                if status is not None:
                    break
            else:
                status = batches.value
        except Cancelled as cancelled:
            status = cancelled.status
        finally:
            batches.steps.close()
        if not isinstance(status, Status):
            raise RuntimeError(f"the engine {self.engine!r} does not say how its list ended")
        self.note = "" if solutions == limit else listing.note
        share = 1.0 if status is Status.COMPLETE else listing.share
        return Outcome(status, solutions, images, listing.nodes, self.loop.seconds, share)

    def _answer(self, outcome: Outcome) -> Answer:
        options = self.query.options
        group = self.facts.group if options.unique else None  # it may not have been computed
        total = outcome.images
        labelled = self.labelled if self.by_copies else total * self.facts.labels
        return Answer(
            status=outcome.status,
            solutions=total,
            labelled=labelled if options.labelled else None,
            up_to_symmetry=outcome.solutions if options.unique else None,
            symmetries=group.words if group is not None else "",
            nodes=outcome.nodes,
            seconds=outcome.seconds,
            engine=outcome.engine or self.engine,
            engine_reason=self.reason,
            share=outcome.share,
            note=self.note,
            proof=self.proof,
        )


def option_batches(strategy: Strategy, facts: Prepared[Any]) -> Generator[Batch, None, Answer]:
    """The solutions as sets of options, in batches, and then the answer; those of a search of the tree are
    not verified: for lists too long to look at each."""
    if isinstance(strategy, Listing):
        return (yield from ListingRun(strategy, facts).option_batches())
    solutions = Returning(strategy.steps(facts))
    for solution in solutions:
        yield [facts.cover.options(solution)]
    answer: Answer = solutions.value
    return answer


@dataclass(frozen=True)
class NoSearch(Listing):
    """Nothing is searched, as there is a reason why no solution exists."""

    def steps(self, facts: Prepared[Any]) -> Generator[Solution, None, Any]:
        if isinstance(facts.query.question, Find | Count):
            return (yield from super().steps(facts))
        from tilewright.solving.strategies.sweeps import without_sweep

        return without_sweep(facts, self, Status.COMPLETE, facts.facts.simple_reason)

    def batches(self, run: ListingRun) -> Generator[Batch, None, Outcome]:
        yield from ()
        return Outcome(Status.COMPLETE, 0, 0, 0, 0.0, 1.0)

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        return PlanNode("no search", reason=f"no solution exists: {measuring.facts.facts.simple_reason}")


@dataclass(frozen=True)
class Stopped(Listing):
    """Nothing is searched, as a limit or a cancellation came before an engine was chosen."""

    def steps(self, facts: Prepared[Any]) -> Generator[Solution, None, Any]:
        if isinstance(facts.query.question, Find | Count):
            return (yield from super().steps(facts))
        status = facts.loop.interruption or Status.CANCELLED
        if isinstance(facts.query.question, DecidePlacements):
            return self.unanswered(facts, status)
        from tilewright.solving.strategies.sweeps import without_sweep

        return without_sweep(facts, self, status)

    def batches(self, run: ListingRun) -> Generator[Batch, None, Outcome]:
        yield from ()
        raise Cancelled(run.loop.interruption or Status.CANCELLED)

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import UNKNOWN, PlanNode

        measuring.ended = measuring.facts.loop.interruption or Status.LIMIT
        return PlanNode(UNKNOWN)


@dataclass(frozen=True)
class ListWithoutTree(Listing):
    """A list by an engine that searches no tree; it is expected to take ``seconds``, 0 if not estimated."""

    seconds: float = 0.0

    def batches(self, run: ListingRun) -> Generator[Batch, None, Outcome]:
        return (yield from run.noted("list", run.walk(run.list_of(self.engine))))

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        expected = measuring.expected_sweep(self.engine)
        words = "a list without a search of the tree"
        return PlanNode(words, "list", self.engine.name, self.reason, expected)


@dataclass(frozen=True)
class LocalSearch(Listing):
    """A search for one solution without a tree; ``tree`` searches the tree in turns with it."""

    tree: Choice | None = None

    @property
    def engines(self) -> set[Engine]:
        return {self.engine} if self.tree is None else {self.engine, self.tree.engine}

    def batches(self, run: ListingRun) -> Generator[Batch, None, Outcome]:
        return (yield from run.noted("first", self._first(run)))

    def _first(self, run: ListingRun) -> Generator[Batch, None, Outcome]:
        def refute(plain: bool) -> str:  # noqa: FBT001 - as FirstAdapter says
            try:
                return no_solution(run.cover, run.loop.check_cancelled, plain=plain)
            except Cancelled:
                return ""  # what follows ends at once

        tree = None if self.tree is None else self.tree.engine
        adapter: FirstAdapter = self.engine.loaded_adapter
        search = adapter.first_solution(run.cover, run.loop, tree, refute)
        batches = Returning(search.batches())
        solutions = 0
        try:
            for batch in batches:
                run.engine = search.name
                if not solutions:
                    yield batch[:1]
                solutions += len(batch)
            outcome = batches.value
        except Cancelled as cancelled:
            outcome = Outcome(cancelled.status, 0, 0, search.nodes, run.loop.seconds, 0.0)
        run.engine, run.proof = search.name, search.proof
        status = outcome.status if solutions < 2 else Status.LIMIT  # not all of them were delivered
        return replace(outcome, status=status, solutions=min(1, solutions), images=min(1, solutions))

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode

        tree = self.tree
        children = () if tree is None else (PlanNode("a search of the tree", engine=tree.engine.name),)
        words = "a search for one solution without a tree"
        return PlanNode(words, "first", self.engine.name, self.reason, None, children)
