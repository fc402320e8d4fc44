"""What independent, unbiased estimates of one number say about it, and how far they are to be trusted.

Estimates by random parts of a search tree, or by random partial solutions, are right on average. But a tree
may have a few huge subtrees that most repetitions miss: then their mean is far too low, and their standard
error as well. So an interval is given only where the repetitions agree. Otherwise there is a lower bound,
which needs nothing but that the estimates are right on average and not negative.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from statistics import NormalDist, fmean, stdev
from typing import Any

from tilewright.wording import percent, short

CONFIDENCE = 0.95  # of an interval
BOUND_CONFIDENCE = 0.99  # of a lower bound
LEAST_REPETITIONS = 8  # for an interval
LEAST_EFFECTIVE = 0.75  # of the repetitions, for an interval
WIDENING = 1.2  # of an interval, as repetitions are skewed: so that it holds as often as it says
BETS = tuple(2.0**-k for k in range(8))  # see lower_bound

ROUNDED_DOWN = 0.995  # a lower bound, before it is rounded to three figures


class Kind(Enum):
    """How well a number is known."""

    EXACT = "exact"
    ESTIMATE = "estimate"
    AT_LEAST = "at least"
    UNKNOWN = "unknown"


@dataclass(frozen=True, repr=False)
class Quantity:
    """What is known of a number that is 0 or more.

    ``value`` is the number itself (EXACT), the mean of the repetitions (ESTIMATE) or a lower bound
    (AT_LEAST); None where the kind is UNKNOWN. It is infinite above the range of floats; ``log10`` is its
    decimal logarithm, None without a value and for 0. ``low`` and ``high`` are the ends of the interval of an
    ESTIMATE. ``confidence`` is that of the interval or the bound: 1 where it is certain.

    ``repetitions`` are those it rests on, ``effective`` how many equal ones would be worth as much (Kish
    1965), ``largest_share`` the share of the largest in their sum.
    """

    kind: Kind
    value: int | float | None = None
    low: float | None = None
    high: float | None = None
    confidence: float | None = None
    log10: float | None = None
    repetitions: int = 0
    effective: float = 0.0
    largest_share: float = 0.0

    def __repr__(self) -> str:
        return f"<{self.words('{:.3g}'.format)}>"

    def words(self, number: Callable[[float], str] = short, unit: str = "") -> str:
        """What is known of it, in words: ``about 1.2M solutions: 1M to 1.4M with 95% confidence``.

        ``number`` writes a value, and ``unit`` follows the first one.
        """

        def text(value: float | None, log10: float | None = None) -> str:
            if value is None:
                return "unknown"
            return f"10^{log10:.1f}" if math.isinf(value) and log10 is not None else number(value)

        confidence = f" with {percent(self.confidence or 0)} confidence"
        value = self.value
        if value is None:
            return f"unknown{unit}"
        if self.confidence == 1:
            exact = f"{value:,}" if isinstance(value, int) else number(value)
            return f"{'exactly' if self.kind is Kind.EXACT else 'at least'} {exact}{unit}"
        if self.kind is Kind.ESTIMATE:
            known = f"about {text(value, self.log10)}{unit}"
            if self.high is None or not math.isfinite(self.high):
                return known
            return f"{known}: {text(self.low)} to {text(self.high)}{confidence}"
        return f"at least {text(value * ROUNDED_DOWN, self.log10)}{unit}{confidence}"

    def times(self, factor: float) -> Quantity:
        """The quantity in another unit, of which there are so many in one of this."""
        if self.value is None or not factor:
            return Quantity(Kind.UNKNOWN)
        low, high = (None if end is None else end * factor for end in (self.low, self.high))
        log10 = None if self.log10 is None else self.log10 + math.log10(factor)
        counts = self.repetitions, self.effective, self.largest_share
        return Quantity(self.kind, self.value * factor, low, high, self.confidence, log10, *counts)


def exactly(number: int | float) -> Quantity:
    """A number that is known."""
    return Quantity(Kind.EXACT, number, confidence=1.0, log10=math.log10(number) if number else None)


def assess(values: Sequence[float], *, exponent: int = 0, certain: int = 0) -> Quantity:
    """What independent estimates say, each of them right on average, times two to the power of ``exponent``.

    The number is known to be at least ``certain``.
    """
    top = max(values, default=0.0)
    if not top:
        known = _at_least(math.log10(certain), certain, 1.0) if certain else Quantity(Kind.UNKNOWN)
        return replace(known, repetitions=len(values))
    if math.isinf(top):
        return Quantity(Kind.AT_LEAST, math.inf, confidence=BOUND_CONFIDENCE, repetitions=len(values))
    scaled = [value / top for value in values]  # so that nothing overflows on the way
    unit = math.log10(top) + exponent * math.log10(2)
    count, mean, total = len(scaled), fmean(scaled), math.fsum(scaled)
    effective = total**2 / math.fsum(value**2 for value in scaled)
    trust = count, effective, 1 / total
    bound = math.log10(lower_bound(scaled)) + unit
    if count >= LEAST_REPETITIONS and effective >= LEAST_EFFECTIVE * count:
        log10 = math.log10(mean) + unit
        margin = WIDENING * _student(count - 1) * stdev(scaled) / mean / math.sqrt(count) / math.log(10)
        low, high = max(_power(log10 - margin), float(certain)), _power(log10 + margin)
        if high >= certain:
            value = max(_power(log10), low)
            return Quantity(Kind.ESTIMATE, value, low, high, CONFIDENCE, log10, *trust)
    if certain and bound <= math.log10(certain):
        return _at_least(math.log10(certain), certain, 1.0, *trust)
    return _at_least(bound, _power(bound), BOUND_CONFIDENCE, *trust)


def lower_bound(values: Sequence[float], confidence: float = BOUND_CONFIDENCE) -> float:
    """A number that the mean of the distribution is below with a probability of at most 1 - ``confidence``.

    The values are independent, not negative, and at least one of them is positive. If the mean were m or
    less, then a player who puts the share b of a fortune on each value, and gets back b * value / m, would
    not gain on average; by Ville's inequality the fortune then ever grows to 1 / (1 - confidence) times its
    start with a probability of 1 - confidence at most (Waudby-Smith and Ramdas, Estimating means of bounded
    random variables by betting, 2024; the bound from below does not need that they are bounded). So where it
    grows as much, m is too small. The fortune is divided between the bets of BETS. As the bound holds at any
    time, it does not matter when the repetitions end.
    """

    def refuted(mean: float) -> bool:
        fortunes = [0.0] * len(BETS)  # their logarithms
        for value in values:
            for number, bet in enumerate(BETS):
                factor = 1 - bet + bet * value / mean
                fortunes[number] += math.log(factor) if factor > 0 else -math.inf
            top = max(fortunes)
            if top > -math.inf:
                wealth = top + math.log(math.fsum(math.exp(one - top) for one in fortunes) / len(BETS))
                if wealth >= math.log(1 / (1 - confidence)):
                    return True
        return False

    # The greatest mean that is refuted, to a thousandth.
    high = 1.0
    while refuted(high * max(values)):
        high *= 2
    low = high
    while not refuted(low * max(values)):
        low /= 2
    while high > low * 1.001:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if refuted(middle * max(values)) else (low, middle)
    return low * max(values)


def _at_least(log10: float, value: int | float, confidence: float, *trust: Any) -> Quantity:
    return Quantity(Kind.AT_LEAST, value, None, None, confidence, log10, *trust)


def _power(log10: float) -> float:
    """Ten to this power; infinite above the range of floats."""
    return 10.0**log10 if log10 < 308.0 else math.inf


def _student(freedom: int) -> float:
    """The quantile of Student's t for an interval with CONFIDENCE (Cornish and Fisher's expansion)."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def finite_fields(estimate: object) -> dict[str, Any]:
    """The fields of an estimate by name, as JSON holds them; None for numbers that it cannot: above 1e308."""
    fields: dict[str, Any] = {}
    for name, value in vars(estimate).items():
        fields[name] = value.value if isinstance(value, Enum) else value
        if isinstance(value, float) and not math.isfinite(value):
            fields[name] = None
    return fields
