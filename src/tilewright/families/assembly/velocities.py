"""Systems of linear inequalities for velocities, solved in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import mul

from tilewright.solving.steps import CancelCheck, never_cancelled

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
    # of all rows. Each row of the tableau has a basic variable, at first an artificial one; the columns are
    # those of the others, and the last one is the right side.
    columns = len(rows)
    tableau: list[Row] = []
    signs = []
    for own in zip(*rows, strict=True):
        right = -sum(own)
        signs.append(-1 if right < 0 else 1)
        tableau.append([signs[-1] * value for value in (*own, right)])
    # The sum of the artificial variables is least when no other column has a positive number here.
    tableau.append([sum(column) for column in zip(*tableau, strict=True)])
    basis = list(range(columns, columns + width))
    others = list(range(columns))
    divisor = 1
    while True:
        check_cancelled()
        goal = tableau[-1]
        if goal[-1] == 0:
            return None
        enters = min(
            (k for k in range(columns) if goal[k] > 0 and others[k] < columns),
            key=others.__getitem__,
            default=None,
        )
        if enters is None:
            # The multipliers of the rows of the tableau: no combination of rows is what is wanted.
            of_artificial = dict(zip(others, goal, strict=False))
            return _reduced(
                [-sign * (of_artificial.get(columns + k, 0) + divisor) for k, sign in enumerate(signs)]
            )
        leaves = _leaving(tableau, enters, basis)
        divisor = _pivot(tableau, leaves, enters, divisor)
        basis[leaves], others[enters] = others[enters], basis[leaves]


def _leaving(tableau: Sequence[Row], column: int, basis: Sequence[int]) -> int:
    """The row with the least ratio of its right side to a positive number in the column; of equal ones that
    with the first basic variable."""
    best = -1
    for k, variable in enumerate(basis):
        row = tableau[k]
        if row[column] > 0:
            ahead = row[-1] * tableau[best][column] - tableau[best][-1] * row[column]
            if best < 0 or ahead < 0 or (ahead == 0 and variable < basis[best]):
                best = k
    return best


def _pivot(tableau: list[Row], row: int, column: int, divisor: int) -> int:
    """Exchange the variables of a row and a column; the denominator of all rows afterwards."""
    own = tableau[row]
    factor = own[column]
    for k, other in enumerate(tableau):
        if k != row:
            by = other[column]
            if by:
                tableau[k] = [(factor * a - by * b) // divisor for a, b in zip(other, own, strict=True)]
                tableau[k][column] = -by
            elif factor != divisor:
                tableau[k] = [factor * a // divisor for a in other]
    own[column] = divisor
    return factor


def _null_vector(rows: Sequence[Sequence[int]], width: int) -> list[int] | None:
    """A vector that is at right angles to all rows, not 0; None when their rank is ``width``."""
    echelon: list[tuple[int, Row]] = []  # pivot columns, each zero in the rows after its own
    for row in rows:
        if len(echelon) == width:
            break
        rest = list(row)
        for column, result in echelon:
            by, factor = rest[column], result[column]
            if by:
                rest = _reduced([factor * a - by * b for a, b in zip(rest, result, strict=True)])
        pivot = next((k for k, value in enumerate(rest) if value), None)
        if pivot is not None:
            echelon.append((pivot, rest))
    if len(echelon) == width:
        return None
    taken = {column for column, _ in echelon}
    fractions = [Fraction(0)] * width
    fractions[next(k for k in range(width) if k not in taken)] = Fraction(1)
    for column, result in reversed(echelon):
        fractions[column] = -sum(map(mul, result, fractions), Fraction(0)) / result[column]
    scale = lcm(*(value.denominator for value in fractions))
    return _reduced([int(scale * value) for value in fractions])


def _reduced(vector: Row) -> Row:
    divisor = gcd(*vector)
    return [value // divisor for value in vector] if divisor > 1 else vector
