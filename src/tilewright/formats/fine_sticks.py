"""Sticks as squares: each edge of the grid as two cells of a grid three times as fine, without its vertices.

Only edges fit on edges there, so a puzzle of sticks and its squares have the same solutions, as long as
pieces may cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product

from tilewright.model.lattices import SQUARE, STICK, Cell
from tilewright.model.puzzle import Board, Piece, Puzzle

FINE = 3  # the fine cells from one vertex to the next


def squares_of(stick: Cell) -> tuple[Cell, Cell]:
    """The two fine cells of a stick: behind its first vertex, which lies at a multiple of FINE, and next."""
    (x, y), level = (number // 2 * FINE for number in stick), stick[0] % 2
    return ((x + 1, y), (x + 2, y)) if level else ((x, y + 1), (x, y + 2))


def sticks_of(squares: Iterable[Cell]) -> tuple[Cell, ...] | None:
    """The sticks whose fine cells these are, sorted; None when they are no whole sticks."""
    rows = set(squares)
    sticks = set()
    for x, y in rows:
        level, upright = x % FINE, y % FINE
        if bool(level) == bool(upright):
            return None
        sticks.add((x // FINE * 2 + bool(level), y // FINE * 2 + bool(upright)))
    whole = {cell for stick in sticks for cell in squares_of(stick)}
    return tuple(sorted(sticks)) if whole == rows else None


def to_squares(puzzle: Puzzle) -> Puzzle:
    """A puzzle of required sticks as one of squares, without its forced placements and costs."""
    board = puzzle.board
    cells = {cell: board.colour(stick) for stick in board.required for cell in squares_of(stick)}
    pieces = [
        replace(
            Piece.of(
                piece.name,
                {
                    cell: piece.colour_of(i)
                    for i, stick in enumerate(piece.cells)
                    for cell in squares_of(stick)
                },
                motions=piece.motions,
            ),
            min_copies=piece.min_copies,
            max_copies=piece.max_copies,
        )
        for piece in puzzle.pieces
    ]
    return Puzzle(Board.of(cells), pieces, colour_pairs=puzzle.colour_pairs, mirrors=puzzle.mirrors)


def to_sticks(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle of sticks that a puzzle of required squares stands for; None when these are no sticks."""
    board = puzzle.board
    if puzzle.lattice is not SQUARE or board.optional or board.forced or puzzle.has_costs:
        return None
    cells = _coloured_sticks({cell: board.colour(cell) for cell in board.required})
    if cells is None:
        return None
    pieces = []
    for piece in puzzle.pieces:
        squares = {cell: piece.colour_of(i) for i, cell in enumerate(piece.cells)}
        moved = (
            _coloured_sticks({(x + right, y + down): colour for (x, y), colour in squares.items()})
            for right, down in product(range(FINE), repeat=2)
        )
        sticks = next(filter(None, moved), None)
        if sticks is None:
            return None
        copies = (piece.min_copies, piece.max_copies)
        pieces.append(Piece.of(piece.name, sticks, lattice=STICK, copies=copies, motions=piece.motions))
    return Puzzle(
        Board.of(cells), pieces, lattice=STICK, colour_pairs=puzzle.colour_pairs, mirrors=puzzle.mirrors
    )


def _coloured_sticks(squares: Mapping[Cell, str]) -> dict[Cell, str] | None:
    """The sticks with their colours; None when the cells are no whole sticks, each of one colour."""
    sticks = sticks_of(squares) or ()
    colours = {stick: {squares[cell] for cell in squares_of(stick)} for stick in sticks}
    if not colours or any(len(texts) > 1 for texts in colours.values()):
        return None
    return {stick: colour for stick, (colour,) in colours.items()}
