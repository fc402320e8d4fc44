"""Gestures of Playwright that its driver for Firefox lacks, made as a user makes them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Locator, Page

from support.waiting import wait_until

TYPED = "field => field.matches('input:is([type=text], [type=search], [type=number], :not([type]))')"

_fill = Locator.fill


def mend(patch: pytest.MonkeyPatch) -> None:
    """Replace these gestures."""
    patch.setattr(Locator, "fill", _fill_by_keys)
    patch.setattr(Page, "go_back", _go_back)


def _fill_by_keys(field: Locator, value: str) -> None:
    """Playwright would write behind a number that is there, and a field would not tell of its change."""
    if not field.evaluate(TYPED):
        _fill(field, value)
        return
    _fill(field, "")
    field.press_sequentially(value)


def _go_back(page: Page) -> None:
    """Playwright is not told when Firefox shows a page again as it was left, without loading it."""
    before = _place(page)
    page.evaluate("history.back()")
    wait_until(lambda: _place(page) not in ("", before), "the page before does not come back")


def _place(page: Page) -> str:
    """The address of the page; "" while there is none."""
    try:
        return str(page.evaluate("location.href"))
    except Error:
        return ""
