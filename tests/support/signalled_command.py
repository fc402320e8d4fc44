"""The command line with a signal that comes at an event: EVENT SIGNAL WORD...

The signal comes when the command itself is where the test wants it, on a machine of any speed. The command
may take any time to react: what it does when a search does not react soon is tested by a fake clock.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

from tilewright.cli import interruption, main
from tilewright.cli.progress import ProgressMonitor
from tilewright.solve import stepping
from tilewright.solve.engines.base import Progress

NEVER_S = 1e9

EVENTS: dict[str, Callable[[Progress, int], bool]] = {
    "first report": lambda progress, reports: True,
    "many reports": lambda progress, reports: reports >= 300,
    "searched": lambda progress, reports: reports >= 3,
    "found": lambda progress, reports: progress.images > 0,
}
"""By name: whether it has come to that, by the latest report of progress and the number of all."""


def send_at(event: str, number: signal.Signals) -> None:
    """Have the command send itself a signal, once, when it comes to an event."""
    reports = 0
    shown = ProgressMonitor.__call__

    def call(self: ProgressMonitor, progress: Progress) -> None:
        nonlocal reports, event
        shown(self, progress)
        reports += 1
        if event and EVENTS[event](progress, reports):
            event = ""
            os.kill(os.getpid(), number)

    ProgressMonitor.__call__ = call  # type: ignore[method-assign]
    stepping.PROGRESS_SECONDS = 0.0


if __name__ == "__main__":
    interruption.GRACE_S = interruption.LONG_GRACE_S = NEVER_S
    send_at(sys.argv[1], signal.Signals[sys.argv[2]])
    sys.argv = ["tilewright", *sys.argv[3:]]
    main()
