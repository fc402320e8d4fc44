"""Random boards on surfaces: placements, counts and classes up to symmetry against a slow program."""

from __future__ import annotations

import random

import pytest

from support.surface_brute import motions_of_surface, places, random_case, tilings, ways
from tilewright import count
from tilewright.exact_cover.placements import placements_of
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.model.surfaces import Surface, Wrap
from tilewright.testing import reference_count


@pytest.mark.parametrize("seed", range(3, 23))
def test_random_boards(seed: int) -> None:
    """The same with 1,500 seeds is right too."""
    kind, width, height, board, forms = random_case(random.Random(seed))
    puzzle = Puzzle(
        Board.of(sorted(board), surface=Surface(Wrap[kind.upper()], width, height)),
        [
            Piece.of(f"P{k}", shape, copies=(least, most), motions=motions)
            for k, (shape, motions, least, most) in enumerate(forms)
        ],
    )
    shapes = [ways(shape, motions) for shape, motions, _, _ in forms]
    slow = {
        f"P{k}": (places(kind, width, height, board, shapes[k]), least, most)
        for k, (_, _, least, most) in enumerate(forms)
    }
    expected = {(name, place) for name, (positions, _, _) in slow.items() for place in positions}
    assert {(one.piece, frozenset(one.cells)) for one in placements_of(puzzle)} == expected
    solutions = set(tilings(board, slow))
    maps = [dict(one) for one in motions_of_surface(kind, width, height, shapes)]
    kept = [one for one in maps if {one[cell] for cell in board} == board]
    left, classes = set(solutions), 0
    while left:
        some = left.pop()
        classes += 1
        for one in kept:
            left.discard(frozenset((name, frozenset(one[c] for c in place)) for name, place in some))
    answer = count(puzzle, unique=True, engine="dancing-cells")
    assert (answer.solutions, answer.up_to_symmetry) == (len(solutions), classes)
    assert reference_count(puzzle) == len(solutions)
