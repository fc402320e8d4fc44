"""Watching the search: steps in both directions, running, solutions."""

import re

from playwright.sync_api import Page, expect

from support.page_user import press


def test_steps_go_forwards_and_back(page: Page) -> None:
    page.goto("/watch?puzzle=some-pentominoes-3x5")
    number, sentence = page.locator("#number"), page.locator("#sentence")
    expect(sentence).to_have_text("Ready. Press Run, or step forward.")
    step = page.get_by_role("button", name="One step forward")
    said = []
    for _ in range(6):
        step.click()
        said.append(sentence.inner_text())
    expect(number).to_have_text("6")
    pieces = page.locator("#board g.piece").count()
    assert pieces >= 1
    press(page, "Home")
    expect(number).to_have_text("0")
    expect(page.locator("#board g.piece")).to_have_count(0)
    page.locator("h1").click()
    for words in said:
        press(page, "ArrowRight")
        expect(sentence).to_have_text(words)
    expect(page.locator("#board g.piece")).to_have_count(pieces)
    page.get_by_role("button", name="One step back").click()
    expect(sentence).to_have_text(said[-2])


def test_a_step_marks_the_board_and_shows_its_piece(page: Page) -> None:
    page.goto("/watch?puzzle=some-pentominoes-3x5")
    expect(page.locator("#steps-card")).to_be_hidden()
    expect(page.locator("#state")).to_be_hidden()
    step, marks = page.get_by_role("button", name="One step forward"), page.locator("#board .shown")
    step.click()
    expect(page.locator("#sentence")).to_have_text(re.compile(r"^Choose the marked cell"))
    expect(page.locator("#board .chosen")).to_have_count(1)
    step.click()
    expect(page.locator("#sentence")).to_have_text(re.compile(r"^Place [A-Z]$"))
    expect(page.locator("#sentence .swatch")).to_be_visible()
    expect(marks).to_have_count(0)
    last = page.locator("#steps button", has_text="Place").last
    last.hover()
    expect(marks).to_have_count(1)
    page.locator("h1").hover()
    expect(marks).to_have_count(0)
    last.focus()
    expect(marks).to_have_count(1)
    press(page, "Shift+Tab")
    last.click()
    expect(marks).to_have_count(1)
    page.get_by_role("button", name="Next solution").click()
    expect(page.locator("#solutions")).to_have_text("1")
    for words in page.locator("#steps button").all_inner_texts():
        assert not re.search(r"\d,\d", words)


def test_it_runs_at_any_speed_to_the_end(page: Page) -> None:
    page.goto("/watch?puzzle=l-trominoes-2x3")
    page.get_by_label("Speed").fill("100")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    expect(page.locator("#solutions")).to_have_text("2")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()


def test_the_next_solution_is_found(page: Page) -> None:
    page.goto("/watch?puzzle=some-pentominoes-3x5")
    page.get_by_role("button", name="Next solution").click()
    expect(page.locator("#solutions")).to_have_text("1")
    expect(page.locator("#board g.piece")).to_have_count(3)
    expect(page.locator("#steps li[aria-current]")).to_have_class(re.compile("solution"))
    page.get_by_role("button", name="Back to the start").click()
    expect(page.locator("#number")).to_have_text("0")


def test_another_puzzle_is_chosen_by_name(page: Page) -> None:
    page.goto("/watch")
    page.get_by_label("Puzzle", exact=True).select_option("L-trominoes in 2 by 3")
    expect(page).to_have_url(re.compile(r"\?puzzle=l-trominoes-2x3"))
    expect(page.locator("#board [data-cell]")).to_have_count(6)
