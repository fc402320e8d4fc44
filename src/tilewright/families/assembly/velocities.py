"""Systems of linear inequalities for velocities, solved in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from tilewright.solve.stepping import CancelCheck, never_cancelled

Row = list[int]


def nonzero_solution(
    rows: Sequence[Sequence[int]], width: int, check_cancelled: CancelCheck = never_cancelled
) -> list[int] | None:
    """A vector v, not 0, with row . v >= 0 for each row, in whole numbers without a common divisor; None when
    only 0 is a solution.

    Where the rows have a rank below ``width`` there is a v with row . v = 0. Else, by Stiemke's lemma, either
    some v has row . v >= 0 for all rows and > 0 for one, or the rows have a combination with factors of 1 and
    more that is 0, and then row . v = 0 for all, so that v is 0. The first phase of the simplex method finds
    the factors, or v as the proof that there are none. Pivots keep whole numbers: all rows of the tableau
    have the same denominator (Edmonds, "Systems of distinct representatives and linear algebra", 1967), and
    Bland's rule keeps it from going in circles. The time is that of some hundred pivots of a tableau of
    ``width`` rows and a column for each inequality, where there are 30 pieces; ``check_cancelled`` is called
    at each.
    """
    null = _null_vector(rows, width)
    if null is not None:
        return null
    # y = z + 1, z >= 0, is to solve sum of y * row = 0: for each component the sum of z * row is minus that
    # of all rows.
    columns = len(rows)
    tableau: list[Row] = []
    signs = []
    for k in range(width):
        own = [row[k] for row in rows]
        right = -sum(own)
        sign = -1 if right < 0 else 1
        signs.append(sign)
        artificial = [int(k == other) for other in range(width)]
        tableau.append([*(sign * value for value in own), *artificial, sign * right])
    # The sum of the artificial variables is least when no column before theirs has a positive number here.
    goal = [sum(column) for column in zip(*tableau, strict=True)]
    for k in range(width):
        goal[columns + k] = 0
    tableau.append(goal)
    basis = list(range(columns, columns + width))
    divisor = 1
    while True:
        check_cancelled()
        goal = tableau[-1]
        if goal[-1] == 0:
            return None
        enters = next((k for k in range(columns) if goal[k] > 0), None)
        if enters is None:
            # The multipliers of the rows of the tableau: no combination of rows is what is wanted.
            return _reduced([-sign * (goal[columns + k] + divisor) for k, sign in enumerate(signs)])
        candidates = [k for k in range(width) if tableau[k][enters] > 0]
        leaves = min(candidates, key=lambda k: (Fraction(tableau[k][-1], tableau[k][enters]), basis[k]))
        divisor = _pivot(tableau, leaves, enters, divisor)
        basis[leaves] = enters


def _pivot(tableau: list[Row], row: int, column: int, divisor: int) -> int:
    """Make a column that of a unit vector; the denominator of all rows afterwards."""
    own = tableau[row]
    factor = own[column]
    for k, other in enumerate(tableau):
        if k != row:
            by = other[column]
            if by:
                tableau[k] = [(factor * a - by * b) // divisor for a, b in zip(other, own, strict=True)]
            elif factor != divisor:
                tableau[k] = [factor * a // divisor for a in other]
    return factor


def _null_vector(rows: Sequence[Sequence[int]], width: int) -> list[int] | None:
    """A vector that is at right angles to all rows, not 0; None when their rank is ``width``."""
    echelon: list[tuple[int, Row]] = []  # pivot columns, each zero in the other rows
    for row in rows:
        rest = list(row)
        for column, held in echelon:
            if rest[column]:
                rest = _reduced(
                    [held[column] * a - rest[column] * b for a, b in zip(rest, held, strict=True)]
                )
        pivot = next((k for k, value in enumerate(rest) if value), None)
        if pivot is None:
            continue
        echelon = [
            (column, _reduced([rest[pivot] * a - held[pivot] * b for a, b in zip(held, rest, strict=True)]))
            for column, held in echelon
        ]
        echelon.append((pivot, rest))
        if len(echelon) == width:
            return None
    if not width:
        return None
    taken = {column for column, _ in echelon}
    free = next(k for k in range(width) if k not in taken)
    scale = lcm(*(held[column] for column, held in echelon))
    found = [0] * width
    found[free] = scale
    for column, held in echelon:
        found[column] = -scale * held[free] // held[column]
    return _reduced(found)


def _reduced(vector: Row) -> Row:
    divisor = gcd(*vector)
    return [value // divisor for value in vector] if divisor > 1 else vector
