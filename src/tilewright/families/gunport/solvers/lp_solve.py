"""lp_solve, a program of its own (lpsolve.sourceforge.net; the package lp-solve of Debian), on one thread."""

from __future__ import annotations

import math

from tilewright.families.gunport.solvers import SolverListener, SolverResult
from tilewright.families.gunport.solvers.program import program_path, running_program
from tilewright.formats.integer_program import IntegerProgram, lp_solve_text

VALUES, COMPLETE = "Actual values of the variables:", "Actual values of the constraints:"
"""What precedes the values of a solution, and what follows those of the last one."""
INFEASIBLE, TIMEOUT = "This problem is infeasible", "Timeout"
SUBOPTIMAL = ("Suboptimal solution", "The model is sub-optimal. Only a faster solution was found.")
"""What it prints for a solution that is not proven to be the best: the words depend on the version."""


def lp_solve(
    program: IntegerProgram, seconds: float | None, threads: int, listener: SolverListener
) -> SolverResult:
    """Solve with lp_solve; UnsupportedError when the program lp_solve is not installed.

    Its time limit is in whole seconds. RuntimeError, with the last line of its messages, when it fails.
    """
    command = [program_path("lp_solve", "lpsolve.sourceforge.net"), "-S3", "-i"]
    if seconds is not None:
        command += ["-timeout", str(max(1, math.ceil(seconds)))]
    numbers = {name: number for number, name in enumerate(program.names)}
    values: tuple[int, ...] | None = None
    entries: dict[int, int] = {}
    endings: set[str] = set()
    with running_program(command, lp_solve_text(program), listener) as running:
        for line in running.lines:
            match line.split():
                case [name, value] if name in numbers:
                    entries[numbers[name]] = round(float(value))
                    if len(entries) == len(numbers):
                        values = tuple(entries[number] for number in numbers.values())
                        listener.found(values)
                case _ if line == VALUES:
                    entries = {}
                case _ if line in (COMPLETE, INFEASIBLE, TIMEOUT, *SUBOPTIMAL):
                    endings.add(line)
        failure = running.failure()
    if INFEASIBLE in endings:
        return SolverResult("infeasible", None, None)
    if not endings and failure:
        raise RuntimeError(failure)
    if values is None or endings != {COMPLETE}:
        return SolverResult("unfinished", values, None)
    return SolverResult("optimal", values, program.value(values) if program.sense else None)
