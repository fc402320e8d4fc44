"""Dominosa: laying, lifting, hints by the techniques, mistakes, grids from the generator, files and links."""

import gzip
import re
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Locator, Page, expect

from support.page_user import PageUser, drag, paste, press
from support.waiting import HANGS_S


def number(page: Page, place: str) -> Locator:
    """A cell of the grid."""
    return page.locator(f'#board [data-cell="{place}"]')


def open_grid(page: Page, rows: str = "001/110") -> None:
    """Open a grid by its link."""
    page.goto(f"/dominosa#g={rows}")
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    expect(page.locator("#board .cell")).to_have_count(len(rows.replace("/", "")))


class Border:
    """The border between two neighbouring cells."""

    def __init__(self, page: Page, first: str, second: str) -> None:
        boxes = [number(page, place).bounding_box() for place in (first, second)]
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
        (x, y), (u, v) = middles
        self.page, self.at = page, (x + 0.4 * (u - x), y + 0.4 * (v - y))

    def click(self, button: Literal["left", "right"]) -> None:
        self.page.mouse.click(*self.at, button=button)


def shared_address(page: Page) -> str:
    """The address that the button Share gives."""
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    address = page.get_by_label("Text to copy").input_value()
    page.get_by_role("button", name="Close").click()
    return address


def test_dominoes_are_placed_and_lifted(page: Page) -> None:
    open_grid(page)
    placed = page.locator("#left")
    number(page, "2,0").click()
    number(page, "2,1").click()
    expect(placed).to_have_text("2 left.")
    expect(page.locator('[data-domino="0-1"]')).to_have_class(re.compile("placed"))
    drag(page, number(page, "0,0"), number(page, "1,0"))
    expect(placed).to_have_text("1 left.")
    press(page, "u")
    expect(placed).to_have_text("2 left.")
    page.get_by_role("button", name="Redo").click()
    expect(placed).to_have_text("1 left.")
    page.reload()
    expect(placed).to_have_text("1 left.")
    page.locator("#board .laid .tile").first.click()
    expect(placed).to_have_text("2 left.")
    page.get_by_role("button", name="Clear").click()
    expect(placed).to_have_text("3 left.")
    press(page, "u")
    expect(placed).to_have_text("2 left.")
    press(page, "U")
    expect(placed).to_have_text("3 left.")
    page.locator('[data-domino="0-0"]').click()
    expect(page.locator("#board .cell.place")).to_have_count(2)


def test_the_players_own_solution_is_praised(page: Page) -> None:
    open_grid(page)
    page.locator("#board svg").focus()
    press(page, "Enter", "ArrowRight", "Enter")  # 0,0 1,0
    press(page, "ArrowRight", "Enter", "ArrowDown", "Enter")  # 2,0 2,1
    press(page, "ArrowLeft", "Enter", "ArrowLeft", "Enter")  # 1,1 0,1
    expect(page.locator("#message")).to_have_text("Solved! The whole set is on the grid. Well done!")
    expect(page.locator(".confetti").first).to_be_attached()


def test_hints_name_techniques_and_solve_without_praise(page: Page) -> None:
    open_grid(page)
    for count in range(1, 4):
        hint = page.get_by_role("toolbar").locator("#hint")
        hint.click()  # where
        expect(page.locator("#message")).to_have_text(re.compile("^Look "))
        expect(page.locator("#board").locator(".focus, .place").first).to_be_attached()
        expect(hint).to_have_text("Why?")
        hint.click()
        expect(page.locator("#steps li").last).to_have_text(re.compile(" has one (neighbour|place) left: "))
        expect(page.locator("#board .shown")).to_have_count(0)
        press(page, "h")  # what
        expect(page.locator("#message")).to_have_text(re.compile("belongs on the marked cells"))
        expect(page.locator("#board .shown")).to_have_count(1)
        expect(hint).to_have_text("Lay it")
        press(page, "h")
        expect(page.locator("#left")).to_have_text(f"{3 - count} left.")
    expect(page.locator("#message")).to_have_text("Solved; 3 of the dominoes were shown to you.")
    expect(page.locator(".confetti")).to_have_count(0)


def test_mistakes_are_marked(page: Page) -> None:
    open_grid(page)
    drag(page, number(page, "1,0"), number(page, "2,0"))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#board .lifted")).to_have_count(1)
    expect(page.locator("#message")).to_have_class(re.compile("warn"))
    drag(page, number(page, "1,1"), number(page, "2,1"))
    expect(page.locator("#board .twice")).to_have_count(2)
    expect(page.locator("#message")).to_have_text("0-1 is on the grid more than once.")
    expect(page.locator('[data-domino="0-1"]')).to_have_class(re.compile("twice"))


def test_grids_are_generated_read_and_shared(user: PageUser, tmp_path: Path) -> None:
    user.expected_statuses = {422}
    page = user.page
    page.goto("/dominosa")
    expect(page.locator("#board .cell")).to_have_count(30)
    page.get_by_text("New puzzle", exact=True).click()
    page.get_by_role("combobox", name="Set").select_option("3")
    page.get_by_label("Difficulty").select_option("medium")
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#board .cell")).to_have_count(20)
    expect(page.locator("#set button")).to_have_count(10)
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("001\n1x1\n")
    page.get_by_label("Open a file").set_input_files(wrong)
    expect(page.locator("#message")).to_have_text(re.compile(r"^wrong\.txt, line 2: 'x' is not a number"))
    expect(page.locator("#board .cell")).to_have_count(20)
    grid = tmp_path / "grid.txt"
    grid.write_text("001\n110\n")
    page.get_by_label("Open a file").set_input_files(grid)
    expect(page.locator("#board .cell")).to_have_count(6)
    assert shared_address(page).endswith("#n=6&g=001/110")
    packed = tmp_path / "packed.txt.gz"
    packed.write_bytes(gzip.compress(b"011\n010\n"))
    page.get_by_label("Open a file").set_input_files(packed)
    expect(page.locator("h1")).to_have_text("packed.txt")
    assert shared_address(page).endswith("#n=6&g=011/010")
    packed.write_bytes(packed.read_bytes()[:-12])
    page.get_by_label("Open a file").set_input_files(packed)
    expect(page.locator("#message")).to_have_text(re.compile("The file is damaged: it cannot be unpacked.$"))
    page.goto("about:blank")
    page.goto("/dominosa#n=20&g=00011/20121")  # the end is missing
    expect(page.locator(".toast")).to_have_text("The link is damaged: its puzzle cannot be read.")
    page.goto("about:blank")
    page.goto("/dominosa#g=nonsense")
    expect(page.locator(".toast")).to_be_visible()


def test_a_link_shows_the_position_elsewhere(page: Page, browser: Browser) -> None:
    open_grid(page)
    drag(page, number(page, "2,0"), number(page, "2,1"))
    Border(page, "0,0", "1,0").click(button="right")
    link = shared_address(page)
    with browser.new_context() as context:
        context.set_default_timeout(1_000 * HANGS_S)
        other = context.new_page()
        other.goto(link)
        expect(other.locator("#left")).to_have_text("2 left.")
        expect(other.locator("#board .bar")).to_have_count(1)
        drag(other, number(other, "1,1"), number(other, "0,1"))
        expect(other.locator("#left")).to_have_text("1 left.")
        other.reload()
        expect(other.locator("#left")).to_have_text("1 left.")


def test_another_puzzle_takes_the_place_of_a_half_played_one_only_when_confirmed(page: Page) -> None:
    open_grid(page)
    drag(page, number(page, "2,0"), number(page, "2,1"))
    page.get_by_text("New puzzle", exact=True).click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Go on with this one").click()
    expect(page.locator("#board .cell")).to_have_count(6)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Begin the other one").click()
    expect(page.locator("#board .cell")).to_have_count(30)
    page.goto("about:blank")
    open_grid(page)  # the first one goes on
    expect(page.locator("#left")).to_have_text("2 left.")


def test_lines_keys_and_right_clicks(page: Page) -> None:
    open_grid(page)
    left = page.locator("#left")
    drag(page, number(page, "0,0"), number(page, "2,0"))  # too far: its neighbour counts
    expect(page.locator("#board .laid")).to_have_attribute("data-name", "0,0 1,0")
    drag(page, number(page, "1,0"), number(page, "0,0"))  # once more: it is lifted
    expect(left).to_have_text("3 left.")
    Border(page, "0,0", "0,1").click(button="right")
    expect(page.locator("#board .bar")).to_have_count(1)
    page.locator("#board svg").focus()
    press(page, "Shift+ArrowRight")
    expect(left).to_have_text("2 left.")
    press(page, "Delete")
    expect(left).to_have_text("3 left.")
    press(page, "Control+z")
    expect(left).to_have_text("2 left.")
    press(page, "Control+Shift+z")
    expect(left).to_have_text("3 left.")


def test_marks_say_where_no_domino_lies(page: Page) -> None:
    open_grid(page)
    bars = page.locator("#board .bar")
    press(page, "m")
    drag(page, number(page, "1,0"), number(page, "2,0"))
    expect(bars).to_have_count(1)
    number(page, "1,1").click()
    number(page, "2,1").click()
    expect(bars).to_have_count(2)
    expect(page.locator("#left")).to_have_text("3 left.")
    drag(page, number(page, "2,0"), number(page, "1,0"))  # once more
    expect(bars).to_have_count(1)
    page.reload()
    expect(bars).to_have_count(1)
    page.get_by_role("button", name="Mark").click()
    page.get_by_role("button", name="Mark").click()
    drag(page, number(page, "1,1"), number(page, "2,1"))  # the mode is off: a domino hides the mark
    expect(page.locator("#left")).to_have_text("2 left.")
    expect(bars).to_have_count(0)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#left")).to_have_text("3 left.")
    expect(bars).to_have_count(0)


def test_a_double_12_set_on_a_phone_with_colours(phone: PageUser) -> None:
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 740})
    open_grid(page)
    page.get_by_text("New puzzle", exact=True).click()
    page.get_by_role("combobox", name="Set").select_option("12")
    page.get_by_label("Outlines symmetric").check()
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#board .cell")).to_have_count(182)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    size = page.locator("#board .number").first.evaluate("e => e.getBoundingClientRect().height")
    assert size >= 11
    page.get_by_label("Colours by number").check()
    fills = page.evaluate("[...document.querySelectorAll('#board .cell')].map(e => getComputedStyle(e).fill)")
    assert len(set(fills)) == 13


def test_game_ids_are_pasted_and_copied(page: Page) -> None:
    open_grid(page)
    paste(page, "2:000112112202")
    expect(page.locator("#board .cell")).to_have_count(12)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Game ID").click()
    expect(page.locator("#message")).to_have_text("2:000112112202")
