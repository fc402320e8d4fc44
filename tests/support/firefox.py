"""What Playwright's driver for Firefox lacks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

TYPED = "field => field.matches('input:is([type=text], [type=search], [type=number], :not([type]))')"

PREFERENCES: dict[str, str | float | bool] = {
    "browser.sessionhistory.max_total_viewers": 0,
    "browser.download.alwaysOpenPanel": False,
}
"""The way back loads a page again: of one that is shown as it was left the driver is not told. No panel takes
the focus from the page when a file is saved."""

_fill = Locator.fill


def mend(patch: pytest.MonkeyPatch) -> None:
    """Fill in fields as a user does."""
    patch.setattr(Locator, "fill", _fill_by_keys)


def _fill_by_keys(field: Locator, value: str) -> None:
    """Playwright would write behind a number that is there, and a field would not tell of its change."""
    if not field.evaluate(TYPED):
        _fill(field, value)
        return
    _fill(field, "")
    field.press_sequentially(value)
