"""Measure an engine on a problem: ``measure_engine.py ENGINE FILE SECONDS [THREADS]`` prints a JSON object.

All solutions are counted as often as fits in SECONDS, at least once; the best time, the nodes and the peak
memory of the process are reported. Building the data of the engine and choosing an order of items is timed;
reading the file and choosing an engine are not. The engine ``planner`` is the one that the planner chooses
to enumerate solutions. Engines that enumerate use one thread; ``frontier`` and ``kasteleyn`` use THREADS
(default: 1). The nodes of ``frontier`` are states; ``live`` is the largest number held at a time.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from problems import loads
from tilewright import _core
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Engine,
    Task,
)
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.engines.kasteleyn import counting
from tilewright.solving.engines.registry import choose, engine_named
from tilewright.solving.resources import Resources
from timing import repeat

STEP = 1 << 20

Found = dict[str, Any]


def peak_megabytes() -> float:
    """Peak memory of this process in MB; getrusage reports KB, on macOS bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def listing(engine: Engine, problem: CoverProblem) -> Found:
    """A search that visits every solution."""
    search = engine.start(problem, Task(), 0)
    while search.advance(STEP) != "complete":
        pass
    return {"solutions": search.solutions, "nodes": search.nodes}


def sweeping(problem: CoverProblem, resources: Resources) -> Found:
    """The frontier engine, with the sizes of its tables."""
    plan = SweepQuery(problem).plan
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
    """The name of the engine, why it does not support the problem ("" if it does), and a run of it."""
    count = {"frontier": sweeping, "kasteleyn": determinants}.get(name)
    if count is not None:
        resources = Resources(threads)
        return name, engine_named(name).unsupported(problem), lambda: count(problem, resources)
    engine = choose(problem).engine if name == "planner" else engine_named(name)
    return engine.name, engine.unsupported(problem), lambda: listing(engine, problem)


def main() -> None:
    """Run one engine on one problem."""
    name, path, allowed = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    threads = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    engine, reason, run = runner(name, loads(path.read_text()), threads)
    if reason:
        print(json.dumps({"unsupported": reason}))
        return
    results, best = repeat(lambda: run, allowed, max_runs=1000)
    fields = results[-1]
    if "remark" not in fields:
        fields = {**fields, "seconds": best, "megabytes": peak_megabytes(), "engine": engine}
    print(json.dumps(fields))


if __name__ == "__main__":
    main()
