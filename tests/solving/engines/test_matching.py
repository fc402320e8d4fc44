"""The engine matching against networkx, and its proofs against their words."""

from __future__ import annotations

from dataclasses import replace

import networkx  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright import Board, Puzzle, Solution, pieces
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Placement
from tilewright.model.surfaces import Surface, Wrap
from tilewright.solving.api import Answer, solve
from tilewright.solving.engines.matching import Matching, two_colours, unsupported
from tilewright.solving.engines.registry import MATCHING_FROM
from tilewright.solving.steps import Limits, Status

ONE = Limits(solutions=1)
TWO_PHASES = """
####.#
#.##.#
######
##.###
###.##
#.####
"""
"""A board on which paths of two lengths are needed."""


def solved(puzzle: Puzzle, engine: str | None = None, limits: Limits = ONE) -> tuple[Answer, list[Solution]]:
    """The answer, and the solutions."""
    solutions: list[Solution] = []
    answer = solve(puzzle, sink=solutions.append, engine=engine, limits=limits)
    return answer, solutions


def dominoes(board: Board) -> Puzzle:
    """Dominoes on a board, as many as fit."""
    return Puzzle.of(board, pieces.dominoes((0, len(board.cells))))


@settings(max_examples=80)
@given(
    st.integers(0, 6),
    st.integers(0, 6),
    st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=24),
)
def test_random_graphs(left: int, right: int, pairs: set[tuple[int, int]]) -> None:
    edges = [(a, left + b) for a, b in pairs if a < left and b < right]
    graph = networkx.Graph(edges)
    graph.add_nodes_from(range(left + right))
    near = [sorted(graph[vertex]) for vertex in range(left + right)]
    assert two_colours(near) is not None
    matching = Matching(near, range(left))
    while matching.phase(lambda: None):
        pass
    expected = len(networkx.bipartite.maximum_matching(graph, range(left))) // 2
    assert left - len(matching.free) == expected
    for vertex, partner in enumerate(matching.partner):
        assert partner == -1 or (matching.partner[partner] == vertex and partner in near[vertex])
    if matching.free:
        short, partners = matching.short_of_partners()
        assert {other for vertex in short for other in near[vertex]} == set(partners)
        assert len(short) - len(partners) == len(matching.free)


@settings(max_examples=60)
@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=20))
def test_random_boards(cells: set[tuple[int, int]]) -> None:
    puzzle = dominoes(Board.of(cells))
    answer, solutions = solved(puzzle, "matching")
    other, _ = solved(puzzle, "reference")
    assert len(solutions) == bool(answer.solutions) == bool(other.solutions)
    if not answer.solutions:
        assert answer.status is Status.COMPLETE and answer.proof


def test_a_proof_names_the_cells_that_are_short_of_partners() -> None:
    board = Board.of([(0, 1), (1, 1), (1, 0), (2, 1), (3, 1), (1, 2)])  # three cells about (1, 1)
    answer, _ = solved(dominoes(board), "matching")
    assert (answer.status, answer.solutions) == (Status.COMPLETE, 0)
    assert answer.proof == (
        "3 items ((0, 1), (1, 0), (1, 2)) can be covered only together with 1 other, one for each."
    )


def test_forced_placements_stay() -> None:
    puzzle = dominoes(Board.rectangle(4, 4))
    forced = Placement("I2", ((1, 0), (2, 0)))
    fixed = replace(puzzle, board=replace(puzzle.board, forced=(forced,)))
    _, [solution] = solved(fixed, "matching")
    assert forced in solution.placements


@pytest.mark.parametrize(
    ("wrap", "columns"),
    [(Wrap.CYLINDER, 40), (Wrap.TORUS, 40), (Wrap.MOEBIUS, 41), (Wrap.KLEIN, 41)],
    ids=str,
)
def test_large_boards_on_surfaces(wrap: Wrap, columns: int) -> None:
    """A chessboard of 30 rows goes on over a side that is turned over where the columns are odd."""
    board = replace(Board.rectangle(30, columns), surface=Surface(wrap, columns, 30))
    answer, _ = solved(dominoes(board))
    assert (answer.engine, answer.solutions) == ("matching", 1)


def test_a_limit_of_nodes_ends_it_without_a_claim() -> None:
    rows = enumerate(TWO_PHASES.split())
    board = Board.of([(x, y) for y, row in rows for x, sign in enumerate(row) if sign == "#"])
    assert solved(dominoes(board), "matching")[0].solutions == 1
    answer, solutions = solved(dominoes(board), "matching", Limits(solutions=1, nodes=1))
    assert (answer.status, solutions) == (Status.LIMIT, [])


def test_what_is_no_bipartite_graph_is_refused() -> None:
    triangle = CoverProblem(
        ("a", "b", "c"), ((1, 1),) * 3, (((0, 0), (1, 0)), ((1, 0), (2, 0)), ((0, 0), (2, 0)))
    )
    assert "items of two kinds" in unsupported(triangle)
    single = CoverProblem(("a",), ((1, 1),), (((0, 0),),))
    assert "two items each" in unsupported(single)
    with pytest.raises(UnsupportedError, match="two items each"):
        solved(Puzzle.of(Board.rectangle(3, 2), pieces.trominoes()), "matching")


def test_it_is_chosen_for_one_solution_of_a_large_board_only() -> None:
    large = dominoes(Board.rectangle(10, 20))
    assert len(to_cover(large).problem.items) >= MATCHING_FROM
    assert solved(large)[0].engine == "matching"
    assert solved(dominoes(Board.rectangle(8, 8)))[0].engine != "matching"
    assert solved(large, limits=Limits(solutions=2))[0].engine != "matching"
