"""Why a puzzle of items and options has no solution: the one reason that shows without a search."""

from __future__ import annotations

from collections import Counter

from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.solve.infeasibility.areas import plural
from tilewright.solve.infeasibility.reason import Reason


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
