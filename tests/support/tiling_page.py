"""The parts of the play page."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from support.page_user import press

SHAPE = "svg => [...svg.querySelectorAll('path, circle')].map((part) => part.outerHTML).join()"


def show_hint(page: Page) -> None:
    """Go through the stages of a hint by the key H, until its move is shown."""
    for following in ("Why?", "What?", "Place it|Lift it"):
        press(page, "h")
        expect(page.locator("#hint")).to_have_text(re.compile(following))


def open_game(page: Page, name: str = "some-pentominoes-3x5") -> None:
    """Open a puzzle of the catalogue."""
    page.goto(f"/play?puzzle={name}")
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    page.locator("h1").click()  # so that the page receives keys


def count_remaining(page: Page) -> None:
    """Let the page say how many solutions remain."""
    page.get_by_label("count the remaining solutions").check()


def tray(page: Page, name: str) -> Locator:
    """The button of a piece."""
    return page.locator(f'#pieces [data-piece="{name}"]')


def laid(page: Page) -> Locator:
    """The pieces on the board."""
    return page.locator("#board g.pieces > g.piece")


def cell(page: Page, place: str) -> Locator:
    """A cell of the board."""
    return page.locator(f'#board [data-cell="{place}"]')


def shape(page: Page, name: str) -> str:
    """How a piece is held, as the drawing in the tray."""
    drawn: str = tray(page, name).locator("svg").evaluate(SHAPE)
    return drawn


def moves(page: Page) -> list[str]:
    """The moves that this browser keeps of the one game it knows."""
    keys: list[str] = page.evaluate(
        "JSON.parse(localStorage.getItem(Object.keys(localStorage).find(k => k.startsWith('game '))))"
    )
    return keys


def lies_on(page: Page, number: int = -1) -> set[str]:
    """The cells of a move that lays a piece, usually of the last one."""
    return set(moves(page)[number].split(" on ")[1].split())
