"""Solvers of 0/1 programs: what each is given and returns. They run in processes of their own (``process``).

Two packages must not be in one process: OR-tools and highspy each bring a libhighs of their own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.errors import UnsupportedError
from tilewright.extras import import_failure
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.registry import SOLVERS, ModelChoice, SolverDescriptor
from tilewright.formats.integer_program import IntegerProgram
from tilewright.registry import load_attribute
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.families.gunport.models import GunportModel


@dataclass(frozen=True)
class SolverJob:
    """One model to be solved by one solver, within ``seconds`` (None: no limit), on ``threads`` threads."""

    board: GunportBoard
    rules: Rules
    choice: ModelChoice
    solver: str
    seconds: float | None
    threads: int


@dataclass(frozen=True)
class SolverResult:
    """How a solver ended, with the best values and the proven bound.

    ``status``: "optimal" (solved, where the program has no objective), "infeasible" or "unfinished".
    ``nodes`` of the search tree, as the solver counts them; None when it does not say.
    """

    status: str
    values: tuple[int, ...] | None
    bound: float | None
    nodes: int | None = None


class SolverListener:
    """Is called by a solver while it works, on any thread; sends what it finds to the other process."""

    def __init__(self, model: GunportModel, send: Callable[..., None], stopped: threading.Event) -> None:
        self.model, self.send, self.stopped = model, send, stopped
        self.least = 0

    def found(self, values: Sequence[int]) -> None:
        """A solution, as the variables' values; better than those before."""
        self.send("found", self.model.pieces(values))

    def bound(self, value: float) -> None:
        """The objective is proven not to be better than this."""
        least = self.model.least_dominoes(value)
        if least > self.least:
            self.least = least
            self.send("bound", least)

    def on_stop(self, stop: Callable[[], object]) -> None:
        """Call ``stop``, on another thread, when the solver is to end early."""

        def wait() -> None:
            self.stopped.wait()
            stop()

        threading.Thread(target=wait, daemon=True).start()


Solve = Callable[[IntegerProgram, float | None, int, SolverListener], SolverResult]
"""A solver: takes a program, seconds or None, threads and a listener."""


def solver_descriptor(name: str) -> SolverDescriptor:
    """The descriptor of a solver; UnsupportedError for an unknown name."""
    if name not in SOLVERS:
        raise UnsupportedError(f"there is no solver {quoted(name)}; there are {', '.join(SOLVERS)}")
    return SOLVERS[name]


def load_solver(name: str) -> Solve:
    """The function of a solver; UnsupportedError for an unknown name, or when its package is missing."""
    solver = solver_descriptor(name)
    try:
        solve: Solve = load_attribute(solver.solve)
    except ImportError as error:
        raise UnsupportedError(import_failure(f"the solver {name} needs", "models", error)) from error
    return solve
