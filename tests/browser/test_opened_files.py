"""Each opened puzzle goes to the page that can do most with it, and files keep their names."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from support.page_user import PageUser
from support.pips_cases import ONE_WAY
from support.saved_files import saved_by

BOARD = "####\n####\n\n##\n\n##\n\n##\n\n##\n"
GRID = "0011\n2210\n2102\n"
VANISHING = "4;2\nh;0;1;0;0\nh;1;1;2;0\nh;0;0;0;1\nh;1;0;2;1\n"


def open_file(page: Page, path: Path, text: str) -> None:
    path.write_text(text)
    page.goto("/puzzles")
    page.get_by_role("button", name="Open a puzzle").click()
    page.get_by_label("Open a file").set_input_files(path)


def test_file_without_a_title_has_that_of_its_name(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "four dominoes.txt", BOARD)
    expect(page).to_have_url(re.compile(r"/play\?own="))
    expect(page.locator("h1")).to_have_text("four dominoes")
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator("h1")).to_have_text("four dominoes")
    page.get_by_role("button", name="Solve", exact=True).click()
    saved = saved_by(page.get_by_role("button", name=re.compile("uzzle"), exact=False).last)
    assert saved.name == "four-dominoes.toml"
    page.goto("/puzzles")
    expect(page.locator("article.own .name")).to_have_text("four dominoes")


def test_assembly_goes_to_assemblies(page: Page) -> None:
    page.goto("/puzzles?words=level-5")
    page.get_by_role("link", name=re.compile("^Take it apart: ")).first.click()
    expect(page).to_have_url(re.compile(r"/assembly\?puzzle="))


def test_dominosa_goes_to_dominosa(page: Page, tmp_path: Path) -> None:
    page.goto("/puzzles?words=dominosa-finals")
    page.get_by_role("link", name=re.compile("^Play dominosa: ")).first.click()
    expect(page).to_have_url(re.compile(r"/dominosa#n=56&g=54365346/"))
    expect(page.locator("h1")).to_be_visible()
    open_file(page, tmp_path / "grid.txt", GRID)
    expect(page).to_have_url(re.compile(r"/dominosa#n=12&g=0011/2210/2102"))


def test_gunport_drawing_goes_to_gunport_with_its_dominoes(page: Page, tmp_path: Path) -> None:
    page.goto("/gunport")
    page.get_by_role("button", name="3 × 3", exact=True).click()
    for place in ("0,0", "0,1"):  # a domino laid before comes back by Undo
        page.locator(f'#board [data-cell="{place}"]').click()
    expect(page.locator("#dominoes")).to_have_text("1 domino")
    open_file(page, tmp_path / "three ports.gunport", "#<>\n^##\nv<>\n")
    expect(page).to_have_url(re.compile(r"/gunport#b=3x3&m=0,1-0,2_1,0-2,0_1,2-2,2&name=three%20ports"))
    expect(page.locator("h1")).to_have_text("three ports")
    expect(page.locator("#dominoes")).to_have_text("3 dominoes")
    expect(page.locator("#board .domino")).to_have_count(3)
    page.reload()
    expect(page.locator("#dominoes")).to_have_text("3 dominoes")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#dominoes")).to_have_text("1 domino")
    open_file(page, tmp_path / "three ports.gunport", "#<>\n^##\nv<>\n")  # again, as it is in the file
    expect(page.locator("#dominoes")).to_have_text("3 dominoes")
    page.get_by_role("button", name="4 × 5", exact=True).click()
    expect(page.locator("h1")).to_have_text("Gunport, 4 × 5")
    expect(page).to_have_url(re.compile("/gunport$"))


def test_boards_of_families_keep_the_names_of_their_files(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "small grid.txt", GRID)
    expect(page.locator("h1")).to_have_text("small grid")
    open_file(page, tmp_path / "four pieces.txt", VANISHING)
    expect(page).to_have_url(re.compile(r"/vanishing#b="))
    expect(page.locator("h1")).to_have_text("four pieces")


def test_what_the_page_of_gunport_cannot_show_is_refused_with_the_command(
    user: PageUser, tmp_path: Path
) -> None:
    page, user.expected_statuses = user.page, {422}
    open_file(page, tmp_path / "port.gunport", "#<>\n*##\n")
    expect(page.locator("#error")).to_contain_text("tilewright gunport FILE")


def test_dpf_file_is_solved(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "sticks.dpf", "5 3  2 1 3 2 0 2  3 1 4 2 0 3 2 1 2  3 2 0 4 2 1 3 3 0 1 2\n")
    expect(page).to_have_url(re.compile(r"/solve\?own="))
    page.get_by_label("Question").select_option("Find all solutions")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#answer .big")).to_have_text("3 solutions")
    expect(page.locator("#figures figure")).to_have_count(3)
    expect(page.locator("#figures figure").first).to_contain_text("p1:0,2")


def test_pips_goes_to_pips(page: Page, tmp_path: Path) -> None:
    page.goto("/puzzles")
    open_file(page, tmp_path / "day.txt", ONE_WAY)
    expect(page).to_have_url(re.compile(r"/pips#t=ABC"))
    expect(page.locator("#board .cell")).to_have_count(6)
