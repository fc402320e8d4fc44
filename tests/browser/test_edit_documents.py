"""The editor keeps what it does not show: a title is changed, and the saved file is equal in all else."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.burrtools_cases import SOMA
from support.saved_files import saved_by
from support.shared_files import FOLDER
from tilewright import catalogue
from tilewright.formats import load, toml
from tilewright.formats.burrtools_reader import WholeFile, saved_problems
from tilewright.formats.files import read_text
from tilewright.model.puzzle import Placement, PlacementCost, Puzzle

TITLE = "Another title"
CATALOGUE = (
    "pentominoes-6x10",
    "gold-5x5",
    "priced-pentominoes-5x6",
    "soma-cube",
    "dominoes-8x8",
    "double-tetrahedra-cube",
    "some-pentominoes-3x5",
    "tetrominoes-torus",
    "calendar-month-day",
)
COLLECTED = (
    "burrtools/key-trap.xmpuzzle",
    "burrtools/Bermuda.xmpuzzle",
    "burrtools/BallRoom.xmpuzzle",
    "tiling/checkerboard",
    "tiling/IQ_creator",
)


def retitle(page: Page) -> None:
    """Another title in the editor, which shows a puzzle."""
    expect(page.locator("#grid .on")).not_to_have_count(0)
    page.get_by_label("Title").fill(TITLE)
    page.get_by_label("Title").press("Tab")


def save(page: Page) -> str:
    """The text of the file that is saved."""
    return saved_by(page.get_by_role("button", name="Save")).path.read_text(encoding="utf-8")


def open_file(page: Page, path: Path) -> None:
    page.goto("/edit")
    expect(page.locator("#grid svg")).to_be_visible()
    page.get_by_label("Open a file").set_input_files(path)
    expect(page.get_by_text(f"Opened {path.name}.", exact=True)).to_be_visible()


@pytest.mark.parametrize("name", CATALOGUE)
def test_catalogue(page: Page, name: str) -> None:
    page.goto(f"/edit?puzzle={name}")
    retitle(page)
    assert toml.loads(save(page)) == replace(catalogue.load(name), title=TITLE)
    expect(page.locator("#message")).to_be_hidden()


@pytest.mark.parametrize("name", COLLECTED)
def test_collected_files(page: Page, name: str) -> None:
    path = FOLDER / name
    if not path.is_file():
        pytest.skip("the collected puzzle files are not here")
    open_file(page, path)
    retitle(page)
    if path.suffix == ".xmpuzzle":
        expect(page.locator("#findings li").first).to_be_visible()
        expect(page.locator("#findings .wrong")).to_have_count(0)
        before, after = WholeFile.read(read_text(path)), WholeFile.read(save(page))
        assert after.problems[0].puzzle.title == TITLE
        assert after.voxels == before.voxels
        for one, other in zip(after.problems, before.problems, strict=True):
            assert replace(one.puzzle, title="") == replace(other.puzzle, title="")
            assert one.assemblies == other.assemblies
    else:
        page.get_by_label("Format").select_option("toml")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            puzzle = load(path)
        assert toml.loads(save(page)) == replace(puzzle, title=TITLE)


def test_problems_of_a_file_are_edited_in_turn(page: Page, tmp_path: Path) -> None:
    shapes = '<shapes><shape id="1" count="9"/></shapes><result id="0"/>'
    second = f'<problem name="second" state="0">{shapes}</problem>'
    path = tmp_path / "soma.xmpuzzle"
    path.write_text(SOMA.replace("</problems>", f"{second}</problems>"))
    open_file(page, path)
    choice = page.get_by_label("Problem of the file")
    expect(choice.locator("option")).to_have_text(["1: one of seven", "2: second"])
    page.get_by_role("tab", name="Piece L", exact=True).click()
    page.locator("#piece-name").fill("ell")
    page.locator("#piece-name").press("Tab")
    choice.select_option("2: second")
    expect(page.locator("#shapes svg")).to_have_count(1)
    page.get_by_role("tab", name="Piece S2").click()
    page.get_by_label("Minimum number of copies").fill("5")
    page.get_by_label("Minimum number of copies").press("Tab")
    page.reload()  # the browser has stored both
    expect(choice).to_have_value("1")
    first, other = saved_problems(save(page))
    before = saved_problems(path.read_text())
    assert [piece.name for piece in first.puzzle.pieces][1] == "ell"
    assert len(first.assemblies) == 1
    assert first.puzzle.expect == before[0].puzzle.expect
    assert (other.puzzle.pieces[0].min_copies, other.puzzle.pieces[0].max_copies) == (5, 9)
    page.get_by_label("Format").select_option("toml")
    assert toml.loads(save(page)).title == "Soma cube"
    expect(page.locator("#message")).to_contain_text("1 other puzzle of the file left out")


def test_what_the_change_makes_invalid_is_said(page: Page) -> None:
    page.goto("/edit?puzzle=gold-5x5")
    retitle(page)
    page.locator('#grid [data-cell="0,0"]').click()
    expect(page.locator("#findings")).to_contain_text("left out, as it is another puzzle now")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#findings")).not_to_contain_text("left out")


def test_placements_follow_a_piece_that_is_renamed(page: Page, tmp_path: Path) -> None:
    """They go with a piece that is deleted."""
    path = tmp_path / "forced.toml"
    path.write_text(
        """\
[board]
drawing = "######"
[[pieces]]
name = "I2"
drawing = "##"
copies = 2
[[pieces]]
name = "I1"
drawing = "#"
copies = 2
[[forced]]
piece = "I2"
cells = [[0, 0], [1, 0]]
[[forced]]
piece = "I1"
cells = [[5, 0]]
[[costs]]
cost = 4
piece = "I2"
cells = [[2, 0], [3, 0]]
"""
    )
    open_file(page, path)
    page.get_by_role("tab", name="Piece I1").click()
    page.get_by_role("button", name="Delete piece").click()
    page.get_by_role("tab", name="Piece I2").click()
    page.locator("#piece-name").fill("I1")
    page.locator("#piece-name").press("Tab")
    puzzle = toml.loads(save(page))
    assert isinstance(puzzle, Puzzle)
    assert [piece.name for piece in puzzle.pieces] == ["I1"]
    assert puzzle.board.forced == (Placement("I1", ((0, 0), (1, 0))),)
    assert puzzle.costs == (PlacementCost(Placement("I1", ((2, 0), (3, 0))), 4),)
