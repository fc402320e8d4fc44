"""For the tests of play: no limit of time is reached by itself, on a machine of any speed."""

from __future__ import annotations

import pytest

from support.fake_clock import FakeClock


@pytest.fixture(autouse=True)
def _no_time_passes(still_clock: FakeClock) -> None:
    """Hints and explanations have limits of seconds by default."""
