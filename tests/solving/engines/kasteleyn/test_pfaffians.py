"""Sums of Pfaffians against matchings counted one by one, and the literature."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.matching_cases import Cell, matchings, rectangle_cells
from support.surface_graphs import JOINS, surface_edges, surface_problem
from tilewright import Board, Piece, Puzzle, _core, count
from tilewright.errors import DisagreementError, UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.model.layout import Join
from tilewright.model.surfaces import Surface, Wrap
from tilewright.solving.engines.kasteleyn import counting
from tilewright.solving.engines.kasteleyn.counting import count_matchings
from tilewright.solving.engines.kasteleyn.determinants import Graph, matching_graph
from tilewright.solving.engines.kasteleyn.pfaffians import (
    PfaffianSum,
    PfaffianSumResidue,
    pfaffian_sum,
    square_root_of_minus_one,
)
from tilewright.solving.steps import StepLoop

OPEN, PLAIN, REVERSED = JOINS


def dominoes(width: int, height: int, across: Join, down: Join, *, parallel: bool = False) -> int:
    cells = rectangle_cells(width, height)
    return count_matchings(surface_problem(cells, width, height, across, down, parallel=parallel))


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[Cell], int, int, Join, Join, bool]:
    """Cells of a small rectangle, its sides, how they are joined, and whether parallel edges count."""
    width = draw(st.integers(1, 7))
    height = draw(st.integers(1, 36 // width if width > 5 else 7))
    cells = rectangle_cells(width, height)
    missing = draw(st.sets(st.sampled_from(cells), max_size=min(6, len(cells) - 1)))
    joins = st.sampled_from(JOINS)
    return (
        [c for c in cells if c not in missing],
        width,
        height,
        draw(joins),
        draw(joins),
        draw(st.booleans()),
    )


@settings(max_examples=120)
@given(boards())
def test_random_boards(board: tuple[list[Cell], int, int, Join, Join, bool]) -> None:
    cells, width, height, across, down, parallel = board
    order, edges = surface_edges(cells, width, height, across, down, parallel=parallel)
    problem = surface_problem(cells, width, height, across, down, parallel=parallel)
    expected = matchings(len(order), edges)
    assert count_matchings(problem) == expected
    graph = matching_graph(problem)
    assert isinstance(graph, Graph)
    if not graph.items:  # a cell without a neighbour
        assert expected == 0
        return
    assert problem.layout is not None
    of = pfaffian_sum(graph, problem.layout)  # also where the graph is planar
    assert isinstance(of, PfaffianSum)
    [rests] = counting._residues([job := counting._PfaffianJob(of)], 1, StepLoop())
    assert job.count(rests) == expected


@pytest.mark.parametrize(
    ("count", "published"),
    [
        (lambda n: dominoes(2 * n, 2 * n, PLAIN, PLAIN, parallel=True),
         [8, 272, 90176, 311853312, 11203604497408, 4161957566985310208]),  # A335586, torus
        (lambda n: dominoes(n + 2, 4, PLAIN, PLAIN), [50, 272, 722, 3108, 10082, 39952, 140450]),  # A220864
        (lambda n: dominoes(5, 2 * n + 2, PLAIN, PLAIN), [722, 9922, 155682, 2540032, 41934482]),  # A231485
        (lambda n: dominoes(n, 2, PLAIN, PLAIN, parallel=True), [2, 8, 14, 36, 82, 200, 478]),  # A162484
        (lambda n: dominoes(2 * n, 4, REVERSED, OPEN, parallel=True),
         [11, 71, 539, 4271, 34276, 276119]),  # A103997, Moebius strip
        (lambda n: dominoes(2 * n, 8, REVERSED, OPEN, parallel=True),
         [153, 8449, 603126, 46069729]),  # A103997
        (lambda n: dominoes(2 * n, 6, REVERSED, PLAIN, parallel=True),
         [54, 1666, 64152, 2549186, 101757654, 4064620168]),  # A103999, Klein bottle
        (lambda n: dominoes(2 * n, 10, REVERSED, PLAIN, parallel=True),
         [726, 171394, 57523158, 21050622914, 7902001927776, 2988827208115522]),  # A103999
        (lambda n: dominoes(n, 2, REVERSED, PLAIN, parallel=True),
         [4, 6, 16, 34, 84, 198, 480, 1154, 2788]),  # A162485, Klein bottle, the side of 2 turned over
        (lambda n: dominoes(n, 2, PLAIN, REVERSED, parallel=True),
         [2, 6, 10, 16, 38, 54, 142, 196, 530, 726]),  # A351635, Klein bottle, the side of n turned over
        (lambda n: dominoes(2 * n + 2, 5, PLAIN, OPEN), [450, 4480, 51842, 631750, 7840800]),  # A253150
    ],
)  # fmt: skip
def test_published_numbers(count: Callable[[int], int], published: list[int]) -> None:
    assert [count(n) for n in range(1, len(published) + 1)] == published


def test_a_side_of_two_cells_joined_to_itself() -> None:
    """Two ways for two cells to be neighbours are one domino as a set of cells, and two edges of a graph."""
    assert dominoes(2, 2, PLAIN, PLAIN) == 2
    assert dominoes(2, 2, PLAIN, PLAIN, parallel=True) == 8


@pytest.mark.parametrize(("across", "down"), [(PLAIN, PLAIN), (REVERSED, PLAIN), (REVERSED, OPEN)])
def test_large_boards_lie_either_way(across: Join, down: Join) -> None:
    assert dominoes(16, 13, across, down) == dominoes(13, 16, down, across) > 2**40


def test_an_edge_that_does_not_fit_the_layout() -> None:
    problem = surface_problem(rectangle_cells(5, 4), 5, 4, PLAIN, PLAIN)
    wrong = replace(problem, options=(*problem.options, ((0, 0), (9, 0))))
    with pytest.raises(UnsupportedError, match=r"options of neighbours, and \(0, 0\) and \(2, 1\) are not"):
        count_matchings(wrong)
    bare = CoverProblem(problem.items, problem.bounds, problem.options)
    with pytest.raises(UnsupportedError, match="drawn in the plane, or on a board whose sides are joined"):
        count_matchings(bare)


@pytest.mark.parametrize("places", [((0, 0),) * 20, ((0, 0),), (None,) * 20])
def test_a_layout_that_is_none(places: tuple[tuple[int, int] | None, ...]) -> None:
    problem = surface_problem(rectangle_cells(5, 4), 5, 4, PLAIN, PLAIN)
    assert problem.layout is not None
    wrong = replace(problem, layout=replace(problem.layout, places=places))
    with pytest.raises(UnsupportedError, match="only items that are cells, each in a place of its own"):
        count_matchings(wrong)


def test_a_wrong_residue_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = PfaffianSumResidue.advance

    first = counting._primes_with_roots(1)[0]

    def wrong_once(self: PfaffianSumResidue, budget: float) -> bool:
        done = right(self, budget)
        self.value += done and self._prime == first
        return done

    monkeypatch.setattr(PfaffianSumResidue, "advance", wrong_once)
    with pytest.raises(ArithmeticError, match="contradict each other"):
        dominoes(8, 8, PLAIN, PLAIN)


def test_a_number_that_is_wrong_modulo_all_primes_is_noticed_by_a_second_engine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # where the report of the disagreement goes
    right = PfaffianSumResidue.advance

    def one_more(self: PfaffianSumResidue, budget: float) -> bool:
        done = right(self, budget)
        self.value += done
        return done

    cells = rectangle_cells(8, 7)
    puzzle = Puzzle(Board.of(cells, surface=Surface(Wrap.KLEIN, 8, 7)), [Piece.of("d", "##", copies=(0, 99))])
    number = count(puzzle, confirm=True).solutions
    monkeypatch.setattr(PfaffianSumResidue, "advance", one_more)
    assert count(puzzle).solutions == (number or 0) + 1
    with pytest.raises(DisagreementError):
        count(puzzle, confirm=True)


def test_roots_of_minus_one() -> None:
    for prime in counting._primes_with_roots(5):
        assert square_root_of_minus_one(prime) ** 2 % prime == prime - 1
    with pytest.raises(ValueError, match="7 is no prime"):
        square_root_of_minus_one(7)


def test_the_rows_of_a_skew_matrix_may_come_in_any_order() -> None:
    """The Pfaffian of entries a, b, c, d, e, f in the upper half is af - be + cd."""
    prime = counting._primes_with_roots(1)[0]
    places = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    values = [2, 3, 5, 7, 11, 13]
    matrix = _core.SkewMatrix(4, [(u, v, value, 0) for (u, v), value in zip(places, values, strict=True)])
    residue = _core.PfaffianResidue(matrix, prime, [1])
    while not residue.advance(1):
        pass
    assert residue.value == 2 * 13 - 3 * 11 + 5 * 7
    assert (matrix.size, matrix.width) == (4, 4)
    for entries in ([(1, 0, 1, 0)], [(0, 4, 1, 0)], [(0, 1, 0, 0)], [(0, 1, 1, -1)]):
        with pytest.raises(ValueError):
            _core.SkewMatrix(4, entries)
    with pytest.raises(ValueError, match="a factor for each kind"):
        _core.PfaffianResidue(matrix, prime, [])
