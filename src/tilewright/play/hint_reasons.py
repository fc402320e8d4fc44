"""Why a placement is part of a solution, as well as that can be proven within limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tilewright.exact_cover.placements import placements_of
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.play.notation import cell_text
from tilewright.play.tiling import TilingPosition, remaining_puzzle
from tilewright.solving.infeasibility.remainder import is_listable
from tilewright.wording import counted

MAX_REFUTED = 24  # other placements on a cell that are tried
REGION_STEPS = 2  # from the cell of a hint, through neighbours, to the border of its region

IsCompletable = Callable[[TilingPosition], bool | None]
"""Whether a position has a solution; None where the limits were reached."""


@dataclass(frozen=True)
class HintReason:
    """A placement of a solution and why it is right.

    ``clause`` ends a sentence that names the placement. ``sentence`` does not name it; it is about ``cell``.
    """

    placement: Placement
    cell: Cell
    sentence: str
    clause: str = ""


def plainest_reason(
    position: TilingPosition, placements: Sequence[Placement], is_completable: IsCompletable, goal: str
) -> HintReason:
    """The placement of a solution with the plainest reason; ``goal`` names a solution in words.

    A cell that only one placement covers comes first, then a piece that fits in only one place, then the cell
    with the fewest placements.
    """
    puzzle = remaining_puzzle(position)
    if puzzle is None or not is_listable(puzzle):
        return _unexplained(placements, goal)
    valid = _valid_placements(position, puzzle)
    on_cell: dict[Cell, list[Placement]] = {cell: [] for cell in position.free}
    of_piece: dict[str, list[Placement]] = {copies.name: [] for copies in position.copies if copies.least}
    for placement in valid:
        for covered in placement.cells:
            if covered in on_cell:
                on_cell[covered].append(placement)
        if placement.piece in of_piece:
            of_piece[placement.piece].append(placement)
    cell = min(position.free, key=lambda free: (len(on_cell[free]), free), default=None)
    if cell is None or len(on_cell[cell]) > 1:
        for placement in placements:
            if len(of_piece.get(placement.piece, ())) == 1:
                words = f"{placement.piece} must be used, and there is only one place left for it."
                return HintReason(placement, _middle(placement), words, ": it fits nowhere else")
    if cell is None:
        return _unexplained(placements, goal)
    owner = {covered: placement for placement in placements for covered in placement.cells}
    return _reason_for_cell(position, cell, owner[cell], on_cell[cell], is_completable, goal)


def region(position: TilingPosition, cell: Cell) -> tuple[Cell, ...]:
    """The uncovered cells near a cell, sorted: a region that does not give the shape of a placement away."""
    near = {cell}
    for _ in range(REGION_STEPS):
        near |= {other for one in near for other in position.puzzle.neighbours(one)}
    return tuple(one for one in sorted({*position.free, *position.free_optional}) if one in near)


def _reason_for_cell(
    position: TilingPosition,
    cell: Cell,
    placement: Placement,
    options: Sequence[Placement],
    is_completable: IsCompletable,
    goal: str,
) -> HintReason:
    where = cell_text(cell)
    if len(options) == 1:
        words = f"Only one piece fits on the cell {where}, and in only one way."
        return HintReason(placement, cell, words, f": nothing else can cover {where}")
    ways = f"; {where} can be covered in {len(options)} ways"
    others = [other for other in options if other != placement]
    if len(others) <= MAX_REFUTED and all(
        is_completable(replace(position, placed=(*position.placed, other))) is False for other in others
    ):
        words = (
            f"The cell {where} can be covered in {len(options)} ways, and only one of them leads to {goal}."
        )
    elif len(position.puzzle.pieces) > 1 and all(other.piece == placement.piece for other in others):
        words = f"Only one piece, {placement.piece}, can cover the cell {where}."
    else:
        number = counted(len(options), "placement")
        words = (
            f"No cell has fewer ways to be covered than {where}: {number}. One that leads to {goal} is known."
        )
    return HintReason(placement, cell, words, ways)


def _unexplained(placements: Sequence[Placement], goal: str) -> HintReason:
    placement = min(placements, key=lambda one: one.sort_key)
    return HintReason(placement, _middle(placement), f"A placement here is known to lead to {goal}.")


def _middle(placement: Placement) -> Cell:
    """The cell of a placement that is nearest to its middle."""
    cells = sorted(placement.cells)
    mean = [sum(values) / len(cells) for values in zip(*cells, strict=True)]
    return min(cells, key=lambda cell: sum((a - b) ** 2 for a, b in zip(cell, mean, strict=True)))


def _valid_placements(position: TilingPosition, puzzle: Puzzle) -> list[Placement]:
    """All placements that the position allows."""
    return [
        placement
        for placement in placements_of(puzzle)
        if puzzle.crossings or not position.table.error_of(placement.piece, placement.cells)
    ]
