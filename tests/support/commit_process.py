"""A process that commits results until it is killed, or its disk is full: FILE ROUNDS [BYTES].

BYTES bounds the size of any file that it writes. It prints a line a commit, and the error that ends it.
"""

from __future__ import annotations

import resource
import signal
import sys
from pathlib import Path

from support.store_cases import perform_waiting
from tilewright.errors import RunError
from tilewright.runs.creation import NewRun, RunQuestion
from tilewright.runs.reading import run_statuses
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store
from tilewright.runs.worker import context_for


def main(path: Path, rounds: int, most_bytes: int) -> None:
    row = run_statuses(path)[0].run
    new = NewRun(RunQuestion(keep=True), context_for(row.assignment), ())
    with Store(path) as store:
        store.set_state(row.id, RunState.RUNNING)
        if most_bytes:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
        print("ready", flush=True)
        try:
            for _ in range(rounds):
                got = store.commit(row.id, perform_waiting(store, new, 2, 10))
                print("committed", store.totals(row.id).solutions, got.tasks, flush=True)
                if not got.tasks:
                    break
        except RunError as error:
            print("refused", error, flush=True)
        if not most_bytes:
            signal.pause()  # it waits to be killed


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
