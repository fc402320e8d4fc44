"""The process that solvers run in: ``python -m tilewright.families.gunport.solvers.worker``.

Solvers are native code that may not return for a long time; a process of their own can be ended at any
moment, and its output or crash does not reach the user. It reads jobs (``SolverJob``) from stdin and answers
on stdout, both as pickles: ("started",), ("found", pieces), ("bound", dominoes), and at last ("end", status,
seconds, nodes), where the seconds are those of building the model and of solving it, or ("error", kind,
message). For a job with a program of its own, "found" has the values of the variables, and "bound" the bound
on the objective. While a job runs, the message "stop" ends it early. The process ends when stdin does, so it
never outlives the one that started it.
"""

from __future__ import annotations

import threading
import time

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.models import build_model
from tilewright.families.gunport.solvers import (
    ModelListener,
    SolverJob,
    SolverListener,
    SolverResult,
    load_solver,
)
from tilewright.solving.child_process import Send, serve


def run_job(job: SolverJob, send: Send, stopped: threading.Event) -> None:
    """Run one job and send how it ended."""
    try:
        solve = load_solver(job.solver)
        send("started")
        start_time = time.monotonic()
        program, listener = job.program, SolverListener(send, stopped)
        if program is None:
            model = build_model(job.choice, job.board, job.rules)
            program, listener = model.program, ModelListener(model, send, stopped)
        remaining = None if job.seconds is None else job.seconds - (time.monotonic() - start_time)
        if not program.names:  # a single cell; some solvers refuse an empty program
            result = SolverResult("optimal", (), 0.0)
        else:
            limit = None if remaining is None else max(0.01, remaining)
            result = solve(program, limit, job.threads, listener)
        seconds = time.monotonic() - start_time
        if result.values is not None:
            listener.found(result.values)
        if result.bound is not None:
            listener.bound(result.bound)
        send("end", result.status, seconds, result.nodes)
    except (UnsupportedError, PuzzleError, RuntimeError) as error:
        send("error", type(error).__name__, str(error))
    finally:
        stopped.set()  # ends the thread of on_stop


def main() -> None:
    """Run jobs until stdin ends."""
    serve(run_job)


if __name__ == "__main__":
    main()
