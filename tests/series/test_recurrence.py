"""Recurrences against sequences that are made from known ones, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.series.recurrence import CONFIRMING, PRIMES_FROM, Recurrence, _prime_below, find_recurrence

NUMBERS = st.integers(-9, 9)


def continued(initial: Sequence[int], coefficients: Sequence[int], count: int) -> list[int]:
    """The first terms of a sequence by its recurrence."""
    terms = list(initial)
    while len(terms) < count:
        terms.append(sum(c * terms[-1 - k] for k, c in enumerate(coefficients)))
    return terms[:count]


@st.composite
def sequences(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """A recurrence with its first terms."""
    order = draw(st.integers(1, 6))
    numbers = st.lists(NUMBERS, min_size=order, max_size=order)
    return draw(numbers), draw(numbers)


@given(sequences())
def test_the_recurrence_is_found_and_continues_the_sequence(case: tuple[list[int], list[int]]) -> None:
    initial, coefficients = case
    order = len(initial)
    terms = continued(initial, coefficients, 4 * order + CONFIRMING)
    recurrence = find_recurrence(terms[: 2 * order], bound=order)
    assert recurrence is not None
    assert recurrence.order <= order
    assert recurrence.is_proven
    again = continued(recurrence.initial or [0], recurrence.coefficients or [0], len(terms))
    assert again == terms
    assert [recurrence.term(n) for n in range(len(terms))] == terms
    assert [recurrence.term(n, 1009) for n in range(len(terms))] == [term % 1009 for term in terms]


@given(sequences(), st.integers(1, 60))
def test_the_fraction_is_the_generating_function(case: tuple[list[int], list[int]], count: int) -> None:
    initial, coefficients = case
    terms = continued(initial, coefficients, max(count, 2 * len(initial)))
    recurrence = find_recurrence(terms[: 2 * len(initial)], bound=len(initial))
    assert recurrence is not None
    # The sequence times the denominator is the numerator, and nothing more.
    product = [
        sum(recurrence.denominator[j] * terms[k - j] for j in range(min(k, recurrence.order) + 1))
        for k in range(len(terms))
    ]
    numerator = list(recurrence.numerator)
    assert product == numerator + [0] * (len(terms) - len(numerator))


def test_far_terms_are_halved_as_they_are_iterated() -> None:
    fibonacci = find_recurrence([0, 1, 1, 2, 3, 5, 8, 13])
    assert fibonacci is not None
    top, bottom = fibonacci.term(1_500_000), fibonacci.term(1_499_999)  # halved, for 2 times n products
    assert top % 10**9 == fibonacci.term(1_500_000, 10**9)
    assert fibonacci.term(999) ** 2 - fibonacci.term(998) * fibonacci.term(1000) == 1  # Cassini
    assert top**2 - top * bottom - bottom**2 == -1 or top**2 - top * bottom - bottom**2 == 1


def test_only_as_many_terms_as_the_bound_prove_it() -> None:
    terms = continued([1, 1], [1, 1], 10)
    assert not Recurrence((1, 1), (1, 1), 0, 8).is_proven
    proven, fitted = find_recurrence(terms, bound=8), find_recurrence(terms, bound=9)
    assert proven is not None
    assert fitted is not None
    assert proven.is_proven
    assert not fitted.is_proven


def test_too_few_terms_give_no_recurrence() -> None:
    assert find_recurrence([1, 1, 2, 3, 5]) is None
    assert find_recurrence([1, 1, 2, 3, 5, 8, 13]) is None
    assert find_recurrence([1, 1, 2, 3, 5, 8, 13, 21]) is not None
    assert find_recurrence([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]) is None


def test_coefficients_that_are_no_whole_numbers_are_not_taken() -> None:
    halves = [2**20 >> k for k in range(12)]  # a(n) = a(n - 1) / 2 as far as it goes
    assert find_recurrence(halves) is None


@pytest.mark.parametrize(
    ("initial", "coefficients", "digits"),
    [
        ([0, 1], [1, 1], "1.61803398874989484820"),
        ([1, 4], [4], "4"),
        ([0, 0, 1], [0, 0, 8], "2"),
        ([1, 3], [4, -4], "2"),  # a double root
        ([2, 2], [0, 1], "1"),
        ([1, 0, 3, 0], [0, 4, 0, -1], "1.93185165257813657349"),
    ],
)
def test_growth_to_many_digits(initial: list[int], coefficients: list[int], digits: str) -> None:
    recurrence = find_recurrence(continued(initial, coefficients, 20))
    assert recurrence is not None
    growth = recurrence.growth()
    assert growth is not None
    assert growth.digits().startswith(digits)
    assert growth.low <= growth.high <= growth.low + Fraction(1, 10**20)


def test_a_sequence_of_zeros_does_not_grow() -> None:
    zero = find_recurrence([0] * 8)
    assert zero is not None
    assert zero.order == 0
    assert zero.growth() is None
    assert zero.term(10**6) == 0


def test_primes_below_the_first() -> None:
    def is_prime(number: int) -> bool:
        return all(number % k for k in range(2, int(number**0.5) + 1))

    number, primes = 2_000, []
    number = 2_001
    for _ in range(50):
        number = _prime_below(number)
        primes.append(number)
    assert primes == [n for n in range(2_000, primes[-1] - 1, -1) if is_prime(n)]
    assert _prime_below(PRIMES_FROM + 2) == PRIMES_FROM


def test_a_first_term_of_its_own_does_not_lengthen_the_reach() -> None:
    recurrence = find_recurrence([7, *(2**k for k in range(20))])
    assert recurrence is not None
    assert (recurrence.coefficients, recurrence.order, recurrence.reach) == ((2, 0), 2, 1)
