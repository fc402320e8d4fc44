"""The Pips of a date: see :func:`tilewright.families.pips.generation.puzzle_of_date`."""

from __future__ import annotations

from datetime import date

from tilewright.families.pips.techniques import LEVELS
from tilewright.web.daily import PageRequest, PuzzleAddress


def addresses_of_date(day: date) -> dict[str, PuzzleAddress]:
    """The addresses of the puzzles of a date by level."""
    text = day.isoformat()
    return {
        level: PuzzleAddress(
            f"/pips#date={text}&level={level}", PageRequest("/pips/date", {"date": text, "level": level})
        )
        for level in LEVELS
    }
