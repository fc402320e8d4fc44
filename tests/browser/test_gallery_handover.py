"""The gallery hands each puzzle to the page that can do most with it, and files keep their names."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

BOARD = "####\n####\n\n##\n\n##\n\n##\n\n##\n"
GRID = "0011\n2210\n2102\n"


def open_file(page: Page, path: Path, text: str) -> None:
    path.write_text(text)
    page.goto("/")
    page.get_by_role("button", name="Open a puzzle").click()
    page.get_by_label("Puzzle file").set_input_files(path)


def test_file_without_a_title_has_that_of_its_name(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "four dominoes.txt", BOARD)
    expect(page).to_have_url(re.compile(r"/play\?own="))
    expect(page.locator("h1")).to_have_text("four dominoes")
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator("h1")).to_have_text("four dominoes")
    page.get_by_role("button", name="Solve", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("uzzle"), exact=False).last.click()
    assert download.value.suggested_filename == "four-dominoes.toml"
    page.goto("/")
    expect(page.locator("article.own .name")).to_have_text("four dominoes")


def test_assembly_goes_to_assemblies(page: Page) -> None:
    page.goto("/?words=level-5")
    page.get_by_role("link", name=re.compile("^Take it apart: ")).first.click()
    expect(page).to_have_url(re.compile(r"/assembly\?puzzle="))


def test_dominosa_goes_to_dominosa(page: Page, tmp_path: Path) -> None:
    page.goto("/?words=dominosa-finals")
    page.get_by_role("link", name=re.compile("^Play dominosa: ")).first.click()
    expect(page).to_have_url(re.compile(r"/dominosa#g=54365346/"))
    expect(page.locator("h1")).to_be_visible()
    open_file(page, tmp_path / "grid.txt", GRID)
    expect(page).to_have_url(re.compile(r"/dominosa#g=0011/2210/2102"))
