"""A file is opened in one format and saved in another."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from support.burrtools_cases import SOMA
from support.page_user import PageUser
from support.saved_files import saved_by
from tilewright import loads

BOARD = "####\n####\n\n##\n\n##\n\n##\n\n##\n"


def open_file(page: Page, path: Path, text: str) -> None:
    path.write_text(text)
    page.goto("/convert")
    expect(page.locator("#main:not([inert])")).to_be_visible()
    page.get_by_label("Open a file").set_input_files(path)


def test_a_drawing_becomes_another_file(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "four dominoes.txt", BOARD)
    expect(page.locator("#opened")).to_have_text(re.compile("^four dominoes.txt: four dominoes"))
    page.get_by_label("Format").select_option("toml")
    saved = saved_by(page.get_by_role("button", name="Save in this format"))
    assert saved.name == "four-dominoes.toml"
    puzzle = loads(saved.path.read_text())
    assert sum(piece.max_copies for piece in puzzle.pieces) == 4


def test_what_is_no_puzzle_is_refused_and_the_file_before_stays(user: PageUser, tmp_path: Path) -> None:
    page, user.expected_statuses = user.page, {422}
    open_file(page, tmp_path / "board.txt", BOARD)
    expect(page.locator("#opened")).to_have_text(re.compile("^board.txt"))
    page.get_by_label("Open a file").set_input_files(
        {"name": "letter.txt", "mimeType": "text/plain", "buffer": b"Dear all,\nthis is a letter.\n"}
    )
    expect(page.locator("#message")).to_have_text(re.compile("^letter.txt"))
    expect(page.locator("#opened")).to_have_text(re.compile("^board.txt"))
    expect(page.get_by_role("button", name="Save in this format")).to_be_enabled()


def test_of_several_puzzles_one_is_chosen_and_the_others_are_named(page: Page, tmp_path: Path) -> None:
    shapes = "<shapes><shape id='1' min='1' max='1'/></shapes><result id='1'/>"
    second = f'<problem name="one piece" state="0">{shapes}</problem>'
    open_file(page, tmp_path / "two.xmpuzzle", SOMA.replace("</problems>", f"{second}</problems>"))
    expect(page.locator("#opened")).to_have_text("two.xmpuzzle: 2 puzzles")
    page.get_by_label("Puzzle of the file").select_option("2: one piece")
    page.get_by_label("Format").select_option("toml")
    saved = saved_by(page.get_by_role("button", name="Save in this format"))
    assert sum(piece.max_copies for piece in loads(saved.path.read_text()).pieces) == 1
    expect(page.locator("#message")).to_contain_text(
        "The format toml holds one puzzle: 1 other puzzle of the file left out."
    )
