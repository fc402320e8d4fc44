"""The planner: which engine takes a question, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Engine, Task
from tilewright.solve.engines.counters import COUNTERS, FRONTIER, KASTELEYN, Counter
from tilewright.solve.engines.frontier.sweep import Query
from tilewright.solve.engines.registry import ENGINES, engine_for
from tilewright.solve.estimation.sweep_size import forecast
from tilewright.solve.partition import affordable_dives, expected_nodes
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import CancelCheck, never_cancelled


@dataclass(frozen=True)
class Plan:
    """The engine that was chosen, and why, as a sentence."""

    engine: Engine
    reason: str


@dataclass(frozen=True)
class CountPlan:
    """The counter that was chosen, and why, as a sentence; ``seconds`` is what it is expected to take."""

    counter: Counter
    reason: str
    seconds: float = 0.0


@dataclass(frozen=True)
class Features:
    """What the rules look at.

    ``frontier`` is how far apart, in the order of items, neighbouring items lie at most: the width of a
    rectangle whose cells are numbered line by line; 0 when nothing is known about neighbours.
    """

    options: int
    items: int
    plain: bool  # each primary item is covered exactly once
    coloured: bool
    frontier: int

    @classmethod
    def of(cls, problem: CoverProblem) -> Features:
        """The features of a problem."""
        return cls(
            options=len(problem.options),
            items=len(problem.items),
            plain=all(bound == (1, 1) for bound in problem.bounds),
            coloured=problem.coloured,
            frontier=max(
                (abs(item - other) for item, row in enumerate(problem.near) for other in row), default=0
            ),
        )


@dataclass(frozen=True)
class Rule:
    """An engine, when it is the one to take, and the reason in words (features by name in braces)."""

    engine: str
    holds: Callable[[Features], bool]
    reason: str


NARROW = 5  # cells: up to here a sweep beats minimum remaining values on all pentomino boards
DENSE_SIZE = 10_000_000  # options times items: bits of the rows that the top of the tree is judged by

# The first rule that holds, and whose engine takes the problem, decides.
RULES = (
    Rule(
        "bitmask",
        lambda f: f.plain and not f.coloured and 0 < f.frontier <= NARROW,
        "the board is narrow ({frontier} cells), so a fixed order of cells leaves few choices",
    ),
    Rule(
        "dense",
        lambda f: f.options * f.items <= DENSE_SIZE,
        "{options:,} options for {items:,} items fit in rows of bits",
    ),
    Rule(
        "dancing",
        lambda f: True,
        "{options:,} options for {items:,} items are many: lists take the least work",
    ),
)


def choose(problem: CoverProblem, engine: str | None = None, *, first: bool = False) -> Plan:
    """The plan for a problem; ``engine`` overrides (UnsupportedError when it cannot take the problem).

    With ``first`` one solution is all that is wanted.
    """
    if engine in COUNTERS:
        raise UnsupportedError(f"the engine {engine!r} searches no tree; {', '.join(sorted(ENGINES))} do")
    if engine is not None:
        return Plan(engine_for(engine, problem), "you asked for it")
    features = Features.of(problem)
    for rule in RULES:
        if rule.holds(features) and not ENGINES[rule.engine].unsupported(problem):
            if first and rule.engine == "dense":
                return Plan(ENGINES["ahead"], "one solution is wanted: looking ahead meets few dead ends")
            return Plan(ENGINES[rule.engine], rule.reason.format(**vars(features)))
    return Plan(ENGINES["reference"], "no other engine takes the problem")


LARGE_CELLS = 150
LARGE_PIECES = 20


def large_packing(problem: CoverProblem) -> str:
    """Why one solution is best looked for by restarts, as a sentence; "" where it is not."""
    cells = sum(1 for row in problem.near if row)
    pieces = len(problem.items) - cells
    if cells < LARGE_CELLS or pieces < LARGE_PIECES:
        return ""
    return (
        f"one solution is wanted of {pieces:,} pieces on {cells:,} cells: a sweep with awkward pieces first, "
        "begun anew when it is stuck"
    )


# When a count without listing pays: seconds a node of the engines that list, as in forecasts.py.
NODE_SECONDS = {"dense": 60e-9, "ahead": 3e-6, "bitmask": 45e-9, "dancing": 900e-9, "reference": 1e-4}
OTHER_NODE_SECONDS = 100e-9
FOLD_SECONDS = 0.1  # to find a good item for a search over orbits, and to split it
LISTED_AT_ONCE = 300_000  # expected nodes below which nothing else is looked at
PLANAR_FROM = 24  # items from which determinants are worth their set-up
SIZE_DIVES = 64
REDUCED = ("dense", "dancing")  # engines that gain from fewer options; regions tell the others as much
REDUCED_FROM = 5e6  # expected nodes from which a tenth less of them is worth a reduction
REDUCTION_STEPS = 100_000_000  # at most: about a quarter of a second
YEARS = 1e8  # seconds that no search lasts
NEARLY = 100.0  # times the memory allowed that tables may be foreseen to take, where a search has no hope
SOON = 60.0  # seconds that a sweep may take where determinants would be sooner, but keep no checkpoint
SHARE_BY_WEIGHTS = 0.35  # of the states that are left where one placement stands for its orbit


def named_counter(name: str, query: Query) -> CountPlan | None:
    """The counter of this name; None when there is none; UnsupportedError when it cannot take the query."""
    counter = COUNTERS.get(name)
    if counter is None:
        return None
    reason = counter.unsupported(query)
    if reason:
        raise UnsupportedError(f"the engine {name!r} cannot take this puzzle: {reason}")
    return CountPlan(counter, "you asked for it")


def choose_counter(
    query: Query,
    listing: Engine,
    *,
    symmetries: Callable[[], int],
    resources: Resources,
    check_cancelled: CancelCheck = never_cancelled,
    durable: bool = False,
) -> CountPlan | None:
    """The counter that is expected to answer sooner than counting one by one does; None when none is.

    ``symmetries()`` is how many of them save work; on a large board it takes a while to find out. What is
    expected of a search comes from random dives, what is expected of a sweep from one that leaves out most
    states. With ``durable`` a checkpoint is to be kept.
    """
    problem = query.problem
    if len(problem.items) >= PLANAR_FROM and not KASTELEYN.unsupported(query):
        reason = "each option covers two items and the graph of them is planar: determinants tell"
        if not durable:
            return CountPlan(KASTELEYN, reason)
        check_cancelled()
        sweep = forecast(query)
        check_cancelled()
        if not sweep.refusal and sweep.seconds <= SOON and sweep.bytes <= resources.bytes():
            return CountPlan(FRONTIER, "a checkpoint is asked for, and determinants keep none")
        return CountPlan(KASTELEYN, f"{reason}; it keeps no checkpoint, but engines that do take too long")
    nodes = listing_nodes(query, listing, check_cancelled)
    if nodes < LISTED_AT_ONCE or query.refusal:
        return None
    check_cancelled()
    sweep = forecast(query)
    check_cancelled()
    folds = symmetries()
    share = SHARE_BY_WEIGHTS if folds > 1 else 1.0
    list_seconds = nodes * node_seconds(listing) / folds + (FOLD_SECONDS if folds > 1 else 0.0)
    # A sweep that may not fit still says so within minutes, where a search would go on for years.
    most = resources.bytes() * (NEARLY if list_seconds > YEARS else 1.0)
    if sweep.seconds * share >= list_seconds or sweep.bytes * share > most:
        return None
    return CountPlan(
        FRONTIER,
        f"about {_short(sweep.states * share)} states of a sweep take less time than "
        f"about {_short(nodes / folds)} nodes of the engine {listing.name!r}",
        sweep.seconds * share,
    )


def listing_nodes(query: Query, listing: Engine, check_cancelled: CancelCheck = never_cancelled) -> float:
    """How many nodes a search for all solutions is expected to have, from a few random dives."""
    dives = max(2, affordable_dives(query.problem, SIZE_DIVES))
    return expected_nodes(query.problem, Task(query.prefix), listing, dives, check_cancelled)


def reduction_steps(listing: Engine, nodes: float) -> int:
    """The steps that a reduction may take before a search of so many nodes; 0 where none pays."""
    return int(min(nodes, REDUCTION_STEPS)) if listing.name in REDUCED and nodes >= REDUCED_FROM else 0


def node_seconds(listing: Engine) -> float:
    """The time of a node of an engine that lists."""
    return NODE_SECONDS.get(listing.name, OTHER_NODE_SECONDS)


def _short(number: float) -> str:
    return f"{number:,.0f}" if number < 1e6 else f"{number:.1e}".replace("e+0", "e").replace("e+", "e")
