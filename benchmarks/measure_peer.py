"""Measure a peer on a problem: ``measure_peer.py NAME FILE SECONDS`` prints a JSON object.

It runs in the peers' environment. All solutions are counted as often as fits in SECONDS, at least once, and
the best time is reported. Not timed: reading the file, importing the package, compilation at import, and the
conversion of the options where the package leaves it to the caller. These peers enumerate solutions, except
``dxz``, which memoises subproblems.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from timing import repeat

Options = list[list[int]]

MAX_MEMORY_BYTES = 8 << 30
"""Memory limit of a peer; some would otherwise exhaust the machine."""


def read(path: Path) -> tuple[int, int, Options]:
    """Items, primary items and options of a file in the text form of problems.py."""
    lines = path.read_text().splitlines()
    items, primary, options = map(int, lines[0].split())
    return items, primary, [[int(item) for item in line.split()] for line in lines[1 : options + 1]]


def exact_cover(items: int, primary: int, options: Options) -> Callable[[], int]:
    """The package exact-cover: dancing links in C on a 0/1 matrix; primary items only."""
    if primary != items:
        raise NotImplementedError("no secondary items")
    import numpy

    import exact_cover as package

    matrix = numpy.zeros((len(options), items), dtype=numpy.int32)
    for row, option in enumerate(options):
        matrix[row, option] = 1
    return lambda: int(package.get_solution_count(matrix))


def xcover(items: int, primary: int, options: Options) -> Callable[[], int]:
    """The package xcover: dancing cells, compiled by numba."""
    import numpy
    import xcover as package

    uses = numpy.array([item for option in options for item in option], dtype=numpy.uint32)
    starts = numpy.cumsum([0, *map(len, options)]).astype(numpy.uint32)
    colours = numpy.zeros(len(uses), dtype=numpy.uint32)
    return lambda: sum(1 for _ in package.algorithm_c(uses, starts, colours, items, items - primary))


def cpsat(items: int, primary: int, options: Options) -> Callable[[], int]:
    """OR-tools CP-SAT, one worker, enumerating all solutions."""
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        count = 0

        def on_solution_callback(self) -> None:
            self.count += 1

    def run() -> int:
        model = cp_model.CpModel()
        chosen = [model.new_bool_var(f"o{number}") for number in range(len(options))]
        uses: list[list[Any]] = [[] for _ in range(items)]
        for variable, option in zip(chosen, options, strict=True):
            for item in option:
                uses[item].append(variable)
        for item, variables in enumerate(uses):
            if item < primary:
                model.add_exactly_one(variables)
            else:
                model.add_at_most_one(variables)
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        counter = Counter()
        status = solver.solve(model, counter)
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            raise RuntimeError(f"CP-SAT ended with {solver.status_name(status)}")
        return counter.count

    return run


def dxz(items: int, primary: int, options: Options) -> Callable[[], int]:
    """The package dxz: dancing with decision diagrams; secondary items get an option of their own."""
    import dxz as package

    filled = [*options, *([item] for item in range(primary, items))]
    line = [0] * (len(filled) * items)
    for number, option in enumerate(filled):
        for item in option:
            line[number * items + item] = 1
    return lambda: int(package.dxz_count(len(filled), items, line))


PEERS = {"exact-cover": exact_cover, "xcover": xcover, "dxz": dxz, "ortools": cpsat}


def print_best(name: str, prepare: Callable[[], Callable[[], int]], seconds: float) -> None:
    """Repeat a count and print the number of solutions and the shortest time as a JSON object."""
    counts, best = repeat(prepare, seconds)
    if len(set(counts)) > 1:
        raise RuntimeError(f"{name} returned different counts: {sorted(set(counts))}")
    print(json.dumps({"solutions": counts[0], "seconds": best}), flush=True)


def main() -> None:
    """Run one peer on one problem."""
    name, path, allowed = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    try:
        run = PEERS[name](*read(path))
    except NotImplementedError as reason:
        print(json.dumps({"unsupported": str(reason)}))
        return
    print_best(name, lambda: run, allowed)


if __name__ == "__main__":
    main()
