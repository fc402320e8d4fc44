"""Workers that are processes of this machine: one that dies takes its task with it, and nothing else.

Each has a pipe to the thread that drives it. It ends when that pipe does, so also when the coordinator is
killed; Ctrl-C and SIGTERM, which a terminal or ``timeout`` sends to all, are for the coordinator alone.
"""

from __future__ import annotations

import multiprocessing
import os
import platform
import queue
import signal
import threading
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from tilewright.errors import RunError
from tilewright.runs.executors.base import Executor
from tilewright.runs.executors.pool import Pool, Returned
from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost
from tilewright.runs.worker import attempt, bench_for

MOST_DEATHS = 5
"""A worker that dies so often without finishing a task between ends the run."""

HALT = "halt"
_processes = multiprocessing.get_context("spawn")
_starting = threading.Lock()  # multiprocessing's list of children is not made for several threads


class ProcessHand:
    """One process after another: a new one is started when the last has died."""

    def __init__(self, number: int, assignment: Assignment) -> None:
        self.name = f"process {number}"
        self.host = platform.node()
        self._number = number
        self._assignment = assignment
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._sending = threading.Lock()
        self._halted = self._closed = False
        self._deaths = 0

    def open(self) -> None:
        while not self._closed and not self._begin():
            self._died()

    def _begin(self) -> bool:
        """Start a process, and wait until it is ready; whether it lived so long."""
        with _starting:
            ours, theirs = _processes.Pipe()
            process = _processes.Process(target=serve, args=(theirs, self._assignment), daemon=True)
            process.start()
            theirs.close()  # so that the pipe ends when the process does
        with self._sending:
            self._process, self._pipe = process, ours
        if self._closed:  # in the meantime: whoever closed it saw the process before, or none
            process.kill()
        self.name = f"process {process.pid}"
        try:
            refusal = ours.recv()
        except (EOFError, OSError):
            return False
        if refusal:
            raise RunError(refusal)
        if self._halted:
            self.halt()
        return True

    def perform(self, task: RunTask, budget: Budget) -> Returned:
        assert self._pipe is not None
        name = self.name
        try:
            with self._sending:
                self._pipe.send((task, budget))
            done: Returned = self._pipe.recv()
        except (EOFError, OSError):
            reason = self._died()
            self.open()
            return TaskLost(task.number, name, reason)
        self._deaths = 0
        return done

    def _died(self) -> str:
        """Clear away a process that died; how it ended. RunError when that has happened too often."""
        assert self._process is not None and self._pipe is not None
        with _starting:
            self._process.join()
            code = self._process.exitcode
        with self._sending:
            self._pipe.close()
            self._pipe = None
        self._deaths += 1
        how = f"worker process {self._process.pid} {_ending(code)}"
        if self._deaths >= MOST_DEATHS and not self._closed:
            raise RunError(
                f"{how}, as {self._deaths} did in a row without finishing a task; no more are started"
            )
        return how

    def halt(self) -> None:
        self._halted = True
        with self._sending:
            if self._pipe is not None:
                with suppress(OSError):  # it has died: its thread is about to hear of it
                    self._pipe.send(HALT)

    def close(self) -> None:
        self._closed = True
        with self._sending:
            process = self._process
        if process is not None:
            process.kill()
            with _starting:
                process.join()


def _ending(code: int | None) -> str:
    if code is None or code >= 0:
        return "ended" if code is None else f"ended with exit code {code}"
    name = signal.Signals(-code).name
    return f"was killed by {name}" + (" (out of memory?)" if name == "SIGKILL" else "")


def processes(workers: int) -> Executor:
    """An executor of so many processes."""

    def hands(assignment: Assignment) -> list[ProcessHand]:
        bench_for(assignment)  # a version that does not fit is told here, once
        resource_tracker.ensure_running()  # here, as starting it unblocks the signals that hands block
        return [ProcessHand(number, assignment) for number in range(1, workers + 1)]

    return Pool("1 process" if workers == 1 else f"{workers} processes", hands)


def serve(pipe: Connection, assignment: Assignment) -> None:
    """What a worker process does: says that it is ready ("" or why not), then task after task."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    name = f"process {os.getpid()}"
    jobs: queue.SimpleQueue[tuple[RunTask, Budget]] = queue.SimpleQueue()
    halted = threading.Event()
    threading.Thread(target=_listen, args=(pipe, jobs, halted), daemon=True).start()
    with suppress(OSError):  # the coordinator is gone: there is nobody to tell
        try:
            bench = bench_for(assignment)
        except RunError as error:
            pipe.send(str(error))
            return
        pipe.send("")
        while True:
            task, budget = jobs.get()
            pipe.send(attempt(bench, task, budget, name, halted.is_set))


def _listen(
    pipe: Connection, jobs: queue.SimpleQueue[tuple[RunTask, Budget]], halted: threading.Event
) -> None:
    """Hear of tasks and of the stop while a task runs; end the process when the coordinator is gone."""
    while True:
        try:
            word = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)  # in the middle of a task: nobody would take its result
        if word == HALT:
            halted.set()
        else:
            jobs.put(word)
