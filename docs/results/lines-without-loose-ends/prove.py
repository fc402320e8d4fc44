"""Proves recurrences of the ways to lay matches on m x n grids of points without a loose end.

python prove.py

Matches join neighbouring points; no point has exactly one match. The state between two columns of
points is which of the m rows have a match across: 2^m states. What a recurrence misses at n obeys the
characteristic equation of the matrix of the ways from state to state (Cayley and Hamilton), and so it
misses nothing after 2^m values in a row.
"""

from __future__ import annotations

from itertools import combinations, product

CONJECTURES = {  # the rows, the coefficients of a(n - 1), a(n - 2), ..., and published terms
    "A301976": (3, [12, -6, -20, -5], [1, 5, 43, 463, 5193, 58653, 663203, 7500343, 84825873]),
    "A320097": (4, [36, -7, -201, 49, 20, -5], [1, 15, 463, 16372, 583199, 20788249, 741026781]),
    "A320099": (
        5,
        [103, 1063, -1873, -20274, 44071, -10365, -20208, 5959, 2300, -500],
        [1, 50, 5193, 583199, 65485654, 7354266811, 825905301851],
    ),
}
State = tuple[int, ...]


def terms(rows: int, last: int) -> list[int]:
    """The numbers for n = 1 to last, by columns."""
    states = list(product((0, 1), repeat=rows))
    steps: dict[State, dict[State, int]] = {state: {} for state in states}
    for left, right, down in product(states, states, product((0, 1), repeat=rows - 1)):
        below, above = (*down, 0), (0, *down)
        if 1 not in (sum(ends) for ends in zip(left, right, below, above, strict=True)):
            steps[left][right] = steps[left].get(right, 0) + 1
    none = (0,) * rows
    vector = {none: 1}
    numbers = []
    for _ in range(last):
        after: dict[State, int] = {}
        for state, ways in vector.items():
            for right, number in steps[state].items():
                after[right] = after.get(right, 0) + ways * number
        vector = after
        numbers.append(vector.get(none, 0))
    return numbers


def by_definition(rows: int, columns: int) -> int:
    """The number for one grid, by trying every set of matches."""
    points = list(product(range(rows), range(columns)))
    pairs = [(a, b) for a, b in combinations(points, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    at = [sum(1 << i for i, pair in enumerate(pairs) if point in pair) for point in points]
    return sum(all((laid & mask).bit_count() != 1 for mask in at) for laid in range(1 << len(pairs)))


def main() -> None:
    """Check each recurrence for more values in a row than there are states."""
    for name, (rows, coefficients, published) in CONJECTURES.items():
        order, last = len(coefficients), len(coefficients) + 2**rows + 20
        numbers = [0, *terms(rows, last)]
        assert numbers[1 : len(published) + 1] == published
        assert numbers[1:3] == [by_definition(rows, columns) for columns in (1, 2)]
        misses = [
            n
            for n in range(order + 1, last + 1)
            if numbers[n] != sum(c * numbers[n - 1 - i] for i, c in enumerate(coefficients))
        ]
        assert not misses
        print(
            f"{name}: holds for n = {order + 1} to {last}, {last - order} values in a row; {2**rows} suffice"
        )
        if rows == 3:
            print("  last digits for n = 3 on:", "".join(str(number % 10) for number in numbers[3:]))


if __name__ == "__main__":
    main()
