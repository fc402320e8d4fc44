"""The step loop: work advances in short steps; between two of them the clock, cancellation and progress are
served.

Every engine of the core steps (``advance(budget)``) and never calls back. :class:`StepLoop` is the one place
that decides how large a step is and when the work ends early; :class:`StepSize` serves loops that hold
several searches at once.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Generic, TypeVar

from tilewright import clock
from tilewright.errors import UnsupportedError
from tilewright.wording import quoted

STEP_SECONDS = 0.05  # a step lasts about as long: cancellation takes effect within a tenth of a second
PROGRESS_SECONDS = 0.1  # between two progress reports: a bar is not drawn more often
LARGEST_STEP = 1 << 40
ETA_FROM = 0.002  # of the work that is done before the time that is left is estimated
STEADY = 1.5  # times the whole time that was expected at half of the time so far: more, and it is unknown
SAMPLE_GROWTH = 1.05  # of the time, between two such expectations that are kept
FIRST_PRICE, PRICE_GROWTH = 200, 1.25  # units before the price of a unit is estimated again

Item = TypeVar("Item")
Value = TypeVar("Value")

CancelCheck = Callable[[], None]
"""Called every few milliseconds by long Python code; raises Cancelled when the work is to end."""


class Status(StrEnum):
    """How a question ended: the whole tree was searched; a limit ended it; somebody stopped it.

    >>> Status("complete") == "complete"
    True
    """

    COMPLETE = "complete"
    LIMIT = "limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Limits:
    """When to stop early; None is no limit. Nodes are deterministic, seconds are not.

    >>> from tilewright import Limits, count, load
    >>> count(load("catalog:pentominoes-6x10"), limits=Limits(solutions=10)).status.value
    'limit'
    """

    solutions: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, kind in (("solutions", int), ("nodes", int), ("seconds", int | float)):
            value = getattr(self, name)
            if value is not None and not isinstance(value, kind):
                raise UnsupportedError(f"the limit {name} is {quoted(value)}; expected a number")


def check_amount(value: object, name: str, least: int) -> None:
    """UnsupportedError unless the value of an argument is a whole number of at least this size."""
    if not isinstance(value, int) or value < least:
        raise UnsupportedError(f"{name} is {quoted(value)}; expected a whole number from {least}")


@dataclass(frozen=True)
class Progress:
    """How far a run is: the share of the tree that is done (0 to 1), and what it took and found so far.

    ``seconds`` and ``eta`` are wall time; ``eta`` is None while nothing can be said. With a symmetry
    ``solutions`` counts orbits and ``images`` the solutions in them. ``listed`` is False for an engine that
    learns the number of solutions only at its end; its nodes are states. ``words``, where not empty, are
    shown in place of solutions and nodes, and ``share_text`` in place of ``share``.

        >>> from tilewright import count, load
        >>> reports = []
        >>> count(load("catalog:soma-cube"), on_progress=reports.append).solutions
        11520
        >>> all(0 <= report.share <= 1 for report in reports)
        True
    """

    share: float
    nodes: int
    solutions: int
    images: int
    seconds: float
    eta: float | None
    listed: bool = True
    words: str = ""
    share_text: str = ""


class Cancelled(Exception):  # noqa: N818 - no error: a limit or a cancellation
    """A limit or a cancellation ended the work when ``share`` of it was done, 0 to 1, where that is known.

    ``note`` says which limit when it is not the one of time.
    """

    def __init__(self, status: Status = Status.CANCELLED, note: str = "", share: float = 0.0) -> None:
        super().__init__(note)
        self.status, self.note, self.share = status, note, share


def never_cancelled() -> None:
    """The check that never cancels."""


class Budget:
    """The effort, in expected seconds, that work may spend before it waits in its thread for more."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.share = 0.0
        """Of the work that is done, 0 to 1, when it last rested."""
        self._granted = 0.0
        self._resting = False
        self._closed = False
        self._changed = threading.Condition()

    @property
    def is_spent(self) -> bool:
        """Whether the work has spent all that it was granted."""
        return self.spent >= self._granted

    def grant(self, effort: float) -> None:
        """Let the work go on until it has spent so much in all."""
        with self._changed:
            self._granted = max(self._granted, effort)
            self._resting = self._closed or self.spent >= self._granted
            self._changed.notify_all()

    def close(self) -> None:
        """The work has ended, or is to look at once whether it is cancelled: it rests for good."""
        with self._changed:
            self._closed = self._resting = True
            self._changed.notify_all()

    def rests(self, timeout: float) -> bool:
        """Whether the work has spent all or ended; waits for that up to ``timeout`` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self._resting, timeout)

    def units(self, unit_seconds: float, share: Callable[[], float], check_cancelled: CancelCheck) -> int:
        """How many units the work may do now, at least 1; waits until there is effort left."""
        if self.spent >= self._granted:
            self.share = share()
        with self._changed:
            while self.spent >= self._granted:
                self._resting = True
                self._changed.notify_all()
                self._changed.wait(STEP_SECONDS)
                check_cancelled()
            return math.ceil(min(LARGEST_STEP, (self._granted - self.spent) / unit_seconds))

    def spend(self, effort: float) -> None:
        """Note that the work has spent effort."""
        with self._changed:
            self.spent += effort


@dataclass(frozen=True)
class Control:
    """How to run a search, and when to stop it.

    With ``resume`` the search continues from a checkpoint, and keeps writing to ``checkpoint``, or to the
    same file when that is None. ``restart``: a file that is there is replaced, once something is saved.
    ``continuation.continuing`` decides which of that it is. ``on_resume`` takes a sentence; ``question`` is
    what the checkpoint says about itself. Limits of solutions and nodes count from the very start of a
    resumed search, seconds from the resumption. ``seed`` is that of a search that uses random numbers.
    ``budget`` is that of work which takes turns with other work.
    """

    limits: Limits = field(default_factory=Limits)
    threads: int = 1
    on_progress: Callable[[Progress], None] | None = None
    cancel: threading.Event | None = None
    checkpoint: Path | None = None
    resume: Path | None = None
    seed: int = 0
    budget: Budget | None = None
    restart: bool = False
    on_resume: Callable[[str], None] | None = None
    question: str = ""

    @property
    def is_durable(self) -> bool:
        """Whether the search keeps a checkpoint."""
        return self.checkpoint is not None or self.resume is not None


@dataclass(frozen=True)
class Effort:
    """What one step of a plan took: ``amount`` nodes or states by an engine, and ``seconds`` by the clock.

    ``step`` is one of "trial", "proof", "search", "rival", "list", "first", "count", "sweep" and "part".
    ``share`` of it was done, 0 to 1; ``status`` says how it ended, None where it was stopped as another step
    was done.
    """

    step: str
    engine: str
    amount: int
    seconds: float
    share: float
    status: Status | None


@dataclass
class Returning(Generic[Item, Value]):
    """Iterates over a generator and keeps what it returns: ``value``, once the iteration is over."""

    steps: Generator[Item, None, Value]
    value: Value = field(init=False)

    def __iter__(self) -> Iterator[Item]:
        self.value = yield from self.steps


@dataclass
class StepSize:
    """How many units the next step has to last about ``seconds``; it at most doubles each time."""

    units: int
    seconds: float = field(default_factory=lambda: STEP_SECONDS)
    smallest: int = 1
    largest: int = LARGEST_STEP

    def adapt(self, granted: int, done: int, seconds: float) -> None:
        """Learn from a step of ``granted`` units of which ``done`` were done in so many seconds."""
        done = max(done, granted // 4)
        units = min(done * self.seconds / max(seconds, 1e-6), 2 * granted)
        self.units = int(min(max(self.smallest, units), self.largest))


@dataclass
class StepLoop:
    """Steps through work under one control: one loop for a query, however many searches it takes.

    ``seconds_before`` were spent by the runs that a resumed one continues. ``efforts`` are the steps so far.
    """

    control: Control = field(default_factory=Control)
    start_time: float = field(default_factory=lambda: clock.source())
    seconds_before: float = 0.0
    efforts: list[Effort] = field(default_factory=list)
    _reported: float = field(init=False)

    def __post_init__(self) -> None:
        self._reported = self.start_time

    @property
    def elapsed(self) -> float:
        """Seconds since this run started."""
        return clock.source() - self.start_time

    @property
    def seconds(self) -> float:
        """Seconds of this run and of those that it continues."""
        return self.seconds_before + self.elapsed

    def note_effort(
        self, step: str, engine: str, amount: int, seconds: float, share: float, status: Status | None
    ) -> None:
        """Note what a step of the plan took; see :class:`Effort`."""
        self.efforts.append(Effort(step, engine, amount, seconds, share, status))

    def limits_left(self, nodes: int) -> Limits:
        """The limits of nodes and time less what is spent, of them ``nodes`` nodes."""
        limits = self.control.limits
        return Limits(
            nodes=None if limits.nodes is None else max(0, limits.nodes - nodes),
            seconds=None if limits.seconds is None else max(0.0, limits.seconds - self.elapsed),
        )

    @property
    def interruption(self) -> Status | None:
        """How the work ends now, by cancellation or by the time limit; None when it continues."""
        if self.control.cancel is not None and self.control.cancel.is_set():
            return Status.CANCELLED
        seconds = self.control.limits.seconds
        return Status.LIMIT if seconds is not None and self.elapsed >= seconds else None

    def check_cancelled(self) -> None:
        """Raise Cancelled when cancellation or the time limit ends the work."""
        if (status := self.interruption) is not None:
            raise Cancelled(status)

    def run(
        self,
        advance: Callable[[int], bool],
        size: StepSize,
        progress: Callable[[], Progress] | None = None,
        between: Callable[[], None] = lambda: None,
        done: Callable[[], int] | None = None,
        most: int | None = None,
        unit_seconds: Callable[[], float] | None = None,
    ) -> None:
        """Call ``advance(units)`` until it returns True; Cancelled when a limit or a cancellation comes
        first.

        ``between`` is called after each step, ``progress`` when it is time for a report. ``done`` counts the
        units done so far, where a step may do fewer than it was granted; ``most`` limits them. A unit is
        expected to take ``unit_seconds()``, which matters under a budget. It is asked now and then, after
        numbers of units that do not depend on the size of steps, so that neither does what a grant pays for.
        """
        budget = self.control.budget if unit_seconds else None
        seconds, priced = 0.0, 0  # so many units are to be done at this price
        while True:
            self.check_cancelled()
            affordable, before = LARGEST_STEP, done() if done else 0
            if budget is not None and unit_seconds is not None:
                if budget.is_spent or before >= priced:
                    seconds, priced = unit_seconds(), math.ceil(max(FIRST_PRICE, before * PRICE_GROWTH))
                affordable = budget.units(
                    seconds, lambda: progress().share if progress else 0.0, self.check_cancelled
                )
                affordable = min(affordable, priced - before)
            granted, start = min(size.units, affordable), clock.source()
            if most is not None:
                granted = min(granted, most - before)
                if granted <= 0:
                    raise Cancelled(Status.LIMIT)
            complete = advance(granted)
            finished = done() - before if done else granted
            size.adapt(granted, finished, clock.source() - start)
            if budget is not None:
                budget.spend(finished * seconds)
            between()
            if complete:
                return
            if progress is not None:
                self.report(progress)

    def wait(self, finished: Callable[[float], bool], progress: Callable[[], Progress] | None = None) -> None:
        """Wait for threads until ``finished(timeout)`` returns True; Cancelled as in ``run``."""
        self.run(lambda _: finished(STEP_SECONDS), StepSize(1), progress)

    def report(self, progress: Callable[[], Progress], *, force: bool = False) -> None:
        """Report progress, if anyone listens and the last report is long enough ago."""
        now = clock.source()
        if self.control.on_progress is None or (not force and now - self._reported < PROGRESS_SECONDS):
            return
        self._reported = now
        self.control.on_progress(progress())

    def states_progress(self, share: float, states: int) -> Progress:
        """The progress of work over states, which learns the number of solutions only at its end."""
        eta = self.elapsed * (1 - share) / share if share > ETA_FROM else None
        return Progress(share, states, 0, 0, self.seconds, eta, listed=False)


def seconds_left(spent: float, share: float) -> float | None:
    """How long a candidate still takes, by what it has done; None while it has done too little to tell."""
    return spent * (1 - share) / share if share > 0 else None


class RemainingTime:
    """Estimates the time left by the share that is done, where that has told the truth so far.

    Parts of a tree with few nodes may have most of its solutions, so that nearly all of it seems done while
    most of the work is still to come. Then the whole time that is expected grows with the time that has gone.
    """

    def __init__(self) -> None:
        self._expected: list[tuple[float, float]] = []  # after so many seconds, so many in all

    def estimate(self, seconds: float, share: float) -> float | None:
        """The seconds left; None where the expectation of the whole time is not steady."""
        if share <= ETA_FROM:
            return None
        whole, expected = seconds / share, self._expected
        if not expected or seconds >= SAMPLE_GROWTH * expected[-1][0]:
            expected.append((seconds, whole))
        while len(expected) > 1 and expected[1][0] <= seconds / 2:
            del expected[0]
        at, before = expected[0]
        is_steady = at <= seconds / 2 and before / STEADY <= whole <= before * STEADY
        return whole - seconds if is_steady else None
