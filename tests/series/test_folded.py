"""Moebius strips that grow along the side that is reversed, against the engines."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright import count
from tilewright.model.lattices import SQUARE
from tilewright.model.surfaces import Wrap
from tilewright.series import folded
from tilewright.series.boards import PieceKinds, Series, read_board, read_pieces
from tilewright.series.folded import folded_matrix, folded_strip
from tilewright.series.recurrence import find_recurrence
from tilewright.series.terms import SeriesCounter, SeriesQuestion


def dominoes(board: str, *, parallel: bool = False) -> Series:
    pieces = read_pieces(["dominoes"], 2)
    return Series(read_board(board), pieces, wrap=Wrap.MOEBIUS, parallel=parallel)


@settings(max_examples=40)
@given(
    shapes=st.lists(
        st.frozensets(st.tuples(st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=3),
        min_size=1,
        max_size=2,
        unique=True,
    ),
    columns=st.integers(1, 2),
    parallel=st.booleans(),
)
def test_random_pieces(shapes: list[frozenset[tuple[int, int]]], columns: int, *, parallel: bool) -> None:
    named = tuple((str(k), tuple(sorted(shape))) for k, shape in enumerate(shapes))
    pieces = PieceKinds("random", SQUARE, named, ("all",) * len(named))
    series = Series(read_board(f"Nx{columns}"), pieces, wrap=Wrap.MOEBIUS, parallel=parallel)
    matrix = folded_matrix(series, folded_strip(series))
    assert matrix is not None
    numbers = list(islice(matrix.counts(), matrix.first + 4))
    for n in range(matrix.first, matrix.first + 4):
        assert numbers[n] == count(series.puzzle(n)).solutions


@pytest.mark.parametrize(
    ("board", "published"),
    [  # columns of A103997
        ("2Nx2", [3, 11, 41, 153, 571, 2131, 7953]),
        ("2Nx4", [7, 71, 769, 8449, 93127, 1027207, 11332097]),
        ("2Nx6", [18, 539, 17753, 603126, 20721019, 714790675]),
    ],
)
def test_published_terms(board: str, published: list[int]) -> None:
    one = SeriesCounter(dominoes(board), SeriesQuestion.SOLUTIONS)
    assert [one.term(n).value for n in range(1, 4)] == published[:3]
    assert one.term(1).confirmed_by == ""  # too short to be folded
    assert one.term(3).confirmed_by == "transfer-matrix"
    assert [one.matrix_count(n) for n in range(2, len(published) + 1)] == published[1:]
    recurrence = one.recurrence([])
    assert recurrence is not None
    assert recurrence.is_proven
    assert recurrence.start == 2


@pytest.mark.parametrize(("board", "factor"), [("Nx4", 1), ("2Nx4", 2), ("3Nx3", 3)])
def test_no_recurrence_needs_more_than_the_order(board: str, factor: int) -> None:
    series = dominoes(board)
    matrix = folded_matrix(series, folded_strip(series))
    assert matrix is not None
    order = matrix.order(factor)
    numbers = list(islice(matrix.counts(), matrix.first, 3 * order * factor))[::factor]
    recurrence = find_recurrence(numbers)
    assert recurrence is not None
    assert recurrence.order <= order


def test_a_matrix_that_is_too_large_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    series = dominoes("Nx4")
    strip = folded_strip(series)
    monkeypatch.setattr(folded, "MAX_COVERED", 10)
    assert folded_matrix(series, strip) is None
    monkeypatch.setattr(folded, "MAX_RING_STATES", 10)
    assert folded_matrix(series, strip) is None
