"""How far a run is: sums over its tasks, an estimate of all its nodes, what remains, and all that as text.

The shares that tasks are given as they begin to wait say little about their sizes, and those believed to be
the largest are done first, so that what remains looks smaller than it is. Therefore fresh random dives
(Knuth 1975) are made while the run goes on: a round of them goes to waiting tasks, drawn in proportion to
their shares. The nodes found, divided by the probability of the draw, are an unbiased estimate for all
waiting tasks, whatever the shares are worth; together with the nodes visited so far they estimate the nodes
of the whole run. That number never changes, so the rounds are averaged; late ones weigh more, as less remains
to be estimated.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

WINDOW_SECONDS = 30.0  # over which the speed is measured
SMALLEST_WAITING_SHARE = 1e-3  # rounds in which less is waiting weigh no more than this
ENOUGH_TASKS = 4.0  # effective sample size below which an estimate is no better than a lower bound
ENOUGH_DIVES = 1_600
MARKOV_FACTOR = 20.0  # an unbiased estimate is this many times too large in less than 1 of so many cases
ERRORS_BELOW, ERRORS_ABOVE = 1.5, 4.0  # few dives find what is rare, so that most estimates are too small
UNSEEN_FACTOR = 1.5  # how many times the estimate there may be in parts that no dive has reached
MAX_NODES = 1e140  # an estimate is cut to it, so that sums and squares stay finite
WIDEST_RATIO = 8.0  # between the bounds of an interval that is still reported


@dataclass(frozen=True)
class Bounds:
    """An interval of numbers."""

    low: float
    high: float


ALL = Bounds(1.0, 1.0)
NOTHING = Bounds(0.0, 0.0)
UNKNOWN = Bounds(0.0, 1.0)


@dataclass(frozen=True)
class ProgressEstimate:
    """What rounds of dives say about a run; each field but ``dives`` and ``weight`` is a weighted mean.

    ``nodes`` are those of the whole run, ``ahead`` the part of them that dives found below waiting tasks,
    ``error`` the standard error of that.
    """

    dives: int
    weight: float
    nodes: float
    ahead: float
    error: float

    def combined(self, other: ProgressEstimate) -> ProgressEstimate:
        """The mean of both, by weight."""
        weight = self.weight + other.weight
        ours, theirs = self.weight / weight, other.weight / weight
        return ProgressEstimate(
            self.dives + other.dives,
            weight,
            ours * self.nodes + theirs * other.nodes,
            ours * self.ahead + theirs * other.ahead,
            math.hypot(ours * self.error, theirs * other.error),
        )

    def share(self, done: int) -> Bounds:
        """The part that ``done`` nodes, at least one, are of all nodes of an incomplete run; 0 to 1."""
        least = max(float(done), self.nodes / MARKOV_FACTOR)
        if self.dives >= ENOUGH_DIVES and self.error < self.ahead / math.sqrt(ENOUGH_TASKS):
            relative = self.error / self.ahead
            before = self.nodes - self.ahead
            least = max(least, before + self.ahead * math.exp(-ERRORS_BELOW * relative))
            most = before + self.ahead * UNSEEN_FACTOR * math.exp(ERRORS_ABOVE * relative)
            if done < most <= WIDEST_RATIO * least:
                return Bounds(done / most, done / least)
        return Bounds(0.0, done / least)


def estimate_of_round(
    done: int, waiting_share: float, shares: list[float], nodes: list[float], dives: int
) -> ProgressEstimate:
    """The estimate of one round, made when ``done`` nodes had been visited.

    ``shares`` are those of the drawn tasks, ``nodes`` what ``dives`` dives found on average below each, and
    ``waiting_share`` the sum over all waiting tasks.
    """
    ahead = [min(MAX_NODES, size / share * waiting_share) for size, share in zip(nodes, shares, strict=True)]
    mean = math.fsum(ahead) / len(ahead)
    # Not about the mean: a round of few tasks would seem better than it is.
    error = math.sqrt(math.fsum(size * size for size in ahead)) / len(ahead)
    weight = len(ahead) / max(SMALLEST_WAITING_SHARE, waiting_share) ** 2
    return ProgressEstimate(dives * len(ahead), weight, done + mean, mean, error)


@dataclass(frozen=True)
class RunTotals:
    """Sums over a run's tasks: only what is committed counts.

    ``share`` is the part of the tree that is done by the tasks' shares, 0 to 1. ``images`` are the solutions
    in the orbits that ``solutions`` counts, equal where orbits are not searched. ``seconds`` is the workers'
    time, ``cpu_seconds`` their processor time. ``examined`` solutions were examined by the run's filter, of
    which ``undecided`` need more memory.
    """

    waiting: int
    split: int
    done: int
    share: float
    solutions: int
    images: int
    duplicates: int
    nodes: int
    seconds: float
    examined: int = 0
    undecided: int = 0
    cpu_seconds: float = 0.0

    @property
    def finished(self) -> int:
        """Tasks that are done or split."""
        return self.done + self.split


@dataclass(frozen=True)
class WorkerProgress:
    """One worker as its coordinator sees it, or as it last saw it (UTC) if read from the file.

    The counts are those of this session, or of all sessions if read from the file.
    """

    name: str
    host: str = ""
    running_tasks: tuple[int, ...] = ()
    tasks: int = 0
    nodes: int = 0
    seconds: float = 0.0
    last_seen: str = ""


@dataclass(frozen=True)
class RunProgress:
    """How far a run is, over all its sessions.

    ``share`` is the estimated part of all nodes that is done, 0 to 1: exactly 1 when the run is complete, and
    only then. ``seconds`` is the wall time of all sessions, ``remaining_s`` what remains of it, None while
    unknown.
    """

    totals: RunTotals
    share: Bounds
    nodes_per_second: float
    seconds: float
    remaining_s: Bounds | None
    workers: tuple[WorkerProgress, ...] = ()

    @property
    def running_tasks(self) -> int:
        """How many tasks workers have now."""
        return sum(len(worker.running_tasks) for worker in self.workers)


def progress_of(
    totals: RunTotals,
    seconds: float,
    workers: tuple[WorkerProgress, ...] = (),
    *,
    estimate: ProgressEstimate | None,
    nodes_per_second: float = 0.0,
    exhaustive: bool = False,
) -> RunProgress:
    """The totals of a run as progress; ``exhaustive``: somebody works on it until everything is searched."""
    share = ALL
    if totals.waiting:
        share = NOTHING
        if totals.nodes:
            share = UNKNOWN if estimate is None else estimate.share(totals.nodes)
    remaining = None
    if exhaustive and nodes_per_second and share.high not in (0.0, 1.0):
        spent = totals.nodes / nodes_per_second  # seconds, at today's speed
        most = spent * (1 / share.low - 1) if share.low else math.inf
        remaining = Bounds(spent * (1 / share.high - 1), most)
    return RunProgress(totals, share, nodes_per_second, seconds, remaining, workers)


class SpeedMeter:
    """Measures the nodes per second of a session over the last half minute."""

    def __init__(self, nodes: int) -> None:
        self._marks: deque[tuple[float, int]] = deque([(0.0, nodes)])

    def nodes_per_second(self, seconds: float, nodes: int) -> float:
        """The speed now; ``seconds`` since the session began, ``nodes`` of the whole run."""
        if seconds > self._marks[-1][0]:
            self._marks.append((seconds, nodes))
        while len(self._marks) > 2 and self._marks[1][0] <= seconds - WINDOW_SECONDS:
            self._marks.popleft()
        first_seconds, first_nodes = self._marks[0]
        return (nodes - first_nodes) / (seconds - first_seconds) if seconds > first_seconds else 0.0


def is_known(share: Bounds) -> bool:
    """Whether anything useful can be said about a share: at least that it is at most one half."""
    return share.low > 0 or share.high <= 0.5


def share_text(share: Bounds, of: str = "of the nodes") -> str:
    """``about 30 to 45% of the nodes``, ``less than 2% of the nodes``, ``100%``, ``not known yet``."""
    if share == ALL:
        return "100%"
    if not is_known(share):
        return "not known yet"
    short = short_share_text(share)
    return f"{short.replace('<', 'less than ') if share.low == 0 else f'about {short}'} {of}"


def short_share_text(share: Bounds) -> str:
    """The same in less space: ``30 to 45%``, ``<2%``, ``100%``, ``?``."""
    if share == ALL:
        return "100%"
    if share.high == 0:
        return "0%"
    if not is_known(share):
        return "?"
    if share.low == 0:
        bound = next(bound for bound in (0.01, 0.1, 1, 2, 5, 10, 20, 30, 40, 50) if 100 * share.high <= bound)
        return f"<{bound:g}%"
    low, high = _percent(share.low), _percent(min(share.high, 0.99))
    return f"{low}%" if low == high else f"{low} to {high}%"


def _percent(share: float) -> str:
    """Whole percents, below ten with two figures; never 0 nor 100, which mean nothing and all."""
    if share < 0.0001:
        return "0.01"
    return f"{100 * share:.2g}" if share < 0.0995 else f"{min(99, 100 * share):.0f}"


UNITS = (("s", 1.0), ("min", 60.0), ("h", 3600.0), ("days", 86400.0), ("years", 365.25 * 86400))
MOST_YEARS = 1e6


def remaining_text(seconds: Bounds | None) -> str:
    """``2 to 5 h left``, ``40 min to 3 h left``, ``more than 3 days left``; "" where nothing is known."""
    if seconds is None:
        return ""
    low, low_unit = _in_units(seconds.low)
    if not math.isfinite(seconds.high):
        return f"more than {low} {low_unit} left"
    high, high_unit = _in_units(seconds.high)
    if (low, low_unit) == (high, high_unit):
        return f"about {low} {low_unit} left"
    unit = "" if low_unit == high_unit else f" {low_unit}"
    return f"{low}{unit} to {high} {high_unit} left"


def _in_units(seconds: float) -> tuple[str, str]:
    name, size = next(((n, s) for n, s in reversed(UNITS) if seconds >= 1.5 * s), UNITS[0])
    number = seconds / size
    if name == "years" and number > MOST_YEARS:
        return "a million", name
    return f"{number:,.0f}" if number >= 10 or name == "s" else f"{number:.2g}", name
