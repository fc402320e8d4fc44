"""The panel of all positions on the page of assemblies: numbers, the tree by mouse and keys, ways apart."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.test_assembly_page import open_text
from support.assembly_cases import KEY, MAZE, assembly
from support.page_user import press, settled
from tilewright.formats import toml

CANVAS = "#positions canvas"


def open_panel(page: Page, *layers: str) -> None:
    """Open the puzzle of a drawn assembly, and the panel."""
    open_text(page, toml.dumps(assembly(*layers)[0]))
    panel = page.locator("#positions")
    expect(panel).to_be_visible()
    expect(panel).not_to_have_attribute("open", "")
    page.get_by_text("All positions", exact=True).click()
    expect(page.locator("#positions dl")).to_be_visible()


def value(page: Page, name: str) -> str:
    """The number beside a name."""
    return page.locator("#positions dt", has_text=re.compile(f"^{name}$")).locator("+ dd").inner_text()


def test_the_numbers_are_shown_when_the_panel_is_opened(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_text(page, toml.dumps(assembly(*MAZE)[0]))
    expect(page.locator("#positions")).to_be_visible()
    assert not any("/assembly/positions" in url for url in asked)
    page.get_by_text("All positions", exact=True).click()
    expect(page.locator("#positions dl")).to_be_visible()
    assert [value(page, name) for name in ("Positions", "Ways out", "Dead ends")] == ["8", "1", "1"]
    assert value(page, "Can leave first") == "B (2 moves)"
    expect(page.locator("#positions .position")).to_have_count(8)


def test_a_position_is_chosen_with_the_mouse(page: Page) -> None:
    open_panel(page, *MAZE)
    caption = expect(page.locator("#positions .caption"))
    caption.to_have_text("Position 1: 0 moves from the start.")
    out = page.get_by_role("button", name="a way out")
    out.click()
    caption.to_have_text(re.compile(r"a way out: 1 move from the start\.$"))
    expect(out).to_have_attribute("aria-pressed", "true")
    dead = page.get_by_role("button", name="a dead end")
    expect(dead).to_have_count(3)
    dead.first.click()
    expect(out).to_have_attribute("aria-pressed", "false")
    caption.to_have_text(re.compile(r"a dead end: 2 moves from the start\.$"))
    back = page.locator("#positions").get_by_role("button", name="One move back")
    back.click()
    caption.to_have_text(re.compile(r"^Position \d: 1 move from the start\.$"))


def test_the_assembly_is_drawn_in_the_position(page: Page) -> None:
    page.goto("/assembly?puzzle=burr-level-5")
    expect(page.locator("#positions")).to_be_visible()
    page.get_by_text("All positions", exact=True).click()
    positions = page.locator("#positions .position")
    expect(positions).to_have_count(5)
    pictures = set()
    for number in range(5):
        positions.nth(number).click()
        pictures.add(settled(page, CANVAS))
    assert len(pictures) == 5


def test_the_arrow_keys_go_from_position_to_position(page: Page) -> None:
    open_panel(page, *MAZE)
    caption = expect(page.locator("#positions .caption"))
    page.locator('#positions .position[tabindex="0"]').focus()
    press(page, "ArrowDown")
    caption.to_have_text(re.compile("1 move from the start"))
    focused = page.locator("#positions .position:focus")
    expect(focused).to_have_attribute("aria-pressed", "true")
    expect(focused).to_have_attribute("tabindex", "0")
    first = focused.get_attribute("aria-label") or ""
    press(page, "ArrowRight")
    expect(focused).not_to_have_attribute("aria-label", first)
    caption.to_have_text(re.compile("1 move from the start"))
    press(page, "ArrowLeft")
    expect(focused).to_have_attribute("aria-label", first)
    press(page, "ArrowUp")
    caption.to_have_text("Position 1: 0 moves from the start.")
    press(page, "ArrowUp")  # there is nothing above the start
    expect(focused).to_have_attribute("aria-label", "Position 1: 0 moves from the start.")
    expect(page.locator("#player .caption")).to_have_text("Assembled. 2 moves take it apart.")


def test_different_ways_are_played(page: Page) -> None:
    open_panel(page, *KEY)
    way = page.get_by_role("button", name=re.compile("^Way 1: "))
    way.click()
    expect(way).to_have_attribute("aria-pressed", "true")
    caption = expect(page.locator("#positions .caption"))
    caption.to_have_text(re.compile(r"^Assembled\. 3 moves take it apart\.$"))
    page.locator("#positions").get_by_role("button", name="One move on").click()
    caption.to_have_text(re.compile("^Move 1 of 3: "))
    page.locator("#positions .position").first.click()
    expect(way).to_have_attribute("aria-pressed", "false")


def test_another_puzzle_has_other_positions(page: Page) -> None:
    open_panel(page, *MAZE)
    page.locator("#puzzle").select_option("soma-cube")
    expect(page.locator("#title")).to_have_text("The Soma cube")
    expect(page.locator("#positions .position")).to_have_count(1)  # something is free at once
    assert value(page, "Positions") == "1"
