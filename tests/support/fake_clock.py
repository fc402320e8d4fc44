"""A clock that a test moves in place of the machine's, for all limits of time, reports and checkpoints."""

from __future__ import annotations

import threading

import pytest

from tilewright import clock
from tilewright.cli import interruption


class FakeClock:
    """Shows ``now``, and ``tick`` seconds more after each reading.

    With ticks the time passes by what the program does, whatever the machine: a limit of 20 seconds comes at
    the 20th reading or so. Without ticks only the test moves it, and no limit is ever reached.
    """

    def __init__(self, tick: float = 0.0) -> None:
        self.now, self.tick = 1000.0, tick
        self._lock = threading.Lock()

    def __call__(self) -> float:
        with self._lock:
            shown = self.now
            self.now += self.tick
        return shown

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Let the program go by this clock; no alarm of the operating system comes."""
        patch.setattr(clock, "source", self)
        patch.setattr(interruption, "_set_alarm", lambda seconds: None)
