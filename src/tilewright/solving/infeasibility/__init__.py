"""Why a puzzle has no solution: reasons in plain sentences, each of them a proof.

The checks go from the simplest to the deepest: areas, cells and pieces, parts of the board, printed colours,
colourings, weightings, scales, a short case analysis. None of them searches for long; a puzzle without a
solution and without such a reason has to be searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.solving.infeasibility import areas, cases, colourings, weight_bound, weights
from tilewright.solving.infeasibility.reason import KINDS, Reason
from tilewright.solving.infeasibility.remainder import (
    RemainingPuzzle,
    is_listable,
    placed,
    with_places,
    without_places,
)

FEW = 6  # competing cells up to which they are a simpler reason than a colouring; more come after colourings
MOST_USES = 300_000  # cells, over all placements, up to which a quick look at them takes less than a second
QUICK_MODULUS = 3
QUICK_WORK = 200_000_000
QUICK_EFFORT = 60_000


def why(puzzle: AnyPuzzle) -> Reason | None:
    """A reason why the puzzle has no solution; None when no check finds one, which proves nothing."""
    return next((reason for reason in steps(puzzle) if reason is not None), None)


def steps(puzzle: AnyPuzzle) -> Iterator[Reason | None]:
    """The checks one after another, in slices of a fraction of a second: None after each, or a reason.

    The caller stops at the first reason, or between any two slices. Puzzles with millions of
    placements get only the checks that need no list of them. Of a puzzle of items and options only the
    numbers of options are checked.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        yield areas.uncoverable_item(puzzle)
        return
    remainder = without_places(puzzle)
    yield areas.areas(remainder)
    if not is_listable(puzzle):
        return
    for part in with_places(puzzle, remainder):
        remainder = part
        yield None
    yield from _plain(puzzle, remainder)
    for colouring in colourings.linear_colourings(remainder):
        yield colourings.check(remainder, colouring)
    yield areas.competing_cells(remainder)
    yield from weights.weighting(remainder)
    yield from weight_bound.weight_bound(remainder)
    yield from cases.cases(remainder)


def quick_steps(
    puzzle: AnyPuzzle, placements: Sequence[Placement], *, plain: bool = False
) -> Iterator[Reason | None]:
    """As ``steps``, but only what takes about a second in all; for callers that have the placements.

    With ``plain`` only single cells and pieces, parts and printed colours: a tenth of a second in all.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        yield areas.uncoverable_item(puzzle)
        return
    remainder = without_places(puzzle)
    yield areas.areas(remainder)
    if sum(len(placement.cells) for placement in placements) > MOST_USES:
        return
    remainder = placed(remainder, placements)
    yield from _plain(puzzle, remainder)
    yield areas.competing_cells(remainder)
    if plain:
        return
    for colouring in colourings.linear_colourings(remainder, QUICK_MODULUS):
        yield colourings.check(remainder, colouring, QUICK_WORK)
    yield from weights.weighting(remainder, (2,))
    yield from weight_bound.weight_bound(remainder, QUICK_EFFORT)


def simple(puzzle: AnyPuzzle, placements: Sequence[Placement]) -> Reason | None:
    """Areas that cannot add up, a cell or item that nothing covers, or a piece that fits nowhere.

    None if there is no such reason.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        return areas.uncoverable_item(puzzle)
    remainder = without_places(puzzle)
    reason = areas.areas(remainder)
    if reason is None:
        remainder = placed(remainder, placements)
        reason = areas.unplaceable_piece(remainder) or areas.uncoverable_cell(remainder)
    return reason


def _plain(puzzle: Puzzle, remainder: RemainingPuzzle) -> Iterator[Reason | None]:
    """Single cells and pieces, parts of the board, printed colours."""
    yield areas.uncoverable_cell(remainder)
    yield areas.unplaceable_piece(remainder)
    printed = colourings.printed_colours(remainder, puzzle.board.colour)
    for colouring in (colourings.regions(remainder), printed):
        if colouring is not None:
            yield colourings.check(remainder, colouring)
    yield areas.competing_cells(remainder, at_most=FEW)


__all__ = ["KINDS", "Reason", "quick_steps", "simple", "steps", "why"]
