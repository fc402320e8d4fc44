"""Workers on this machine, each driven by a thread of this process: what threads and processes share."""

from __future__ import annotations

import atexit
import queue
import signal
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from tilewright.errors import RunError
from tilewright.runs.executors.base import WorkerState
from tilewright.runs.executors.supply import more_tasks, task_seconds
from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost, TaskResult

FAREWELL = 2.0  # seconds that the threads have to end at close

Returned = TaskResult | TaskLost


class Hand(Protocol):
    """One worker. ``open`` and ``perform`` are called by its own thread, the others by any."""

    @property
    def name(self) -> str:
        """The worker's name as it is now; a worker that takes a lost one's place has another."""

    @property
    def host(self) -> str:
        """Where it is."""

    def open(self) -> None:
        """Make it ready; RunError when it cannot take part."""

    def perform(self, task: RunTask, budget: Budget) -> Returned:
        """Do a task; RunError when this worker can do no more."""

    def halt(self) -> None:
        """End the task that it has now early, and all that come later at once."""

    def close(self) -> None:
        """End the worker, in the middle of a task if need be; may be called twice."""


class Pool:
    """An executor over some hands; see ``contract.Executor``. Tasks wait in one line for all of them."""

    def __init__(self, name: str, hands: Callable[[Assignment], Sequence[Hand]]) -> None:
        self.name = name
        self._make = hands
        self._hands: Sequence[Hand] = ()
        self._doing: list[int | None] = []
        self._threads: list[threading.Thread] = []
        self._line: queue.SimpleQueue[tuple[RunTask, Budget] | None] = queue.SimpleQueue()
        self._back: queue.SimpleQueue[Returned | BaseException | None] = queue.SimpleQueue()
        self._out: set[int] = set()  # tasks that were submitted and not handed back
        self._lock = threading.Lock()
        self._held = 0  # solutions in self._back
        self._seconds = 1.0  # that a task takes, of late
        self._closed = False

    def start(self, assignment: Assignment) -> None:
        """Start all hands, and wait until one of them is ready; RunError when one cannot take part."""
        self._hands = self._make(assignment)
        self._doing = [None] * len(self._hands)
        atexit.register(self.close)
        for number in range(len(self._hands)):
            thread = threading.Thread(target=self._drive, args=(number,), name=f"hand-{number}", daemon=True)
            self._threads.append(thread)
            thread.start()
        first = self._back.get()
        if isinstance(first, BaseException):
            self.close()
            raise first

    def wanted(self) -> int:
        with self._lock:
            held = self._held
        return more_tasks(len(self._hands), len(self._out), held, self._seconds)

    def submit(self, task: RunTask, budget: Budget) -> None:
        self._out.add(task.number)
        self._line.put((task, budget))

    def results(self, timeout: float) -> list[Returned]:
        got: list[Returned] = []
        end = time.monotonic() + timeout
        while True:
            try:
                left = 0.0 if got else max(0.0, end - time.monotonic())
                one = self._back.get(timeout=left) if left else self._back.get_nowait()
            except queue.Empty:
                return got
            if isinstance(one, BaseException):
                if not got:
                    raise one
                self._back.put(one)  # after what came before it has been handed on
                return got
            if one is not None and one.number in self._out:
                self._hand_over(one)
                got.append(one)

    def workers(self) -> list[WorkerState]:
        pairs = zip(self._hands, self._doing, strict=True)
        return [WorkerState(h.name, h.host, () if t is None else (t,)) for h, t in pairs]

    def stop(self, seconds: float) -> list[Returned]:
        end = time.monotonic() + seconds
        got: list[Returned] = []
        while True:  # those that nobody has begun
            try:
                waiting = self._line.get_nowait()
            except queue.Empty:
                break
            if waiting is not None:
                self._back.put(TaskLost(waiting[0].number, "", "the run was stopped before it was begun"))
        for hand in self._hands:
            hand.halt()
        while self._out and (left := end - time.monotonic()) > 0:
            try:
                got += self.results(left)
            except RunError:
                continue  # a worker that can do no more is no harm now; what it had is lost below
        for number in sorted(self._out):
            got.append(TaskLost(number, "", f"it did not end within {seconds:g} seconds"))
        self._out.clear()
        return got

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self.close)
        for hand in self._hands:
            hand.close()
        for _ in self._threads:
            self._line.put(None)
        end = time.monotonic() + FAREWELL
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _hand_over(self, one: Returned) -> None:
        self._out.discard(one.number)
        if isinstance(one, TaskResult):
            self._seconds = task_seconds(self._seconds, one.seconds)
            with self._lock:
                self._held -= len(one.found)

    def _drive(self, number: int) -> None:
        """What a hand's thread does: take a task, have it done, put the result down, until the end."""
        # Ctrl-C is the main thread's to hear. Processes that are started here inherit the mask.
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        hand = self._hands[number]
        try:
            hand.open()
            self._back.put(None)
            while (job := self._line.get()) is not None and not self._closed:
                self._doing[number] = job[0].number
                done = hand.perform(*job)
                self._doing[number] = None
                if isinstance(done, TaskResult):
                    with self._lock:
                        self._held += len(done.found)
                self._back.put(done)
        except BaseException as error:  # noqa: BLE001 - handed to the coordinator, which raises it
            self._back.put(error)
