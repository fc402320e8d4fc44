"""Drawing puzzles: board and pieces, checks, files, puzzles made up."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.visitor import Visitor, drag, press
from tilewright.formats import burrtools, toml_puzzle
from tilewright.puzzle import Puzzle


def spot(page: Page, place: str) -> Locator:
    """A cell of the sheet."""
    return page.locator(f'#surface [data-cell="{place}"]')


def begin(page: Page, width: int, height: int) -> None:
    """An empty sheet of this size."""
    page.goto("/edit")
    expect(page.locator("#surface svg")).to_be_visible()
    page.locator("#width").fill(str(width))
    page.locator("#height").fill(str(height))
    page.locator("#height").press("Tab")
    expect(page.locator("#surface .spot")).to_have_count(width * height)


def test_a_puzzle_is_drawn_checked_saved_and_played(page: Page, tmp_path: Path) -> None:
    begin(page, 4, 2)
    page.get_by_role("button", name="Fill the sheet").click()
    expect(page.locator("#areas")).to_have_text("8 cells, pieces 0")
    page.get_by_role("button", name="+ Piece").click()
    drag(page, spot(page, "0,0"), spot(page, "2,0"))  # a bar of three by the mouse
    expect(page.locator("#areas")).to_have_text("8 cells, pieces 3")
    expect(page.locator("#findings .wrong").first).to_be_visible()
    page.locator("#surface svg").focus()  # one cell more by keys
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    expect(page.locator("#areas")).to_have_text("8 cells, pieces 4")
    page.get_by_label("Copies, at most").fill("2")
    page.get_by_label("Copies, at most").press("Tab")
    expect(page.locator("#areas")).to_have_text("8 cells, pieces 4 to 8")
    expect(page.locator("#findings .fine").first).to_be_visible()
    page.get_by_label("Title").fill("Two bars")
    page.get_by_label("Title").press("Tab")
    for format_name, read in (("toml", toml_puzzle.loads), ("xmpuzzle", burrtools.loads)):
        page.get_by_label("Format").select_option(format_name)
        with page.expect_download() as download:
            page.get_by_role("button", name="Save").click()
        saved = Path(download.value.path())
        puzzle = read(saved.read_text())
        assert isinstance(puzzle, Puzzle)
        assert len(puzzle.board.cells) == 8
        assert sum(piece.max_copies * piece.size for piece in puzzle.pieces) == 8
        assert download.value.suggested_filename.startswith("two-bars.")
    page.get_by_role("button", name="Play it").click()
    expect(page).to_have_url(re.compile(r"/play\?own="))
    expect(page.locator("h1")).to_have_text("Two bars")


def test_pens_colours_and_undo(page: Page) -> None:
    begin(page, 3, 3)
    page.get_by_label("Colour").select_option("a")
    spot(page, "0,0").click()
    expect(page.locator("#surface text")).to_have_text("a")
    press(page, "2")
    page.get_by_label("Colour").select_option("none")
    spot(page, "1,0").click()
    expect(page.locator("#surface .optional")).to_have_count(1)
    press(page, "3")
    drag(page, spot(page, "0,0"), spot(page, "1,0"))
    expect(page.locator("#surface .on")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#surface .on")).to_have_count(2)
    press(page, "u")
    expect(page.locator("#surface .on")).to_have_count(1)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#surface .on")).to_have_count(2)


def test_a_puzzle_is_made_that_has_one_solution(page: Page) -> None:
    page.goto("/edit")
    form = page.locator("#wish")
    for name, value in (("width", "5"), ("height", "4"), ("pieces", "5")):
        form.locator(f"[name={name}]").fill(value)
    form.get_by_label("exactly one solution").check()
    form.get_by_role("button", name="Make it").click()
    expect(page.locator("#word")).to_have_class(re.compile("good"))
    expect(page.locator("#surface .on")).to_have_count(20)
    expect(page.locator("#shapes [role=tab]")).to_have_count(6)
    expect(page.locator("#areas")).to_have_text("20 cells, pieces 20")
    page.get_by_role("button", name="Solve it").click()
    page.get_by_label("Question").select_option("All, up to symmetry")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#answer .big")).to_have_text(re.compile("^1 up to symmetry"))


def test_the_last_change_counts_however_fast_one_goes_on(page: Page) -> None:
    begin(page, 4, 2)
    page.get_by_role("button", name="Fill the sheet").click()
    page.locator("#sets").select_option("2")
    expect(page.locator("#findings .fine").first).to_be_visible()  # checked, without the title
    page.get_by_label("Title").fill("In haste")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("h1")).to_have_text("In haste")


def test_a_broken_file_leaves_the_drawing(visitor: Visitor, tmp_path: Path) -> None:
    visitor.refusals = {422}
    page = visitor.page
    begin(page, 2, 2)
    page.get_by_role("button", name="Fill the sheet").click()
    broken = tmp_path / "broken.toml"
    broken.write_text("[board\n")
    page.get_by_label("Open a file").set_input_files(broken)
    expect(page.locator("#word")).to_have_text(re.compile(r"^broken\.toml, line 1: "))
    expect(page.locator("#surface .on")).to_have_count(4)


@pytest.mark.parametrize(
    ("size", "choice", "kinds"),
    [
        ((10, 6), "the 12 pentominoes", 12),
        ((10, 2), "the 5 tetrominoes", 5),
        ((7, 1), "the 2 trominoes", 2),
        ((10, 6), "dominoes, any number", 1),
    ],
)
def test_sets_come_with_one_choice(page: Page, size: tuple[int, int], choice: str, kinds: int) -> None:
    begin(page, *size)
    page.get_by_role("button", name="Fill the sheet").click()
    page.get_by_label("Add a set of pieces").select_option(choice)
    expect(page.locator("#shapes svg")).to_have_count(kinds)
    expect(page.locator("#areas")).not_to_have_text(re.compile("pieces 0$"))
