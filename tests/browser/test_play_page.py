"""Playing a tiling: by mouse and by keys alone, with help, to the end."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.page_user import HeldRequests, PageUser, drag, press, show_frames
from support.tiling_page import cell, count_remaining, laid, moves, open_game, shape, show_hint, tray
from support.waiting import wait_until

pytestmark = pytest.mark.quick_firefox

SMALL = "/play?puzzle=some-pentominoes-3x5"


def test_drag_and_drop(page: Page) -> None:
    open_game(page)
    drag(page, tray(page, "P"), cell(page, "1,1"))
    expect(laid(page)).to_have_count(1)
    expect(tray(page, "P")).to_be_disabled()
    drag(page, laid(page).locator("text"), cell(page, "3,1"))
    expect(laid(page)).to_have_count(1)
    drag(page, laid(page).locator("text"), page.locator("h1"))
    expect(laid(page)).to_have_count(0)
    expect(tray(page, "P")).to_be_enabled()


@pytest.mark.parametrize(("path", "early"), [("/play", True), (SMALL, True), (f"{SMALL}&use=any", False)])
def test_the_puzzle_is_asked_for_once_while_the_modules_load(page: Page, path: str, *, early: bool) -> None:
    """A puzzle that is not the one of the page would be asked for once more."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("/api/puzzle") else None)
    page.goto("/learn")
    modules = HeldRequests(page, "**/bundles/play.js")
    page.goto(path, wait_until="commit")
    modules.wait_for(1)
    if early:
        wait_until(lambda: asked, "the puzzle is not asked for", lambda: show_frames(page))
    modules.release()
    expect(page.locator("#main:not([inert])")).to_be_attached()
    assert len(asked) == 1


def test_undo_and_redo_go_through_the_whole_game(page: Page) -> None:
    open_game(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    tray(page, "I").click()
    page.locator("#board svg").focus()
    press(page, "ArrowRight", "ArrowRight", "Enter")
    expect(laid(page)).to_have_count(1)
    press(page, "u")
    expect(laid(page)).to_have_count(0)
    press(page, "U")
    expect(laid(page)).to_have_count(1)
    press(page, "Delete")
    expect(laid(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(laid(page)).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(laid(page)).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(laid(page)).to_have_count(1)
    page.get_by_role("button", name="Clear").click()
    expect(laid(page)).to_have_count(0)


def test_a_piece_is_turned_and_flipped(page: Page) -> None:
    open_game(page)
    tray(page, "F").click()
    start = shape(page, "F")
    seen = [start]
    for key in ("r", "f", "r"):
        press(page, key)
        seen.append(shape(page, "F"))
    assert len(set(seen)) == 4, "a piece without symmetry looks different after each of these"
    press(page, "R", "f", "R")
    assert shape(page, "F") == start, "the same steps back"
    for _ in range(4):
        page.get_by_role("button", name="Turn right").click()
    assert shape(page, "F") == start
    page.get_by_role("button", name="Flip").click()
    page.get_by_role("button", name="Turn left").click()
    assert shape(page, "F") != start
    cell(page, "2,1").hover()
    before = tray(page, "F").locator("path.outline").get_attribute("d") or ""
    page.mouse.wheel(0, 100)
    expect(tray(page, "F").locator("path.outline")).not_to_have_attribute("d", before)


def test_a_game_is_played_by_keys_alone(page: Page) -> None:
    open_game(page, "l-trominoes-2x3")
    page.locator("#board svg").focus()
    for _ in range(2):  # the third stage of a hint shows the piece; the keys lay it there
        show_hint(page)
        expect(page.locator("#message")).to_have_text(re.compile("belongs on"))
        place = re.search(r"belongs on ((?:\d+,\d+[ ,]*(?:and )?)+)", page.locator("#message").inner_text())
        assert place is not None
        goal = set(re.findall(r"\d+,\d+", place[1]))
        assert lay_by_keys(page, goal), f"no turn of the piece lies on {goal}"
    expect(page.locator("#remaining")).to_have_text("Solved!")
    expect(page.locator("#message")).to_have_text("Solved; 2 of the pieces were shown to you.")
    page.get_by_role("button", name="Clear").click()
    texts = [move for move in moves(page) if move.startswith("place")]
    other = [re.sub(r"(\d),(\d)", lambda at: f"{2 - int(at[1])},{at[2]}", move) for move in texts]
    page.evaluate("moves => localStorage.setItem('game l-trominoes-2x3', JSON.stringify(moves))", other)
    page.reload()
    expect(page.locator("#message")).to_have_text("Well done! You solved it by placing 2 pieces.")
    expect(page.locator(".confetti").first).to_be_attached()


def lay_by_keys(page: Page, goal: set[str]) -> bool:
    """Turn and move the next piece until it lies on these cells."""
    count = laid(page).count()
    press(page, "n")
    for _ in range(4):
        press(page, "ArrowUp", "ArrowLeft", "ArrowLeft")
        for row in range(2):
            for _ in range(3):
                press(page, "Enter")
                if laid(page).count() > count:
                    if set(moves(page)[-1].split(" on ")[1].split()) == goal:
                        return True
                    press(page, "u")
                    press(page, "Escape", "n")
                press(page, "ArrowRight")
            press(page, "ArrowLeft", "ArrowLeft", "ArrowDown" if row == 0 else "ArrowUp")
        press(page, "r")
    return False


def test_a_puzzle_whose_cells_may_stay_empty_is_not_solved_at_the_start(page: Page) -> None:
    open_game(page, "gold-5x5")
    count_remaining(page)
    expect(page.locator("#remaining")).to_have_text("Exactly 2 solutions have the greatest cost, 58.")
    expect(page.locator("body")).not_to_have_class(re.compile("solved"))
    expect(page.locator("#message")).to_be_hidden()


def test_by_hints_to_the_end_without_a_celebration(page: Page) -> None:
    open_game(page)
    count_remaining(page)
    left = page.locator("#remaining")
    expect(left).to_have_text("Exactly 28 solutions remain.")
    for number in range(1, 4):
        show_hint(page)
        page.get_by_role("button", name="Place it").click()
        expect(laid(page)).to_have_count(number)
    expect(left).to_have_text("Solved!")
    expect(page.locator("#message")).to_have_text("Solved; 3 of the pieces were shown to you.")
    expect(page.locator(".confetti")).to_have_count(0)
    page.reload()
    expect(page.locator("#message")).to_have_text("Solved; 3 of the pieces were shown to you.")
    page.get_by_role("button", name="Undo").click()
    expect(left).to_have_text(re.compile("remain"))


def test_why_not(page: Page) -> None:
    open_game(page)
    count_remaining(page)
    page.locator("h1").click()
    tray(page, "X").click()
    page.locator("#board svg").focus()
    press(page, "ArrowRight", "ArrowDown", "Enter")
    expect(laid(page)).to_have_count(1)
    expect(page.locator("#remaining")).to_have_text("No solution remains.")
    page.get_by_role("button", name="Why not?").click()
    expect(page.locator("#message")).to_have_class(re.compile("bad"))
    expect(page.locator("#board .conflict").first).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#message")).to_have_class(re.compile("warn"))


def test_a_reload_goes_on_where_the_game_was(page: Page) -> None:
    open_game(page)
    drag(page, tray(page, "P"), cell(page, "1,1"))
    drag(page, tray(page, "L"), cell(page, "2,2"))
    expect(laid(page).first).to_be_visible()
    before = moves(page)
    page.reload()
    expect(laid(page).first).to_be_visible()
    assert moves(page) == before
    page.get_by_role("button", name="Undo").click()
    expect(laid(page)).to_have_count(len(before) - 1)


@pytest.mark.parametrize("own", [False, True])
def test_a_shared_link_opens_the_same_position(page: Page, own: bool) -> None:  # noqa: FBT001
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if own:
        page.goto("/puzzles")
        page.get_by_role("button", name="Open a puzzle").click()
        page.get_by_label("Text").fill("####\n####   ##  ##  #    #\n####   #   #   ##  ##\n")
        page.get_by_role("button", name="Open", exact=True).click()
        page.wait_for_url(re.compile("/play"))
    else:
        page.goto(SMALL)
    expect(page.locator("#board svg")).to_be_visible()
    drag(page, page.locator("#pieces button").first, cell(page, "1,1"))
    expect(laid(page)).to_have_count(1)
    outlines = laid(page).locator("path").first.get_attribute("d")
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".toast")).to_have_text(re.compile("copied"))
    link = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("localStorage.clear()")  # as somebody else
    page.goto("about:blank")
    page.goto(link)
    expect(laid(page)).to_have_count(1)
    assert laid(page).locator("path").first.get_attribute("d") == outlines


def test_damaged_link_shows_an_error(user: PageUser) -> None:
    page = user.page
    page.goto(SMALL + "#p=99-0.1.2")
    expect(page.locator(".toast")).to_have_text(re.compile("is not valid"))
    expect(page.locator("#board svg")).to_be_visible()
    page.goto("/play#t=nonsense")
    page.reload()
    expect(page.locator("#message")).to_have_text(re.compile("damaged"))


@pytest.mark.parametrize(
    "name", ["hexiamonds-rhombus", "tetrahexes-4x7", "polysticks-1-3-corners-of-a-side", "frame-and-plugs"]
)
def test_every_flat_lattice_is_played(page: Page, name: str) -> None:
    open_game(page, name)
    expect(page.get_by_label("count the remaining solutions")).not_to_be_checked()
    expect(page.locator("#remaining")).to_be_empty()
    show_hint(page)
    expect(page.locator("#message")).to_have_text(re.compile("belongs on"))
    page.get_by_role("button", name="Place it").click()
    expect(laid(page)).to_have_count(1)


def test_puzzle_without_board_shows_an_error(page: Page) -> None:
    page.goto("/play?puzzle=morse-moved")
    expect(page.locator("#message")).to_have_text(re.compile("no board to play on"))
    expect(page.locator("#board")).to_be_hidden()
    press(page, "u", "r", "h")  # nobody is at home, and nothing breaks
    page.get_by_role("link", name="Solve it").click()
    expect(page).to_have_url(re.compile("/solve.puzzle=morse-moved"))


def test_forbidden_crossing_of_sticks(page: Page) -> None:
    open_game(page, "polysticks-1-3-corners-of-a-side")
    tray(page, "I3").click()
    cell(page, "3,4").click()
    expect(laid(page)).to_have_count(1)
    tray(page, "I2").click()
    press(page, "r")
    for count in (1, 2):  # across I3, and with I3 gone
        cell(page, "2,3").hover()
        expect(page.locator("#board .ghost.wrong")).to_have_count(2 - count)
        cell(page, "2,3").click()
        if count == 1:
            expect(page.locator(".toast")).to_have_text("I2 would cross I3 at 2,4.")
            expect(laid(page)).to_have_count(1)
            press(page, "u")
            expect(laid(page)).to_have_count(0)
    expect(laid(page)).to_have_count(1)
