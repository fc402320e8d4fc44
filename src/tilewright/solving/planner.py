"""The second stage: which engine answers a query, by which method, and why.

The planner looks at what engines are capable of and what they are expected to cost, never at their names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic

from tilewright.cancellation import cancelled_by
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Engine,
    Features,
)
from tilewright.solving.engines.registry import (
    engine_for,
    engine_named,
    engine_of_checkpoints,
    engines_with,
)
from tilewright.solving.engines.registry import large_packing as _large_packing
from tilewright.solving.facts import Prepared
from tilewright.solving.questions import Count, DecidePlacements, Find, Result
from tilewright.solving.steps import Cancelled
from tilewright.wording import short_number

REQUESTED = "as requested"
RESUMED = "the checkpoint was made by it"
STOPPED = "a limit or a cancellation came before an engine was chosen"
NO_SEARCH = "no search is needed: there is a reason why no solution exists"
ONLY_SWEEP = "only a sweep over states adds up costs, counts by piece and draws fair samples"
ONLY_SWEEPS_MODULO = "only sweeps count modulo a number"

LISTED_AT_ONCE = 300_000  # expected nodes below which nothing but a search is considered
FOLD_SECONDS = 0.02  # to find a good item for a search over orbits, and to split it
YEARS = 1e8  # seconds that no search lasts
NEARLY = 100.0  # times the memory allowed that tables may be expected to take, where a search has no hope
SOON = 60.0  # seconds that a sweep may take where determinants would be faster, but keep no checkpoint
SHARE_BY_WEIGHTS = 0.35  # of the states that are left where one placement stands for its orbit


class Method(Enum):
    """How a query is answered."""

    STOPPED = "nothing, as a limit or a cancellation came before the search"
    NOTHING = "no search, as there is no solution"
    SEARCH = "a search of the tree"
    LIST = "a list by an engine that searches no tree"
    FIRST = "local search for one solution"
    COUNT = "a count without listing"
    PARTS = "counts of parts that share no item, multiplied"
    SWEEP = "one sweep"
    PLACEMENTS = "a search for each placement that is still undecided"


@dataclass(frozen=True)
class Choice:
    """An engine that searches the tree, and why it was chosen, as a sentence."""

    engine: Engine
    reason: str


@dataclass(frozen=True)
class Plan(Generic[Result]):
    """How a query is to be answered: the method, the engine, and why, as a sentence.

    ``seconds`` is what it is expected to take, 0 if not estimated. ``tree`` is the engine that searches the
    tree in parallel with a local search. ``rival`` takes turns with a search: it lists nothing, or lists from
    the graph of states. ``requested``: the query names the engine.
    """

    prepared: Prepared[Result]
    method: Method
    engine: Engine
    reason: str
    seconds: float = 0.0
    tree: Choice | None = None
    rival: Engine | None = None

    @property
    def requested(self) -> bool:
        """Whether the query names the engine."""
        return self.prepared.query.options.engine is not None

    @property
    def settled(self) -> bool:
        """Whether no other sweep may take the place of the engine when it turns out to be quicker."""
        query = self.prepared.query
        needs = query.options.order or query.control.is_durable or query.control.limits.nodes is not None
        return self.requested or bool(needs)


def plan(prepared: Prepared[Result], *, precheck: bool = True) -> Plan[Result]:
    """Choose how to answer; UnsupportedError when the engine that is named cannot.

    Where a limit or a cancellation comes first, the plan is to search nothing, which is said by its method.

    Without ``precheck`` an engine that is named searches even where a reason shows that there is no solution.
    """
    with cancelled_by(prepared.loop.check_cancelled):
        try:
            planned = _plan(prepared)
            if not precheck or not prepared.facts.simple_reason:
                return planned
        except Cancelled:
            name = prepared.query.options.engine
            engine = engine_named(name) if name is not None else engines_with("splittable")[0]
            return Plan(prepared, Method.STOPPED, engine, STOPPED)
    return replace(planned, method=Method.NOTHING, reason=NO_SEARCH, tree=None, rival=None)


def _plan(prepared: Prepared[Result]) -> Plan[Result]:
    question = prepared.query.question
    if isinstance(question, Find):
        return _plan_list(prepared)
    if isinstance(question, Count):
        return _plan_count(prepared)
    if isinstance(question, DecidePlacements):
        choice = choose(prepared.cover.problem, prepared.query.options.engine)
        return Plan(prepared, Method.PLACEMENTS, choice.engine, choice.reason)
    from tilewright.solving.answers import CountModulo  # here: a plain count or list needs none of them

    if isinstance(question, CountModulo):
        return _plan_modulo(prepared, question.modulus)
    return Plan(prepared, Method.SWEEP, engines_with("optimises")[0], ONLY_SWEEP)


def choose(problem: CoverProblem, engine: str | None = None, *, first: bool = False) -> Choice:
    """The engine to search the tree of a problem; ``engine`` names it instead.

    With ``first`` one solution is enough. UnsupportedError when the named one does not take the problem.
    """
    if engine is not None:
        return Choice(engine_for(engine, problem), REQUESTED)
    features = features_of(problem, first=first)
    for candidate in sorted(engines_with("splittable"), key=lambda engine: engine.rank):
        reason = candidate.suits(features)
        if reason and not candidate.unsupported(problem):
            return Choice(candidate, reason)
    raise UnsupportedError("no engine supports the problem")


def looking_ahead(plan: Plan[Any]) -> Engine | None:
    """An engine that may be quicker in a long search for all solutions, as it visits far fewer nodes."""
    query, problem = plan.prepared.query, plan.prepared.cover.problem
    if query.control.limits.solutions is not None or query.control.limits.nodes is not None:
        return None
    engines = (engine for engine in engines_with("splittable") if engine.looks_ahead)
    return next((e for e in engines if e is not plan.engine and not e.unsupported(problem)), None)


def features_of(problem: CoverProblem, *, first: bool = False) -> Features:
    """The features of a problem that decide which engine suits it."""
    cells = sum(1 for row in problem.near if row)
    return Features(
        options=len(problem.options),
        items=len(problem.items),
        plain=problem.plain,
        coloured=problem.coloured,
        frontier=problem.reach,
        pairs=problem.pairs,
        first=first,
        cells=cells,
        pieces=len(problem.items) - cells,
    )


def large_packing(problem: CoverProblem) -> str:
    """Why one solution is best found by local search, as a sentence; "" where it is not."""
    return _large_packing(features_of(problem, first=True))


def keeps_checkpoints(engine: Engine, *, listing: bool) -> bool:
    """Whether an engine keeps checkpoints of a count, or with ``listing`` of a search for solutions.

    Of a list only those that search a tree do.
    """
    return engine.can("resumable") and (not listing or engine.can("splittable") or not engine.can("lists"))


def _plan_list(prepared: Prepared[Result]) -> Plan[Result]:
    """Solutions one by one: a search of the tree, or an engine without one that lists or finds one."""
    query, limits = prepared.query, prepared.query.control.limits
    name = query.options.engine
    if name is not None:
        engine = engine_named(name)
        if engine.can("splittable") or not (engine.can("lists") or engine.can("first")):
            return _plan_search(prepared)
        if not keeps_checkpoints(engine, listing=True) and query.control.is_durable:
            what = "a list of solutions" if engine.can("lists") else "a search for one solution"
            reason = f"keeps no checkpoints of {what}; other engines do"
            raise UnsupportedError(f"the engine {engine.name!r} {reason}")
        refusal = _refusal_to_list(prepared, engine)
        if limits.solutions != 1 and not engine.can("lists"):
            refusal = "it finds only one solution"
        if refusal:
            raise UnsupportedError(f"the engine {engine.name!r} does not support this: {refusal}")
        return Plan(prepared, _method_without_tree(engine), engine, REQUESTED)
    if query.control.resume is not None:
        engine = engine_named(prepared.checkpoint_engine)
        if limits.solutions == 1 and not engine.can("lists"):
            return Plan(prepared, Method.FIRST, engine, RESUMED)
        return _plan_search(prepared)
    tree = choose(prepared.cover.problem, first=limits.solutions == 1)
    found = None if prepared.facts.simple_reason else _without_tree(prepared, tree)
    if found is not None:
        return found
    search = _plan_search(prepared, tree)
    every = limits.solutions is None and not query.options.unique
    if (every or limits.solutions == 1) and limits.nodes is None and not query.control.is_durable:
        by_states = next(one for one in engines_with("lists", "weighted") if not one.can("splittable"))
        return replace(search, rival=by_states)
    return search


def _method_without_tree(engine: Engine) -> Method:
    return Method.LIST if engine.can("lists") else Method.FIRST


def _refusal_to_list(prepared: Prepared[Any], engine: Engine) -> str:
    """Why an engine that searches no tree cannot find solutions here, as a sentence; "" when it can."""
    if not engine.can("lists"):
        return engine.unsupported(prepared.cover.problem, prepared.cover.forced)
    refusal: str = engine.loaded_adapter.unsupported_query(prepared.sweep)
    return refusal


def _without_tree(prepared: Prepared[Result], tree: Choice) -> Plan[Result] | None:
    """The plan for an engine that finds solutions without a tree, where one suits; None without one.

    One that tells its time beforehand is chosen only where it is expected to list sooner than a search.
    """
    query, problem = prepared.query, prepared.cover.problem
    first = query.control.limits.solutions == 1
    named = {engine.name: engine for engine in (*engines_with("lists"), *engines_with("first"))}
    candidates = [e for e in named.values() if not e.can("splittable") and (first or e.can("lists"))]
    features = features_of(problem, first=first)
    for engine in sorted(candidates, key=lambda engine: engine.rank):
        if query.control.is_durable and not keeps_checkpoints(engine, listing=True):
            continue
        reason = engine.suits(features)
        if not reason or _refusal_to_list(prepared, engine):
            continue
        method, seconds = _method_without_tree(engine), 0.0
        if engine.can("predictable") and not first:
            seconds = engine.loaded_adapter.expected_seconds(prepared.sweep, query.resources)
            if seconds >= prepared.search_nodes(tree.engine) * tree.engine.seconds_of_node(problem):
                continue
        return Plan(prepared, method, engine, reason, seconds, tree if method is Method.FIRST else None)
    return None


def _plan_search(prepared: Prepared[Result], choice: Choice | None = None) -> Plan[Result]:
    """A search of the tree by the engine that is named, that made the checkpoint, or that was chosen."""
    query = prepared.query
    problem, name = prepared.cover.problem, query.options.engine
    if choice is None and name is None and query.control.resume is not None:
        made_by = engine_named(prepared.checkpoint_engine)
        if not made_by.can("splittable"):
            from tilewright.solving.engines.checkpoint import OtherSearchError

            raise OtherSearchError(
                query.control.resume,
                f"it is of a search for one solution by the engine {made_by.name!r}, which finds no more",
            )
        choice = Choice(engine_for(made_by.name, problem), RESUMED)
    if choice is None:
        choice = choose(problem, name, first=query.control.limits.solutions == 1)
    return Plan(prepared, Method.SEARCH, choice.engine, choice.reason)


def _plan_count(prepared: Prepared[Result]) -> Plan[Result]:
    """A count: by an engine that lists nothing where one is named or pays, else by a search of the tree."""
    query, limits = prepared.query, prepared.query.control.limits
    engine, reason = _named_engine(prepared)
    if engine is None and query.control.resume is not None:
        return _plan_search(prepared)
    if engine is not None:
        if engine.can("splittable") or not engine.can("counts"):
            return _plan_search(prepared)
        return _requested_counter(prepared, engine, reason)
    by_copies = query.options.labelled and bool(prepared.loose_pieces)
    if prepared.facts.simple_reason or limits.solutions is not None or limits.nodes is not None:
        return _plan_search(prepared)
    if by_copies and not prepared.labels_fit:
        return _plan_search(prepared)
    tree = choose(prepared.cover.problem)
    by_states = engines_with("counts", "weighted")[0]
    try:
        found = polynomial_count(prepared)
        if found is None and query.control.is_durable:
            found = _cheapest_counter(prepared, tree)
    except Cancelled:
        found = None  # the search that follows ends at once
    if found is None:
        search = _plan_search(prepared, tree)
        if _falls_apart(prepared):
            reason = f"it has {len(prepared.parts)} parts that share no item: their counts are multiplied"
            return Plan(prepared, Method.PARTS, tree.engine, reason, rival=by_states)
        return search if query.control.is_durable else replace(search, rival=by_states)
    if by_copies and not found.engine.can("weighted"):
        reason = "copies that may be left over are distinguished by a sweep only"
        return Plan(prepared, Method.COUNT, by_states, reason)
    return found


def _named_engine(prepared: Prepared[Any]) -> tuple[Engine | None, str]:
    """The engine that a query names, that made its checkpoint, or that its order of items needs, and why.

    None without one: other engines than sweeps make checkpoints, too.
    """
    options, resume = prepared.query.options, prepared.query.control.resume
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


def _plan_modulo(prepared: Prepared[Result], modulus: int) -> Plan[Result]:
    """A count modulo a number by a sweep: which one, is decided here only if it keeps a checkpoint."""
    engine, reason = _named_engine(prepared)
    if engine is not None:
        if not engine.can("modular"):
            others = " and ".join(other.name for other in engines_with("modular"))
            raise UnsupportedError(f"the engine {engine.name!r} does not count modulo a number; {others} do")
        return replace(_requested_counter(prepared, engine, reason), method=Method.SWEEP)
    engine, control = engines_with("modular", "weighted")[0], prepared.query.control
    if control.is_durable and control.resume is None and not prepared.facts.simple_reason:
        try:
            found = cheapest_sweep(prepared, 1.0, prepared.query.resources.bytes(), modulus)
        except Cancelled:
            found = None  # the sweep that follows ends at once
        engine = engine if found is None else found[0]
    return Plan(prepared, Method.SWEEP, engine, ONLY_SWEEPS_MODULO)


def _falls_apart(prepared: Prepared[Any]) -> bool:
    """Whether a count is best made of the counts of parts."""
    options, control = prepared.query.options, prepared.query.control
    plain = not (options.unique or options.labelled or control.is_durable or prepared.cover.forced)
    return plain and len(prepared.parts) > 1


def _requested_counter(prepared: Prepared[Result], engine: Engine, reason: str) -> Plan[Result]:
    """The plan for a counter that is named; UnsupportedError when it cannot answer the query."""
    query = prepared.query
    refusal = engine.loaded_adapter.unsupported_query(prepared.sweep)
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
    return Plan(prepared, Method.COUNT, engine, reason)


def independent_engine(prepared: Prepared[Any], first: Engine, *, listing: bool = False) -> Engine:
    """The engine that is to confirm a count by ``first``: the quickest that shares no search code with it.

    With ``listing`` it must list solutions. UnsupportedError when there is none that supports the query.
    """
    options, problem = prepared.query.options, prepared.cover.problem
    used = first.code_of_count(unique=options.unique)
    free = [e for e in engines_with("counts") if not used & e.code_of_count(unique=options.unique)]
    reasons: list[str] = []
    counters: list[Engine] = []
    for engine in free if not listing else ():
        if not engine.can("splittable"):
            refusal = _refusal_to_count(prepared, engine)
            counters += [] if refusal else [engine]
            reasons += [f"{engine.name}: {refusal}"] if refusal else []
    trees = sorted((e for e in free if e.can("splittable")), key=lambda engine: engine.rank)
    features = features_of(problem)
    tree = next((e for e in trees if e.suits(features) and not e.unsupported(problem)), None)
    polynomial = next((e for e in counters if e.can("polynomial")), None)
    by_states = next((e for e in counters if e.can("weighted")), None)
    if polynomial is not None:
        return polynomial
    if tree is not None and by_states is not None:
        try:
            by_tree = prepared.search_nodes(tree) * tree.seconds_of_node(problem)
            sweep = prepared.forecast
            fits = sweep.bytes < prepared.query.resources.bytes()
            return by_states if fits and sweep.seconds < by_tree else tree
        except Cancelled:
            return tree  # what follows ends at once
    found = by_states or tree or next(iter(counters), None)
    if found is None:
        raise UnsupportedError(
            f"no engine that shares no search code with {first.name!r} can confirm this count"
            + "".join(f"; {reason}" for reason in reasons)
        )
    return found


def _refusal_to_count(prepared: Prepared[Any], counter: Engine) -> str:
    """Why a counter that lists nothing does not support a query, as a sentence; "" when it does."""
    if prepared.query.options.labelled and prepared.loose_pieces:
        if not counter.can("weighted"):
            return "it cannot label copies that may be left over"
        if not prepared.labels_fit:
            return "so many copies that may be left over can be labelled by listing engines only"
    refusal: str = counter.loaded_adapter.unsupported_query(prepared.sweep)
    return refusal


def polynomial_count(prepared: Prepared[Result]) -> Plan[Result] | None:
    """A count in polynomial time, where an engine takes the puzzle and it is large enough for it."""
    features = features_of(prepared.cover.problem)
    for engine in engines_with("counts", "polynomial"):
        reason = engine.suits(features)
        if reason and not engine.loaded_adapter.unsupported_query(prepared.sweep):
            break
    else:
        return None
    if prepared.query.control.checkpoint is not None:
        found = cheapest_sweep(prepared, 1.0, prepared.query.resources.bytes())
        if found is not None and found[1] <= SOON:
            why = "a checkpoint is requested, and determinants keep none"
            return Plan(prepared, Method.COUNT, found[0], why)
        reason += f"; it keeps no checkpoint, but no engine that does is expected to be done in {SOON:.0f} s"
    return Plan(prepared, Method.COUNT, engine, reason)


def cheapest_sweep(
    prepared: Prepared[Any], share: float, most: float, modulus: int = 0
) -> tuple[Engine, float, str] | None:
    """The sweep that is expected to count soonest, its seconds, and its work in words; None when none fits.

    ``share`` of the states are left by weights; tables of states may be expected to take ``most`` bytes.
    """
    from tilewright.solving.engines.frontier.count_by_states import predictable_counter  # imports the sweeps

    known = predictable_counter(prepared.sweep, prepared.query.resources, modulus)
    sweep = prepared.forecast
    fits = not sweep.refusal and sweep.bytes * share <= most
    if fits and (known is None or sweep.seconds * share <= known[1]):
        by_states = engines_with("counts", "weighted")[0]
        return (
            by_states,
            sweep.seconds * share,
            f"about {short_number(sweep.states * share)} states of a sweep take",
        )
    return None if known is None else (*known, "all profiles together take")


def _cheapest_counter(prepared: Prepared[Result], tree: Choice) -> Plan[Result] | None:
    """The counter that is expected to answer sooner than counting one by one does; None when none is.

    For a count that keeps a checkpoint, which is made by one engine. What is expected of a search comes from
    random dives, what is expected of a sweep from one that leaves out most states.
    """
    nodes = prepared.search_nodes(tree.engine)
    if nodes < LISTED_AT_ONCE or prepared.sweep.refusal:
        return None
    folds = 1 if prepared.group is None else len(prepared.group.members)
    node_seconds = tree.engine.seconds_of_node(prepared.cover.problem)
    list_seconds = nodes * node_seconds / folds + (FOLD_SECONDS if folds > 1 else 0.0)
    # A sweep that may not fit still says so within minutes, where a search would take years.
    most = prepared.query.resources.bytes() * (NEARLY if list_seconds > YEARS else 1.0)
    found = cheapest_sweep(prepared, SHARE_BY_WEIGHTS if folds > 1 else 1.0, most)
    if found is None or found[1] >= list_seconds:
        return None
    engine, seconds, work = found
    reason = (
        f"{work} less time than about {short_number(nodes / folds)} nodes of the engine {tree.engine.name!r}"
    )
    return Plan(prepared, Method.COUNT, engine, reason, seconds)
