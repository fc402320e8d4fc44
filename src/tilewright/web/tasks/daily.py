"""The task that finds the puzzles of a date."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.web.daily import date_of, puzzles_of_date
from tilewright.web.pages import kind_titles
from tilewright.web.tasks import Emit


def of_date(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The puzzles of the date ``args["date"]``, as ``DailyView``."""
    day = date_of(args["date"])
    titles = kind_titles()
    puzzles = [
        {
            **one._asdict(),
            "request": one.request and one.request._asdict(),
            "title": titles[one.address.partition("?")[0]],
        }
        for one in puzzles_of_date(day)
    ]
    return {"date": day.isoformat(), "puzzles": puzzles}
