"""Solutions as values: their order, their puzzle, and what they are converted to."""

from __future__ import annotations

import json
import pickle
import sys
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given

from support.lattice_cases import cut_boards, soma
from support.puzzle_cases import piece, rectangle
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.puzzle import Board, Placement, Puzzle, Solution
from tilewright.solving import api

DOMINOES = Puzzle(rectangle(2, 2, without=[(1, 1)]), [piece("d", "##"), piece("m", "#")])
FOUND = Solution([Placement("m", [[0, 1]]), Placement("d", [[1, 0], [0, 0]])])


def test_lists_are_converted_and_sorted() -> None:
    placed = (Placement("d", ((0, 0), (1, 0))), Placement("m", ((0, 1),)))
    assert FOUND.placements == placed
    assert hash(FOUND) == hash(Solution(placed))


def test_it_iterates_over_its_placements() -> None:
    assert [placement.piece for placement in FOUND] == ["d", "m"]


@pytest.mark.parametrize("cells", [[1, 2], 5, [(0, 0.5)], [("0", "1")], [None]])
def test_what_is_no_cell_is_refused(cells: object) -> None:
    with pytest.raises(PuzzleError, match=r"'d'.*expected a list of the cells' coordinates"):
        Placement("d", cells)  # type: ignore[arg-type]


def test_solutions_that_are_found_know_their_puzzle_and_do_not_compare_it() -> None:
    solution = api.first(DOMINOES, threads=1)
    assert solution is not None and solution.puzzle is DOMINOES
    assert solution == Solution(solution.placements) and Solution(solution.placements).puzzle is None
    assert asdict(solution).keys() == {"placements"}
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and again.puzzle == DOMINOES


def test_the_grid_spans_the_board() -> None:
    assert FOUND.to_grid() == [["d", "d"], ["m", ""]]
    shifted = Puzzle(Board([(2, 5), (3, 5), (5, 6)]), DOMINOES.pieces)
    lone = Solution([Placement("d", [(2, 5), (3, 5)])])
    assert lone.to_grid(".") == [["d", "d"]]
    assert lone.with_puzzle(shifted).to_grid(".") == [["d", "d", ".", "."], [".", ".", ".", "."]]
    assert Solution([]).to_grid() == []


def test_the_grid_of_cubes_has_layers() -> None:
    puzzle, solution = soma()
    grid = solution.with_puzzle(puzzle).to_grid()
    assert grid[0][0] == ["V", "Z", "T"] and len(grid) == len(grid[0]) == 3


@given(cut_boards())
def test_each_cell_is_in_the_grid(cut: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = cut
    cells = sorted(puzzle.board.cells)
    least = [min(column) for column in zip(*cells, strict=True)]
    grid = solution.with_puzzle(puzzle).to_grid()
    for placement in solution:
        for cell in placement.cells:
            entry: Any = grid
            for coordinate, low in zip(reversed(cell), reversed(least), strict=True):
                entry = entry[coordinate - low]
            assert entry == placement.piece


def test_a_grid_that_is_too_large_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"1,000,002,000,001 entries"):
        Solution([Placement("d", [(0, 0), (10**6, 10**6)])]).to_grid()


def test_an_array_needs_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(UnsupportedError, match=r"needs numpy, .*pip install '\.\[arrays\]'"):
        FOUND.to_array()


def test_the_array_has_the_numbers_of_placements() -> None:
    pytest.importorskip("numpy")
    array = FOUND.with_puzzle(DOMINOES).to_array()
    assert array.shape == (2, 2)
    assert array.tolist() == [[0, 0], [1, -1]]


def test_the_dict_is_what_solution_files_have() -> None:
    assert json.loads(json.dumps(FOUND.to_dict())) == {
        "placements": [{"piece": "d", "cells": [[0, 0], [1, 0]]}, {"piece": "m", "cells": [[0, 1]]}]
    }


def test_what_is_no_placement_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"a solution has \('d', \[\]\); expected placements"):
        Solution([("d", [])])  # type: ignore[list-item]


def test_its_repr_is_short() -> None:
    assert repr(FOUND) == "<Solution with 2 placements: d, m>"
    many = Solution([Placement(f"piece {k}", [(k, 0)]) for k in range(500)])
    assert len(repr(many)) < 120
    assert repr(Solution([])) == "<Solution, empty>"
