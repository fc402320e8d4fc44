"""Weights of cells: the search for them pauses often enough to be stopped."""

from __future__ import annotations

from tilewright.solving.infeasibility.weights import SLICE, SLICE_WORK, _kernel


def test_the_search_pauses_by_the_work_that_it_does() -> None:
    size = 200
    columns = [list(range(start, size)) for start in range(0, size, 2)]
    assert len(columns) < SLICE
    work = sum(size * len(column) for column in columns)
    pauses = [None for entries in _kernel(size, columns, 2) if entries is None]
    assert work > 2 * SLICE_WORK and len(pauses) > 2


def test_few_small_placements_are_one_slice() -> None:
    assert [entries is None for entries in _kernel(3, [[0, 1], [1, 2]], 2)] == [True, False]
