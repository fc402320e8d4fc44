"""An arrangement at once, rarely the best, and a lower bound."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.engines.cover_problem import PieceCells, placements_of
from tilewright.model.lattices import Cell


def greedy_arrangement(board: GunportBoard, rules: Rules) -> Arrangement | None:
    """An arrangement, or None where the greedy choice finds none, as often with ``no_slide`` or given ports.

    The given pieces first; then, as long as one fits, the piece that leaves the fewest placements to others.
    """
    placements = placements_of(board, rules)
    covering = _covering(placements)
    taken = {cell for piece in board.pieces for cell in piece}
    free = {option for option, cells in enumerate(placements) if taken.isdisjoint(cells)}
    open_ = {option for option in free if board.ports.isdisjoint(placements[option])}
    pieces = [tuple(sorted(piece)) for piece in sorted(board.pieces)]

    def closed_by(option: int) -> set[int]:
        return {other for cell in placements[option] for other in covering[cell]} & free

    # The number of placements that a piece closes only falls: the top of the heap is best if its number
    # holds.
    heap = [(-len(closed_by(option)), option) for option in sorted(open_)]
    heapq.heapify(heap)
    while heap:
        _, option = heapq.heappop(heap)
        if option not in free:
            continue
        closed = closed_by(option)
        if heap and (-len(closed), option) > heap[0]:
            heapq.heappush(heap, (-len(closed), option))
            continue
        pieces.append(placements[option])
        free -= closed
    found = Arrangement.of(board, pieces)
    return None if faults(found, rules) else found


def pieces_needed(board: GunportBoard, rules: Rules) -> int:
    """A lower bound on the pieces: the given ones, or those that distant placements need.

    Proof: no piece can be added on a placement, so a piece of the arrangement covers one of its cells. The
    placements chosen here are so far apart that no piece touches two; so each needs its own piece.
    """
    placements = placements_of(board, rules)
    covering = _covering(placements)
    touched: set[int] = set()
    distant = 0
    for cells in placements:
        pieces = {other for cell in cells for other in covering[cell]}
        if pieces.isdisjoint(touched):
            distant += 1
            touched |= pieces
    return max(distant, len(board.pieces))


def _covering(placements: Sequence[PieceCells]) -> dict[Cell, list[int]]:
    """The placements that cover a cell, for each cell that has some."""
    covering: dict[Cell, list[int]] = {}
    for option, cells in enumerate(placements):
        for cell in cells:
            covering.setdefault(cell, []).append(option)
    return covering
