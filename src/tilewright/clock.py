"""The one clock by which limits of time, reports of progress and checkpoints go; tests set another source."""

from __future__ import annotations

import time

source = time.monotonic
"""What gives the time; whoever replaces it must never go back."""


def monotonic() -> float:
    """Seconds since some moment in the past, which only grow."""
    return source()
