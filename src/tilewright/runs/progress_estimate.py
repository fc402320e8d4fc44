"""How much of a run is done, in nodes: an estimate by random dives into the tasks that wait, with its range.

The shares that tasks are given as they begin to wait say little of how large they are. Those held to be the
largest are done first, too, so that what is left looks smaller than it is. So fresh dives (Knuth 1975) are
made while the run goes on: a round of them goes to tasks that wait, drawn in proportion to their shares. What
they find, over the chance to be drawn, is right on average for all tasks that wait, whatever the shares are
worth; with the nodes visited so far it is an estimate of all nodes of the run. That number never changes, so
the rounds are averaged, late ones counting the more, as less is left to guess.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tilewright.solve.partition import HUGE

LEAST_SHARE = 1e-3  # rounds in which less waits count no more than this
ENOUGH = 4.0  # tasks, as many as carry the estimate, below which it is no better than a lower bound, ...
LEAST_DIVES = 1_600  # ... and dives
SURE = 20.0  # what is right on average is less often than 1 in so many times so much too large (Markov)
BELOW, ABOVE = 1.5, 4.0  # errors below and above: few dives find what is rare, so that most find too little
BLIND = 1.5  # times what dives find there may be besides that none of them has seen
WIDEST = 8.0  # times the lower bound, that the upper one is told


@dataclass(frozen=True)
class Bounds:
    """From one number to another; where nothing can be told, as wide as can be."""

    low: float
    high: float


NOTHING_TOLD = Bounds(0.0, 1.0)
ALL = Bounds(1.0, 1.0)
NOTHING = Bounds(0.0, 0.0)


@dataclass(frozen=True)
class Outlook:
    """What rounds of dives say of a run together: each field but ``dives`` and ``weight`` is a weighted mean.

    ``nodes`` is how many the whole run will take, ``ahead`` the part of them that dives found, and ``error``
    the standard error of that.
    """

    dives: int
    weight: float
    nodes: float
    ahead: float
    error: float

    def with_round(self, other: Outlook) -> Outlook:
        """Both together."""
        weight = self.weight + other.weight
        here, there = self.weight / weight, other.weight / weight
        return Outlook(
            self.dives + other.dives,
            weight,
            here * self.nodes + there * other.nodes,
            here * self.ahead + there * other.ahead,
            math.hypot(here * self.error, there * other.error),
        )

    def share(self, done: int) -> Bounds:
        """The part of the nodes that ``done`` of them, some, are of a run that is not complete; 0 to 1."""
        least = max(float(done), self.nodes / SURE)
        if self.dives >= LEAST_DIVES and self.error < self.ahead / math.sqrt(ENOUGH):
            off = self.error / self.ahead
            before = self.nodes - self.ahead
            least = max(least, before + self.ahead * math.exp(-BELOW * off))
            most = before + self.ahead * BLIND * math.exp(ABOVE * off)
            if done < most <= WIDEST * least:
                return Bounds(done / most, done / least)
        return Bounds(0.0, done / least)


def outlook_of_round(done: int, share: float, shares: list[float], found: list[float], dives: int) -> Outlook:
    """What a round says, made when ``done`` nodes had been visited and tasks of ``share`` together waited.

    ``shares`` are those of the tasks that were drawn, ``found`` the nodes that ``dives`` dives found on
    average below each.
    """
    ahead = [min(HUGE, nodes / part * share) for nodes, part in zip(found, shares, strict=True)]
    mean = math.fsum(ahead) / len(ahead)
    # Not about the mean: a round of few would seem better than it is.
    error = math.sqrt(math.fsum(nodes * nodes for nodes in ahead)) / len(ahead)
    weight = len(ahead) / max(LEAST_SHARE, share) ** 2
    return Outlook(dives * len(ahead), weight, done + mean, mean, error)


def share_words(share: Bounds) -> str:
    """``about 30 to 45% of the nodes``, ``less than 2% of the nodes``, ``100%``, ``cannot be told yet``."""
    if share == ALL:
        return "100%"
    words = short_share(share)
    if words == UNTOLD:
        return "cannot be told yet"
    return f"{words.replace('<', 'less than ') if share.low == 0 else f'about {words}'} of the nodes"


UNTOLD = "some"


def short_share(share: Bounds) -> str:
    """The same where there is little room: ``30 to 45%``, ``<2%``, ``100%``, ``some``."""
    if share == ALL:
        return "100%"
    if share.high == 0:
        return "0%"
    if share.low == 0:
        return f"<{_upwards(share.high)}%" if share.high <= 0.5 else UNTOLD
    low, high = _percent(share.low), _percent(min(share.high, 0.99))
    return f"{low}%" if low == high else f"{low} to {high}%"


def _percent(share: float) -> str:
    """Whole percents, and below ten two figures; never 0 nor 100, which are told of nothing and of all."""
    if share < 0.0001:
        return "0.01"
    return f"{100 * share:.2g}" if share < 0.0995 else f"{min(99, 100 * share):.0f}"


def _upwards(share: float) -> str:
    for bound in (0.01, 0.1, 1, 2, 5, 10, 20, 30, 40):
        if 100 * share <= bound:
            return f"{bound:g}"
    return "50"


UNITS = (("s", 1.0), ("min", 60.0), ("h", 3600.0), ("days", 86400.0), ("years", 365.25 * 86400))
LONGEST = 1e6  # years


def left_words(left: Bounds | None) -> str:
    """``2 to 5 h left``, ``40 min to 3 h left``, ``more than 3 days left``; "" where nothing can be told."""
    if left is None:
        return ""
    low, low_unit = _in_units(left.low)
    if not math.isfinite(left.high):
        return f"more than {low} {low_unit} left"
    high, high_unit = _in_units(left.high)
    if (low, low_unit) == (high, high_unit):
        return f"about {low} {low_unit} left"
    return (
        f"{low} to {high} {high_unit} left"
        if low_unit == high_unit
        else f"{low} {low_unit} to {high} {high_unit} left"
    )


def _in_units(seconds: float) -> tuple[str, str]:
    name, size = next(((n, s) for n, s in reversed(UNITS) if seconds >= 1.5 * s), UNITS[0])
    number = seconds / size
    if name == "years" and number > LONGEST:
        return "a million", name
    return f"{number:,.0f}" if number >= 10 or name == "s" else f"{number:.2g}", name
