"""Queens that do not attack each other; Langford's pairs."""

from __future__ import annotations

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option

MAX_QUEENS = 200
MAX_PAIRS = 300


def queens(n: int) -> ExactCoverPuzzle:
    """n queens on an n x n board (counts: OEIS A000170).

    Rows and columns are primary items, diagonals of at least two squares secondary ones (TAOCP 4B, 7.2.2.1).
    """
    if not 1 <= n <= MAX_QUEENS:
        raise PuzzleError(f"the number of queens is {n:,}; expected 1 to {MAX_QUEENS}")
    down = range(3, 2 * n)  # row + column, from 1, of the diagonals of two fields and more
    up = range(2, 2 * n - 1)  # row - column + n
    options = []
    for row in range(1, n + 1):
        for column in range(1, n + 1):
            uses = [f"row-{row}", f"column-{column}"]
            uses += [f"down-{row + column}"] if row + column in down else []
            uses += [f"up-{row - column + n}"] if row - column + n in up else []
            name = f"{_file(column)}{row}"
            options.append(Option(tuple((item, "") for item in uses), name))
    primary = [f"{what}-{number}" for what in ("row", "column") for number in range(1, n + 1)]
    secondary = [*(f"down-{number}" for number in down), *(f"up-{number}" for number in up)]
    items = (*map(Item, primary), *(Item(name, primary=False) for name in secondary))
    return ExactCoverPuzzle(items, tuple(options), title=f"{n} queens")


def _file(column: int) -> str:
    """The letter of a column as on a chessboard, then ``aa`` and so on."""
    name = ""
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def langford(n: int, *, halved: bool = False) -> ExactCoverPuzzle:
    """Two of each number 1 to n in a row, with k numbers between the two k (counts: twice OEIS A014552).

    With ``halved`` only one of each arrangement and its reversal: the largest odd number, whose pair is never
    central, begins in the left half of its places.
    """
    if not 1 <= n <= MAX_PAIRS:
        raise PuzzleError(f"the number of pairs is {n:,}; expected 1 to {MAX_PAIRS}")
    odd = n if n % 2 else n - 1
    options = []
    for number in range(1, n + 1):
        for at in range(1, 2 * n - number):
            other = at + number + 1
            if halved and number == odd and at > 2 * n + 1 - other:
                continue
            uses = (f"number-{number}", f"place-{at}", f"place-{other}")
            options.append(Option(tuple((item, "") for item in uses), f"{number} at {at} and {other}"))
    names = [f"{what}-{k}" for what, most in (("number", n), ("place", 2 * n)) for k in range(1, most + 1)]
    title = f"Langford pairs of 1 to {n}" + (", one of each arrangement and its reversal" if halved else "")
    return ExactCoverPuzzle(tuple(map(Item, names)), tuple(options), title=title)
