"""Terms and recurrences of series against those that the OEIS publishes."""

from __future__ import annotations

import tomllib
from itertools import combinations, islice
from math import prod
from pathlib import Path

import pytest

from support.series_terms import PUBLISHED, PublishedSeries
from tilewright.series import known
from tilewright.series.boards import Series, read_board, read_pieces
from tilewright.series.known import oeis_id
from tilewright.series.terms import SeriesCounter, SeriesQuestion

MAX_CELLS = 36
"""The largest boards on which an engine counts as well."""


@pytest.mark.parametrize("row", PUBLISHED, ids=str)
def test_published_terms(row: PublishedSeries) -> None:
    counter = row.counter
    numbers = range(row.first, row.first + len(row.terms))
    terms = dict(zip(numbers, row.terms, strict=True))
    if row.question is SeriesQuestion.SOLUTIONS and counter.matrix is not None:
        assert [counter.matrix_count(n) for n in numbers] == list(row.terms)
        small = (n for n in numbers if n and prod(row.series.board.size(n)) <= MAX_CELLS)
        numbers_of_engine = list(islice(small, 3))
    else:
        numbers_of_engine = [n for n in numbers if n]
    assert numbers_of_engine
    assert [counter.term(n).value for n in numbers_of_engine] == [terms[n] for n in numbers_of_engine]


@pytest.mark.parametrize("row", [row for row in PUBLISHED if row.recurrence], ids=str)
def test_published_recurrences(row: PublishedSeries) -> None:
    counter = row.counter
    terms = [] if row.question is SeriesQuestion.SOLUTIONS else [counter.term(n) for n in range(1, 40)]
    recurrence = counter.recurrence(terms)
    assert recurrence is not None
    assert recurrence.is_proven
    assert recurrence.coefficients[: recurrence.reach] == row.recurrence


@pytest.mark.parametrize("row", PUBLISHED, ids=str)
def test_ids_are_known(row: PublishedSeries) -> None:
    assert oeis_id(row.series, row.question) == row.oeis


def test_ids_have_published_terms() -> None:
    text = Path(known.__file__).with_name("oeis.toml").read_text(encoding="utf-8")
    ids = [
        (question, oeis)
        for question, keys in tomllib.loads(text).items()
        for key, oeis in keys.items()
        if " in " in key
    ]
    assert sorted(ids) == sorted((row.question.value, row.oeis) for row in PUBLISHED)
    assert all(len(row.terms) >= 5 for row in PUBLISHED)


def test_the_order_of_pieces_and_sides_does_not_matter() -> None:
    row = next(row for row in PUBLISHED if row.oeis == "A033506")
    assert oeis_id(PublishedSeries(**{**vars(row), "board": "Nx3"}).series, row.question) == "A033506"
    row = next(row for row in PUBLISHED if row.oeis == "A063650")
    assert (
        oeis_id(PublishedSeries(**{**vars(row), "pieces": "2x2 and 1x1"}).series, row.question) == "A063650"
    )


Cell = tuple[int, int, int]


def trominoes_and_cubes(height: int, *, cubes: bool) -> int:
    """The ways to fill a 2 x 2 x height box, by a plain search of its own."""
    cells = [(x, y, z) for z in range(height) for x in range(2) for y in range(2)]

    def touch(one: Cell, other: Cell) -> bool:
        return sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1

    bent = [
        frozenset(three)
        for three in combinations(cells, 3)
        if sum(touch(*pair) for pair in combinations(three, 2)) == 2
        and max(map(len, map(set, zip(*three, strict=True)))) < 3
    ]

    def ways(left: frozenset[Cell]) -> int:
        if not left:
            return 1
        first = min(left, key=cells.index)
        alone = ways(left - {first}) if cubes else 0
        return alone + sum(ways(left - three) for three in bent if first in three and three <= left)

    return ways(frozenset(cells))


@pytest.mark.parametrize(
    ("pieces", "board", "terms", "published"),
    [
        (["V3"], "2x2x3N", [44, 2800], [44, 2512]),  # A359885
        (["1x1", "V3"], "2x2xN", [5, 97, 1289], [5, 89, 1177]),  # A360064
    ],
)
def test_trominoes_in_a_box_against_a_plain_search(
    pieces: list[str], board: str, terms: list[int], published: list[int]
) -> None:
    """Some pages of the OEIS have other terms: in 2 x 2 x 2 they miss 8 of the 72 pairs of trominoes."""
    wide = read_board(board)
    counter = SeriesCounter(Series(wide, read_pieces(pieces, 3)), SeriesQuestion.SOLUTIONS)
    height = wide.sides[2]
    assert [counter.term(n).value for n in range(1, len(terms) + 1)] == terms != published
    searched = [trominoes_and_cubes(height.at(n), cubes="1x1" in pieces) for n in range(1, len(terms) + 1)]
    assert searched == terms
