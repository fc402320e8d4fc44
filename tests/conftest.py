"""For all tests: ``benchmarks`` is on the path, a slow machine fails nothing, and signals have their effect.

Random tests look at 30 examples each, so that the run stays short; TILEWRIGHT_EXAMPLES=1000 looks deeper.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from support.fake_clock import FakeClock

settings.register_profile(
    "tilewright", deadline=None, max_examples=int(os.environ.get("TILEWRIGHT_EXAMPLES", "30"))
)
settings.load_profile("tilewright")

# The programs in benchmarks/ are no package; after all others, so that they hide nothing.
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

# Tests that a shell starts in the background ignore Ctrl-C, and so would the programs that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """What asynchronous tests run on."""
    return "asyncio"


@pytest.fixture
def still_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """A clock that only the test moves: no limit of time is reached by itself.

    A test that uses ``ticking_clock`` too has that one, where all others of its module have this one.
    """
    if "ticking_clock" in request.fixturenames:
        ticking: FakeClock = request.getfixturevalue("ticking_clock")
        return ticking
    return _installed(monkeypatch, 0.0)


@pytest.fixture
def ticking_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """A clock that goes on by a second with each reading: limits of time come after so many readings."""
    return _installed(monkeypatch, 1.0)


def _installed(monkeypatch: pytest.MonkeyPatch, tick: float) -> FakeClock:
    from support.fake_clock import FakeClock

    clock = FakeClock(tick)
    clock.install(monkeypatch)
    return clock
