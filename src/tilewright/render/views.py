"""The figure of a board and of a piece, on any lattice, and in space in the view that is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.errors import UnsupportedError
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.render import cubes, geometry, sticks
from tilewright.render.board import board_marks, piece_marks
from tilewright.render.figure import Figure
from tilewright.render.options import RenderOptions


def solution_figure(
    puzzle: Puzzle, placements: Sequence[Placement], look: RenderOptions, *, labels: bool, sheet: bool = False
) -> Figure:
    """The board with a solution on it; on a sheet, drawn small.

    Cubes are drawn in the look's view: without one, in every view, and on a sheet by layers.
    """
    view = _view(puzzle, look)
    if puzzle.lattice.is_solid:
        # In space a piece's parts lie in several layers; labels tell which belong together, also of copies.
        labels = labels or (look.labels is None and not sheet)
        wanted = view or ("layers" if sheet else "all")
        return cubes.solution_figure(puzzle, placements, labels=labels, view=wanted, words=not sheet)
    return _flat(puzzle, placements, labels=labels)


def ground_figure(puzzle: Puzzle, look: RenderOptions, *, labels: bool) -> Figure:
    """The board with what is forced on it."""
    view = _view(puzzle, look)
    if puzzle.lattice.is_solid:
        return cubes.ground_figure(puzzle, labels=labels, view=view)
    return _flat(puzzle, puzzle.board.forced, labels=labels)


def piece_figure(puzzle: Puzzle, index: int, look: RenderOptions) -> Figure:
    """The piece with this index as it is given, in its colour, without a label."""
    view = _view(puzzle, look)
    if puzzle.lattice.is_solid:
        return cubes.piece_figure(puzzle, index, view=view)
    if puzzle.lattice.ends is not None:
        return sticks.piece_figure(puzzle, index)
    box = geometry.bounds(puzzle.lattice, puzzle.pieces[index].cells)
    return Figure(box, lambda pixels: piece_marks(puzzle, index, pixels=pixels))


def _flat(puzzle: Puzzle, placements: Sequence[Placement], *, labels: bool) -> Figure:
    if puzzle.lattice.ends is not None:
        return sticks.board_figure(puzzle, placements, labels=labels)
    box = geometry.bounds(puzzle.lattice, puzzle.board.cells)
    return Figure(box, lambda pixels: board_marks(puzzle, placements, labels=labels, pixels=pixels))


def _view(puzzle: Puzzle, look: RenderOptions) -> str:
    if look.view and not puzzle.lattice.is_solid:
        raise UnsupportedError(
            f"the view {look.view} is of puzzles of cubes, and this one is on the {puzzle.lattice.name} "
            "lattice; draw it without a view"
        )
    return look.view
