from __future__ import annotations

import pytest
from hypothesis import given

from support.render_cases import dominoes, filled_puzzles, pentominoes, solution_of
from tilewright.errors import PuzzleError
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.render import to_png, to_svg, to_text
from tilewright.render.board import copy_shades


@given(filled_puzzles())
def test_touching_copies_of_a_piece_have_different_shades(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    shades = copy_shades(puzzle, solution.placements)
    owner = {cell: i for i, p in enumerate(solution.placements) for cell in p.cells}
    for cell, i in owner.items():
        for near in puzzle.lattice.neighbours(cell):
            j = owner.get(near, i)
            if i != j and solution.placements[i].piece == solution.placements[j].piece:
                assert shades[i] != shades[j]
    assert max(shades, default=0) <= 5  # smallest-last needs at most six colours for a planar map


def test_different_pieces_need_no_shades() -> None:
    assert copy_shades(pentominoes(), solution_of(["LLLL", "L"]).placements) == [0]


@pytest.mark.parametrize("draw", [to_svg, to_png, to_text])
@pytest.mark.parametrize(
    ("placements", "words"),
    [
        ([Placement("Q", ((0, 0),))], "'Q', which the puzzle does not have"),
        ([Placement("I", ((-1, 0), (0, 0)))], r"\(-1, 0\), which is off the board"),
        (
            [Placement("I", ((0, 0),)), Placement("L", ((0, 0),))],
            r"two placements to draw cover the cell \(0, 0\)",
        ),
    ],
)
def test_invalid_placements_are_not_drawn(draw: object, placements: list[Placement], words: str) -> None:
    assert callable(draw)
    with pytest.raises(PuzzleError, match=words):
        draw(pentominoes(), [Solution.of(placements)])


def test_copies_are_shaded_by_turns() -> None:
    puzzle, solution = dominoes(6, [((0, 0), (1, 0)), ((2, 0), (3, 0)), ((4, 0), (5, 0))])
    assert copy_shades(puzzle, solution.placements) in ([0, 1, 0], [1, 0, 1])
