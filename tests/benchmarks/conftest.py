"""The programs in benchmarks/ are no package: their directory is on the path, after all others."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
