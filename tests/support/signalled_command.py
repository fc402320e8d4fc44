"""The command line with signals that come at events: EVENT[,EVENT...] SIGNAL WORD...

A signal comes when the command itself is where the test wants it, on a machine of any speed; the exit code is
99 if it never came to that. At "parent" the test sends signals itself, once it sees what it waits for. The
command may take any time to react: what it does when a search does not react soon is tested by a fake clock.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from typing import NoReturn

from tilewright.cli import interruption, main, progress
from tilewright.cli.interruption import CancelEvent
from tilewright.cli.progress import ProgressMonitor
from tilewright.solving import steps as stepping
from tilewright.solving.search.threads import SearchThreads
from tilewright.solving.steps import Progress

PARENT = "parent"
NEVER_S = 1e9
MISSED = 99
PENDING: list[str] = []


def came(event: str, number: signal.Signals) -> None:
    """Send the signal if this event is the next one; again if it is to come twice "at once"."""
    if PENDING[:1] == [event]:
        del PENDING[0]
        os.kill(os.getpid(), number)
        came("at once", number)


def send_at_reports(number: signal.Signals) -> None:
    """The events of a search that goes on: every step is reported."""
    reports = drawn = 0
    show, draw = ProgressMonitor.__call__, ProgressMonitor._draw

    def call(self: ProgressMonitor, progress: Progress) -> None:
        nonlocal reports
        show(self, progress)
        reports += 1
        for event, is_there in (
            ("searched", reports >= 3),
            ("searched long", reports >= 300),
            ("found", progress.images > 0),
            ("second row", progress.words.startswith("1 of 2 rows")),
        ):
            if is_there:
                came(event, number)

    def drawing(self: ProgressMonitor, progress: Progress) -> None:
        nonlocal drawn
        draw(self, progress)
        drawn += 1
        if drawn > 4:
            came("drawn", number)

    ProgressMonitor.__call__ = call  # type: ignore[method-assign]
    ProgressMonitor._draw = drawing  # type: ignore[method-assign]
    stepping.PROGRESS_SECONDS = progress.BAR_DELAY_S = progress.REDRAW_S = 0.0


def send_at_the_end(number: signal.Signals) -> None:
    """The events of a search that looks whether it is cancelled, and ends."""
    is_set, stop, leave = CancelEvent.is_set, SearchThreads.stop, os._exit

    def checked(self: CancelEvent) -> bool:
        exists = is_set(self)
        came("checked", number)
        if exists:
            came("stopping", number)
        return exists

    def stopping(self: SearchThreads) -> None:
        came("threads end", number)
        stop(self)

    def leaving(code: int) -> NoReturn:
        came("interpreter ends", number)
        leave(MISSED if PENDING else code)

    def ended() -> None:
        came("interpreter ends", number)
        if PENDING:
            leave(MISSED)

    CancelEvent.is_set = checked  # type: ignore[method-assign]
    SearchThreads.stop = stopping  # type: ignore[method-assign]
    os._exit = leaving  # type: ignore[assignment]
    atexit.register(ended)


if __name__ == "__main__":
    PENDING.extend(event for event in sys.argv[1].split(",") if event != PARENT)
    interruption.GRACE_S = interruption.LONG_GRACE_S = NEVER_S
    interruption.ECHO_S = 0.0
    send_at_reports(signal.Signals[sys.argv[2]])
    send_at_the_end(signal.Signals[sys.argv[2]])
    sys.argv = ["tilewright", *sys.argv[3:]]
    main()
