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
from tilewright.threads import start_thread
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.families.gunport.models import GunportModel


ASK_SECONDS = 0.02  # until a solver that goes on is asked to stop once more


@dataclass(frozen=True)
class SolverJob:
    """One model to be solved by one solver, within ``seconds`` (None: no limit), on ``threads`` threads.

    ``program`` is solved instead, when it is given: a model from a file.
    """

    board: GunportBoard
    rules: Rules
    choice: ModelChoice
    solver: str
    seconds: float | None
    threads: int
    program: IntegerProgram | None = None


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

    def __init__(self, send: Callable[..., None], stopped: threading.Event) -> None:
        self.send, self.stopped, self.ended = send, stopped, threading.Event()
        self.sent: float | None = None

    def found(self, values: Sequence[int]) -> None:
        """A solution, as the variables' values; better than those before."""
        self.send("found", tuple(values))

    def bound(self, value: float) -> None:
        """The objective is proven not to be better than this."""
        if value != self.sent:
            self.sent = value
            self.send("bound", value)

    def on_stop(self, stop: Callable[[], object]) -> None:
        """Call ``stop``, on another thread, when the solver is to end early, until it has ended.

        A solver that has not yet begun forgets that it was to stop.
        """

        def wait() -> None:
            self.stopped.wait()
            while not self.ended.is_set():
                stop()
                self.ended.wait(ASK_SECONDS)

        start_thread(wait, "stop")


class ModelListener(SolverListener):
    """The listener of a model, which sends dominoes and their number instead of values and bounds."""

    def __init__(self, model: GunportModel, send: Callable[..., None], stopped: threading.Event) -> None:
        super().__init__(send, stopped)
        self.model = model
        self.least = 0

    def found(self, values: Sequence[int]) -> None:
        self.send("found", self.model.pieces(values))

    def bound(self, value: float) -> None:
        least = self.model.least_dominoes(value)
        if least > self.least:
            self.least = least
            self.send("bound", least)


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
