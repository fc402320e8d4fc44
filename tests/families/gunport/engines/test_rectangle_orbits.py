"""The number of arrangements up to symmetry, counted from a list of all."""

from __future__ import annotations

import pytest

from support.brute_arrangements import Brute, Cells, orbits
from tilewright.families.gunport.engines.rectangles import count_orbits_of

DOMINO = ((0, 0), (1, 0))


def letters(rows: int, columns: int, pieces: frozenset[Cells]) -> bytes:
    """What a sweep says of each cell: covered already, the upper half of a domino, a port, a left half."""
    cells = bytearray([2] * (rows * columns))
    for (x, y), (u, v) in pieces:
        cells[y * columns + x] = 3 if v == y else 1
        cells[v * columns + u] = 0
    return bytes(cells)


@pytest.mark.parametrize("rows", range(1, 7))
@pytest.mark.parametrize("columns", range(1, 7))
def test_against_sets_of_images(rows: int, columns: int) -> None:
    if rows * columns > 30:
        return
    board = [(x, y) for x in range(columns) for y in range(rows)]
    tables = Brute(board, DOMINO).arrangements
    listed = [letters(rows, columns, pieces) for pieces in tables]
    assert count_orbits_of(iter(listed), columns, square=rows == columns) == orbits(board, tables, [])


def test_a_square_may_be_taken_for_a_rectangle() -> None:
    # Without turns the two halves of a 2x2 square stay apart.
    lying, standing = bytes([3, 0, 3, 0]), bytes([1, 1, 0, 0])
    assert count_orbits_of([lying, standing], 2, square=False) == 2
    assert count_orbits_of([lying, standing], 2, square=True) == 1


def test_nothing_has_no_orbits() -> None:
    assert count_orbits_of([], 5, square=False) == 0


def test_a_list_with_gaps_is_noticed() -> None:
    # One of a pair of mirror images alone: no number of orbits.
    with pytest.raises(AssertionError):
        count_orbits_of([letters(1, 3, frozenset({((0, 0), (1, 0))}))], 3, square=False)
