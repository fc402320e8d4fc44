"""The core's determinants modulo primes against Laplace's expansion; its primes against trial division."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright import _core


def is_prime(n: int) -> bool:
    return n > 1 and all(n % k for k in range(2, int(n**0.5) + 1))


def test_primes() -> None:
    below = (n for n in range(2**31 - 1, 0, -2) if is_prime(n))
    expected = list(islice(below, 6))
    assert _core.primes(0, 6) == expected
    assert _core.primes(2, 3) == expected[2:5]
    assert _core.primes(0, 0) == []


def determinant(size: int, entries: Sequence[tuple[int, int, int]]) -> int:
    """By Laplace's expansion along the first row, sets of columns met once."""
    table = Counter({0: 1})
    for row in range(size):
        after: Counter[int] = Counter()
        for r, column, value in entries:
            if r != row:
                continue
            for taken, total in table.items():
                if not taken >> column & 1:
                    sign = (-1) ** (taken >> column).bit_count()
                    after[taken | 1 << column] += sign * value * total
        table = after
    return table[(1 << size) - 1]


@pytest.mark.parametrize("vectors", ["", "baseline"])
@given(st.integers(0, 7), st.data())
def test_determinants_of_any_sparse_matrix(vectors: str, size: int, data: st.DataObject) -> None:
    values = st.integers(-3, 3).filter(bool)
    entries = [
        (row, column, data.draw(values))
        for row in range(size)
        for column in sorted(data.draw(st.sets(st.integers(0, size - 1), max_size=4)))
    ]
    for prime in _core.primes(5, 2):
        residue = _core.DeterminantResidue(_core.DeterminantSweep(size, entries), prime, vectors)
        while not residue.advance(40):
            with pytest.raises(RuntimeError):
                _ = residue.value
        assert residue.value == determinant(size, entries) % prime


@pytest.mark.parametrize(
    "entries", [[(0, 2, 1)], [(-1, 0, 1)], [(0, 0, 0)], [(0, 1, 1), (0, 1, 2)], [(0, 0, 2**30 + 1)]]
)
def test_bad_matrices(entries: list[tuple[int, int, int]]) -> None:
    with pytest.raises(ValueError):
        _core.DeterminantSweep(2, entries)


def test_bad_moduli_and_edges() -> None:
    sweep = _core.DeterminantSweep(1, [(0, 0, 1)])
    for prime in (2, 7, 2**30 + 1, 2**31 - 3, 2**32 - 5):
        with pytest.raises(ValueError):
            _core.DeterminantResidue(sweep, prime)
    with pytest.raises(ValueError):
        _core.DeterminantResidue(sweep, 2**31 - 1, "avx1024")
    for edges in ([(0, 0)], [(0, 1), (1, 0)], [(0, 2)], [(-1, 0)]):
        with pytest.raises(ValueError):
            _core.pfaffian_signs(2, edges)
