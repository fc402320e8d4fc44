"""Which strategy answers a query, by which engines, and why.

The planner looks at what engines are capable of and what they are expected to cost, never at their names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tilewright.cancellation import cancelled_by
from tilewright.errors import UnsupportedError
from tilewright.solving import costs
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.registry import (
    REQUESTED,
    Choice,
    by_rank,
    choose,
    engine_for,
    engine_named,
    engine_of_checkpoints,
    engines_with,
    features_of,
    keeps_checkpoints,
)
from tilewright.solving.facts import Prepared, PuzzleFacts
from tilewright.solving.questions import Count, DecidePlacements, Find, Options
from tilewright.solving.steps import Cancelled
from tilewright.solving.strategies.base import Strategy
from tilewright.solving.strategies.counting import SHARE_BY_WEIGHTS, CountWithoutListing
from tilewright.solving.strategies.listing import ListWithoutTree, LocalSearch, NoSearch, Stopped
from tilewright.solving.strategies.registry import registered_strategy
from tilewright.solving.strategies.tree import YEARS, SearchTree
from tilewright.wording import short_number

RESUMED = "the checkpoint was made by it"
STOPPED = "a limit or a cancellation came before an engine was chosen"
NO_SEARCH = "no search is needed: there is a reason why no solution exists"
ONLY_SWEEP = "only a sweep over states adds up costs, counts by piece and draws fair samples"
ONLY_SWEEPS_MODULO = "only sweeps count modulo a number"

LISTED_AT_ONCE = 300_000  # expected nodes below which nothing but a search is considered
NEARLY = 100.0  # times the memory allowed that tables may be expected to take, where a search has no hope
GAIN_SECONDS, GAIN_FACTOR = 1.0, 10.0  # by which a count without listing is expected to be faster, to say so
FORECAST_OPTIONS = 5_000  # above which foreseeing a sweep takes longer than a remark is worth
SOON = 60.0  # seconds that a sweep may take where determinants would be faster, but keep no checkpoint


def plan(facts: Prepared[Any], *, precheck: bool = True, alone: bool = False) -> Strategy:
    """Choose how to answer; UnsupportedError when the engine that is named cannot.

    Where a limit or a cancellation comes first, the plan is to search nothing, which is said by its type.

    Without ``precheck`` an engine that is named searches even where a reason shows that there is no solution.
    ``alone``: the parts of a count are all counted by one engine, so that another one can confirm it.
    """
    with cancelled_by(facts.loop.check_cancelled):
        try:
            planned = _plan(facts, alone=alone)
            if planned.engine.can("by cells"):
                return planned  # the puzzle is not even translated
            if not precheck or not facts.facts.simple_reason:
                return planned
        except Cancelled:
            name = facts.query.options.engine
            return Stopped(engine_named(name) if name is not None else engines_with("splittable")[0], STOPPED)
    if isinstance(facts.query.question, DecidePlacements):
        return replace(planned, reason=NO_SEARCH)
    return NoSearch(planned.engine, NO_SEARCH)


def plan_confirmed(facts: Prepared[Any]) -> Strategy:
    """A count that an engine confirms which shares no search code with the first."""
    from tilewright.solving.strategies.confirmed_count import Confirmed, sharing

    own = sharing(facts)
    first = plan(own, alone=True)
    if isinstance(first, Stopped):
        return first
    return Confirmed(first.engine, first.reason, first, own)


def _plan(facts: Prepared[Any], *, alone: bool) -> Strategy:
    question, registered = facts.query.question, registered_strategy(facts)
    if registered is not None and not alone:
        return registered
    if isinstance(question, Find):
        return _plan_list(facts)
    if isinstance(question, Count):
        return _plan_count(facts, alone=alone)
    if isinstance(question, DecidePlacements):
        from tilewright.solving.strategies.forced import DecideEach

        choice = choose(facts.cover.problem, facts.query.options.engine)
        return DecideEach(choice.engine, choice.reason)
    from tilewright.solving.answers import CountModulo  # here: a plain count or list needs none of them
    from tilewright.solving.strategies.random_tilings import random_tilings
    from tilewright.solving.strategies.sweeps import Sweep

    if isinstance(question, CountModulo):
        return Sweep(*_plan_modulo(facts, question.modulus))
    if (tilings := random_tilings(facts)) is not None:
        return tilings
    return Sweep(engines_with("optimises")[0], ONLY_SWEEP)


def _plan_list(facts: Prepared[Any]) -> Strategy:
    """Solutions one by one: a search of the tree, or an engine without one that lists or finds one."""
    query, limits = facts.query, facts.query.control.limits
    name = query.options.engine
    if name is not None:
        engine = engine_named(name)
        if engine.can("splittable") or not (engine.can("lists") or engine.can("first")):
            return _plan_search(facts)
        if not keeps_checkpoints(engine, listing=True) and query.control.is_durable:
            what = "a list of solutions" if engine.can("lists") else "a search for one solution"
            reason = f"keeps no checkpoints of {what}; other engines do"
            raise UnsupportedError(f"the engine {engine.name!r} {reason}")
        refusal = _refusal_to_list(facts, engine)
        if limits.solutions != 1 and not engine.can("lists"):
            refusal = "it finds only one solution"
        if refusal:
            raise UnsupportedError(f"the engine {engine.name!r} does not support this: {refusal}")
        return _finder(engine, REQUESTED)
    if query.control.resume is not None:
        engine = engine_named(facts.checkpoint_engine)
        if limits.solutions == 1 and not engine.can("lists"):
            return LocalSearch(engine, RESUMED)
        return _plan_search(facts)
    tree = choose(facts.cover.problem, first=limits.solutions == 1)
    strategy = None if facts.facts.simple_reason else _without_tree(facts, tree)
    if strategy is not None:
        return strategy
    search = _plan_search(facts, tree)
    every = limits.solutions is None and not query.options.unique
    if (every or limits.solutions == 1) and limits.nodes is None and not query.control.is_durable:
        by_states = next(one for one in engines_with("lists", "weighted") if not one.can("splittable"))
        return replace(search, rival=ListWithoutTree(by_states, _won_before(search)))
    return search


def _finder(
    engine: Engine, reason: str, seconds: float = 0.0, tree: Choice | None = None
) -> ListWithoutTree | LocalSearch:
    """What an engine that searches no tree does: a list, or a local search."""
    if engine.can("lists"):
        return ListWithoutTree(engine, reason, seconds)
    return LocalSearch(engine, reason, None if engine.can("polynomial") else tree)


def _won_before(search: Strategy) -> str:
    """The reason of a rival that won a race with a search."""
    return f"it was done before a search by {search.engine.name}"


def _refusal_to_list(facts: Prepared[Any], engine: Engine) -> str:
    """Why an engine that searches no tree cannot find solutions here, as a sentence; "" when it can."""
    if not engine.can("lists"):
        return engine.unsupported(facts.cover.problem, facts.cover.forced)
    refusal: str = engine.loaded_adapter.unsupported_query(facts.sweep)
    return refusal


def _without_tree(facts: Prepared[Any], tree: Choice) -> Strategy | None:
    """The plan for an engine that finds solutions without a tree, where one suits; None without one.

    One that tells its time beforehand is chosen only where it is expected to list sooner than a search.
    """
    query, problem = facts.query, facts.cover.problem
    first = query.control.limits.solutions == 1
    named = {engine.name: engine for engine in (*engines_with("lists"), *engines_with("first"))}
    candidates = [e for e in named.values() if not e.can("splittable") and (first or e.can("lists"))]
    features = features_of(problem, first=first)
    for engine in sorted(candidates, key=by_rank):
        if query.control.is_durable and not keeps_checkpoints(engine, listing=True):
            continue
        reason = engine.suits(features)
        if not reason or _refusal_to_list(facts, engine):
            continue
        seconds = 0.0
        if engine.can("predictable") and not first:
            seconds = engine.loaded_adapter.expected_seconds(facts.sweep, query.resources)
            if seconds >= facts.search_nodes(tree.engine) * tree.engine.seconds_of_node(problem):
                continue
        return _finder(engine, reason, seconds, tree)
    return None


def _plan_search(facts: Prepared[Any], choice: Choice | None = None) -> SearchTree:
    """A search of the tree by the engine that is named, that made the checkpoint, or that was chosen."""
    query = facts.query
    problem, name = facts.cover.problem, query.options.engine
    if choice is None and name is None and query.control.resume is not None:
        made_by = engine_named(facts.checkpoint_engine)
        if not made_by.can("splittable"):
            from tilewright.solving.engines.checkpoint import OtherSearchError

            raise OtherSearchError(
                query.control.resume,
                f"it is of a search for one solution by the engine {made_by.name!r}, which finds no more",
            )
        choice = Choice(engine_for(made_by.name, problem), RESUMED)
    if choice is None:
        choice = choose(problem, name, first=query.control.limits.solutions == 1)
    return SearchTree(choice.engine, choice.reason)


def _plan_count(facts: Prepared[Any], *, alone: bool) -> Strategy:
    """A count: by an engine that lists nothing where one is named or pays, else by a search of the tree."""
    query, limits = facts.query, facts.query.control.limits
    engine, reason = _named_engine(facts)
    if engine is None and query.control.resume is not None:
        return _plan_search(facts)
    if engine is not None:
        if engine.can("splittable") or not engine.can("counts"):
            return _plan_search(facts)
        return _requested_counter(facts, engine, reason)
    if facts.facts.simple_reason or limits.solutions is not None or limits.nodes is not None:
        return _plan_search(facts)
    if facts.by_copies and not facts.labels_fit:
        return _plan_search(facts)
    tree = choose(facts.cover.problem)
    by_states = engines_with("counts", "weighted")[0]
    try:
        counter = polynomial_count(facts)
        if counter is None and query.control.is_durable:
            counter = _cheapest_counter(facts, tree)
    except Cancelled:
        counter = None  # the search that follows ends at once
    if counter is None:
        search = _plan_search(facts, tree)
        if _falls_apart(facts):
            reason = f"it has {len(facts.parts)} parts that share no item: their counts are multiplied"
            return _product(tree.engine, reason, facts, tree.engine.name if alone else None)
        if query.control.is_durable:
            return search
        return replace(search, rival=CountWithoutListing(by_states, _won_before(search)))
    if facts.by_copies and not counter.engine.can("weighted"):
        reason = "copies that may be left over are distinguished by a sweep only"
        return CountWithoutListing(by_states, reason)
    return counter


def _product(engine: Engine, reason: str, facts: Prepared[Any], of_parts: str | None) -> Strategy:
    """The product of the counts of a problem's parts, equal ones together; ``of_parts`` names the engine that
    counts them all."""
    from tilewright.solving.strategies.parts import IndependentPart, Product  # here: most are in one part

    query = replace(facts.query, options=Options(of_parts, symmetry=False))
    alike: dict[tuple[object, ...], IndependentPart] = {}
    for problem in facts.parts:
        key = problem.bounds, problem.options
        if (part := alike.get(key)) is not None:
            alike[key] = replace(part, alike=part.alike + 1)
            continue
        of_part = Prepared(query, PuzzleFacts(query.puzzle, problem, facts.facts), facts.loop)
        alike[key] = IndependentPart(
            of_part, choose(problem, of_parts).engine, _plan_count(of_part, alone=True)
        )
    return Product(engine, reason, tuple(alike.values()))


def _named_engine(facts: Prepared[Any]) -> tuple[Engine | None, str]:
    """The engine that a query names, that made its checkpoint, or that its order of items needs, and why.

    None without one: other engines than sweeps make checkpoints, too.
    """
    options, resume = facts.query.options, facts.query.control.resume
    engine, reason = None, ""
    if options.engine is not None:
        engine, reason = engine_named(options.engine), REQUESTED
    elif resume is not None:
        from tilewright.solving.engines.checkpoint import kind_of  # here: a short search has no checkpoint

        engine, reason = engine_of_checkpoints(kind_of(resume)), RESUMED
    elif options.order:
        engine, reason = engines_with("ordered")[0], "only this engine accepts an order of items"
    if engine is not None and options.order and not engine.can("ordered"):
        others = " and ".join(other.name for other in engines_with("ordered"))
        raise UnsupportedError(f"the engine {engine.name!r} does not accept an order of items; {others} does")
    return engine, reason


def _plan_modulo(facts: Prepared[Any], modulus: int) -> tuple[Engine, str]:
    """A count modulo a number by a sweep: which one, is decided here only if it keeps a checkpoint."""
    engine, reason = _named_engine(facts)
    if engine is not None:
        if not engine.can("modular"):
            others = " and ".join(other.name for other in engines_with("modular"))
            raise UnsupportedError(f"the engine {engine.name!r} does not count modulo a number; {others} do")
        _requested_counter(facts, engine, reason)
        return engine, reason
    engine, control = engines_with("modular", "weighted")[0], facts.query.control
    if control.is_durable and control.resume is None and not facts.facts.simple_reason:
        try:
            entry = cheapest_sweep(facts, 1.0, facts.query.resources.bytes(), modulus)
        except Cancelled:
            entry = None  # the sweep that follows ends at once
        engine = engine if entry is None else entry[0]
    return engine, ONLY_SWEEPS_MODULO


def _falls_apart(facts: Prepared[Any]) -> bool:
    """Whether a count is best made of the counts of parts."""
    options, control = facts.query.options, facts.query.control
    if facts.facts.part is not None:
        return False
    plain = not (options.unique or options.labelled or control.is_durable or facts.cover.forced)
    return plain and len(facts.parts) > 1


def _requested_counter(facts: Prepared[Any], engine: Engine, reason: str) -> CountWithoutListing:
    """The plan for a counter that is named; UnsupportedError when it cannot answer the query."""
    query = facts.query
    refusal = engine.loaded_adapter.unsupported_query(facts.sweep)
    if refusal:
        raise UnsupportedError(f"the engine {engine.name!r} does not support this puzzle: {refusal}")
    if query.control.limits.solutions is not None:
        raise UnsupportedError(
            f"the engine {engine.name!r} counts all at once: it cannot stop after some solutions"
        )
    if query.control.is_durable and not keeps_checkpoints(engine, listing=False):
        counters = (e.name for e in engines_with("counts", "resumable") if not e.can("splittable"))
        raise UnsupportedError(
            f"the engine {engine.name!r} keeps no checkpoints; {' and '.join(counters)} do"
        )
    return CountWithoutListing(engine, reason)


def polynomial_count(facts: Prepared[Any]) -> CountWithoutListing | None:
    """A count in polynomial time, where an engine takes the puzzle and it is large enough for it."""
    features = features_of(facts.cover.problem)
    for engine in engines_with("counts", "polynomial"):
        reason = engine.suits(features)
        if reason and not engine.loaded_adapter.unsupported_query(facts.sweep):
            break
    else:
        return None
    if facts.query.control.checkpoint is not None:
        entry = cheapest_sweep(facts, 1.0, facts.query.resources.bytes())
        if entry is not None and entry[1] <= SOON:
            why = "a checkpoint is requested, and determinants keep none"
            return CountWithoutListing(entry[0], why)
        reason += f"; it keeps no checkpoint, but no engine that does is expected to be done in {SOON:.0f} s"
    return CountWithoutListing(engine, reason)


def cheapest_sweep(
    facts: Prepared[Any], share: float, most: float, modulus: int = 0
) -> tuple[Engine, float, str] | None:
    """The sweep that is expected to count soonest, its seconds, and its work in words; None when none fits.

    ``share`` of the states are left by weights; tables of states may be expected to take ``most`` bytes.
    """
    from tilewright.solving.engines.frontier.count_by_states import predictable_counter  # imports the sweeps

    known = predictable_counter(facts.sweep, facts.query.resources, modulus)
    sweep = facts.forecast
    fits = not sweep.refusal and sweep.bytes * share <= most
    if fits and (known is None or sweep.seconds * share <= known[1]):
        by_states = engines_with("counts", "weighted")[0]
        return (
            by_states,
            sweep.seconds * share,
            f"about {short_number(sweep.states * share)} states of a sweep take",
        )
    return None if known is None else (*known, "all profiles together take")


def _cheapest_counter(facts: Prepared[Any], tree: Choice) -> CountWithoutListing | None:
    """The counter that is expected to answer sooner than counting one by one does; None when none is.

    For a count that keeps a checkpoint, which is made by one engine. What is expected of a search comes from
    random dives, what is expected of a sweep from one that leaves out most states.
    """
    nodes = facts.search_nodes(tree.engine)
    if nodes < LISTED_AT_ONCE or facts.sweep.refusal:
        return None
    folds = 1 if facts.group is None else len(facts.group.members)
    node_seconds = tree.engine.seconds_of_node(facts.cover.problem)
    list_seconds = nodes * node_seconds / folds + (costs.FOLD_SETUP if folds > 1 else 0.0)
    # A sweep that may not fit still says so within minutes, where a search would take years.
    most = facts.query.resources.bytes() * (NEARLY if list_seconds > YEARS else 1.0)
    entry = cheapest_sweep(facts, SHARE_BY_WEIGHTS if folds > 1 else 1.0, most)
    if entry is None or entry[1] >= list_seconds:
        return None
    engine, seconds, work = entry
    reason = (
        f"{work} less time than about {short_number(nodes / folds)} nodes of the engine {tree.engine.name!r}"
    )
    return CountWithoutListing(engine, reason, seconds)


@dataclass(frozen=True)
class ExpectedEffort:
    """What counting takes as expected: listing by the engine of a search, and the soonest counter, if any.

    ``seconds`` of determinants are an upper bound, and 0 where nothing bounds them.
    """

    listing_seconds: float
    counter: Choice | None = None
    seconds: float = 0.0


def expected_effort(facts: Prepared[Any]) -> ExpectedEffort:
    """How long counting is expected to take, by listing and without it."""
    problem = facts.cover.problem
    tree = choose(problem)
    listing = facts.search_nodes(tree.engine) * tree.engine.seconds_of_node(problem)
    polynomial, entry = polynomial_count(facts), None
    if len(problem.options) <= FORECAST_OPTIONS:
        entry = cheapest_sweep(facts, 1.0, facts.query.resources.bytes())
    # Determinants are preferred to sweeps only where they are faster.
    seconds = 0.0 if entry is None else entry[1]
    if polynomial is not None:
        return ExpectedEffort(listing, Choice(polynomial.engine, polynomial.reason), seconds)
    if entry is None:
        return ExpectedEffort(listing)
    return ExpectedEffort(
        listing, Choice(entry[0], f"{entry[2]} less time than listing all solutions"), seconds
    )


def counter_worth_naming(facts: Prepared[Any]) -> Choice | None:
    """The engine that is expected to count much sooner than solutions are listed, and why; None without one.

    Much sooner: by more than ``GAIN_SECONDS``, and ``GAIN_FACTOR`` times as fast.
    """
    tree = choose(facts.cover.problem).engine
    listing = facts.search_nodes(tree) * tree.seconds_of_node(facts.cover.problem)
    if listing <= GAIN_SECONDS:
        return None  # before a sweep is foreseen, which takes longer
    effort = expected_effort(facts)
    is_worth = listing - effort.seconds > GAIN_SECONDS and listing > GAIN_FACTOR * effort.seconds
    return effort.counter if is_worth else None
