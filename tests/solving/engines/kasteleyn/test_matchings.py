"""Which problems are matchings, below which prefixes, against the reference engine."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.matching_cases import board_graph, matching_problem, matchings, rectangle_cells
from support.puzzle_cases import piece, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Board, Puzzle
from tilewright.solving.engines import reference
from tilewright.solving.engines.kasteleyn.counting import count_matchings, unsupported


def test_what_is_no_matching_is_refused_in_a_sentence() -> None:
    single = CoverProblem(("a", "b"), ((1, 1), (1, 1)), (((0, 0), (1, 0)), ((0, 0),)))
    assert unsupported(single) == "it accepts only options that cover two items each, and option 1 covers 1"
    triple = CoverProblem(("a", "b", "c"), ((1, 1),) * 3, (((0, 0), (1, 0), (2, 0)),))
    assert unsupported(triple) == "it accepts only options that cover two items each, and option 0 covers 3"
    twice = CoverProblem(("a", "b"), ((1, 1), (2, 2)), (((0, 0), (1, 0)),))
    assert "b is to be covered 2 times" in unsupported(twice)
    loose = CoverProblem(("a", "b"), ((1, 1), (0, 1)), (((0, 0), (1, 0)),))
    assert "b is to be covered 0 to 1 times" in unsupported(loose)
    optional = CoverProblem(("a", "b", "c"), ((1, 1), (1, 1)), (((0, 0), (2, 0)), ((1, 0), (2, 0))))
    assert unsupported(optional) == "it accepts no items that may stay uncovered, and c may"
    with pytest.raises(UnsupportedError, match="kasteleyn cannot count this: it accepts no items that may"):
        count_matchings(optional)


def test_items_that_nothing_covers() -> None:
    assert count_matchings(CoverProblem(("a",), ((1, 1),), ())) == 0
    assert count_matchings(CoverProblem(("a", "b", "c"), ((1, 1),) * 3, (((0, 0), (1, 0)),))) == 0
    assert count_matchings(CoverProblem(("a",), ((0, 3),), ())) == 1
    assert count_matchings(CoverProblem((), (), ())) == 1


def test_secondary_items_that_cannot_clash() -> None:
    options = (((0, 0), (1, 0), (4, 0)), ((2, 0), (3, 0), (5, 2)), ((1, 0), (2, 0), (5, 2)), ((0, 0), (3, 0)))
    problem = CoverProblem(("a", "b", "c", "d", "x", "y"), ((1, 1),) * 4, options)
    assert count_matchings(problem) == len(list(reference.solutions(problem))) == 2


uses = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 2)), min_size=1, max_size=3, unique_by=lambda u: u[0]
)


@st.composite
def cover_problems(draw: st.DrawFn) -> CoverProblem:
    """Small problems, most options with two items, some with more, some items covered oddly."""
    bounds = [(1, 1)] * 6
    if draw(st.integers(0, 3)) == 0:
        bounds[draw(st.integers(0, 5))] = draw(st.sampled_from([(0, 1), (2, 2), (1, 2), (0, 0)]))
    pairs = st.lists(st.integers(0, 5), min_size=2, max_size=2, unique=True).map(
        lambda p: [(i, 0) for i in p]
    )
    mixed = uses.map(lambda u: [(i, c if i >= 6 else 0) for i, c in u])
    odd = draw(st.integers(0, 2)) == 0
    options = [
        tuple(option)
        for option in draw(st.lists(pairs | mixed if odd else pairs, max_size=10))
        if any(item < 6 for item, _ in option)
    ]
    return CoverProblem(tuple("abcdefgh"), tuple(bounds), tuple(options))


@given(cover_problems(), st.data())
def test_prefixes_and_odd_problems_against_the_reference(problem: CoverProblem, data: st.DataObject) -> None:
    prefix: tuple[int, ...] = ()
    if problem.options:
        some = data.draw(st.lists(st.integers(0, len(problem.options) - 1), max_size=3, unique=True))
        prefix = tuple(~o if data.draw(st.booleans()) else o for o in some)
    if not unsupported(problem, prefix):
        assert count_matchings(problem, prefix) == len(list(reference.solutions(problem, prefix)))


def test_forced_options() -> None:
    vertices, edges = board_graph(rectangle_cells(8, 8))
    problem = matching_problem(vertices, edges)
    first, last = 0, len(edges) - 1
    pairs = [cell for k, cell in enumerate(rectangle_cells(8, 8)) if k not in {*edges[first], *edges[last]}]
    assert count_matchings(problem, (first, last)) == matchings(*board_graph(pairs)) > 0
    both = [count_matchings(problem, (o,)) + count_matchings(problem, (~o,)) for o in (3, 50)]
    assert both == [12988816, 12988816]
    clash = next(k for k, edge in enumerate(edges) if k and set(edge) & set(edges[0]))
    assert count_matchings(problem, (0, clash)) == 0
    assert count_matchings(problem, (0, ~0)) == 0


def test_a_prefix_may_make_a_problem_fit() -> None:
    board = rectangle(5, 4)
    puzzle = Puzzle(board, (piece("domino", "##", (0, 10)), piece("square", "## ##", 1)))
    cover = to_cover(puzzle)
    assert unsupported(cover.problem)
    squares = [o for o, p in enumerate(cover.placements) if p.piece == "square"]
    for square in squares:
        assert unsupported(cover.problem, (square,)) == ""
    together = sum(count_matchings(cover.problem, (square,)) for square in squares)
    assert together == len(list(reference.solutions(cover.problem)))


def test_a_puzzle_with_a_forced_placement() -> None:
    cells = rectangle(6, 5).required
    plain = to_cover(Puzzle(Board.of(cells), (piece("domino", "##", (0, 15)),)))
    forced = replace(rectangle(6, 5), forced=(plain.placements[4],))
    cover = to_cover(Puzzle(forced, (piece("domino", "##", (0, 15)),)))
    assert 0 < count_matchings(cover.problem, cover.forced) < count_matchings(cover.problem) == 1183
