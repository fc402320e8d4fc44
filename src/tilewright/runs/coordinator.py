"""The loop between a run database and the workers: tasks out, results in, each committed exactly once.

Whatever happens to workers, to this process or to the machine, the file says what is done and what is not.
Results depend neither on the executor nor on how the run was sliced, stopped, killed and resumed.
docs/explanation/durable-runs.md has simulations of the time limits of tasks.
"""

from __future__ import annotations

import shlex
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from tilewright import __version__
from tilewright.clock import monotonic
from tilewright.errors import DamagedError, RunError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import toml
from tilewright.model.puzzle import Solution
from tilewright.runs.executors import Executor, WorkerState
from tilewright.runs.progress import Bounds, RunProgress, SpeedMeter, WorkerProgress, progress_of
from tilewright.runs.progress_estimator import ProgressEstimator, TaskSample
from tilewright.runs.rows import RunRow, RunState, now
from tilewright.runs.store import FirstFound, Store
from tilewright.runs.task import Returned, RunTask, TaskBudget, TaskResult
from tilewright.runs.worker import WorkerContext, build_context
from tilewright.solving.search.precheck import simple_reason
from tilewright.solving.steps import STEADY, Limits, RemainingTime

# The time limit of a task: short where somebody waits, long where results come faster than they are taken.
TASK_SECONDS = 10.0  # the longest time limit of a task, in a long session
FIRST_TASK_SECONDS = 0.5  # the time limit at the beginning of a session, so that something is committed soon
SESSION_SHARE = 0.05
"""In between, the time limit as a share of the session's time: a late worker at the end costs no more."""
STRAGGLER_SECONDS = 1.0
"""The longest time limit when fewer tasks than workers are waiting: parts of the rest must come soon."""
MIN_TASK_SECONDS = 0.05
COORDINATOR_SHARE = 0.5
"""Of its time, that the coordinator may spend on results; tasks get longer, so that there are no more."""
RESULT_SECONDS = 0.0025  # the coordinator's time for a result and its remainders, before any has come
NEW_RESULT_WEIGHT = 0.05  # the weight of a new result in the moving average of that time

MAX_SOLUTIONS = 20_000  # how many solutions a worker holds before they are committed
MAX_SHOWN = 100  # ... where each is shown, which takes long
PAGE = 64  # tasks that are read from the store at a time
POLL_SECONDS = 0.1  # between two checks of cancellation, the clock and the request to stop
COMMIT_SECONDS = 0.1  # results are held so long, to be committed together, unless a worker waits for them
COMMIT_SOLUTIONS = 20_000  # ... or they hold so many solutions
HEARTBEAT_SECONDS = 1.0  # between two heartbeats; so much for each ...
HEARTBEAT_WORKERS = 500  # ... of so many workers
REPORT_SECONDS = 0.1  # between two reports of progress
STOP_SECONDS = 5.0  # that tasks have to end early when the run is stopped
MAX_FAILURES = 3  # of one task, by exceptions, before the run ends
MAX_LOSSES = 20  # of one task, with its worker, before the run ends


@dataclass(frozen=True)
class Load:
    """Tasks that no worker has, tasks that workers have, and the number of workers."""

    waiting: int
    running: int
    workers: int


def task_time_limit(longest: float, session_s: float, load: Load, result_seconds: float) -> float:
    """The time limit of the next task in seconds; ``result_seconds`` is the coordinator's time for a result.

    Workers without a task send no results: only those that have one make tasks longer.
    """
    seconds = min(longest, max(FIRST_TASK_SECONDS, SESSION_SHARE * session_s))
    if load.waiting < load.workers:
        seconds = min(seconds, STRAGGLER_SECONDS)
    running = min(load.running + 1, load.workers)
    return max(seconds, running * result_seconds / COORDINATOR_SHARE)


def mean_result_seconds(before: float, commit_s: float, results: int) -> float:
    """The moving average of a result's time, after a commit of so many results that took ``commit_s``."""
    kept: float = (1 - NEW_RESULT_WEIGHT) ** results
    return max(RESULT_SECONDS, kept * before + (1 - kept) * commit_s / results)


@dataclass(frozen=True)
class RunControl:
    """When to stop a session of a run, and who receives its progress.

    Limits of nodes and seconds are those of this session; nodes are checked as tasks come back, so that there
    may be more. The seconds count from ``start_time`` (as of ``clock.monotonic``), by default from the start
    of the session. ``on_start`` is called when its set-up is over, which checks neither limits nor
    ``cancel``; ``on_solution`` with each solution that was stored, in small batches. Runs have no limit of
    solutions: see ``RunQuestion.first_only``.
    """

    limits: Limits = field(default_factory=Limits)
    on_progress: Callable[[RunProgress], None] | None = None
    cancel: threading.Event | None = None
    task_seconds: float = TASK_SECONDS
    start_time: float | None = None
    on_start: Callable[[], None] | None = None
    on_solution: Callable[[Solution], None] | None = None


@dataclass(frozen=True)
class SessionResult:
    """How a session ended: COMPLETE, STOPPED or FAILED, why, and how far the run is."""

    state: RunState
    reason: str
    progress: RunProgress


def coordinate(
    store: Store, run: str, executor: Executor, control: RunControl | None = None
) -> SessionResult:
    """Work on a run until it is complete, stopped or failed; the executor is started, and closed afterwards.

    Everything that came back is committed by then. DamagedError when the file is damaged. RunError when the
    run cannot be resumed at all: this
    Tilewright translates its puzzle differently, there are no workers, the file cannot be written.
    """
    row = store.run(run)
    if row.state is RunState.COMPLETE:
        store.check_run(run)
        progress = progress_of(store.totals(run), row.seconds, estimate=None)
        return SessionResult(row.state, row.reason, progress)
    try:
        try:
            context = resumed_context(row)
            executor.start(context.assignment)
        except BaseException as error:
            with suppress(RunError):  # the error itself matters more
                store.set_state(run, RunState.STOPPED, _reason(error))
            raise
        if proof := simple_reason(context.cover):  # of a run that an older version stored
            reason = f"no solution exists. {proof}"
            store.set_state(run, RunState.STOPPED, reason)
            progress = progress_of(store.totals(run), row.seconds, estimate=None)
            return SessionResult(RunState.STOPPED, reason, progress)
        store.set_state(run, RunState.RUNNING)
        control = control or RunControl()
        if control.on_start is not None:
            control.on_start()
        return _Session(store, row, context, executor, control).run()
    finally:
        executor.close()


def resumed_context(row: RunRow) -> WorkerContext:
    """The context of a stored run; RunError when this Tilewright translates its puzzle differently.

    Another version that makes the same problem may resume it: a task means the same to both.
    """
    assignment = replace(row.assignment, version=__version__)
    context = build_context(assignment, to_cover(toml.loads(assignment.puzzle)))
    if context.digest() == assignment.digest:
        return context
    if row.version == __version__:
        raise RunError(
            f"run {row.id} was started by another build of Tilewright {__version__}, which translates "
            "its puzzle differently; resume it with that build, or start a new run"
        )
    raise RunError(
        f"run {row.id} was started by Tilewright {row.version}; this is {__version__}, which translates "
        f"its puzzle differently. Resume it with Tilewright {row.version}, or start a new run"
    )


class _TaskFailedError(Exception):
    """A task fails again and again; the text is the reason why the run ends."""


class _Session:
    """One session of a run: tasks that are out, results that are not committed yet, and the counts."""

    def __init__(
        self, store: Store, row: RunRow, context: WorkerContext, executor: Executor, control: RunControl
    ) -> None:
        self._store, self._row, self._executor, self._control = store, row, executor, control
        self._cover = context.cover
        self._start = self._last_heartbeat = self._last_commit = monotonic()
        self._last_report = 0.0
        self._totals = store.totals(row.id)
        self._nodes_before, self._finished_before = self._totals.nodes, self._totals.finished
        self._remaining = RemainingTime()
        self._speed = SpeedMeter(self._totals.nodes)
        self._estimate = store.estimate(row.id)
        self._estimator = ProgressEstimator(context, f"{row.id} {self._totals.nodes}")
        self._out: set[int] = set()
        self._results: dict[int, TaskResult] = {}  # not committed yet
        self._held_solutions = 0
        # A run of an older version may have solutions, and not say since when.
        self._times_first = row.first_seconds is not None or not self._totals.solutions
        self._first: FirstFound | None = None
        self._page: list[RunTask] = []  # tasks that were read and not submitted, the largest last
        self._failures: Counter[int] = Counter()
        self._losses: Counter[int] = Counter()
        self._worker_totals: dict[str, WorkerProgress] = {}
        self._workers: list[WorkerState] = []
        self._result_seconds = RESULT_SECONDS
        self._stop_requested = False
        self._missing_file = ""  # what has become of the database, when it is not in its place
        self._heartbeat()

    def run(self) -> SessionResult:
        """Work until the session ends; RunError when the file cannot be written any more."""
        try:
            try:
                state, reason = self._loop()
            finally:
                self._estimator.cancel()
        except DamagedError as error:
            with suppress(RunError):  # the error itself matters more
                self._store.set_state(self._row.id, RunState.FAILED, _reason(error))
            raise
        except (RunError, _TaskFailedError) as error:
            state, reason = RunState.FAILED, str(error)
        except BaseException as error:
            state = RunState.FAILED if isinstance(error, Exception) else RunState.STOPPED
            with suppress(RunError):  # the error itself matters more
                self._store.set_state(self._row.id, state, _reason(error))
            raise
        for returned in self._executor.stop(STOP_SECONDS):
            if isinstance(returned, TaskResult):
                self._receive(returned)
        self._commit()
        self._estimator.close()
        if self._is_answered():
            state, reason = RunState.COMPLETE, ""
        self._heartbeat()
        self._store.set_state(self._row.id, state, reason)
        if self._missing_file or self._store.missing_file():
            self._save_copy()
        self._report()
        return SessionResult(state, reason, replace(self._progress(), remaining_s=None))

    def _loop(self) -> tuple[RunState, str]:
        while True:
            reason = self._stop_reason()
            if reason:
                return RunState.STOPPED, reason
            if self._is_answered():
                return RunState.COMPLETE, ""
            self._submit_tasks()
            for returned in self._executor.results(COMMIT_SECONDS if self._results else POLL_SECONDS):
                self._receive(returned)
            if self._is_commit_due():
                self._commit()
            self._update_estimate()
            heartbeat_seconds = HEARTBEAT_SECONDS * max(1.0, len(self._workers) / HEARTBEAT_WORKERS)
            if monotonic() - self._last_heartbeat >= heartbeat_seconds:
                self._heartbeat()
            if monotonic() - self._last_report >= REPORT_SECONDS:
                self._report()

    def _is_answered(self) -> bool:
        return not self._totals.waiting or bool(self._row.first_only and self._totals.solutions)

    def _stop_reason(self) -> str:
        limits, cancel = self._control.limits, self._control.cancel
        if cancel is not None and cancel.is_set():
            return "it was interrupted"
        if self._missing_file:
            return self._missing_file
        if self._stop_requested:
            return "a stop was requested"
        start_time = self._start if self._control.start_time is None else self._control.start_time
        if limits.seconds is not None and monotonic() - start_time >= limits.seconds:
            return f"the time limit of {limits.seconds:g} seconds was reached"
        if limits.nodes is not None and self._totals.nodes - self._nodes_before >= limits.nodes:
            return f"the limit of {limits.nodes:,} nodes was reached"
        return ""

    # Tasks out

    def _unassigned(self) -> int:
        """How many waiting tasks are neither out nor back."""
        return self._totals.waiting - len(self._out) - len(self._results)

    def _submit_tasks(self) -> None:
        for _ in range(self._executor.wanted()):
            if not self._page:
                if self._unassigned() <= 0:
                    return
                assigned = self._out | self._results.keys()
                self._page = self._store.waiting(self._row.id, PAGE, assigned)[::-1]
                if not self._page:
                    if not assigned:  # somebody else has done them
                        self._totals = self._store.totals(self._row.id)
                    return
            task = self._page.pop()
            self._out.add(task.number)
            self._executor.submit(task, self._budget(task))

    def _budget(self, task: RunTask) -> TaskBudget:
        load = Load(self._unassigned(), len(self._out), max(1, len(self._workers)))
        seconds = task_time_limit(self._control.task_seconds, self._seconds(), load, self._result_seconds)
        # A task that was lost with its worker may have needed too much memory: it may hold less.
        lost = self._losses[task.number]
        most = MAX_SOLUTIONS if self._control.on_solution is None else MAX_SHOWN
        solutions = 1 if self._row.first_only else max(1, most >> 2 * lost)
        return TaskBudget(max(seconds / 2**lost, MIN_TASK_SECONDS), solutions)

    # Results in

    def _receive(self, returned: Returned) -> None:
        was_out = returned.number in self._out
        self._out.discard(returned.number)
        if isinstance(returned, TaskResult):
            if not was_out:
                self._page.clear()  # it came back a second time, and may be on the page
            if returned.number not in self._results:
                self._results[returned.number] = returned
                self._held_solutions += len(returned.option_sets)
                self._note_first(returned)
            return
        if returned.failed:
            self._failures[returned.number] += 1
            if self._failures[returned.number] >= MAX_FAILURES:
                raise _TaskFailedError(
                    f"task {returned.number} failed {MAX_FAILURES} times, at last with {returned.reason}"
                )
        elif was_out:
            self._losses[returned.number] += 1
            if self._losses[returned.number] >= MAX_LOSSES:
                raise _TaskFailedError(
                    f"task {returned.number} was lost {MAX_LOSSES} times, at last as {returned.reason}"
                )

    def _note_first(self, result: TaskResult) -> None:
        """Note when the first solution was found, if it is of this result."""
        if result.first_seconds is None or not self._times_first:
            return
        ago = max(0.0, result.seconds - result.first_seconds)
        seconds = max(0.0, self._row.seconds + self._seconds() - ago)
        if self._first is None or seconds < self._first.seconds:
            self._first = FirstFound(now(ago), seconds)

    def _is_commit_due(self) -> bool:
        if not self._results:
            return False
        return (
            monotonic() - self._last_commit >= COMMIT_SECONDS
            or self._held_solutions >= COMMIT_SOLUTIONS
            or self._unassigned() < max(1, self._executor.wanted())
        )

    def _commit(self) -> None:
        if not self._results:
            return
        start = monotonic()
        report = self._store.commit(self._row.id, list(self._results.values()), self._first)
        seconds = monotonic() - start
        self._result_seconds = mean_result_seconds(self._result_seconds, seconds, len(self._results))
        dropped = set(report.dropped)
        taken = [result for number, result in self._results.items() if number not in dropped]
        self._results.clear()
        self._held_solutions = 0
        self._last_commit = monotonic()
        self._totals = report.totals
        if report.new_tasks or dropped:
            self._page.clear()  # new tasks may be larger than those that were read
        for result in taken:
            old = self._worker_totals.get(result.worker, WorkerProgress(result.worker))
            self._worker_totals[result.worker] = replace(
                old, tasks=old.tasks + 1, nodes=old.nodes + result.nodes, seconds=old.seconds + result.seconds
            )
            if self._control.on_solution is not None:
                for options in result.option_sets:
                    self._control.on_solution(self._cover.solution(options))

    # Progress

    def _update_estimate(self) -> None:
        """Have dives made into waiting tasks now and then, and combine their estimates."""
        if (estimate := self._estimator.take()) is not None:
            self._estimate = estimate if self._estimate is None else self._estimate.combined(estimate)
        if tasks := self._estimator.tasks_wanted():
            share, drawn = self._store.sample(self._row.id, tasks, self._estimator.random)
            self._estimator.submit(TaskSample(self._totals.nodes, share, tuple(drawn)))

    def _seconds(self) -> float:
        return monotonic() - self._start

    def _nodes_per_second(self) -> float:
        return self._speed.nodes_per_second(self._seconds(), self._totals.nodes)

    def _heartbeat(self) -> None:
        now = monotonic()
        self._workers = self._executor.workers()
        self._stop_requested = self._store.heartbeat(
            self._row.id, now - self._last_heartbeat, self._workers, self._estimate, self._nodes_per_second()
        )
        self._last_heartbeat = now
        self._missing_file = self._missing_file or self._store.missing_file()

    def _save_copy(self) -> None:
        """Save everything in a new file; RunError, which says where."""
        text = self._missing_file or self._store.missing_file()
        copy = self._store.save_copy()
        where = shlex.quote(str(copy))
        raise RunError(
            f"{text}; everything is saved in {copy}. To continue there: `tilewright run resume "
            f"{self._row.id} --db {where}`"
        )

    def _report(self) -> None:
        self._last_report = monotonic()
        if self._control.on_progress is not None:
            self._control.on_progress(self._progress())

    def _progress(self) -> RunProgress:
        workers = tuple(
            replace(
                self._worker_totals.get(state.name, WorkerProgress(state.name)),
                host=state.host,
                running_tasks=state.tasks,
            )
            for state in self._workers
        )
        progress = progress_of(
            self._totals,
            self._row.seconds + self._seconds(),
            workers,
            estimate=self._estimate,
            nodes_per_second=self._nodes_per_second(),
            exhaustive=not self._row.first_only,
        )
        if progress.remaining_s is None and self._totals.waiting and not self._row.first_only:
            progress = replace(progress, remaining_s=self._remaining_by_tasks())
        return progress

    def _remaining_by_tasks(self) -> Bounds | None:
        """The time left by how fast tasks finish, where that and their number have been steady."""
        finished = self._totals.finished - self._finished_before
        eta = self._remaining.estimate(self._seconds(), finished / (finished + self._totals.waiting))
        return None if eta is None else Bounds(eta / STEADY, eta * STEADY)


def _reason(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return "it was interrupted at once, without waiting for tasks under way"
    if isinstance(error, RunError):
        return str(error)
    return f"{type(error).__name__}: {error}"
