"""Counts of many puzzles at a time, which keep all cores busy.

Each of several threads takes the next puzzle and counts it on one thread. The core works without Python's
lock, so for large puzzles that is all that is needed. Where the cores turn out not to be busy, as most of the
time is spent in Python, each thread has a process started, which counts for it from then on.
"""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal, overload

from tilewright.clock import monotonic
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.solving.api import count
from tilewright.solving.questions import Answer, Options
from tilewright.solving.resources import Resources, default_threads
from tilewright.solving.steps import Limits, check_amount
from tilewright.threads import start_thread
from tilewright.workers import ChildProcess, Send

WORKER = f"{__name__}:run_job"
WITHOUT_PROCESSES = 0.3  # seconds of a batch before any process is started
BUSY = 0.8  # of the time of all cores: threads that take so much of it need no processes
POLL_SECONDS = 0.05
AHEAD = 16  # puzzles for each thread that may be counted before the answer to an earlier one is known


@overload
def count_all(
    puzzles: Iterable[AnyPuzzle],
    *,
    unique: bool = ...,
    labelled: bool = ...,
    engine: str | None = ...,
    threads: int | None = ...,
    limits: Limits = ...,
    symmetry: bool = ...,
    memory: int | None = ...,
    cancel: threading.Event | None = ...,
    return_errors: Literal[False] = ...,
) -> Iterator[Answer]: ...
@overload
def count_all(
    puzzles: Iterable[AnyPuzzle],
    *,
    unique: bool = ...,
    labelled: bool = ...,
    engine: str | None = ...,
    threads: int | None = ...,
    limits: Limits = ...,
    symmetry: bool = ...,
    memory: int | None = ...,
    cancel: threading.Event | None = ...,
    return_errors: Literal[True],
) -> Iterator[Answer | Exception]: ...
def count_all(
    puzzles: Iterable[AnyPuzzle],
    *,
    unique: bool = False,
    labelled: bool = False,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    symmetry: bool = True,
    memory: int | None = None,
    cancel: threading.Event | None = None,
    return_errors: bool = False,
) -> Iterator[Answer | Exception]:
    """The answer of ``count`` for each puzzle, in their order, from as many puzzles at a time as ``threads``.

    Puzzles are taken from the iterable as they are needed. ``limits`` are those of each puzzle; ``memory``
    bounds the bytes of all tables together. An error of one puzzle is raised in place of its answer, and ends
    the iteration; with ``return_errors`` it is returned in that place, and the other answers follow. When
    ``cancel`` is set, the puzzles under way have the status CANCELLED, and no others are begun. Closing the
    iterator ends all work. Other keywords as of :func:`~tilewright.solving.api.count`.

        >>> from tilewright import count_all, load
        >>> puzzles = (load(f"catalog:dominoes-{size}") for size in ("4x4", "5x6", "6x8"))
        >>> [answer.solutions for answer in count_all(puzzles)]
        [36, 1183, 167089]
    """
    if threads is not None:
        check_amount(threads, "threads", 1)
    if memory is not None:
        check_amount(memory, "memory", 0)
    lanes = threads or default_threads()
    options = Options(engine, unique, labelled, symmetry)
    each = Resources(lanes, memory).bytes() // lanes
    job = BatchJob(b"", {**vars(options), "limits": limits, "memory": each})
    return _Batch(iter(puzzles), job, lanes, cancel).results(return_errors=return_errors)


@dataclass(frozen=True)
class BatchJob:
    """A puzzle to be counted, as a pickle, and the keywords of ``count``."""

    puzzle: bytes
    keywords: dict[str, Any]

    def count(self, puzzle: AnyPuzzle, cancel: threading.Event) -> Answer:
        """The answer, from one thread."""
        return count(puzzle, threads=1, cancel=cancel, **self.keywords)


def run_job(job: BatchJob | None, send: Send, stopped: threading.Event) -> None:
    """In a process: send ("ready",) for None, else ("answer", Answer) or ("error", exception).

    ("refused",) is sent where the puzzle cannot be made there.
    """
    if job is None:
        send("ready")
        return
    try:
        puzzle = pickle.loads(job.puzzle)
    except Exception:  # noqa: BLE001 - whatever it lacks here, it has in the process that made the puzzle
        send("refused")
        return
    try:
        answer = job.count(puzzle, stopped)
    except Exception as error:  # noqa: BLE001 - raised where the answer is wanted
        send("error", sendable(error))
    else:
        send("answer", answer)


def sendable(error: Exception) -> Exception:
    """The error, or one with the same text where it cannot be sent to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - errors of others may refuse in any way
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


@dataclass(frozen=True)
class _Failure:
    """What the iterable of puzzles raised: no answer of its own, but the end of all."""

    error: BaseException


class _Batch:
    """The threads of a batch, and what they share: all of it is changed under ``changed``."""

    def __init__(
        self, source: Iterator[AnyPuzzle], job: BatchJob, lanes: int, cancel: threading.Event | None
    ) -> None:
        self.source, self.job, self.lanes, self.cancel = source, job, lanes, cancel
        self.changed = threading.Condition()
        self.taking = threading.Lock()
        self.stop = threading.Event()
        self.answers: dict[int, Answer | Exception | _Failure] = {}
        self.taken = self.delivered = self.working = 0
        self.exhausted = False
        self.processes = [ChildProcess(WORKER) for _ in range(lanes)]
        self.start_time, self.start_cpu = monotonic(), time.process_time()

    def results(self, *, return_errors: bool) -> Iterator[Answer | Exception]:
        """The answers in order; ends all threads and processes when it is closed."""
        self.start_time, self.start_cpu = monotonic(), time.process_time()
        self.working = self.lanes
        started: list[threading.Thread] = []
        try:
            started += [start_thread(self._work, f"batch-{lane}", lane) for lane in range(self.lanes)]
            while (answer := self._next()) is not None:
                if isinstance(answer, _Failure):
                    raise answer.error
                if isinstance(answer, Exception) and not return_errors:
                    raise answer
                yield answer
        finally:
            self._end(started)

    def _next(self) -> Answer | Exception | _Failure | None:
        """The next result in order; None when there is none any more."""
        with self.changed:
            while self.delivered not in self.answers:
                if self.working == 0:
                    return None
                if self.cancel is not None and self.cancel.is_set():
                    self.stop.set()
                self.changed.wait(POLL_SECONDS)
            answer = self.answers.pop(self.delivered)
            self.delivered += 1
            self.changed.notify_all()
            return answer

    def _end(self, started: list[threading.Thread]) -> None:
        with self.changed:
            self.stop.set()
            self.changed.notify_all()
        for thread in started:
            thread.join()
        for process in self.processes:
            process.end()

    def _work(self, lane: int) -> None:
        """A thread: count puzzle after puzzle."""
        is_ready = False
        try:
            while (taken := self._take()) is not None:
                number, puzzle = taken
                process = self.processes[lane]
                if not is_ready and process.program is None and self._needs_processes():
                    with suppress(OSError):  # no more processes can be started: this thread counts on
                        process.send(None)
                if not is_ready and process.program is not None:
                    is_ready = process.receive(0) == ("ready",)
                answer: Answer | Exception
                try:
                    answer = self._count(puzzle, process if is_ready else None)
                except Exception as error:  # noqa: BLE001 - raised, or returned, in its place
                    answer = error
                with self.changed:
                    self.answers[number] = answer
                    self.changed.notify_all()
        finally:
            with self.changed:
                self.working -= 1
                self.changed.notify_all()

    def _take(self) -> tuple[int, AnyPuzzle] | None:
        """The next puzzle and its number; None when there is none, or no more is wanted."""
        with self.taking:  # an iterator is not made for several threads
            with self.changed:
                while self.taken >= self.delivered + AHEAD * self.lanes and not self.stop.is_set():
                    self.changed.wait()
            if self.stop.is_set() or self.exhausted:
                return None
            try:
                puzzle = next(self.source)
            except StopIteration:
                self.exhausted = True
                return None
            except BaseException as error:  # noqa: BLE001 - raised where the answers are taken
                with self.changed:
                    self.answers[self.taken] = _Failure(error)
                    self.exhausted = True
                return None
            self.taken += 1
            return self.taken - 1, puzzle

    def _needs_processes(self) -> bool:
        """Whether the batch has gone on for a while in which its threads did not keep the cores busy."""
        elapsed = monotonic() - self.start_time
        if self.lanes == 1 or elapsed < WITHOUT_PROCESSES:
            return False
        return time.process_time() - self.start_cpu < BUSY * self.lanes * elapsed

    def _count(self, puzzle: AnyPuzzle, process: ChildProcess | None) -> Answer:
        """The answer of a process, if there is one and the puzzle can be sent there, else of this one."""
        if process is None:
            return self.job.count(puzzle, self.stop)
        try:
            sent = pickle.dumps(_bare(puzzle))
        except Exception:  # noqa: BLE001 - a lattice or a key of the user's own may refuse in any way
            return self.job.count(puzzle, self.stop)
        process.send(replace(self.job, puzzle=sent))
        asked = False
        while (message := process.receive(POLL_SECONDS)) is None or message == ("ready",):
            if self.stop.is_set() and not asked:
                process.cancel()
                asked = True
        match message:
            case ("answer", Answer() as answer):
                return answer
            case ("error", Exception() as error):
                raise error
            case ("refused",):
                return self.job.count(puzzle, self.stop)
            case _:
                raise RuntimeError(f"the process that counted the puzzle {process.death()}")


def _bare(puzzle: AnyPuzzle) -> AnyPuzzle:
    """The puzzle without the keys of its options: objects of the user's own, which a count does not need."""
    if isinstance(puzzle, ExactCoverPuzzle) and puzzle.option_keys:
        return replace(puzzle, option_keys=())
    return puzzle
