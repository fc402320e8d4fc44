"""Addresses of the page of dominosa."""

from __future__ import annotations

from tilewright.errors import PuzzleError
from tilewright.families.dominosa.puzzle import NumberGrid, dominosa, hint, read_grid
from tilewright.model.puzzle import Piece, Puzzle


def puzzle_page(puzzle: Puzzle) -> str:
    """The page with the grid of a puzzle as ``dominosa`` makes it; "" for other puzzles."""
    numbers = puzzle.board.colours
    if not numbers or puzzle.lattice.name != "square" or len(numbers) != len(puzzle.board.required):
        return ""
    if not all(number.isascii() and number.isdigit() and len(number) < 3 for number in numbers.values()):
        return ""
    width, height = (1 + max(cell[axis] for cell in numbers) for axis in (0, 1))
    rows = [[numbers.get((x, y)) for x in range(width)] for y in range(height)]
    try:
        grid = NumberGrid(tuple(tuple(None if n is None else int(n) for n in row) for row in rows))
        made = dominosa(grid)
    except PuzzleError:
        return ""

    def by_name(one: Puzzle) -> list[Piece]:
        return sorted(one.pieces, key=lambda piece: piece.name)

    return grid_address(grid) if made.board == puzzle.board and by_name(made) == by_name(puzzle) else ""


def text_page(text: str) -> str:
    """The page with the grid in a text; "" for a text that is none."""
    return grid_address(read_grid(text)) if hint(text) else ""


def grid_address(grid: NumberGrid) -> str:
    """The page with a grid."""
    # The count comes first: a link that lost its end must not open as a smaller grid.
    return f"/dominosa#n={len(grid.cells)}&g=" + str(grid).replace("\n", "/")
