"""How many tasks an executor takes: enough that no worker waits, and no results that pile up unread."""

from __future__ import annotations

AHEAD_SECONDS = 0.1  # tasks that last together about so long wait at hand for each worker ...
MOST_AHEAD = 32  # ... at least one, but no more than so many
HELD = 100_000  # solutions in results that nobody has fetched, from which no more tasks are taken
OF_LAST = 0.1  # what a task's time counts in the mean of all


def more_tasks(workers: int, out: int, held: int, task_seconds: float) -> int:
    """How many more tasks may be taken by so many workers.

    ``out`` were taken and not handed back, ``held`` solutions are in results that nobody has fetched, and
    tasks take ``task_seconds`` of late.
    """
    if held >= HELD:
        return 0
    ahead = min(MOST_AHEAD, max(1, int(AHEAD_SECONDS / max(1e-4, task_seconds))))
    return max(0, workers * (1 + ahead) - out)


def task_seconds(before: float, last: float) -> float:
    """The mean time of a task, after one more."""
    return (1 - OF_LAST) * before + OF_LAST * last
