"""What thousands of workers would make of a run, simulated from measured tasks, as Markdown tables.

    .venv/bin/python benchmarks/runs_scaling.py

Simulated are the coordinator, one task or result after another, and workers of one core each. Budgets are
those of ``tilewright.runs.coordinator``, the rule that real runs follow. A tree is a number of seconds; its
first tasks, and the rests of a task that is ended early, are parts of it in proportions that were measured
(``runs_scaling_profiles.py``). The largest share goes first, and shares are as wrong as measured.

Not simulated: starting the workers, workers that die, a network that is slow rather than late.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from report import table
from runs_profile import Profile
from runs_scaling_profiles import EXECUTORS, LUCKY13, PROFILES, ROOK, Costs
from tilewright.runs.coordinator import (
    RESULT_SECONDS,
    TASK_SECONDS,
    Load,
    mean_result_seconds,
    task_time_limit,
)

WORKERS = (100, 1_000, 10_000)
WINDOW_SECONDS = 900.0
"""Seconds that are simulated of a tree that cannot be searched."""
WARM = 300.0  # ... of which so many are the beginning
HOPELESS = 1e15  # seconds that stand for such a tree
LATE = 0.002  # seconds that a message is under way
DUST_SECONDS = 0.003  # that a part of next to nothing takes
MAX_SOLUTIONS = 20_000  # that a task holds: see coordinator.py


@dataclass(frozen=True)
class Setting:
    """A simulation: whose tree, how many workers, what the executor costs, how long tasks may last.

    ``first`` is how many tasks there are to begin with, at least; those of the profile are split for that.
    """

    profile: Profile
    workers: int
    costs: Costs
    longest: float = TASK_SECONDS
    first: int = 0


@dataclass(frozen=True)
class Outcome:
    """What came of it: seconds, core seconds of search done, results, the coordinator's time in use.

    ``late`` is the efficiency after the beginning, of a tree that was not finished.
    """

    seconds: float
    searched: float
    results: int
    busy: float
    efficiency: float
    late: float


@dataclass
class Waiting:
    """Tasks that nobody has, the largest share first; equal ones are one entry."""

    profile: Profile
    draw: random.Random
    count: int = 0
    _heap: list[tuple[float, int, float, int]] = field(default_factory=list)
    _order: Iterator[int] = field(default_factory=itertools.count)

    def add(self, seconds: float, count: int = 1) -> None:
        share = seconds * math.exp(self.draw.gauss(0, self.profile.spread))
        heapq.heappush(self._heap, (-share, next(self._order), seconds, count))
        self.count += count

    def pop(self) -> float:
        """The seconds that a task takes."""
        share, order, seconds, count = self._heap[0]
        if count == 1:
            heapq.heappop(self._heap)
        else:
            heapq.heapreplace(self._heap, (share, order, seconds, count - 1))
        self.count -= 1
        return seconds

    def split(self, seconds: float) -> int:
        """Put down the rests of a task that has so many seconds left; how many they are."""
        parts = self.draw.choice(self.profile.splits)
        self.fill(seconds, parts)
        if self.profile.dust:
            self.add(DUST_SECONDS, self.profile.dust)
        return len(parts) + self.profile.dust

    def fill(self, seconds: float, parts: Sequence[int]) -> None:
        whole = sum(parts)
        for part, same in itertools.groupby(parts):
            self.add(seconds * part / whole, len(list(same)))


def simulate(setting: Setting, seed: int = 0) -> Outcome:
    """One run, until its tree is searched or its window is over; the same seed gives the same."""
    profile, costs, workers = setting.profile, setting.costs, setting.workers
    waiting = Waiting(profile, random.Random(seed))
    hopeless = math.isinf(profile.seconds)
    waiting.fill(HOPELESS if hopeless else profile.seconds, profile.first)
    while waiting.count < setting.first:
        waiting.split(waiting.pop())
    end = WINDOW_SECONDS if hopeless else math.inf
    hand_out = costs.task + costs.scan * workers
    free = last = used = searched = early = 0.0
    each = RESULT_SECONDS
    results = out = 0
    idle = workers
    at_hand: list[tuple[float, float, float]] = []  # tasks that were handed out: since when, work, budget
    back: list[tuple[float, float, float]] = []  # when a result comes, what was searched, what is left
    while True:
        while waiting.count and out < 2 * workers:
            load = Load(waiting.count, out, workers)
            budget = task_time_limit(setting.longest, free, load, each)
            free += hand_out
            used += hand_out
            out += 1
            heapq.heappush(at_hand, (free + LATE, waiting.pop(), budget))
            if back and back[0][0] <= free:
                break  # a result has come meanwhile
        while idle and at_hand:
            idle -= 1
            since, work, budget = heapq.heappop(at_hand)
            _begin(back, since, work, budget, setting)
        if not back:
            break
        came, done, left = heapq.heappop(back)
        if came > end:
            break
        results, out = results + 1, out - 1
        # The worker does not wait for the coordinator, as long as a task is at hand.
        if at_hand:
            since, work, budget = heapq.heappop(at_hand)
            _begin(back, max(since, came - LATE), work, budget, setting)
        else:
            idle += 1
        rests = waiting.split(left) if left else 0
        took = costs.result + rests * costs.rest + done * profile.solutions * costs.solution
        each = mean_result_seconds(each, took, 1)
        free = max(free, came) + took
        used += took
        searched += done
        early += done if came <= WARM else 0.0
        last = free
        if free > end:
            break
    seconds = end if hopeless else last
    spent = workers * (end - WARM)
    late = (searched - early) / spent if hopeless else math.nan
    return Outcome(seconds, searched, results, min(1.0, used / seconds), searched / (workers * seconds), late)


def _begin(
    back: list[tuple[float, float, float]], since: float, work: float, budget: float, setting: Setting
) -> None:
    """A worker takes a task: note when its result will come, what was searched by then, and what is left."""
    profile = setting.profile
    if profile.solutions:
        budget = min(budget, MAX_SOLUTIONS / profile.solutions)
    done = min(work, budget)
    cut = profile.cut if work > budget else 0.0
    heapq.heappush(back, (since + setting.costs.worker + done + cut + LATE, done, work - done))


def saturation(costs: Costs, workers: int, rests: int) -> float:
    """Results a second that the coordinator can take and replace, if it does nothing else."""
    return 1 / (costs.task + costs.scan * workers + costs.result + rests * costs.rest)


def percent(part: float) -> str:
    return "" if math.isnan(part) else f"{part:.1%}" if part < 0.1 else f"{part:.0%}"


def by_workers() -> list[str]:
    """The table of what is predicted."""
    lines = []
    for profile in PROFILES:
        for workers in WORKERS:
            got = simulate(Setting(profile, workers, EXECUTORS["dask"]))
            lines.append(
                [
                    profile.name,
                    f"{workers:,}",
                    "goes on" if math.isinf(profile.seconds) else f"{got.seconds:,.1f}",
                    percent(got.efficiency),
                    percent(got.late),
                    f"{got.results / got.seconds:,.0f}",
                    percent(got.busy),
                ]
            )
    head = ["tree", "workers", "seconds", "efficiency", "after 5 min", "results/s", "coordinator busy"]
    return table(head, lines)


def by_length() -> list[str]:
    """The table of what the longest task and the number of first tasks change, for long trees."""
    lines = []
    long = [large(profile) for profile in PROFILES if profile not in (LUCKY13, ROOK)]
    for profile, workers in itertools.product(long, WORKERS):
        row = [profile.name, f"{workers:,}"]
        for longest, first in ((10.0, 0), (60.0, 0), (300.0, 0), (10.0, 4_096)):
            row.append(
                percent(simulate(Setting(profile, workers, EXECUTORS["dask"], longest, first)).efficiency)
            )
        lines.append(row)
    head = ["tree", "workers", "10 s a task", "60 s", "300 s", "10 s, 4,096 first tasks"]
    return table(head, lines)


def large(profile: Profile) -> Profile:
    """A tree of the same shape that no number of workers finishes within the window, only counted."""
    if math.isinf(profile.seconds):
        return profile
    return replace(profile, name=f"as {profile.name}, endless, only counted", seconds=math.inf, solutions=0.0)


def by_executor() -> list[str]:
    """The table of where the coordinator is used up."""
    lines = []
    for name, costs in EXECUTORS.items():
        for workers in (w for w in WORKERS if w <= costs.most):
            pace = [f"{saturation(costs, workers, rests):,.0f}" for rests in (0, 16, 300)]
            lines.append([name, f"{workers:,}", *pace, f"{1 / costs.solution:,.0f}"])
    head = ["executor", "workers", "results/s", "with 16 rests", "with 300 rests", "solutions/s"]
    return table(head, lines)


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for make in (by_executor, by_workers, by_length):
        print(*make(), "", sep="\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
