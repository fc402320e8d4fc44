"""The commands of docs/reference/coverage.md that take too long for the tests.

``make bench`` runs them; a command that does not do what its row says ends it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from report import duration, table
from support.coverage_rows import ROWS, CoverageRow


def measure(rows: Sequence[CoverageRow] = ROWS) -> str:
    """Run the rows marked ``bench``; a Markdown table of their times. SystemExit names what is wrong."""
    lines = []
    for row in rows:
        if row.bench and row.missing_packages:
            lines.append([f"{row.id}: {row.feature}", f"{', '.join(row.missing_packages)} not installed"])
        elif row.bench:
            with TemporaryDirectory() as folder:
                start = time.perf_counter()
                wrong = row.missing_words(Path(folder))
                elapsed = time.perf_counter() - start
            if wrong:
                raise SystemExit(f"{row.id}: {'; '.join(wrong)}")
            lines.append([f"{row.id}: {row.feature}", duration(elapsed)])
    return "\n".join(table(["there", "time"], lines))
