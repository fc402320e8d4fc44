"""A tiling played faster than the server responds."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from support.page_user import HeldRequests, PageUser, drag, middle, press
from support.tiling_page import cell, count_remaining, laid, moves, open_game, show_hint, tray
from tilewright import catalogue
from tilewright.play import tiling

LEFT = re.compile("solutions remain")


def test_outdated_hint_is_not_shown(page: Page) -> None:
    open_game(page)
    requests = HeldRequests(page, "**/api/tiling/hint")
    press(page, "h")
    requests.wait_for(1)
    expect(page.locator("#message")).to_have_text("Thinking …")
    drag(page, tray(page, "P"), cell(page, "1,1"))
    expect(laid(page)).to_have_count(1)
    expect(page.locator("#message")).to_be_hidden()
    requests.release()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#message")).to_be_hidden()
    expect(page.locator("#board .hinted")).to_have_count(0)


def test_repeated_hint_requests(page: Page) -> None:
    open_game(page)
    requests = HeldRequests(page, "**/api/tiling/hint")
    press(page, "h")
    requests.wait_for(1)
    press(page, "h", "h")  # while the server thinks
    requests.release()
    expect(page.locator("#board .region").first).to_be_visible()
    assert len(requests.routes) == 1
    expect(page.locator("#message")).to_have_text(re.compile("marked cells"))
    press(page, "h", "h", "h")
    expect(laid(page)).to_have_count(1)


def test_later_of_two_requests_wins(page: Page) -> None:
    open_game(page)
    hints, reasons = HeldRequests(page, "**/api/tiling/hint"), HeldRequests(page, "**/api/tiling/why-not")
    press(page, "h")
    hints.wait_for(1)
    page.get_by_role("button", name="Why not?").click()
    reasons.wait_for(1)
    reasons.release()
    expect(page.locator("#message")).to_have_text("The position can be completed.")
    hints.release()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#message")).to_have_text("The position can be completed.")
    expect(page.locator("#board .hinted")).to_have_count(0)


def test_remaining_solutions_belong_to_the_shown_position(page: Page) -> None:
    open_game(page)
    count_remaining(page)
    expect(page.locator("#remaining")).to_have_text("Exactly 28 solutions remain.")
    requests = HeldRequests(page, "**/api/tiling/remaining")
    drag(page, tray(page, "P"), cell(page, "1,1"))
    requests.wait_for(1)
    press(page, "u")
    requests.wait_for(2)
    requests.release()
    expect(page.locator("#remaining")).to_have_text("Exactly 28 solutions remain.")
    requests = HeldRequests(page, "**/api/tiling/remaining")
    press(page, "Shift+U")
    requests.wait_for(1)
    page.get_by_label("count the remaining solutions").uncheck()
    requests.release()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#remaining")).to_have_text("")


def test_no_celebration_after_undo(page: Page) -> None:
    open_game(page, "l-trominoes-2x3")
    count_remaining(page)
    show_hint(page)
    press(page, "h")
    show_hint(page)
    expect(page.locator("#board .hinted")).to_have_count(1)
    requests = HeldRequests(page, "**/api/tiling/check")
    press(page, "h")
    requests.wait_for(1)
    press(page, "u")
    requests.release()
    expect(page.locator("#remaining")).to_have_text(re.compile("remain"))
    page.wait_for_load_state("networkidle")
    expect(page.locator("body")).not_to_have_class(re.compile("solved"))
    expect(page.locator(".confetti")).to_have_count(0)
    press(page, "Shift+U")
    expect(page.locator("#remaining")).to_have_text("Solved!")


def test_game_continues_without_server(user: PageUser) -> None:
    page = user.page
    open_game(page)
    count_remaining(page)
    expect(page.locator("#remaining")).to_have_text(LEFT)
    user.disconnect()
    page.route("**/api/**", lambda route: route.abort("internetdisconnected"))  # slow networks stay on line
    drag(page, tray(page, "P"), cell(page, "1,1"))
    expect(page.locator("#remaining")).to_have_text(re.compile("cannot be reached"))
    press(page, "h")
    expect(page.locator("#message")).to_have_text(re.compile("cannot be reached"))
    press(page, "u")
    expect(laid(page)).to_have_count(0)


@pytest.mark.parametrize("key", ["u", "Escape", "n", "h"])
def test_keys_while_dragging(page: Page, key: str) -> None:
    open_game(page)
    drag(page, tray(page, "P"), cell(page, "1,1"))
    expect(laid(page)).to_have_count(1)
    page.mouse.move(*middle(laid(page).locator("text")))
    page.mouse.down()
    expect(laid(page)).to_have_count(0)
    page.mouse.move(*middle(cell(page, "4,0")), steps=3)
    press(page, key)
    page.mouse.move(*middle(page.locator("h1")), steps=3)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator("#board svg > g.ghost path")).to_have_count(0)
    expect(laid(page)).to_have_count(1 if key == "u" else 0)


@pytest.mark.parametrize("name", ["some-pentominoes-3x5", "soma-cube", "polysticks-1-3-corners-of-a-side"])
def test_random_input_is_a_valid_game(page: Page, name: str) -> None:
    open_game(page, name)
    dice = random.Random(name)
    keys = [
        *"rftenuUhn",
        "Enter",
        "Enter",
        "Delete",
        "Escape",
        "PageUp",
        *(f"Arrow{way}" for way in ("Left", "Up")),
    ]
    keys += ["Shift+R", "Control+z", "ArrowRight", "ArrowDown"]
    board = page.locator("#board svg")
    box = board.bounding_box()
    assert box is not None
    for _ in range(90):
        if dice.random() < 0.5:
            x, y = box["x"] + dice.random() * box["width"], box["y"] + dice.random() * box["height"]
            page.mouse.move(x, y)
            dice.choice([page.mouse.down, page.mouse.up])()
        else:
            press(page, dice.choice(keys))
    page.mouse.up()
    page.wait_for_load_state("networkidle")
    position = tiling.replay(catalogue.load(name), moves(page))
    expect(laid(page)).to_have_count(len(position.placements))
    expect(page.locator(".dragged")).to_have_count(0)


def test_shared_position_can_be_undone_to_the_stored_game(page: Page) -> None:
    open_game(page)
    drag(page, tray(page, "P"), cell(page, "1,1"))
    before = moves(page)
    shared = tiling.replay(catalogue.load("some-pentominoes-3x5"), ["place U on 0,0 1,0 0,1 0,2 1,2"])
    page.goto(f"/play?puzzle=some-pentominoes-3x5#p={tiling.dumps(shared)}")  # in the same tab
    expect(tray(page, "U")).to_be_disabled()
    expect(laid(page)).to_have_count(1)
    show_hint(page)
    press(page, "h")
    expect(laid(page)).to_have_count(2)
    page.reload()
    expect(laid(page)).to_have_count(2)
    press(page, "u", "u", "u")
    expect(tray(page, "P")).to_be_disabled()
    assert moves(page) == before
