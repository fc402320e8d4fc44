"""Runs a sweep of the core in short steps: the clock, the button and the progress bar between two of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.solve.engines.base import Progress, Status
from tilewright.solve.stepping import Control, interruption

STEP_SECONDS = 0.05  # between two looks at the clock and the button
PROGRESS_SECONDS = 0.1
MOST_UNITS = 1 << 40


class Ended(Exception):  # noqa: N818 - no error: a limit or a button
    """A limit or the button ended the work; ``note`` says which limit when it is not one of time."""

    def __init__(self, status: Status, note: str = "") -> None:
        super().__init__()
        self.status, self.note = status, note


@dataclass
class Walker:
    """Steps through work that is asked for in units; one for a question, however many sweeps it takes."""

    control: Control
    begun: float
    states: int = 0  # of sweeps that are over
    _shown: float = 0.0

    def check(self) -> None:
        """Ended when the button or the clock says so."""
        status = interruption(self.control, self.begun)
        if status is not None:
            raise Ended(status)

    def run(
        self,
        advance: Callable[[int], bool],
        first: int,
        share: Callable[[], float],
        states: Callable[[], int],
        between: Callable[[], None] = lambda: None,
        *,
        shown: bool = True,
    ) -> None:
        """Call ``advance(units)`` until it is True, as many units as take a moment, ``first`` at first."""
        units = first
        while True:
            self.check()
            start = time.monotonic()
            over = advance(units)
            taken = time.monotonic() - start
            between()
            if over:
                return
            if shown:
                self.show(share(), self.states + states())
            units = max(1, int(min(units * STEP_SECONDS / max(taken, 1e-6), 2 * units, MOST_UNITS)))

    def show(self, share: float, states: int) -> None:
        """Report how far it is, not more often than a bar can be drawn."""
        now = time.monotonic()
        if self.control.on_progress is None or now - self._shown < PROGRESS_SECONDS:
            return
        self._shown = now
        seconds = now - self.begun
        eta = seconds * (1 - share) / share if share > 0.002 else None
        self.control.on_progress(Progress(share, states, 0, 0, seconds, eta, listed=False))

    @property
    def seconds(self) -> float:
        """Since the question was asked."""
        return time.monotonic() - self.begun
