"""The boards of a date."""

from __future__ import annotations

from datetime import date

from tilewright.web.daily import chosen


def addresses_of_date(day: date) -> dict[str, str]:
    """The addresses of the boards of a date by level; the fewest dominoes of each are proven."""
    return {level: f"/gunport#b={size}&slide=yes" for level, size in chosen(__package__, day).items()}
