"""The smallest rectangle that copies of a polyomino tile, by exact covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.model.pieces.polyforms import Shape
from tilewright.model.puzzle import Board, Piece, Puzzle, Solution
from tilewright.solving.api import solve
from tilewright.solving.steps import Cancelled, Limits, Status, StepLoop

MAX_NODES = 2_000_000
"""The most nodes of the search of one rectangle."""


@dataclass(frozen=True)
class SmallestRectangle:
    """The rectangle with the fewest cells, and of these the narrowest, with its tiling; None if unknown.

    All rectangles with up to ``tried_cells`` cells were searched. ``is_impossible`` if copies fill none
    of any size.
    """

    solution: Solution | None
    tried_cells: int
    is_impossible: bool = False

    @property
    def sides(self) -> tuple[int, int]:
        """The shorter and the longer side; (0, 0) without a rectangle."""
        if self.solution is None:
            return (0, 0)
        cells = [cell for placement in self.solution.placements for cell in placement.cells]
        width, height = (max(column) + 1 for column in zip(*cells, strict=True))
        return (width, height)


def smallest_rectangle(shape: Shape, most: int, loop: StepLoop) -> SmallestRectangle:
    """The smallest rectangle of at most so many cells; Cancelled where a limit of the loop comes first.

    >>> from tilewright.model.pieces import polyomino
    >>> smallest_rectangle(polyomino("Y"), 60, StepLoop()).sides  # Golomb, Polyominoes
    (5, 10)
    """
    if not fills_a_corner(shape):
        return SmallestRectangle(None, most, is_impossible=True)
    tried = 0
    for area in range(len(shape), most + 1, len(shape)):
        for width, height in _rectangles(area, shape):
            solution, is_complete = _tiled(shape, width, height, loop)
            if solution is not None:
                return SmallestRectangle(solution, tried)
            if not is_complete:
                return SmallestRectangle(None, tried)
        tried = area
    return SmallestRectangle(None, most)


def fills_a_corner(shape: Shape) -> bool:
    """Whether a copy covers a corner of the box around it: else copies fill no corner of a rectangle.

    >>> fills_a_corner(((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)))
    False
    """
    columns, rows = zip(*shape, strict=True)
    return any((x, y) in shape for x in (min(columns), max(columns)) for y in (min(rows), max(rows)))


def _rectangles(area: int, shape: Shape) -> Iterator[tuple[int, int]]:
    """The rectangles of an area into which the shape fits, the shorter side first."""
    narrow, long = sorted([max(column) - min(column) + 1 for column in zip(*shape, strict=True)])
    for width in range(narrow, area + 1):
        height, rest = divmod(area, width)
        if height < width:
            return
        if not rest and height >= long:
            yield width, height


def _tiled(shape: Shape, width: int, height: int, loop: StepLoop) -> tuple[Solution | None, bool]:
    """A tiling of a rectangle, and whether the search for one was complete."""
    loop.check_cancelled()
    copies = width * height // len(shape)
    board = Board.of([(x, y) for x in range(width) for y in range(height)])
    puzzle = Puzzle(board, (Piece.of("1", shape, copies=copies),))
    tilings: list[Solution] = []
    limits = Limits(1, MAX_NODES, loop.limits_left(0).seconds)
    answer = solve(puzzle, sink=tilings.append, limits=limits, cancel=loop.control.cancel)
    if tilings:
        return tilings[0], True
    if answer.status is Status.CANCELLED:
        raise Cancelled(Status.CANCELLED)
    loop.check_cancelled()
    return None, answer.status is Status.COMPLETE
