"""Coupling from the past on the page: the tilings meet as in the core, flips, wrong settings."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from support.page_user import PageUser, press
from tilewright.generators.tilings import hexagon
from tilewright.solving.random_tilings.board import simply_connected_board
from tilewright.solving.random_tilings.drawing import draw_tilings
from tilewright.solving.random_tilings.flips import flips, flips_above_least


def test_the_tilings_meet_and_the_end_is_that_of_the_core(page: Page) -> None:
    page.goto("/coupling?kind=hexagon&sides=3x3x3&seed=5")
    sentence = page.locator("#sentence")
    expect(sentence).to_have_text(re.compile(r"^After 0 of \d+ sweeps the tilings are 27 flips apart\.$"))
    page.get_by_role("button", name="One moment forward").click()
    expect(sentence).to_have_text(re.compile(r"^After [1-9]"))
    page.locator("h1").click()
    press(page, "End")
    expect(sentence).to_have_text(re.compile(r"^After all \d+ sweeps: the random tiling\.$"))
    (tiling,) = draw_tilings(simply_connected_board(hexagon(3, 3, 3)), 1, seed=5)
    up = flips_above_least(tiling)
    expect(page.locator("#volume-now")).to_have_text(
        re.compile(rf"^{up} flips? above the lowest tiling; {len(flips(tiling))} corners can flip\.$")
    )
    last = page.locator("#seek").get_attribute("max")
    page.wait_for_url(re.compile(rf"kind=hexagon&sides=3x3x3&seed=5&moment={last}$"))
    said = sentence.inner_text()
    page.reload()
    expect(sentence).to_have_text(said)


def test_playing_ends_with_the_tiling(page: Page) -> None:
    page.goto("/coupling?sides=2x2&seed=1")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#sentence")).to_have_text(re.compile("^After all"))
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_flips_by_mouse_and_keyboard(page: Page) -> None:
    page.goto("/coupling?sides=2x2&seed=1")
    board, volume = page.locator("#tiling"), page.locator("#volume-now")
    expect(volume).to_have_text(re.compile(r"^[01] flips? above the lowest tiling; 1 corners can flip\.$"))
    before = volume.inner_text()[0]
    board.click()
    expect(volume).to_have_text(re.compile(f"^{1 - int(before)} flip"))
    board.focus()
    press(page, "ArrowRight")
    expect(volume).to_have_text(re.compile(r"^Corner 1, 1, height -?\d+: can flip$"))
    press(page, "Enter")
    expect(volume).to_have_text(re.compile(f"^{before} flip"))
    press(page, "ArrowUp")
    expect(volume).to_have_text(re.compile(r"^Corner 1, 0, height -?\d+: cannot flip$"))


def test_wrong_settings_are_named(user: PageUser) -> None:
    user.expected_statuses.add(422)
    page = user.page
    page.goto("/coupling?sides=4x4&seed=1")
    expect(page.locator("#sentence")).to_have_text(re.compile("^After 0"))
    for label, wrong, words in (
        ("Sides", "4", "Sides: two whole numbers"),
        ("Sides", "3x3", "3 x 3 has 9 cells, an odd number"),
        ("Sides", "200x200", "40,000 cells"),
        ("Seed", "-1", "The seed is a whole number"),
        ("Weight of each flip up", "0", "The weight of each flip up is a positive number"),
    ):
        field = page.get_by_label(label, exact=True)
        right = field.input_value()
        field.fill(wrong)
        press(page, "Tab")
        expect(page.locator("#message")).to_contain_text(words)
        field.fill(right)
        press(page, "Tab")
        expect(page.locator("#message")).to_be_hidden()
    page.goto("/coupling?puzzle=pentominoes-6x10")
    expect(page.locator("#message")).to_contain_text("it has other pieces than one kind of dominoes")


def test_a_board_of_the_shelf_keeps_its_address_and_is_shared_as_text(page: Page) -> None:
    page.goto("/coupling")
    text = "[board]\ndrawing = '''\n.##.\n####\n####\n'''\n[[pieces]]\nset = 'domino'\ncopies = 5\n"
    mine = {"key": "k1", "title": "Mine", "text": text, "lattice": "square", "playable": True, "summary": ""}
    page.evaluate("mine => localStorage.setItem('own-puzzles', JSON.stringify([mine]))", mine)
    page.reload()
    page.locator("#kind").select_option("Mine")
    expect(page.locator("#sentence")).to_have_text(re.compile("the tilings are 4 flips apart"))
    page.wait_for_url(re.compile(r"own=k1&seed=1&moment=0"))
    page.evaluate(
        "navigator.share = undefined; navigator.clipboard.writeText = async text => { window.copied = text }"
    )
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".toast")).to_be_visible()
    shared = page.evaluate("window.copied")
    assert "own=" not in shared
    page.evaluate("localStorage.removeItem('own-puzzles')")
    page.goto("/learn")
    page.goto(shared)
    expect(page.locator("#sentence")).to_have_text(re.compile("the tilings are 4 flips apart"))
