"""Boards on surfaces against a walk from cell to cell, and what cannot be wrapped."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.matching_cases import matchings, rectangle_cells
from support.surface_graphs import surface_edges
from tilewright import count
from tilewright.errors import PuzzleError
from tilewright.exact_cover.placements import has_ways_apart, ways_round
from tilewright.formats.to_exact_cover import with_ways_apart
from tilewright.model.lattices import SQUARE
from tilewright.model.layout import Join
from tilewright.model.pieces.piece import Piece
from tilewright.model.puzzle import Board, Placement, Puzzle
from tilewright.model.surfaces import Surface, Wrap
from tilewright.series.boards import Series, read_board, read_pieces
from tilewright.series.wrapping import ways_on_surface

Cell = tuple[int, int]
WRAPS = tuple(Wrap)


def walked(way: list[Cell], start: Cell, wrap: Wrap, rows: int, columns: int) -> list[Cell] | None:
    """The cells of a piece that lies with its corner at a cell: right and up, one step after the other.

    Up is down once the walk has gone over a reversed side. None where it would leave the board.
    """
    place = []
    for right, up in way:
        (x, y), direction = start, 1
        for _ in range(right):
            x += 1
            if x == columns:
                x = 0
                if wrap.across is Join.REVERSED:
                    y, direction = rows - 1 - y, -direction
        for _ in range(up):
            y += direction
            if not 0 <= y < rows:
                if wrap.down is Join.OPEN:
                    return None
                y %= rows
        place.append((x, y))
    return place


@settings(max_examples=60)
@given(
    shape=st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4),
    wrap=st.sampled_from(WRAPS),
    rows=st.integers(1, 4),
    columns=st.integers(1, 4),
)
def test_ways_of_a_random_piece(shape: set[Cell], wrap: Wrap, rows: int, columns: int) -> None:
    piece = Piece.of("p", sorted(shape), motions="all", copies=(0, 99))
    expected: list[frozenset[Cell]] = []
    for way in piece.orientations(SQUARE):
        cells = [(x, y) for (x, y), _ in way]
        left, low = (min(values) for values in zip(*cells, strict=True))
        for start in rectangle_cells(columns, rows):
            place = walked([(x - left, y - low) for x, y in cells], start, wrap, rows, columns)
            if place is not None and len(set(place)) == len(shape):
                expected.append(frozenset(place))
    surface = Surface(wrap, columns, rows)
    assert Counter(map(frozenset, ways_on_surface(piece, SQUARE, surface))) == Counter(expected)
    board = replace(Board.of(rectangle_cells(columns, rows)), surface=surface)
    puzzle = Puzzle(board, (piece,))
    assert ways_round(puzzle) == {
        Placement("p", tuple(sorted(cells))): ways for cells, ways in Counter(expected).items()
    }
    assert has_ways_apart(puzzle) == (len(set(expected)) < len(expected))
    assert len(with_ways_apart(puzzle).options) == len(expected)


@pytest.mark.parametrize("wrap", WRAPS, ids=str)
@pytest.mark.parametrize("parallel", [False, True])
def test_dominoes_are_the_edges_of_the_graph(wrap: Wrap, *, parallel: bool) -> None:
    for rows in range(1, 5):
        for columns in range(1, 5):
            series = Series(
                read_board(f"{rows}xN"), read_pieces(["dominoes"], 2), wrap=wrap, parallel=parallel
            )
            order, edges = surface_edges(
                rectangle_cells(columns, rows), columns, rows, wrap.across, wrap.down, parallel=parallel
            )
            assert count(series.puzzle(columns)).solutions == matchings(len(order), edges)


def test_large_boards_are_counted_by_pfaffians() -> None:
    """Kasteleyn's four Pfaffians; A335586 has the same number."""
    series = Series(read_board("2Nx2N"), read_pieces(["dominoes"], 2), wrap=Wrap.TORUS)
    puzzle = series.puzzle(5)
    answer = count(puzzle, confirm=True)
    assert (answer.engine, answer.solutions) == ("kasteleyn", 11203604497408)
    assert answer.confirmed_by and answer.confirmed_by != "kasteleyn"


@pytest.mark.parametrize(
    ("board", "pieces", "counts"),
    [
        ("3x3N", "monaboloes", [2, 4, 8]),  # each square is halved in two ways
        ("6x6N", "dikites", [200]),  # matchings of 18 kites, by recursion
    ],
)
def test_coordinates_that_are_no_cells_need_not_be_covered(
    board: str, pieces: str, counts: list[int]
) -> None:
    series = Series(read_board(board), read_pieces([pieces], 2), wrap=Wrap.TORUS)
    assert [count(series.puzzle(n + 1)).solutions for n in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("board", "pieces", "wrap", "words"),
    [
        ("4xN", "diamonds", Wrap.KLEIN, "which a board of the triangle lattice cannot be"),
        (
            "3xN",
            "diamonds",
            Wrap.TORUS,
            "3 columns of the triangle lattice cannot be joined",
        ),
        ("4xN", "one-sided tetrominoes", Wrap.MOEBIUS, "comes back turned over on a Moebius strip"),
        ("2x2xN", "dominoes", Wrap.TORUS, "has layers; expected a flat board"),
    ],
)
def test_what_cannot_be_wrapped(board: str, pieces: str, wrap: Wrap, words: str) -> None:
    wide = read_board(board)
    with pytest.raises(PuzzleError, match=words):
        Series(wide, read_pieces([pieces], len(wide.sides)), wrap=wrap).puzzle(3)
