"""Checks that a square cannot be painted with fewer cells, by a list of weighted windows.

python check_windows.py FILE ...     windows-N.txt: a lower bound; painting-N.txt: a painted square

A window is a rectangle of cells. If in each cell the weights of the windows that contain it have a sum
of at most 1, then at least sum(weight * need(window)) cells are painted, where need(window) is the
least number of cells that have to be painted in a rectangle of that size alone. All numbers are
fractions; needs are found from the definition, by rows: the state is the last two rows, and each
tromino lies in three rows.

A file may have two cases: in one the middle cell of the square is painted (X), in the other it is not (.).
Windows that contain it may need more in a case, and a middle cell that is not painted may have any load.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from pathlib import Path

Row = tuple[bool, ...]  # whether each cell is painted
Cell = tuple[int, int, bool]  # row, column, whether it is painted


@cache
def allowed(top: Row, mid: Row, low: Row) -> bool:
    """Whether no tromino of unpainted cells lies in three rows."""
    rows = (top, mid, low)
    width = len(top)
    free = {(r, c) for r in range(3) for c in range(width) if not rows[r][c]}
    for r, c in free:
        if {(r, c + 1), (r, c + 2)} <= free or {(r + 1, c), (r + 2, c)} <= free:
            return False
        for dr, dc in product((1, -1), repeat=2):  # an L-tromino with its corner here
            if {(r + dr, c), (r, c + dc)} <= free:
                return False
    return True


@cache
def lines(width: int) -> list[Row]:
    """All rows of this width."""
    return list(product((False, True), repeat=width))


@cache
def following(top: Row, mid: Row) -> list[Row]:
    """The rows that can lie below two rows."""
    return [low for low in lines(len(top)) if allowed(top, mid, low)]


@cache
def need(height: int, width: int, fixed: Cell | None = None) -> int:
    """The fewest painted cells of a rectangle without an unpainted tromino; one cell may be fixed."""
    if width > height:
        return need(width, height, fixed and (fixed[1], fixed[0], fixed[2]))
    full = (True,) * width
    best = {(full, full): 0}  # above the rectangle all is painted, at no cost
    for row in range(height):
        further: dict[tuple[Row, Row], int] = {}
        for (top, mid), cost in best.items():
            for low in following(top, mid):
                if fixed and row == fixed[0] and low[fixed[1]] != fixed[2]:
                    continue
                total = cost + sum(low)
                if total < further.get((mid, low), total + 1):
                    further[mid, low] = total
        best = further
    return min(best.values())


def images(size: int, row: int, column: int, height: int, width: int) -> set[tuple[int, int, int, int]]:
    """The window's images under the eight symmetries of the square."""
    return {
        (y, x, h, w)
        for r, c, h, w in ((row, column, height, width), (column, row, width, height))
        for y in (r, size - r - h)
        for x in (c, size - c - w)
    }


def bound(path: Path) -> tuple[int, Fraction]:
    """The size of the square and the lower bound that the windows of a file prove, the least of its cases."""
    listed = [line.split() for line in path.read_text(encoding="ascii").splitlines() if line[0] != "#"]
    size = int(listed[0][1])
    marks = [at for at, words in enumerate(listed) if words[0] == "case"]
    if not marks:
        return size, case_bound(size, listed[1:], "")
    assert sorted(listed[at][1] for at in marks) == [".", "X"] and marks[0] == 1
    cases = [listed[start:end] for start, end in zip(marks, [*marks[1:], len(listed)], strict=True)]
    return size, min(case_bound(size, words[1:], words[0][1]) for words in cases)


def case_bound(size: int, windows: list[list[str]], middle: str) -> Fraction:
    """The lower bound in one case: the middle cell is painted (X), unpainted (.), or either."""
    centre = (size // 2, size // 2)
    load = dict.fromkeys(product(range(size), repeat=2), Fraction(0))
    total = Fraction(0)
    for *numbers, text in windows:
        weight = Fraction(text)
        assert weight > 0
        for row, column, height, width in images(size, *map(int, numbers)):
            inside = (centre[0] - row, centre[1] - column, middle == "X")
            within = middle and 0 <= inside[0] < height and 0 <= inside[1] < width
            total += weight * (need(height, width, inside) if within else need(height, width))
            for cell in product(range(row, row + height), range(column, column + width)):
                load[cell] += weight  # a KeyError if the window leaves the square
    if middle == ".":
        load[centre] = Fraction(0)  # it is not painted
    assert max(load.values()) <= 1
    return total


def painted(path: Path) -> tuple[int, int]:
    """The size of a painted square, in which no unpainted tromino is left, and how many are painted."""
    rows = [tuple(letter == "X" for letter in line) for line in path.read_text(encoding="ascii").splitlines()]
    assert {len(row) for row in rows} == {len(rows)}
    full = (True,) * len(rows)
    assert all(allowed(*three) for three in zip([full, full, *rows], [full, *rows], rows, strict=False))
    return len(rows), sum(map(sum, rows))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if Path(name).name.startswith("painting"):
            size, cells = painted(Path(name))
            print(f"{size} x {size}: {cells} painted cells leave no tromino")
            continue
        size, least = bound(Path(name))
        print(f"{size} x {size}: at least {least} = {float(least):.3f}, so {ceil(least)} painted cells")
