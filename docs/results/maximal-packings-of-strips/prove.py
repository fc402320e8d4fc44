"""Proves the recurrence of the maximal packings of dominoes in a 3 x n strip.

python prove.py [TERMS]

State of a column: each cell is vacant (0), covered (1), or covered by a domino that goes on to the next
column (2). The number of packings of n columns is a sum of entries of T^n, for the matrix T of the ways
from state to state, of at most 27 rows. What a recurrence misses at n, as a function of n, obeys the
characteristic equation of T (Cayley and Hamilton). So if it misses nothing at 27 values of n in a row,
it misses nothing from the first of them on.
"""

from __future__ import annotations

import sys
from itertools import product

WIDTH = 3
PUBLISHED = [
    2,
    5,
    22,
    75,
    264,
    941,
    3286,
    11623,
    40960,
    144267,
    508812,
    1792981,
    6319994,
    22277291,
    78518760,
    276763545,
    975517878,
    3438444583,
    12119670866,
    42718700667,
    150572583140,
    530730064095,
    1870688029160,
    6593699432859,
    23241110692298,
    81918995835971,
]
COEFFICIENTS = {1: 1, 2: 5, 3: 11, 4: 5, 5: 14, 6: 8, 7: 3, 9: -5, 10: -11, 11: -1, 12: 2, 15: 1}
STATES = list(product(range(3), repeat=WIDTH))


def columns(before: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The states of the next column, each with its number of ways."""
    ways: dict[tuple[int, ...], int] = {}

    def fill(cells: tuple[int, ...]) -> None:
        row = len(cells)
        if row == WIDTH:
            ways[cells] = ways.get(cells, 0) + 1
        elif before[row] == 2:
            fill((*cells, 1))  # the right half of a domino
        else:
            fill((*cells, 2))
            if before[row] != 0 and (row == 0 or cells[-1] != 0):
                fill((*cells, 0))
            if row + 1 < WIDTH and before[row + 1] != 2:
                fill((*cells, 1, 1))

    fill(())
    return ways


def main() -> None:
    """Calculate the terms, compare the published ones, and check the recurrence."""
    last = int(sys.argv[1]) if sys.argv[1:] else 80
    steps = {state: columns(state) for state in STATES}
    vector = {(1,) * WIDTH: 1}  # before the first column all is covered
    terms = []
    for _ in range(last + 1):
        terms.append(sum(ways for state, ways in vector.items() if 2 not in state))
        after: dict[tuple[int, ...], int] = {}
        for state, ways in vector.items():
            for low, number in steps[state].items():
                after[low] = after.get(low, 0) + ways * number
        vector = after
    assert terms[1 : len(PUBLISHED) + 1] == PUBLISHED
    print(f"{len(PUBLISHED)} published terms agree")
    order = max(COEFFICIENTS)
    values = range(order, last + 1)
    gaps = {n: terms[n] - sum(c * terms[n - i] for i, c in COEFFICIENTS.items()) for n in values}
    misses = [n for n, gap in gaps.items() if gap]
    print(f"the recurrence misses {misses} of n = {order} to {last}; {len(STATES)} in a row are needed")
    start = max(misses, default=order - 1) + 1
    if last - start + 1 >= len(STATES):
        print(f"proved for all n from {start} on")
    print(", ".join(map(str, terms[:20])))


if __name__ == "__main__":
    main()
