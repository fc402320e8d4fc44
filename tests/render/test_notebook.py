"""What notebooks show: a picture of what has cells, a table of what has items."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given

from support.formats_strategies import abstract_puzzles, any_puzzles
from support.lattice_cases import cut_boards
from support.puzzle_cases import piece, rectangle
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Board, Placement, Puzzle, Solution
from tilewright.render import picture
from tilewright.render.notebook import MAX_CELLS, MAX_ROWS
from tilewright.solving import api

DOMINOES = Puzzle(rectangle(4, 2), [piece("d", "##", copies=4)], "Four <dominoes>")


def test_a_puzzle_and_its_solution_are_drawn() -> None:
    solution = api.first(DOMINOES, threads=1)
    assert solution is not None
    assert DOMINOES._repr_svg_() == picture(DOMINOES).svg()
    assert solution._repr_svg_() == picture(DOMINOES, solution).svg()
    assert solution._repr_html_() is None


@pytest.mark.parametrize(
    "solution",
    [
        Solution([Placement("d", [(0, 0), (1, 0)])]),
        Solution([Placement("d", [(9, 9)])]).with_puzzle(DOMINOES),
        Solution([Placement("?", [(9, 9)])]).with_puzzle(ExactCoverPuzzle.of([[1]])),
    ],
)
def test_what_cannot_be_drawn_is_left_to_its_text(solution: Solution) -> None:
    assert solution._repr_svg_() is None and solution._repr_html_() is None


def test_a_huge_board_is_not_drawn() -> None:
    assert Puzzle(Board([(k, 0) for k in range(MAX_CELLS + 1)]), [])._repr_svg_() is None


@given(any_puzzles())
def test_any_puzzle_is_drawn(puzzle: Puzzle) -> None:
    ElementTree.fromstring(puzzle._repr_svg_() or "")


@given(cut_boards())
def test_any_solution_is_drawn(cut: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = cut
    ElementTree.fromstring(solution.with_puzzle(puzzle)._repr_svg_() or "")


@given(abstract_puzzles())
def test_a_puzzle_without_cells_is_a_table(puzzle: ExactCoverPuzzle) -> None:
    rows = (puzzle._repr_html_() or "").count("<tr>")
    assert rows == min(len(puzzle.options), MAX_ROWS) + (len(puzzle.options) > MAX_ROWS)
    for solution in list(api.solutions(puzzle, threads=1))[:3]:
        assert (solution._repr_html_() or "").count("<tr>") == len(solution.placements)


def test_answers_are_tables_with_pictures() -> None:
    answer = api.count(DOMINOES, unique=True, threads=1)
    assert repr(answer).startswith("<Answer status=complete, solutions=5, up_to_symmetry=")
    assert '<td style="text-align: left">5 solutions (4 up to symmetry)</td>' in answer._repr_html_()
    for drawn in (api.sample(DOMINOES, 2), api.optimise(DOMINOES), api.forced(DOMINOES, threads=1)):
        assert "<svg" in drawn._repr_html_() and len(repr(drawn)) < 300
    assert "Four &lt;dominoes&gt;" in api.sample(DOMINOES, 2)._repr_html_()
