"""The page where puzzles in space are designed, as its tests use it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from support.saved_files import saved_by
from tilewright.model.lattices import Cell


def cell(page: Page, at: Cell) -> Locator:
    """A cell on the grid."""
    return page.locator(f'#grid [data-cell="{",".join(map(str, at))}"]')


def ready(page: Page, address: str = "/design") -> None:
    """Open a page that takes input."""
    page.goto(address)
    expect(page.locator("#main:not([inert])")).to_be_attached()


def draw(page: Page, *cells: Cell) -> None:
    """Click on cells of the layer 0."""
    for at in cells:
        cell(page, at).click()
        expect(cell(page, at)).to_have_class(re.compile(r"\bon\b"))


def add_shape(page: Page, *cells: Cell) -> None:
    """Add a shape of cells of the layer 0."""
    page.get_by_role("button", name="+ Shape").click()
    draw(page, *cells)


def expect_names(page: Page, *names: str) -> None:
    """Wait until the table has pieces of these names, in this order."""
    expect(page.locator("#table tbody tr td:nth-child(2)")).to_have_text(names)


def saved(page: Page) -> str:
    """The text of the file that is saved."""
    button = page.get_by_role("button", name="Save", exact=True)
    return saved_by(button).path.read_text(encoding="utf-8")
