"""The command line, whose runs keep some tasks back until its standard input is closed: WORD...

So a run is under way when a test disturbs it, on a machine of any speed.
"""

from __future__ import annotations

import sys
import threading

from support.waiting import HANGS_S
from tilewright.cli import main
from tilewright.runs import coordinator, executors

LATEST = 0.7
"""The share of the tree up to which tasks are submitted before a test disturbs a run."""


def keep_back(released: threading.Event) -> None:
    """Before the event is set, submit nothing once the latest share is done, and never the last task.

    What is out then still comes back. How many tasks there are depends on the machine: a slow one divides
    them.
    """
    session = coordinator._Session
    submit = session._submit_tasks

    def submit_others(self: coordinator._Session) -> None:
        executor = self._executor
        if released.is_set():
            submit(self)
            return
        for _ in range(executor.wanted()):  # one at a time
            if self._totals.share >= LATEST or self._unassigned() <= 1:
                return
            executor.wanted = lambda: 1  # type: ignore[method-assign]
            try:
                submit(self)
            finally:
                del executor.wanted

    session._submit_tasks = submit_others  # type: ignore[method-assign]
    executors.MAX_QUEUED = 1  # so that few are submitted at a time


def wait_for_schedulers() -> None:
    """Give a scheduler that is started again any time."""
    from tilewright.runs.executors.dask_cluster import DaskExecutor

    keywords = DaskExecutor.__init__.__kwdefaults__
    assert keywords is not None
    keywords["reconnect_s"] = HANGS_S


def wait_for_release(released: threading.Event) -> None:
    sys.stdin.read()
    released.set()


if __name__ == "__main__":
    RELEASED = threading.Event()
    keep_back(RELEASED)
    threading.Thread(target=wait_for_release, args=(RELEASED,), daemon=True).start()
    if any(word.startswith("--scheduler") for word in sys.argv):
        wait_for_schedulers()
    sys.argv[0] = "tilewright"
    main()
