"""The registry of engines: one descriptor each.

Another package registers an :class:`~tilewright.solving.engines.base.Engine` by an entry point of the group
``tilewright.engines``.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from tilewright.errors import UnsupportedError
from tilewright.registry import Registry
from tilewright.solving import costs
from tilewright.solving.engines.base import Engine, Features
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.exact_cover.problem import CoverProblem

NARROW = 5  # cells: up to here a fixed order beats minimum remaining values on all pentomino boards
ROW = 1  # cells: there it sees dead ends late
DENSE_SIZE = 10_000_000  # options times items: bits of the rows that the top of the tree is judged by
LARGE_CELLS, LARGE_PIECES = 150, 20  # of a packing of which local search finds one solution soonest
PLANAR_FROM = 44  # items from which determinants are worth their set-up
MATCHING_FROM = 150  # items from which a matching is found sooner than by a search
SEARCHES = frozenset({"lists", "first", "counts", "resumable", "splittable"})
BIT_ROWS = frozenset({"rows of bits"})
REQUESTED = "as requested"

by_rank = attrgetter("rank")


def _fits_dense_rows(features: Features) -> bool:
    return features.options * features.items <= DENSE_SIZE


def _large_packing(features: Features) -> str:
    """Why one solution is best found by local search, as a sentence; "" where it is not."""
    if features.cells < LARGE_CELLS or features.pieces < LARGE_PIECES:
        return ""
    return (
        f"for one solution with {features.pieces:,} pieces on {features.cells:,} cells: a sweep with awkward "
        "pieces first, restarted when it is stuck"
    )


DENSE = Engine(
    "dense",
    "fewest-ways-first search on rows of bits: whatever fits in 96 MB of them, with copies and colours",
    SEARCHES,
    "tilewright.solving.engines.native:DENSE",
    suits=lambda f: (
        f"{f.options:,} options for {f.items:,} items fit in rows of bits" if _fits_dense_rows(f) else ""
    ),
    rank=3,
    node_seconds=costs.NODE["dense"],
    option_seconds=costs.NODE_OPTION["dense"],
    trial_nodes=100_000,
    first_trial_nodes=100_000,
    companion_nodes=100_000,
    dives=256,
    gains_by_reduction=True,
    search_code=BIT_ROWS,
)
DANCING_CELLS = Engine(
    "dancing-cells",
    "fewest-ways-first search on sparse sets: large problems, colours, and items covered several times",
    SEARCHES,
    "tilewright.solving.engines.native:DANCING_CELLS",
    aliases=("dancing", "dancing-links"),
    suits=lambda f: f"{f.options:,} options for {f.items:,} items are many: lists take the least work",
    rank=4,
    node_seconds=costs.NODE["dancing-cells"],
    walk_effort=0.1,
    gains_by_reduction=True,
)
FORWARD_CHECKING = Engine(
    "forward-checking",
    "the search of dense without options that leave an item none: far fewer nodes that take longer",
    SEARCHES,
    "tilewright.solving.engines.native:FORWARD_CHECKING",
    aliases=("ahead",),
    suits=lambda f: (
        "for one solution, looking ahead meets few dead ends" if f.first and _fits_dense_rows(f) else ""
    ),
    rank=2,
    node_seconds=costs.NODE["forward-checking"],
    trial_nodes=5_000,
    first_trial_nodes=50_000,  # probes that size the parts would take as long
    round_nodes=5_000,  # its nodes tell more
    looks_ahead=True,
    dives=8,
    search_code=BIT_ROWS,
)
BITMASK = Engine(
    "bitmask",
    "cell after cell in a fixed order on bit sets: narrow boards and boards with many solutions",
    SEARCHES,
    "tilewright.solving.engines.native:BITMASK",
    suits=lambda f: (
        f"the board is narrow ({f.frontier} cells), so a fixed order of cells leaves few choices"
        if f.plain and not f.coloured and ROW < f.frontier <= NARROW
        else ""
    ),
    rank=1,
    node_seconds=costs.NODE["bitmask"],
    trial_nodes=60_000,
    first_trial_nodes=200_000,
    companion_nodes=200_000,
    dives=16,
)
REFERENCE = Engine(
    "reference",
    "the definition, in a few lines of Python: for tests and for very small puzzles",
    SEARCHES,
    "tilewright.solving.engines.reference",
    suits=lambda f: "no other engine supports the problem",
    rank=9,
    node_seconds=costs.NODE["reference"],
    trial_nodes=200,
    first_trial_nodes=200,
    walk_effort=0.001,
)
FRONTIER = Engine(
    "frontier",
    "one sweep that merges equal states: counts without listing, costs, fair samples",
    frozenset(
        {"lists", "first", "counts", "modular", "optimises", "samples", "resumable", "weighted", "ordered"}
    ),
    "tilewright.solving.engines.frontier.adapter",
    checkpoint_kind="sweep",
)
PROFILE_SWEEP = Engine(
    "profile-sweep",
    "one sweep with a number for every profile, modulo primes: where nearly all profiles occur",
    frozenset({"counts", "modular", "resumable", "predictable"}),
    "tilewright.solving.engines.profile_sweep",
    search_code=frozenset({FRONTIER.name}),  # the order of items
    checkpoint_kind="profile sweep",
)
KASTELEYN = Engine(
    "kasteleyn",
    "determinants and Pfaffians: domino tilings, perfect matchings of any planar graph, and of boards with "
    "joined sides, of thousands of cells",
    frozenset({"counts", "polynomial"}),
    "tilewright.solving.engines.kasteleyn.counting:ADAPTER",
    suits=lambda f: (
        ""
        if not f.pairs or f.items < PLANAR_FROM
        else "each option covers two neighbours on a board with joined sides: Pfaffians count them"
        if f.on_surface
        else "each option covers two items and the graph of them is planar: determinants count them"
    ),
)
RESTARTS = Engine(
    "restarts",
    "a sweep with awkward pieces first, restarted when it is stuck: one solution of a large packing",
    frozenset({"first", "resumable"}),
    "tilewright.solving.engines.restarts",
    suits=lambda f: _large_packing(f) if f.first else "",
)
MATCHING = Engine(
    "matching",
    "a maximum matching: one cover by dominoes or other pairs, or the reason that there is none",
    frozenset({"first", "polynomial"}),
    "tilewright.solving.engines.matching",
    suits=lambda f: (
        "for one solution with options of two items each: a maximum matching of the items"
        if f.first and f.pairs and f.items >= MATCHING_FROM
        else ""
    ),
)
SEQUENTIAL_MONTE_CARLO = Engine(
    "sequential-monte-carlo",
    "a sweep that keeps a random sample of partial solutions: estimates the number of solutions",
    frozenset({"estimates"}),
    "tilewright.solving.engines.sequential_monte_carlo",
    aliases=("population",),
)
DOMINO_SHUFFLING = Engine(
    "domino-shuffling",
    "domino tilings of Aztec diamonds, exactly uniform, by shuffling from order to order",
    frozenset({"samples", "by cells"}),
    "tilewright.solving.random_tilings.drawing:ADAPTER",
)
COUPLING = Engine(
    "coupling-from-the-past",
    "tilings of boards without holes by dominoes or lozenges, exactly uniform, in little memory",
    frozenset({"samples", "by cells"}),
    "tilewright.solving.random_tilings.drawing:ADAPTER",
)

_BUILTIN = {
    engine.name: (f"{__name__}:{attribute}", engine.aliases)
    for attribute, engine in list(globals().items())
    if isinstance(engine, Engine)
}
ENGINES: Registry[Engine] = Registry(
    "tilewright.engines", {name: reference for name, (reference, _) in _BUILTIN.items()}
)
_ALIASES = {alias: name for name, (_, aliases) in _BUILTIN.items() for alias in aliases}

ALIAS_NOTES = {
    "dancing-links": "dancing-links is the engine dancing-cells: the same search (Knuth's Algorithm X), with "
    "sparse sets in place of linked lists",
}
"""What to say of the names of algorithms that stand for an engine that does not work quite so."""


def canonical_name(name: str) -> str:
    """The name of an engine by its name or a former one; other names as they are."""
    return _ALIASES.get(name, name)


def engines_with(*capabilities: str) -> tuple[Engine, ...]:
    """The engines that have all these capabilities, the built-in ones first."""
    asked = frozenset(capabilities)
    return ENGINES.chosen(asked, lambda engine: engine.capabilities >= asked)


def engine_named(name: str) -> Engine:
    """The engine of this name, or of this former name; UnsupportedError when there is none."""
    engine = ENGINES.get(canonical_name(name))
    if engine is None:
        raise UnsupportedError(
            f"there is no engine named {quoted(name)}; there are {', '.join(sorted(ENGINES))}"
        )
    return engine


def engine_of_checkpoints(kind: str) -> Engine | None:
    """The engine whose checkpoints are of this kind; None for searches, which several engines make."""
    engines = [engine for engine in engines_with("resumable") if engine.checkpoint_kind == kind]
    return engines[0] if len(engines) == 1 else None


def step_unit(name: str) -> str:
    """What the engine of a name counts its steps in, in the singular: states, or nodes of a tree."""
    engine = ENGINES.get(name)
    return "state" if engine is not None and engine.can("modular") else "node"


def engine_for(name: str, problem: CoverProblem) -> Engine:
    """The engine of this name to search the tree of a problem; UnsupportedError when it cannot."""
    engine = engine_named(name)
    if not engine.can("splittable"):
        others = ", ".join(sorted(other.name for other in engines_with("splittable")))
        raise UnsupportedError(f"the engine {quoted(name)} searches no tree; {others} do")
    reason = engine.unsupported(problem)
    if reason:
        raise UnsupportedError(f"the engine {quoted(name)} does not support this puzzle: {reason}")
    return engine


@dataclass(frozen=True)
class Choice:
    """An engine that searches the tree, and why it was chosen, as a sentence."""

    engine: Engine
    reason: str


def choose(problem: CoverProblem, engine: str | None = None, *, first: bool = False) -> Choice:
    """The engine to search the tree of a problem; ``engine`` names it instead.

    With ``first`` one solution is enough. UnsupportedError when the named one does not take the problem.
    """
    if engine is not None:
        return Choice(engine_for(engine, problem), REQUESTED)
    features = features_of(problem, first=first)
    for candidate in sorted(engines_with("splittable"), key=by_rank):
        reason = candidate.suits(features)
        if reason and not candidate.unsupported(problem):
            return Choice(candidate, reason)
    raise UnsupportedError("no engine supports the problem")


def features_of(problem: CoverProblem, *, first: bool = False) -> Features:
    """The features of a problem that decide which engine suits it."""
    cells = len(problem.near) - list(problem.near).count(())
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
        on_surface=problem.layout is not None and not problem.layout.is_planar,
    )


def large_packing(problem: CoverProblem) -> str:
    """Why one solution is best found by local search, as a sentence; "" where it is not."""
    return _large_packing(features_of(problem, first=True))


def looking_ahead(problem: CoverProblem, engine: Engine) -> Engine | None:
    """Another engine that may be quicker in a long search, as it visits far fewer nodes; None without one."""
    for other in engines_with("splittable"):
        if other.looks_ahead and other is not engine and not other.unsupported(problem):
            return other
    return None


def keeps_checkpoints(engine: Engine, *, listing: bool) -> bool:
    """Whether an engine keeps checkpoints of a count, or with ``listing`` of a search for solutions.

    Of a list only those that search a tree do.
    """
    return engine.can("resumable") and (not listing or engine.can("splittable") or not engine.can("lists"))
