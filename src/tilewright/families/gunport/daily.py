"""The boards of a date."""

from __future__ import annotations

from datetime import date

from tilewright.web.daily import PuzzleAddress, chosen


def addresses_of_date(day: date) -> dict[str, PuzzleAddress]:
    """The addresses of the boards of a date by level; the fewest dominoes of each are proven."""
    sizes = chosen(__package__, day).items()
    return {level: PuzzleAddress(f"/gunport#b={size}&slide=yes") for level, size in sizes}
