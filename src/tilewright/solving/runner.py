"""The third stage: carry out a plan; solutions are verified before they are delivered."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from tilewright.cancellation import cancelled_by, steps_cancelled_by
from tilewright.clock import monotonic
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import Cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solving.engines.base import (
    Batch,
    Engine,
    Outcome,
    Symmetry,
)
from tilewright.solving.facts import Prepared, PuzzleFacts
from tilewright.solving.planner import YEARS, Method, Plan, choose, looking_ahead
from tilewright.solving.planner import plan as make_plan
from tilewright.solving.questions import Answer, Count, DecidePlacements, Find, Forced, Options, Result
from tilewright.solving.search.precheck import is_long, long_search_refuted, no_solution
from tilewright.solving.search.tree_search import puzzle_search, search_batches
from tilewright.solving.search.trial import image_seconds, images_of, rival_setup_seconds
from tilewright.solving.search.work import SearchWork
from tilewright.solving.steps import Cancelled, Control, Returning, Status, StepLoop

if TYPE_CHECKING:
    from tilewright.solving.engines.frontier.traceback import GraphList
    from tilewright.solving.engines.listing import FirstAdapter, ListAdapter, SolutionListing
    from tilewright.solving.search.race import AnyRace

SPLIT_SECONDS = 0.02  # to split a search into parts, for a list: the effort of a rival before that
LONGEST_HEAD_START = 3.0  # times as much for a rival that seems nearly done
FIRST_SHARE, FIRST_SECONDS = 0.05, 3e-3  # of what a search is expected to take: the first look at a counting
# rival, and at least so long: by then its share says within a factor of about 3 what is left of it
LONGEST_SHARE, LONGEST_SECONDS = 1.5, 0.1  # of the same: the rival's effort before the search at most
LONG_SECONDS, MORE_DIVES = 0.03, 4  # of a search, from which its size is guessed by so many times more dives
QUICK_SEARCH = 4.0  # times the set-up of a rival: a search that takes no longer comes first
MANY = 0.01  # solutions a node
HOPELESS, LEAST_HOPELESS = 1e6, 100.0  # times as long as another count is certain to take; seconds
LATE_SECONDS = 0.2  # for which solutions that were found before a cancellation are delivered after it
LIST_SECONDS = 0.5  # of effort after which a race for a list is decided: nothing is delivered before


def run(plan: Plan[Result]) -> Result:
    """Answer the query of a plan. Solutions go to the question's sink, if it has one.

    Where a limit or a cancellation comes before the search, the answer has its status and says nothing else.
    """
    question = plan.prepared.query.question
    answer: Any
    if isinstance(question, Find | Count) and plan.method not in (Method.COUNT, Method.PARTS):
        sink = question.sink if isinstance(question, Find) else None
        steps = Returning(_Listing(plan).solutions())
        for solution in steps:
            if sink is not None:
                sink(solution)
        answer = steps.value
    else:
        loop = plan.prepared.loop
        with cancelled_by(loop.check_cancelled):
            try:
                if plan.method is Method.STOPPED:
                    raise Cancelled(loop.interruption or Status.CANCELLED)
                answer = _without_listing(plan)
            except Cancelled as cancelled:
                answer = _stopped(plan, cancelled.status)
    if isinstance(answer, Answer):
        answer = replace(answer, title=plan.prepared.query.puzzle.title)
    result: Result = answer
    return result


def _without_listing(plan: Plan[Any]) -> Any:
    if isinstance(plan.prepared.query.question, DecidePlacements):
        from tilewright.solving.strategies.forced import decide_placements

        return decide_placements(plan)
    if plan.method is Method.PARTS:
        from tilewright.solving.strategies.part_counts import count_parts

        return count_parts(plan, partial(_count_part, plan))
    if plan.method is Method.COUNT:
        from tilewright.solving.strategies.counting import count_without_listing

        return count_without_listing(plan)
    from tilewright.solving.strategies.sweep_questions import run_sweep, without_sweep

    proof = _refuted(plan)
    return without_sweep(plan, Status.COMPLETE, proof) if proof else run_sweep(plan)


def _stopped(plan: Plan[Any], status: Status) -> Any:
    """The answer when a limit or a cancellation came before the search: that nothing was searched."""
    prepared, question = plan.prepared, plan.prepared.query.question
    seconds, engine = prepared.loop.seconds, plan.engine.name
    if isinstance(question, DecidePlacements):
        return Forced(status, None, (), (), (), 0, 0, 0, 0, 0, seconds, engine)
    if isinstance(question, Count):
        return Answer(status, None, None, None, "", 0, seconds, engine, plan.reason, 0.0)
    from tilewright.solving.strategies.sweep_questions import without_sweep

    return without_sweep(plan, status)


def _refuted(plan: Plan[Any]) -> str:
    """Why a question that one sweep answers needs none, as there is no solution; "" where no reason shows."""
    prepared = plan.prepared
    if plan.method is Method.NOTHING or plan.requested or prepared.query.control.resume is not None:
        return prepared.facts.simple_reason
    engine, loop = choose(prepared.cover.problem).engine, prepared.loop
    try:
        if not is_long(prepared, engine):
            return ""
        began = loop.elapsed
        proof = long_search_refuted(prepared, engine)
        loop.note_effort("proof", "", 0, loop.elapsed - began, 1.0, Status.COMPLETE)
        return proof
    except Cancelled:
        return ""  # the sweep that follows ends at once


def _count_part(whole: Plan[Answer], part: CoverProblem, control: Control) -> Answer:
    """The count of a part of a problem: a query of its own. Without a rival, by the engine of the plan."""
    engine = whole.engine.name if whole.rival is None else None
    query = replace(whole.prepared.query, options=Options(engine, symmetry=False), control=control)
    facts = PuzzleFacts(query.puzzle, part)
    return run(make_plan(Prepared(query, facts, StepLoop(control))))


def iterate(plan: Plan[Answer]) -> Generator[Solution, None, Answer]:
    """The solutions of a plan to find them, then the answer; closing the generator ends the search."""
    return (yield from _Listing(plan).solutions())


def iterate_options(plan: Plan[Answer]) -> Generator[Batch, None, Outcome]:
    """The same as sets of options, in batches; those of a search of the tree are not verified: for lists too
    long to look at each."""
    listing = _Listing(plan)
    if plan.method not in {Method.LIST, Method.FIRST}:
        return (yield from listing.batches())
    # They may be few, and by an engine of another package.
    batches = Returning(listing.batches())
    for batch in batches:
        for _ in plan.prepared.cover.verified(listing.engine, batch):
            pass
        yield batch
    return batches.value


def labellings(puzzle: AnyPuzzle, solution: Solution) -> int:
    """In how many ways labelled copies can make a solution."""
    used = solution.used()
    return math.prod(math.perm(p.max_copies, used.get(p.name, 0)) for p in puzzle.pieces)


class _Listing:
    """A search that finds or counts solutions one by one, on its way to an answer."""

    def __init__(self, plan: Plan[Any]) -> None:
        self.plan, self.prepared, self.query = plan, plan.prepared, plan.prepared.query
        self.loop = self.prepared.loop
        # Labelled counts of puzzles that may leave copies out differ from solution to solution.
        self.by_copies = self.query.options.labelled and bool(self.prepared.loose_pieces)
        self.keep = isinstance(self.query.question, Find) or self.by_copies
        self.engine, self.reason = plan.engine.name, plan.reason
        self.note = self.proof = ""
        self.labelled = 0
        self.symmetry: Symmetry | None = None
        self.race: AnyRace | None = None
        self.end_time: float | None = None  # until when solutions are delivered, once the search was to end

    @property
    def cover(self) -> Cover:
        """The translated puzzle; a plan that was stopped may have none yet."""
        return self.prepared.cover

    def solutions(self) -> Generator[Solution, None, Answer]:
        """The solutions, verified, and then the answer."""
        batches = Returning(self.batches())
        left_out: list[tuple[int, ...]] = []
        for batch in batches:
            if not self.keep:
                continue
            # A race finds thousands before the first is delivered, which takes seconds.
            delivered = 0
            found = zip(batch, self.cover.verified(self.engine, batch), strict=True)
            while self._may_deliver and (one := next(found, None)) is not None:
                options, solution = one
                delivered += 1
                if self.by_copies:
                    self.labelled += labellings(self.query.puzzle, solution) * images_of(
                        self.symmetry, options
                    )
                if isinstance(self.query.question, Find):
                    yield solution
            left_out += batch[delivered:]
        outcome = batches.value
        if left_out:
            outcome = replace(
                outcome,
                status=self.loop.interruption or outcome.status,
                solutions=outcome.solutions - len(left_out),
                images=outcome.images - sum(images_of(self.symmetry, options) for options in left_out),
            )
        if outcome.status is Status.COMPLETE and not outcome.solutions and not self.proof:
            self.proof = self.prepared.facts.simple_reason
        answer = self._answer(outcome)
        tried = [self.plan.engine.name, outcome.engine]
        if self.race is not None:
            winner = self.race.winner
            answer = winner if isinstance(winner, Answer) else answer
            tried.append(self.race.rival.engine.name)
        elif not outcome.engine:
            return answer
        return replace(answer, tried=", ".join(dict.fromkeys(filter(None, (*tried, answer.engine)))))

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
            return (yield from steps_cancelled_by(self.loop.check_cancelled, self._batches()))
        except Cancelled as cancelled:  # before the search
            return Outcome(cancelled.status, 0, 0, 0, self.loop.seconds, 0.0)

    def _batches(self) -> Generator[Batch, None, Outcome]:
        method = self.plan.method
        if method is Method.STOPPED:
            raise Cancelled(self.loop.interruption or Status.CANCELLED)
        if method is Method.NOTHING:
            return Outcome(Status.COMPLETE, 0, 0, 0, 0.0, 1.0)
        if method is Method.FIRST:
            return (yield from self._noted("first", self._first()))
        if method is Method.LIST:
            return (yield from self._noted("list", self._walk(self._list_of(self.plan.engine))))
        outcome = yield from self._search()
        if self.race is None or self.race.winner is None or isinstance(self.race.winner, Answer):
            return outcome
        self.engine = self.race.rival.engine.name
        self.reason = self._race_reason
        return (yield from self._noted("list", self._walk(self.race.winner)))

    def _noted(self, step: str, work: Generator[Batch, None, Outcome]) -> Generator[Batch, None, Outcome]:
        """The work of a step, with a note of what it took."""
        began = self.loop.elapsed
        outcome = yield from work
        seconds = self.loop.elapsed - began
        self.loop.note_effort(step, self.engine, outcome.nodes, seconds, outcome.share, outcome.status)
        return outcome

    def _first(self) -> Generator[Batch, None, Outcome]:
        def refute(plain: bool) -> str:  # noqa: FBT001 - as FirstAdapter says
            try:
                return no_solution(self.cover, self.loop.check_cancelled, plain=plain)
            except Cancelled:
                return ""  # what follows ends at once

        tree = self.plan.tree
        adapter: FirstAdapter = self.plan.engine.loaded_adapter
        search = adapter.first_solution(self.cover, self.loop, None if tree is None else tree.engine, refute)
        batches = Returning(search.batches())
        found = 0
        try:
            for batch in batches:
                self.engine = search.name
                if not found:
                    yield batch[:1]
                found += len(batch)
            outcome = batches.value
        except Cancelled as cancelled:
            outcome = Outcome(cancelled.status, 0, 0, search.nodes, self.loop.seconds, 0.0)
        self.engine, self.proof = search.name, search.proof
        status = outcome.status if found < 2 else Status.LIMIT  # not all of them were delivered
        return replace(outcome, status=status, solutions=min(1, found), images=min(1, found))

    def _list_of(self, engine: Engine) -> SolutionListing:
        """The list of an engine that searches no tree, which has not begun."""
        group = self.prepared.group
        if self.query.options.unique and group is not None and not group.trivial:
            self.symmetry = Symmetry(group.option_permutations(self.cover))
        adapter: ListAdapter = engine.loaded_adapter
        return adapter.listing(self.prepared.sweep, self.query.resources, self.loop)

    def _walk(self, listing: SolutionListing) -> Generator[Batch, None, Outcome]:
        """The solutions of a list, with ``unique`` one of each orbit, up to the limit of solutions."""
        from tilewright.solving.engines.reference import orbit_size  # here: a search of the tree needs none

        solutions = images = 0
        batches = Returning(listing.batches())
        limit, status = self.query.control.limits.solutions, None
        try:
            for found in batches:
                if solutions:  # after the last batch nothing is left to be cancelled
                    self.loop.check_cancelled()
                batch: Batch = []
                for options in found:
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
            raise RuntimeError(f"the engine {self.plan.engine.name!r} does not say how its list ended")
        self.note = "" if solutions == limit else listing.note
        share = 1.0 if status is Status.COMPLETE else listing.share
        return Outcome(status, solutions, images, listing.nodes, self.loop.seconds, share)

    def _search(self) -> Generator[Batch, None, Outcome]:
        plan, options = self.plan, self.query.options
        engine = plan.engine
        fold = options.symmetry and not self.keep and self.query.control.limits.solutions is None
        search = puzzle_search(
            self.cover, engine, lambda: self.prepared.group, keep=self.keep, unique=options.unique, fold=fold
        )

        self.symmetry = search.whole.symmetry

        def refute(loop: StepLoop, plain: bool) -> bool:  # noqa: FBT001 - as TreeSearch says
            if is_long(self.prepared, engine):
                began = loop.elapsed
                try:
                    self.proof = no_solution(self.cover, loop.check_cancelled, plain=plain)
                except Cancelled as cancelled:
                    loop.note_effort("proof", "", 0, loop.elapsed - began, 0.0, cancelled.status)
                    raise
                loop.note_effort("proof", "", 0, loop.elapsed - began, 1.0, Status.COMPLETE)
            return bool(self.proof)

        if not plan.requested:
            search = replace(search, refute=refute, other=partial(looking_ahead, plan))
        if plan.rival is not None:
            search = replace(search, race=self._count_race if self._counts else self._list_race)
        return (yield from search_batches(search, self.loop))

    @property
    def _counts(self) -> bool:
        return not isinstance(self.query.question, Find)

    @property
    def _race_reason(self) -> str:
        return f"it was done before a search by {self.plan.engine.name}"

    @property
    def _other_reason(self) -> str:
        return f"on small pieces of the search it took less time than {self.plan.engine.name}"

    def _count_race(self, tried: Outcome) -> AnyRace:
        """A race of the search with a count by the rival of the plan."""
        from tilewright.solving.search.race import UNLIMITED, Race, Rival

        engine = self.plan.rival
        assert engine is not None
        tree, group = self.plan.engine, self.prepared.group
        plan = replace(self.plan, method=Method.COUNT, engine=engine, reason=self._race_reason)

        def wins(answer: Answer) -> bool:
            if answer.status is Status.COMPLETE:
                return True
            # The tables did not fit, and the search would take years: that is the answer.
            seconds = self.prepared.search_nodes(tree) * tree.seconds_of_node(self.cover.problem)
            return seconds > YEARS * (1 if group is None else len(group.members))

        def count(control: Control) -> Answer:
            from tilewright.solving.strategies.counting import (
                count_without_listing,  # here: most searches end before
            )

            return count_without_listing(plan, control)

        rival = Rival(engine, count, self.query.control)
        problem, work = self.cover.problem, SearchWork.of(self.prepared, tree)
        node_seconds = work.node_seconds
        if group is not None and work.folds > 1:
            each = image_seconds(problem, group.members)
            node_seconds += each * tried.solutions / max(1, tried.nodes)
        nodes = self._expected_nodes(tried, work.folds / node_seconds)
        expected = work.setup_seconds + nodes * node_seconds / work.folds
        # Dives are fair on average, and hardly ever a million times too high.
        known = None
        if expected > LEAST_HOPELESS:
            from tilewright.solving.engines.frontier.count_by_states import predictable_counter

            known = predictable_counter(self.prepared.sweep, self.query.resources)
        hopeless = known is not None and expected > HOPELESS * known[1]
        # The less the search is expected to take, the less is to be gained by a rival before it.
        first = max(FIRST_SECONDS, FIRST_SHARE * expected)
        longest = min(LONGEST_SECONDS, max(first, LONGEST_SHARE * expected))
        self.race = Race(
            node_seconds,
            rival,
            self.loop,
            UNLIMITED if hopeless else min(first, longest),
            wins,
            expected,
            longest=longest,
            search_first=expected < QUICK_SEARCH * rival_setup_seconds(problem),
        )
        return self.race

    def _expected_nodes(self, tried: Outcome, second_nodes: float) -> float:
        """The nodes of a search for all solutions: by dives, and by how far a trial came.

        Either is wrong by a factor of two often, by ten now and then, and mostly in different directions.
        More dives are mostly right within two, and are made where the search takes so long that it matters.
        ``second_nodes`` of them take a second.
        """
        nodes = self.prepared.search_nodes(self.plan.engine)
        if tried.share > 0:
            nodes = math.sqrt(nodes * tried.nodes / tried.share)
        if nodes < LONG_SECONDS * second_nodes:
            return nodes
        return self.prepared.search_nodes(self.plan.engine, MORE_DIVES)

    def _list_race(self, tried: Outcome) -> AnyRace | None:
        """A race of the search with the graph of states; None where solutions are many, and take the time."""
        from tilewright.solving.search.race import UNLIMITED, Race, Rival

        engine = self.plan.rival
        assert engine is not None
        limit = UNLIMITED if self.query.control.limits.solutions == 1 else LIST_SECONDS
        if limit != UNLIMITED and tried.solutions > tried.nodes * MANY:
            return None

        def build(control: Control) -> GraphList:
            if self.prepared.sweep.refusal:
                raise UnsupportedError(self.prepared.sweep.refusal)
            graph = cast("GraphList", self._list_of(engine))
            graph.build(StepLoop(control, self.loop.start_time))
            return graph

        rival = Rival(engine, build, self.query.control)
        self.race = Race(
            self.plan.engine.seconds_of_node(self.cover.problem),
            rival,
            self.loop,
            SPLIT_SECONDS,
            lambda graph: not graph.note,
            limit=limit,
            longest=LONGEST_HEAD_START * SPLIT_SECONDS,
        )
        return self.race

    def _answer(self, outcome: Outcome) -> Answer:
        options = self.query.options
        group = self.prepared.group if options.unique else None  # it may not have been computed
        total = outcome.images
        labelled = self.labelled if self.by_copies else total * self.prepared.labels
        return Answer(
            status=outcome.status,
            solutions=total,
            labelled=labelled if options.labelled else None,
            up_to_symmetry=outcome.solutions if options.unique else None,
            symmetries=group.words if group is not None else "",
            nodes=outcome.nodes,
            seconds=outcome.seconds,
            engine=outcome.engine or self.engine,
            reason=self._other_reason if outcome.engine else self.reason,
            share=outcome.share,
            note=self.note,
            proof=self.proof,
        )
