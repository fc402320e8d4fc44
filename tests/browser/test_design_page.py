"""Designing in space: a small burr from nothing by mouse and by keyboard, solved, taken apart and saved."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
import trimesh
from playwright.sync_api import Page, expect

from support.design_page import add_shape, cell, draw, ready, saved
from support.page_user import HeldRequests, PageUser
from support.saved_files import SavedFiles, saved_by
from tilewright.formats import loads
from tilewright.formats.burrtools_reader import WholeFile, saved_problems
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.puzzle import Board, Piece, Puzzle

HALVES: dict[str, list[Cell]] = {
    "A": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "B": [(1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)],
}
"""The two halves of a cube of 2 x 2 x 2, which come apart."""


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press the Tab key until an element has the focus."""
    for _ in range(400):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"the Tab key does not reach {selector}")


def expected() -> Puzzle:
    pieces = [Piece.of(name, cells, lattice=CUBE, motions="rotation") for name, cells in HALVES.items()]
    cells = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    return Puzzle(Board.of(cells), pieces, lattice=CUBE)


def check_saved(text: str) -> None:
    """The saved file is the puzzle, and our reader writes it again as it is."""
    puzzle = loads(text)
    assert isinstance(puzzle, Puzzle)
    wanted = expected()
    assert puzzle.board == wanted.board and puzzle.pieces == wanted.pieces
    assert WholeFile.read(text).text() == text


def check_printed(data: bytes) -> None:
    """Another library opens the file for a 3-D printer, and both pieces are closed."""
    scene = trimesh.load_scene(BytesIO(data), file_type="3mf")
    assert len(scene.geometry) == 2
    assert all(mesh.is_watertight and mesh.volume > 0 for mesh in scene.geometry.values())


def test_a_burr_is_designed_by_mouse(page: Page) -> None:
    ready(page)
    for field in ("Width", "Depth", "Layers"):
        page.get_by_label(field, exact=True).fill("2")
        page.get_by_label(field, exact=True).press("Tab")
    page.get_by_role("button", name="Fill the grid").click()
    expect(page.locator("#grid .on")).to_have_count(4)
    for cells in HALVES.values():
        page.get_by_role("button", name="+ Shape").click()
        page.get_by_label("Layer", exact=True).fill("0")
        page.get_by_label("Layer", exact=True).press("Tab")
        for at in cells:
            if at[2] == 1 and page.get_by_label("Layer", exact=True).input_value() == "0":
                page.get_by_role("button", name="One layer up").click()
            cell(page, at).click()
            expect(cell(page, at)).to_have_class(re.compile(r"\bon\b"))
    expect(page.locator("#volume")).to_have_text("The pieces have 8 cells, the result has 8: they can match.")
    expect(page.locator("#findings")).to_contain_text("It has exactly")
    # What can move: both ways out of the cube.
    page.locator("#assemblies-card summary").first.click()
    page.locator("#movements-card summary").first.click()
    page.get_by_role("button", name="Find assemblies").click()
    movement = page.locator("#movements .moves button").first
    expect(movement).to_contain_text("away")
    movement.click()
    expect(page.locator("#movements")).to_contain_text("All pieces are apart.")
    page.get_by_role("button", name="Move back").click()
    expect(movement).to_be_visible()
    check_saved(saved(page))
    page.get_by_role("button", name="Print", exact=True).click()
    check_printed(saved_by(page.get_by_role("button", name="Download")).path.read_bytes())
    page.keyboard.press("Escape")
    # A reload loses nothing, not even the steps before.
    page.reload()
    expect(page.locator("#main:not([inert])")).to_be_attached()
    expect(page.locator("#table tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#table tbody tr").last).to_contain_text("B")
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Take it apart").click()
    page.get_by_role("button", name="Take apart").click()
    expect(page.locator("#headline")).to_contain_text("comes apart")


def test_a_burr_is_designed_by_keyboard(page: Page) -> None:
    ready(page)
    page.locator("#title").focus()
    keys = page.keyboard
    keys.type("By keys")
    for field in ("#width", "#height", "#layer-count"):
        page.locator(field).focus()
        keys.press("Control+A")
        keys.type("2")
    keys.press("Tab")
    page.locator("#fill-grid").focus()
    keys.press("Enter")
    expect(page.locator("#grid .on")).to_have_count(4)
    for cells in HALVES.values():
        page.locator("#add-piece").focus()
        keys.press("Enter")
        page.locator("#layer").focus()
        keys.press("Control+A")
        keys.type("0")
        keys.press("Tab")
        page.locator("#grid svg").focus()
        expect(page.locator("#grid .mark")).to_have_count(1)
        at = (0, 0, 0)
        for x, y, z in cells:
            for key, steps in (("ArrowRight", x - at[0]), ("ArrowDown", y - at[1]), ("PageUp", z - at[2])):
                opposite = {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp", "PageUp": "PageDown"}[key]
                for _ in range(abs(steps)):
                    keys.press(key if steps > 0 else opposite)
            at = (x, y, z)
            keys.press(" ")
            expect(cell(page, at)).to_have_class(re.compile(r"\bon\b"))
    expect(page.locator("#findings")).to_contain_text("It has exactly")
    keys.press("Control+z")
    expect(page.locator("#volume")).to_contain_text("1 too few")
    keys.press("Control+Shift+z")
    expect(page.locator("#volume")).to_contain_text("they can match")
    page.locator("#save").focus()
    files = SavedFiles(page)
    keys.press("Enter")
    check_saved(files.wait_for(1)[0].path.read_text(encoding="utf-8"))
    page.locator("#print").focus()
    keys.press("Enter")
    page.locator("dialog select[name=format]").focus()
    files = SavedFiles(page)
    page.get_by_role("button", name="Download").focus()
    keys.press("Enter")
    check_printed(files.wait_for(1)[0].path.read_bytes())
    keys.press("Escape")
    for summary in ("#assemblies-card summary", "#assemblies .btn.primary", "#movements-card summary"):
        tab_to(page, summary)
        keys.press("Enter")
    movement = page.locator("#movements .moves button").first
    expect(movement).to_contain_text("away")
    tab_to(page, "#movements .moves button")
    keys.press("Enter")
    expect(page.locator("#movements")).to_contain_text("All pieces are apart.")
    tab_to(page, "#apart", "Shift+Tab")
    keys.press("Enter")
    expect(page).to_have_url(re.compile("/assembly"))
    expect(page.locator("#main:not([inert])")).to_be_attached()
    tab_to(page, "#start")
    keys.press("Enter")
    expect(page.locator("#headline")).to_contain_text("comes apart")
    expect(page.locator("#player .caption")).to_contain_text("Assembled")
    keys.press("ArrowRight")
    expect(page.locator("#player .caption")).to_contain_text("Move 1 of")
    page.go_back()
    expect(page.locator("#main:not([inert])")).to_be_attached()
    tab_to(page, "#solve")
    keys.press("Enter")
    expect(page).to_have_url(re.compile("/solve"))


def test_assemblies_are_listed_marked_deleted_and_saved(page: Page) -> None:
    ready(page, "/design?puzzle=tetracubes-any-2x2x3")
    page.locator("#assemblies-card summary").first.click()
    page.get_by_role("button", name="Find assemblies").click()
    cards = page.locator("#assemblies li")
    expect(page.locator("#assemblies li svg").first).to_be_visible()
    number, shown = cards.count(), page.locator("#assemblies select").nth(2)
    assert number > 2
    page.get_by_role("button", name="Mark no. 1", exact=True).click()
    shown.select_option("marked")
    expect(cards).to_have_count(1)
    shown.select_option("all")
    page.get_by_role("button", name="Delete no. 2", exact=True).click()
    expect(cards).to_have_count(number - 1)
    page.get_by_role("button", name="Drop those that do not come apart").click()
    expect(cards).to_have_count(number - 1)  # all of them come apart
    page.get_by_role("button", name="Bring back").click()
    expect(cards).to_have_count(number)
    page.get_by_label("Sort by").select_option("number")
    expect(cards.first).to_contain_text("No. 1:")
    page.get_by_role("button", name="Take apart again").click()
    expect(page.locator("#assemblies")).to_contain_text(f"{number} of {number} come apart")
    file = saved_by(page.get_by_role("button", name="Save with the design")).path
    (problem,) = saved_problems(file.read_text(encoding="utf-8"))
    assert len(problem.assemblies) == number
    assert all(assembly.separation is not None for assembly in problem.assemblies)
    page.locator("#movements-card summary").first.click()
    page.get_by_role("button", name="Assembly as a shape").click()
    expect(page.locator("#table tbody tr").last).to_contain_text("12")


def test_transformations_and_sets_of_shapes(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="+ Shape").click()
    cell(page, (0, 0, 0)).click()
    cell(page, (1, 0, 0)).click()
    page.get_by_role("button", name="Turn about z").click()
    expect(cell(page, (0, 1, 0))).to_have_class(re.compile(r"\bon\b"))
    expect(page.locator("#grid .on")).to_have_count(2)
    page.get_by_role("button", name="Scale by 2").click()
    expect(page.locator("#grid .on")).to_have_count(8)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator("#table tbody tr")).to_have_count(2)
    page.get_by_label("Shift by").fill("0,0,1")
    page.locator("#transformations").get_by_role("button", name="Shift", exact=True).click()
    page.get_by_label("With").select_option(label="A")
    page.get_by_role("button", name="Difference").click()
    expect(page.locator("#table tbody tr").last).to_contain_text("8")
    page.get_by_label("Shift by").fill("0,half,1")
    page.locator("#transformations").get_by_role("button", name="Shift", exact=True).click()
    expect(page.locator("#message")).to_contain_text("is no shift")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#table tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#table tbody tr")).to_have_count(2)


def test_buttons_pressed_while_the_server_changes_a_shape_wait_for_it(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="+ Shape").click()
    cell(page, (0, 0, 0)).click()
    cell(page, (1, 0, 0)).click()
    requests = HeldRequests(page, "**/api/design/shape")
    page.get_by_role("button", name="Turn about z").click()
    requests.wait_for(1)
    cell(page, (2, 0, 0)).click()  # the changed shape is turned
    page.get_by_role("button", name="Scale by 2").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Undo").click()
    requests.release()
    expect(page.locator("#table tbody tr").last).to_contain_text("24")  # three cells, scaled
    expect(page.locator("#table tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    page.locator("#shapes").get_by_role("tab").last.click()
    for y in range(3):
        expect(cell(page, (0, y, 0))).to_have_class(re.compile(r"\bon\b"))
    expect(page.locator("#grid .on")).to_have_count(3)


def test_undo_of_a_copy_goes_back_to_what_was_copied(page: Page) -> None:
    ready(page)
    for _ in range(2):
        page.get_by_role("button", name="+ Shape").click()
        cell(page, (0, 0, 0)).click()
    tabs = page.locator("#shapes").get_by_role("tab")
    tabs.nth(1).click()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(tabs.nth(3)).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Undo").click()
    expect(tabs).to_have_count(3)
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Redo").click()
    expect(tabs.nth(3)).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Undo").click()
    expect(tabs.nth(3)).to_have_attribute("aria-selected", "true")


def test_forty_shapes_are_listed_and_scrolled(page: Page) -> None:
    ready(page)
    for _ in range(40):
        page.get_by_role("button", name="+ Shape").click()
    cell(page, (0, 0, 0)).click()
    rows, tabs = page.locator("#table tbody tr"), page.locator("#shapes").get_by_role("tab")
    expect(rows).to_have_count(40)
    expect(tabs.last).to_be_in_viewport()  # the tab that is shown, in a box that scrolls
    expect(tabs.first).not_to_be_in_viewport()
    for box, most in (("#shapes", 140), ("#table", 560)):
        bounds = page.locator(box).bounding_box()
        assert bounds is not None and bounds["height"] <= most
    unchanged = tabs.nth(5).element_handle()
    rows.nth(5).get_by_role("button").first.click()
    expect(tabs.nth(6)).to_have_attribute("aria-selected", "true")
    tab, shown = tabs.nth(6).bounding_box(), page.locator("#shapes").bounding_box()
    assert tab is not None and shown is not None
    assert shown["y"] <= tab["y"] and tab["y"] + tab["height"] <= shown["y"] + shown["height"] + 1
    assert unchanged is not None and unchanged.evaluate("tab => tab.isConnected")  # not drawn again


def test_a_box_a_mirror_and_what_is_joined(page: Page) -> None:
    ready(page)
    page.get_by_label("Brush").select_option("box")
    page.locator("#grid svg").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#grid .on")).to_have_count(4)
    page.get_by_label("Brush").select_option("cell")
    page.locator('[data-mirror="0"]').check()
    page.locator('[data-mirror="2"]').check()
    cell(page, (0, 3, 0)).click()
    expect(cell(page, (3, 3, 0))).to_have_class(re.compile(r"\bon\b"))
    page.get_by_label("Layer", exact=True).fill("3")
    page.get_by_label("Layer", exact=True).press("Tab")
    expect(page.locator("#grid .on")).to_have_count(2)
    page.locator('[data-mirror="0"]').uncheck()
    page.locator('[data-mirror="2"]').uncheck()
    page.get_by_label("Brush").select_option("joined")
    cell(page, (1, 1, 3)).click()
    expect(page.locator("#grid .on")).to_have_count(16)


def test_where_a_piece_can_go(page: Page) -> None:
    ready(page, "/design?puzzle=soma-cube")
    expect(page.locator("#volume")).to_contain_text("they can match")
    expect(page.locator("#table tbody tr").first).to_contain_text("144")
    page.locator("#places-card summary").click()
    page.locator("#places").get_by_role("button", name="Show").click()
    expect(page.locator("#places")).to_contain_text("144 places fit.")
    page.get_by_label("On the cell").select_option("1,1,1")
    page.locator("#places").get_by_role("button", name="Show").click()
    expect(page.locator("#places")).to_contain_text("ways do not")
    page.locator("#places input[type=range]").fill("36")
    expect(page.locator("#places p[role=status]")).to_contain_text(re.compile("it fits|leaves the board"))


@pytest.mark.parametrize("lattice", ["prism", "sphere", "rhombic-tetrahedron", "tetra-octahedron"])
def test_every_lattice_in_space_can_be_drawn(page: Page, lattice: str) -> None:
    ready(page)
    page.get_by_label("Lattice").select_option(lattice)
    page.get_by_role("button", name="Fill the grid").click()
    expect(page.locator("#grid .on").first).to_be_visible()
    page.get_by_role("button", name="Turn about z").click()
    page.get_by_role("button", name="Mirror across x").click()
    expect(page.locator("#message")).to_be_hidden()
    expect(page.locator("#volume")).to_contain_text("too few")


def test_rules_of_colours_are_a_table(page: Page) -> None:
    ready(page)
    page.locator("#colour").select_option("1")
    draw(page, (0, 0, 0))
    page.locator("#colour").select_option("2")
    add_shape(page, (0, 0, 0))
    page.locator("#rules-card summary").click()
    rule = page.get_by_label("Colour 2 of a piece may lie on colour 1 of the result")
    expect(rule).not_to_be_checked()
    rule.check()
    expect(page.locator("#findings")).to_contain_text("It has exactly")
    (problem,) = saved_problems(saved(page))
    assert problem.puzzle.colour_pairs == (("2", "1"),)
    page.get_by_role("button", name="Only the same colours").click()
    expect(rule).not_to_be_checked()
    page.get_by_role("button", name="Undo").click()
    expect(rule).to_be_checked()


def test_a_place_and_a_position_become_shapes(page: Page) -> None:
    ready(page, "/design?puzzle=soma-cube")
    expect(page.locator("#table tbody tr").first).to_contain_text("144")
    rows = page.locator("#table tbody tr")
    page.locator("#places-card summary").click()
    page.locator("#places").get_by_role("button", name="Show").click()
    page.get_by_role("button", name="Place as a shape").click()
    expect(rows).to_have_count(8)
    expect(rows.last).to_contain_text("V at 1")
    page.get_by_role("button", name="Undo").click()
    page.locator("#assemblies-card summary").first.click()
    page.locator("#movements-card summary").first.click()
    page.get_by_role("button", name="Find assemblies").click()
    page.locator("#movements .moves button").filter(has_text="away").first.click()
    page.get_by_role("button", name="Position as a shape").click()
    expect(rows.last).to_contain_text("after 1")
    cells = int(rows.last.locator("td").nth(2).inner_text())
    assert 20 <= cells < 27  # without the pieces that have left


def test_what_is_pressed_while_the_server_is_slow_is_done_in_its_order(page: Page) -> None:
    ready(page)
    add_shape(page, (0, 0, 0), (1, 0, 0))
    shapes = HeldRequests(page, "**/api/design/shape")
    page.get_by_role("button", name="Turn about z").click()
    shapes.wait_for(1)
    page.get_by_label("Lattice").select_option("prism")
    page.get_by_role("button", name="Add a problem").click()
    shapes.release()
    expect(page.locator("#problem option")).to_have_count(2)
    expect(page.get_by_label("Lattice")).to_have_value("prism")
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    page.locator("#shapes").get_by_role("tab").last.click()
    expect(cell(page, (0, 1, 0))).to_have_class(re.compile(r"\bon\b"))


def test_a_shape_without_a_cell_is_not_transformed(user: PageUser) -> None:
    user.expected_statuses.add(422)
    ready(user.page)
    user.page.get_by_role("button", name="+ Shape").click()
    user.page.get_by_role("button", name="Turn about z").click()
    expect(user.page.locator("#message")).to_contain_text("the shape has no cell")


def test_numbers_out_of_range_become_the_nearest(page: Page) -> None:
    ready(page)
    add_shape(page, (0, 0, 0))
    for label, text, value in (
        ("Width", "1e99", "40"),
        ("Depth", "-7", "1"),
        ("Layer", "999999999999", "40"),
        ("Greatest number of A", "1e30", "10000"),
        ("Weight of A", "-1e30", "-1000000"),
        ("Variable cells that may stay empty at most", "-1", "0"),
    ):
        page.get_by_label(label, exact=True).fill(text)
        page.get_by_label(label, exact=True).press("Tab")
        expect(page.get_by_label(label, exact=True)).to_have_value(value)
