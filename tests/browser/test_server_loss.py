"""Server loss: each page reports it, keeps its state, and continues later."""

import re

import pytest
from playwright.sync_api import Route, expect

from support.page_user import PageUser, press

AWAY = re.compile("The server cannot be reached")
BUSY = {"message": "the server is busy; try again in a moment", "line": 0, "column": 0}


def test_drawing_survives_server_loss(user: PageUser) -> None:
    page = user.page
    page.goto("/edit")
    expect(page.locator("#grid .grid-cell")).to_have_count(60)
    user.disconnect()
    page.get_by_role("button", name="Fill the grid").click()
    expect(page.locator("#findings .wrong")).to_have_text(AWAY)
    page.get_by_role("button", name="Generate", exact=True).click()
    expect(page.locator("#message")).to_have_text(AWAY)
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".toast")).to_be_visible()
    page.get_by_label("Add a set of pieces").select_option("pentominoes")
    expect(page.locator("#message")).to_have_text(AWAY)
    expect(page.locator("#grid .on")).to_have_count(60)
    user.reconnect()
    page.get_by_label("Add a set of pieces").select_option("pentominoes")
    expect(page.locator("#shapes svg")).to_have_count(12)
    expect(page.locator("#findings .fine").first).to_be_visible()


def test_vanishing_without_server(user: PageUser) -> None:
    page = user.page
    page.goto("/vanishing")
    best, message = page.locator("#best"), page.locator("#message")
    expect(best).to_have_text("From here: all pieces can still be removed.")
    left = page.locator("#remaining").inner_text()
    user.disconnect()
    page.locator("#board .domino.removable").first.click()
    expect(page.locator("#remaining")).not_to_have_text(left)
    expect(best).to_have_text(AWAY)
    expect(message).to_be_hidden()
    press(page, "h")
    expect(message).to_have_text(AWAY)
    user.reconnect()
    press(page, "u")
    expect(page.locator("#remaining")).to_have_text(left)
    expect(best).to_have_text("From here: all pieces can still be removed.")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_gunport_without_server(user: PageUser) -> None:
    page = user.page
    page.goto("/gunport")
    expect(page.locator("#known")).to_have_text("The minimum is 7 dominoes, with 6 ports.")
    user.disconnect()
    page.locator('#board [data-cell="0,0"]').click()
    page.locator('#board [data-cell="1,0"]').click()
    expect(page.locator("#dominoes")).to_have_text("1 domino")
    for name in ("Hint", "What to lift?"):
        page.get_by_role("button", name=name).click()
        expect(page.locator("#message")).to_have_text(AWAY)
    page.get_by_label("no domino may slide into ports").check()
    expect(page.locator("#known")).to_have_text(AWAY)


def test_lost_search_shows_an_error(user: PageUser) -> None:
    page = user.page
    page.goto("/solve?puzzle=hexominoes-14x15")
    page.get_by_label("Engine").select_option("dense")
    page.get_by_label("Question").select_option("Count the solutions")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#progress [role=progressbar]")).to_be_attached()
    user.disconnect()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".toast")).to_have_text(AWAY)
    expect(page.get_by_role("button", name="Stop")).to_be_enabled()  # to be tried again
    user.reconnect()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#answer")).to_have_text(
        re.compile("Stopped after|connection to the server was lost|ended")
    )
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_watch_continues_after_server_loss(user: PageUser) -> None:
    page = user.page
    page.goto("/watch?puzzle=l-trominoes-6x6")
    expect(page.locator("#sentence")).to_have_text("Ready. Press Run, or step forward.")
    user.disconnect()
    page.get_by_label("Speed").fill("100")
    page.locator("#run").click()
    expect(page.locator("#message")).to_have_text(AWAY)
    expect(page.locator("#number")).to_have_text("500")  # all that is known
    expect(page.locator("#run")).to_have_text("Run")
    user.reconnect()
    page.locator("#run").click()
    expect(page.locator("#step")).to_be_disabled()
    expect(page.locator("#message")).to_be_hidden()


def test_runs_reconnect(user: PageUser) -> None:
    page = user.page
    page.goto("/runs")
    expect(page.locator("#new-run [name=puzzle] option").first).to_be_attached()
    user.disconnect()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#message")).to_have_text(AWAY)
    expect(page.locator("article.run")).to_have_count(0)
    user.reconnect()
    expect(page.locator("#message")).to_be_hidden()


def test_the_form_of_runs_is_filled_when_the_server_is_back(user: PageUser) -> None:
    page = user.page
    page.route("**/api/catalogue", lambda route: route.abort())
    user.away = True
    page.goto("/runs")
    expect(page.locator("#message")).to_have_text(AWAY)
    expect(page.locator("#new-run [name=puzzle] option")).to_have_count(0)
    page.unroute("**/api/catalogue")
    expect(page.locator("#new-run [name=puzzle] option").first).to_be_attached()
    expect(page.locator("#message")).to_be_hidden()


def test_opening_a_puzzle_can_be_repeated(user: PageUser) -> None:
    page = user.page
    page.goto("/puzzles")
    expect(page.locator("article.puzzle").first).to_be_visible()
    page.get_by_role("button", name="Open a puzzle").click()
    page.get_by_label("Text").fill("####\n\n##\n\n##\n")
    user.disconnect()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#error")).to_have_text(AWAY)
    user.reconnect()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page).to_have_url(re.compile(r"/play\?own="))


@pytest.mark.parametrize(
    ("status", "body"), [(502, "<h1>Bad gateway</h1>"), (503, ""), (504, '{"error": "timed out"}')]
)
def test_a_proxy_without_its_server_is_told_as_that(user: PageUser, status: int, body: str) -> None:
    user.expected_statuses = {status}
    page = user.page
    page.goto("/gunport")
    expect(page.locator("#known")).to_have_text("The minimum is 7 dominoes, with 6 ports.")
    page.route("**/api/**", lambda route: route.fulfill(status=status, body=body))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#message")).to_have_text(AWAY)


@pytest.mark.parametrize(("status", "body"), [(200, "<p>Log in</p>"), (403, "[]")])
def test_an_unreadable_answer_is_told_with_its_status(user: PageUser, status: int, body: str) -> None:
    user.expected_statuses = {403}
    page = user.page
    page.goto("/gunport")
    expect(page.locator("#known")).to_have_text("The minimum is 7 dominoes, with 6 ports.")
    page.route("**/api/**", lambda route: route.fulfill(status=status, body=body))
    page.get_by_role("button", name="Hint").click()
    words = f"The server sent an unreadable response (status {status})."
    expect(page.locator("#message")).to_have_text(words)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("/puzzles", "#tally"),
        ("/vanishing", "#message"),
        ("/edit", "#message"),
        ("/watch", "#message"),
        ("/solve", "#answer"),
        ("/runs", "#message"),
    ],
)
def test_busy_server_shows_an_error(user: PageUser, where: str, said: str) -> None:
    user.expected_statuses = {429}
    page = user.page

    def refuse(route: Route) -> None:
        route.fulfill(status=429, json=BUSY)

    page.route("**/api/**", refuse)
    page.goto(where)
    expect(page.locator(said)).to_have_text(re.compile("is busy"))
    for key in ("ArrowRight", "h", "u", "n", " ", "Home", "1"):
        press(page, key)
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
