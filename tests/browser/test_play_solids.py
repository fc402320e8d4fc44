"""Puzzles of cubes by hand: layers side by side, pieces turned about three axes, and the view in space."""

import re

from playwright.sync_api import Page, expect

from support.page_user import PageUser, drag, press
from support.tiling_page import cell, count_remaining, laid, lies_on, moves, open_game, shape, show_hint, tray


def seen_in_space(page: Page) -> str:
    """The picture of what is laid, as data."""
    text: str = page.evaluate("document.querySelector('#solid canvas').toDataURL()")
    return text


def test_a_solid_lies_in_layers_that_are_named(page: Page) -> None:
    open_game(page, "soma-cube")
    names = page.locator("#board .layer text")
    expect(names).to_have_text([re.compile(f"^layer {number} of 3") for number in (1, 2, 3)])
    expect(page.locator("#board [data-cell]")).to_have_count(27)
    expect(page.get_by_role("button", name="Flip")).to_be_hidden()
    lefts = [cell(page, f"0,0,{z}").bounding_box() for z in range(3)]
    assert len({(box["x"], box["y"]) for box in lefts if box}) == 3


def test_a_piece_is_dragged_across_layers_and_seen_in_space(page: Page) -> None:
    open_game(page, "soma-cube")
    empty = seen_in_space(page)
    tray(page, "L").click()
    press(page, "t")  # it stands now
    cell(page, "1,1,1").hover()
    expect(page.locator("#board .ghost .outline")).not_to_have_count(0)
    layers = page.locator("#board .ghost").locator(".outline").count()
    assert layers in (2, 3)
    expect(page.locator("#solid .held-piece svg")).to_have_count(1)
    assert seen_in_space(page) != empty, "where it would lie is shown in space, too"
    cell(page, "1,1,1").click()
    expect(laid(page)).to_have_count(1)
    cells = lies_on(page)
    assert "1,1,1" in cells
    assert len({place[-1] for place in cells}) == layers
    with_piece = seen_in_space(page)
    assert with_piece != empty
    drag(page, cell(page, "1,1,1"), cell(page, "0,0,2"))  # from layer to layer
    expect(laid(page)).to_have_count(1)
    assert "0,0,2" in lies_on(page)
    drag(page, cell(page, "0,0,2"), page.locator("h1"))
    expect(laid(page)).to_have_count(0)
    page.mouse.move(5, 5)
    assert seen_in_space(page) == empty


def test_a_piece_is_held_in_all_its_24_ways(page: Page) -> None:
    open_game(page, "soma-cube")
    tray(page, "L").click()
    seen = {shape(page, "L")}
    for key in ("t", "t", "t", "t", "e", "e", "e", "e"):  # each of the six sides comes to the top
        for _ in range(4):
            press(page, "r")
            seen.add(shape(page, "L"))
        press(page, key)
    assert len(seen) == 24
    start = shape(page, "L")
    for name in ("Tip away", "Tip towards you", "Roll right", "Roll left", "Turn right", "Turn left"):
        page.get_by_role("button", name=name).click()
        if name in ("Tip away", "Roll right", "Turn right"):
            assert shape(page, "L") != start
        else:
            assert shape(page, "L") == start, "one way and back"
    press(page, "t", "Shift+T", "e", "Shift+E")
    assert shape(page, "L") == start
    cell(page, "1,1,1").hover()
    page.mouse.wheel(0, 100)
    expect(tray(page, "L").locator("svg")).not_to_have_js_property("innerHTML", start)


def test_a_piece_is_pushed_into_the_board_where_it_would_stick_out(page: Page) -> None:
    open_game(page, "soma-cube")
    count = 0
    for place in (f"{x},{y},{z}" for x in (0, 2) for y in (0, 2) for z in (0, 2)):
        tray(page, "V").click()
        if place == "0,0,0":
            press(page, "t")
        cell(page, place).click()
        if moves(page)[-1:] and moves(page)[-1].startswith("place"):
            assert place in lies_on(page)
            count += 1
            press(page, "u")
    assert count == 6, "it stands, and has three of the four corners of a square"


def test_a_solid_is_played_by_keys(page: Page) -> None:
    open_game(page, "tetracubes-any-2x2x3")
    board = page.locator("#board svg")
    board.focus()
    press(page, "n", "n", "r", "PageUp", "ArrowRight", "Enter")
    expect(board).to_have_attribute("aria-label", re.compile(r"at 1,0,1: \S"))
    expect(laid(page)).to_have_count(1)
    press(page, "PageDown", "PageDown")
    expect(board).to_have_attribute("aria-label", re.compile("at 1,0,0"))
    press(page, "PageUp", "Delete")
    expect(laid(page)).to_have_count(0)
    press(page, "u", "u", "Shift+U")
    expect(laid(page)).to_have_count(1)


def test_a_solid_by_hints_to_the_end_and_over_a_reload(page: Page) -> None:
    open_game(page, "tetracubes-any-2x2x3")
    count_remaining(page)
    left = page.locator("#remaining")
    expect(left).to_have_text("Exactly 48 solutions remain.")
    for number in (1, 2):
        show_hint(page)
        expect(page.locator("#board .hinted")).to_have_count(1)
        press(page, "h")
        expect(laid(page)).to_have_count(number)
    before = moves(page)
    page.reload()
    expect(laid(page)).to_have_count(2)
    assert moves(page) == before
    show_hint(page)
    expect(page.locator("#board .hinted")).to_have_count(1)
    press(page, "h")
    expect(left).to_have_text("Solved!")
    expect(page.locator("#message")).to_have_text("Solved; 3 of the pieces were shown to you.")


def test_why_a_solid_cannot_be_done_is_marked_in_its_layers(page: Page) -> None:
    open_game(page, "soma-cube")
    tray(page, "V").click()
    page.locator("#board svg").focus()
    cell(page, "1,1,2").click()  # flat on the middle of the top
    expect(laid(page)).to_have_count(1)
    page.get_by_role("button", name="Why not?").click()
    expect(page.locator("#message")).to_have_text(re.compile("can be completed|solution|cover"))


def test_the_view_in_space_turns(page: Page) -> None:
    open_game(page, "soma-cube")
    start = seen_in_space(page)
    canvas = page.locator("#solid canvas")
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + 120, steps=3)
    page.mouse.up()
    assert seen_in_space(page) != start


def test_narrow_screens_have_fewer_layers_in_a_row(page: Page) -> None:
    open_game(page, "bedlam-cube")
    tray(page, "F").click()
    cell(page, "1,1,1").click()
    expect(laid(page)).to_have_count(1)
    tray(page, "W").click()
    for width in (390, 700, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        expect(laid(page)).to_have_count(1)
        side = page.locator("#board [data-cell]").first
        expect(side).to_be_visible()
        page.wait_for_function(
            "document.querySelector('#board [data-cell]').getBoundingClientRect().width > 26"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(page.locator("#board svg")).to_have_class(re.compile("aimed"))


def test_links_lead_to_the_play_of_solids(page: Page) -> None:
    page.goto("/solve?puzzle=soma-cube")
    page.get_by_role("link", name="Play it").click()
    expect(page.locator("#board [data-cell]")).to_have_count(27)
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator("h1")).to_have_text("The Soma cube")
    page.goto("/puzzles")
    page.get_by_role("searchbox").fill("soma cube")
    expect(page.get_by_role("link", name="Play: The Soma cube")).to_be_visible()


def test_all_of_a_solid_is_in_sight_on_a_phone(phone: PageUser) -> None:
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    open_game(page, "soma-cube")
    page.evaluate("scrollTo(0, 0)")
    seen = """(selector) => [...document.querySelectorAll(`${selector}:not([hidden])`)].map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const touched = document.elementFromPoint(left + width / 2, top + height / 2);
      return one.contains(touched) && top >= 0 && top + height <= innerHeight;
    })"""
    for selector, count in ((".tools button", 9), ("#board svg", 1), ("#solid canvas", 1)):
        assert page.evaluate(seen, selector) == [True] * count, selector
    heights = page.locator(".tools button:visible").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert min(heights) >= 44
    words = page.locator(".tools .tool:visible .word").all_inner_texts()
    assert "Tip away" in words and all(words)
    trays = page.locator("#pieces")
    assert trays.evaluate("one => one.scrollWidth > one.clientWidth"), "the tray scrolls"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
