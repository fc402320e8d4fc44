"""What every engine keeps to: a search that steps, and how a search may end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tilewright.exact_cover.translation import CoverProblem


class Status(Enum):
    """How a question ended: the whole tree was searched; a limit ended it; somebody stopped it."""

    COMPLETE = "complete"
    LIMIT = "limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Limits:
    """When to stop early; None is no limit. Nodes are deterministic, seconds are not."""

    solutions: int | None = None
    nodes: int | None = None
    seconds: float | None = None


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


@dataclass(frozen=True)
class Engine:
    """An engine by name: what it is, what it refuses, how to start it on a task.

    ``start(problem, task, capacity)`` gives a search that keeps up to about ``capacity`` solutions
    until they are taken; with 0 it only counts.
    """

    name: str
    summary: str
    unsupported: Callable[[CoverProblem], str]
    start: Callable[[CoverProblem, Task, int], Search]


@dataclass(frozen=True)
class Progress:
    """How far a run is: the share of the tree that is done (0 to 1), and what it took and found so far.

    ``seconds`` and ``eta`` are wall time; ``eta`` is None while nothing can be said. With a symmetry
    ``solutions`` counts orbits and ``images`` the solutions in them. ``listed`` is False for an engine that
    learns the number of solutions only at its end; its nodes are states. ``words``, where there are any, say
    how far it is in the place of solutions and nodes, and ``told`` how much is done in that of ``share``.
    """

    share: float
    nodes: int
    solutions: int
    images: int
    seconds: float
    eta: float | None
    listed: bool = True
    words: str = ""
    told: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a run ended and what it found; counts are lower bounds unless the status is COMPLETE."""

    status: Status
    solutions: int
    images: int  # as Progress.images; equal to solutions without a symmetry
    nodes: int
    seconds: float
    share: float
