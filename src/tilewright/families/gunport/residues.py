"""A number from what is left of it modulo primes."""

from __future__ import annotations

from collections.abc import Sequence

_TOP = 1 << 62
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""Bases that tell primes below 3.1 * 10^23 (Sorenson, Webster, Strong pseudoprimes to twelve bases)."""


def primes_above(bits: float) -> list[int]:
    """The primes from 2^62 on, as many as their product needs to be more than 2^bits; below 2^63."""
    primes: list[int] = []
    candidate = _TOP + 1
    while 62 * len(primes) <= bits:
        if is_prime(candidate):
            primes.append(candidate)
        candidate += 2
    return primes


def is_prime(number: int) -> bool:
    """Whether a number below 3.1 * 10^23 is prime (Miller, Rabin, with bases that are known to suffice)."""
    if number < 2:
        return False
    for base in _WITNESSES:
        if number % base == 0:
            return number == base
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in _WITNESSES:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def combine(residues: Sequence[int], primes: Sequence[int]) -> int:
    """The least number of 0 or more with these residues (Chinese remainder theorem); 0 for none."""
    number, product = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        number += product * ((residue - number) * pow(product, -1, prime) % prime)
        product *= prime
    return number
