"""Domino tilings of Klein bottles of 2M x 2N, the side of 2M turned over, by the formula of Lu and Wu (1999).

The number is the product of 4 sin(pi (4n - 1) / 4N)^2 + 4 sin(pi (2m - 1) / 2M)^2 for m to M and n to N,
OEIS A103999. Here it is computed in whole numbers. For a fixed n the product over m is 2 T_M(2 - z/2) + 2
with z = 2 cos(pi (4n - 1) / 2N), where T_M is a Chebyshev polynomial; and these z are the roots of
2 T_N(z/2), whose coefficients are whole. So the product over n is the determinant of the same polynomial of
a companion matrix.

    python lu_wu.py 6      A103999 for M and N up to 6
    python lu_wu.py b 30   a b-file of A340557, its diagonal, to 30
"""

from __future__ import annotations

import sys

Matrix = list[list[int]]


def identity(size: int, value: int = 1) -> Matrix:
    """The identity, times a number."""
    return [[value * (i == j) for j in range(size)] for i in range(size)]


def times(a: Matrix, b: Matrix) -> Matrix:
    """The product."""
    columns = list(zip(*b, strict=True))
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in a]


def minus(a: Matrix, b: Matrix) -> Matrix:
    """The difference."""
    return [[x - y for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]


def determinant(matrix: Matrix) -> int:
    """The determinant by Bareiss' elimination, in which all divisions are exact."""
    rows, last, sign = [row[:] for row in matrix], 1, 1
    for k in range(len(rows) - 1):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
        for i in range(k + 1, len(rows)):
            for j in range(k + 1, len(rows)):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // last
        last = rows[k][k]
    return sign * rows[-1][-1]


def chebyshev(degree: int) -> list[int]:
    """The coefficients of 2 T(z/2), from that of z^0 on; the leading one is 1."""
    before, now = [2], [0, 1]
    for _ in range(degree - 1):
        longer = [0, *now]
        for k, value in enumerate(before):
            longer[k] -= value
        before, now = now, longer
    return now


def tilings(m: int, n: int) -> int:
    """The number for 2m x 2n."""
    if not m or not n:
        return 1
    coefficients = chebyshev(n)
    companion = [[int(i == j + 1) for j in range(n)] for i in range(n)]
    for i in range(n):
        companion[i][n - 1] -= coefficients[i]
    step = minus(identity(n, 4), companion)
    before, now = identity(n, 2), step
    for _ in range(m - 1):
        before, now = now, minus(times(step, now), before)
    return determinant(minus(now, identity(n, -2)))


def main() -> None:
    match sys.argv[1:]:
        case ["b", most]:
            for n in range(int(most) + 1):
                print(n, tilings(n, n))
        case [most]:
            for m in range(int(most) + 1):
                print(*(tilings(m, n) for n in range(int(most) + 1)))
        case _:
            sys.exit("usage: lu_wu.py N, or lu_wu.py b N")


if __name__ == "__main__":
    main()
