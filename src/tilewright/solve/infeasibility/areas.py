"""Reasons from areas, and from single cells and pieces: the ones to look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.lattices import Cell
from tilewright.solve.infeasibility.reason import Reason
from tilewright.solve.infeasibility.remainder import Rest, Stock

MAX_RIVALS = 1000
"""The most cells that are looked at as rivals for too few pieces."""


def plural(number: int, noun: str) -> str:
    """``1 cell``, ``2 cells``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def board_area(rest: Rest) -> str:
    """How many cells are to be filled, in words."""
    if not rest.optional:
        return plural(len(rest.required), "cell")
    return f"{len(rest.required):,} to {plural(len(rest.open), 'cell')}"


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


def fits_some_area(rest: Rest, *, any_copies: bool = False) -> bool:
    """Whether some choice of pieces has an area that the board can take."""
    parts = ((s.size, 0 if any_copies else s.least, s.most) for s in rest.stocks)
    return bool(sums(parts, len(rest.open)) >> len(rest.required))


def areas(rest: Rest) -> Reason | None:
    """The pieces together have too many cells, or too few, or no choice of them has the board's area."""
    least = sum(stock.size * stock.least for stock in rest.stocks)
    most = sum(stock.size * stock.most for stock in rest.stocks)
    if least > len(rest.open):
        hint = ""
        if fits_some_area(rest, any_copies=True):
            hint = "With --use any, where pieces may be left over, the areas allow a solution."
        whose = "the pieces that must be used have" if most > least else "the pieces have"
        return Reason(
            "areas",
            f"The areas differ: {whose} {plural(least, 'cell')}, the board has {board_area(rest)} to fill.",
            hint=hint,
        )
    if not rest.stocks and rest.required:
        return Reason("areas", f"There are no pieces, and the board has {board_area(rest)} to fill.")
    if most < len(rest.required):
        return Reason(
            "areas",
            f"The areas differ: all pieces together have {plural(most, 'cell')}, "
            f"the board has {board_area(rest)} to fill.",
        )
    if not fits_some_area(rest):
        sizes = sorted({stock.size for stock in rest.stocks if stock.most})
        shown = ", ".join(map(str, sizes[:12])) + (", ..." if len(sizes) > 12 else "")
        return Reason(
            "area sums",
            f"No choice of pieces has the right area: the board has {board_area(rest)} to fill, "
            f"the pieces have {shown} cells each.",
        )
    return None


def bare_cell(rest: Rest) -> Reason | None:
    """A required cell that no placement covers."""
    bare = tuple(cell for cell in sorted(rest.required) if not rest.covering[cell])
    if not bare:
        return None
    if len(bare) == 1:
        return Reason("bare cell", f"No piece can cover the cell {bare[0]}.", bare)
    return Reason(
        "bare cell",
        f"No piece can cover the cell {bare[0]}, nor {plural(len(bare) - 1, 'other cell')}.",
        bare,
    )


def homeless_piece(rest: Rest) -> Reason | None:
    """A piece that must be used more often than there are places for it."""
    for stock in rest.stocks:
        if len(stock.places) < stock.least:
            if not stock.places:
                return Reason("homeless piece", f"The piece {stock.name} fits nowhere, but it must be used.")
            return Reason(
                "homeless piece",
                f"The piece {stock.name} must be used {stock.least} times, "
                f"but there {'is' if len(stock.places) == 1 else 'are'} only "
                f"{plural(len(stock.places), 'place')} for it.",
                tuple(sorted({cell for place in stock.places for cell in place})),
            )
    return None


def rival_cells(rest: Rest, at_most: int = MAX_RIVALS) -> Reason | None:
    """Up to ``at_most`` cells, no two of which one piece can cover, and too few pieces that cover any."""
    kinds = {cell: frozenset(p.piece for p in rest.covering[cell]) for cell in rest.required}
    copies = {stock.name: rest.copies(stock) for stock in rest.stocks}
    for names in sorted(set(kinds.values()), key=lambda held: (len(held), sorted(held)))[:200]:
        there = sum(copies[name] for name in names)
        inside = [cell for cell in sorted(rest.required) if kinds[cell] <= names]
        if len(inside) <= there:
            continue
        rivals: list[Cell] = []
        beside: set[Cell] = set()
        for cell in sorted(inside, key=lambda c: (len(rest.covering[c]), c)):
            if cell not in beside:
                rivals.append(cell)
                beside.update(c for placement in rest.covering[cell] for c in placement.cells)
            if len(rivals) > at_most:
                break
        if there < len(rivals) <= at_most:
            return _rivals_reason(rest, sorted(rivals), [s for s in rest.stocks if s.name in names], there)
    return None


def _rivals_reason(rest: Rest, rivals: list[Cell], stocks: list[Stock], there: int) -> Reason:
    shown = ", ".join(map(str, rivals[:6])) + (", ..." if len(rivals) > 6 else "")
    apart = f"No piece can cover two of the {len(rivals)} cells {shown}, so they need {len(rivals)} pieces"
    if len(stocks) == sum(1 for stock in rest.stocks if stock.places):
        few = f"there are at most {there}"
    elif len(stocks) <= 6:
        few = f"only {', '.join(stock.name for stock in stocks)} can cover them, {plural(there, 'piece')}"
    else:
        few = f"only {plural(there, 'piece')} can cover them"
    return Reason("rival cells", f"{apart}; {few}.", tuple(rivals))


def bare_item(puzzle: ExactCoverPuzzle) -> Reason | None:
    """A primary item that has fewer options than it must be covered times; None when each has enough."""
    held = Counter(name for option in puzzle.options for name, _ in option.uses)
    bare = [item for item in puzzle.items if item.primary and held[item.name] < item.least]
    if not bare:
        return None
    first, others = bare[0], len(bare) - 1
    more = f" So it is with {plural(others, 'other item')}." if others else ""
    if not held[first.name]:
        return Reason("bare item", f"No option covers the item {first.name}, which must be covered.{more}")
    return Reason(
        "bare item",
        f"The item {first.name} must be covered {first.least:,} times, each time by another option, "
        f"but only {plural(held[first.name], 'option')} "
        f"cover{'s' if held[first.name] == 1 else ''} it.{more}",
    )
