"""A board with joined sides: a piece over an edge goes on at the other side; the editor keeps the surface."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from support.move_tables import DIRECTORY
from support.page_user import middle
from support.tiling_page import cell, laid, moves, tray

PACK = """async (text) => (await import("/static/js/puzzle_link.js")).pack(text)"""


def test_a_piece_is_laid_over_a_joined_side_and_lifted_on_the_other(page: Page) -> None:
    page.goto("/puzzles")
    packed = page.evaluate(PACK, (DIRECTORY / "moebius.toml").read_text())
    page.goto(f"/play#t={packed}")
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    expect(page.locator("#board polyline.join")).to_have_count(2)
    tray(page, "L").click()
    page.mouse.click(*middle(cell(page, "3,0")))
    expect(laid(page)).to_have_count(1)
    assert moves(page) == ["place L on 0,2 2,0 2,1 3,0"]
    page.mouse.move(*middle(cell(page, "0,2")))
    page.mouse.down()
    expect(laid(page)).to_have_count(0)
    page.mouse.move(*middle(cell(page, "0,0")), steps=4)
    page.mouse.up()
    expect(laid(page)).to_have_count(1)
    page.goto(f"/edit#t={packed}")
    expect(page.locator("main")).to_contain_text("The board is a Moebius strip of 4 columns and 3 rows.")
