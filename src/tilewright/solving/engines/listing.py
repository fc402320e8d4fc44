"""What engines provide that find solutions without searching a tree: a list, or one solution."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Protocol

from tilewright.solving.engines.base import (
    Batch,
    Engine,
    EngineAdapter,
    Outcome,
)
from tilewright.solving.steps import Status

if TYPE_CHECKING:
    from tilewright.exact_cover.translation import Cover
    from tilewright.solving.engines.frontier.sweep import SweepQuery
    from tilewright.solving.resources import Resources
    from tilewright.solving.steps import StepLoop


class SolutionListing(Protocol):
    """A list of solutions by an engine that searches no tree.

    It reports its progress, and ends early, by the loop that it was made with: ``loop.check_cancelled()``
    raises Cancelled at the limit of time, which it need not catch; a limit of nodes is
    ``loop.control.limits.nodes``.
    """

    @property
    def nodes(self) -> int:
        """The nodes or states so far; the same for the same problem on every machine."""

    @property
    def share(self) -> float:
        """The share of the work that is done, 0 to 1."""

    @property
    def note(self) -> str:
        """Which limit ended the list, as a sentence; "" for those of nodes and time."""

    def batches(self) -> Generator[Batch, None, Status]:
        """The solutions, each once; returns COMPLETE only if there are no others."""


class ListAdapter(EngineAdapter, Protocol):
    """What the module of an engine provides that lists solutions without a tree.

    Limits of solutions, orbits under a symmetry and the verification of solutions are left to the caller.
    """

    def unsupported_query(self, query: SweepQuery) -> str:
        """Why the engine cannot list for this query, as a sentence; "" when it can."""

    def listing(self, query: SweepQuery, resources: Resources, loop: StepLoop) -> SolutionListing:
        """A list that has not begun."""


class FirstSearch(Protocol):
    """A search for one solution by an engine that searches no tree; see SolutionListing for its loop."""

    @property
    def name(self) -> str:
        """The engine that ended the search: this one or its companion."""

    @property
    def proof(self) -> str:
        """A reason why there is no solution, if one ended the search; else ""."""

    @property
    def nodes(self) -> int:
        """The nodes so far; the same for the same problem and seed on every machine."""

    def batches(self) -> Generator[Batch, None, Outcome]:
        """At most one solution; returns how it ended: COMPLETE only if there are no others."""


class FirstAdapter(EngineAdapter, Protocol):
    """What the module of an engine provides that finds one solution without a tree."""

    def first_solution(
        self, cover: Cover, loop: StepLoop, companion: Engine | None, refute: Callable[[bool], str]
    ) -> FirstSearch:
        """A search that has not begun.

        ``companion`` is an engine that may search the tree in parallel. ``refute(plain)`` gives a reason why
        there is no solution, or "": with ``plain`` by the quick reasons alone.
        """
