"""What is known of a board at once: an arrangement, seldom the best, and a bound that holds for each."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.clumsy import Placement, placements_of
from tilewright.model.lattices import Cell


def greedy_arrangement(board: GunportBoard, rules: Rules) -> Arrangement | None:
    """An arrangement, or None where greed finds none: often so with ``no_slide`` or given ports.

    The given pieces first; then, as long as one fits, the piece that leaves the fewest places to others.
    """
    placements = placements_of(board, rules)
    over = _over(placements)
    taken = {cell for piece in board.pieces for cell in piece}
    free = {option for option, cells in enumerate(placements) if taken.isdisjoint(cells)}
    open_ = {option for option in free if board.ports.isdisjoint(placements[option])}
    pieces = [tuple(sorted(piece)) for piece in sorted(board.pieces)]

    def closed_by(option: int) -> set[int]:
        return {other for cell in placements[option] for other in over[cell]} & free

    # How many places a piece closes only falls: the first of the heap is the best if it still closes as many.
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
    """A number of pieces that no arrangement is below: the given ones, or those that far places need.

    Proof: no piece may be added on a placement, so a piece of the arrangement covers one of its cells. Here
    are chosen placements of which no piece touches two; so each needs a piece of its own.
    """
    placements = placements_of(board, rules)
    over = _over(placements)
    touched: set[int] = set()
    far = 0
    for cells in placements:
        pieces = {other for cell in cells for other in over[cell]}
        if pieces.isdisjoint(touched):
            far += 1
            touched |= pieces
    return max(far, len(board.pieces))


def _over(placements: Sequence[Placement]) -> dict[Cell, list[int]]:
    """The placements that cover a cell, for each cell that has some."""
    over: dict[Cell, list[int]] = {}
    for option, cells in enumerate(placements):
        for cell in cells:
            over.setdefault(cell, []).append(option)
    return over
