"""The independent checker: a solution is judged by its cells alone. It knows no item and no engine."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.lattices import Cell
from tilewright.puzzle import Piece, Puzzle, Solution


def faults(puzzle: Puzzle, solution: Solution) -> list[str]:
    """What is wrong with a solution, as sentences; empty when it solves the puzzle.

    Checked: each placement is its piece moved by an allowed motion, on board cells of its colours; no
    cell is covered twice; each required cell is covered; each piece is used as often as it must be and
    no more often than it may be; forced placements are there.
    """
    wrong: list[str] = []
    covered: dict[Cell, str] = {}
    tally = {piece.name: 0 for piece in puzzle.pieces}
    for placement in solution.placements:
        piece = puzzle.by_name.get(placement.piece)
        if piece is None:
            wrong.append(f"there is no piece named {placement.piece!r}")
            continue
        tally[piece.name] += 1
        if not _is_moved_copy(puzzle, piece, placement.cells):
            wrong.append(
                f"{list(placement.cells)} is not piece {piece.name!r} moved as it may move "
                "(motions: " + piece.motions + ")"
            )
        for cell in placement.cells:
            if cell not in puzzle.board.cells:
                wrong.append(f"piece {piece.name!r} covers {cell}, which is not on the board")
            elif cell in covered:
                wrong.append(f"cell {cell} is covered by {covered[cell]!r} and by {piece.name!r}")
            covered[cell] = piece.name
    for cell in puzzle.board.required:
        if cell not in covered:
            wrong.append(f"cell {cell} is not covered")
    for piece in puzzle.pieces:
        used = tally[piece.name]
        if not piece.min_copies <= used <= piece.max_copies:
            wanted = (
                str(piece.min_copies)
                if piece.min_copies == piece.max_copies
                else f"{piece.min_copies} to {piece.max_copies}"
            )
            wrong.append(f"piece {piece.name!r} is used {used} times; expected {wanted}")
    there = {(p.piece, frozenset(p.cells)) for p in solution.placements}
    for forced in puzzle.board.forced:
        if (forced.piece, frozenset(forced.cells)) not in there:
            wrong.append(f"the forced placement of {forced.piece!r} on {list(forced.cells)} is missing")
    return wrong


def is_solution(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether a solution solves the puzzle."""
    return not faults(puzzle, solution)


def _is_moved_copy(puzzle: Puzzle, piece: Piece, cells: Iterable[Cell]) -> bool:
    """Whether some allowed motion and translation carries the piece, colours and all, onto the cells."""
    lattice, board = puzzle.lattice, puzzle.board
    target = sorted(cells)
    if len(target) != piece.size or len(set(target)) != len(target):
        return False
    goal = lattice.anchor(target)
    for motion in lattice.motions[piece.motions]:
        image = [motion(cell) for cell in piece.cells]
        shift = tuple(a - b for a, b in zip(goal, lattice.anchor(image), strict=True))
        if not lattice.is_translation(shift):
            continue
        moved = [tuple(a + b for a, b in zip(cell, shift, strict=True)) for cell in image]
        if sorted(moved) != target:
            continue
        if all(
            not colour or not board.colour(cell) or colour == board.colour(cell)
            for cell, colour in zip(moved, piece.colours or [""] * piece.size, strict=True)
        ):
            return True
    return False
