"""MiniZinc, a program of its own (minizinc.org); it solves with the solver that is its default."""

from __future__ import annotations

import json

from tilewright.families.gunport.solvers import SolverListener, SolverResult
from tilewright.families.gunport.solvers.program import program_path, running_program
from tilewright.formats.integer_program import IntegerProgram, mzn_text, mzn_values

SOLUTION, COMPLETE, INFEASIBLE = "----------", "==========", "=====UNSATISFIABLE====="
"""The lines that end a solution, a complete search, and one that found nothing."""
NODES = "%%%mzn-stat: nodes="


def minizinc(
    program: IntegerProgram, seconds: float | None, threads: int, listener: SolverListener
) -> SolverResult:
    """Solve with MiniZinc's default solver; UnsupportedError when the program minizinc is not installed.

    RuntimeError, with the last line of its messages, when it fails.
    """
    command = program_path("minizinc", "minizinc.org")
    options = ["--input-from-stdin", "--intermediate", "--output-mode", "json", "--statistics"]
    if threads > 1:
        options += ["--parallel", str(threads)]
    if seconds is not None:
        options += ["--time-limit", str(max(1, round(1000 * seconds)))]
    values: list[int] | None = None
    status, nodes = "", None
    with running_program([command, *options], mzn_text(program), listener) as running:
        lines: list[str] = []
        for line in running.lines:
            if line == SOLUTION:
                values = mzn_values(program, json.loads("\n".join(lines)))
                listener.found(values)
                lines = []
            elif line in (COMPLETE, INFEASIBLE):
                status = line
            elif line.startswith(NODES):
                nodes = int(line.removeprefix(NODES))
            elif not line.startswith("%"):
                lines.append(line)
        failure = running.failure()
    if failure and not status and values is None:
        raise RuntimeError(next((line for line in reversed(lines) if line.strip()), failure))
    if status == INFEASIBLE:
        return SolverResult("infeasible", None, None, nodes)
    if values is None:
        return SolverResult("unfinished", None, None, nodes)
    if status != COMPLETE and program.sense:
        return SolverResult("unfinished", tuple(values), None, nodes)
    return SolverResult("optimal", tuple(values), program.value(values) if program.sense else None, nodes)
