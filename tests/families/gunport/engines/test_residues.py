"""Primes, and numbers reconstructed from their residues."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.families.gunport.engines.bounded import chinese_remainder, is_prime, primes_above

CARMICHAEL = (561, 1105, 1729, 41041, 825265, 321197185, 5394826801, 232250619601, 9746347772161)
STRONG = (2047, 1373653, 25326001, 3215031751, 2152302898747, 3474749660383, 341550071728321)
"""Composite, and taken for prime with the first 1, 2, 3 ... prime bases: OEIS A014233."""


def test_small_primes() -> None:
    sieve = [n for n in range(2000) if n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))]
    assert [n for n in range(2000) if is_prime(n)] == sieve
    assert not is_prime(-7)


@pytest.mark.parametrize("number", CARMICHAEL + STRONG + ((1 << 62) + 1, (2**31 - 1) * (2**31 - 19)))
def test_what_looks_prime(number: int) -> None:
    assert not is_prime(number)


@pytest.mark.parametrize("number", [2**31 - 1, 2**61 - 1, 10**18 + 9, 2**63 - 25, 2**64 - 59])
def test_large_primes(number: int) -> None:
    assert is_prime(number)
    assert not is_prime(number * (2**13 - 1))


@pytest.mark.parametrize(
    ("bits", "many"), [(0, 1), (61.9, 1), (62, 2), (123.99, 2), (124, 3), (128, 3), (619.5, 10)]
)
def test_enough_primes(bits: float, many: int) -> None:
    primes = primes_above(bits)
    assert len(primes) == len(set(primes)) == many
    assert all(1 << 62 < prime < 1 << 63 and is_prime(prime) for prime in primes)
    assert math.prod(primes) > 2**bits


def test_no_prime_is_left_out() -> None:
    first, second = primes_above(62)
    assert not any(is_prime(n) for n in range((1 << 62) + 1, first, 2))
    assert not any(is_prime(n) for n in range(first + 2, second, 2))


@given(st.integers(0, 2**300))
def test_residues_determine_the_number(number: int) -> None:
    primes = primes_above(number.bit_length())
    assert chinese_remainder([number % prime for prime in primes], primes) == number


def test_the_least_number_is_given() -> None:
    assert chinese_remainder([2, 3, 2], [3, 5, 7]) == 23  # Sun Zi
    assert chinese_remainder([4], [5]) == 4
    assert chinese_remainder([], []) == 0
    with pytest.raises(ValueError):
        chinese_remainder([1], [3, 5])
