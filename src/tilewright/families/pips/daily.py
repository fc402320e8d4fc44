"""The Pips of a date: see :func:`tilewright.families.pips.generation.puzzle_of_date`."""

from __future__ import annotations

from datetime import date

from tilewright.families.pips.techniques import LEVELS


def addresses_of_date(day: date) -> dict[str, str]:
    """The addresses of the puzzles of a date by level."""
    return {level: f"/pips#date={day.isoformat()}&level={level}" for level in LEVELS}
