"""Boards of squares or triangles to be tiled by dominoes or lozenges: which puzzles are such boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import SQUARE, TRIANGLE, Cell
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.model.surfaces import NAMES
from tilewright.wording import quoted

MAX_FAR = 1 << 19  # coordinates in the core
MAX_SPREAD = 1 << 26  # points of the rectangle round a board

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class TilingBoard:
    """The cells of a puzzle that any number of dominoes or lozenges are to cover; ``piece`` is their name.

    Cells of forced placements are left out. A pair has the numbers of two cells in ``cells``.
    """

    puzzle: Puzzle
    piece: str
    cells: tuple[Cell, ...]

    @cached_property
    def region(self) -> _core.TilingRegion:
        """The board as the core has it."""
        return _core.TilingRegion(self.puzzle.lattice is TRIANGLE, list(map(core_cell, self.cells)))

    @cached_property
    def is_simply_connected(self) -> bool:
        """Whether each part of the board is a disc, without holes."""
        return self.region.simply_connected

    @cached_property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """The corners of cells, by their numbers in the core; see :func:`corner`."""
        triangles = self.puzzle.lattice is TRIANGLE
        return tuple(corner(point, triangles=triangles) for point in self.region.points)

    @cached_property
    def aztec_order(self) -> int:
        """The order of the Aztec diamond that the cells are; 0 for other boards."""
        if self.puzzle.lattice is not SQUARE:
            return 0
        columns, rows = [x for x, _ in self.cells], [y for _, y in self.cells]
        left, top = min(columns), min(rows)
        order, odd = divmod(max(columns) - left + 1, 2)
        if odd or max(rows) - top + 1 != 2 * order or len(self.cells) != 2 * order * (order + 1):
            return 0
        return order * all(in_aztec_diamond(x - left, y - top, order) for x, y in self.cells)

    def solution(self, pairs: Iterable[tuple[int, int]]) -> Solution:
        """The solution that has these pairs, and the forced placements."""
        cells, name = self.cells, self.piece
        placed = [Placement(name, tuple(sorted((cells[a], cells[b])))) for a, b in pairs]
        placed += [Placement(p.piece, tuple(sorted(p.cells))) for p in self.puzzle.board.forced]
        placed.sort(key=lambda placement: placement.cells[0])
        return Solution(tuple(placed)).with_puzzle(self.puzzle)

    def pairs(self, solution: Solution) -> list[tuple[int, int]]:
        """The pairs of a solution; UnsupportedError when it is no tiling of the board."""
        from tilewright.model.verification import faults

        if wrong := faults(self.puzzle, solution):
            raise UnsupportedError(f"this is no tiling of the board: {wrong[0]}")
        number = {cell: k for k, cell in enumerate(self.cells)}
        return [(number[p.cells[0]], number[p.cells[1]]) for p in solution.placements if p.cells[0] in number]


def core_cell(cell: Cell) -> tuple[int, int]:
    """A square or a triangle as the core has it, with y upwards."""
    return cell[0], -cell[1]


def corner(point: tuple[int, int], *, triangles: bool) -> tuple[int, int]:
    """The corner (x, y) that a point of the core is: squares go from (x, y) to (x + 1, y + 1).

    A triangle (x, y) that points up goes from (x, y + 1) to (x + 2, y + 1) and has its top at (x + 1, y).
    """
    across, up = point
    return (2 * across + up if triangles else across), 1 - up


def in_aztec_diamond(x: int, y: int, order: int) -> bool:
    """Whether a cell of the square of 2 x order cells a side, from (0, 0), is in the Aztec diamond."""
    return abs(2 * x + 1 - 2 * order) + abs(2 * y + 1 - 2 * order) <= 2 * order


def tiling_board(puzzle: AnyPuzzle) -> TilingBoard | str:
    """The board that a puzzle asks to tile by dominoes or lozenges; else a sentence why it does not."""
    if isinstance(puzzle, ExactCoverPuzzle):
        return "it has items and options, no cells"
    board = puzzle.board
    if board.surface is not None:
        return f"the board is a {NAMES[board.surface.wrap]}"
    if puzzle.lattice is not SQUARE and puzzle.lattice is not TRIANGLE:
        return "its cells are neither squares nor triangles"
    if len(puzzle.pieces) != 1 or puzzle.pieces[0].size != 2:
        return "it has other pieces than one kind of dominoes or lozenges"
    piece = puzzle.pieces[0]
    if len(puzzle.lattice.components(piece.cells)) != 1:
        return f"the two cells of the piece {quoted(piece.name)} do not touch"
    if len(piece.orientations(puzzle.lattice)) < (2 if puzzle.lattice is SQUARE else 3):
        return f"the piece {quoted(piece.name)} may not lie in all directions"
    if board.optional or puzzle.max_holes is not None:
        return "cells may stay uncovered"
    if any(piece.colours):
        return f"the piece {quoted(piece.name)} has colours"
    if puzzle.has_costs:
        return "it has costs"
    if not piece.min_copies <= len(board.required) // 2 <= piece.max_copies:
        return f"the number of copies of the piece {quoted(piece.name)} does not fit the board"
    forced = {cell for placement in board.forced for cell in placement.cells}
    cells = tuple(cell for cell in board.required if cell not in forced)
    if not cells:
        return "all cells are covered by forced placements"
    columns, rows = [cell[0] for cell in cells], [cell[1] for cell in cells]
    if max(map(abs, (*columns, *rows))) > MAX_FAR:
        return "its cells are too far away from (0, 0)"
    if (max(columns) - min(columns) + 3) * (max(rows) - min(rows) + 5) > MAX_SPREAD:
        return "its cells are too far apart"
    return TilingBoard(puzzle, piece.name, cells)


def simply_connected_board(puzzle: AnyPuzzle) -> TilingBoard:
    """The board of a puzzle of dominoes or lozenges; UnsupportedError for others, and for holes in it."""
    board = tiling_board(puzzle)
    if isinstance(board, str):
        raise UnsupportedError(f"heights and flips need a flat board of dominoes or lozenges; {board}")
    if not board.is_simply_connected:
        raise UnsupportedError("heights and flips are those of boards without holes, and this one has some")
    return board
