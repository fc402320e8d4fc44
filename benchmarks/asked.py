"""A count as a user asks for it: ``asked.py PUZZLE THREADS SECONDS`` prints a JSON object.

PUZZLE is a name of the catalogue. Everything is timed that follows on reading the puzzle: making the
cover problem, choosing an engine, finding symmetries and using them, counting. As often as fits in
SECONDS (at least once); the best time counts.
"""

from __future__ import annotations

import json
import sys
import time

from tilewright.catalogue import entry
from tilewright.solve.api import Status, count


def main() -> None:
    """Count one puzzle."""
    name, threads, allowed = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    puzzle = entry(name).load()
    best = spent = 0.0
    runs = 0
    while runs == 0 or spent + best < allowed:
        begin = time.perf_counter()
        answer = count(puzzle, threads=threads)
        taken = time.perf_counter() - begin
        if answer.status is not Status.COMPLETE:
            raise RuntimeError(f"counting {name} ended early: {answer.status}, {answer.note}")
        best = taken if runs == 0 else min(best, taken)
        spent += taken
        runs += 1
    print(json.dumps({"solutions": answer.solutions, "seconds": best, "engine": answer.engine}))


if __name__ == "__main__":
    main()
