"""The step loop: work advances in short steps; between two of them the clock, cancellation and progress are
served.

Every engine of the core steps (``advance(budget)``) and never calls back. :class:`StepLoop` is the one place
that decides how large a step is and when the work ends early; :class:`StepSize` serves loops that hold
several searches at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tilewright.solve.engines.base import Limits, Progress, Status

STEP_SECONDS = 0.05  # a step lasts about as long: cancellation is heard ten times as fast as people notice
PROGRESS_SECONDS = 0.1  # between two progress reports: a bar is not drawn more often
LARGEST_STEP = 1 << 40

CancelCheck = Callable[[], None]
"""Called every few milliseconds by long Python code; raises Cancelled when the work is to end."""


class Cancelled(Exception):  # noqa: N818 - no error: a limit or a cancellation
    """A limit or a cancellation ended the work; ``note`` says which limit when it is not the one of time."""

    def __init__(self, status: Status = Status.CANCELLED, note: str = "") -> None:
        super().__init__(note)
        self.status, self.note = status, note


def never_cancelled() -> None:
    """The check that never cancels."""


@dataclass(frozen=True)
class Control:
    """How to run a search, and when to stop it.

    With ``resume`` the search goes on from a checkpoint, and keeps writing to ``checkpoint``, or to the same
    file when that is None. Limits of solutions and nodes count from the very start of a resumed search,
    seconds from the resumption. ``seed`` is that of a search that uses random numbers.
    """

    limits: Limits = field(default_factory=Limits)
    threads: int = 1
    on_progress: Callable[[Progress], None] | None = None
    cancel: threading.Event | None = None
    checkpoint: Path | None = None
    resume: Path | None = None
    seed: int = 0


def interruption(control: Control, start_time: float) -> Status | None:
    """How the work ends now, by cancellation or by the time limit; None when it goes on.

    ``start_time`` is by ``time.monotonic()``.
    """
    if control.cancel is not None and control.cancel.is_set():
        return Status.CANCELLED
    seconds = control.limits.seconds
    return Status.LIMIT if seconds is not None and time.monotonic() - start_time >= seconds else None


def cancel_check_of(control: Control, start_time: float) -> CancelCheck:
    """The check of a control: raises Cancelled when cancellation or the time limit ends the work."""

    def check_cancelled() -> None:
        status = interruption(control, start_time)
        if status is not None:
            raise Cancelled(status)

    return check_cancelled


@dataclass
class StepSize:
    """How many units the next step has to last about ``seconds``; it at most doubles each time."""

    units: int
    seconds: float = STEP_SECONDS
    smallest: int = 1
    largest: int = LARGEST_STEP

    def adapt(self, granted: int, done: int, seconds: float) -> None:
        """Learn from a step of ``granted`` units of which ``done`` were done in so many seconds."""
        done = max(done, granted // 4)
        units = min(done * self.seconds / max(seconds, 1e-6), 2 * granted)
        self.units = int(min(max(self.smallest, units), self.largest))


@dataclass
class StepLoop:
    """Steps through work under one control: one loop for a question, however many searches it takes."""

    control: Control
    start_time: float = field(default_factory=time.monotonic)
    _reported: float = 0.0

    @property
    def seconds(self) -> float:
        """Since the question was asked."""
        return time.monotonic() - self.start_time

    def check_cancelled(self) -> None:
        """Raise Cancelled when cancellation or the time limit ends the work."""
        status = interruption(self.control, self.start_time)
        if status is not None:
            raise Cancelled(status)

    def run(
        self,
        advance: Callable[[int], bool],
        size: StepSize,
        progress: Callable[[], Progress] | None = None,
        between: Callable[[], None] = lambda: None,
        done: Callable[[], int] | None = None,
    ) -> None:
        """Call ``advance(units)`` until it returns True; Cancelled when a limit or a cancellation comes
        first.

        ``between`` is called after each step, ``progress`` when it is time for a report. ``done`` counts the
        units done so far, where a step may do fewer than it was granted.
        """
        while True:
            self.check_cancelled()
            granted, before, start = size.units, done() if done else 0, time.monotonic()
            complete = advance(granted)
            size.adapt(granted, done() - before if done else granted, time.monotonic() - start)
            between()
            if complete:
                return
            if progress is not None:
                self.report(progress)

    def report(self, progress: Callable[[], Progress], *, force: bool = False) -> None:
        """Report progress, if anyone listens and the last report is long enough ago."""
        now = time.monotonic()
        if self.control.on_progress is None or (not force and now - self._reported < PROGRESS_SECONDS):
            return
        self._reported = now
        self.control.on_progress(progress())
