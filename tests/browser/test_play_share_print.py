"""Sharing a position, printing to scale, and undo by keys; hints from the start to the goal of each kind."""

import re
from io import BytesIO

import pytest
import trimesh
from playwright.sync_api import Browser, Page, expect

from support.browsers import needs_chromium
from support.page_user import PageUser, drag, press
from support.saved_files import saved_by
from support.tiling_page import cell, laid, lies_on, moves, open_game, show_hint, tray
from support.waiting import HANGS_S

PIXELS_PER_MM = 96 / 25.4


@pytest.mark.parametrize("name", ["some-pentominoes-3x5", "soma-cube"])
def test_shared_address_opens_in_another_browser(
    browser: Browser, page: Page, address: str, name: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_game(page, name)
    show_hint(page)
    press(page, "h")
    expect(laid(page)).to_have_count(1)
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".toast")).to_have_text(re.compile("copied"))
    link = page.evaluate("navigator.clipboard.readText()")
    with browser.new_context(base_url=address) as other:
        other.set_default_timeout(1_000 * HANGS_S)
        opened = other.new_page()
        opened.goto(link)
        expect(laid(opened)).to_have_count(1)
        assert lies_on(opened) == lies_on(page)
        opened.get_by_role("button", name="Undo").click()
        expect(laid(opened)).to_have_count(0)


def test_share_uses_the_device_or_shows_the_address(page: Page) -> None:
    page.add_init_script(
        "navigator.share = async (data) => { window.shared = data; };"
        "if (navigator.clipboard) navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));"
    )
    open_game(page)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("window.shared?.url.includes('some-pentominoes-3x5#p=')")
    page.evaluate("navigator.share = undefined")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Text to copy")).to_have_value(re.compile("some-pentominoes-3x5#p="))
    page.get_by_role("button", name="Close").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_puzzle_too_long_for_an_address_is_offered_as_a_file(page: Page) -> None:
    rows = "\n".join(
        "".join("#." if (x * x + y * x + y) % 7 % 2 else "##" for x in range(40)) for y in range(60)
    )
    page.goto("/puzzles")
    page.evaluate(
        """async (drawing) => {
          const { post } = await import("/static/js/api.js");
          const { storePuzzle } = await import("/static/js/shelf.js");
          const names = Array.from({ length: 400 }, () => crypto.randomUUID());
          const pieces = names.map((name) => `[[pieces]]\\nname = "${name}"\\ndrawing = "##"\\n`).join("");
          const text = `[board]\\ndrawing = '''\\n${drawing}\\n'''\\n${pieces}`;
          location.assign("/play" + storePuzzle(await post("/puzzle", { text, format: "toml" })));
        }""",
        rows,
    )
    expect(page.locator("#board svg")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.locator("dialog")).to_contain_text("too long for an address")
    saved = saved_by(page.get_by_role("button", name=re.compile("Download")))
    assert saved.name.endswith(".toml")


@needs_chromium("the driver of Firefox does not show a page as it is printed")
@pytest.mark.parametrize("mm", [10, 20])
def test_board_and_pieces_are_printed_to_one_scale(page: Page, mm: int) -> None:
    page.add_init_script("window.print = () => { window.printed = true; };")
    open_game(page)
    page.get_by_role("button", name="Print").click()
    page.get_by_role("button", name=f"{mm} mm").click()
    page.wait_for_function("window.printed")
    page.emulate_media(media="print")
    side = mm * PIXELS_PER_MM
    first = page.locator('.print-sheet figure [data-cell="0,0"]').bounding_box()
    last = page.locator('.print-sheet figure [data-cell="4,2"]').bounding_box()
    assert first is not None and last is not None
    assert last["x"] - first["x"] == pytest.approx(4 * side, rel=0.01)
    assert last["y"] - first["y"] == pytest.approx(2 * side, rel=0.01)
    pieces = page.locator(".print-sheet .print-pieces figure")
    expect(pieces).to_have_count(12)
    bar = pieces.filter(has_text=re.compile("^I$")).locator("path").first.bounding_box()
    assert bar is not None
    assert max(bar["width"], bar["height"]) == pytest.approx(5 * side, rel=0.02)
    expect(page.locator(".print-sheet h1")).to_have_text("Any 3 of the pentominoes in 3 by 5")
    expect(page.locator(".print-sheet p")).to_have_text(re.compile("Cover every cell"))
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator("#main")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".print-sheet")).to_have_count(0)
    expect(page.locator("#main")).to_be_visible()


def test_pieces_are_downloaded_for_a_printer(user: PageUser) -> None:
    """Another library opens the file, and each piece is closed."""
    page, user.expected_statuses = user.page, {422}
    open_game(page, "burr-level-5")
    page.get_by_role("button", name="Print").click()
    page.get_by_label("Width of a cell in mm").fill("8")
    saved = saved_by(page.get_by_role("button", name="Download"))
    assert saved.name.endswith(".3mf")
    scene = trimesh.load_scene(BytesIO(saved.path.read_bytes()), file_type="3mf")
    assert len(scene.geometry) == 5
    assert all(mesh.is_watertight and mesh.volume > 0 for mesh in scene.geometry.values())
    expect(page.locator("dialog [role=status]")).to_contain_text(
        "5 pieces (one of each) on 1 plate, cells of 8 mm"
    )
    solid = sum(mesh.volume for mesh in scene.geometry.values())
    page.get_by_label("Thickness of walls in mm").fill("1")
    page.get_by_label("Width of drain holes in mm").fill("0")
    page.get_by_label("Gap between pieces in mm").fill("0.4")
    saved = saved_by(page.get_by_role("button", name="Download"))
    scene = trimesh.load_scene(BytesIO(saved.path.read_bytes()), file_type="3mf")
    assert sum(mesh.volume for mesh in scene.geometry.values()) < 0.8 * solid
    expect(page.locator("dialog [role=status]")).to_contain_text("gaps of 0.4 mm")
    page.get_by_label("Size of the printer in mm").fill("20x")
    page.get_by_role("button", name="Download").click()
    expect(page.locator("dialog [role=status]")).to_contain_text("'20x' is no size of a printer")
    page.locator("dialog select[name=format]").select_option("pdf")
    expect(page.get_by_label("Size of the printer in mm")).to_be_hidden()
    expect(page.get_by_label("Gap between pieces in mm")).to_be_hidden()
    assert saved_by(page.get_by_role("button", name="Download")).path.read_bytes().startswith(b"%PDF")


def test_undo_keys_of_the_desktop(page: Page) -> None:
    open_game(page)
    for name, place in (("P", "1,1"), ("I", "2,2")):
        drag(page, tray(page, name), cell(page, place))
    count = laid(page).count()
    assert count > 0
    press(page, "Control+z")
    expect(laid(page)).to_have_count(count - 1)
    press(page, "Control+Shift+z")
    expect(laid(page)).to_have_count(count)
    press(page, "Control+z")
    press(page, "Control+y")
    expect(laid(page)).to_have_count(count)
    page.get_by_role("button", name="Clear").click()
    expect(laid(page)).to_have_count(0)
    press(page, "Control+z")  # all pieces come back at once
    expect(laid(page)).to_have_count(count)
    page.get_by_label("show letters on the pieces").focus()
    press(page, "Control+z")
    expect(laid(page)).to_have_count(count - 1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("some-pentominoes-3x5", "shown to you"),
        ("hexiamonds-rhombus", "shown to you"),
        ("gold-5x5", "with 58, the greatest possible total"),
        ("tetracubes-any-2x2x3", "shown to you"),
        ("partial-cross", "shown to you"),
    ],
)
def test_hints_lead_from_the_start_to_the_goal(page: Page, name: str, words: str) -> None:
    open_game(page, name)
    count = len(moves(page))
    while not page.locator("body.solved").count():
        show_hint(page)
        press(page, "h")
        page.wait_for_function(
            "n => JSON.parse(localStorage.getItem(Object.keys(localStorage)"
            ".find(k => k.startsWith('game ')))).length > n",
            arg=count,
        )
        count = len(moves(page))
        expect(page.locator("#message")).not_to_have_text(re.compile("Thinking"))  # whether it is solved
    expect(page.locator("#remaining")).to_have_text("Solved!")
    expect(page.locator("#message")).to_have_text(re.compile(words))


def test_a_hint_shows_where_before_why_before_what(page: Page) -> None:
    open_game(page, "gold-5x5")
    region, focus, piece = (
        page.locator(f"#board .{name}") for name in ("region:not(.focus)", "focus", "hinted")
    )
    hint = page.locator("#hint")
    hint.click()
    expect(region.first).to_be_visible()
    expect(focus).to_have_count(0)
    expect(hint).to_have_text("Why?")
    hint.click()
    expect(focus).to_have_count(1)
    expect(page.locator("#message")).to_contain_text("greatest cost")
    expect(piece).to_have_count(0)
    expect(hint).to_have_text("What?")
    hint.click()
    expect(piece).to_have_count(1)
    expect(hint).to_have_text("Place it")
    expect(region).to_have_count(0)
    tray(page, "V3").click()  # only a move starts again
    expect(piece).to_have_count(1)
    cell(page, "1,1").click()
    expect(laid(page)).to_have_count(1)
    expect(page.locator("#board .hinted, #board .region")).to_have_count(0)
