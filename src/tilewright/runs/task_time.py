"""How long a task may take before its worker hands back the rest: short where somebody waits, long where
results come faster than the coordinator takes them. The scaling report in docs/reports has simulations."""

from __future__ import annotations

from dataclasses import dataclass

TASK_SECONDS = 10.0
"""How long a task may take before its worker hands back the rest, in a long run."""
FIRST_TASK_SECONDS = 0.5
"""... and at the beginning of a sitting, so that something is committed soon; in between ..."""
OF_SITTING = 0.05
"""... so much of the time that the sitting has lasted: a worker that is late at the end costs no more."""
STRAGGLER_SECONDS = 1.0
"""... and when there are fewer waiting tasks than workers: parts of what is left are to come soon."""

LEAST_TASK_SECONDS = 0.05
COORDINATOR_SHARE = 0.5
"""Of its time, that the coordinator may spend on results; tasks last longer, so that there are no more."""
RESULT_SECONDS = 0.0025
"""That a result takes the coordinator, with its rests, before any has come: 200 a second are well taken."""
OF_LAST = 0.05
"""What a commit's time counts in the mean of all: results of late say most of those to come."""


@dataclass(frozen=True)
class Crowd:
    """What there is to do, and who does it: tasks that nobody has, tasks that are out, and workers."""

    unseen: int
    out: int
    workers: int


def task_seconds(longest: float, sitting: float, crowd: Crowd, result_seconds: float) -> float:
    """The budget of the next task, in seconds; ``result_seconds`` is what a result takes the coordinator.

    Workers that have no task send no results: only those that have one make tasks longer.
    """
    seconds = min(longest, max(FIRST_TASK_SECONDS, OF_SITTING * sitting))
    if crowd.unseen < crowd.workers:
        seconds = min(seconds, STRAGGLER_SECONDS)
    running = min(crowd.out + 1, crowd.workers)
    return max(seconds, running * result_seconds / COORDINATOR_SHARE)


def result_seconds(before: float, commit: float, results: int) -> float:
    """The mean time of a result, after a commit of so many that took ``commit`` seconds together."""
    kept: float = (1 - OF_LAST) ** results
    return max(RESULT_SECONDS, kept * before + (1 - kept) * commit / results)
