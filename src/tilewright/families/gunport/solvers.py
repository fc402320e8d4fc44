"""Solving a model by CP-SAT, HiGHS or SCIP, with a time limit and a stop button that are kept.

A solver runs in a process of its own (``solving.worker``), which is asked to end and, a moment later, made
to.

What is said of a model's answer is only what was proven. A solver's bound is a float: it is moved to the safe
side by ``models.model.TOLERANCE`` and rounded to the whole number of dominoes that it proves (see
``Model.least_dominoes``). An answer counts as COMPLETE when that number meets the dominoes found, whatever
the solver calls it, or when the solver says that there is no solution. Every arrangement has passed
``board.faults``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.answer import GunportAnswer
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.formula import pearce
from tilewright.families.gunport.models.registry import Choice
from tilewright.families.gunport.solving.base import SOLVERS, Job
from tilewright.families.gunport.solving.process import SolverProcess, SolverProcesses
from tilewright.model.lattices import Cell
from tilewright.solve.engines.base import Progress, Status

POLL_SECONDS = 0.05
FAREWELL_SECONDS = 0.25  # how long a solver that was stopped may take to tell what it has
OVERTIME_SECONDS = 3.0  # how far a solver may go beyond its time limit before its process is ended

DOMINO_RULES = Rules()


@dataclass(frozen=True)
class ModelAnswer:
    """What came of a model: ``answer``, and how it was asked.

    ``answer.seconds`` is the time of writing the model down and of solving it, without that of starting the
    solver's process. ``target`` is the number of dominoes that the model asks for, None when it looks for the
    fewest. ``refuted``: no arrangement has just that many; this says nothing of others, so ``answer`` has the
    status LIMIT. With a target nothing is proven of the fewest: ``answer.lower_bound`` is 0.
    """

    answer: GunportAnswer
    choice: Choice
    solver: str
    target: int | None = None
    refuted: bool = False


def solve_model(
    board: GunportBoard,
    choice: Choice,
    solver: str,
    rules: Rules = DOMINO_RULES,
    *,
    seconds: float | None = None,
    threads: int = 2,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    processes: SolverProcesses | None = None,
) -> ModelAnswer:
    """Solve a board's model with one of the solvers ``cp-sat``, ``highs`` and ``scip``.

    ``seconds`` is the time limit. ``processes`` are used, and left running, when they are given, so that many
    small models need not each start one. SCIP takes one thread whatever ``threads`` says. UnsupportedError
    for an unknown solver or one that is not installed, and for what a model cannot hold; PuzzleError for a
    board that cannot be. RuntimeError when a solver dies, or claims an arrangement that is none.
    """
    if solver not in SOLVERS:
        raise UnsupportedError(f"there is no solver {solver!r}; there are {', '.join(SOLVERS)}")
    job = Job(board, rules, choice, solver, seconds, threads)
    used: AbstractContextManager[SolverProcesses] = (
        SolverProcesses() if processes is None else nullcontext(processes)
    )
    with used as running:
        return _Run(job, running.of(SOLVERS[solver].package), on_progress, cancel).answer()


class _Run:
    """One job in the other process, and what was heard of it so far."""

    def __init__(
        self,
        job: Job,
        process: SolverProcess,
        on_progress: Callable[[Progress], None] | None,
        cancel: threading.Event | None,
    ) -> None:
        self.job, self.process = job, process
        self.on_progress, self.cancel = on_progress, cancel or threading.Event()
        self.pieces: list[tuple[Cell, Cell]] | None = None
        self.least = 0
        self.began: float | None = None
        self.stopped: float | None = None

    def answer(self) -> ModelAnswer:
        """Wait for the end of the job, or bring it about."""
        try:
            return self._wait()
        except KeyboardInterrupt:  # whoever goes on with the process must not meet this job in it
            self.process.end()
            raise

    def _wait(self) -> ModelAnswer:
        self.process.send(self.job)
        while True:
            ended = self._ended()
            if ended is not None:
                self.process.end()
                return self._made(*ended, self._spent())
            word = self.process.hear(POLL_SECONDS)
            self._report()
            match word:
                case None:
                    continue
                case ("begun",):
                    self.began = time.monotonic()
                case ("found", pieces):
                    if self.pieces is None or len(pieces) < len(self.pieces):
                        self.pieces = pieces
                case ("bound", least):
                    self.least = max(self.least, least)
                case ("end", how, seconds):
                    return self._closed(how, seconds)
                case ("error", kind, sentence):
                    raise PuzzleError(sentence) if kind == "PuzzleError" else UnsupportedError(sentence)
                case _:
                    trouble = self.process.last_trouble()
                    self.process.end()
                    raise RuntimeError(f"the solver {self.job.solver} broke down: {trouble}")

    def _ended(self) -> tuple[Status, str] | None:
        """Whether the job must not go on, and why; asks the solver to stop before it is made to."""
        now = time.monotonic()
        if self.cancel.is_set() and self.stopped is None:
            self.stopped = now
            if self.began is not None:
                self.process.send("stop")
        if self.stopped is not None and (self.began is None or now - self.stopped > FAREWELL_SECONDS):
            return Status.CANCELLED, "stopped"
        limit = self.job.seconds
        if limit is not None and self._spent() > limit + OVERTIME_SECONDS:
            return Status.LIMIT, "the solver went far beyond its time limit and was ended"
        return None

    def _spent(self) -> float:
        return 0.0 if self.began is None else time.monotonic() - self.began

    def _report(self) -> None:
        if self.on_progress is None:
            return
        limit, spent = self.job.seconds, self._spent()
        share = 0.0 if limit is None else min(1.0, spent / limit)
        found = "nothing found yet" if self.pieces is None else f"{len(self.pieces):,} dominoes found"
        words = f"{found}, at least {self.least:,} needed" if self.least else found
        left = None if limit is None else max(0.0, limit - spent)
        self.on_progress(Progress(share, 0, 0, 0, spent, left, listed=False, words=words))

    def _closed(self, how: str, seconds: float) -> ModelAnswer:
        """The answer of a solver that came to an end by itself, or because it was asked to."""
        early, note = (
            (Status.CANCELLED, "stopped") if self.stopped is not None else (Status.LIMIT, "time limit")
        )
        if how == "infeasible":
            if self.target is None:
                return self._made(Status.COMPLETE, "", seconds)
            note = f"no arrangement has just {self.target} dominoes"
            return self._made(Status.LIMIT, note, seconds, refuted=True)
        if self.pieces is None:
            return self._made(early, note, seconds)
        if self.target is not None or self.least >= len(self.pieces):
            return self._made(Status.COMPLETE, "", seconds)
        if how == "optimal":
            note = f"the solver says optimal, but proves no more than {self.least} dominoes"
            return self._made(Status.LIMIT, note, seconds)
        return self._made(early, note, seconds)

    @property
    def target(self) -> int | None:
        """The number of dominoes that the model asks for, if it asks for one."""
        asked, board = self.job.choice.target, self.job.board
        if self.job.choice.model == "domino-index-fixed":
            return pearce(*board.size) if asked is None and board.size else asked
        return None if asked is None else (len(board.cells) - asked) // 2

    def _made(self, status: Status, note: str, seconds: float, *, refuted: bool = False) -> ModelAnswer:
        job = self.job
        arrangements: tuple[Arrangement, ...] = ()
        if self.pieces is not None:
            arrangement = Arrangement.of(job.board, self.pieces)
            wrong = faults(arrangement, job.rules)
            if wrong or self.least > len(self.pieces):
                what = (
                    wrong[0]
                    if wrong
                    else f"{len(self.pieces)} dominoes, but proves that {self.least} are needed"
                )
                raise RuntimeError(f"the solver {job.solver} gave a wrong arrangement: {what}")
            arrangements = (arrangement,)
        answer = GunportAnswer(
            job.board,
            job.rules,
            status,
            pieces=None if self.pieces is None else len(self.pieces),
            lower_bound=self.least,
            arrangements=arrangements,
            method=f"{job.choice.model}, {job.solver}",
            seconds=seconds,
            note=note,
        )
        return ModelAnswer(answer, job.choice, job.solver, self.target, refuted)
