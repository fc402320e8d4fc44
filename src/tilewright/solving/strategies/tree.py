"""A search of the tree, which takes turns with a rival where that may be quicker."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from tilewright.errors import UnsupportedError
from tilewright.solving.engines.base import Batch, Engine, Outcome
from tilewright.solving.engines.registry import looking_ahead
from tilewright.solving.facts import Measuring, Prepared
from tilewright.solving.questions import Answer
from tilewright.solving.search.precheck import is_long, no_solution
from tilewright.solving.search.tree_search import is_reduced, puzzle_search, search_batches
from tilewright.solving.search.trial import TreeSearch, TrialSearch, image_seconds, rival_setup_seconds
from tilewright.solving.steps import Cancelled, Control, Status, StepLoop
from tilewright.solving.strategies.base import Strategy
from tilewright.solving.strategies.listing import Listing, ListingRun, ListWithoutTree

if TYPE_CHECKING:
    from tilewright.solving.engines.frontier.traceback import GraphList
    from tilewright.solving.explanation import PlanNode
    from tilewright.solving.search.race import AnyRace
    from tilewright.solving.strategies.counting import CountWithoutListing

SPLIT_SECONDS = 0.02  # to split a search into parts, for a list: the effort of a rival before that
LONGEST_HEAD_START = 3.0  # times as much for a rival that seems nearly done
FIRST_SHARE, FIRST_SECONDS = 0.05, 3e-3  # of what a search is expected to take: the first look at a counting
# rival, and at least so long: by then its share says within a factor of about 3 what is left of it
LONGEST_SHARE, LONGEST_SECONDS = 1.5, 0.1  # of the same: the rival's effort before the search at most
LONG_SECONDS, MORE_DIVES = 0.03, 4  # of a search, from which its size is guessed by so many times more dives
QUICK_SEARCH = 4.0  # times the set-up of a rival: a search that takes no longer comes first
MANY = 0.01  # solutions a node
HOPELESS, LEAST_HOPELESS = 1e6, 100.0  # times as long as another count is certain to take; seconds
LIST_SECONDS = 0.5  # of effort after which a race for a list is decided: nothing is delivered before
YEARS = 1e8  # seconds that no search lasts
RIVAL_REASON = "which of the two takes less time is not known beforehand"


@dataclass(frozen=True)
class SearchTree(Listing):
    """A search of the tree, in turns with a ``rival``: a count, or a list from the graph of states."""

    rival: CountWithoutListing | ListWithoutTree | None = None

    @property
    def children(self) -> tuple[Strategy, ...]:
        return () if self.rival is None else (self.rival,)

    def alone(self) -> SearchTree:
        return replace(self, rival=None)

    def batches(self, run: ListingRun) -> Generator[Batch, None, Outcome]:
        facts, engine = run.facts, self.engine
        search = self.tree_search(run)
        run.symmetry = search.whole.symmetry

        def refute(loop: StepLoop, plain: bool) -> bool:  # noqa: FBT001 - as TreeSearch says
            if is_long(facts, engine):
                began = loop.elapsed
                try:
                    run.proof = no_solution(run.cover, loop.check_cancelled, plain=plain)
                except Cancelled as cancelled:
                    loop.note_effort("proof", "", 0, loop.elapsed - began, 0.0, cancelled.status)
                    raise
                loop.note_effort("proof", "", 0, loop.elapsed - began, 1.0, Status.COMPLETE)
            return bool(run.proof)

        if not facts.requested:
            search = replace(search, refute=refute, other=lambda: self.other(facts))
        race: AnyRace | None = None

        def begin_race(tried: Outcome) -> AnyRace | None:
            nonlocal race
            if isinstance(self.rival, ListWithoutTree):
                race = self._list_race(run, self.rival, tried)
            elif self.rival is not None:
                race = self._count_race(facts, self.rival, tried)
            return race

        if self.rival is not None:
            search = replace(search, race=begin_race)
        outcome = yield from search_batches(search, run.loop)
        if outcome.engine:
            run.reason = f"on small pieces of the search it took less time than {engine.name}"
        if race is None or self.rival is None:
            return outcome
        run.raced = self.rival.engine.name
        if race.winner is None:
            return outcome
        if isinstance(race.winner, Answer):
            run.winner = race.winner
            return outcome
        run.engine, run.reason = self.rival.engine.name, self.rival.reason
        return (yield from run.noted("list", run.walk(race.winner)))

    def tree_search(self, run: ListingRun) -> TreeSearch:
        """What is searched."""
        options, facts = run.query.options, run.facts
        fold = options.symmetry and not run.keep and run.query.control.limits.solutions is None
        return puzzle_search(
            run.cover, self.engine, lambda: facts.group, keep=run.keep, unique=options.unique, fold=fold
        )

    def other(self, facts: Prepared[Any]) -> Engine | None:
        """An engine that may take the place of this one in a long search for all solutions."""
        limits = facts.query.control.limits
        if limits.solutions is not None or limits.nodes is not None:
            return None
        return looking_ahead(facts.cover.problem, self.engine)

    def _count_race(self, facts: Prepared[Any], counter: CountWithoutListing, tried: Outcome) -> AnyRace:
        """A race of the search with a count that lists nothing."""
        from tilewright.solving.search.race import UNLIMITED, Race, Rival

        tree, group, problem = self.engine, facts.group, facts.cover.problem

        def wins(answer: Answer) -> bool:
            if answer.status is Status.COMPLETE:
                return True
            # The tables did not fit, and the search would take years: that is the answer.
            seconds = facts.search_nodes(tree) * tree.seconds_of_node(problem)
            return seconds > YEARS * (1 if group is None else len(group.members))

        rival = Rival(counter.engine, partial(counter.answer, facts), facts.query.control)
        work = facts.search_work(tree)
        node_seconds = work.node_seconds
        if group is not None and work.folds > 1:
            each = image_seconds(problem, group.members)
            node_seconds += each * tried.solutions / max(1, tried.nodes)
        nodes = self._expected_nodes(facts, tried, work.folds / node_seconds)
        expected = work.setup_seconds + nodes * node_seconds / work.folds
        # Dives are fair on average, and hardly ever a million times too high.
        known = None
        if expected > LEAST_HOPELESS:
            from tilewright.solving.engines.frontier.count_by_states import predictable_counter

            known = predictable_counter(facts.sweep, facts.query.resources)
        hopeless = known is not None and expected > HOPELESS * known[1]
        # The less the search is expected to take, the less is to be gained by a rival before it.
        first = max(FIRST_SECONDS, FIRST_SHARE * expected)
        longest = min(LONGEST_SECONDS, max(first, LONGEST_SHARE * expected))
        return Race(
            node_seconds,
            rival,
            facts.loop,
            UNLIMITED if hopeless else min(first, longest),
            wins,
            expected,
            longest=longest,
            search_first=expected < QUICK_SEARCH * rival_setup_seconds(problem),
        )

    def _expected_nodes(self, facts: Prepared[Any], tried: Outcome, second_nodes: float) -> float:
        """The nodes of a search for all solutions: by dives, and by how far a trial came.

        Either is wrong by a factor of two often, by ten now and then, and mostly in different directions.
        More dives are mostly right within two, and are made where the search takes so long that it matters.
        ``second_nodes`` of them take a second.
        """
        nodes = facts.search_nodes(self.engine)
        if tried.share > 0:
            nodes = math.sqrt(nodes * tried.nodes / tried.share)
        if nodes < LONG_SECONDS * second_nodes:
            return nodes
        return facts.search_nodes(self.engine, MORE_DIVES)

    def _list_race(self, run: ListingRun, lister: ListWithoutTree, tried: Outcome) -> AnyRace | None:
        """A race of the search with the graph of states; None where solutions are many, and take the time."""
        from tilewright.solving.search.race import UNLIMITED, Race, Rival

        facts = run.facts
        limit = UNLIMITED if facts.query.control.limits.solutions == 1 else LIST_SECONDS
        if limit != UNLIMITED and tried.solutions > tried.nodes * MANY:
            return None

        def build(control: Control) -> GraphList:
            if facts.sweep.refusal:
                raise UnsupportedError(facts.sweep.refusal)
            graph = cast("GraphList", run.list_of(lister.engine))
            graph.build(StepLoop(control, facts.loop.start_time))
            return graph

        return Race(
            self.engine.seconds_of_node(facts.cover.problem),
            Rival(lister.engine, build, facts.query.control),
            facts.loop,
            SPLIT_SECONDS,
            lambda graph: not graph.note,
            limit=limit,
            longest=LONGEST_HEAD_START * SPLIT_SECONDS,
        )

    def node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import IN_TURN, PlanNode, proof_node

        facts, children = measuring.facts, []
        if not facts.query.control.is_durable:
            children.append(self._trial_node(measuring))
        if not facts.requested and measuring.measured(lambda: is_long(facts, self.engine)):
            children.append(proof_node("the trial"))
        search = self._search_node(measuring)
        if self.rival is None:
            children.append(search)
        else:
            turns = "in turns" if facts.query.control.threads == 1 else "both at the same time,"
            words = f"a race, {turns} until one of the two is done"
            children.append(PlanNode(words, children=(search, self._rival_node(measuring, self.rival))))
        return children[0] if len(children) == 1 else PlanNode(IN_TURN, children=tuple(children))

    def _trial_node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import FIXED, PlanNode, StepEstimate

        facts, engine, reason = measuring.facts, self.engine, self.reason
        search = self.tree_search(ListingRun(self, facts))
        if self.rival is not None:
            search = replace(search, race=lambda tried: None)
        trial = TrialSearch(search, facts.loop)
        if not trial.kept:
            reason += "; it goes on where it seems near its end"
        tree_nodes = measuring.measured(lambda: facts.search_nodes(engine))
        nodes = trial.nodes if tree_nodes is None else min(trial.nodes, tree_nodes)
        seconds = nodes * engine.seconds_of_node(facts.cover.problem)
        expected = StepEstimate(nodes, "nodes", seconds, FIXED)
        return PlanNode("a short search of the whole tree", "trial", engine.name, reason, expected)

    def _search_node(self, measuring: Measuring) -> PlanNode:
        from tilewright.solving.explanation import PlanNode
        from tilewright.solving.search.effort_comparison import LONG_SECONDS as COMPARED_SECONDS

        facts, engine, reason = measuring.facts, self.engine, self.reason
        words, threads = "a search of the tree in parts", facts.query.control.threads
        if threads > 1:
            words += f" on {threads} threads"
        work = measuring.measured(lambda: measuring.listing_work(engine))
        if work is None:
            return PlanNode(words, "search", engine.name, reason)
        if work.folds > 1:
            words += f", of one solution in each orbit of {work.folds} symmetries"
        if is_reduced(work.tree_nodes, engine):
            words += ", without options that are in no solution"
        other = self.other(facts)
        if not facts.requested and other is not None and work.seconds >= COMPARED_SECONDS:
            reason += f"; {other.name} takes its place if it takes less time on small pieces of the tree"
        if facts.query.control.limits.solutions is not None:
            reason += "; the expected effort is that of the whole tree, as where solutions are is not known"
        return PlanNode(words, "search", engine.name, reason, measuring.nodes_estimate(work))

    def _rival_node(self, measuring: Measuring, rival: CountWithoutListing | ListWithoutTree) -> PlanNode:
        from tilewright.solving.engines.frontier.count_by_states import predictable_counter

        node = replace(rival.node(measuring), step="rival", reason=RIVAL_REASON)
        if isinstance(rival, ListWithoutTree):
            return replace(node, words="a list from the graph of states")
        facts = measuring.facts
        known = measuring.measured(lambda: predictable_counter(facts.sweep, facts.query.resources))
        if known is None or facts.by_copies:
            return node
        instead = f"{known[0].name} takes its place where that is expected to be sooner"
        return replace(node, reason=f"{RIVAL_REASON}; {instead}")
