"""The one clock by which limits of time, reports of progress and checkpoints go; tests set another source."""

from __future__ import annotations

import os
import time

source = time.monotonic
"""What gives the time; whoever replaces it must never go back."""


def monotonic() -> float:
    """Seconds since some moment in the past, which only grow."""
    return source()


def cpu_seconds() -> float:
    """The processor time of all threads of this process, and of the processes that it has waited for."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system
