"""Pips in a browser: a day's puzzle by mouse, by finger and by keyboard; hints, checks, files, links."""

from __future__ import annotations

import gzip
import json
import re
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.page_user import PageUser, drag, middle, paste, press
from support.pips_cases import ONE_WAY, UNIQUE
from support.waiting import HANGS_S
from tilewright.families.pips.files import loads, to_json
from tilewright.families.pips.generation import puzzle_of_date
from tilewright.families.pips.puzzle import LaidDomino, PipsPuzzle
from tilewright.families.pips.solving import first

DAY = date(2026, 11, 24)


def of_day() -> tuple[PipsPuzzle, list[tuple[int, LaidDomino]]]:
    """The easy puzzle of the day, and its solution as dominoes with their places in the list."""
    puzzle = puzzle_of_date(DAY, "easy").puzzle
    assert puzzle is not None
    solution = first(puzzle)
    assert solution is not None
    left = dict(enumerate(puzzle.dominoes))
    listed = []
    for one in solution.dominoes:
        index = next(k for k, pair in left.items() if sorted(pair) == sorted(one.numbers))
        del left[index]
        cells = one.cells if puzzle.dominoes[index] == one.numbers else one.cells[::-1]
        listed.append((index, LaidDomino((cells[0], cells[1]), puzzle.dominoes[index])))
    return puzzle, listed


def cell(page: Page, at: tuple[int, int]) -> Locator:
    """A cell of the board."""
    return page.locator(f'#board [data-cell="{at[0]},{at[1]}"]')


def tray(page: Page, index: int) -> Locator:
    """A domino beside the board."""
    return page.locator(f'#tray [data-domino="{index}"]')


def open_day(page: Page, level: str = "easy") -> None:
    page.goto(f"/pips#date={DAY}&level={level}")
    expect(page.locator("#summary")).to_contain_text(f"Pips of {DAY}, {level}")
    expect(page.locator("#main")).not_to_have_attribute("inert", "")


def open_text(page: Page, text: str = ONE_WAY) -> None:
    page.goto("about:blank")
    page.goto(f"/pips#t={page.evaluate('encodeURIComponent', text)}")
    expect(page.locator("#main")).not_to_have_attribute("inert", "")


def ways(laid: LaidDomino) -> int:
    """How often a domino is turned from lying with its first number at the left."""
    (x, y), (u, v) = laid.cells
    return [(1, 0), (0, 1), (-1, 0), (0, -1)].index((u - x, v - y))


def expect_solved(page: Page, dominoes: int) -> None:
    expect(page.locator("#message")).to_have_text("Solved. Well done!")
    expect(page.locator("#left")).to_have_text("0 left")
    expect(page.locator("#board .laid")).to_have_count(dominoes)
    expect(page.locator("#board .region.wrong")).to_have_count(0)
    expect(page.locator(".confetti").first).to_be_attached()


def test_a_day_by_mouse(page: Page) -> None:
    puzzle, solution = of_day()
    open_day(page)
    for number, (index, one) in enumerate(solution):
        tray(page, index).click()
        expect(tray(page, index)).to_have_attribute("aria-selected", "true")
        for _ in range(ways(one)):
            press(page, "r")
        if number % 2:  # by a click
            cell(page, one.cells[0]).click()
        else:  # drag it by the half of its first number
            box = tray(page, index).locator("svg").bounding_box()
            assert box is not None
            (u, v), (x, y) = one.cells
            share = (0.5 - 0.25 * (x - u), 0.5 - 0.25 * (y - v))
            page.mouse.move(box["x"] + share[0] * box["width"], box["y"] + share[1] * box["height"])
            page.mouse.down()
            page.mouse.move(*middle(cell(page, one.cells[0])), steps=5)
            page.mouse.up()
        expect(page.locator("#left")).to_have_text(f"{len(solution) - number - 1} left")
    expect_solved(page, len(puzzle.dominoes))


def test_a_day_by_finger(phone: PageUser) -> None:
    page = phone.page
    puzzle, solution = of_day()
    open_day(page)
    for number, (index, one) in enumerate(solution):
        for _ in range(1 + ways(one)):  # a tap on the domino in hand turns it
            tray(page, index).tap()
        expect(tray(page, index)).to_have_attribute("aria-selected", "true")
        cell(page, one.cells[0]).tap()
        expect(page.locator("#left")).to_have_text(f"{len(solution) - number - 1} left")
    expect_solved(page, len(puzzle.dominoes))


def test_a_day_by_keyboard(page: Page) -> None:
    puzzle, solution = of_day()
    open_day(page)
    page.locator("#board svg").focus()
    press(page, "ArrowRight", "ArrowLeft")
    for number, (_, one) in enumerate(solution):
        press(page, *map(str, one.numbers))
        for _ in range(ways(one)):
            press(page, "r")
        # The cursor goes over gaps: it is led by what the board says of its place.
        go_to(page, one.cells[0], puzzle)
        press(page, "Enter")
        expect(page.locator("#left")).to_have_text(f"{len(solution) - number - 1} left")
    expect_solved(page, len(puzzle.dominoes))


def go_to(page: Page, at: tuple[int, int], puzzle: PipsPuzzle) -> None:
    """Move the cursor to a cell by arrow keys, by a shortest way of steps that exist."""
    here = cursor(page)
    before: dict[tuple[int, int], tuple[tuple[int, int], str]] = {here: (here, "")}
    queue = [here]
    arrows = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}
    for place in queue:
        for key, (dx, dy) in arrows.items():
            beyond = [(place[0] + dx * far, place[1] + dy * far) for far in range(1, 20)]
            there = next((one for one in beyond if one in puzzle.region_of), None)
            if there is not None and there not in before:
                before[there] = (place, key)
                queue.append(there)
    keys = []
    while at != here:
        at, key = before[at]
        keys.append(key)
    press(page, *reversed(keys))


def cursor(page: Page) -> tuple[int, int]:
    label = page.locator("#board svg").get_attribute("aria-label") or ""
    match = re.search(r"column (\d+), row (\d+)", label)
    assert match is not None, label
    return int(match[1]) - 1, int(match[2]) - 1


def test_dominoes_move_and_go_back(page: Page) -> None:
    open_text(page)
    laid = page.locator("#board .laid")
    tray(page, 0).click()
    cell(page, (0, 0)).click()
    expect(laid).to_have_count(1)
    expect(page.locator("#board .region.wrong")).to_have_count(2)
    drag(page, laid.first, cell(page, (2, 1)))
    expect(laid).to_have_count(1)
    expect(page.locator("#board .region.wrong")).to_have_count(0)
    press(page, "u")
    expect(page.locator("#board .region.wrong")).to_have_count(2)
    press(page, "U")
    expect(page.locator("#board .region.wrong")).to_have_count(0)
    page.reload()
    expect(laid).to_have_count(1)
    drag(page, laid.first, page.locator("#tray-title"))  # off the board
    expect(laid).to_have_count(0)
    press(page, "u")
    expect(laid).to_have_count(1)
    laid.first.click()  # into the hand
    expect(laid).to_have_count(0)
    expect(tray(page, 0)).to_have_attribute("aria-selected", "true")
    press(page, "Escape")
    expect(tray(page, 0)).to_have_attribute("aria-selected", "false")
    press(page, "u")
    tray(page, 1).click()
    cell(page, (0, 0)).click()
    expect(laid).to_have_count(2)
    page.get_by_role("button", name="Clear").click()
    expect(laid).to_have_count(0)
    press(page, "u")  # all of them come back
    expect(laid).to_have_count(2)
    page.get_by_role("button", name="Clear").click()
    cell(page, (0, 0)).click()
    expect(page.locator(".toast")).to_have_text("Choose a domino first.")
    press(page, "6", "6")
    expect(page.locator(".toast")).to_have_text("No domino 6-6 is left.")


def test_hints_come_in_stages_and_are_counted(page: Page) -> None:
    open_text(page)
    hint, message = page.locator("#hint"), page.locator("#message")
    hint.click()
    expect(message).to_have_text(re.compile(r"^Look at row \d, column \d"))
    expect(page.locator("#board .hinted")).to_have_count(2)
    expect(page.locator("#steps")).to_be_hidden()
    hint.click()
    expect(page.locator("#steps li").first).to_be_visible()
    expect(page.locator("#board .shown")).to_have_count(0)
    hint.click()
    expect(message).to_have_text(re.compile("belongs on"))
    expect(page.locator("#board .shown")).to_have_count(1)
    expect(hint).to_have_text("Lay it")
    hint.click()
    expect(page.locator("#board .laid")).to_have_count(1)
    for number in (2, 3):
        for _ in range(4):
            before = hint.text_content() or ""
            press(page, "h")
            expect(hint).not_to_have_text(before)
        expect(page.locator("#board .laid")).to_have_count(number)
    expect(message).to_have_text("Solved; 3 dominoes were shown to you.")
    expect(page.locator(".confetti")).to_have_count(0)


def test_check_says_right_or_wrong_and_hints_lift(page: Page) -> None:
    open_text(page)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#message")).to_have_text("So far right.")
    tray(page, 0).click()
    cell(page, (0, 0)).click()
    press(page, "c")
    expect(page.locator("#message")).to_have_text("So far wrong.")
    expect(page.locator("#board .hinted")).to_have_count(0)  # it says no more than that
    hint = page.locator("#hint")
    for words in ("Why?", "What?", "Lift it", "Hint"):
        hint.click()
        expect(hint).to_have_text(words)
    expect(page.locator("#board .laid")).to_have_count(0)


def test_dates_new_puzzles_files_and_links(user: PageUser, tmp_path: Path) -> None:
    user.expected_statuses = {422}
    page = user.page
    page.goto("/pips")
    summary = page.locator("#summary")
    expect(summary).to_contain_text("Pips of ")
    page.get_by_label("Date", exact=True).fill(str(DAY))
    page.get_by_role("button", name="medium", exact=True).click()
    expect(summary).to_contain_text(f"Pips of {DAY}, medium")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    assert shared_address(page).endswith(f"#date={DAY}&level=medium")
    page.get_by_text("Other puzzles").click()
    page.get_by_role("spinbutton", name="Cells").fill("12")
    page.get_by_role("button", name="Make it").click()
    expect(summary).to_have_text("easy, puzzle number 1: 6 dominoes")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"dominoes": [[0, 7]], "regions": []}))
    page.get_by_label("Open a file").set_input_files(wrong)
    expect(page.locator("#message")).to_have_text(re.compile(r"^wrong\.json: dominoes\[0\]\[1\] is 7"))
    expect(summary).to_have_text("easy, puzzle number 1: 6 dominoes")
    day = tmp_path / "day.json.gz"
    text = json.dumps(to_json({"easy": loads(ONE_WAY)[""], "hard": loads(UNIQUE)[""]}))
    day.write_bytes(gzip.compress(text.encode()))
    page.get_by_label("Open a file").set_input_files(day)
    expect(page.locator("#puzzles button")).to_have_text(["easy", "hard"])
    expect(page.locator("#board .cell")).to_have_count(6)
    page.locator("#puzzles button").nth(1).click()
    expect(page.locator("#board .cell")).to_have_count(16)
    page.get_by_label("JSON or text").fill(ONE_WAY)
    page.get_by_role("button", name="Open it").click()
    expect(page.locator("#puzzles button")).to_have_count(0)
    expect(page.locator("#board .cell")).to_have_count(6)
    assert "#t=" in shared_address(page)
    page.goto("about:blank")
    page.goto("/pips#date=2026-02-30")
    expect(page.locator("#message")).to_have_text(re.compile("^there is no date '2026-02-30'"))
    page.goto("about:blank")
    page.goto("/pips#t=nonsense")
    expect(page.locator(".toast")).to_have_text("The link is damaged: its puzzle cannot be read.")


def shared_address(page: Page) -> str:
    """The address that the button Share gives."""
    page.get_by_role("button", name="Share").click()
    address = page.get_by_label("Text to copy").input_value()
    page.get_by_role("button", name="Close").click()
    return address


def test_a_link_shows_the_position_elsewhere(page: Page, browser: Browser) -> None:
    _, solution = of_day()
    open_day(page)
    tray(page, solution[0][0]).click()
    for _ in range(ways(solution[0][1])):
        press(page, "r")
    cell(page, solution[0][1].cells[0]).click()
    expect(page.locator("#left")).to_have_text(f"{len(solution) - 1} left")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    link = shared_address(page)
    with browser.new_context() as context:
        context.set_default_timeout(1_000 * HANGS_S)
        other = context.new_page()
        other.goto(link)
        expect(other.locator("#left")).to_have_text(f"{len(solution) - 1} left")
        press(other, "Control+z")
        press(other, "Control+z")
        expect(other.locator("#left")).to_have_text(f"{len(solution)} left")
        other.reload()
        expect(other.locator("#left")).to_have_text(f"{len(solution)} left")


def test_a_text_is_pasted_on_the_page(page: Page) -> None:
    open_day(page)
    paste(page, ONE_WAY)
    expect(page.locator("#board .cell")).to_have_count(6)


def test_each_puzzle_keeps_what_was_laid(page: Page) -> None:
    _, solution = of_day()
    open_day(page)
    tray(page, solution[0][0]).click()
    cell(page, solution[0][1].cells[0]).click()
    expect(page.locator("#board .laid")).to_have_count(1)
    page.get_by_role("button", name="medium", exact=True).click()
    expect(page.locator("#summary")).to_contain_text("medium")
    expect(page.locator("#board .laid")).to_have_count(0)
    page.get_by_role("button", name="easy", exact=True).click()
    expect(page.locator("#board .laid")).to_have_count(1)


def test_the_clock_is_off_until_asked(page: Page) -> None:
    page.clock.install()
    open_text(page)
    time = page.locator("#time")
    expect(time).to_be_hidden()
    page.clock.run_for(5_000)
    page.get_by_label("Clock").check()
    expect(time).to_have_text("0:00")
    page.clock.run_for(65_000)
    expect(time).to_have_text("1:05")
    page.get_by_label("Clock").uncheck()
    expect(time).to_be_hidden()


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_nothing_is_wider_than_a_small_phone(phone: PageUser, level: str) -> None:
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 740})
    open_day(page, level)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sizes = page.evaluate(
        "[...document.querySelectorAll('#tray button, .tools-panel button')]"
        ".map(e => e.getBoundingClientRect())"
        ".map(({width, height}) => [width, height])"
    )
    assert min(map(min, sizes)) >= 40
    assert page.locator("#board .cell").first.evaluate("e => e.getBoundingClientRect().width") >= 36


def test_a_finger_drags_a_domino_to_the_board_and_off_again(phone: PageUser) -> None:
    page = phone.page
    open_text(page)
    link = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        link.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def swipe(start: tuple[float, float], end: tuple[float, float]) -> None:
        touch("touchStart", start)
        for step in range(1, 9):
            part = step / 8
            touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        touch("touchEnd")

    x, y = middle(tray(page, 1))  # 0-4; it is held by its right half
    swipe((x + 8, y), middle(cell(page, (1, 0))))
    expect(page.locator("#board .laid")).to_have_count(1)
    expect(page.locator("#board .region.right")).to_have_count(2)  # 0 on the first cell, 4 on the second one
    assert page.evaluate("scrollY") == 0
    swipe(middle(cell(page, (0, 0))), middle(page.locator("#tray-title")))
    expect(page.locator("#board .laid")).to_have_count(0)
    expect(page.locator("#left")).to_have_text("3 left")
    swipe(middle(cell(page, (2, 0))), middle(cell(page, (2, 1))))  # nothing is held there
    expect(page.locator("#board .laid")).to_have_count(0)
