"""A visitor of the site: finds everything by its role and name on the screen, and counts what that takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

THINKING = re.compile("Thinking")
HINT = re.compile(r"^(Hint|Why\?|What\?|Lay it|Place it|Lift it|Remove it)$")
NOT_FOUND = "Page not found"
MAX_STEPS = 400  # presses of one button, after which a puzzle counts as a dead end


class Visitor:
    """Starts at the home page, and types no other address. ``dead_ends`` are links that led nowhere."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.keys = 0
        self.dead_ends: list[str] = []
        page.goto("/")

    @property
    def main(self) -> Locator:
        """What the page shows below its header."""
        return self.page.get_by_role("main")

    def click(self, target: Locator) -> None:
        """Click on something."""
        target.click()
        self.clicks += 1

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def tab_to(self, target: Locator) -> None:
        """Press Tab until something has the focus."""
        expect(target).to_be_visible()
        for _ in range(MAX_STEPS):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {target}")

    def follow(self, link: Locator) -> None:
        """Follow a link to another page, which has a heading of its own."""
        name, before = link.inner_text(), self.page.url
        self.click(link)
        expect(self.page).not_to_have_url(before)
        self.page.wait_for_load_state()
        heading = self.page.get_by_role("heading", level=1)
        expect(heading).not_to_be_empty()
        if heading.inner_text() == NOT_FOUND:
            self.dead_ends.append(name)

    @contextmanager
    def change(self) -> Iterator[None]:
        """What is done changes the page; then it is not thinking any more."""
        before = self.main.text_content() or ""
        yield
        expect(self.main).not_to_have_text(before)
        expect(self.main).not_to_contain_text(THINKING)

    def shows(self, words: re.Pattern[str]) -> bool:
        """Whether the page shows these words now."""
        return words.search(self.main.inner_text()) is not None

    def play_by_hints(self, complete: re.Pattern[str]) -> None:
        """Press the button of hints, which makes their moves too, until the page shows these words."""
        hint = self.page.get_by_role("toolbar", name="Moves").get_by_role("button", name=HINT)
        expect(hint).to_be_visible()
        for _ in range(MAX_STEPS):
            if self.shows(complete):
                return
            with self.change():
                self.click(hint)
        raise AssertionError(f"the hints do not end: {self.main.inner_text()}")

    def report(self, kind: str) -> str:
        """One line with all numbers."""
        return f"{kind}: {self.clicks} clicks, {self.keys} keys, {len(self.dead_ends)} dead ends"
