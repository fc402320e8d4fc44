"""Puzzles of cubes in one layer, read on the square lattice."""

from __future__ import annotations

from dataclasses import replace

from tilewright.model.lattices import CUBE, SQUARE, Cell
from tilewright.model.puzzle import Board, Piece, Puzzle

SQUARE_MOTIONS = {
    "fixed": "fixed",
    "upright": "rotation",
    "rotation": "all",
    "reflection": "reflection",
    "all": "all",
}
"""What motions of cubes are in a layer: rotations in space turn flat pieces over."""


def flattened(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle of cubes on the square lattice, with the same placements; None if it needs space."""
    board = puzzle.board
    normal = normal_of(board)
    if normal is None:
        return None

    def flat(cell: Cell) -> Cell:
        return cell[:normal] + cell[normal + 1 :]

    pieces = []
    for piece in puzzle.pieces:
        lying = {
            tuple(sorted((flat(cell), colour) for cell, colour in pairs)): pairs
            for pairs in piece.orientations(CUBE)
            if all(cell[normal] == 0 for cell, _ in pairs)
        }
        if not lying:
            return None
        own = tuple(sorted((flat(cell), piece.colour_of(k)) for k, cell in enumerate(piece.cells)))
        laid = Piece.of(
            piece.name,
            dict(own if own in lying else min(lying)),
            copies=(piece.min_copies, piece.max_copies),
            motions=SQUARE_MOTIONS[piece.motions],
            groups=piece.groups,
            weight=piece.weight,
        )
        if set(laid.orientations(SQUARE)) != set(lying):
            return None
        pieces.append(laid)
    layer = Board.of(
        {flat(cell): board.colour(cell) for cell in board.required},
        {flat(cell): board.colour(cell) for cell in board.optional},
    )
    return replace(puzzle, board=layer, pieces=tuple(pieces), lattice=SQUARE, mirrors=None)


def normal_of(board: Board) -> int | None:
    """The axis across a board of cubes that is one layer; None for other boards."""
    return next((axis for axis in (2, 1, 0) if len({cell[axis] for cell in board.cells}) == 1), None)
