"""A program whose worker processes are busy, of the kind that a function here makes; it prints their ids."""

from __future__ import annotations

import pickle
import signal
import sys

from support import worker_jobs
from support.coordinator_process import main as runs  # noqa: F401 - a kind
from support.waiting import HANGS_S
from tilewright import catalogue
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.registry import ModelChoice
from tilewright.families.gunport.solvers.process import SolverProcesses, solve_model
from tilewright.solving import batch
from tilewright.solving.steps import Progress
from tilewright.workers import ChildProcess, Message


def busy_with(job: tuple[str, object], message: str) -> None:
    """One that does a job which sends a message before it goes on without end."""
    process = ChildProcess(f"{worker_jobs.__name__}:do")
    try:
        process.send(job)
        assert process.receive(HANGS_S) == (message,)
        print(process.start(), flush=True)
        signal.pause()
    finally:
        process.end()


def python_code() -> None:
    """One that runs Python code without end."""
    busy_with(("spin", None), "spinning")


def native_code() -> None:
    """One in native code that keeps Python's lock, so that it cannot even see that this program has ended."""
    busy_with(("hold", None), "holding")


def program() -> None:
    """One that waits for a program which it has started."""
    process = ChildProcess(f"{worker_jobs.__name__}:do")
    try:
        process.send(("program", None))
        message = process.receive(HANGS_S)
        assert message is not None
        print(process.start(), message[1], flush=True)
        signal.pause()
    finally:
        process.end()


def solver() -> None:
    """One in which a solver works on a model for hours."""
    with SolverProcesses() as processes:

        def report(progress: Progress) -> None:
            if progress.seconds > 0:  # the solver was started
                print(processes.of("ortools").start(), flush=True)

        solve_model(
            GunportBoard.rectangle(20, 20),
            ModelChoice("position"),
            "cp-sat",
            on_progress=report,
            processes=processes,
        )


def counts() -> None:
    """Those that count the puzzles of a batch, large ones after small ones that keep nobody waiting."""
    easy, hard = catalogue.load("dominoes-4x4"), catalogue.load("pentahexes-10x11")
    sent = pickle.dumps(hard)
    started: list[int] = []

    class NotedProcess(ChildProcess):
        """Its thread waits until it is ready."""

        is_ready = False

        def send(self, job: object) -> None:
            super().send(job)
            if isinstance(job, batch.BatchJob) and job.puzzle == sent:
                print(" ".join(map(str, started)) + "\n", end="", flush=True)  # as one: others may print, too
            elif job is None:
                started.append(self.start())

        def receive(self, seconds: float | None = None) -> Message | None:
            message = super().receive(seconds if self.is_ready else HANGS_S)
            self.is_ready = True
            return message

    batch.ChildProcess = NotedProcess  # type: ignore[attr-defined]
    batch.WITHOUT_PROCESSES, batch.BUSY = 0.0, float("inf")
    list(batch.count_all([*[easy] * 8, *[hard] * 4], threads=2))


if __name__ == "__main__":
    globals()[sys.argv[1]]()
