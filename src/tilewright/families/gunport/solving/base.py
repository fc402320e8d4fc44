"""What a solver of 0/1 programs is given and gives back; the same for every solver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.models.program import Program
from tilewright.families.gunport.models.registry import Choice


@dataclass(frozen=True)
class Job:
    """One model to be solved by one solver: within ``seconds`` (None: however long), on so many threads."""

    board: GunportBoard
    rules: Rules
    choice: Choice
    solver: str
    seconds: float | None
    threads: int


@dataclass(frozen=True)
class Solved:
    """How a solver ended: "optimal" (or just solved, where the program has no objective), "infeasible", or
    "unfinished", with the best values and the proven bound that there are."""

    status: str
    values: tuple[int, ...] | None
    bound: float | None


class Listener(Protocol):
    """Hears from a solver while it works, on whatever thread the solver likes."""

    def found(self, values: Sequence[int]) -> None:
        """A solution, as the variables' values; better than those before."""

    def bound(self, value: float) -> None:
        """The objective is proven not to be better than this."""

    def on_stop(self, stop: Callable[[], object]) -> None:
        """Call ``stop`` when the solver is to end early; it may be called from another thread."""


Solve = Callable[[Program, float | None, int, Listener], Solved]
"""A solver: takes a program, seconds or None, threads and a listener."""


def _cp_sat() -> Solve:
    from tilewright.families.gunport.solving.by_ortools import cp_sat

    return cp_sat


def _highs() -> Solve:
    from tilewright.families.gunport.solving.by_highs import highs

    return highs


def _scip() -> Solve:
    from tilewright.families.gunport.solving.by_ortools import scip

    return scip


@dataclass(frozen=True)
class Solver:
    """Where a solver comes from: ``load`` imports its package and gives the function.

    Two packages must not meet in one process: OR-tools and highspy each bring a libhighs of their own.
    """

    package: str
    load: Callable[[], Solve]


SOLVERS = {
    "cp-sat": Solver("ortools", _cp_sat),
    "highs": Solver("highspy", _highs),
    "scip": Solver("ortools", _scip),
}
"""The solvers by name."""


def solver_named(name: str) -> Solve:
    """The solver of this name; UnsupportedError when there is none, or when its package is missing."""
    if name not in SOLVERS:
        raise UnsupportedError(f"there is no solver {name!r}; there are {', '.join(SOLVERS)}")
    try:
        return SOLVERS[name].load()
    except ImportError as error:
        raise UnsupportedError(
            f"the solver {name} needs the package {SOLVERS[name].package}: "
            f"pip install 'tilewright[models]' ({error})"
        ) from error
