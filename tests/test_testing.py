"""What others test their solvers with: random puzzles, the reference counter, the check of solutions."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import pentominoes, piece, rectangle
from tilewright import testing
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.lattices import LATTICES
from tilewright.model.puzzle import Board, Placement, Puzzle, Solution
from tilewright.model.verification import is_solution
from tilewright.solving import api

DOMINOES = Puzzle(rectangle(3, 2), [piece("d", "##", 3)])


@given(puzzle=testing.puzzles())
def test_engines_agree_with_the_reference(puzzle: Puzzle) -> None:
    solutions = list(islice(testing.reference_solutions(puzzle), 500))
    if len(solutions) < 500:
        assert len(set(solutions)) == len(solutions) == api.count(puzzle, threads=1).solutions
        assert all(is_solution(puzzle, solution) for solution in solutions)
        assert testing.solution_faults(puzzle, api.solutions(puzzle, threads=1)) == []


@given(puzzle=testing.exact_cover_puzzles())
def test_engines_agree_with_the_reference_without_cells(puzzle: ExactCoverPuzzle) -> None:
    assert testing.reference_count(puzzle) == api.count(puzzle, threads=1).solutions
    assert testing.solution_faults(puzzle, api.solutions(puzzle, threads=1)) == []


@pytest.mark.parametrize("lattice", LATTICES)
def test_puzzles_are_solvable_or_not_as_requested(lattice: str) -> None:
    for seed in range(8):
        puzzle = testing.random_puzzle(seed, lattice=lattice, solvable=True)
        assert puzzle.lattice.name == lattice and len(puzzle.board.required) <= 12
        assert next(testing.reference_solutions(puzzle), None) is not None
        without = testing.random_puzzle(seed, lattice=lattice, solvable=False)
        assert api.first(without, threads=1) is None


@given(seed=st.integers(0, 10**9))
def test_the_same_seed_makes_the_same_puzzle(seed: int) -> None:
    assert testing.random_puzzle(seed) == testing.random_puzzle(seed)
    assert testing.random_exact_cover_puzzle(seed) == testing.random_exact_cover_puzzle(seed)


@given(puzzle=testing.puzzles(features=(), max_cells=30))
def test_a_puzzle_without_features_is_plain(puzzle: Puzzle) -> None:
    assert not puzzle.board.optional and not puzzle.board.colours and not puzzle.board.forced
    assert not puzzle.has_costs and puzzle.crossings
    assert all((p.min_copies, p.max_copies, p.motions) == (1, 1, "all") for p in puzzle.pieces)


@given(puzzle=testing.exact_cover_puzzles(plain=True))
def test_a_plain_exact_cover_puzzle_covers_each_item_once(puzzle: ExactCoverPuzzle) -> None:
    assert all((item.least, item.most, item.primary) == (1, 1, True) for item in puzzle.items)
    assert not puzzle.has_costs


def test_each_feature_occurs() -> None:
    made = [testing.random_puzzle(seed, lattice="stick") for seed in range(200)]
    assert any(puzzle.board.colours for puzzle in made)
    assert any(piece.max_copies > piece.min_copies for puzzle in made for piece in puzzle.pieces)
    assert any(puzzle.has_costs for puzzle in made) and any(puzzle.costs for puzzle in made)
    assert any(not puzzle.crossings for puzzle in made)
    assert any(puzzle.board.forced for puzzle in made)
    assert any(piece.motions != "all" for puzzle in made for piece in puzzle.pieces)
    assert any(puzzle.board.optional for puzzle in made)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"max_cells": 0}, "up to 0 cells; expected 1 to 400"),
        ({"lattice": "moon"}, "no lattice 'moon'; expected one of line, square"),
        ({"features": ["gaps"]}, "no feature 'gaps'; expected some of colours, copies"),
    ],
)
def test_impossible_arguments_are_refused(arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(PuzzleError, match=error):
        testing.random_puzzle(**arguments)


def test_the_reference_finds_known_numbers() -> None:
    assert testing.reference_count(Puzzle(rectangle(4, 4), [piece("d", "##", 8)])) == 36
    assert testing.reference_count(pentominoes(rectangle(20, 3))) == 8


def test_labelled_copies_are_counted() -> None:
    assert testing.reference_count(DOMINOES, labelled=True) == 3 * math.factorial(3)
    with pytest.raises(UnsupportedError, match="only pieces have copies to label"):
        testing.reference_count(ExactCoverPuzzle.of([[1]]), labelled=True)


def test_pieces_on_optional_cells_alone_are_found() -> None:
    puzzle = Puzzle(Board([], [(0, 0), (1, 0)]), [piece("m", "#", (0, 2))])
    assert testing.reference_count(puzzle) == 4


def test_wrong_double_and_missing_solutions_are_named() -> None:
    first, second, _ = api.solutions(DOMINOES, threads=1)
    as_lists = [("d", [list(cell) for cell in reversed(p.cells)]) for p in second]
    wrong = testing.solution_faults(DOMINOES, [first, as_lists, first, Solution([Placement("d", [(9, 9)])])])
    assert wrong[0] == "solution 3 is solution 1 again"
    assert "solution 4: piece 'd' covers (9, 9), which is not on the board" in wrong
    assert wrong[-1].startswith("1 of the solutions are missing, such as: d on [(")


def test_what_is_no_puzzle_or_no_solution_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"'board\.txt' is not a puzzle"):
        testing.reference_count("board.txt")  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="solution 1"):
        testing.solution_faults(DOMINOES, [[("d", 5)]])  # type: ignore[list-item]
