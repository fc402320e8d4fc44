"""The transfer matrices of rings against the engines."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright import count
from tilewright.errors import DisagreementError, UnsupportedError
from tilewright.model.lattices import SQUARE
from tilewright.model.surfaces import Wrap
from tilewright.series.boards import PieceKinds, Series, read_board, read_pieces
from tilewright.series.recurrence import find_recurrence
from tilewright.series.rings import RingMatrix, ring_matrix, surface_matrix, surface_strip
from tilewright.series.terms import TRANSFER_MATRIX, SeriesCounter, SeriesQuestion
from tilewright.series.transfer import TransferMatrix
from tilewright.solving import api
from tilewright.solving.api import Answer


def wrapped(board: str, wrap: Wrap, *pieces: str, parallel: bool = False) -> Series:
    return Series(read_board(board), read_pieces(pieces, 2), wrap=wrap, parallel=parallel)


def matrix_of(series: Series) -> TransferMatrix | RingMatrix:
    matrix = surface_matrix(series, surface_strip(series))
    assert matrix is not None
    return matrix


@st.composite
def random_series(draw: st.DrawFn) -> Series:
    """One or two random polyominoes, sometimes of several parts, in a narrow board on a surface."""
    cells = st.tuples(st.integers(0, 2), st.integers(0, 1))
    shapes = draw(st.lists(st.frozensets(cells, min_size=1, max_size=3), min_size=1, max_size=2, unique=True))
    named = tuple((str(k), tuple(sorted(shape))) for k, shape in enumerate(shapes))
    pieces = PieceKinds("random", SQUARE, named, ("all",) * len(named))
    wrap = draw(st.sampled_from(list(Wrap)))
    width = draw(st.integers(1, 3))
    shapes_of_boards = ["{}xN"] if wrap in (Wrap.MOEBIUS, Wrap.KLEIN) else ["{}xN", "Nx{}"]
    board = read_board(draw(st.sampled_from(shapes_of_boards)).format(width))
    return Series(board, pieces, wrap=wrap, parallel=draw(st.booleans()))


@settings(max_examples=60)
@given(random_series())
def test_random_pieces(series: Series) -> None:
    matrix = surface_matrix(series, surface_strip(series))
    assert matrix is not None
    numbers = list(islice(matrix.counts(), 8))
    for n in range(max(1, matrix.first), 8):
        assert numbers[n] == count(series.puzzle(n)).solutions


@pytest.mark.parametrize(
    ("board", "wrap", "pieces"),
    [
        ("4xN", Wrap.TORUS, "dominoes"),
        ("5xN", Wrap.CYLINDER, "dominoes"),
        ("4xN", Wrap.KLEIN, "polyominoes 1-2"),
        ("3xN", Wrap.TORUS, "trominoes"),
        ("4xN", Wrap.MOEBIUS, "V3"),
    ],
)
def test_no_recurrence_needs_more_than_the_order(board: str, wrap: Wrap, pieces: str) -> None:
    matrix = matrix_of(wrapped(board, wrap, pieces))
    recurrence = find_recurrence(list(islice(matrix.counts(), 3 * matrix.order())))
    assert recurrence is not None
    assert recurrence.order <= matrix.order() <= matrix.states


def test_each_ring_begins_in_one_of_its_symmetric_states() -> None:
    """Of the 16 states of C_4 six are not turns or mirror images of one another; the counts stand for all."""
    matrix = matrix_of(wrapped("4xN", Wrap.TORUS, "dominoes"))
    assert isinstance(matrix, RingMatrix)
    assert (len(matrix.starts), sum(matrix.starts.values()), matrix.order()) == (6, 16, 13)


def test_a_matrix_that_is_too_large_or_not_known() -> None:
    strip = surface_strip(wrapped("4xN", Wrap.TORUS, "dominoes"))
    assert ring_matrix(strip, Wrap.TORUS.across, is_round=True, max_states=15) is None
    assert ring_matrix(strip, Wrap.TORUS.across, is_round=True, max_ways=10) is None
    turned = surface_strip(Series(read_board("3xN"), read_pieces(["one-sided tetrominoes"], 2), "fixed"))
    with pytest.raises(UnsupportedError, match="may not be turned over"):
        ring_matrix(turned, Wrap.MOEBIUS.across, is_round=False)


def test_a_short_side_that_is_turned_over_on_a_klein_bottle_makes_no_strip() -> None:
    one = SeriesCounter(wrapped("Nx4", Wrap.KLEIN, "dominoes"), SeriesQuestion.SOLUTIONS)
    assert one.matrix is None
    assert (one.term(4).value, one.term(4).confirmed_by) == (196, "")


@pytest.mark.parametrize("wrap", list(Wrap), ids=str)
def test_a_wrong_term_is_noticed(wrap: Wrap, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*arguments: Any, **keywords: Any) -> Answer:
        answer: Answer = count(*arguments, **keywords)
        return replace(answer, solutions=(answer.solutions or 0) + 1)

    one = SeriesCounter(wrapped("4xN", wrap, "dominoes"), SeriesQuestion.SOLUTIONS)
    assert one.term(3).confirmed_by == TRANSFER_MATRIX
    assert one.term(2).confirmed_by == ""  # two columns are neighbours in two ways
    monkeypatch.setattr(api, "count", wrong)
    with pytest.raises(DisagreementError, match="the two methods disagree for N = 5"):
        one.term(5)


def test_the_recurrence_begins_where_the_matrix_counts_tilings() -> None:
    recurrence = SeriesCounter(
        wrapped("2xN", Wrap.CYLINDER, "dominoes"), SeriesQuestion.SOLUTIONS
    ).recurrence([])
    assert recurrence is not None
    assert recurrence.is_proven
    assert (recurrence.start, recurrence.coefficients) == (3, (1, 2, -1, -1))  # A102081
