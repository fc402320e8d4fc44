"""For all tests: this directory and ``benchmarks`` are on the path, and a slow machine fails nothing.

Random tests look at 30 examples each, so that the run stays short; TILEWRIGHT_EXAMPLES=1000 looks deeper.
"""

import os
import sys
from pathlib import Path

from hypothesis import settings

settings.register_profile(
    "tilewright", deadline=None, max_examples=int(os.environ.get("TILEWRIGHT_EXAMPLES", "30"))
)
settings.load_profile("tilewright")

# The programs in benchmarks/ are no package; after all others, so that they hide nothing.
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
