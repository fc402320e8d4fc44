"""Linear recurrences with whole coefficients: found from terms, proven by a bound, and what follows.

A sequence of whole numbers with a linear recurrence has one of least order whose coefficients are whole
(Fatou's lemma; R. P. Stanley, Enumerative Combinatorics 1, chapter 4, exercise 2). It is found modulo primes
(J. L. Massey, Shift-register synthesis and BCH decoding, 1969) and put together by the Chinese remainder
theorem.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from math import gcd, log2

from tilewright.cancellation import checked

PRIMES_FROM = 2**61 - 1
"""The first prime that recurrences are found modulo; it is prime, and others follow below it."""

MAX_ITERATED = 20_000
"""How many products are made one after the other for a term, before halving is tried."""

CONFIRMING = 4
"""How many terms a recurrence that is not proven must agree with, besides those that it was found from."""


@dataclass(frozen=True)
class Recurrence:
    """a(n) = c1 a(n - 1) + ... + cd a(n - d) from n = ``start`` + d on, with the least d.

    ``initial`` are the first d terms, a(start) first. ``agreeing`` is the number of terms, beyond these d,
    that it was compared with, and ``bound`` the highest order that the sequence needs, None where none is
    known.
    """

    coefficients: tuple[int, ...]
    initial: tuple[int, ...]
    start: int
    agreeing: int
    bound: int | None = None

    @property
    def order(self) -> int:
        """d, the number of coefficients."""
        return len(self.coefficients)

    @property
    def reach(self) -> int:
        """How many terms back the recurrence goes: less than the order where only the first terms disobey."""
        return max((k for k, coefficient in enumerate(self.coefficients, 1) if coefficient), default=0)

    @property
    def is_proven(self) -> bool:
        """Whether it agrees with as many terms as the order that the sequence needs.

        What is left of the sequence after the recurrence is subtracted obeys a recurrence of that order too,
        so it is 0 for ever if it is 0 so many times from the beginning.
        """
        return self.bound is not None and self.agreeing >= self.bound

    @cached_property
    def denominator(self) -> tuple[int, ...]:
        """The denominator of the generating function, by powers of x from 1."""
        return (1, *(-c for c in self.coefficients))

    @cached_property
    def numerator(self) -> tuple[int, ...]:
        """The numerator of the sum of a(start + k) x^k, by powers of x from 1."""
        terms = [
            sum(self.denominator[j] * self.initial[k - j] for j in range(k + 1)) for k in range(self.order)
        ]
        while terms and not terms[-1]:
            terms.pop()
        return tuple(terms)

    def term(self, n: int, modulus: int | None = None) -> int:
        """a(n), exactly or modulo a number, for n from ``start`` on.

        By halving n (A. Bostan and R. Mori, A simple and fast algorithm for computing the N-th term of a
        linearly recurrent sequence, 2021): P/Q is P(x) Q(-x) over a fraction in the square of x, of which
        half is kept.
        """
        k = n - self.start
        if k < 0:
            raise ValueError(f"the recurrence begins with n = {self.start}, not {n}")
        if modulus is None and k * self.order <= MAX_ITERATED:
            return self._iterated(k)
        step = self._step
        top, bottom = list(self.numerator[k % step :: step]), list(self.denominator[::step])
        k //= step
        while k:
            mirrored = [-c if power % 2 else c for power, c in enumerate(bottom)]
            top = _product(top, mirrored, modulus)[k % 2 :: 2]
            bottom = _product(bottom, mirrored, modulus)[::2]
            k //= 2
        value = top[0] if top else 0
        return value % modulus if modulus else value

    def _iterated(self, k: int) -> int:
        """a(start + k), one term after the other."""
        last = deque(self.initial, maxlen=self.order or 1)
        if k < self.order:
            return last[k]
        for _ in checked(range(self.order, k + 1)):
            last.append(
                sum(c * term for c, term in zip(self.coefficients, reversed(last), strict=False) if c)
            )
        return last[-1] if self.order else 0

    @cached_property
    def _step(self) -> int:
        """The greatest number such that only terms a multiple of it apart are joined."""
        return gcd(*(power for power, c in enumerate(self.denominator) if c)) or 1

    def bits(self, n: int) -> int:
        """At least as many bits as a(n) has: no root exceeds the bound, and the initial terms are added."""
        if not any(self.coefficients):
            return max((abs(term).bit_length() for term in self.initial), default=1)
        sizes = sum(abs(c) for c in self.coefficients)
        per_term = 0.0 if sizes == 1 else log2(_root_bound(self.denominator[:: self._step])) / self._step
        largest = max(abs(term).bit_length() for term in self.initial)
        return int(max(0, n - self.start) * per_term) + largest + self.order * max(1, n).bit_length()

    def growth(self, digits: int = 20) -> Growth | None:
        """How fast the terms grow, to so many significant digits; None for a sequence that ends in zeros.

        The terms must not be negative. Then the greatest absolute value of a root of the characteristic
        polynomial is itself a root (A. Pringsheim), and a number x is greater than it exactly when all
        derivatives of the polynomial are positive at x (C. F. Gauss and F. Lucas), which whole numbers
        decide.
        """
        polynomial = list(self.denominator)
        while not polynomial[-1]:
            polynomial.pop()
        if len(polynomial) == 1:
            return None
        step = self._step
        polynomial = polynomial[::step]  # whose roots are the powers of the roots
        scale = 10 ** (digits + 3)
        low, high = Fraction(0), _root_bound(polynomial)
        near = round(_newton(polynomial, high, digits + 5, step) * scale)
        whole = round(
            Fraction(near, scale)
        )  # a root that is a fraction is whole, as the first coefficient is 1
        if not _value(polynomial, whole**step) and _is_above(
            polynomial, (whole + Fraction(1, scale)) ** step
        ):
            return Growth(Fraction(whole), Fraction(whole), step)
        candidates = [Fraction(near + 1, scale), Fraction(near - 1, scale)]
        while candidates or high - low > Fraction(2, scale):
            middle = candidates.pop() if candidates else Fraction(round((low + high) / 2 * scale), scale)
            if not low < middle < high:
                continue
            if _is_above(polynomial, middle**step):
                high = middle
            else:
                low = middle
        return Growth(low, high, step)


@dataclass(frozen=True)
class Growth:
    """A number between ``low`` and ``high``, both proven: the limit superior of the n-th root of a(n).

    ``step`` is the greatest number such that the recurrence joins only terms a multiple of it apart.
    """

    low: Fraction
    high: Fraction
    step: int

    def digits(self) -> str:
        """The digits that both bounds have in common."""
        if self.low == self.high:
            return str(self.low)
        pairs = zip(_decimal(self.low, 60), _decimal(self.high, 60), strict=False)
        return "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)).rstrip(".")


def find_recurrence(terms: Sequence[int], start: int = 0, bound: int | None = None) -> Recurrence | None:
    """The recurrence of least order of a sequence, from its terms a(start), a(start + 1), ...

    Without a ``bound`` of its order it must agree with ``CONFIRMING`` terms besides those it was found from.
    None where the terms are too few, or where none with whole coefficients agrees with all of them.
    """
    prime, modulus = PRIMES_FROM, 1
    residues: list[int] = []
    while True:
        shortest = _shortest(terms, prime)
        order = len(shortest)
        if len(terms) < 2 * order + (0 if bound is not None else CONFIRMING):
            return None
        if order > len(residues) or modulus == 1:  # with a lower order the prime before divides a determinant
            modulus, residues = prime, shortest
        elif order == len(residues):
            inverse = pow(modulus, -1, prime)
            residues = [
                a + modulus * ((b - a) * inverse % prime) for a, b in zip(residues, shortest, strict=True)
            ]
            modulus *= prime
        coefficients = [c - modulus if 2 * c > modulus else c for c in residues]
        if _agrees(terms, coefficients):
            order = len(coefficients)
            return Recurrence(tuple(coefficients), tuple(terms[:order]), start, len(terms) - order, bound)
        # The coefficients are quotients of determinants of the terms, which Hadamard's inequality bounds.
        if modulus.bit_length() > 128 + 2 * sum(
            abs(term).bit_length() + order for term in terms[: 2 * order]
        ):
            return None
        prime = _prime_below(prime)


def _shortest(terms: Sequence[int], prime: int) -> list[int]:
    """The coefficients of the recurrence of least order modulo a prime, by Berlekamp and Massey."""
    current: list[int] = []
    before: list[int] = []
    gap, old = 0, 0
    for number, term in checked(enumerate(terms)):
        predicted = sum(c * terms[number - 1 - k] for k, c in enumerate(current))
        difference = (term - predicted) % prime
        if not difference:
            continue
        if not current and not old:
            current, gap, old = [0] * (number + 1), number, difference
            continue
        factor = difference * pow(old, -1, prime) % prime
        shift = [0] * (number - gap - 1) + [factor] + [-factor * c % prime for c in before]
        kept = current
        if len(shift) < len(current):
            shift += [0] * (len(current) - len(shift))
        current = [
            (a + b) % prime for a, b in zip(current + [0] * (len(shift) - len(current)), shift, strict=True)
        ]
        if number - len(kept) > gap - len(before):
            before, gap, old = kept, number, difference
    return current


def _agrees(terms: Sequence[int], coefficients: Sequence[int]) -> bool:
    """Whether the recurrence holds for all terms that have enough before them."""
    order = len(coefficients)
    return all(
        terms[number] == sum(c * terms[number - 1 - k] for k, c in enumerate(coefficients) if c)
        for number in checked(range(order, len(terms)))
    )


def _prime_below(number: int) -> int:
    """The next smaller prime; by the test of Miller and Rabin with bases that decide it below 3 * 10^24."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)  # J. Sorenson and J. Webster, 2015
    while True:
        number -= 2
        odd = number - 1
        twos = (odd & -odd).bit_length() - 1
        odd >>= twos
        for base in bases:
            power = pow(base, odd, number)
            if power in (1, number - 1):
                continue
            if not any((power := power * power % number) == number - 1 for _ in range(twos - 1)):
                break
        else:
            return number


def _product(one: Sequence[int], other: Sequence[int], modulus: int | None) -> list[int]:
    """The product of two polynomials, by powers from 1."""
    if not one or not other:
        return []
    value = [0] * (len(one) + len(other) - 1)
    for i, a in checked(enumerate(one)):
        if a:
            for j, b in enumerate(other):
                value[i + j] += a * b
    return [c % modulus for c in value] if modulus else value


def _value(polynomial: Sequence[int], at: int) -> int:
    value = 0
    for c in polynomial:
        value = value * at + c
    return value


def _root_bound(polynomial: Sequence[int]) -> Fraction:
    """A whole number from 1 that no root exceeds (M. Fujiwara, 1916), from the bits of coefficients."""
    bits = (-(-abs(c).bit_length() // power) for power, c in enumerate(polynomial) if power and c)
    return Fraction(2 << max(bits))


def _newton(polynomial: Sequence[int], start: Fraction, digits: int, step: int) -> Fraction:
    """About the root of this order of the greatest root of a polynomial, from a bound above all roots."""
    degree = len(polynomial) - 1
    with localcontext() as context:
        context.prec = 2 * digits + 3 * degree + max(abs(c) for c in polynomial).bit_length()
        at = Decimal(start.numerator)
        least = Decimal(10) ** -(digits + 2)
        while True:
            value = slope = Decimal(0)
            for c in checked(polynomial):
                slope = slope * at + value
                value = value * at + c
            if slope <= 0 or value <= 0:  # at the root, but for the digits that are kept
                break
            change = value / slope
            at -= change
            if change <= least * abs(at):
                break
        return Fraction(at ** (Decimal(1) / step))


def _is_above(polynomial: Sequence[int], value: Fraction) -> bool:
    """Whether a polynomial (highest power first) and all its derivatives are positive at a value."""
    top, bottom = value.numerator, value.denominator
    # Of the polynomial in x = y / bottom, times bottom^degree, whole numbers are enough.
    shifted = [c * bottom**power for power, c in enumerate(polynomial)]
    left = len(shifted)
    while left:
        for k in checked(range(1, left)):
            shifted[k] += top * shifted[k - 1]
        if shifted[left - 1] <= 0:
            return False
        left -= 1
    return True


def _decimal(value: Fraction, digits: int) -> str:
    """A number with so many significant digits, cut off."""
    with localcontext() as context:
        context.prec = digits
        context.rounding = "ROUND_DOWN"
        return format(Decimal(value.numerator) / Decimal(value.denominator), "f")
