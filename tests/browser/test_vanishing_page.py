"""Vanishing dominoes: removing, arrows, hints to the end, boards from files."""

import gzip
import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from support.page_user import PageUser, press
from support.saved_files import saved_by
from support.waiting import HANGS_S
from tilewright.families.vanishing.files import board_address


def left(page: Page) -> Locator:
    """The line that says how many pieces are left."""
    return page.locator("#remaining")


def begin(page: Page) -> int:
    """The first easy board; its number of pieces."""
    page.goto("/vanishing")
    expect(page.locator("#board .domino").first).to_be_visible()
    expect(page.locator("#best")).to_have_text("From here: all pieces can still be removed.")
    count = page.locator("#board .domino").count()
    expect(left(page)).to_have_text(f"{count} dominoes left")
    return count


def test_pieces_are_removed_with_mouse_and_keys_and_come_back(page: Page) -> None:
    count = begin(page)
    page.locator("#board .domino.removable").first.click()
    expect(left(page)).to_have_text(f"{count - 1} dominoes left")
    page.locator("#board .domino.removable").first.focus()
    press(page, "Enter")
    expect(left(page)).to_have_text(f"{count - 2} dominoes left")
    press(page, "u")
    expect(left(page)).to_have_text(f"{count - 1} dominoes left")
    page.get_by_role("button", name="Redo").click()
    expect(left(page)).to_have_text(f"{count - 2} dominoes left")
    page.reload()
    expect(left(page)).to_have_text(f"{count - 2} dominoes left")
    page.get_by_role("button", name="Restart").click()
    expect(left(page)).to_have_text(f"{count} dominoes left")


def test_lists_of_dominoes_are_kept_while_playing(page: Page, tmp_path: Path) -> None:
    begin(page)
    board = tmp_path / "board.txt"
    # Domino 1 goes at any time; 2 only while 1 is there; 3 once 4 has gone; 5 never.
    board.write_text("6;3\nh;0;1;0;0\nh;1;0;3;0\nh;2;9;2;1\nh;0;1;0;1\nh;9;9;2;2\n")
    page.get_by_label("Open a file").set_input_files(board)

    def expect_lists(removed: str, now: str, later: str, never: str) -> None:
        for name, numbers in (("removed", removed), ("now", now), ("later", later), ("never", never)):
            expect(page.locator(f"#list-{name}")).to_have_text(numbers)

    expect_lists("none", "1, 2, 4", "3", "5")
    page.get_by_role("button", name="Domino 4:").click()
    expect_lists("4", "1, 2, 3", "none", "5")
    page.get_by_role("button", name="Domino 1:").click()
    expect_lists("4, 1", "3", "none", "2, 5")
    press(page, "u")
    expect_lists("4", "1, 2, 3", "none", "5")


def test_arrows_explain_removability(page: Page) -> None:
    begin(page)
    reason = page.locator("#reason")
    page.locator("#board .domino.removable").first.hover()
    expect(reason).to_have_text(re.compile("allows removal"))
    expect(page.locator("#board .fits").first).to_be_attached()
    locator = page.locator("#board .domino:not(.removable)").first
    locator.hover()
    expect(reason).not_to_have_text(re.compile("allows removal"))
    locator.click()
    expect(page.locator(".toast")).to_have_text("This domino cannot be removed now.")


def test_a_board_cleared_by_hints_is_not_celebrated(page: Page) -> None:
    count = begin(page)
    for number in range(count - 1, -1, -1):
        press(page, "h")  # where
        expect(page.locator("#board .perhaps").first).to_be_attached()
        expect(page.locator("#message")).to_have_text("One of the marked dominoes should go next.")
        press(page, "h")  # why
        expect(page.locator("#board .hinted")).to_have_count(1)
        expect(page.locator("#steps li").first).to_have_text(re.compile("allows removal"))
        if number == count - 1:  # later the focus or the pointer is on a domino, whose sides are told
            expect(page.locator("#reason")).not_to_have_text(re.compile("allows removal"))
        press(page, "h")  # what
        expect(page.locator("#message")).to_have_text("Remove the marked domino.")
        expect(page.locator("#hint")).to_have_text("Remove it")
        if number % 2:
            press(page, "h")
        else:
            page.locator("#board .hinted").click()
        expect(left(page)).to_have_text("1 domino left" if number == 1 else f"{number} dominoes left")
    expect(page.locator("#message")).to_have_text(
        f"The board is empty; {count} of the removals were shown to you."
    )
    expect(page.locator(".confetti")).to_have_count(0)


def test_boards_come_from_files_and_are_made_new(user: PageUser, tmp_path: Path) -> None:
    user.expected_statuses = {422}
    page = user.page
    count = begin(page)
    broken = tmp_path / "broken.txt"
    broken.write_text("this is no board\n")
    page.get_by_label("Open a file").set_input_files(broken)
    expect(page.locator("#message")).to_have_text(re.compile(r"^broken\.txt, line \d+: "))
    expect(left(page)).to_have_text(f"{count} dominoes left")
    page.get_by_text("New puzzle", exact=True).click()
    page.get_by_label("Difficulty").select_option("medium")
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#board svg")).to_have_attribute("aria-label", re.compile("6 by 6"))
    board = tmp_path / "board.txt.gz"
    board.write_bytes(
        gzip.compress(page.evaluate("JSON.parse(localStorage.getItem('vanishing')).board").encode())
    )
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#board svg")).to_have_attribute("aria-label", re.compile("5 by 4"))
    page.get_by_label("Open a file").set_input_files(board)
    expect(page.locator("#board svg")).to_have_attribute("aria-label", re.compile("6 by 6"))


def test_a_solution_is_played_and_interrupted(page: Page) -> None:
    count = begin(page)
    page.get_by_text("Solve from here").click()
    page.get_by_label("Method").select_option("exact")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solution")).to_have_text(
        "The method exact: every piece is removed, and no order is better."
    )
    expect(left(page)).to_have_text(f"{count - 2} dominoes left")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play")).to_be_enabled()
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#message")).to_have_text(re.compile("^The board is empty"))
    expect(page.locator(".confetti")).to_have_count(0)
    expect(page.get_by_role("button", name="Play")).to_be_disabled()


def test_boards_of_any_size_are_made_saved_and_shared(user: PageUser, browser: Browser) -> None:
    user.expected_statuses = {422}
    page = user.page
    begin(page)
    page.get_by_text("New puzzle", exact=True).click()
    page.get_by_label("Width").fill("7")
    page.get_by_label("Height").fill("4")
    page.get_by_role("button", name="New game").click()
    picture = page.locator("#board svg")
    expect(picture).to_have_attribute("aria-label", re.compile("7 by 4"))
    page.locator("#board .domino.removable").first.click()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    after = left(page).inner_text()
    assert saved_by(page.get_by_role("button", name="Save")).path.read_text().startswith("7;4\n")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Text to copy").input_value()
    page.get_by_role("button", name="Close").click()
    with browser.new_context() as context:
        context.set_default_timeout(1_000 * HANGS_S)
        other = context.new_page()
        other.goto(link)
        expect(other.locator("#board svg")).to_have_attribute("aria-label", re.compile("7 by 4"))
        expect(left(other)).to_have_text(after)
        other.locator("#board .domino.removable").first.click()
        expect(left(other)).not_to_have_text(after)
        further = left(other).inner_text()
        other.reload()
        expect(left(other)).to_have_text(further)
    page.get_by_label("Width").fill("12")
    page.get_by_label("Height").fill("12")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Begin the other one").click()
    expect(page.locator("#message")).to_have_text(re.compile("a game has at most 100 squares"))


def test_random_games_have_a_seed_and_a_number(page: Page) -> None:
    begin(page)
    page.get_by_text("Solve from here").click()
    method = page.get_by_label("Method")
    expect(page.get_by_label("Games")).to_be_hidden()
    method.select_option("neighbourhoods")
    expect(page.locator("#solve-form").get_by_label("Seed")).to_be_visible()
    expect(page.get_by_label("Games")).to_be_hidden()
    method.select_option("random")
    page.get_by_label("Games").fill("1000")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solution")).to_have_text(re.compile("^The method random: "))


def test_a_link_with_wrong_moves_opens_the_board_as_it_was(page: Page) -> None:
    address = board_address("6;1\nh;0;1;0;0\nh;1;0;3;0\n")
    page.goto(address)
    page.locator('#board [data-number="1"]').click()
    expect(left(page)).to_have_text("1 domino left")
    for moves in ("9,9", "0,0_3,0", "x"):
        page.goto("about:blank")
        page.goto(f"{address}&m={moves}")
        page.get_by_role("button", name="Begin the other one").click()
        expect(page.locator(".toast")).to_be_visible()
        expect(left(page)).to_have_text("1 domino left")
        page.reload()
        expect(left(page)).to_have_text("1 domino left")
