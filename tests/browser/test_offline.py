"""The site without its server: the pages, the catalogue and the daily puzzles stay playable."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from support.page_user import PageUser, press
from support.tiling_page import laid, open_game, tray

TODAY = "2026-11-28"
FETCHED = """(date) => new Promise((done) => {
  navigator.serviceWorker.addEventListener("message", (event) => { if (event.data.fetchedAhead) done(event.data.fetchedAhead); });
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ date }));
})"""


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[PageUser]:
    """A new browser context in which service workers may start."""
    with browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}) as context:
        come = PageUser(context.new_page())
        yield come
        assert come.problems == []


def fetch_ahead(page: Page) -> None:
    """Wait until all that is fetched ahead from this date on is there."""
    assert page.evaluate(FETCHED, TODAY) == TODAY


def test_daily_puzzles_of_the_next_days_are_played_offline(visitor: PageUser) -> None:
    page = visitor.page
    page.goto("/daily")
    fetch_ahead(page)
    visitor.disconnect()
