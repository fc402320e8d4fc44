"""Somebody at a page: what goes wrong there is written down, and a few gestures that all pages share."""

from __future__ import annotations

import re

from playwright.sync_api import ConsoleMessage, Error, Locator, Page

REFUSED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")


class Visitor:
    """``troubles`` are errors of the page and of its console (what the content policy forbids among them);
    requests that the server refused count too, but for the statuses in ``refusals``."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        self.refusals: set[int] = set()
        page.on("console", self._hear)
        page.on("pageerror", self._fail)

    def _hear(self, message: ConsoleMessage) -> None:
        refused = REFUSED.match(message.text)
        if refused and int(refused[1]) in self.refusals:
            return
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _fail(self, error: Error) -> None:
        self.troubles.append(f"error of the page: {error.message}")


def middle(place: Locator) -> tuple[float, float]:
    """The middle of an element, in pixels of the window."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Press in the middle of one element, move in a few steps, let go in the middle of another one."""
    start.scroll_into_view_if_needed()
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=6)
    page.mouse.up()


def press(page: Page, *keys: str) -> None:
    """Press keys one after another."""
    for key in keys:
        page.keyboard.press(key)
