"""The loop between a file of runs and the workers: tasks out, results in, each committed exactly once.

Whatever happens to workers, to this process or to the machine, the file says what is done and what is not.
Results depend neither on the executor nor on how the run was sliced, stopped, killed and resumed.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from tilewright import __version__
from tilewright.errors import RunError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import toml
from tilewright.runs.executors.base import Executor, WorkerState
from tilewright.runs.progress import Pace, RunProgress, WorkerProgress, progress_at
from tilewright.runs.progress_estimator import Sample, Surveyor
from tilewright.runs.rows import COMPLETE, FAILED, RUNNING, STOPPED, RunRow
from tilewright.runs.store import Store
from tilewright.runs.task import Assignment, Budget, RunTask, TaskLost, TaskResult
from tilewright.runs.task_time import (
    LEAST_TASK_SECONDS,
    RESULT_SECONDS,
    TASK_SECONDS,
    Crowd,
    result_seconds,
    task_seconds,
)
from tilewright.runs.worker import Bench, digest_of, make_bench
from tilewright.solve.engines.base import Limits

MOST_SOLUTIONS = 20_000
"""How many solutions a worker holds before they are committed."""

PAGE = 64  # tasks that are read from the store at a time
POLL = 0.1  # seconds between two looks at the button, the clock and the stop wish
COMMIT_SECONDS = 0.1  # results are held so long, to be committed together, unless somebody waits for them
COMMIT_SOLUTIONS = 20_000  # ... or they hold so many solutions
BEAT_SECONDS = 1.0  # between two notes of what the workers do; so much for each ...
BEATEN_AT_ONCE = 500  # ... of so many workers
REPORT_SECONDS = 0.1  # between two reports of progress
STOP_SECONDS = 5.0  # that tasks have to end early when the run is stopped
MOST_FAULTS = 3  # a task that raised so often ends the run
MOST_LOSSES = 20  # and so does one that was lost so often with its worker


@dataclass(frozen=True)
class RunControl:
    """When to stop this sitting of a run, and whom to tell how far it is.

    Limits of nodes and seconds are for this sitting; nodes are looked at as tasks come back, so that there
    may be more. A limit of solutions is none of a run's: see ``RunQuestion.one``.
    """

    limits: Limits = field(default_factory=Limits)
    on_progress: Callable[[RunProgress], None] | None = None
    cancel: threading.Event | None = None
    task_seconds: float = TASK_SECONDS


@dataclass(frozen=True)
class RunEnd:
    """How a sitting ended: ``complete``, ``stopped`` or ``failed``, why, and how far the run is."""

    status: str
    reason: str
    progress: RunProgress


def coordinate(store: Store, run: str, executor: Executor, control: RunControl | None = None) -> RunEnd:
    """Go on with a run until it is complete, stopped or failed; the executor is started, and closed after.

    All that came back is committed by then. RunError when the run cannot be gone on with at all: this
    Tilewright makes another problem of its puzzle, no worker can be had, the file cannot be written.
    """
    row = store.run(run)
    if row.status == COMPLETE:
        return RunEnd(COMPLETE, row.reason, progress_at(store.totals(run), row.seconds, outlook=None))
    try:
        try:
            bench = _agreed_bench(row)
            executor.start(bench.assignment)
        except BaseException as error:
            with suppress(RunError):  # the error itself is what is to be told
                store.set_status(run, STOPPED, _words(error))
            raise
        store.set_status(run, RUNNING)
        return _Sitting(store, row, bench, executor, control or RunControl()).run()
    finally:
        executor.close()


def agreed(row: RunRow) -> Assignment:
    """What workers are to be told of a run; RunError when this Tilewright makes another problem of it.

    Another version that makes the same problem may go on: a task means the same to both.
    """
    return _agreed_bench(row).assignment


def _agreed_bench(row: RunRow) -> Bench:
    asked = replace(row.assignment, version=__version__)
    bench = make_bench(asked, to_cover(toml.loads(asked.puzzle)))
    if digest_of(bench) == asked.digest:
        return bench
    if row.version == __version__:
        raise RunError(
            f"run {row.id} was begun by another build of Tilewright {__version__}, which makes another "
            "problem of its puzzle; go on with that one, or start the run anew"
        )
    raise RunError(
        f"run {row.id} was begun by Tilewright {row.version}; this is {__version__}, which makes another "
        f"problem of its puzzle. Go on with Tilewright {row.version}, or start the run anew"
    )


class _Failed(Exception):  # noqa: N818 - it ends the run; its text is the reason
    """A task that fails again and again."""


class _Sitting:
    """One sitting of a run: what is out, what came back and is not committed yet, and the counts."""

    def __init__(
        self, store: Store, row: RunRow, bench: Bench, executor: Executor, control: RunControl
    ) -> None:
        self._store, self._row, self._executor, self._control = store, row, executor, control
        self._began = self._beaten = self._committed = time.monotonic()
        self._reported = 0.0
        self._totals = store.totals(row.id)
        self._nodes_before = self._totals.nodes
        self._pace = Pace(self._totals.nodes)
        self._outlook = store.outlook(row.id)
        self._surveyor = Surveyor(bench, f"{row.id} {self._totals.nodes}")
        self._out: set[int] = set()
        self._held: dict[int, TaskResult] = {}
        self._held_solutions = 0
        self._page: list[RunTask] = []  # tasks that were read and not handed out, the largest last
        self._faults: Counter[int] = Counter()
        self._losses: Counter[int] = Counter()
        self._tally: dict[str, WorkerProgress] = {}
        self._workers: list[WorkerState] = []
        self._result_seconds = RESULT_SECONDS  # that a result takes here, of late
        self._wished = False
        self._beat()

    def run(self) -> RunEnd:
        """Until it is over; RunError when the file cannot be written any more."""
        try:
            try:
                status, reason = self._loop()
            finally:
                self._surveyor.halt()
        except (RunError, _Failed) as error:
            status, reason = FAILED, str(error)
        except BaseException as error:
            status = FAILED if isinstance(error, Exception) else STOPPED
            with suppress(RunError):  # the error itself is what is to be told
                self._store.set_status(self._row.id, status, _words(error))
            raise
        self._bring_home()
        self._surveyor.close()
        if self._answered() and status != COMPLETE:
            status, reason = COMPLETE, ""
        self._beat()
        self._store.set_status(self._row.id, status, reason)
        self._report()
        return RunEnd(status, reason, replace(self._progress(), left=None))

    def _loop(self) -> tuple[str, str]:
        while True:
            reason = self._stop_reason()
            if reason:
                return STOPPED, reason
            if self._answered():
                return COMPLETE, ""
            self._hand_out()
            for back in self._executor.results(COMMIT_SECONDS if self._held else POLL):
                self._receive(back)
            if self._due():
                self._commit()
            self._survey()
            if time.monotonic() - self._beaten >= self._beat_seconds():
                self._beat()
            if time.monotonic() - self._reported >= REPORT_SECONDS:
                self._report()

    def _answered(self) -> bool:
        return not self._totals.waiting or bool(self._row.one and self._totals.solutions)

    def _stop_reason(self) -> str:
        limits, cancel = self._control.limits, self._control.cancel
        if cancel is not None and cancel.is_set():
            return "it was interrupted"
        if self._wished:
            return "somebody asked it to stop"
        if limits.seconds is not None and self._seconds() >= limits.seconds:
            return f"its time of {limits.seconds:g} seconds was over"
        if limits.nodes is not None and self._totals.nodes - self._nodes_before >= limits.nodes:
            return f"its {limits.nodes:,} nodes were used up"
        return ""

    # Tasks out

    def _unseen(self) -> int:
        """How many tasks wait that are neither out nor back."""
        return self._totals.waiting - len(self._out) - len(self._held)

    def _hand_out(self) -> None:
        for _ in range(self._executor.wanted()):
            if not self._page:
                if self._unseen() <= 0:
                    return
                away = self._out | self._held.keys()
                self._page = self._store.waiting(self._row.id, PAGE, away)[::-1]
                if not self._page:
                    return
            task = self._page.pop()
            self._out.add(task.number)
            self._executor.submit(task, self._budget(task))

    def _budget(self, task: RunTask) -> Budget:
        crowd = Crowd(self._unseen(), len(self._out), max(1, len(self._workers)))
        seconds = task_seconds(self._control.task_seconds, self._seconds(), crowd, self._result_seconds)
        # A task that took its worker with it may have needed too much memory: it is given less to hold.
        lost = self._losses[task.number]
        solutions = 1 if self._row.one else max(1, MOST_SOLUTIONS >> 2 * lost)
        return Budget(max(seconds / 2**lost, LEAST_TASK_SECONDS), solutions)

    # Results in

    def _receive(self, back: TaskResult | TaskLost) -> None:
        known = back.number in self._out
        self._out.discard(back.number)
        if isinstance(back, TaskResult):
            if not known:
                self._page.clear()  # it came back a second time, and may be there
            if back.number not in self._held:
                self._held[back.number] = back
                self._held_solutions += len(back.found)
            return
        if back.fault:
            self._faults[back.number] += 1
            if self._faults[back.number] >= MOST_FAULTS:
                raise _Failed(f"task {back.number} failed {MOST_FAULTS} times, at last with {back.reason}")
        elif known:
            self._losses[back.number] += 1
            if self._losses[back.number] >= MOST_LOSSES:
                raise _Failed(f"task {back.number} was lost {MOST_LOSSES} times, at last as {back.reason}")

    def _due(self) -> bool:
        if not self._held:
            return False
        return (
            time.monotonic() - self._committed >= COMMIT_SECONDS
            or self._held_solutions >= COMMIT_SOLUTIONS
            or self._unseen() < max(1, self._executor.wanted())
        )

    def _commit(self) -> None:
        if not self._held:
            return
        began = time.monotonic()
        got = self._store.commit(self._row.id, list(self._held.values()))
        took = time.monotonic() - began
        self._result_seconds = result_seconds(self._result_seconds, took, len(self._held))
        dropped = set(got.dropped)
        taken = [result for number, result in self._held.items() if number not in dropped]
        self._held.clear()
        self._held_solutions = 0
        self._committed = time.monotonic()
        if got.new_tasks:
            self._page.clear()  # new ones may be larger than those that were read
        before = self._totals
        self._totals = replace(
            before,
            waiting=before.waiting + got.new_tasks - got.tasks,
            done=before.done + got.tasks,
            share=min(before.share + got.share, 1.0 - 1e-12),
            nodes=before.nodes + sum(result.nodes for result in taken),
            solutions=before.solutions + sum(result.solutions for result in taken),
            images=before.images + sum(result.images for result in taken),
        )
        for result in taken:
            self._count(result)

    def _count(self, result: TaskResult) -> None:
        old = self._tally.get(result.worker, WorkerProgress(result.worker, "", (), 0, 0, 0.0))
        self._tally[result.worker] = replace(
            old, tasks=old.tasks + 1, nodes=old.nodes + result.nodes, seconds=old.seconds + result.seconds
        )

    def _bring_home(self) -> None:
        """What the tasks that are out have done so far."""
        for back in self._executor.stop(STOP_SECONDS):
            if isinstance(back, TaskResult):
                self._receive(back)
        self._commit()

    # Telling

    def _survey(self) -> None:
        """Have dives made into tasks that wait, now and then, and hear what they found."""
        if (found := self._surveyor.round()) is not None:
            self._outlook = found if self._outlook is None else self._outlook.with_round(found)
        if tasks := self._surveyor.wanted():
            share, drawn = self._store.sample(self._row.id, tasks, self._surveyor.chance)
            self._surveyor.send(Sample(self._totals.nodes, share, tuple(drawn)))

    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _beat_seconds(self) -> float:
        return BEAT_SECONDS * max(1.0, len(self._workers) / BEATEN_AT_ONCE)

    def _beat(self) -> None:
        now = time.monotonic()
        self._workers = self._executor.workers()
        pace = self._pace.nodes_per_second(self._seconds(), self._totals.nodes)
        self._wished = self._store.beat(self._row.id, now - self._beaten, self._workers, self._outlook, pace)
        self._beaten = now

    def _report(self) -> None:
        self._reported = time.monotonic()
        if self._control.on_progress is not None:
            self._control.on_progress(self._progress())

    def _progress(self) -> RunProgress:
        seconds, totals = self._seconds(), self._totals
        workers = tuple(
            replace(
                self._tally.get(state.name, WorkerProgress(state.name, "", (), 0, 0, 0.0)),
                host=state.host,
                doing=state.tasks,
            )
            for state in self._workers
        )
        return progress_at(
            totals,
            self._row.seconds + seconds,
            workers,
            outlook=self._outlook,
            nodes_per_second=self._pace.nodes_per_second(seconds, totals.nodes),
            working=not self._row.one,
        )


def _words(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return "it was interrupted at once, and did not wait for tasks under way"
    if isinstance(error, RunError):
        return str(error)
    return f"{type(error).__name__}: {error}"
