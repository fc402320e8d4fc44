"""Solving a model that was read from a file, with its own constraints and objective."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Arrangement
from tilewright.families.gunport.model_files import ModelFile
from tilewright.families.gunport.models import TOLERANCE
from tilewright.families.gunport.solvers import SolverJob, solver_descriptor
from tilewright.families.gunport.solvers.process import DOMINO_RULES, JobRun, SolverProcesses
from tilewright.solving.steps import Progress, Status
from tilewright.workers import ChildProcess


@dataclass(frozen=True)
class FileAnswer:
    """The answer of a program from a file.

    ``status`` is COMPLETE when ``objective`` is proven to be the best, when any solution will do and there is
    one, and when there is no solution (``arrangement`` is None). ``bound`` is what the objective is proven
    not to exceed, None if nothing is proven. ``valid``: no more domino fits into the arrangement.
    """

    file: ModelFile
    solver: str
    status: Status
    arrangement: Arrangement | None
    valid: bool
    objective: int | None
    bound: int | None
    seconds: float
    best_seconds: float | None
    nodes: int | None
    note: str


def solve_model_file(
    file: ModelFile,
    solver: str,
    *,
    seconds: float | None = None,
    threads: int = 2,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> FileAnswer:
    """Solve a program from a file with one of the solvers in ``registry.SOLVERS``.

    Limits and errors as :func:`~tilewright.families.gunport.solvers.process.solve_model`; PuzzleError when
    the solution is no arrangement of dominoes, because the file lacks constraints of the model;
    UnsupportedError when the numbers of the file are too large for the solver.
    """
    package = solver_descriptor(solver).package
    job = SolverJob(file.board, DOMINO_RULES, file.choice, solver, seconds, threads, file.program)
    with SolverProcesses() as processes:
        return _FileRun(file, job, processes.of(package), on_progress, cancel).answer()


class _FileRun(JobRun[FileAnswer]):
    """One program in the other process, and what it has reported so far."""

    def __init__(
        self,
        file: ModelFile,
        job: SolverJob,
        process: ChildProcess,
        on_progress: Callable[[Progress], None] | None,
        cancel: threading.Event | None,
    ) -> None:
        super().__init__(job, process, on_progress, cancel)
        self.file, self.sense = file, file.program.sense
        self.values: tuple[int, ...] | None = None
        self.bound: int | None = None

    @property
    def objective(self) -> int | None:
        """The best value found."""
        return None if self.values is None or not self.sense else self.file.program.value(self.values)

    def words(self) -> str:
        if self.values is None:
            return "nothing found yet"
        if not self.sense:
            return "a solution found"
        limit = "" if self.bound is None else f", at {self._side()} {self.bound:,} possible"
        return f"objective {self.objective:,}{limit}"

    def _side(self) -> str:
        return "most" if self.sense == "maximise" else "least"

    def found(self, numbers: tuple[int, ...]) -> None:
        value, best = self.file.program.value(numbers), self.objective
        if self.values is None or (best is not None and self._better(value, best)):
            self.values = numbers
            self.best_seconds = self.elapsed()

    def _better(self, value: int, than: int) -> bool:
        return value > than if self.sense == "maximise" else value < than

    def proved(self, bound: float) -> None:
        if not self.sense or not math.isfinite(bound):
            return
        whole = math.floor(bound + TOLERANCE) if self.sense == "maximise" else math.ceil(bound - TOLERANCE)
        if self.bound is None or self._better(self.bound, whole):
            self.bound = whole

    def finished(self, status: str, seconds: float) -> FileAnswer:
        if status == "infeasible":
            return self.end(Status.COMPLETE, "", seconds)
        best = self.objective
        if self.values is not None and (not self.sense or (best is not None and self._proven(best))):
            return self.end(Status.COMPLETE, "", seconds)
        if self.values is not None and status == "optimal":
            note = f"the solver claims to be optimal, but proves a bound of only {self.bound}"
            return self.end(Status.LIMIT, note, seconds)
        if self.stop_time is not None:
            return self.end(Status.CANCELLED, "stopped", seconds)
        return self.end(Status.LIMIT, "the solver reached its time limit", seconds)

    def _proven(self, best: int) -> bool:
        return self.bound is not None and not self._better(self.bound, best)

    def end(self, status: Status, note: str, seconds: float) -> FileAnswer:
        arrangement, valid = None, False
        if self.values is not None:
            if self.file.program.violated(self.values):
                raise UnsupportedError(
                    f"the solver {self.job.solver} returned values that violate a constraint of "
                    f"{self.file.name}: the numbers there are too large for its arithmetic; choose cp-sat"
                )
            arrangement, valid = self.file.arrangement(self.values)
        return FileAnswer(
            self.file, self.job.solver, status, arrangement, valid, self.objective, self.bound, seconds,
            self.known_best_seconds(seconds), self.nodes, note,
        )  # fmt: skip
