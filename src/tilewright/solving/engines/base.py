"""What every engine keeps to: its descriptor, a search that steps, and how a search may end.

This module imports no engine and not the core, so that a list of engines costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from tilewright.registry import load_attribute
from tilewright.solving.steps import Limits as Limits  # as in version 0.2
from tilewright.solving.steps import Progress as Progress
from tilewright.solving.steps import Status as Status
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.exact_cover.problem import CoverProblem


Batch = list[tuple[int, ...]]
"""Solutions, each as sorted options."""


@dataclass(frozen=True)
class Symmetry:
    """Permutations of a problem's options that carry solutions to solutions, the identity included.

    A search that is given one counts a solution only when no image of it that contains all of
    ``must`` comes before it: one solution an orbit, and ``images`` adds up the orbits' sizes.
    """

    group: tuple[tuple[int, ...], ...]
    must: tuple[int, ...] = ()


@dataclass(frozen=True)
class Task:
    """A part of a search: the solutions that contain option o for each ``o >= 0`` of ``prefix`` and
    do not contain option ``~o`` for each negative one; with a symmetry, one of each orbit."""

    prefix: tuple[int, ...] = ()
    symmetry: Symmetry | None = None


class Search(Protocol):
    """A search over one task. It never calls back: step it with ``advance``."""

    def advance(self, budget: int) -> str:
        """Visit up to ``budget`` more nodes; ``running``, ``full`` (take solutions first) or ``complete``."""

    def progress(self) -> float:
        """The share of the tree that is done, 0 to 1, judged from the branches along the current path."""

    def position(self) -> list[int]:
        """The branch taken at each level: what ``restore`` needs to take the search up again."""

    def restore(self, position: Sequence[int]) -> None:
        """Go to a position in a fresh search; ValueError when it is not one of this tree."""

    def remainder(self) -> list[tuple[list[int], float]]:
        """What is left of the task, as disjoint prefixes with their shares of the task's tree, 0 to 1.

        Their solutions (under the task's symmetry) and those found so far are all of the task's, each once.
        Call it between advances, or on a fresh search; the search may go on afterwards. A prefix may have no
        solution. Depth first; [] when the search is complete. The shares and ``progress`` add up to about 1.
        """

    def probe(self, seed: int) -> tuple[float, float]:
        """One random dive of a fresh search: estimates of nodes and of solutions (Knuth 1975)."""

    def take(self) -> list[list[int]]:
        """The solutions found since the last call, as sorted lists of options, in order."""

    @property
    def nodes(self) -> int:
        """Nodes visited since this object was made; the same for the same task on every machine."""

    @property
    def solutions(self) -> int:
        """Solutions found since this object was made; with a symmetry, orbits."""

    @property
    def images(self) -> int:
        """With a symmetry: the sizes of the orbits found, added up; otherwise 0."""


CAPABILITIES = {
    "lists": "lists all solutions; without splittable its adapter is a ListAdapter",
    "first": "finds one solution; without lists and splittable its adapter is a FirstAdapter",
    "counts": "counts solutions",
    "modular": "counts solutions modulo a number; its adapter is a ModularAdapter",
    "optimises": "finds the least and the greatest cost",
    "samples": "draws solutions uniformly",
    "by cells": "works on the cells of a board, not on items and options",
    "estimates": "estimates the number of solutions without searching the whole tree",
    "resumable": "writes checkpoints and continues from them",
    "splittable": "searches a tree that splits into prefixes; its adapter is a SearchAdapter",
    "weighted": "supports weights of options, and options that cover an item several times",
    "ordered": "accepts an order of items",
    "polynomial": "counts in a time that is polynomial in the size of the problem",
    "predictable": "tells how long a count or a list takes before it starts: has expected_seconds",
}
"""What an engine may be capable of, with its meaning."""


@dataclass(frozen=True)
class Features:
    """What decides which engine suits a problem.

    ``frontier`` is how far apart, in the order of items, neighbouring items lie at most: the width of a
    rectangle whose cells are numbered line by line; 0 when nothing is known about neighbours. ``plain``: each
    primary item is covered exactly once. ``pairs``: each option covers two primary items, and nothing else.
    ``first``: one solution is enough. ``cells`` and ``pieces`` are the items with and without neighbours.
    ``on_surface``: the sides of the board are joined so that it is not in the plane.
    """

    options: int
    items: int
    plain: bool
    coloured: bool
    frontier: int
    pairs: bool = False
    first: bool = False
    cells: int = 0
    pieces: int = 0
    on_surface: bool = False


class EngineAdapter(Protocol):
    """What an engine's module provides."""

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        """Why the engine does not take the problem below a prefix, as a sentence; "" when it does."""


class SearchAdapter(EngineAdapter, Protocol):
    """What the module of a splittable engine provides."""

    def start(self, problem: CoverProblem, task: Task, capacity: int) -> Search:
        """A search that keeps up to about ``capacity`` solutions until they are taken; with 0 it counts."""


@dataclass(frozen=True)
class Engine:
    """The descriptor of an engine: all that the planner, the command line and the documentation know of it.

    ``adapter`` is an :class:`EngineAdapter` or names one as ``module:attribute``, imported when it is first
    used. ``aliases`` are former names. ``suits(features)`` is a reason why the engine is a good choice, or
    ""; of several that suit the one of the lowest ``rank`` is taken, those that search no tree first.

    The cost model: ``node_seconds`` a node of the search tree, and ``option_seconds`` more for each option of
    the problem, see ``seconds_of_node``; ``trial_nodes``, in a trial of a moment
    (``first_trial_nodes`` where one solution is enough); ``round_nodes``, a part in the first round of a
    search for one solution; ``companion_nodes``, in a round parallel to a local search; ``dives``, random
    ones that tell how large a tree is, as many as take a millisecond or two; ``walk_effort``, of
    the nodes that an estimate walks; ``gains_by_reduction``: whether fewer options make its nodes cheaper;
    ``looks_ahead``: whether it visits far fewer nodes than other engines, each of which takes longer.

    ``search_code`` names search code that the engine shares with other engines; see ``code_of_count``.
    ``checkpoint_kind`` is the kind of its checkpoints.
    """

    name: str
    summary: str
    capabilities: frozenset[str]
    adapter: str | EngineAdapter
    aliases: tuple[str, ...] = ()
    suits: Callable[[Features], str] = lambda features: ""
    rank: int = 0
    node_seconds: float = 100e-9
    option_seconds: float = 0.0
    trial_nodes: int = 20_000
    first_trial_nodes: int = 20_000
    round_nodes: int = 50_000
    companion_nodes: int = 5_000
    dives: int = 64
    walk_effort: float = 1.0
    gains_by_reduction: bool = False
    looks_ahead: bool = False
    search_code: frozenset[str] = frozenset()
    checkpoint_kind: str = "search"

    def __post_init__(self) -> None:
        unknown = self.capabilities - CAPABILITIES.keys()
        if unknown:
            raise ValueError(
                f"the engine {quoted(self.name)} has unknown capabilities: {', '.join(sorted(unknown))}"
            )

    @cached_property
    def loaded_adapter(self) -> Any:
        """The adapter itself: an EngineAdapter of the kind that the capabilities ask for."""
        return load_attribute(self.adapter) if isinstance(self.adapter, str) else self.adapter

    def can(self, capability: str) -> bool:
        """Whether the engine has a capability."""
        return capability in self.capabilities

    def seconds_of_node(self, problem: CoverProblem) -> float:
        """How long a node of the search tree of a problem is expected to take."""
        return self.node_seconds + self.option_seconds * len(problem.options)

    def code_of_count(self, *, unique: bool) -> frozenset[str]:
        """The names of the search code of a count; two counts without a common one confirm each other.

        All engines that search a tree are driven by the same code, and with ``unique`` all others count
        orbits by Burnside's lemma.
        """
        driver = {"tree search"} if self.can("splittable") else {"Burnside's lemma"} if unique else set()
        return self.search_code | driver | {self.name}

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        """Why the engine does not take the problem below a prefix, as a sentence; "" when it does."""
        reason: str = self.loaded_adapter.unsupported(problem, prefix)
        return reason

    def start(self, problem: CoverProblem, task: Task, capacity: int) -> Search:
        """A search over a task, of a splittable engine; see :class:`SearchAdapter`."""
        search: Search = self.loaded_adapter.start(problem, task, capacity)
        return search


@dataclass(frozen=True)
class Outcome:
    """How a run ended and what it found; counts are lower bounds unless the status is COMPLETE.

    ``engine`` names the engine that took the place of the one that began, "" if none did.
    """

    status: Status
    solutions: int
    images: int  # as Progress.images; equal to solutions without a symmetry
    nodes: int
    seconds: float
    share: float
    engine: str = ""
