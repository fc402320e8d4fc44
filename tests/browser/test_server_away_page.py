"""A server that refuses, or is there no more: each page says so, keeps what it has, and goes on later."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from support.visitor import Visitor, press

pytestmark = pytest.mark.thorough

AWAY = re.compile("the server cannot be reached")
BUSY = {"message": "the server has all it can do just now; try again in a moment", "line": 0, "column": 0}


def come_back(page: Page) -> None:
    """The server can be reached again."""
    page.context.set_offline(False)


def test_a_drawing_outlasts_the_server(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/edit")
    expect(page.locator("#surface .spot")).to_have_count(60)
    visitor.lose_the_server()
    page.get_by_role("button", name="Fill the sheet").click()
    expect(page.locator("#findings .wrong")).to_have_text(AWAY)
    page.get_by_role("button", name="Make it").click()
    expect(page.locator("#word")).to_have_text(AWAY)
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".toast")).to_be_visible()
    page.get_by_label("Add a set of pieces").select_option("5")
    expect(page.locator("#word")).to_have_text(AWAY)
    expect(page.locator("#surface .on")).to_have_count(60)
    come_back(page)
    page.get_by_label("Add a set of pieces").select_option("5")
    expect(page.locator("#shapes svg")).to_have_count(12)
    expect(page.locator("#findings .fine").first).to_be_visible()


def test_vanishing_stays_where_it_was(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/vanishing")
    expect(page.locator("#reach")).to_have_text("From here: all can still go.")
    left = page.locator("#left").inner_text()
    visitor.lose_the_server()
    page.locator("#board .domino.may").first.click()
    expect(page.locator("#word")).to_have_text(AWAY)
    press(page, "h")
    expect(page.locator("#word")).to_have_text(AWAY)
    expect(page.locator("#left")).to_have_text(left)
    come_back(page)
    page.locator("#board .domino.may").first.click()
    expect(page.locator("#left")).not_to_have_text(left)
    press(page, "u")
    expect(page.locator("#left")).to_have_text(left)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_gunport_is_played_without_help(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/gunport")
    expect(page.locator("#known")).to_have_text("The fewest is 7.")
    visitor.lose_the_server()
    page.locator('#board [data-cell="0,0"]').click()
    page.locator('#board [data-cell="1,0"]').click()
    expect(page.locator("#pieces")).to_have_text("1 domino")
    for name in ("Hint", "What to lift?"):
        page.get_by_role("button", name=name).click()
        expect(page.locator("#word")).to_have_text(AWAY)
    page.get_by_label("no domino may be able to slide").check()
    expect(page.locator("#known")).to_have_text(AWAY)


def test_a_search_that_is_lost_is_told(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/solve?puzzle=hexominoes-14x15")
    page.get_by_label("Engine").select_option("dense")
    page.get_by_label("Question").select_option("How many?")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#state [role=progressbar]")).to_be_attached()
    visitor.lose_the_server()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".toast")).to_have_text(AWAY)
    expect(page.get_by_role("button", name="Stop")).to_be_enabled()  # to be tried again
    come_back(page)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#answer")).to_have_text(re.compile("Stopped after|went away|ended"))
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_watching_waits_for_the_server(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/watch?puzzle=l-trominoes-6x6")
    expect(page.locator("#sentence")).to_have_text("Ready. Run, or take a step.")
    visitor.lose_the_server()
    page.get_by_label("Speed").fill("100")
    page.locator("#run").click()
    expect(page.locator("#word")).to_have_text(AWAY)
    expect(page.locator("#number")).to_have_text("500")  # all that is known
    expect(page.locator("#run")).to_have_text("Run")
    come_back(page)
    page.locator("#run").click()
    expect(page.locator("#step")).to_be_disabled()
    expect(page.locator("#word")).to_be_hidden()


def test_runs_are_seen_again_when_the_server_is_back(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/runs")
    expect(page.locator("#starting option").first).to_be_attached()
    visitor.lose_the_server()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#word")).to_have_text(AWAY)
    expect(page.locator("article.run")).to_have_count(0)
    come_back(page)
    expect(page.locator("#word")).to_be_hidden()


def test_a_puzzle_that_is_brought_can_be_brought_again(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    expect(page.locator("article.puzzle").first).to_be_visible()
    page.get_by_role("button", name="Bring a puzzle").click()
    page.get_by_label("Text").fill("####\n\nAA\n\nAA\n")
    visitor.lose_the_server()
    page.get_by_role("button", name="Take it").click()
    expect(page.locator("#trouble")).to_have_text(AWAY)
    come_back(page)
    page.get_by_role("button", name="Take it").click()
    expect(page).to_have_url(re.compile(r"/play\?own="))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("/", "#tally"),
        ("/vanishing", "#word"),
        ("/edit", "#word"),
        ("/watch", "#word"),
        ("/solve", "#answer"),
        ("/runs", "#word"),
    ],
)
def test_a_busy_server_is_told_and_the_page_lives(visitor: Visitor, where: str, said: str) -> None:
    visitor.refusals = {429}
    page = visitor.page

    def refuse(route: Route) -> None:
        route.fulfill(status=429, json=BUSY)

    page.route("**/api/**", refuse)
    page.goto(where)
    expect(page.locator(said)).to_have_text(re.compile("all it can do just now"))
    for key in ("ArrowRight", "h", "u", "n", " ", "Home", "1"):
        press(page, key)
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
