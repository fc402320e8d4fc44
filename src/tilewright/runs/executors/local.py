"""Workers on this machine, each driven by a thread of this process: threads and processes.

Threads: the core releases Python's lock while it searches. Processes: one that dies loses its task and
nothing else. Each process has a pipe to the thread that drives it, and ends when that pipe does, so also when
the coordinator is killed; SIGINT and SIGTERM, which a terminal or ``timeout`` sends to all, are handled by
the coordinator alone.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import platform
import queue
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from tilewright.errors import RunError
from tilewright.runs.executors import Executor, ExecutorOptions, ResultQueue, WorkerState
from tilewright.runs.task import Assignment, Returned, RunTask, TaskBudget, TaskLost
from tilewright.runs.worker import WorkerContext, context_for
from tilewright.threads import check_thread_memory, prepare_thread
from tilewright.wording import counted

JOIN_SECONDS = 2.0  # that the threads have to end at close
MAX_DEATHS = 5  # the run ends after this many consecutive deaths of a worker process that finished no task
STOP = "stop"

_spawn = multiprocessing.get_context("spawn")
_start_lock = threading.Lock()  # multiprocessing's list of children is not made for several threads


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
            thread = threading.Thread(
                target=self._drive, args=(number,), name=f"worker-{number}", daemon=True
            )
            check_thread_memory()
            self._threads.append(thread)
            thread.start()
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
            prepare_thread()
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
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._pipe_lock = threading.Lock()
        self._stopped = self._closed = False
        self._deaths = 0

    def open(self) -> None:
        while not self._closed and not self._start():
            self._clear_dead()

    def _start(self) -> bool:
        """Start a process, and wait until it is ready; whether it lived so long."""
        with _start_lock:
            ours, theirs = _spawn.Pipe()
            process = _spawn.Process(target=serve, args=(theirs, self._assignment), daemon=True)
            process.start()
            theirs.close()  # so that the pipe ends when the process does
        with self._pipe_lock:
            self._process, self._pipe = process, ours
        if self._closed:  # meanwhile: ``close`` saw the process before, or none
            process.kill()
        self.name = f"process {process.pid}"
        try:
            refusal = ours.recv()
        except (EOFError, OSError):
            return False
        if refusal:
            raise RunError(refusal)
        if self._stopped:
            self.stop()
        return True

    def perform(self, task: RunTask, budget: TaskBudget) -> Returned:
        assert self._pipe is not None
        name = self.name
        try:
            with self._pipe_lock:
                self._pipe.send((task, budget))
            done: Returned = self._pipe.recv()
        except (EOFError, OSError):
            reason = self._clear_dead()
            self.open()
            return TaskLost(task.number, name, reason)
        self._deaths = 0
        return done

    def _clear_dead(self) -> str:
        """Clear away a process that died; how it ended. RunError when that has happened too often."""
        assert self._process is not None and self._pipe is not None
        with _start_lock:
            self._process.join()
            code = self._process.exitcode
        with self._pipe_lock:
            self._pipe.close()
            self._pipe = None
        self._deaths += 1
        how = f"worker process {self._process.pid} {_exit_text(code)}"
        if self._deaths >= MAX_DEATHS and not self._closed:
            raise RunError(
                f"{how}, the last of {self._deaths} in a row that finished no task; no more are started"
            )
        return how

    def stop(self) -> None:
        self._stopped = True
        with self._pipe_lock:
            if self._pipe is not None:
                with suppress(OSError):  # it has died: its thread is about to notice
                    self._pipe.send(STOP)

    def close(self) -> None:
        self._closed = True
        with self._pipe_lock:
            process = self._process
        if process is not None:
            process.kill()
            with _start_lock:
                process.join()


def _exit_text(code: int | None) -> str:
    if code is None or code >= 0:
        return "ended" if code is None else f"ended with exit code {code}"
    name = signal.Signals(-code).name
    return f"was killed by {name}" + (" (out of memory?)" if name == "SIGKILL" else "")


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
        resource_tracker.ensure_running()  # here, as starting it unblocks the signals that threads block
        return [ProcessWorker(number, assignment) for number in range(1, count + 1)]

    return LocalExecutor(counted(count, "process", "processes"), make_workers)


def serve(pipe: Connection, assignment: Assignment) -> None:
    """A worker process: reports that it is ready ("" or why not), then does task after task."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    name = f"process {os.getpid()}"
    tasks: queue.SimpleQueue[tuple[RunTask, TaskBudget]] = queue.SimpleQueue()
    stopped = threading.Event()
    threading.Thread(target=_receive, args=(pipe, tasks, stopped), daemon=True).start()
    with suppress(OSError):  # the coordinator is gone
        try:
            context = context_for(assignment)
        except RunError as error:
            pipe.send(str(error))
            return
        pipe.send("")
        while True:
            task, budget = tasks.get()
            pipe.send(context.attempt(task, budget, name, stopped.is_set))


def _receive(
    pipe: Connection, tasks: queue.SimpleQueue[tuple[RunTask, TaskBudget]], stopped: threading.Event
) -> None:
    """Receive tasks and the request to stop; end the process when the coordinator is gone."""
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)  # in the middle of a task: nobody would take its result
        if message == STOP:
            stopped.set()
        else:
            tasks.put(message)
