"""The process that solvers run in: ``python -m tilewright.families.gunport.solving.worker``.

Solvers are native code that may not look up for a long time; a process of their own can be ended at any
moment, and what they print, or crash on, does not reach the user. It reads jobs (``contract.Job``) from stdin
and answers on stdout, both as pickles: ("begun",), ("found", pieces), ("bound", dominoes), and at last
("end", status, seconds), where the seconds are of writing the model down and of solving it, or
("error", kind, sentence). While a job runs, the word "stop" ends it early. The process ends when stdin does,
so it never outlives the one that started it.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.models.model import Model
from tilewright.families.gunport.models.registry import build
from tilewright.families.gunport.solving.base import Job, Listener, Solved, solver_named

Say = Callable[..., None]


class _Voice(Listener):
    """Tells the other process what a solver finds, and the solver when it is to stop."""

    def __init__(self, model: Model, say: Say, stopped: threading.Event) -> None:
        self.model, self.say, self.stopped = model, say, stopped
        self.least = 0

    def found(self, values: Sequence[int]) -> None:
        self.say("found", self.model.pieces(values))

    def bound(self, value: float) -> None:
        least = self.model.least_dominoes(value)
        if least > self.least:
            self.least = least
            self.say("bound", least)

    def on_stop(self, stop: Callable[[], object]) -> None:
        def wait() -> None:
            self.stopped.wait()
            stop()

        threading.Thread(target=wait, daemon=True).start()


def work(job: Job, say: Say, stopped: threading.Event) -> None:
    """Do one job and say how it went."""
    try:
        solve = solver_named(job.solver)
        say("begun")
        began = time.monotonic()
        model = build(job.choice, job.board, job.rules)
        voice = _Voice(model, say, stopped)
        if not model.program.names:  # a single cell: some solvers take a program of nothing for an error
            solved = Solved("optimal", (), 0.0)
        else:
            left = None if job.seconds is None else max(0.01, job.seconds - (time.monotonic() - began))
            solved = solve(model.program, left, job.threads, voice)
        seconds = time.monotonic() - began
        if solved.values is not None:
            voice.found(solved.values)
        if solved.bound is not None:
            voice.bound(solved.bound)
        say("end", solved.status, seconds)
    except (UnsupportedError, PuzzleError) as error:
        say("error", type(error).__name__, str(error))
    finally:
        stopped.set()  # lets the thread of on_stop end


class _Desk:
    """Where jobs arrive: the last one, and the event that "stop" sets for it."""

    def __init__(self) -> None:
        self.arrived = threading.Condition()
        self.jobs: list[tuple[Job, threading.Event]] = []
        self.stopped = threading.Event()

    def listen(self, stdin: BinaryIO) -> None:
        """Take jobs in until stdin ends, and the process with it."""
        while True:
            try:
                word = pickle.load(stdin)
            except EOFError:
                os._exit(0)
            if word == "stop":
                self.stopped.set()
                continue
            with self.arrived:
                self.stopped = threading.Event()
                self.jobs.append((word, self.stopped))
                self.arrived.notify()

    def next(self) -> tuple[Job, threading.Event]:
        """The next job, waited for."""
        with self.arrived:
            self.arrived.wait_for(lambda: self.jobs)
            return self.jobs.pop(0)


def main() -> None:
    """Do jobs until stdin ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what native code prints is none of our answers
    lock = threading.Lock()

    def say(*words: Any) -> None:
        with lock:
            pickle.dump(words, answers)
            answers.flush()

    desk = _Desk()
    threading.Thread(target=desk.listen, args=(sys.stdin.buffer,), daemon=True).start()
    while True:
        job, stopped = desk.next()
        work(job, say, stopped)


if __name__ == "__main__":
    main()
