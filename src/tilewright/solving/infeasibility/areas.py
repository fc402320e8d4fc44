"""Reasons from areas, and from single cells and pieces: the ones to look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.lattices import Cell
from tilewright.solving.infeasibility.reason import Reason
from tilewright.solving.infeasibility.remainder import PieceSupply, RemainingPuzzle
from tilewright.wording import counted

MAX_COMPETING = 1000  # cells that are looked at as rivals for too few pieces


def board_area(remainder: RemainingPuzzle) -> str:
    """How many cells are to be filled, in words."""
    if remainder.least_area == len(remainder.open):
        return counted(len(remainder.open), "cell")
    return f"{remainder.least_area:,} to {counted(len(remainder.open), 'cell')}"


def sums(parts: Iterable[tuple[int, int, int]], bound: int) -> int:
    """A set of bits: which totals up to ``bound`` least..most copies of each size can have.

    ``parts`` are (size, least, most).
    """
    window = (1 << (bound + 1)) - 1
    reached = 1
    for size, least, most in parts:
        if least * size > bound:
            return 0
        reached = (reached << (least * size)) & window
        spare, step = min(most, bound // size) - least, 1
        while spare > 0:  # 1, 2, 4, ... copies at a time, and what is left over
            step = min(step, spare)
            reached |= (reached << (step * size)) & window
            spare -= step
            step *= 2
    return reached


def fits_some_area(remainder: RemainingPuzzle, *, any_copies: bool = False) -> bool:
    """Whether some choice of pieces has an area that the board can take."""
    parts = ((s.size, 0 if any_copies else s.least, s.most) for s in remainder.supplies)
    return bool(sums(parts, len(remainder.open)) >> remainder.least_area)


def areas(remainder: RemainingPuzzle) -> Reason | None:
    """The pieces together have too many cells, or too few, or no choice of them has the board's area."""
    least = sum(supply.size * supply.least for supply in remainder.supplies)
    most = sum(supply.size * supply.most for supply in remainder.supplies)
    board = f"the board has {board_area(remainder)} to fill"
    if least > len(remainder.open):
        hint = ""
        if fits_some_area(remainder, any_copies=True):
            hint = "With --use any, where pieces may be left over, the areas allow a solution."
        whose = "the pieces that must be used have" if most > least else "the pieces have"
        return Reason("areas", f"The areas differ: {whose} {counted(least, 'cell')}, {board}.", hint=hint)
    if not remainder.supplies and remainder.least_area:
        return Reason("areas", f"There are no pieces, and {board}.")
    if most < remainder.least_area:
        cells = counted(most, "cell")
        return Reason("areas", f"The areas differ: all pieces together have {cells}, {board}.")
    if not fits_some_area(remainder):
        sizes = sorted({supply.size for supply in remainder.supplies if supply.most})
        shown = ", ".join(map(str, sizes[:12])) + (", ..." if len(sizes) > 12 else "")
        return Reason(
            "area sums",
            f"No choice of pieces has the right area: {board}, the pieces have {shown} cells each.",
        )
    return None


def uncoverable_cell(remainder: RemainingPuzzle) -> Reason | None:
    """A required cell that no placement covers."""
    bare = tuple(cell for cell in sorted(remainder.required) if not remainder.covering[cell])
    if not bare:
        return None
    others = f", nor {counted(len(bare) - 1, 'other cell')}" if len(bare) > 1 else ""
    return Reason("uncoverable cell", f"No piece can cover the cell {bare[0]}{others}.", bare)


def unplaceable_piece(remainder: RemainingPuzzle) -> Reason | None:
    """A piece that must be used more often than there are places for it."""
    for supply in remainder.supplies:
        there = len(supply.places)
        if there >= supply.least:
            continue
        sentence = f"The piece {supply.name} fits nowhere, but it must be used."
        if there:
            few = f"there {'is' if there == 1 else 'are'} only {counted(there, 'place')} for it"
            sentence = f"The piece {supply.name} must be used {supply.least} times, but {few}."
        cells = {cell for place in supply.places for cell in place}
        return Reason("unplaceable piece", sentence, tuple(sorted(cells)))
    return None


def competing_cells(remainder: RemainingPuzzle, at_most: int = MAX_COMPETING) -> Reason | None:
    """Up to ``at_most`` cells, no two of which one piece can cover, and too few pieces that cover any."""
    kinds = {cell: frozenset(p.piece for p in remainder.covering[cell]) for cell in remainder.required}
    copies = {supply.name: remainder.copies(supply) for supply in remainder.supplies}
    for names in sorted(set(kinds.values()), key=lambda texts: (len(texts), sorted(texts)))[:200]:
        there = sum(copies[name] for name in names)
        inside = [cell for cell in sorted(remainder.required) if kinds[cell] <= names]
        if len(inside) <= there:
            continue
        rivals: list[Cell] = []
        excluded: set[Cell] = set()
        for cell in sorted(inside, key=lambda c: (len(remainder.covering[c]), c)):
            if cell not in excluded:
                rivals.append(cell)
                excluded.update(c for placement in remainder.covering[cell] for c in placement.cells)
            if len(rivals) > at_most:
                break
        if there < len(rivals) <= at_most:
            supplies = [supply for supply in remainder.supplies if supply.name in names]
            return _competing_reason(remainder, sorted(rivals), supplies, there)
    return None


def _competing_reason(
    remainder: RemainingPuzzle, rivals: list[Cell], supplies: list[PieceSupply], there: int
) -> Reason:
    shown = ", ".join(map(str, rivals[:6])) + (", ..." if len(rivals) > 6 else "")
    apart = f"No piece can cover two of the {len(rivals)} cells {shown}, so they need {len(rivals)} pieces"
    if len(supplies) == sum(1 for supply in remainder.supplies if supply.places):
        few = f"there are at most {there}"
    elif len(supplies) <= 6:
        few = (
            f"only {', '.join(supply.name for supply in supplies)} can cover them, {counted(there, 'piece')}"
        )
    else:
        few = f"only {counted(there, 'piece')} can cover them"
    return Reason("competing cells", f"{apart}; {few}.", tuple(rivals))


def uncoverable_item(puzzle: ExactCoverPuzzle) -> Reason | None:
    """A primary item with fewer options than its least multiplicity; None when each has enough."""
    counts = Counter(name for option in puzzle.options for name, _ in option.uses)
    bare = [item for item in puzzle.items if item.primary and counts[item.name] < item.least]
    if not bare:
        return None
    first, others = bare[0], len(bare) - 1
    more = f" The same holds for {counted(others, 'other item')}." if others else ""
    if not counts[first.name]:
        sentence = f"No option covers the item {first.name}, which must be covered.{more}"
        return Reason("uncoverable item", sentence)
    few = f"only {counted(counts[first.name], 'option')} cover{'s' if counts[first.name] == 1 else ''} it"
    times = f"{first.least:,} times, each time by a different option"
    sentence = f"The item {first.name} must be covered {times}, but {few}.{more}"
    return Reason("uncoverable item", sentence)
