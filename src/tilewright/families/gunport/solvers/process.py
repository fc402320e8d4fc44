"""Solving a model by one of the solvers, with a time limit and cancellation that are kept.

A solver runs in a process of its own, which is asked to end and, a moment later, killed: it is native code
that may not return for a long time, and its output or crash does not reach the user.

An answer claims only what was proven. A solver's bound, a float, becomes the number of dominoes that it
proves (``GunportModel.least_dominoes``). An answer is COMPLETE when that number equals the dominoes found,
whatever the solver claims, or when the solver says that there is no solution. Every arrangement has passed
``board.faults``.
"""

from __future__ import annotations

import contextlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults, pearce
from tilewright.families.gunport.models import build_model
from tilewright.families.gunport.query import GunportAnswer
from tilewright.families.gunport.registry import ModelChoice
from tilewright.families.gunport.solvers import (
    ModelListener,
    SolverJob,
    SolverListener,
    SolverResult,
    load_solver,
    solver_descriptor,
)
from tilewright.model.lattices import Cell
from tilewright.solving.steps import Progress, Status
from tilewright.workers import DEAD, ChildProcess, Send

WORKER = f"{__name__}:run_job"
POLL_SECONDS = 0.05
GRACE_SECONDS = 0.25  # for a solver that was stopped to report what it has
OVERTIME_SECONDS = 3.0  # beyond the time limit before the process is killed

DOMINO_RULES = Rules()
Answer = TypeVar("Answer")


class SolverProcesses(contextlib.ExitStack):
    """One process for each package that has solvers; at the end of the block they end."""

    def __init__(self) -> None:
        super().__init__()
        self._by_package: dict[str, ChildProcess] = {}

    def of(self, package: str) -> ChildProcess:
        if package not in self._by_package:
            process = self._by_package[package] = ChildProcess(WORKER)
            self.callback(process.end)
        return self._by_package[package]


@dataclass(frozen=True)
class ModelAnswer:
    """The answer of a model, and which model and solver gave it.

    ``answer.seconds`` is the time of building the model and of solving it, without that of starting the
    process. ``target`` is the number of dominoes that the model requires, None when it looks for the fewest.
    ``refuted``: no arrangement has exactly that many; this proves nothing about other numbers, so ``answer``
    has the status LIMIT. With a target nothing is proven about the fewest: ``answer.lower_bound`` is 0.
    ``best_seconds`` is the part of ``answer.seconds`` until the best arrangement was found; None without one,
    and for solvers that report it only at the end. ``nodes`` is the size of the solver's search tree, in its
    own count; None when it does not say, or was killed.
    """

    answer: GunportAnswer
    choice: ModelChoice
    solver: str
    target: int | None = None
    refuted: bool = False
    best_seconds: float | None = None
    nodes: int | None = None


def solve_model(
    board: GunportBoard,
    choice: ModelChoice,
    solver: str,
    rules: Rules = DOMINO_RULES,
    *,
    seconds: float | None = None,
    threads: int = 2,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    processes: SolverProcesses | None = None,
) -> ModelAnswer:
    """Solve a board's model with one of the solvers in ``registry.SOLVERS``.

    ``seconds`` is the time limit. ``processes`` are used, and left running, when they are given, so that many
    small models need not each start one. SCIP and lp_solve take one thread whatever ``threads`` says.
    UnsupportedError for an unknown solver or one that is not installed, and for what a model cannot express;
    PuzzleError for an invalid board. RuntimeError when a solver dies or returns an arrangement that violates
    the rules.
    """
    package = solver_descriptor(solver).package
    job = SolverJob(board, rules, choice, solver, seconds, threads)
    with SolverProcesses() if processes is None else contextlib.nullcontext(processes) as running:
        return _ModelRun(job, running.of(package), on_progress, cancel).answer()


def run_job(job: SolverJob, send: Send, stopped: threading.Event) -> None:
    """In the process: send ("started",), ("found", pieces), ("bound", dominoes), and at last ("end", status,
    seconds, nodes), where the seconds are those of building the model and of solving it, or ("error", kind,
    message).

    For a job with a program of its own, "found" has the values of the variables, and "bound" the bound on the
    objective.
    """
    try:
        solve = load_solver(job.solver)
        send("started")
        start_time = time.monotonic()
        program, listener = job.program, SolverListener(send, stopped)
        if program is None:
            model = build_model(job.choice, job.board, job.rules)
            program, listener = model.program, ModelListener(model, send, stopped)
        remaining = None if job.seconds is None else job.seconds - (time.monotonic() - start_time)
        if not program.names:  # a single cell; some solvers refuse an empty program
            result = SolverResult("optimal", (), 0.0)
        else:
            limit = None if remaining is None else max(0.01, remaining)
            try:
                result = solve(program, limit, job.threads, listener)
            finally:
                listener.ended.set()
        seconds = time.monotonic() - start_time
        if result.values is not None:
            listener.found(result.values)
        if result.bound is not None:
            listener.bound(result.bound)
        send("end", result.status, seconds, result.nodes)
    except (UnsupportedError, PuzzleError, RuntimeError) as error:
        send("error", type(error).__name__, str(error))
    finally:
        stopped.set()  # ends the thread of on_stop


class JobRun(ABC, Generic[Answer]):
    """One job in the other process, and what it has reported so far."""

    def __init__(
        self,
        job: SolverJob,
        process: ChildProcess,
        on_progress: Callable[[Progress], None] | None,
        cancel: threading.Event | None,
    ) -> None:
        self.job, self.process = job, process
        self.on_progress, self.cancel = on_progress, cancel or threading.Event()
        self.best_seconds: float | None = None
        self.nodes: int | None = None
        self.start_time: float | None = None
        self.stop_time: float | None = None

    @abstractmethod
    def words(self) -> str:
        """What is known so far."""

    @abstractmethod
    def found(self, value: Any) -> None:
        """Keep what the solver has found, if it is the best."""

    @abstractmethod
    def proved(self, bound: Any) -> None:
        """Keep what the solver has proven."""

    @abstractmethod
    def finished(self, status: str, seconds: float) -> Answer:
        """The answer when the solver has ended, with the status of its result."""

    @abstractmethod
    def end(self, status: Status, note: str, seconds: float) -> Answer:
        """The answer from what is known."""

    def answer(self) -> Answer:
        """Run the job to its end, or to a limit."""
        try:
            self.process.send(self.job)
            while True:
                end = self._must_end()
                if end is not None:
                    self.process.end()
                    return self.end(*end, self.elapsed())
                message = self.process.receive(POLL_SECONDS)
                self._report()
                match message:
                    case None:
                        continue
                    case ("started",):
                        self.start_time = time.monotonic()
                    case ("found", value):
                        self.found(value)
                    case ("bound", bound):
                        self.proved(bound)
                    case ("end", status, seconds, nodes):
                        self.nodes = nodes
                        return self.finished(status, seconds)
                    case ("error", "RuntimeError", text):
                        raise RuntimeError(f"the solver {self.job.solver} failed: {text}")
                    case ("error", kind, text):
                        raise PuzzleError(text) if kind == "PuzzleError" else UnsupportedError(text)
                    case _ if message == DEAD:
                        raise RuntimeError(f"the solver {self.job.solver} crashed: it {self.process.death()}")
                    case _:
                        self.process.end()
                        raise RuntimeError(f"the solver {self.job.solver} sent an unknown message: {message}")
        except KeyboardInterrupt:  # the process must not be used again while this job runs in it
            self.process.end()
            raise

    def _must_end(self) -> tuple[Status, str] | None:
        """The status and note when the job must end now; a solver is asked to stop before it is killed."""
        now = time.monotonic()
        if self.cancel.is_set() and self.stop_time is None:
            self.stop_time = now
            if self.start_time is not None:
                self.process.cancel()
        if self.stop_time is not None and (self.start_time is None or now - self.stop_time > GRACE_SECONDS):
            return Status.CANCELLED, "stopped"
        limit = self.job.seconds
        if limit is not None and self.elapsed() > limit + OVERTIME_SECONDS:
            return Status.LIMIT, "the solver greatly exceeded its time limit and was stopped"
        return None

    def elapsed(self) -> float:
        """Seconds since the solver started."""
        return 0.0 if self.start_time is None else time.monotonic() - self.start_time

    def _report(self) -> None:
        if self.on_progress is None:
            return
        limit, elapsed = self.job.seconds, self.elapsed()
        share = 0.0 if limit is None else min(1.0, elapsed / limit)
        remaining = None if limit is None else max(0.0, limit - elapsed)
        self.on_progress(Progress(share, 0, 0, 0, elapsed, remaining, listed=False, words=self.words()))

    def known_best_seconds(self, seconds: float) -> float | None:
        """When the best was found; None if the solver does not say."""
        best = self.best_seconds if solver_descriptor(self.job.solver).reports else None
        return None if best is None else min(best, seconds)


class _ModelRun(JobRun[ModelAnswer]):
    """A model that was built for a board."""

    pieces: list[tuple[Cell, Cell]] | None = None
    least = 0

    def words(self) -> str:
        text = "nothing found yet" if self.pieces is None else f"{len(self.pieces):,} dominoes found"
        return f"{text}, at least {self.least:,} needed" if self.least else text

    def found(self, pairs: list[tuple[Cell, Cell]]) -> None:
        if self.pieces is None or len(pairs) < len(self.pieces):
            self.pieces = pairs
            self.best_seconds = self.elapsed()

    def proved(self, bound: int) -> None:
        self.least = max(self.least, bound)

    def finished(self, status: str, seconds: float) -> ModelAnswer:
        if status == "infeasible" and self.target is None:
            return self.end(Status.COMPLETE, "", seconds)
        if status == "infeasible":
            note = f"no arrangement has exactly {self.target} dominoes"
            return self.end(Status.LIMIT, note, seconds, refuted=True)
        if self.pieces is not None:
            if self.target is not None or self.least >= len(self.pieces):
                return self.end(Status.COMPLETE, "", seconds)
            if status == "optimal":
                note = f"the solver claims to be optimal, but proves a bound of only {self.least} dominoes"
                return self.end(Status.LIMIT, note, seconds)
        if self.stop_time is not None:
            return self.end(Status.CANCELLED, "stopped", seconds)
        return self.end(Status.LIMIT, "the solver reached its time limit", seconds)

    @property
    def target(self) -> int | None:
        """The number of dominoes that the model requires, if it requires one."""
        target, board = self.job.choice.target, self.job.board
        if target is None:
            return pearce(*board.size) if self.job.choice.descriptor.fixed and board.size else None
        is_ports = self.job.choice.descriptor.target == "monominoes"
        return (len(board.cells) - target) // 2 if is_ports else target

    def end(self, status: Status, note: str, seconds: float, *, refuted: bool = False) -> ModelAnswer:
        job, method = self.job, f"{self.job.choice.model}, {self.job.solver}"
        answer = GunportAnswer(
            job.board, job.rules, status, None, self.least, method=method, seconds=seconds, note=note
        )
        if self.pieces is not None:
            answer = answer.with_best(Arrangement.of(job.board, self.pieces))
            wrong = faults(answer.arrangements[0], job.rules)
            if self.least > len(self.pieces):
                wrong.append(f"{len(self.pieces)} dominoes, but proves that {self.least} are needed")
            if wrong:
                raise RuntimeError(f"the solver {job.solver} returned a wrong arrangement: {wrong[0]}")
        best = self.known_best_seconds(seconds)
        return ModelAnswer(answer, job.choice, job.solver, self.target, refuted, best, self.nodes)
