"""Where a piece can lie in the board, and why it cannot lie elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.errors import PuzzleError
from tilewright.exact_cover.placements import places_of
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Piece, Puzzle
from tilewright.play.notation import cell_text
from tilewright.registry import did_you_mean
from tilewright.wording import counted, quoted


@dataclass(frozen=True)
class PlaceReason:
    """A way in which a piece may lie: its cells; and if it cannot, why, and which cells are wrong."""

    cells: tuple[Cell, ...]
    reason: str = ""
    wrong: tuple[Cell, ...] = ()


def places_through(puzzle: Puzzle, piece: str, cell: Cell | None = None) -> list[PlaceReason]:
    """The places of a piece in the board; with a cell, all ways to cover it, those that do not fit with why.

    The ways that do not fit come last, those with the fewest wrong cells first. PuzzleError for a piece or a
    cell that the puzzle does not have.
    """
    chosen = puzzle.by_name.get(piece)
    if chosen is None:
        raise PuzzleError(
            f"the puzzle has no piece {quoted(piece)}; expected one of {', '.join(puzzle.by_name)}"
            f"{did_you_mean(piece, puzzle.by_name)}"
        )
    if cell is None:
        return [PlaceReason(cells) for name, value in places_of(puzzle) if name == piece for cells in value]
    if len(cell) != puzzle.lattice.dimension or cell not in puzzle.board.cells:
        raise PuzzleError(f"{cell} is no cell of the board")
    return sorted(_ways(puzzle, chosen, cell), key=lambda one: (len(one.wrong), one.cells))


def _ways(puzzle: Puzzle, piece: Piece, target: Cell) -> Iterator[PlaceReason]:
    """All ways in which a piece may cover a cell."""
    lattice = puzzle.lattice
    for way in piece.orientations(lattice):
        for start, _ in way:
            step = subtract(target, start)
            if lattice.is_translation(step):
                laid = sorted((add(cell, step), colour) for cell, colour in way)
                yield _reason(puzzle, laid)


def _reason(puzzle: Puzzle, laid: list[tuple[Cell, str]]) -> PlaceReason:
    board = puzzle.board
    cells = tuple(cell for cell, _ in laid)
    outside = tuple(cell for cell in cells if cell not in board.cells)
    if outside:
        more = f" and {counted(len(outside) - 1, 'other cell')}" if len(outside) > 1 else ""
        return PlaceReason(cells, f"It leaves the board at {cell_text(outside[0])}{more}.", outside)
    clashing = tuple(cell for cell, colour in laid if not puzzle.colours_agree(colour, board.colour(cell)))
    if clashing:
        first = clashing[0]
        own = dict(laid)[first]
        return PlaceReason(
            cells, f"Its colour {own} does not match {board.colour(first)} at {cell_text(first)}.", clashing
        )
    return PlaceReason(cells)
