"""Colours, digits and costs on the board, on the pieces and in the list; pieces that may be left over."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from support.page_user import press
from support.tiling_page import cell, count_remaining, laid, open_game, show_hint, tray
from tilewright import catalogue
from tilewright.model.puzzle import Puzzle


@pytest.mark.parametrize(
    "name", ["dominosa-enigma", "magnets-4x6", "checkered-chessboard", "three-letters", "morse"]
)
def test_the_colour_of_each_cell_is_written_on_it(page: Page, name: str) -> None:
    puzzle = catalogue.load(name)
    assert isinstance(puzzle, Puzzle)
    open_game(page, name)
    board = [puzzle.board.colour(at)[:1] for at in sorted(puzzle.board.cells)]
    expect(page.locator("#board .cell-marks text")).to_have_text([colour for colour in board if colour])
    for piece in puzzle.pieces[:3]:
        drawn = tray(page, piece.name).locator("text").all_text_contents()
        assert sorted(drawn) == sorted(colour[:1] for colour in piece.colours if colour)
    show_hint(page)
    expect(page.locator("#message")).to_have_text(re.compile("belongs on"))
    press(page, "h")
    expect(laid(page)).to_have_count(1)
    expect(laid(page).locator("text").first).to_be_attached()
    expect(laid(page).locator(".patch").first).to_be_attached()


def test_the_total_of_covered_cells_is_shown_with_the_possible_range(page: Page) -> None:
    open_game(page, "gold-5x5")
    count_remaining(page)
    total = page.locator("#cost")
    expect(total).to_have_text("Total cost: 0. Possible: -8 to 58.")
    expect(page.locator("#remaining")).to_have_text("Exactly 2 solutions have the greatest cost, 58.")
    expect(page.locator("#board .cell-marks text").first).to_have_text("1")
    tray(page, "V3").click()
    cell(page, "1,1").click()
    expect(laid(page)).to_have_count(1)
    expect(total).not_to_have_text(re.compile("cost: 0"))
    expect(laid(page).locator("text")).to_have_count(3)
    expect(page.locator("#message")).to_have_text(re.compile(r"-8 to 58 are possible\.$"))


def test_the_greatest_total_is_praised(page: Page) -> None:
    page.goto("/play?puzzle=gold-3x3")
    best = ["place bar on 0,0 1,0", "place bar on 1,1 2,1", "place bar on 1,2 2,2"]
    page.evaluate("moves => localStorage.setItem('game gold-3x3', moves)", json.dumps(best))
    page.reload()
    expect(page.locator("#cost")).to_have_text("Total cost: 14. Possible: -2 to 14.")
    expect(page.locator("#message")).to_have_text("Solved, with 14, the greatest possible total!")


def test_a_puzzle_for_some_of_its_pieces_opens_so(page: Page) -> None:
    open_game(page, "partial-cross")
    count_remaining(page)
    expect(page.get_by_label("pieces may be left over")).to_be_checked()
    expect(page.locator("#remaining")).to_have_text("Exactly 160 solutions remain.")
    page.get_by_label("pieces may be left over").uncheck()
    expect(page.get_by_label("pieces may be left over")).not_to_be_checked()
    expect(page).to_have_url(re.compile("use=all"))
    expect(page.locator("#remaining")).to_have_class(re.compile("none"))
    page.get_by_label("pieces may be left over").check()
    expect(page).to_have_url(re.compile("use=any"))
    expect(page.locator("#remaining")).to_have_text("Exactly 160 solutions remain.")
    page.get_by_role("link", name="Solve it").click()
    expect(page).to_have_url(re.compile("use=any"))
    expect(page.locator("#summary")).to_have_text(re.compile("up to 12 pieces"))
