"""The parts of the play page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def open_game(page: Page, name: str = "some-pentominoes-3x5") -> None:
    """Open a puzzle of the catalogue."""
    page.goto(f"/play?puzzle={name}")
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    page.locator("h1").click()  # so that the page receives keys


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
    return tray(page, name).locator("svg").inner_html()


def moves(page: Page) -> list[str]:
    """The moves that this browser keeps of the one game it knows."""
    keys: list[str] = page.evaluate(
        "JSON.parse(localStorage.getItem(Object.keys(localStorage).find(k => k.startsWith('game '))))"
    )
    return keys


def lies_on(page: Page, number: int = -1) -> set[str]:
    """The cells of a move that lays a piece, usually of the last one."""
    return set(moves(page)[number].split(" on ")[1].split())
