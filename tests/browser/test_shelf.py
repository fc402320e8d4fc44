"""The shelf, what is dropped or pasted anywhere, and all that a browser keeps as one file."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from support.page_user import PageUser, paste
from support.pips_cases import ONE_WAY
from support.saved_files import saved_by

BOARD = "####\n####\n\n##\n\n##\n\n##\n\n##\n"
BARE = '[board]\ndrawing = """\n###\n###\n"""\n'
GRID = "0011\n2210\n2102\n"
DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector("main").dispatchEvent(event);
}"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
READY = "#main:not([inert])"


def drop(page: Page, name: str, text: str) -> None:
    expect(page.locator(READY)).to_be_visible()
    page.evaluate(DROP, [name, text])


def on_shelf(page: Page, *names: str) -> None:
    expect(page.locator(".own .name")).to_have_text(names)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/daily",
        "/puzzles",
        "/shelf",
        "/play",
        "/watch",
        "/runs",
        "/assembly",
        "/gunport",
        "/vanishing",
        "/pips",
    ],
)
def test_a_puzzle_dropped_on_any_page_is_played(page: Page, path: str) -> None:
    page.goto(path)
    drop(page, "four dominoes.txt", BOARD)
    expect(page).to_have_url(re.compile(r"/play\?own="))
    expect(page.locator("h1")).to_have_text("four dominoes")


@pytest.mark.parametrize(
    ("text", "opened"),
    [(GRID, "/dominosa#n=12"), (ONE_WAY, "/pips#t=ABC"), ("#<>\n^##\nv<>\n", "/gunport#b=3x3")],
)
def test_a_text_pasted_on_any_page_opens_on_its_own_page(page: Page, text: str, opened: str) -> None:
    page.goto("/solve")
    expect(page.locator(READY)).to_be_visible()
    paste(page, text)
    expect(page).to_have_url(re.compile(re.escape(opened)))
    expect(page.locator("#board svg")).to_be_visible()
    page.goto("/shelf")
    expect(page.locator(".own")).to_have_count(1)
    page.locator(".own").get_by_role("link").click()
    expect(page.locator("#board svg")).to_be_visible()
    expect(page).to_have_url(re.compile("own="))


def test_tools_keep_what_is_dropped_on_them(page: Page) -> None:
    for path in ("/solve", "/edit"):
        page.goto(path)
        drop(page, "four.txt", BOARD)
        expect(page).to_have_url(re.compile(rf"{path}\?own="))


def test_a_board_without_pieces_is_edited(page: Page) -> None:
    page.goto("/")
    drop(page, "bare.toml", BARE)
    expect(page).to_have_url(re.compile(r"/edit\?own="))


def test_what_is_no_puzzle_gives_an_error_and_loses_nothing(user: PageUser) -> None:
    page, user.expected_statuses = user.page, {422}
    page.goto("/dominosa")
    cells = page.locator("#board .cell")
    expect(cells.first).to_be_visible()
    before = cells.count()
    page.goto("/play?puzzle=some-pentominoes-3x5")
    drop(page, "letter.txt", "Dear all,\nthis is a letter.\n")
    expect(page.locator(".toast")).to_have_text(re.compile("^letter.txt: "))
    expect(page).to_have_url(re.compile(r"/play\?puzzle="))
    page.goto("/dominosa")
    drop(page, "letter.txt", "Dear all,\nthis is a letter.\n")
    expect(page.locator("#message")).to_have_text(re.compile("^letter.txt"))
    expect(cells).to_have_count(before)
    page.goto("/shelf")
    expect(page.locator(".own")).to_have_count(0)


def test_text_pasted_into_a_field_stays_there(page: Page) -> None:
    page.goto("/puzzles")
    expect(page.locator(READY)).to_be_visible()
    page.get_by_label("Search").focus()
    paste(page, GRID)
    expect(page.get_by_label("Search")).not_to_have_value("")
    page.get_by_label("Search").fill("soma")
    expect(page.locator("#tally")).to_have_text(re.compile(" of "))
    expect(page).to_have_url(re.compile("/puzzles"))


def fill(page: Page) -> None:
    """Put two puzzles on the shelf."""
    page.goto("/shelf")
    for name in ("first", "second"):
        drop(page, f"{name}.txt", BOARD if name == "first" else BOARD + "\n" + "##\n##\n")
        expect(page).to_have_url(re.compile("own="))
        page.goto("/shelf")
    on_shelf(page, "second", "first")


def test_puzzles_have_pictures_names_tags_and_a_search(page: Page) -> None:
    fill(page)
    expect(page.locator(".own img")).to_have_count(2)
    page.get_by_role("button", name="Name and tags: first").click()
    page.get_by_label("Name", exact=True).fill("Dominoes")
    page.get_by_label("Tags, separated by commas").fill("small, easy,small")
    page.get_by_role("button", name="Keep").click()
    on_shelf(page, "second", "Dominoes")
    page.get_by_label("Search").fill("EASY")
    on_shelf(page, "Dominoes")
    page.get_by_label("Search").fill("")
    page.get_by_role("button", name="small", exact=True).click()
    on_shelf(page, "Dominoes")
    page.reload()
    on_shelf(page, "second", "Dominoes")
    page.get_by_role("button", name="Name and tags: second").click()
    page.get_by_label("Name", exact=True).fill("other")
    page.keyboard.press("Escape")
    on_shelf(page, "second", "Dominoes")


def test_a_deleted_puzzle_can_be_put_back(page: Page) -> None:
    fill(page)
    page.get_by_role("button", name="Delete: second").click()
    on_shelf(page, "first")
    page.get_by_role("button", name="Undo").click()
    on_shelf(page, "second", "first")
    page.get_by_role("button", name="Delete: first").click()
    page.keyboard.press("Control+z")
    on_shelf(page, "first", "second")
    page.get_by_role("button", name="Delete: first").click()
    page.reload()
    on_shelf(page, "second")
    page.get_by_text("Deleted puzzles").click()
    page.get_by_role("button", name="Put back: first").click()
    on_shelf(page, "first", "second")


def test_all_that_is_kept_goes_to_another_browser_in_a_file(page: Page) -> None:
    fill(page)
    page.evaluate(
        "localStorage.setItem('solved', JSON.stringify({ 'daily/2026-11-02/pips-easy':"
        " { helped: false, seconds: 9, day: '2026-11-02' } }))"
    )
    file = saved_by(page.get_by_role("button", name="Save all to a file")).path
    assert json.loads(file.read_text())["version"] == 1
    page.evaluate("localStorage.clear()")
    page.goto("/daily?date=2026-11-02")
    drop(page, "saved.json", file.read_text())
    expect(page.get_by_role("link", name="Pips, easy: solved", exact=True)).to_be_visible()
    page.goto("/shelf")
    on_shelf(page, "second", "first")
    page.get_by_role("button", name="Delete: first").click()
    page.get_by_label("Open a file").set_input_files(file)
    on_shelf(page, "second", "first")


@pytest.mark.parametrize("stored", ["{", "7", '[null, {"key": 3}, "x"]'])
def test_a_damaged_shelf_is_an_empty_one(user: PageUser, stored: str) -> None:
    page = user.page
    page.goto("/shelf")
    page.evaluate("text => localStorage.setItem('own-puzzles', text)", stored)
    page.reload()
    expect(page.locator("#puzzles")).to_contain_text("There is nothing here yet")
    for path in ("/puzzles", "/runs"):
        page.goto(path)
        expect(page.locator(READY)).to_be_visible()
    assert user.problems == []


def test_a_full_storage_still_opens_a_puzzle(page: Page) -> None:
    page.goto("/")
    expect(page.locator(READY)).to_be_visible()
    page.add_init_script(FULL)
    page.reload()
    drop(page, "four dominoes.txt", BOARD)
    expect(page).to_have_url(re.compile("/play#t="))
    expect(page.locator("#board svg")).to_be_visible()
