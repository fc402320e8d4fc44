"""Inferred neighbours: those of the board where it is known, and none of pieces."""

from __future__ import annotations

import pytest
from hypothesis import given

from support.formats_strategies import abstract_puzzles
from tilewright import catalogue
from tilewright.exact_cover import neighbours
from tilewright.exact_cover.neighbours import infer_neighbours
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import dpf
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle


def inferred(problem: CoverProblem) -> tuple[tuple[int, ...], ...]:
    return infer_neighbours(len(problem.items), problem.options)


def test_cells_of_dominoes_have_the_neighbours_of_the_board() -> None:
    puzzle = catalogue.load("dominoes-8x8")
    assert isinstance(puzzle, Puzzle)
    board = to_cover(puzzle).problem
    again = to_cover(dpf.loads(dpf.dumps(puzzle))).problem
    assert inferred(again) == (*board.near[:64], ())


def test_most_neighbours_of_pentominoes_are_found() -> None:
    puzzle = catalogue.load("pentominoes-6x10")
    board = to_cover(puzzle).problem
    rows = inferred(to_cover(dpf.loads(dpf.dumps(puzzle))).problem)
    right = {(i, j) for i, row in enumerate(board.near[:60]) for j in row}
    pairs = {(i, j) for i, row in enumerate(rows) for j in row}
    assert len(right & pairs) > 0.9 * len(right)
    assert len(pairs - right) < 0.2 * len(right)
    assert rows[60:] == ((),) * 12


def test_pieces_may_come_first() -> None:
    puzzle = ExactCoverPuzzle.of(
        [["p", "a", "b"], ["p", "b", "c"], ["q", "c"]], items=["p", "q", "a", "b", "c"]
    )
    assert inferred(to_cover(puzzle).problem) == ((), (), (3,), (2, 4), (3,))


def test_a_cell_by_itself_is_beside_another() -> None:
    puzzle = dpf.loads("2 2 1 1 0 1 1 1")
    assert inferred(to_cover(puzzle).problem) == ((1,), (0,), (), ())


def test_the_only_cell_has_no_neighbours() -> None:
    assert inferred(to_cover(ExactCoverPuzzle.of([["cell", "piece"]])).problem) == ((), ())


@given(abstract_puzzles())
def test_the_cells_of_each_option_hang_together(puzzle: ExactCoverPuzzle) -> None:
    problem = to_cover(puzzle).problem
    near = inferred(problem)
    for option in problem.options if any(near) else ():  # else there are no pieces, or there is one cell
        cells = {item for item, _ in option if near[item]}
        assert len(option) - len(cells) <= 1
        reached, waiting = set(), sorted(cells)[:1]
        while waiting:
            cell = waiting.pop()
            if cell not in reached:
                reached.add(cell)
                waiting += cells.intersection(near[cell])
        assert reached == cells
    assert all(item in near[other] for item, row in enumerate(near) for other in row)


@pytest.mark.parametrize("options", [[], [["a"]], [["a", "b"], ["b", "c"], ["a", "c"]]])
def test_without_pieces_there_are_none(options: list[list[str]]) -> None:
    assert inferred(to_cover(ExactCoverPuzzle.of(options)).problem) == ()


def test_large_options_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "MAX_PAIRS", 3)
    assert inferred(to_cover(dpf.loads("2 1 1 2 0 1")).problem) == ()


def test_known_neighbours_are_kept() -> None:
    known = to_cover(catalogue.load("dominoes-8x8")).problem
    assert known.with_neighbours is known
    bare = CoverProblem(known.items, known.bounds, known.options)
    assert not any(bare.with_neighbours.near)  # 64 cells and no pieces
