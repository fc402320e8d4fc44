"""The domino games on paper: the board and its dominoes, to one scale."""

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.parametrize(
    ("where", "pieces"),
    [
        ("/dominosa#g=001/110", 3),
        ("/gunport?size=3x3&board=EEE.EEE.EEE", 3),
        ("/vanishing", 0),
        ("/pips#date=2026-11-02&level=easy", None),
    ],
)
def test_a_sheet_has_the_board_and_the_dominoes(page: Page, where: str, pieces: int | None) -> None:
    page.goto(where)
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    if where.startswith("/gunport"):
        expect(page.locator("#known")).to_have_text("The minimum is 3 dominoes, with 3 ports.")
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    page.get_by_role("button", name="Print").click()
    page.get_by_role("button", name="10 mm").click()
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")
    sheet = page.locator(".print-sheet")
    board = sheet.locator(":scope > figure svg")
    expect(board).to_have_count(1)
    cells = page.locator("#board .cell").count()
    expect(board.locator(".cell")).to_have_count(cells)
    dominoes = sheet.locator(".print-pieces svg")
    expect(dominoes).to_have_count(page.locator("#tray button").count() if pieces is None else pieces)
    assert (
        sheet.evaluate(
            "sheet => new Set([...sheet.querySelectorAll('svg')]"
            ".map(e => (parseFloat(e.getAttribute('width')) / e.viewBox.baseVal.width).toFixed(3))).size"
        )
        == 1
    )
