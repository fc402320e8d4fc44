"""Height functions of tilings by dominoes or lozenges, flips, and the graph of all tilings and flips.

A flip turns two dominoes that form a square, or three lozenges that form a hexagon, round the corner in the
middle. On a board without holes all tilings can be reached from each other by flips, and the tilings are a
distributive lattice: the height of a corner goes up or down with each flip there (Thurston, Conway's tiling
groups, 1990; Propp, Lattice structure for orientations of graphs, 1993).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import SQUARE
from tilewright.model.puzzle import Solution
from tilewright.solving.random_tilings.board import TilingBoard, simply_connected_board
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import counted, memory_text

Corner = tuple[int, int]
FIRST_STEP = 100  # tilings
BYTES_OF_PLACE = 120  # of a tiling in a list and a hash table that grow by doubling


def tiling_heights(solution: Solution) -> dict[Corner, int]:
    """The height of each corner (x, y) of a cell, as a tiling by dominoes or lozenges has them.

    Along a side with a cell of the colour of (0, 0) on its left the height goes up by 1, and down by 3 where
    a domino lies across it, by 2 where a lozenge does. The first corner of each part of the board, the
    leftmost of the bottom row, has the height 0. A square goes from (x, y) to (x + 1, y + 1), y down; corners
    of triangles are in half sides, see ``board.corner``. Where parts of a board meet in a corner alone, the
    height is that of one of them. UnsupportedError for other puzzles, and for boards with holes.
    """
    board = _board_of(solution)
    heights = board.region.heights(board.pairs(solution))
    return dict(zip(board.corners, heights, strict=True))


def flips(solution: Solution) -> tuple[Corner, ...]:
    """The corners round which a tiling by dominoes or lozenges can be flipped."""
    board = _board_of(solution)
    return tuple(board.corners[vertex] for vertex in board.region.flippable(board.pairs(solution)))


def flipped(solution: Solution, at: Corner) -> Solution:
    """The tiling after a flip round a corner; UnsupportedError where none is possible."""
    board = _board_of(solution)
    pairs = board.pairs(solution)
    for vertex in board.region.flippable(pairs):
        if board.corners[vertex] == tuple(at):
            return board.solution(board.region.flipped(pairs, vertex))
    raise UnsupportedError(f"no flip is possible round {tuple(at)}")


def extreme_tilings(puzzle: AnyPuzzle) -> tuple[Solution, Solution] | None:
    """The tilings of the least and of the greatest height; None where there is no tiling."""
    board = simply_connected_board(puzzle)
    least, greatest = board.region.extreme(False), board.region.extreme(True)
    if not least or not greatest:
        return None
    return board.solution(board.region.pairs(least)), board.solution(board.region.pairs(greatest))


def flips_above_least(solution: Solution) -> int:
    """The number of flips up that lead to a tiling from the lowest one, as few as possible: its volume.

    For lozenges in a hexagon that is the volume of a plane partition in a box.
    """
    board = _board_of(solution)
    heights, least = board.region.heights(board.pairs(solution)), board.region.extreme(False)
    return (sum(heights) - sum(least)) // (4 if board.puzzle.lattice is SQUARE else 3)


def _board_of(solution: Solution) -> TilingBoard:
    if solution.puzzle is None:
        raise UnsupportedError("the solution does not know its puzzle; use solution.with_puzzle(puzzle)")
    return simply_connected_board(solution.puzzle)


@dataclass(frozen=True)
class FlipGraph:
    """The graph of the tilings of a board, of which two are joined by an edge where a flip joins them.

    ``solutions`` and ``flips`` are the numbers of vertices and edges, so far unless ``status`` is COMPLETE.
    ``diameter`` is the largest number of flips between two tilings, which heights tell without a search; None
    where there is no tiling. ``note`` says that the bound of memory was reached.
    """

    status: Status
    solutions: int
    flips: int
    diameter: int | None
    seconds: float
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The numbers for JSON."""
        return {
            "status": self.status.value,
            "solutions": self.solutions,
            "flips": self.flips,
            "diameter": self.diameter,
            "seconds": self.seconds,
            "note": self.note,
        }

    def __str__(self) -> str:
        if self.diameter is None:
            return "no tiling exists"
        least = "" if self.status is Status.COMPLETE else "at least "
        text = (
            f"{least}{counted(self.solutions, 'tiling')}, {least}{counted(self.flips, 'flip')} between them"
        )
        return f"{text}; at most {counted(self.diameter, 'flip')} from one to another"


def _bytes_of_tiling(board: TilingBoard) -> int:
    """About what the core needs for a tiling of a graph: rows of bits for each direction, and its place."""
    across, up = ([point[k] for point in board.region.points] for k in (0, 1))
    words = -(-(max(across) - min(across) + 3) // 64) * (max(up) - min(up) + 5)
    return (2 if board.puzzle.lattice is SQUARE else 3) * 8 * words + BYTES_OF_PLACE


def flip_graph(
    puzzle: AnyPuzzle,
    *,
    control: Control | None = None,
    most: int = 1_000_000,
    memory: int | None = None,
) -> FlipGraph:
    """The graph of flips of a board for dominoes or lozenges, of which up to about ``most`` tilings are seen.

    The tilings may take about ``memory`` bytes; None is half of what is free.

    >>> from tilewright import load
    >>> from tilewright.solving.random_tilings.flips import flip_graph
    >>> print(flip_graph(load("catalog:aztec-diamond-3")))
    64 tilings, 128 flips between them; at most 14 flips from one to another
    """
    board, loop = simply_connected_board(puzzle), StepLoop(control or Control())
    limit, each = Resources(memory=memory).bytes(), _bytes_of_tiling(board)
    graph = _core.FlipGraph(board.region)
    status, note = Status.COMPLETE, ""

    def advance(units: int) -> bool:
        if graph.tilings > most:
            raise Cancelled(Status.LIMIT)
        room = limit // each - graph.tilings
        if room <= 0:
            raise Cancelled(Status.LIMIT, f"the tilings reached the bound of memory, {memory_text(limit)}")
        # A tiling has at most as many flips as there are corners, each to one that may be new.
        return graph.advance(min(units, max(1, room // len(board.corners))))

    def progress() -> Progress:
        return Progress(0.0, 0, graph.tilings, 0, loop.seconds, None, words=counted(graph.tilings, "tiling"))

    try:
        loop.run(advance, StepSize(FIRST_STEP), progress)
    except Cancelled as cancelled:
        status, note = cancelled.status, cancelled.note
    diameter = graph.diameter if graph.diameter >= 0 else None
    return FlipGraph(status, graph.tilings, graph.flips, diameter, loop.seconds, note)
