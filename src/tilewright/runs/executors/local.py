"""Workers on this machine, each driven by a thread of this process: threads and processes.

Threads: the core releases Python's lock while it searches. Processes: one that dies loses its task and
nothing else. Each is a child process (see ``workers``) of the thread that drives it; SIGTERM, which a system
that shuts down sends to all, is handled by the coordinator alone.
"""

from __future__ import annotations

import atexit
import os
import platform
import queue
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from tilewright.errors import RunError
from tilewright.runs.executors import Executor, ExecutorOptions, ResultQueue, WorkerState
from tilewright.runs.task import Assignment, Returned, RunTask, TaskBudget, TaskLost
from tilewright.runs.worker import WorkerContext, context_for
from tilewright.threads import start_thread
from tilewright.wording import counted
from tilewright.workers import DEAD, ChildProcess, Message, Send

JOIN_SECONDS = 2.0  # that the threads have to end at close
MAX_DEATHS = 5  # the run ends after this many consecutive deaths of a worker process that finished no task
WORKER = f"{__name__}:perform"


class LocalWorker:
    """One worker. ``open`` and ``perform`` are called by its own thread, the others by any."""

    def __init__(self, name: str) -> None:
        self.name = name  # a worker that replaces a lost one has another
        self.host = platform.node()

    def open(self) -> None:
        """Make it ready; RunError when it cannot take part."""

    def perform(self, task: RunTask, budget: TaskBudget) -> Returned:
        """Do a task; RunError when this worker can do no more."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the current task early, and all later ones at once."""
        raise NotImplementedError

    def close(self) -> None:
        """End the worker, in the middle of a task if necessary; may be called twice."""
        self.stop()


class LocalExecutor:
    """An executor over local workers; see ``Executor``. Tasks wait in one queue for all of them."""

    def __init__(self, name: str, make_workers: Callable[[Assignment], Sequence[LocalWorker]]) -> None:
        self.name = name
        self._make_workers = make_workers
        self._workers: Sequence[LocalWorker] = ()
        self._running: list[int | None] = []
        self._threads: list[threading.Thread] = []
        self._tasks: queue.SimpleQueue[tuple[RunTask, TaskBudget] | None] = queue.SimpleQueue()
        self._results = ResultQueue()
        self._closed = False

    def start(self, assignment: Assignment) -> None:
        """Start all workers, and wait until one of them is ready; RunError when one cannot take part."""
        self._workers = self._make_workers(assignment)
        self._running = [None] * len(self._workers)
        atexit.register(self.close)
        for number in range(len(self._workers)):
            self._threads.append(start_thread(self._drive, f"worker-{number}", number))
        first = self._results.returned.get()
        if isinstance(first, BaseException):
            self.close()
            raise first

    def wanted(self) -> int:
        return self._results.wanted(len(self._workers))

    def submit(self, task: RunTask, budget: TaskBudget) -> None:
        self._results.out.add(task.number)
        self._tasks.put((task, budget))

    def results(self, timeout: float) -> list[Returned]:
        return self._results.get(timeout)

    def workers(self) -> list[WorkerState]:
        pairs = zip(self._workers, self._running, strict=True)
        return [WorkerState(w.name, w.host, () if task is None else (task,)) for w, task in pairs]

    def stop(self, seconds: float) -> list[Returned]:
        with suppress(queue.Empty):
            while True:  # tasks that nobody has begun
                waiting = self._tasks.get_nowait()
                if waiting is not None:
                    reason = "the run was stopped before it started"
                    self._results.put(TaskLost(waiting[0].number, "", reason))
        for worker in self._workers:
            worker.stop()
        return self._results.drain(seconds)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self.close)
        for worker in self._workers:
            worker.close()
        for _ in self._threads:
            self._tasks.put(None)
        deadline = time.monotonic() + JOIN_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _drive(self, number: int) -> None:
        """A worker's thread: take a task, have it done, hand back the result, until the end."""
        # Signals are handled by the main thread. Processes that are started here inherit the mask.
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        worker = self._workers[number]
        try:
            worker.open()
            self._results.put(None)
            while (job := self._tasks.get()) is not None and not self._closed:
                self._running[number] = job[0].number
                done = worker.perform(*job)
                self._running[number] = None
                self._results.put(done)
        except BaseException as error:  # noqa: BLE001 - handed to the coordinator, which raises it
            self._results.put(error)


class ThreadWorker(LocalWorker):
    """One thread; all threads share the context."""

    def __init__(self, name: str, context: WorkerContext, stopped: threading.Event) -> None:
        super().__init__(name)
        self._context = context
        self._stopped = stopped

    def perform(self, task: RunTask, budget: TaskBudget) -> Returned:
        return self._context.attempt(task, budget, self.name, self._stopped.is_set)

    def stop(self) -> None:
        self._stopped.set()


class ProcessWorker(LocalWorker):
    """One process after another: a new one is started when the last has died."""

    def __init__(self, number: int, assignment: Assignment) -> None:
        super().__init__(f"process {number}")
        self._assignment = assignment
        self._process = ChildProcess(WORKER, keep_errors=False)
        self._stopped = self._closed = False
        self._deaths = 0

    def open(self) -> None:
        while not self._closed:
            self.name = f"process {self._process.start()}"
            if self._closed:  # meanwhile: ``close`` saw the process before, or none
                self._process.kill()
            message = self._send(self._assignment)
            if message != DEAD:
                if message[0]:
                    raise RunError(message[0])
                return
            self._note_death()

    def _send(self, job: object) -> Message:
        """What the process answers."""
        self._process.send_to_running(job)
        if self._stopped:  # meanwhile
            self._process.cancel()
        message = self._process.receive()
        assert message is not None
        return message

    def perform(self, task: RunTask, budget: TaskBudget) -> Returned:
        name = self.name
        message = self._send((task, budget))
        if message == DEAD:
            reason = self._note_death()
            self.open()
            return TaskLost(task.number, name, reason)
        self._deaths = 0
        done: Returned = message[0]
        return done

    def _note_death(self) -> str:
        """How the process died. RunError when that has happened too often."""
        self._deaths += 1
        how = f"worker {self.name} {self._process.death()}"
        if self._deaths >= MAX_DEATHS and not self._closed:
            raise RunError(
                f"{how}, the last of {self._deaths} in a row that finished no task; no more are started"
            )
        return how

    def stop(self) -> None:
        self._stopped = True
        self._process.cancel()

    def close(self) -> None:
        self._closed = True
        self._process.kill()


def threads(options: ExecutorOptions) -> Executor:
    """An executor of so many threads."""
    count = options.local_workers

    def make_workers(assignment: Assignment) -> list[ThreadWorker]:
        context, stopped = context_for(assignment), threading.Event()
        return [ThreadWorker(f"thread {number}", context, stopped) for number in range(1, count + 1)]

    return LocalExecutor(counted(count, "thread"), make_workers)


def processes(options: ExecutorOptions) -> Executor:
    """An executor of so many processes."""
    count = options.local_workers

    def make_workers(assignment: Assignment) -> list[ProcessWorker]:
        context_for(assignment)  # a version that does not match is reported here, once
        return [ProcessWorker(number, assignment) for number in range(1, count + 1)]

    return LocalExecutor(counted(count, "process", "processes"), make_workers)


_context: WorkerContext | None = None
"""In a worker process: what it works on."""


def perform(job: Assignment | tuple[RunTask, TaskBudget], send: Send, stopped: threading.Event) -> None:
    """In a worker process: send "", or why it cannot take part, for an assignment; for a task its result."""
    global _context
    if isinstance(job, Assignment):
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        try:
            _context = context_for(job)
        except RunError as error:
            send(str(error))
        else:
            send("")
        return
    assert _context is not None
    send(_context.attempt(*job, f"process {os.getpid()}", stopped.is_set))
