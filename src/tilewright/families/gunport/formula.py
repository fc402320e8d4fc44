"""Pearce's formula for the most ports of a rectangle, and how far a number of dominoes is from it."""

from __future__ import annotations


def pearce(rows: int, columns: int) -> int:
    """The least number of dominoes by Pearce's formula (in Gardner, Scientific American, 1974).

    mn/3 if 3 divides m or n; else (mn + 2)/3 if m = n (mod 3); else (mn + 1)/3. It holds for small boards of
    2 rows and columns or more; not for a single row (1x4 needs 1), and not for every large board.
    """
    area = rows * columns
    if area % 3 == 0:
        return area // 3
    return (area + 2) // 3 if rows % 3 == columns % 3 else (area + 1) // 3
