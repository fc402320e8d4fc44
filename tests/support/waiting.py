"""Waiting for what comes, however long a busy machine takes."""

from __future__ import annotations

import time
from collections.abc import Callable

HANGS_S = 600.0
"""What takes so many seconds hangs, on a machine of any speed: a net, no expectation."""


def pause() -> None:
    """Let others work for a moment."""
    time.sleep(0.01)


def wait_until(
    condition: Callable[[], object],
    missing: str = "what was waited for did not come",
    between: Callable[[], None] = pause,
) -> None:
    """Call ``between`` until a condition holds; AssertionError when it hangs."""
    end = time.monotonic() + HANGS_S
    while not condition():
        assert time.monotonic() < end, missing
        between()
