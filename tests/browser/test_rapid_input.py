"""Rapid input on every page: double clicks, and responses that arrive too late."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from support.page_user import HeldRequests, middle, press, show_frames
from support.runs_page import delete
from support.saved_files import SavedFiles

NOTE_POSTS = """window.posts = [];
const send = window.fetch;
window.fetch = (url, options) => {
  if (options?.method === "POST") window.posts.push([String(url), options.body]);
  return send(url, options);
};"""


def vanishing(page: Page) -> int:
    """The first easy board of vanishing dominoes; its number of pieces."""
    page.goto("/vanishing")
    expect(page.locator("#best")).to_have_text("From here: all pieces can still be removed.")
    return page.locator("#board .domino").count()


def test_double_click_removes_one_domino(page: Page) -> None:
    count = vanishing(page)
    page.mouse.dblclick(*middle(page.locator("#board .domino.removable").first))
    expect(page.locator("#remaining")).to_have_text(f"{count - 1} dominoes left")
    expect(page.locator("#message")).to_be_hidden()
    press(page, "u")
    expect(page.locator("#remaining")).to_have_text(f"{count} dominoes left")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_restart_can_be_redone(page: Page) -> None:
    count = vanishing(page)
    for number in (1, 2):
        page.locator("#board .domino.removable").first.click()
        expect(page.locator("#remaining")).to_have_text(f"{count - number} dominoes left")
    page.get_by_role("button", name="Restart").click()
    expect(page.locator("#remaining")).to_have_text(f"{count} dominoes left")
    press(page, "U", "U")
    expect(page.locator("#remaining")).to_have_text(f"{count - 2} dominoes left")


def test_latest_new_board_wins(page: Page) -> None:
    vanishing(page)
    page.get_by_text("New puzzle", exact=True).click()
    requests = HeldRequests(page, "**/api/vanishing/new")
    for difficulty in ("medium", "easy"):
        page.get_by_label("Difficulty").select_option(difficulty)
        page.get_by_role("button", name="New game").click()
    requests.wait_for(2)
    requests.release()
    expect(page.locator("#board svg")).to_have_attribute("aria-label", re.compile("5 by 4"))
    expect(page.locator("#new-game [name=seed]")).to_have_value("3")  # one board further


def test_outdated_gunport_hint_is_not_shown(page: Page) -> None:
    page.goto("/gunport")
    expect(page.locator("#known")).to_have_text("The minimum is 7 dominoes, with 6 ports.")
    requests = HeldRequests(page, "**/api/gunport/hint")
    page.get_by_role("button", name="Hint").click()
    requests.wait_for(1)
    page.locator('#board [data-cell="0,0"]').click()
    page.locator('#board [data-cell="1,0"]').click()
    expect(page.locator("#dominoes")).to_have_text("1 domino")
    requests.release()
    expect(page.locator("#message")).to_be_hidden()
    expect(page.locator("#board .focus")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()  # now one for this position
    expect(page.locator("#board .focus").first).to_be_attached()


def test_new_board_clears_the_message(page: Page) -> None:
    page.goto("/gunport")
    page.get_by_role("button", name="3 × 3", exact=True).click()
    page.get_by_role("button", name="Show the best").click()
    expect(page.locator("#message")).to_have_class(re.compile("good"))
    page.get_by_role("button", name="4 × 5", exact=True).click()
    expect(page.locator("#message")).to_be_hidden()
    page.get_by_role("button", name="3 × 3", exact=True).click()  # finished, and told so again
    expect(page.locator("#message")).to_have_class(re.compile("good"))
    # At once the best of another board, while that is still being asked about.
    page.get_by_role("button", name="5 × 6", exact=True).click()
    page.get_by_role("button", name="Show the best").click()
    expect(page.locator("#known")).to_have_text("The minimum is 10 dominoes, with 10 ports.")
    expect(page.locator("#dominoes")).to_have_text("10 dominoes")


def test_one_press_more_begins_no_second_solve(page: Page) -> None:
    page.goto("/solve?puzzle=some-pentominoes-3x5")
    begun: list[str] = []
    page.on("request", lambda request: begun.append(request.method) if "/solves" in request.url else None)
    requests = HeldRequests(page, "**/api/solves")
    page.get_by_label("Question").select_option("Find all solutions")
    page.locator("#question-form").evaluate("form => { form.requestSubmit(); form.requestSubmit(); }")
    requests.wait_for(1)
    requests.release()
    expect(page.locator("#figures figure")).to_have_count(28)
    assert begun.count("POST") == 1


def test_pictures_of_the_question_before_stay_away(page: Page) -> None:
    page.goto("/solve?puzzle=some-pentominoes-3x5")
    page.get_by_label("Question").select_option("Find all solutions")
    requests = HeldRequests(page, "**/api/solves/*/solutions?*")
    page.get_by_role("button", name="Solve", exact=True).click()
    requests.wait_for(1)
    expect(page.locator("#answer .big")).to_have_text("28 solutions")
    page.get_by_label("Question").select_option("Find all, up to symmetry")
    page.get_by_role("button", name="Solve", exact=True).click()
    requests.wait_for(2)
    requests.routes.pop(1).continue_()
    expect(page.locator("#answer .big")).to_have_text(re.compile("^7 up to symmetry"))
    expect(page.locator("#figures figure")).to_have_count(7)
    one = {"piece": "I", "cells": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]}
    with page.expect_event("requestfinished", lambda request: request is requests.routes[0].request):
        requests.routes[0].fulfill(json={"start": 0, "total": 1, "solutions": [[one]]})  # its solve is gone
    show_frames(page)
    expect(page.locator("#figures figure")).to_have_count(7)


def test_the_answer_is_worded_for_the_question_that_was_put(page: Page) -> None:
    page.goto("/solve?puzzle=some-pentominoes-3x5")
    requests = HeldRequests(page, "**/api/solves")
    page.get_by_label("Question").select_option("Find all solutions")
    page.get_by_role("button", name="Solve", exact=True).click()
    requests.wait_for(1)
    page.get_by_label("Question").select_option("Find a solution")
    requests.release()
    expect(page.locator("#answer .big")).to_have_text("28 solutions")


def test_a_number_out_of_sight_holds_nothing_up(page: Page) -> None:
    page.goto("/solve?puzzle=some-pentominoes-3x5")
    page.get_by_label("Question").select_option("Find all solutions")
    page.get_by_label("Maximum number").fill("0")
    page.get_by_label("Question").select_option("Count the solutions")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#answer .big")).to_have_text("28 solutions")


def test_the_search_is_watched_once_however_often_one_presses(page: Page) -> None:
    page.add_init_script(NOTE_POSTS)
    page.goto("/watch?puzzle=l-trominoes-5x6")
    page.get_by_label("Speed").fill("60")
    run = page.locator("#run")
    for words in ("Pause", "Run", "Pause", "Run"):
        run.click()
        expect(run).to_have_text(words)
    number = page.locator("#number")
    stopped = number.inner_text()
    show_frames(page)
    expect(number).to_have_text(stopped)
    page.locator("#next").evaluate("button => { button.click(); button.click(); }")
    expect(page.locator("#solutions")).to_have_text(re.compile(r"^[1-9]"))
    expect(run).to_have_text("Run")
    # To the end, and back, and to the end: nothing is asked for twice.
    page.get_by_label("Speed").fill("100")
    run.click()
    expect(page.locator("#step")).to_be_disabled()
    page.get_by_role("button", name="Back to the start").click()
    expect(number).to_have_text("0")
    run.click()
    expect(page.locator("#step")).to_be_disabled()
    asked = page.evaluate("window.posts.filter(([url]) => url.endsWith('/api/trace'))")
    assert [json.loads(body)["start"] for _, body in asked] == [0, 500, 1000]


def test_a_long_way_to_a_solution_can_be_stopped(page: Page) -> None:
    page.goto("/watch?puzzle=mutilated-chessboard")
    page.get_by_role("button", name="Next solution").click()
    expect(page.locator("#number")).to_have_text(re.compile(r"^\d,[05]00$|^\d\d,"))
    page.get_by_role("button", name="Pause").click()
    number = page.locator("#number").inner_text()
    show_frames(page)
    expect(page.locator("#number")).to_have_text(number)
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()


def test_a_run_is_started_once(page: Page) -> None:
    page.goto("/runs")
    page.locator("#new-run [name=puzzle]").select_option("The twelve pentominoes in a 3 by 20 rectangle")
    page.get_by_label("Question").select_option("find a solution")
    page.locator("#new-run").evaluate("form => { form.requestSubmit(); form.requestSubmit(); }")
    card = page.locator("article.run").filter(has_text="3 by 20").filter(has_text="find a solution")
    expect(card.locator(".state")).to_have_text("complete")
    expect(card).to_have_count(1)
    card.get_by_role("button", name=re.compile("^Solutions")).click()
    expect(page.locator("#figures figure").first).to_be_visible()
    expect(page.locator("#figures-title")).to_have_text(re.compile("^Solutions: The twelve"))
    delete(page, card)


def test_a_file_can_be_mended_and_taken_again(page: Page, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.txt"
    page.goto("/edit")
    expect(page.locator("#grid .grid-cell")).to_have_count(60)
    for cells in (4, 6):
        drawn.write_text("#" * cells + "\n\n##\n")
        page.get_by_label("Open a file").set_input_files(drawn)
        expect(page.locator("#grid .on")).to_have_count(cells)


def test_the_puzzle_wished_for_last_is_made(page: Page) -> None:
    page.goto("/edit")
    form, requests = page.locator("#generate"), HeldRequests(page, "**/api/generate")
    form.locator("[name=pieces]").fill("5")
    for width in ("6", "4"):
        form.locator("[name=width]").fill(width)
        form.get_by_role("button", name="Generate", exact=True).click()
    requests.wait_for(2)
    requests.release()
    expect(page.locator("#grid .on")).to_have_count(24)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#grid .on")).to_have_count(0)  # one puzzle was made, not two


def test_puzzle_is_checked_once_for_two_clicks(page: Page) -> None:
    """A second click, and the check that the page makes by itself, wait for the check that is under way."""
    page.clock.install()
    page.goto("/edit?puzzle=some-pentominoes-3x5")
    expect(page.locator("#findings .fine").first).to_be_visible()
    page.get_by_label("Title").fill("twice")
    requests = HeldRequests(page, "**/api/draft")
    downloads = SavedFiles(page)
    save = page.get_by_role("button", name="Save")
    save.click()
    requests.wait_for(1)
    save.click()
    page.clock.run_for(60_000)  # longer than the page waits before it checks a drawing
    show_frames(page)
    assert len(requests.routes) == 1
    requests.release()
    assert [file.name for file in downloads.wait_for(2)] == ["twice.toml"] * 2
