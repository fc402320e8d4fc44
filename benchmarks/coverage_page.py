"""The rows of the page on coverage that take too long for the tests, with their times.

``make bench ARGS=coverage`` runs them, one after another.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from report import duration, table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.coverage_rows import ROWS


def measure() -> str:
    """The slow rows as Markdown: whether their commands do it, and how long they take."""
    lines = []
    for row in (row for row in ROWS if row.run and row.slow):
        begin = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            wrong = row.missing_words(Path(folder))
        lines.append([row.id, f"`{'; '.join(row.run)}`", duration(time.perf_counter() - begin)])
        lines[-1].append("; ".join(wrong) or "as the page says")
    return "\n".join(table(["row", "commands", "time", "answer"], lines))
