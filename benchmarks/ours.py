"""One of our engines on one problem: ``ours.py ENGINE FILE SECONDS`` prints a JSON object.

Counts all solutions on one thread as often as fits in SECONDS (at least once); reports the best time,
the nodes, and the peak memory of the whole process. Building the search is timed; reading the file and
choosing an engine are not. The engine ``planner`` is the one that the planner chooses.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from problems import loads
from tilewright.engines.contract import Task
from tilewright.engines.planner import choose
from tilewright.engines.registry import ENGINES

STEP = 1 << 20


def peak_megabytes() -> float:
    """The most memory that this process has held, in MB; getrusage speaks of KB, on macOS of bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def main() -> None:
    """Run one engine on one problem."""
    name, path, allowed = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    problem = loads(path.read_text())
    engine = choose(problem).engine if name == "planner" else ENGINES[name]
    reason = engine.unsupported(problem)
    if reason:
        print(json.dumps({"unsupported": reason}))
        return
    best = spent = 0.0
    runs = 0
    while runs == 0 or (runs < 1000 and spent + best < allowed):
        begin = time.perf_counter()
        search = engine.start(problem, Task(), 0)
        while search.advance(STEP) != "complete":
            pass
        taken = time.perf_counter() - begin
        best = taken if runs == 0 else min(best, taken)
        spent += taken
        runs += 1
    print(
        json.dumps(
            {
                "solutions": search.solutions,
                "nodes": search.nodes,
                "seconds": best,
                "megabytes": peak_megabytes(),
                "engine": engine.name,
            }
        )
    )


if __name__ == "__main__":
    main()
