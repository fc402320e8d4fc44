"""Whole numbers from what they leave modulo primes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod


def symmetric_remainder(rests: Sequence[int], primes: Sequence[int]) -> int:
    """The whole number x of least absolute value with x = rest modulo each of different primes."""
    whole = prod(primes)
    parts = [
        (rest * pow(whole // prime % prime, -1, prime) % prime, prime)
        for rest, prime in zip(rests, primes, strict=True)
    ]
    while len(parts) > 1:  # the sum of part * whole / prime, by halves: large factors meet large ones
        pairs = zip(parts[::2], parts[1::2], strict=False)
        odd = parts[len(parts) & ~1 :]
        parts = [(a * n + b * m, m * n) for (a, m), (b, n) in pairs] + odd
    x = parts[0][0] % whole
    return x - whole if 2 * x > whole else x
