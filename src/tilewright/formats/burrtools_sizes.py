"""Whether the pieces that must be used fit into the result of a BurrTools problem, by their sizes."""

from __future__ import annotations

from collections.abc import Collection

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.puzzle import Piece, Puzzle
from tilewright.wording import counted


def oversized(puzzle: Puzzle) -> tuple[Piece, str] | None:
    """The first piece that must be used and is too large, and why; None when all fit by their sizes."""
    capacity, board = len(puzzle.board.cells), _box(puzzle.board.cells)
    needed = 0
    for piece in puzzle.pieces:
        if not piece.min_copies:
            continue
        if piece.size > capacity:
            return piece, f"has {counted(piece.size, 'cell')}; the result has {capacity:,}"
        if not _fits(piece, board, puzzle.lattice):
            return piece, "is longer than the result, however it is turned"
        needed += piece.size * piece.min_copies
        if needed > capacity:
            return piece, f"brings the cells that must be used to {needed:,}; the result has {capacity:,}"
    return None


def _fits(piece: Piece, board: list[int], lattice: Lattice) -> bool:
    """Whether the box of the piece, as it is drawn or turned, is nowhere longer than the board's."""

    def fits(cells: Collection[Cell]) -> bool:
        return all(own <= there for own, there in zip(_box(cells), board, strict=True))

    # Turning takes time, and mostly the piece fits as it is drawn.
    return fits(piece.cells) or any(fits([cell for cell, _ in way]) for way in piece.orientations(lattice))


def _box(cells: Collection[Cell]) -> list[int]:
    """The lengths of the smallest box around cells."""
    return [max(column) - min(column) + 1 for column in zip(*cells, strict=True)]
