"""For all tests: ``benchmarks`` is on the path, a slow machine fails nothing, and signals have their effect.

Random tests look at 30 examples each, so that the run stays short; TILEWRIGHT_EXAMPLES=1000 looks deeper.
"""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

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
