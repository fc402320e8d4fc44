"""Arrangements on a board of any shape as the solutions of a cover problem.

Every placement of the piece is an option, and so is a hole on every cell. The items define an arrangement:

- each cell is covered once, by a piece or by a hole;
- no further piece fits: at most all but one cells of a placement are holes. For dominoes: an edge
  between two cells is used by at most one hole (a secondary item); otherwise an item covered 0 to size - 1
  times;
- with ``no_slide``: for a placement P and a direction, let A be the cells that P would newly cover if it
  moved by one that way, all of them on the board. P excludes that all of A are holes: an item covered 0 to
  |A| times by P and by each hole in A; a secondary item when A is one cell. Where A contains a placement, as
  when a straight piece moves sideways, the rule before implies this, and there is no item.

A piece costs 1 and a hole nothing. A greedy arrangement and a lower bound are known without solving it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tilewright.errors import PuzzleError
from tilewright.exact_cover.problem import CoverProblem, Use
from tilewright.families.gunport.board import (
    Arrangement,
    BoardMotion,
    GunportBoard,
    PieceCells,
    Rules,
    by_lines,
    cells_ahead,
    faults,
    image_of,
)
from tilewright.model.lattices import SQUARE, Cell

ItemKey = tuple[PieceCells, PieceCells]
"""What an item stands for: (a cell, ()); ((), a placement that must not be free); (a placement, the cells
ahead)."""


@dataclass(frozen=True)
class ArrangementProblem:
    """The cover problem of a board under rules, and the meaning of its options.

    Options are first the ``placements``, then a hole on each of ``holes``, which are all cells. ``given`` are
    the options of the given pieces and ports. ``keys`` identify the items.
    """

    board: GunportBoard
    rules: Rules
    problem: CoverProblem
    placements: tuple[PieceCells, ...]
    holes: tuple[Cell, ...]
    given: tuple[int, ...]
    keys: tuple[ItemKey, ...]

    def arrangement(self, options: Iterable[int]) -> Arrangement:
        pieces = len(self.placements)
        return Arrangement(self.board, frozenset(self.placements[o] for o in options if o < pieces))

    def option_permutation(self, image: BoardMotion) -> tuple[int, ...]:
        """The image of each option under a symmetry of the board."""
        number = {placement: option for option, placement in enumerate(self.placements)}
        pieces = [number[image_of(placement, image)] for placement in self.placements]
        hole = {cell: option for option, cell in enumerate(self.holes, len(pieces))}
        return (*pieces, *(hole[image[cell]] for cell in self.holes))

    def item_permutation(self, image: BoardMotion) -> tuple[int, ...]:
        """The image of each item under a symmetry of the board."""
        number = {key: item for item, key in enumerate(self.keys)}
        return tuple(number[image_of(these, image), image_of(ahead, image)] for these, ahead in self.keys)


def placements_of(board: GunportBoard, rules: Rules) -> tuple[PieceCells, ...]:
    """Every placement of the piece on the empty board, sorted cells each, line by line."""
    return tuple(rules.placements(by_lines(board.cells)))


def arrangement_problem(board: GunportBoard, rules: Rules) -> ArrangementProblem:
    """The cover problem whose solutions are the arrangements, each costing its number of pieces.

    PuzzleError when a given piece is not the rules' piece.
    """
    placements, cells = placements_of(board, rules), by_lines(board.cells)
    hole = {cell: option for option, cell in enumerate(cells, len(placements))}
    covering: dict[Cell, list[int]] = {cell: [hole[cell]] for cell in cells}
    for option, placement in enumerate(placements):
        for cell in placement:
            covering[cell].append(option)
    items: list[tuple[ItemKey, tuple[int, int], Sequence[int]]] = []  # what covers each, and how often
    items += [(((cell,), ()), (1, 1), covering[cell]) for cell in cells]
    size = len(rules.piece.cells)
    items += [(((), cover), (0, size - 1), [hole[cell] for cell in cover]) for cover in placements]
    for option, placement in enumerate(placements) if rules.no_slide else ():
        for ahead in cells_ahead(placement):
            # They are at most as many as the piece has: they contain a placement only by being one.
            if board.cells.issuperset(ahead) and not rules.allow(ahead):
                options = [option, *(hole[cell] for cell in ahead)]
                items.append(((placement, ahead), (0, len(ahead)), options))
    problem = _problem(items, (1,) * len(placements) + (0,) * len(cells), board.cells)
    keys = tuple(key for key, _, _ in items)
    number = {placement: option for option, placement in enumerate(placements)}
    for piece in sorted(board.pieces):
        if piece not in number:
            raise PuzzleError(f"the given piece on {list(piece)} is not the {rules.piece.name}")
    given = sorted([number[piece] for piece in board.pieces] + [hole[cell] for cell in board.ports])
    return ArrangementProblem(board, rules, problem, placements, tuple(cells), tuple(given), keys)


def _problem(
    items: list[tuple[ItemKey, tuple[int, int], Sequence[int]]],
    costs: tuple[int, ...],
    cells: frozenset[Cell],
) -> CoverProblem:
    """The cover problem of these items; sorts them: those covered at most once are secondary, and engines
    are fastest with them."""
    items.sort(key=lambda item: item[1] == (0, 1))
    uses: list[list[Use]] = [[] for _ in costs]
    for item, (_, _, options) in enumerate(items):
        for option in options:
            uses[option].append((item, 0))
    item_of = {key[0][0]: item for item, (key, _, _) in enumerate(items[: len(cells)])}
    adjacent: list[tuple[int, ...]] = [()] * len(items)
    for cell, item in item_of.items():
        adjacent[item] = tuple(sorted(item_of[n] for n in SQUARE.neighbours(cell) if n in cells))
    names = tuple(_name(key) for key, _, _ in items)
    bounds = tuple(bounds for _, bounds, _ in items if bounds != (0, 1))
    return CoverProblem(names, bounds, tuple(map(tuple, uses)), tuple(adjacent), costs)


def _name(key: ItemKey) -> str:
    these, ahead = key
    if not ahead:
        return str(these[0])
    return f"{list(these)} to {list(ahead)}" if these else f"free {list(ahead)}"


def greedy_arrangement(board: GunportBoard, rules: Rules) -> Arrangement | None:
    """An arrangement, or None where the greedy choice finds none, as often with ``no_slide`` or given ports.

    Dominoes that may slide are first laid in stripes, as far as these go; the better of those along rows and
    those along columns is returned.
    """
    placements = placements_of(board, rules)
    if not rules.is_domino or rules.no_slide:
        return _greedy(board, rules, placements, lambda _: False)
    arrangements = [
        _greedy(board, rules, placements, stripe) for stripe in (_in_row_stripe, _in_column_stripe)
    ]
    return min(
        (one for one in arrangements if one is not None), key=lambda one: len(one.pieces), default=None
    )


def _in_row_stripe(cells: PieceCells) -> bool:
    """Whether a domino belongs to rows of ``.<>``, each of which starts one column further to the left."""
    (x, y), (_, v) = cells
    return y == v and (x + y) % 3 == 0


def _in_column_stripe(cells: PieceCells) -> bool:
    (x, y), (u, _) = cells
    return x == u and (x + y) % 3 == 0


def _greedy(
    board: GunportBoard,
    rules: Rules,
    placements: Sequence[PieceCells],
    is_first: Callable[[PieceCells], bool],
) -> Arrangement | None:
    """The given pieces, and those of ``is_first``, which do not overlap, where they fit; then, as long as one
    fits, the piece that leaves the fewest placements to others.
    """
    covering = _covering(placements)
    taken = {cell for piece in board.pieces for cell in piece}
    free = {option for option, cells in enumerate(placements) if taken.isdisjoint(cells)}
    open_ = {option for option in free if board.ports.isdisjoint(placements[option])}
    pieces = sorted(board.pieces)

    def closed_by(option: int) -> set[int]:
        return {other for cell in placements[option] for other in covering[cell]} & free

    for option in sorted(open_):
        if is_first(placements[option]):
            pieces.append(placements[option])
            free -= closed_by(option)
    # The number of placements that a piece closes only falls: the top of the heap is best if its number
    # holds.
    heap = [(-len(closed_by(option)), option) for option in sorted(open_ & free)]
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
    arrangement = Arrangement.of(board, pieces)
    return None if faults(arrangement, rules) else arrangement


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
    covering: dict[Cell, list[int]] = {}
    for option, cells in enumerate(placements):
        for cell in cells:
            covering.setdefault(cell, []).append(option)
    return covering
