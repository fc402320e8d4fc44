"""Boards on surfaces against a walk from cell to cell, and what cannot be wrapped."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.matching_cases import matchings, rectangle_cells
from support.surface_graphs import surface_edges
from tilewright import count
from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.lattices import SQUARE
from tilewright.model.layout import Join
from tilewright.model.pieces.piece import Piece
from tilewright.series.boards import Series, read_board, read_pieces
from tilewright.series.wrapping import Surface, wrapped_puzzle

Cell = tuple[int, int]
WRAPS = tuple(Surface)


def walked(way: list[Cell], start: Cell, wrap: Surface, rows: int, columns: int) -> list[Cell] | None:
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
    motions=st.sampled_from(["fixed", "rotation", "all"]),
    parallel=st.booleans(),
)
def test_places_of_a_random_piece(
    shape: set[Cell], wrap: Surface, rows: int, columns: int, motions: str, *, parallel: bool
) -> None:
    piece = Piece.of("p", sorted(shape), motions=motions, copies=(0, 99))
    puzzle = wrapped_puzzle((piece,), SQUARE, wrap, (rows, columns), parallel=parallel, title="")
    expected: list[frozenset[Cell]] = []
    ways = {
        frozenset((x, -y if is_turned_over else y) for (x, y), _ in way)
        for way in piece.orientations(SQUARE)
        for is_turned_over in {False, wrap.across is Join.REVERSED}
    }
    corners = {
        frozenset((x - min(a for a, _ in way), y - min(b for _, b in way)) for x, y in way) for way in ways
    }
    for cells in map(sorted, corners):
        for start in rectangle_cells(columns, rows):
            place = walked(cells, start, wrap, rows, columns)
            if place is not None and len(set(place)) == len(shape):
                expected.append(frozenset(place))
    places = [
        frozenset((int(x), int(y)) for x, y in (name.split(",") for name, _ in option.uses))
        for option in puzzle.options
    ]
    assert Counter(places) == Counter(expected if parallel else set(expected))


@pytest.mark.parametrize("wrap", WRAPS, ids=str)
@pytest.mark.parametrize("parallel", [False, True])
def test_dominoes_are_the_edges_of_the_graph(wrap: Surface, *, parallel: bool) -> None:
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
    series = Series(read_board("2Nx2N"), read_pieces(["dominoes"], 2), wrap=Surface.TORUS)
    puzzle = series.puzzle(5)
    assert isinstance(puzzle, ExactCoverPuzzle)
    answer = count(puzzle, confirm=True)
    assert (answer.engine, answer.solutions) == ("kasteleyn", 11203604497408)
    assert answer.confirmed_by and answer.confirmed_by != "kasteleyn"


@pytest.mark.parametrize(
    ("board", "pieces", "wrap", "words"),
    [
        ("4xN", "diamonds", Surface.KLEIN, "cannot be turned over; expected squares"),
        (
            "3xN",
            "diamonds",
            Surface.TORUS,
            "3 columns of the triangle lattice cannot be joined: the pattern does not fit",
        ),
        ("2x2xN", "dominoes", Surface.TORUS, "has layers; expected a flat board"),
    ],
)
def test_what_cannot_be_wrapped(board: str, pieces: str, wrap: Surface, words: str) -> None:
    wide = read_board(board)
    with pytest.raises(PuzzleError, match=words):
        Series(wide, read_pieces([pieces], len(wide.sides)), wrap=wrap).puzzle(3)
