"""Designs are kept: with all of their files, in each tab, without the server, and with several problems."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.burrtools_cases import CHEST
from support.design_page import add_shape, cell, draw, expect_names, ready, saved
from support.page_user import HeldRequests, PageUser
from support.saved_files import SavedFiles
from tilewright.formats.burrtools_reader import saved_problems, unused_shapes


def test_a_file_keeps_what_is_not_shown(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "chest.xmpuzzle"
    path.write_text(CHEST, encoding="utf-8")
    before = saved_problems(CHEST)
    ready(page)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#message")).to_contain_text("Opened chest.xmpuzzle.")
    page.get_by_label("Title").fill("Chest")
    page.get_by_label("Title").press("Tab")
    after = saved_problems(saved(page))
    assert [problem.puzzle.pieces for problem in after] == [problem.puzzle.pieces for problem in before]
    assert [problem.assemblies for problem in after] == [problem.assemblies for problem in before]


def test_problems_share_shapes(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="Fill the grid").click()
    page.get_by_role("button", name="+ Shape").click()
    cell(page, (0, 0, 0)).click()
    expect(page.locator("#grid .on")).to_have_count(1)
    page.get_by_role("button", name="Add a problem").click()
    page.get_by_label("Name of the problem").fill("two of them")
    page.get_by_label("Name of the problem").press("Tab")
    page.get_by_label("Greatest number of A").fill("2")
    page.get_by_label("Greatest number of A").press("Tab")
    page.locator("#shapes").get_by_role("tab").nth(1).click()
    cell(page, (1, 0, 0)).click()  # in both problems
    expect(page.locator("#grid .on")).to_have_count(2)
    first, second = saved_problems(saved(page))
    assert [one.name for one in (first, second)] == ["", "two of them"]
    assert first.shapes == second.shapes and first.result == second.result
    assert [one.puzzle.pieces[0].size for one in (first, second)] == [2, 2]
    assert [one.puzzle.pieces[0].max_copies for one in (first, second)] == [1, 2]
    page.get_by_role("button", name="Delete this problem").click()
    expect(page.locator("#problem option")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#problem option")).to_have_count(2)
    page.reload()
    expect(page.locator("#main:not([inert])")).to_be_attached()
    expect(page.locator("#problem option")).to_have_count(2)


WITH_UNUSED = CHEST.replace(
    "</shapes>",
    '<voxel x="3" y="1" z="1" name="bar" type="0">###</voxel>'
    '<voxel x="3" y="1" z="1" name="lid" type="0">#+#</voxel></shapes>',
    1,
)


def test_shapes_that_no_problem_uses_are_shown_and_added(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "chest.xmpuzzle"
    path.write_text(WITH_UNUSED, encoding="utf-8")
    ready(page)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#table tr.unused")).to_have_count(2)
    expect(page.get_by_role("button", name="Add lid to the problem")).to_have_count(
        0
    )  # it has a variable cell
    page.get_by_role("button", name="Add bar to the problem").click()
    expect(page.locator("#table tr.unused")).to_have_count(1)
    expect(page.locator("#table tr").filter(has_text="bar")).to_contain_text("yes")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#table tr.unused")).to_have_count(2)
    page.get_by_role("button", name="Redo").click()
    (problem,) = saved_problems(saved(page))
    assert problem.puzzle.pieces[-1].name == "bar" and problem.shapes[-1] == 4
    page.get_by_label("Greatest number of bar").fill("0")
    page.get_by_label("Greatest number of bar").press("Tab")
    expect(page.locator("#table tr").filter(has_text="bar")).to_contain_text("no")
    text = saved(page)
    (problem,) = saved_problems(text)
    assert problem.shapes == (1, 2, 3) and text.count("<voxel") == 6
    page.get_by_role("button", name="Take lid as the result").click()
    expect(page.locator("#grid .on")).to_have_count(3)
    expect(page.locator("#grid .on.optional")).to_have_count(1)


def test_a_shape_that_no_problem_uses_is_deleted_from_the_file(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "chest.xmpuzzle"
    path.write_text(WITH_UNUSED, encoding="utf-8")
    ready(page)
    page.locator("#file").set_input_files(path)
    unused = page.locator("#table tr.unused")
    page.get_by_role("button", name="Delete bar from the file").click()
    expect(unused).to_have_count(1)
    assert [shape.name for shape in unused_shapes(saved(page))] == ["lid"]
    page.reload()  # which is kept
    expect(unused).to_have_count(1)
    page.get_by_role("button", name="Delete lid from the file").click()
    expect(unused).to_have_count(0)
    assert unused_shapes(saved(page)) == ()
    for count in (1, 2):
        page.get_by_role("button", name="Undo").click()
        expect(unused).to_have_count(count)
    assert [shape.name for shape in unused_shapes(saved(page))] == ["bar", "lid"]


ONLY_SHAPES = (
    '<puzzle version="2"><gridType type="0"/><colors/><shapes>'
    '<voxel x="1" y="1" z="1" name="dot" type="0">#</voxel>'
    '<voxel x="4" y="1" z="1" name="row" type="0">####</voxel>'
    '<voxel x="3" y="1" z="1" name="bar" type="0">###</voxel></shapes><problems/></puzzle>'
)


def test_a_file_without_a_problem_is_opened_and_gets_one(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "shapes.xmpuzzle"
    path.write_text(ONLY_SHAPES, encoding="utf-8")
    ready(page)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#message")).to_have_text(
        "Opened shapes.xmpuzzle: it has shapes, and no problem yet."
    )
    expect(page.locator("#no-problem")).to_contain_text("There is no problem yet, only shapes.")
    expect(page.locator("#table tr.unused")).to_have_count(3)
    page.get_by_role("button", name="Make a problem").click()
    expect(page.locator("#no-problem")).to_be_hidden()
    expect(page.locator("#grid .on")).to_have_count(4)
    expect_names(page, "dot", "bar")
    (problem,) = saved_problems(saved(page))
    assert [piece.name for piece in problem.puzzle.pieces] == ["dot", "bar"]
    assert len(problem.puzzle.board.cells) == 4 and problem.result == 1
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#table tr.unused")).to_have_count(3)
    page.get_by_role("button", name="Take row as the result").click()
    page.get_by_role("button", name="Add bar to the problem").click()
    expect(page.locator("#table tr.unused")).to_have_count(2)  # the result is not its only use


def test_pieces_are_moved_and_renamed_in_all_problems(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="Fill the grid").click()
    add_shape(page, (0, 0, 0))
    add_shape(page, (0, 0, 0), (1, 0, 0))
    page.get_by_role("button", name="Add a problem").click()
    page.get_by_role("button", name="Move B up").click()
    expect_names(page, "B", "A")
    expect(page.get_by_role("button", name="Move B down")).to_be_focused()  # it can go no further up
    page.keyboard.press("Enter")
    expect_names(page, "A", "B")
    page.get_by_role("button", name="Undo").click()
    page.get_by_label("Greatest number of B").fill("3")
    page.get_by_label("Greatest number of B").press("Tab")
    page.locator("#shapes").get_by_role("tab").nth(1).click()
    page.get_by_label("Name", exact=True).fill("bar")
    page.get_by_label("Name", exact=True).press("Tab")
    page.get_by_label("Weight of bar").fill("7")
    page.get_by_label("Weight of bar").press("Tab")
    expect(page.get_by_label("Weight of bar")).to_have_value("7")
    first, second = saved_problems(saved(page))
    assert [(one.name, one.max_copies, one.weight) for one in first.puzzle.pieces] == [
        ("A", 1, 0),
        ("bar", 1, 7),
    ]
    assert [(one.name, one.max_copies) for one in second.puzzle.pieces] == [("bar", 3), ("A", 1)]
    assert first.shapes == second.shapes[::-1]


def test_ranges_groups_and_weights_are_kept(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="Fill the grid").click()
    add_shape(page, (0, 0, 0))
    fields = {"Greatest number": "5", "Least number": "2", "Groups": "3, 1", "Weight": "-4"}
    for name, value in fields.items():
        field = f"{name} of A"
        page.get_by_label(field).fill(value)
        page.get_by_label(field).press("Tab")
    page.get_by_label("Groups of A").fill("x")
    page.get_by_label("Groups of A").press("Tab")
    expect(page.locator("#message")).to_contain_text("x is no list of groups")
    (piece,) = saved_problems(saved(page))[0].puzzle.pieces
    assert (piece.min_copies, piece.max_copies, piece.weight) == (2, 5, -4)
    assert sorted(piece.groups) == [1, 3]


def test_each_tab_keeps_a_design_of_its_own(page: Page) -> None:
    ready(page)
    add_shape(page, (0, 0, 0))
    other = page.context.new_page()
    ready(other)
    expect(other.locator("#table tbody tr")).to_have_count(
        1
    )  # it begins with the design that was changed last
    other.get_by_role("button", name="Delete", exact=True).click()
    other.locator("#title").fill("Another")
    other.locator("#title").press("Tab")
    page.reload()
    expect(page.locator("#table tbody tr")).to_have_count(1)
    other.reload()
    expect(other.locator("#title")).to_have_value("Another")
    other.close()


def test_a_server_that_is_away_loses_nothing(page: Page, user: PageUser) -> None:
    ready(page)
    page.get_by_role("button", name="Fill the grid").click()
    add_shape(page, (0, 0, 0), (1, 0, 0))
    expect(page.locator("#volume")).to_contain_text("too few")
    user.disconnect()
    page.get_by_role("button", name="Turn about z").click()
    expect(page.locator("#message")).to_contain_text("cannot be reached")
    draw(page, (2, 0, 0))
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#findings")).to_contain_text("cannot be reached")
    user.reconnect()
    (problem,) = saved_problems(saved(page))
    assert [piece.size for piece in problem.puzzle.pieces] == [3, 3]


def test_a_file_is_saved_as_it_was_when_the_button_was_pressed(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="Fill the grid").click()
    add_shape(page, (0, 0, 0))
    drafts = HeldRequests(page, "**/api/draft")
    files = SavedFiles(page)
    page.get_by_role("button", name="Save", exact=True).click()
    drafts.wait_for(1)
    draw(page, (1, 0, 0))
    drafts.release()
    (problem,) = saved_problems(files.wait_for(1)[0].path.read_text(encoding="utf-8"))
    assert problem.puzzle.pieces[0].size == 1


def open_text(page: Page, tmp_path: Path, data: bytes) -> None:
    """Open a file with these bytes, and wait for what the page says of it."""
    path = tmp_path / "file.xmpuzzle"
    path.write_bytes(data)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#message")).to_contain_text("file.xmpuzzle")


def test_an_old_file_keeps_its_letters(page: Page, tmp_path: Path) -> None:
    text = '<?xml version="1.0"?>' + CHEST.replace("</puzzle>", "<comment>Markus Götz</comment></puzzle>")
    ready(page)
    open_text(page, tmp_path, text.encode("iso-8859-1"))
    expect(page.get_by_label("Title")).to_have_value("Markus Götz")
    open_text(page, tmp_path, text.encode())
    expect(page.get_by_label("Title")).to_have_value("Markus Götz")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("<result id='0'/>", "", "the problem has no result"),
        ("x='1' y='1' z='1' type='0'>#", "x='1' y='1' z='1' type='0'>_", "the shape 2 has no cell"),
        ("<shape id='1' count='1'/>", "<shape id='1' count='1' group='x'/>", "'group' is 'x'"),
        ("<shape id='1' count='1'/>", "<shape id='9' count='1'/>", "the shape 9 is named"),
        ("gridType type='0'", "gridType type='8'", "the grid type is '8'"),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(
    user: PageUser, tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    user.expected_statuses.add(422)
    text = CHEST.replace('"', "'")
    assert old in text
    ready(user.page)
    open_text(user.page, tmp_path, text.replace(old, new, 1).encode())
    expect(user.page.locator("#message")).to_contain_text(sentence)


def test_what_is_typed_in_the_table_stays_when_an_answer_comes(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="Fill the grid").click()
    status = HeldRequests(page, "**/api/design/status")
    add_shape(page, (0, 0, 0))
    status.wait_for(1)
    most = page.get_by_label("Greatest number of A")
    most.press("Control+a")
    page.keyboard.type("12")
    status.release()
    expect(page.locator("#volume")).to_contain_text("too few")
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    expect(most).to_have_value("123")
    expect(page.get_by_label("Weight of A")).to_be_visible()


@pytest.mark.parametrize("device", ["mouse", "keyboard"])
def test_a_button_of_the_table_that_is_pressed_while_an_answer_comes_counts(page: Page, device: str) -> None:
    ready(page)
    page.get_by_role("button", name="Fill the grid").click()
    add_shape(page, (0, 0, 0))
    add_shape(page, (0, 0, 0))
    volume = page.locator("#volume")
    expect(volume).to_contain_text("62 too few")
    status = HeldRequests(page, "**/api/design/status")
    draw(page, (1, 0, 0))
    status.wait_for(1)
    button = page.get_by_role("button", name="Move B up")
    button.hover()
    button.focus()
    if device == "mouse":
        page.mouse.down()
    else:
        page.keyboard.down(" ")
    status.release()
    expect(volume).to_contain_text("62 too few")  # the answer waits, as it could move the button
    if device == "mouse":
        page.mouse.up()
    else:
        page.keyboard.up(" ")
    expect_names(page, "B", "A")
    expect(volume).to_contain_text("61 too few")


def test_a_button_of_the_table_keeps_the_focus_when_an_answer_comes(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "chest.xmpuzzle"
    path.write_text(WITH_UNUSED, encoding="utf-8")
    ready(page)
    page.locator("#file").set_input_files(path)
    unused = page.locator("#table tr.unused")
    expect(unused).to_have_count(2)
    status = HeldRequests(page, "**/api/design/status")
    page.get_by_label("Title").fill("Chest")
    page.get_by_label("Title").press("Tab")
    status.wait_for(1)
    button = page.get_by_role("button", name="Add bar to the problem")
    places = page.locator("#table tbody tr").first.locator(".number").last
    button.focus()
    expect(places).to_be_empty()
    status.release()
    expect(places).not_to_be_empty()
    expect(button).to_be_focused()
