"""One of our engines on one problem: ``ours.py ENGINE FILE SECONDS [THREADS]`` prints a JSON object.

Counts all solutions as often as fits in SECONDS (at least once); reports the best time, the nodes, and
the peak memory of the whole process. Building what an engine needs is timed, an order of items included;
reading the file and choosing an engine are not. The engine ``planner`` is the one that the planner chooses to
list solutions. The engines that list run on one thread here; ``frontier`` and ``kasteleyn`` on THREADS
(1 without a number). Of ``frontier`` the nodes are states; ``live`` is the most that it has held at a time.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from problems import loads
from tilewright import _core
from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Engine, Task
from tilewright.solve.engines.counters import COUNTERS
from tilewright.solve.engines.frontier.sweep import Query
from tilewright.solve.engines.kasteleyn import counting
from tilewright.solve.engines.registry import ENGINES
from tilewright.solve.planner import choose
from tilewright.solve.resources import Resources

STEP = 1 << 20

Found = dict[str, Any]


def peak_megabytes() -> float:
    """The most memory that this process has held, in MB; getrusage speaks of KB, on macOS of bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def listing(engine: Engine, problem: CoverProblem) -> Found:
    """A search that visits every solution."""
    search = engine.start(problem, Task(), 0)
    while search.advance(STEP) != "complete":
        pass
    return {"solutions": search.solutions, "nodes": search.nodes}


def sweeping(problem: CoverProblem, resources: Resources) -> Found:
    """The frontier engine, with what it tells of its tables."""
    plan = Query(problem).plan
    search = plan.sweep("count", 0, 0, resources.threads, resources.bytes())
    while (status := search.advance(STEP)) is _core.SweepStatus.running:
        pass
    if status is not _core.SweepStatus.complete:
        return {"remark": "out of memory"}
    return {
        "solutions": int.from_bytes(search.value(), "little"),
        "nodes": search.states,
        "live": search.most_live,
        "bytes": search.peak,
        "slot": search.slot_bytes,
    }


def determinants(problem: CoverProblem, resources: Resources) -> Found:
    """The engine kasteleyn."""
    return {"solutions": counting.count_matchings(problem, threads=resources.threads)}


def runner(name: str, problem: CoverProblem, threads: int) -> tuple[str, str, Callable[[], Found]]:
    """The name of the engine that is measured, why it does not take the problem, and a run of it."""
    counter = COUNTERS.get(name)
    if counter is not None:
        resources = Resources(threads)
        count = {"frontier": sweeping, "kasteleyn": determinants}[name]
        return name, counter.unsupported(Query(problem)), lambda: count(problem, resources)
    engine = choose(problem).engine if name == "planner" else ENGINES[name]
    return engine.name, engine.unsupported(problem), lambda: listing(engine, problem)


def main() -> None:
    """Run one engine on one problem."""
    name, path, allowed = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    threads = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    engine, reason, run = runner(name, loads(path.read_text()), threads)
    if reason:
        print(json.dumps({"unsupported": reason}))
        return
    best = spent = 0.0
    runs = 0
    while runs == 0 or (runs < 1000 and spent + best < allowed):
        begin = time.perf_counter()
        found = run()
        taken = time.perf_counter() - begin
        if "remark" in found:
            print(json.dumps(found))
            return
        best = taken if runs == 0 else min(best, taken)
        spent += taken
        runs += 1
    print(json.dumps({**found, "seconds": best, "megabytes": peak_megabytes(), "engine": engine}))


if __name__ == "__main__":
    main()
