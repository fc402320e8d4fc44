"""Cancellation that comes at a check, not after a time, and is counted from there."""

from __future__ import annotations

import threading


class CancelAtCheck(threading.Event):
    """Is set by its own check number ``at``, 1 for the first; ``late`` counts the checks after that one.

    Work that ends soon after a cancellation checks it a few times more, whatever the machine.
    """

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at, self.checks = at, 0

    def is_set(self) -> bool:
        self.checks += 1
        if self.checks >= self.at:
            self.set()
        return super().is_set()

    @property
    def late(self) -> int:
        return max(0, self.checks - self.at)
