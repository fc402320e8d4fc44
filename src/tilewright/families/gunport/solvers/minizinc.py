"""MiniZinc, a program of its own (minizinc.org); it solves with the solver that is its default."""

from __future__ import annotations

import json
import shutil
import subprocess
from tempfile import TemporaryFile

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.solvers import SolverListener, SolverResult
from tilewright.formats.integer_program import IntegerProgram, mzn_text, mzn_values

SOLUTION, COMPLETE, INFEASIBLE = "----------", "==========", "=====UNSATISFIABLE====="
"""The lines that end a solution, a complete search, and one that found nothing."""


def minizinc(
    program: IntegerProgram, seconds: float | None, threads: int, listener: SolverListener
) -> SolverResult:
    """Solve with MiniZinc's default solver; UnsupportedError when the program minizinc is not installed.

    RuntimeError, with the last line of its messages, when it fails.
    """
    command = shutil.which("minizinc")
    if command is None:
        raise UnsupportedError("the solver minizinc needs the program minizinc (minizinc.org) in the PATH")
    options = ["--input-from-stdin", "--intermediate", "--output-mode", "json"]
    if threads > 1:
        options += ["--parallel", str(threads)]
    if seconds is not None:
        options += ["--time-limit", str(max(1, round(1000 * seconds)))]
    values: list[int] | None = None
    status = ""
    with TemporaryFile() as model, TemporaryFile() as messages:
        model.write(mzn_text(program).encode())
        model.seek(0)
        # It is in the process group of this worker, which ends it if this process is killed.
        with subprocess.Popen(
            [command, *options], stdin=model, stdout=subprocess.PIPE, stderr=messages, text=True
        ) as process:
            listener.on_stop(process.terminate)
            assert process.stdout is not None
            lines: list[str] = []
            for line in map(str.rstrip, process.stdout):
                if line == SOLUTION:
                    values = mzn_values(program, json.loads("\n".join(lines)))
                    listener.found(values)
                    lines = []
                elif line in (COMPLETE, INFEASIBLE):
                    status = line
                elif not line.startswith("%"):
                    lines.append(line)
        if process.returncode and not status and values is None and not listener.stopped.is_set():
            messages.seek(0)
            words = [*messages.read().decode(errors="replace").split("\n"), *lines]
            said = [line for line in words if line.strip() and not line.startswith("Warning")]
            raise RuntimeError(said[-1] if said else f"exit code {process.returncode}")
    if status == INFEASIBLE:
        return SolverResult("infeasible", None, None)
    if values is None:
        return SolverResult("unfinished", None, None)
    if status != COMPLETE and program.sense:
        return SolverResult("unfinished", tuple(values), None)
    return SolverResult("optimal", tuple(values), program.value(values) if program.sense else None)
