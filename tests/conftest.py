"""For all tests: this directory is on the path (``puzzle_cases``), and a slow machine fails nothing.

Random tests look at 60 examples each, so that the run stays short; TILEWRIGHT_EXAMPLES=1000 looks deeper.
"""

import os

from hypothesis import settings

settings.register_profile(
    "tilewright", deadline=None, max_examples=int(os.environ.get("TILEWRIGHT_EXAMPLES", "60"))
)
settings.load_profile("tilewright")
