"""Drawing puzzles: board and pieces, checks, files, puzzles made up."""

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.page_user import PageUser, drag, press
from support.saved_files import saved_by
from support.waiting import HANGS_S
from tilewright.formats import burrtools_reader, toml
from tilewright.model.lattices import LATTICES, Lattice
from tilewright.model.puzzle import Puzzle


def spot(page: Page, place: str) -> Locator:
    """A cell of the sheet."""
    return page.locator(f'#grid [data-cell="{place}"]')


MIDDLE = """(path) => {
  const corners = path.getAttribute("d").slice(1, -1).split("L").map((pair) => pair.split(" ").map(Number));
  const mean = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  const { x, y } = new DOMPoint(mean(0), mean(1)).matrixTransform(path.getScreenCTM());
  return [x, y];
}"""
"""The middle of a cell on the screen: that of the box around a triangle may be on its side."""


def draw_cell(page: Page, place: str) -> None:
    """Click a cell of the sheet."""
    cell = spot(page, place)
    cell.scroll_into_view_if_needed()
    page.mouse.click(*cell.evaluate(MIDDLE))


def begin(page: Page, width: int, height: int) -> None:
    """An empty sheet of this size."""
    page.goto("/edit")
    expect(page.locator("#grid svg")).to_be_visible()
    page.locator("#width").fill(str(width))
    page.locator("#height").fill(str(height))
    page.locator("#height").press("Tab")
    expect(page.locator("#grid .grid-cell")).to_have_count(width * height)


def test_a_puzzle_is_drawn_checked_saved_and_played(page: Page, tmp_path: Path) -> None:
    begin(page, 4, 2)
    page.get_by_role("button", name="Fill the grid").click()
    expect(page.locator("#areas")).to_have_text("8 cells on the board, 0 on the pieces")
    page.get_by_role("button", name="+ Piece").click()
    drag(page, spot(page, "0,0"), spot(page, "2,0"))  # a bar of three by the mouse
    expect(page.locator("#areas")).to_have_text("8 cells on the board, 3 on the pieces")
    expect(page.locator("#findings .wrong").first).to_be_visible()
    page.locator("#grid svg").focus()  # one cell more by keys
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    expect(page.locator("#areas")).to_have_text("8 cells on the board, 4 on the pieces")
    page.get_by_label("Maximum number of copies").fill("2")
    page.get_by_label("Maximum number of copies").press("Tab")
    expect(page.locator("#areas")).to_have_text("8 cells on the board, 4 to 8 on the pieces")
    expect(page.locator("#findings .fine").first).to_be_visible()
    page.get_by_label("Title").fill("Two bars")
    page.get_by_label("Title").press("Tab")
    squares = partial(burrtools_reader.loads, lattice="square")
    for format_name, read in (("toml", toml.loads), ("xmpuzzle", squares)):
        page.get_by_label("Format").select_option(format_name)
        saved = saved_by(page.get_by_role("button", name="Save"))
        puzzle = read(saved.path.read_text())
        assert isinstance(puzzle, Puzzle)
        assert len(puzzle.board.cells) == 8
        assert sum(piece.max_copies * piece.size for piece in puzzle.pieces) == 8
        assert saved.name.startswith("two-bars.")
        own = tmp_path / saved.name
        own.write_bytes(saved.path.read_bytes())
        page.get_by_label("Open a file").set_input_files(own)  # what was saved opens again
        expect(page.get_by_text(f"Opened {own.name}.", exact=True)).to_be_visible()
        expect(page.locator("#areas")).to_have_text("8 cells on the board, 4 to 8 on the pieces")
    page.get_by_role("button", name="Play it").click()
    expect(page).to_have_url(re.compile(r"/play\?own="))
    expect(page.locator("h1")).to_have_text("Two bars")


def test_pens_colours_and_undo(page: Page) -> None:
    begin(page, 3, 3)
    page.get_by_label("Colour").select_option("a")
    spot(page, "0,0").click()
    expect(page.locator("#grid text")).to_have_text("a")
    press(page, "2")
    page.get_by_label("Colour").select_option("none")
    spot(page, "1,0").click()
    expect(page.locator("#grid .optional")).to_have_count(1)
    press(page, "3")
    drag(page, spot(page, "0,0"), spot(page, "1,0"))
    expect(page.locator("#grid .on")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#grid .on")).to_have_count(2)
    press(page, "u")
    expect(page.locator("#grid .on")).to_have_count(1)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#grid .on")).to_have_count(2)


def test_a_puzzle_is_made_that_has_one_solution(page: Page) -> None:
    page.goto("/edit")
    form = page.locator("#generate")
    for name, value in (("width", "5"), ("height", "4"), ("pieces", "5")):
        form.locator(f"[name={name}]").fill(value)
    form.get_by_label("exactly one solution").check()
    form.get_by_role("button", name="Generate", exact=True).click()
    expect(page.locator("#message")).to_have_class(re.compile("good"))
    expect(page.locator("#grid .on")).to_have_count(20)
    expect(page.locator("#shapes [role=tab]")).to_have_count(6)
    expect(page.locator("#areas")).to_have_text("20 cells on the board, 20 on the pieces")
    page.get_by_role("button", name="Solve it").click()
    page.get_by_label("Question").select_option("Find all, up to symmetry")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#answer .big")).to_have_text(re.compile("^1 up to symmetry"))


def test_rapid_changes_are_checked_before_playing(page: Page) -> None:
    begin(page, 4, 2)
    page.get_by_role("button", name="Fill the grid").click()
    page.locator("#sets").select_option("dominoes")
    expect(page.locator("#findings .fine").first).to_be_visible()  # checked, without the title
    page.get_by_label("Title").fill("In haste")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("h1")).to_have_text("In haste")


def test_a_broken_file_leaves_the_drawing(user: PageUser, tmp_path: Path) -> None:
    user.expected_statuses = {422}
    page = user.page
    begin(page, 2, 2)
    page.get_by_role("button", name="Fill the grid").click()
    broken = tmp_path / "broken.toml"
    broken.write_text("[board\n")
    page.get_by_label("Open a file").set_input_files(broken)
    expect(page.locator("#message")).to_have_text(re.compile(r"^broken\.toml, line 1: "))
    expect(page.locator("#grid .on")).to_have_count(4)


@pytest.mark.parametrize(
    ("size", "choice", "kinds"),
    [
        ((10, 6), "pentominoes (12 pieces)", 12),
        ((10, 2), "tetrominoes (5 pieces)", 5),
        ((7, 1), "trominoes (2 pieces)", 2),
        ((10, 6), "dominoes, any number", 1),
    ],
)
def test_sets_of_pieces_are_added(page: Page, size: tuple[int, int], choice: str, kinds: int) -> None:
    begin(page, *size)
    page.get_by_role("button", name="Fill the grid").click()
    page.get_by_label("Add a set of pieces").select_option(choice)
    expect(page.locator("#shapes svg")).to_have_count(kinds)
    expect(page.locator("#areas")).not_to_have_text(re.compile(", 0 on the pieces$"))


@pytest.mark.parametrize(
    ("lattice", "size", "cells", "piece"),
    [
        ("hexagon", (4, 2), 8, ("0,0", "1,0")),
        ("triangle", (6, 2), 12, ("0,0", "1,0")),
        ("quarter-square", (6, 3), 8, ("1,0", "0,1")),
    ],
)
def test_other_lattices_are_drawn_checked_solved_and_played(
    page: Page, lattice: str, size: tuple[int, int], cells: int, piece: tuple[str, str]
) -> None:
    begin(page, *size)
    page.get_by_label("Lattice").select_option(lattice)
    expect(page.locator("#grid .grid-cell")).to_have_count(cells)
    page.get_by_role("button", name="Fill the grid").click()
    expect(page.locator("#areas")).to_have_text(f"{cells} cells on the board, 0 on the pieces")
    page.get_by_role("button", name="+ Piece").click()
    drag(page, spot(page, piece[0]), spot(page, piece[1]))
    expect(page.locator("#grid .on")).to_have_count(2)
    page.get_by_label("Maximum number of copies").fill(str(cells // 2))
    page.get_by_label("Maximum number of copies").press("Tab")
    expect(page.locator("#findings .fine").first).to_be_visible()
    page.get_by_role("button", name="Solve it").click()
    expect(page.locator("#summary")).to_have_text(re.compile(f"{cells} cells.*{lattice} lattice"))
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#answer .big")).to_have_text("Found a solution")
    expect(page.locator("#figures figure")).to_have_class(re.compile("large"))
    page.get_by_role("link", name="Edit it").click()  # and back, by the door
    expect(page.locator("#grid .on")).to_have_count(cells)
    expect(page.get_by_label("Lattice")).to_have_value(lattice)
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#board [data-cell]")).to_have_count(cells)
    page.get_by_label("count the remaining solutions").check()
    expect(page.locator("#remaining")).to_have_text(re.compile("solution"))


def test_another_lattice_begins_with_an_empty_board(page: Page) -> None:
    begin(page, 4, 2)
    page.get_by_role("button", name="+ Piece").click()
    spot(page, "0,0").click()
    page.get_by_label("Lattice").select_option("hexagon")  # while the piece is drawn
    expect(page.locator("#shapes [role=tab]")).to_have_count(1)
    spot(page, "1,0").click()
    expect(page.locator("#grid .on")).to_have_count(1)
    press(page, "u", "u")
    expect(page.locator("#shapes [role=tab]")).to_have_count(2)
    expect(page.get_by_label("Lattice")).to_have_value("square")


def test_grid_size_is_limited(page: Page) -> None:
    begin(page, 3, 2)
    width = page.locator("#width")
    for typed, columns in (("99999999", 40), ("-3", 1), ("0", 1), ("", 1), ("2.7", 2), ("1e3", 40)):
        for text, number in ((typed, columns), ("3", 3)):
            width.fill(text)
            width.press("Tab")
            expect(page.locator("#grid .grid-cell")).to_have_count(2 * number)
            expect(width).to_have_value(str(number))


def test_copies_are_ordered_integers(page: Page) -> None:
    begin(page, 2, 2)
    page.get_by_role("button", name="Fill the grid").click()
    page.get_by_role("button", name="+ Piece").click()
    spot(page, "0,0").click()
    least, most = page.get_by_label("Minimum number of copies"), page.get_by_label("Maximum number of copies")
    least.fill("4")
    least.press("Tab")
    expect(most).to_have_value("4")
    expect(page.locator("#areas")).to_have_text("4 cells on the board, 4 on the pieces")
    expect(page.locator("#findings .fine").first).to_be_visible()
    most.fill("-2.5")
    most.press("Tab")
    expect(least).to_have_value("0")
    expect(most).to_have_value("0")
    most.fill("1e30")
    most.press("Tab")
    expect(page.locator("#areas")).to_have_text("4 cells on the board, 0 to 10,000 on the pieces")
    page.get_by_role("button", name="Delete piece").click()
    expect(page.locator("#shapes [role=tab]")).to_have_count(1)
    expect(page.locator("#piece-facts")).to_be_hidden()


def test_keys_draw_erase_and_choose_pieces(page: Page) -> None:
    begin(page, 3, 2)
    page.get_by_role("button", name="+ Piece").click()
    page.get_by_role("tab", name="Piece A").focus()
    press(page, "ArrowRight")  # round to the board
    expect(page.get_by_role("tab", name="Board")).to_be_focused()
    press(page, "ArrowLeft")
    expect(page.get_by_role("tab", name="Piece A")).to_be_focused()
    expect(page.get_by_role("tab", name="Piece A")).to_have_attribute("aria-selected", "true")
    press(page, "ArrowLeft")
    page.locator("#grid svg").focus()
    press(page, "Enter", "ArrowRight", "2", "Enter")
    expect(page.locator("#grid .on")).to_have_count(2)
    expect(page.locator("#grid .optional")).to_have_count(1)
    press(page, "ArrowLeft", "Enter")  # not what the pen draws: it becomes that
    expect(page.locator("#grid .optional")).to_have_count(2)
    press(page, "3", "Enter", "Enter")  # what is not there stays so
    expect(page.locator("#grid .on")).to_have_count(1)


def test_drawing_is_restored_after_reload_and_back(page: Page) -> None:
    begin(page, 4, 2)
    page.get_by_role("button", name="Fill the grid").click()
    page.locator("#sets").select_option("dominoes")
    expect(page.locator("#findings .fine").first).to_be_visible()
    page.reload()
    expect(page.locator("#grid .on")).to_have_count(8)
    expect(page.locator("#shapes svg")).to_have_count(1)
    page.get_by_role("button", name="Play it").click()
    expect(page).to_have_url(re.compile("/play"))
    page.go_back()
    expect(page.locator("#grid .on")).to_have_count(8)
    page.goto("/edit?puzzle=some-pentominoes-3x5")  # a link leads to its puzzle
    expect(page.locator("#grid .on")).to_have_count(15)
    spot(page, "0,0").click()
    page.reload()  # with what was changed
    expect(page.locator("#grid .on")).to_have_count(14)
    page.get_by_role("button", name="New").click()
    expect(page.locator("#grid .on")).to_have_count(0)


def test_every_format_can_be_saved(user: PageUser) -> None:
    page = user.page
    page.goto("/edit?puzzle=pentominoes-3x20")
    expect(page.locator("#grid .on")).to_have_count(60)
    formats = page.get_by_label("Format").locator("option").all_inner_texts()
    assert len(formats) >= 8
    for name in formats:
        page.get_by_label("Format").select_option(name)
        if name == "puzzlecad":  # of cubes only
            user.expected_statuses.add(422)
            page.get_by_role("button", name="Save").click()
            expect(page.locator("#message")).to_contain_text("puzzlecad has pieces of cubes")
            continue
        saved = saved_by(page.get_by_role("button", name="Save"))
        assert saved.path.stat().st_size > 0
        assert saved.name.startswith("the-twelve-pentominoes-in-a-3-by-20-rectangle."), name
        page.wait_for_timeout(120)  # Chromium drops an eleventh download within a second


def test_sticks_cannot_be_edited(page: Page, tmp_path: Path) -> None:
    page.goto("/edit?puzzle=polysticks-1-3-corners-of-a-side")
    expect(page.locator("#message")).to_have_text(re.compile("^Boards of this lattice cannot be edited"))
    begin(page, 2, 2)
    page.get_by_label("Lattice").select_option("triangle")
    page.get_by_label("Add a set of pieces").select_option("hexiamonds (12 pieces)")
    expect(page.locator("#shapes svg")).to_have_count(12)


SOLIDS = [lattice for lattice in LATTICES.values() if lattice.is_solid]


@pytest.mark.parametrize("lattice", SOLIDS, ids=lambda lattice: lattice.name)
def test_solids_are_drawn_by_layers_and_played(page: Page, lattice: Lattice) -> None:
    """Two cells as board and piece, on any lattice in space; then the game has them in its layers."""
    first = lattice.classes[0]
    pair = [first, next(cell for cell in lattice.neighbours(first) if min(cell) >= 0)]
    page.goto("/edit")
    page.get_by_label("Lattice").select_option(lattice.name)
    expect(page.get_by_label("Layer")).to_be_visible()

    def draw() -> None:
        for cell in pair:
            page.get_by_label("Layer").fill(str(cell[2]))
            page.get_by_label("Layer").press("Tab")
            draw_cell(page, ",".join(map(str, cell)))

    draw()
    expect(page.locator("#areas")).to_have_text("2 cells on the board, 0 on the pieces")
    page.get_by_role("button", name="+ Piece").click()
    draw()
    expect(page.locator("#areas")).to_have_text("2 cells on the board, 2 on the pieces")
    expect(page.locator("#piece-motions")).to_have_value("rotation")
    expect(page.locator("#shapes svg")).to_have_count(1)
    expect(page.locator("#solid canvas")).to_be_visible()
    expect(page.locator("#findings .fine").first).to_be_visible()
    page.get_by_role("button", name="Play it").click()
    expect(page).to_have_url(re.compile(r"/play\?own="))
    expect(page.locator("#board [data-cell]")).to_have_count(2)
    expect(page.locator("#solid canvas")).to_be_visible()
    page.get_by_label("count the remaining solutions").check()
    expect(page.locator("#remaining")).to_have_text("Exactly 1 solution remains.")
    for following in ("Why?", "What?", "Place it"):
        press(page, "h")
        expect(page.locator("#hint")).to_have_text(following)
    expect(page.locator("#board .hinted")).not_to_have_count(0)
    press(page, "h")
    expect(page.locator("#remaining")).to_have_text("Solved!")


def test_arrows_reach_all_rows_of_a_layer_of_spheres(page: Page) -> None:
    page.goto("/edit")
    page.get_by_label("Lattice").select_option("sphere")
    page.locator("#grid svg").focus()
    press(page, "ArrowDown", "Enter", "ArrowRight", "Enter", "ArrowUp", "Enter")
    expect(page.locator("#grid .grid-cell.on")).to_have_count(3)
    expect(spot(page, "1,1,0")).to_have_class(re.compile(r"\bon\b"))
    expect(spot(page, "3,1,0")).to_have_class(re.compile(r"\bon\b"))


def test_page_keys_and_pieces_lead_to_their_layers(page: Page) -> None:
    page.goto("/edit?puzzle=double-tetrahedra-cube")
    expect(page.locator("#grid .on")).not_to_have_count(0)
    layer = page.get_by_label("Layer")
    page.locator("#grid svg").focus()
    press(page, "PageUp", "PageUp", "PageDown")
    expect(layer).to_have_value("1")
    expect(page.locator("#grid .below")).to_have_count(4)
    page.get_by_role("tab", name="Piece pair").click()
    expect(page.locator("#grid .on")).not_to_have_count(0)
    expect(page.locator("#solid canvas")).to_be_visible()


def test_a_drawing_is_undone_by_keys_shared_and_printed(
    user: PageUser, browser: Browser, address: str
) -> None:
    page = user.page
    page.add_init_script(
        "window.print = () => { window.printed = document.querySelector('.print-sheet').cloneNode(true); }"
    )
    begin(page, 2, 2)
    page.get_by_role("button", name="Fill the grid").click()
    expect(page.locator("#grid .on")).to_have_count(4)
    page.keyboard.press("Control+z")
    expect(page.locator("#grid .on")).to_have_count(0)
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator("#grid .on")).to_have_count(4)
    page.get_by_label("Add a set of pieces").select_option("dominoes")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Text to copy").input_value()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Print").click()
    page.get_by_role("button", name="20 mm").click()
    assert page.evaluate("window.printed.querySelectorAll('.cell').length") >= 4
    with browser.new_context(base_url=address) as other:
        other.set_default_timeout(1_000 * HANGS_S)
        second = other.new_page()
        second.goto(link)
        expect(second.locator("#grid .on")).to_have_count(4)


def test_a_whole_board_is_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/edit?puzzle=pentominoes-8x8-centre-hole")
    expect(page.locator("#findings .fine").first).to_be_visible()
    box = page.locator("#grid svg").bounding_box()
    assert box is not None and box["y"] + box["height"] <= 900
    sides = page.locator("#shapes svg").evaluate_all("all => all.map((one) => one.viewBox.baseVal.width)")
    assert len(sides) == 12 and len(set(sides)) == 1, "all pieces have one scale"
