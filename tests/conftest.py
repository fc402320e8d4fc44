"""For all tests: ``benchmarks`` is on the path, a slow machine fails nothing, and signals have their effect.

After the tests of several processes the report says how much memory each process took at most.

Random tests look at 30 examples each, so that the run stays short; TILEWRIGHT_EXAMPLES=1000 looks deeper.
TILEWRIGHT_CLOCK_RATE=10 lets limits of time come ten times as early, 0.1 as late: no test may depend on them.
"""

from __future__ import annotations

import ctypes
import os
import resource
import runpy
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Generator

    from support.fake_clock import FakeClock

settings.register_profile(
    "tilewright", deadline=None, max_examples=int(os.environ.get("TILEWRIGHT_EXAMPLES", "30"))
)
settings.load_profile("tilewright")

# The programs in benchmarks/ are no package; after all others, so that they hide nothing.
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

# The clock of a machine of another speed, here and in all processes that the tests start.
if "TILEWRIGHT_CLOCK_RATE" in os.environ:
    folder = str(Path(__file__).parent / "support" / "clock_rate")
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    if folder not in paths:  # else the process of pytest-xdist has it already
        os.environ["PYTHONPATH"] = os.pathsep.join([folder, *paths])
        runpy.run_path(str(Path(folder) / "sitecustomize.py"))

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


# Of glibc; other C libraries have no such function.
_malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
TRIMMED_BYTES = 400_000_000
"""Above so much memory each test is followed by a return of it, which takes a millisecond or more."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """After the last test of a file, or a large one: return freed memory to the system; glibc keeps much."""
    yield
    if _malloc_trim is None:
        return
    if nextitem is None or nextitem.path != item.path or _resident_bytes() > TRIMMED_BYTES:
        _malloc_trim(0)


def _resident_bytes() -> int:
    """The memory of this process; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


_PEAKS = pytest.StashKey[dict[str, int]]()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a process of pytest-xdist: pass on its largest resident memory."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["peak_memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Keep what a process of pytest-xdist passed on; one that crashed has passed on nothing."""
    output = getattr(node, "workeroutput", None) or {}
    if "peak_memory" in output:
        node.config.stash.setdefault(_PEAKS, {})[node.gateway.id] = output["peak_memory"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Report the memory of processes, so that growth is seen; how tests share them differs, so none fails."""
    if peaks := config.stash.get(_PEAKS, None):
        # Kilobytes, and bytes on macOS.
        unit = 1_000_000 if sys.platform == "darwin" else 1_000
        words = ", ".join(f"{name} {peak // unit} MB" for name, peak in sorted(peaks.items()))
        terminalreporter.write_line(f"peak memory of workers: {words}")
