"""What a run is given: the work, how to do it, and when to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Engine, Limits, Progress, Status, Task
from tilewright.solve.partition import Heed, Stopped


@dataclass(frozen=True)
class Work:
    """What to search: ``first`` is the whole question as one task, tried for a moment; if that does not
    finish it, ``tasks(heed)`` tells the tasks to split and run, calling ``heed`` every few milliseconds.
    Both have the same solutions, or orbits. ``refute(heed, plain)``, asked when the trial found no solution,
    tells whether it can be shown without a search that there is none, with ``plain`` at a glance."""

    problem: CoverProblem
    engine: Engine
    first: Task
    tasks: Callable[[Heed], Sequence[Task]]
    keep: bool
    refute: Callable[[Heed, bool], bool] | None = None


@dataclass(frozen=True)
class Control:
    """How to run it. With ``resume`` the run goes on from a checkpoint, and keeps writing to
    ``checkpoint``, or to the same file when that is None. On a resumed run limits of solutions and
    nodes count from the very start, seconds from the resumption."""

    limits: Limits = field(default_factory=Limits)
    threads: int = 1
    on_progress: Callable[[Progress], None] | None = None
    cancel: threading.Event | None = None
    checkpoint: Path | None = None
    resume: Path | None = None
    seed: int = 0  # of a search that takes chances


def stopped(control: Control, began: float) -> Status | None:
    """Whether the button or the clock ends the run now; what is counted has limits of its own."""
    if control.cancel is not None and control.cancel.is_set():
        return Status.CANCELLED
    seconds = control.limits.seconds
    return Status.LIMIT if seconds is not None and time.monotonic() - began >= seconds else None


def heed_of(control: Control, began: float) -> Heed:
    """What planning calls every few milliseconds: Stopped when the button or the clock ends the run."""

    def heed() -> None:
        if stopped(control, began) is not None:
            raise Stopped

    return heed
