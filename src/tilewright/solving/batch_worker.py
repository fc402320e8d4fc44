"""The process that counts puzzles of a batch: ``python -m tilewright.solving.batch_worker``.

It receives a :class:`BatchJob` at a time and sends ("ready",) for None, ("answer", Answer), ("error",
exception), or ("refused",) where the puzzle cannot be made here.
"""

from __future__ import annotations

import pickle
import threading
from dataclasses import dataclass

from tilewright.solving.api import count
from tilewright.solving.child_process import Send, serve
from tilewright.solving.steps import Limits


@dataclass(frozen=True)
class BatchJob:
    """A puzzle to be counted, as a pickle, and how; ``memory`` in bytes."""

    puzzle: bytes
    unique: bool
    labelled: bool
    engine: str | None
    limits: Limits
    symmetry: bool
    memory: int


def run_job(job: BatchJob | None, send: Send, stopped: threading.Event) -> None:
    """Count one puzzle and send the answer."""
    if job is None:
        send("ready")
        return
    try:
        puzzle = pickle.loads(job.puzzle)
    except Exception:  # noqa: BLE001 - whatever it lacks here, it has in the process that made the puzzle
        send("refused")
        return
    try:
        answer = count(
            puzzle,
            unique=job.unique,
            labelled=job.labelled,
            engine=job.engine,
            threads=1,
            limits=job.limits,
            symmetry=job.symmetry,
            memory=job.memory,
            cancel=stopped,
        )
    except Exception as error:  # noqa: BLE001 - raised where the answer is wanted
        send("error", sendable(error))
    else:
        send("answer", answer)


def sendable(error: Exception) -> Exception:
    """The error, or one with the same text where it cannot be sent to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - errors of others may refuse in any way
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def main() -> None:
    """Count until stdin ends."""
    serve(run_job)


if __name__ == "__main__":
    main()
