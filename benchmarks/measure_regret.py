"""Measure one question with each engine: ``measure_regret.py SOURCE QUESTION SECONDS THREADS`` prints JSON.

SOURCE is a file or ``catalog:NAME``, QUESTION is ``count``, ``unique`` (a count up to symmetry), ``list`` or
``first``. The question is answered as chosen without ``--engine``, then by each engine that supports it and
takes little longer than that; those near the best are measured again, in turns. Reading the puzzle is not
timed; everything else is, beginning with a puzzle that no cache knows. The result is a list of objects: the
engine ("" as chosen), the shortest clock and CPU seconds of a few runs, the number found, or why there is
none.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import Any

import tilewright
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solving.engines.registry import REFERENCE, engines_with
from tilewright.solving.steps import Limits, Status

CAPABILITY = {"count": "counts", "unique": "counts", "list": "lists", "first": "first"}
"""What an engine must be capable of to answer a question."""

REPEATED = 1.0
"""Seconds of the best engine's runs after which a measurement is not repeated."""

FAR = 1.5
"""Times the best, from which an engine is not measured again."""

MOST_RUNS = 20
SLACK = 0.5
"""Seconds that an engine may take longer than the choice before it is stopped: it is no better then, even if
other programs slowed it down."""

Found = dict[str, Any]


def ask(puzzle: AnyPuzzle, question: str, engine: str | None, threads: int, seconds: float) -> Found:
    """The answer to a question: the number found, the engine, and the engines that raced."""
    limits = Limits(seconds=seconds, solutions=1 if question == "first" else None)
    if question in ("count", "unique"):
        unique = question == "unique"
        answer = tilewright.count(puzzle, unique=unique, engine=engine, threads=threads, limits=limits)
        number = answer.up_to_symmetry if unique else answer.solutions
    else:
        answer = tilewright.solve(
            puzzle, sink=lambda solution: None, engine=engine, threads=threads, limits=limits
        )
        number = answer.solutions
    complete = answer.status is Status.COMPLETE or (question == "first" and number == 1)
    return {"solutions": number if complete else None, "by": answer.engine, "tried": answer.tried}


def cpu_seconds() -> float:
    """The CPU time of this process, of all its threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure_once(source: str, question: str, engine: str | None, threads: int, seconds: float) -> Found:
    """One run: the answer and its clock and CPU seconds, or a remark why there is none."""
    puzzle = tilewright.load(source)
    start, start_cpu = time.perf_counter(), cpu_seconds()
    try:
        said = ask(puzzle, question, engine, threads, seconds)
    except UnsupportedError:
        return {"remark": "cannot"}
    taken, cpu = time.perf_counter() - start, cpu_seconds() - start_cpu
    if said["solutions"] is None:
        return {"remark": f"> {seconds:.3g} s"}
    return {**said, "seconds": taken, "cpu": cpu}


def measure(source: str, question: str, threads: int, seconds: float) -> list[Found]:
    """The shortest times as chosen, first, and of each engine, of a few rounds.

    In turns, so that a busy machine slows all of them alike; engines that are far from the best drop out.
    """
    engines = [engine.name for engine in engines_with(CAPABILITY[question]) if engine is not REFERENCE]
    rows = [{"engine": "", **measure_once(source, question, None, threads, seconds)}]
    allowed = min(seconds, rows[0].get("seconds", seconds) + SLACK)
    rows += [{"engine": name, **measure_once(source, question, name, threads, allowed)} for name in engines]
    spent = 0.0
    for _ in range(MOST_RUNS - 1):
        least = min((row["cpu"] for row in rows if "cpu" in row), default=seconds)
        spent += least
        if spent > REPEATED:
            break
        for row in rows:
            if "cpu" in row and (row["cpu"] < FAR * least or not row["engine"]):
                again = measure_once(source, question, row["engine"] or None, threads, seconds)
                for clock in ("seconds", "cpu"):
                    row[clock] = min(row[clock], again.get(clock, row[clock]))
    return rows


def main() -> None:
    """Measure the choice and then the engines."""
    source, question, seconds, threads = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    if question not in CAPABILITY:
        raise SystemExit(f"there is no question {question!r}; expected one of {', '.join(CAPABILITY)}")
    # What is imported at the first question is no matter of the choice.
    for engine in (None, *engines_with(CAPABILITY[question])):
        ask(tilewright.load("catalog:dominoes-4x4"), question, None, threads, seconds)
        if engine is not None:
            engine.loaded_adapter  # noqa: B018 - imports it
    print(json.dumps(measure(source, question, threads, seconds)))


if __name__ == "__main__":
    main()
