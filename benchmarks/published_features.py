"""The commands of docs/reference/coverage.md that take too long for the tests.

``make bench`` runs them; a command that does not do what its row says ends it. Run as a program with the
number of a row, such as ``dpf-044``, it prints one JSON object about that row.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from programs import run
from report import duration, table
from support.coverage_rows import ROWS, CoverageRow


def measure() -> str:
    """Run the rows marked ``bench``, each in a process of its own; a Markdown table of their times.

    SystemExit names what is wrong.
    """
    rows = [row for row in ROWS if row.bench]
    # Worker processes import the main program again, so that program should be a small one.
    lines = [line(row, run([sys.executable, __file__, row.id], None)) for row in rows]
    return "\n".join(table(["there", "time"], lines))


def outcome(row: CoverageRow) -> dict[str, Any]:
    """The ``seconds`` of the commands of a row and what is ``wrong``, or packages that are ``missing``."""
    if row.missing_packages:
        return {"missing": row.missing_packages}
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        wrong = row.missing_words(Path(folder))
        return {"seconds": time.perf_counter() - start, "wrong": wrong}


def line(row: CoverageRow, fields: dict[str, Any]) -> list[str]:
    """The cells of a row in the table; SystemExit for one whose commands do something else."""
    if fields.get("wrong"):
        raise SystemExit(f"{row.id}: {'; '.join(fields['wrong'])}")
    missing = ", ".join(fields.get("missing", ()))
    return [
        f"{row.id}: {row.feature}",
        f"{missing} not installed" if missing else duration(fields["seconds"]),
    ]


if __name__ == "__main__":
    print(json.dumps(outcome(next(row for row in ROWS if row.id == sys.argv[1]))))
