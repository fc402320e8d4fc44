"""The transfer matrix against the engines, on strips of every lattice that boxes have."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright import count
from tilewright.model.lattices import SQUARE
from tilewright.series.boards import PieceKinds, Series, read_board, read_pieces
from tilewright.series.recurrence import find_recurrence
from tilewright.series.transfer import strip_of, transfer_matrix


def series(board: str, *pieces: str) -> Series:
    wide = read_board(board)
    return Series(wide, read_pieces(pieces, len(wide.sides)))


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("4xN", ["dominoes"]),
        ("Nx3", ["polyominoes 1-2"]),
        ("3xN", ["V3", "1x2"]),
        ("4xN", ["one-sided tetrominoes"]),
        ("2x2xN", ["dominoes"]),
        ("Nx2x2", ["1x1x2", "V3"]),
        ("2xN", ["trihexes", "polyhexes 1"]),
        ("2xN", ["diamonds"]),
        ("Nx2", ["diamonds", "polyiamonds 1"]),
        ("3xN", ["triamonds", "diamonds"]),
        ("1x2xN", ["polyspheres 2", "polyspheres 1"]),
        ("1xN", ["1x2", "1x3"]),
    ],
)
def test_the_matrix_counts_as_the_engines(board: str, pieces: list[str]) -> None:
    one = series(board, *pieces)
    matrix = transfer_matrix(strip_of(one))
    assert matrix is not None
    numbers = list(islice(matrix.counts(), 8))
    assert numbers == [1, *(count(one.puzzle(n)).solutions for n in range(1, 8))]


@st.composite
def kinds(draw: st.DrawFn) -> PieceKinds:
    """One or two random polyominoes, as drawn or turned, sometimes of several parts."""
    cells = st.tuples(st.integers(0, 2), st.integers(0, 2))
    shapes = draw(st.lists(st.frozensets(cells, min_size=1, max_size=4), min_size=1, max_size=2, unique=True))
    motions = draw(st.sampled_from(["fixed", "rotation", "all"]))
    named = tuple((str(k), tuple(sorted(shape))) for k, shape in enumerate(shapes))
    return PieceKinds("random", SQUARE, named, (motions,) * len(named))


@given(kinds(), st.integers(1, 3), st.sampled_from(["Nx{}", "{}xN"]))
def test_random_pieces(pieces: PieceKinds, width: int, board: str) -> None:
    one = Series(read_board(board.format(width)), pieces)
    matrix = transfer_matrix(strip_of(one))
    assert matrix is not None
    numbers = list(islice(matrix.counts(), 7))
    assert numbers[1:] == [count(one.puzzle(n)).solutions for n in range(1, 7)]
    assert matrix.order() <= matrix.states * matrix.period or matrix.states == 0


@pytest.mark.parametrize(
    ("board", "pieces", "factor"), [("2xN", "diamonds", 1), ("2x2N", "diamonds", 2), ("3xN", "trominoes", 1)]
)
def test_no_recurrence_needs_more_than_the_order(board: str, pieces: str, factor: int) -> None:
    matrix = transfer_matrix(strip_of(series(board, pieces)))
    assert matrix is not None
    order = matrix.order(factor)
    numbers = list(islice(matrix.counts(), 6 * order * factor))[::factor]
    recurrence = find_recurrence(numbers)
    assert recurrence is not None
    assert recurrence.order <= order


def test_states_are_put_into_classes() -> None:
    """The two states of a 4-wide strip that are mirror images have equally many ways on."""
    matrix = transfer_matrix(strip_of(series("4xN", "dominoes")))
    assert matrix is not None
    assert (matrix.states, matrix.order()) == (6, 5)


def test_a_matrix_that_is_too_large_is_not_made() -> None:
    strip = strip_of(series("8xN", "dominoes"))
    assert transfer_matrix(strip, max_states=10) is None
    assert transfer_matrix(strip, max_ways=10) is None
    assert transfer_matrix(strip) is not None


def test_dead_ends_are_steps_too() -> None:
    """A column of 101 cells has very many beginnings by squares of side 2 and 4, and no end."""
    assert transfer_matrix(strip_of(series("101xN", "2x2", "4x4")), max_ways=100_000) is None
