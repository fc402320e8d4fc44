"""Tables of calendars: every date, in one command, on one thread; the totals are compared with known ones."""

from __future__ import annotations

import json
import subprocess
import sys
import time

from programs import WrongCountError
from report import duration, machine, table

TABLES = {
    "months and days, 366 dates": ("catalog:calendar-month-day,date=2028", 366, 24_405),
    "and weekdays, 2,604 dates": ("catalog:calendar-weekday,month=*,day=*,weekday=*", 2_604, 4_937_780),
}
"""The puzzles, the rows, and the solutions of all rows; dancing-cells counts the first total, too."""


def measure() -> str:
    """The table as Markdown; WrongCountError for another total."""
    lines = []
    for name, (puzzles, rows, solutions) in TABLES.items():
        words = [sys.executable, "-m", "tilewright", "table", puzzles, "--threads", "1", "--quiet", "--json"]
        begin = time.perf_counter()
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        seconds = time.perf_counter() - begin
        counts = [row["solutions"] for row in json.loads(printed)["rows"]]
        if (len(counts), sum(counts)) != (rows, solutions):
            raise WrongCountError(f"{name}: {len(counts)} rows with {sum(counts)} solutions")
        lines.append([name, f"{sum(counts):,}", f"{min(counts):,}", f"{max(counts):,}", duration(seconds)])
    heads = ["calendar", "solutions", "fewest", "most", "command"]
    return "\n".join([f"Machine: {machine()}; one thread.", "", *table(heads, lines)])
