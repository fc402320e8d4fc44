"""Whether linear equations have a solution that is nowhere negative, exactly; a proof when they have none.

The simplex method in fractions (Dantzig 1947, phase one, revised form): the steepest unknown enters, and when
that gains nothing for long the first one (Bland 1977), under which the method ends. By
Farkas' lemma the equations fail just when some combination of them has no positive coefficient on the left
and a positive number on the right: that combination is the proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

Column = Mapping[int, int]
"""The coefficients of an unknown, by the number of the equation."""

SLICE = 10  # pivots between two pauses


def refute(
    columns: Sequence[Column], right: Sequence[int], pivots: int
) -> Iterator[tuple[Fraction, ...] | None]:
    """Multipliers y with y * column <= 0 for all columns and y * right > 0, last; None between slices.

    Nothing comes last when there is a solution, or when ``pivots`` did not suffice to tell. ``right`` is
    nowhere negative.
    """
    rows = len(right)
    inverse = [[Fraction(int(i == k)) for k in range(rows)] for i in range(rows)]
    values = [Fraction(value) for value in right]
    basis = [-1 - i for i in range(rows)]  # -1 - i: equation i is not yet met, by that much
    idle = 0  # pivots that gained nothing, one after another
    for pivot in range(pivots):
        if pivot % SLICE == 0:
            yield None
        open_rows = [inverse[i] for i in range(rows) if basis[i] < 0]
        prices = [sum((row[k] for row in open_rows), Fraction(0)) for k in range(rows)]
        scale = lcm(*(price.denominator for price in prices))
        whole = [int(price * scale) for price in prices]  # in whole numbers many columns are weighed soon
        gains = [sum(whole[k] * a for k, a in column.items()) for column in columns]
        best = max(gains, default=0)
        if best <= 0:
            if sum(price * value for price, value in zip(prices, right, strict=True)) > 0:
                yield tuple(prices)
            return
        entering = gains.index(best) if idle < rows else next(j for j, gain in enumerate(gains) if gain > 0)
        held = columns[entering].items()
        change = [sum((row[k] * a for k, a in held), Fraction(0)) for row in inverse]
        leaving = min(
            (i for i in range(rows) if change[i] > 0), key=lambda i: (values[i] / change[i], basis[i])
        )
        idle = 0 if values[leaving] else idle + 1
        _exchange(inverse, values, change, leaving)
        basis[leaving] = entering


def _exchange(
    inverse: list[list[Fraction]], values: list[Fraction], change: Sequence[Fraction], leaving: int
) -> None:
    scale = change[leaving]
    inverse[leaving] = [x / scale for x in inverse[leaving]]
    values[leaving] /= scale
    for i, factor in enumerate(change):
        if i != leaving and factor:
            inverse[i] = [
                x - factor * y if y else x for x, y in zip(inverse[i], inverse[leaving], strict=True)
            ]
            values[i] -= factor * values[leaving]
