"""The collected puzzle files, where they are at hand: all load, and TOML and back keeps each equal."""

from __future__ import annotations

import pytest

from support.shared_files import NAMES, shared_file
from tilewright import catalogue
from tilewright.formats import ascii_tiles, toml
from tilewright.loading import load_puzzle
from tilewright.model.puzzle import Puzzle

FILES = [name for name in NAMES if name.startswith(("tiling/", "tiling-more/"))]

SHAPES = {  # cells of the board, pieces with copies, different pieces
    "board3": (100, 9, 3),
    "checkerboard": (64, 12, 11),
    "IQ_creator": (64, 8, 8),
    "lucky13": (64, 13, 13),
    "partial_cross": (45, 12, 12),
    "pentominoes6x10": (60, 12, 12),
    "test1": (64, 9, 5),
    "testBoard.txt": (12, 0, 0),
    "testPuzzle3": (37, 8, 7),
    "trivial": (8, 3, 3),
}


@pytest.mark.parametrize("name", FILES)
def test_loads_and_converts(name: str) -> None:
    path = shared_file(name)
    for motions in ("", "rotation"):
        puzzle = load_puzzle(path, motions=motions)
        assert toml.loads(toml.dumps(puzzle)) == puzzle
        assert ascii_tiles.loads(ascii_tiles.dumps(puzzle, motions), motions) == puzzle
    puzzle = load_puzzle(path)
    if path.name in SHAPES:
        copies = sum(piece.max_copies for piece in puzzle.pieces)
        assert (len(puzzle.board.required), copies, len(puzzle.pieces)) == SHAPES[path.name]


@pytest.mark.parametrize("name", FILES)
def test_the_catalogue_has_the_puzzle_under_the_name_of_the_file(name: str) -> None:
    """The same board, and by all motions the same pieces."""
    path = shared_file(name)
    for motions in ("fixed", "rotation", "reflection", "all"):
        ours, theirs = catalogue.load(path.stem, motions), load_puzzle(path, motions=motions)
        assert isinstance(ours, Puzzle) and isinstance(theirs, Puzzle)
        assert ours.board == theirs.board
        sets = [
            sorted(
                (sorted(p.orientations(puzzle.lattice)), p.min_copies, p.max_copies) for p in puzzle.pieces
            )
            for puzzle in (ours, theirs)
        ]
        assert sets[0] == sets[1]
