"""The page of runs, as its tests use it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from support.waiting import wait_until


def delete(page: Page, card: Locator) -> None:
    """Delete the run of a card, and leave the page, so that it is gone when the next test begins."""
    run = card.get_attribute("data-run")
    card.get_by_role("button", name=re.compile("^Delete")).click()
    expect(card).to_have_count(0)
    expect(page.locator("#figures figure")).to_have_count(0)  # nor its pictures
    expect(page.locator("#keep")).to_be_focused()
    page.goto("/runs")
    wait_until(lambda: run not in [one["id"] for one in page.request.get("/api/runs").json()["runs"]])
    page.reload()
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    expect(card).to_have_count(0)
