"""Echelon forms and kernels of integer matrices of a few rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Vector = tuple[int, ...]


def echelon(vectors: Iterable[Sequence[int]]) -> tuple[Vector, ...]:
    """The Hermite normal form of the lattice that vectors span: a basis in echelon form, pivots positive."""
    rows = [list(vector) for vector in vectors if any(vector)]
    basis: list[list[int]] = []
    column = 0
    while rows:
        while len(entries := [row for row in rows if row[column]]) > 1:
            least = min(entries, key=lambda row: abs(row[column]))
            for row in entries:
                if row is not least:
                    _subtract(row, least, row[column] // least[column])
        rows = [row for row in rows if any(row)]
        for pivot in entries:
            if pivot[column] < 0:
                pivot[:] = [-x for x in pivot]
            for row in basis:
                _subtract(row, pivot, row[column] // pivot[column])
            basis.append(pivot)
            rows = [row for row in rows if row is not pivot]
        column += 1
    return tuple([tuple(row) for row in basis])


def _subtract(row: list[int], other: Sequence[int], times: int) -> None:
    row[:] = [x - times * y for x, y in zip(row, other, strict=True)]


def pivot_of(row: Sequence[int]) -> int:
    """The place of the first entry of a row."""
    return next(k for k, x in enumerate(row) if x)


def reduced(vector: Sequence[int], basis: Iterable[Vector]) -> Vector:
    """The canonical vector that differs from this one by a vector of a lattice in echelon form."""
    value = list(vector)
    for row in basis:
        pivot = pivot_of(row)
        _subtract(value, row, value[pivot] // row[pivot])
    return tuple(value)


def kernel(matrix: Sequence[Sequence[int]]) -> tuple[Vector, ...]:
    """The integer vectors that a square matrix, given as rows, carries to zero: a basis in echelon form."""
    size = len(matrix)
    columns = list(zip(*matrix, strict=True))
    rows = echelon([(*columns[k], *(int(j == k) for j in range(size))) for k in range(size)])
    return echelon([row[size:] for row in rows if not any(row[:size])])
