"""Solutions of homogeneous inequalities, against Fourier and Motzkin's elimination."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from hypothesis import given
from hypothesis import strategies as st

from tilewright.families.assembly.velocities import nonzero_solution

Rows = list[list[int]]
System = list[tuple[list[Fraction], Fraction]]


@st.composite
def systems(draw: st.DrawFn) -> tuple[int, Rows]:
    """A number of unknowns, and rows of small coefficients."""
    width = draw(st.integers(1, 4))
    row = st.lists(st.integers(-2, 2), min_size=width, max_size=width)
    return width, draw(st.lists(row, max_size=9))


def is_feasible(rows: System) -> bool:
    """Whether some v has row . v >= bound for all rows: unknowns are eliminated one after another."""
    while rows and rows[0][0]:
        lower: System = []
        upper: System = []
        rest: System = []
        for row, bound in rows:
            first, others = row[0], row[1:]
            if first:
                scaled = [part / abs(first) for part in others], bound / abs(first)
                (lower if first > 0 else upper).append(scaled)
            else:
                rest.append((others, bound))
        sums = [([a + b for a, b in zip(p, q, strict=True)], c + d) for p, c in lower for q, d in upper]
        rows = [(list(row), bound) for row, bound in {(tuple(row), bound) for row, bound in rest + sums}]
    return all(bound <= 0 for _, bound in rows)


@given(systems())
def test_a_solution_is_found_exactly_where_there_is_one(system: tuple[int, Rows]) -> None:
    width, rows = system
    numbers = nonzero_solution(rows, width)
    if numbers is not None:
        assert any(numbers) and gcd(*numbers) == 1
        assert all(sum(a * b for a, b in zip(row, numbers, strict=True)) >= 0 for row in rows)
        return
    homogeneous = [([Fraction(part) for part in row], Fraction(0)) for row in rows]
    for unknown in range(width):
        for sign in (1, -1):
            at_least_one = [Fraction(sign * (k == unknown)) for k in range(width)]
            assert not is_feasible([*homogeneous, (at_least_one, Fraction(1))])
