"""Latin squares and sudokus, with or without given numbers."""

from __future__ import annotations

from math import isqrt

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.wording import quoted

VALUES = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The characters for the numbers from 1 up; the largest order is 35."""

BLANKS = ".0_*?"  # the characters for an empty field
_FRAME = set("|+-=")
_MAX_TEXT = 20_000


def latin(n: int, givens: str | None = None) -> ExactCoverPuzzle:
    """A Latin square of order n: each number once in each row and column (counts: OEIS A002860).

    ``givens`` is text as for :func:`sudoku`. PuzzleError when n is too large or the givens have another size.
    """
    _check_order(n)
    given = [0] * n * n if givens is None else _read(givens)
    if len(given) != n * n:
        raise PuzzleError(f"{len(given):,} fields are given; a square of order {n} has {n * n}")
    return _square(n, given, None, f"Latin square of order {n}")


def sudoku(givens: str, box: tuple[int, ...] | None = None) -> ExactCoverPuzzle:
    """A sudoku: each number once in each row, column and box.

    ``givens`` has a character for each field, row by row: ``1`` to ``9``, then ``A`` and so on, or one of
    ``.0_*?`` for an empty field; blanks and the lines of a frame are ignored. ``box`` is the number of
    rows and columns of a box; None: the square root of the order, or 2x3 for order 6. PuzzleError when the
    fields are not those of a square that such boxes fill.
    """
    given = _read(givens)
    n = isqrt(len(given))
    if n * n != len(given) or n < 1:
        raise PuzzleError(
            f"the sudoku has {len(given):,} fields, which is not a square number; expected 81 for order 9"
        )
    _check_order(n)
    if box is None:
        root = isqrt(n)
        if root * root != n and n != 6:
            raise PuzzleError(f"the boxes of a sudoku of order {n} are not squares; give their size (--box)")
        box = (2, 3) if n == 6 else (root, root)
    if len(box) != 2 or box[0] * box[1] != n:
        size = "x".join(map(str, box))
        raise PuzzleError(f"boxes of {size} do not fill a sudoku of order {n}; expected {n} fields in each")
    return _square(n, given, (box[0], box[1]), f"Sudoku of order {n}")


def _check_order(n: int) -> None:
    if not 1 <= n <= len(VALUES):
        raise PuzzleError(f"the order is {n:,}; expected 1 to {len(VALUES)}")


def _read(text: str) -> list[int]:
    """The number given on each field, 0 for none."""
    if len(text) > _MAX_TEXT:
        raise PuzzleError(f"the givens have {len(text):,} characters; at most {_MAX_TEXT:,} are accepted")
    numbers = []
    for sign in text.upper():
        if sign.isspace() or sign in _FRAME:
            continue
        if sign not in VALUES and sign not in BLANKS:
            expected = "expected 1 to 9, letters from A for 10, or '.' if empty"
            raise PuzzleError(f"{quoted(sign)} is not a given number; {expected}")
        numbers.append(0 if sign in BLANKS else VALUES.index(sign) + 1)
    return numbers


def _square(n: int, given: list[int], box: tuple[int, int] | None, title: str) -> ExactCoverPuzzle:
    """The items (field, number in a row, in a column, in a box) and the options that the givens leave."""
    if max(given) > n:
        raise PuzzleError(f"the number {VALUES[max(given) - 1]} is given, but the order is {n}")
    options = []
    for row in range(n):
        for column in range(n):
            fixed = given[row * n + column]
            for value in (fixed,) if fixed else range(1, n + 1):
                r, c, v = row + 1, column + 1, VALUES[value - 1]
                uses = [f"field-{r}.{c}", f"row-{r}={v}", f"column-{c}={v}"]
                if box:
                    uses.append(f"box-{row // box[0] * (n // box[1]) + column // box[1] + 1}={v}")
                options.append(Option(tuple((item, "") for item in uses), f"r{r}c{c}={v}"))
    numbers = range(1, n + 1)
    items = [f"field-{r}.{c}" for r in numbers for c in numbers]
    for what in ("row", "column", *(("box",) if box else ())):
        items += [f"{what}-{k}={v}" for k in numbers for v in VALUES[:n]]
    return ExactCoverPuzzle(tuple(map(Item, items)), tuple(options), title=title)
