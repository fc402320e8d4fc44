"""Domino shuffling: steps in both directions, links, wrong settings, and the tiling of the command line."""

from __future__ import annotations

import re
from fractions import Fraction

from playwright.sync_api import Page, expect

from support.page_user import press
from tilewright.solving.random_tilings.shuffling import shuffle_steps
from tilewright.solving.random_tilings.weights import two_periodic


def test_steps_go_forwards_and_back_in_three_parts(page: Page) -> None:
    page.goto("/shuffle?order=9&seed=5&step=3")
    sentence = page.locator("#sentence")
    expect(sentence).to_have_text(re.compile(r"^Order 3\. Fill"))
    said = []
    for words in (r"^Order 4\. (Delete|No two)", r"^Order 4\. Move", r"^Order 4\. Fill"):
        page.get_by_role("button", name="One step forward").click()
        expect(sentence).to_have_text(re.compile(words))
        said.append(sentence.inner_text())
    page.get_by_role("button", name="One step back").click()
    expect(sentence).to_have_text(said[1])
    page.locator("h1").click()
    press(page, "ArrowLeft")
    expect(sentence).to_have_text(said[0])
    press(page, "Home")
    expect(sentence).to_have_text(re.compile("^Nothing is there yet"))
    press(page, "End")
    expect(page.locator("#reached")).to_have_text("9")
    expect(page.locator("#command")).to_have_text("tilewright shuffle 9 --seed 5")


def test_the_tiling_is_that_of_the_core(page: Page) -> None:
    *_, last = shuffle_steps(40, seed=7, horizontal=2)
    letters = "".join(last.tiling.rows)
    page.goto("/shuffle?order=40&seed=7&horizontal=2&step=40&show=heights")
    for direction, name in zip("NSEW", ("north", "south", "east", "west"), strict=True):
        expect(page.locator("#facts")).to_contain_text(f"{name}: {letters.count(direction) // 2}")
    known = [height for row in last.tiling.heights for height in row if height is not None]
    expect(page.locator("#range")).to_have_text(f"Heights from {min(known)} to {max(known)}")


def test_playing_reaches_the_end_and_the_link_keeps_the_place(page: Page) -> None:
    page.goto("/shuffle?order=12&seed=3&step=0&circle=1")
    page.locator("#speed").fill("100")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#reached")).to_have_text("12")
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    page.wait_for_url(re.compile(r"order=12&seed=3&step=12&circle=1$"))
    label = page.locator("#diamond").get_attribute("aria-label")
    page.reload()
    expect(page.locator("#diamond")).to_have_attribute("aria-label", label or "")


def test_wrong_settings_are_named_and_change_nothing(page: Page) -> None:
    page.goto("/shuffle?order=nine&seed=-1&step=4")
    expect(page.locator("#reached")).to_have_text("4")
    before = page.locator("#diamond").get_attribute("aria-label")
    for value in ("0", "401", "1.5", "", "9" * 30):
        page.get_by_label("Order", exact=True).fill(value)
        press(page, "Tab")
        expect(page.locator("#message")).to_have_text("Order: a whole number from 1 to 400 is expected.")
    expect(page.locator("#diamond")).to_have_attribute("aria-label", before or "")
    page.get_by_label("Order", exact=True).fill("2")
    press(page, "Tab")
    expect(page.locator("#message")).to_be_hidden()
    expect(page.locator("#reached")).to_have_text("2")


def test_two_periodic_weights(page: Page) -> None:
    """All steps depend on the order then, and the circle is not theirs."""
    page.goto("/shuffle?order=6&seed=3&step=6&circle=1")
    expect(page.locator("#reached")).to_have_text("6")
    weight, circle = page.get_by_label("Two-periodic weight"), page.get_by_label("Arctic circle")
    expect(circle).to_be_visible()
    for wrong in ("x", "0", "1/0", "-2"):
        weight.fill(wrong)
        press(page, "Tab")
        expect(page.locator("#message")).to_contain_text("The two-periodic weight is a positive number")
    weight.fill("1/9")
    press(page, "Tab")
    expect(page.locator("#message")).to_be_hidden()
    expect(circle).to_be_hidden()
    *_, last = shuffle_steps(6, seed=3, weights=two_periodic(6, Fraction(1, 9)))
    letters = "".join(last.tiling.rows)
    expect(page.locator("#facts")).to_contain_text(f"north: {letters.count('N') // 2}")
    expect(page.locator("#command")).to_have_text("tilewright shuffle 6 --seed 3 --weights two-periodic.toml")
    page.wait_for_url(re.compile(r"two_periodic=1%2F9"))
