"""Measure ``api.count`` on a puzzle: ``measure_count.py PUZZLE THREADS SECONDS`` prints a JSON object.

PUZZLE is a file or ``catalog:NAME``. Everything after reading the puzzle is timed: making the cover problem,
choosing an engine, using symmetries, counting. It is repeated as often as fits in SECONDS, at least once; the
best time is reported.
"""

from __future__ import annotations

import json
import sys

from tilewright import load
from tilewright.solving.api import count
from tilewright.solving.steps import Status
from timing import repeat


def main() -> None:
    """Count the solutions of one puzzle."""
    name, threads, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    puzzle = load(name)
    answers, best = repeat(lambda: lambda: count(puzzle, threads=threads), seconds)
    for answer in answers:
        if answer.status is not Status.COMPLETE:
            raise RuntimeError(f"counting {name} ended early: {answer.status}, {answer.note}")
    print(json.dumps({"solutions": answers[0].solutions, "seconds": best, "engine": answers[0].engine}))


if __name__ == "__main__":
    main()
