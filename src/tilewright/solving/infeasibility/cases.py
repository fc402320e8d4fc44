"""Reasons from a short case analysis: whichever way one goes on, something fails at once."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from tilewright.model.puzzle import Placement
from tilewright.solving.infeasibility import areas, colourings
from tilewright.solving.infeasibility.reason import Reason
from tilewright.solving.infeasibility.remainder import RemainingPuzzle

MAX_CASES = 24  # an analysis with more ends than this is a search, not a reason
MAX_DEPTH = 4
MAX_LOOKS = 200


@dataclass
class _Budget:
    looks: int = MAX_LOOKS


def quick(remainder: RemainingPuzzle) -> Reason | None:
    """The checks that take no time: areas, single cells and pieces, parts that are cut off."""
    for check in (areas.areas, areas.uncoverable_cell, areas.unplaceable_piece, areas.competing_cells):
        reason = check(remainder)
        if reason is not None:
            return reason
    parts = colourings.regions(remainder)
    return colourings.check(remainder, parts) if parts is not None else None


def cases(remainder: RemainingPuzzle) -> Iterator[Reason | None]:
    """Look for a short case analysis; None between slices, last a reason if there is one."""
    budget = _Budget()
    for ends in (8, MAX_CASES):
        budget.looks = MAX_LOOKS
        reason = yield from _refute(remainder, MAX_DEPTH, ends, budget)
        if reason is not None:
            yield reason
            return


def _refute(
    remainder: RemainingPuzzle, depth: int, ends: int, budget: _Budget
) -> Generator[Reason | None, None, Reason | None]:
    """A generator that returns a case analysis with at most ``ends`` ends, or None."""
    yield None
    subject, branches = _tightest(remainder)
    if not branches or len(branches) > ends:
        return None
    pairs: list[tuple[Placement, Reason]] = []
    left = ends
    for number, placement in enumerate(branches):
        budget.looks -= 1
        if budget.looks < 0:
            return None
        below = remainder.lay(placement)
        reason = quick(below)
        if reason is None and depth > 1:
            reason = yield from _refute(below, depth - 1, left - (len(branches) - number - 1), budget)
        if reason is None:
            return None
        left -= reason.leaves()
        if left < len(branches) - number - 1:
            return None
        pairs.append((placement, reason))
        yield None
    return _reason(subject, pairs)


def _tightest(remainder: RemainingPuzzle) -> tuple[str, list[Placement]]:
    """The cell that must be covered, or the piece that must be used, with the fewest ways; what it is."""
    ways = [
        (len(remainder.covering[cell]), 1, str(cell), f"the cell {cell}", remainder.covering[cell])
        for cell in remainder.required
    ]
    for supply in remainder.supplies:
        if supply.least:
            placements = [Placement(supply.name, place) for place in supply.places]
            ways.append((len(placements), 0, supply.name, f"the piece {supply.name}", placements))
    if not ways:
        return "", []
    _, _, _, subject, placements = min(ways, key=lambda way: way[:3])
    return subject, placements


def _reason(subject: str, pairs: list[tuple[Placement, Reason]]) -> Reason:
    ends = sum(reason.leaves() for _, reason in pairs)
    first, why = pairs[0]
    more = ", ..." if len(first.cells) > 6 else ""
    laid = f"{first.piece} on {', '.join(map(str, first.cells[:6]))}{more}"
    is_cell = subject.startswith("the cell")
    one, several = ("way to cover", "ways to cover") if is_cell else ("place for", "places for")
    ways = f"{len(pairs)} {one if len(pairs) == 1 else several} {subject}"
    if len(pairs) == 1:
        sentence = f"There is only {ways}: {laid}. Then: {why.sentence}"
    elif len({reason.sentence for _, reason in pairs}) == 1:
        sentence = f"There are {ways}, and each fails for the same reason. {why.sentence}"
    else:
        total = f", {ends} cases in all" if ends > len(pairs) else ""
        sentence = (
            f"There are {ways}, and each of them fails{total}. For example, with {laid}: {why.sentence}"
        )
    cells = first.cells if is_cell or len(pairs) == 1 else ()
    return Reason("cases", sentence, tuple(cells), cases=tuple(pairs))
