"""Putting questions: each of them, a long one stopped, files to take home, solids that turn."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from support.page_user import PageUser, press
from support.saved_files import saved_by

SMALL = "/solve?puzzle=some-pentominoes-3x5"


def ask(page: Page, question: str) -> None:
    """Choose a question and put it."""
    page.get_by_label("Question").select_option(question)
    page.get_by_role("button", name="Solve", exact=True).click()


@pytest.mark.parametrize(
    ("puzzle", "question", "headline", "pictures"),
    [
        ("some-pentominoes-3x5", "Find a solution", r"^Found a solution$", 1),
        ("some-pentominoes-3x5", "Find all solutions", r"^28 solutions$", 28),
        ("some-pentominoes-3x5", "Find all, up to symmetry", r"^7 up to symmetry, 28 solutions$", 7),
        ("some-pentominoes-3x5", "Count the solutions", r"^28 solutions$", 0),
        ("some-pentominoes-3x5", "Draw a random sample", r"^28 solutions", 12),
        ("some-pentominoes-3x5", "Estimate the time", r"^Estimated effort", 0),
        ("gold-5x5", "Optimise the cost", r"^The maximum cost is 58", None),
        ("mutilated-6x6", "Find all solutions", r"^There is no solution$", 0),
    ],
)
def test_each_question_is_answered(
    page: Page, puzzle: str, question: str, headline: str, pictures: int | None
) -> None:
    page.goto(f"/solve?puzzle={puzzle}")
    ask(page, question)
    expect(page.locator("#answer .big")).to_have_text(re.compile(headline))
    if pictures is not None:
        expect(page.locator("#figures figure")).to_have_count(pictures)


def test_the_plan_and_what_its_steps_took(page: Page) -> None:
    page.goto(SMALL)
    plan = page.locator("#plan")
    page.locator("main:not([inert])").wait_for()
    plan.locator("summary").focus()
    press(page, "Enter")
    expect(plan.get_by_role("status")).to_have_text(re.compile("^Measured in "))
    trial = plan.locator("li", has_text="A short search of the whole tree").last
    expect(trial.locator("dt")).to_have_text(["Why", "Expected"])
    expect(plan.get_by_role("row", name=re.compile("^reference"))).to_be_visible()
    ask(page, "Count the solutions")
    expect(plan.get_by_text("A count without listing")).to_be_visible()
    expect(trial.locator("dt")).to_have_text(["Why", "Expected", "Took"])
    expect(trial.locator("dd").last).to_have_text(re.compile(r"^[\d,]+ nodes, [\d.]+ m?s$"))
    page.get_by_label("also count up to symmetry").check()
    expect(trial.locator("dt")).to_have_text(["Why", "Expected"])
    page.get_by_label("Question").select_option("Draw a random sample")
    expect(plan).to_be_hidden()


def test_questions_without_a_plan_say_why(user: PageUser) -> None:
    user.expected_statuses = {422}
    page = user.page
    page.goto(SMALL)
    plan = page.locator("#plan")
    plan.locator("summary").click()
    page.get_by_label("Question").select_option("Find all solutions")
    page.get_by_label("Maximum number").fill("")
    page.get_by_label("Maximum number").blur()
    expect(plan.get_by_role("status")).to_have_text("A number in the form is missing or out of range.")
    page.get_by_label("Question").select_option("Count the solutions")
    expect(plan.locator("li").first).to_be_visible()
    page.get_by_label("Engine").select_option("kasteleyn")
    expect(plan.get_by_role("status")).to_have_text(re.compile("'kasteleyn' does not support this puzzle"))
    expect(plan.locator("li")).to_have_count(0)


def test_progress_and_stop(page: Page) -> None:
    page.goto("/solve?puzzle=hexominoes-14x15")
    page.get_by_label("Engine").select_option("dense")
    ask(page, "Count the solutions")
    expect(page.locator("#progress [role=progressbar]")).to_be_attached()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#answer")).to_have_text(re.compile("Stopped after"))
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_the_sheet_loads_more_as_it_is_scrolled(page: Page) -> None:
    page.goto("/solve?puzzle=pentominoes-5x12")
    page.get_by_label("Question").select_option("Find all solutions")
    page.get_by_label("Maximum number").fill("200")
    ask(page, "Find all solutions")
    expect(page.locator("#answer .big")).to_have_text("200 solutions so far")
    figures = page.locator("#figures figure")
    expect(figures.nth(47)).to_be_attached()
    assert figures.count() < 150, "the rest waits until it is wanted"
    for last in (95, 143, 191, 199):
        figures.last.scroll_into_view_if_needed()
        page.mouse.wheel(0, 5000)
        expect(figures.nth(last)).to_be_attached()
    expect(figures).to_have_count(200)
    figures.first.focus()
    press(page, "Enter")
    expect(figures.first).to_have_class("large")


def test_downloads(page: Page) -> None:
    page.goto(SMALL)
    ask(page, "Find all solutions")
    starts = {"SVG": b"<svg", "PNG": b"\x89PNG", "TXT": b"", "JSON": b"{", "Puzzle (TOML)": b""}
    for name, start in starts.items():
        data = saved_by(page.locator("#downloads").get_by_text(name, exact=True)).path.read_bytes()
        assert data.startswith(start) and data, name
        if name == "JSON":
            assert json.loads(data)


def test_identical_copies_and_motions(page: Page) -> None:
    page.goto("/solve?puzzle=dominoes-4x4")
    page.get_by_label("Question").select_option("Count the solutions")
    page.get_by_label("also count identical copies as distinct").check()
    ask(page, "Count the solutions")
    expect(page.locator("#answer .big")).to_have_text("36 solutions")
    expect(page.locator("#answer")).to_contain_text("1,451,520 solutions with identical copies distinct")
    page.get_by_label("Allowed motions").select_option("none")
    ask(page, "Count the solutions")
    expect(page.locator("#answer .big")).to_have_text("1 solution")
    expect(page).to_have_url(re.compile(r"/solve\?puzzle=dominoes-4x4&motions=fixed$"))
    page.reload()
    expect(page.get_by_label("Allowed motions")).to_have_value("fixed")
    href = re.compile(r"^/play\?puzzle=dominoes-4x4&motions=fixed$")
    expect(page.get_by_role("link", name="Play it")).to_have_attribute("href", href)
    expect(page.get_by_role("link", name="Edit it")).to_have_attribute("href", "/edit?puzzle=dominoes-4x4")


@pytest.mark.parametrize(
    ("puzzle", "written", "named"),
    [("some-pentominoes-3x5", "U", "U"), ("fixed-trominoes-3x6", "A", "A I3.1")],
)
def test_names_of_pieces(page: Page, puzzle: str, written: str, named: str) -> None:
    page.goto(f"/solve?puzzle={puzzle}")
    ask(page, "Find all, up to symmetry")
    figures = page.locator("#figures figure")
    label = figures.locator("svg .piece text", has_text=re.compile(f"^{written}$")).first
    name = figures.locator(".names > span", has_text=re.compile(f"^{named} ?$")).first
    expect(label).to_be_visible()
    expect(name).to_be_visible()
    page.get_by_label("names of pieces").uncheck()
    expect(label).to_be_hidden()
    expect(name).to_be_hidden()


PACK = "async (text) => (await import('/static/js/puzzle_link.js')).pack(text)"


@pytest.mark.parametrize(
    ("items", "kinds"), [(3, ["SVG", "PNG", "JSON", "NDJSON"]), (301, ["JSON", "NDJSON"])]
)
def test_pictures_are_offered_only_where_they_can_be_drawn(page: Page, items: int, kinds: list[str]) -> None:
    names = [f"i{number}" for number in range(items)]
    lines = "\n".join(names)
    page.goto("/solve")
    packed = page.evaluate(PACK, f"[cover]\nitems = '{' '.join(names)}'\noptions = '''\n{lines}\n'''\n")
    page.goto("about:blank")
    page.goto(f"/solve#t={packed}")
    ask(page, "Find a solution")
    expect(page.locator("#downloads a")).to_have_text(kinds)


def test_solid_view_is_turned_and_pulled_apart(page: Page) -> None:
    page.goto("/solve?puzzle=soma-cube")
    ask(page, "Find a solution")
    canvas = page.locator("#solid canvas")
    expect(canvas).to_be_visible()
    expect(page.locator("#answer .big")).to_have_text("Found a solution")
    pictures: list[str] = []

    def expect_another_picture() -> None:
        seen = "pictures => !pictures.includes(document.querySelector('#solid canvas').toDataURL())"
        page.wait_for_function(seen, arg=pictures)
        pictures.append(canvas.evaluate("canvas => canvas.toDataURL()"))

    expect_another_picture()
    canvas.focus()
    press(page, "ArrowLeft", "ArrowUp")
    expect_another_picture()
    page.get_by_label("Pull apart").fill("70")
    expect_another_picture()
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 150, steps=3)
    page.mouse.up()
    expect_another_picture()


def test_form_is_hidden_and_inert_until_the_page_is_ready(page: Page) -> None:
    routes: list[Route] = []
    page.route("**/static/*/bundles/solve.js", lambda route: routes.append(route))
    page.goto("/solve?puzzle=some-pentominoes-3x5", wait_until="commit")
    expect(page.locator("#start")).to_be_attached()
    # Without its styles the page has another layout.
    page.wait_for_function(
        "() => [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)"
    )
    expect(page.locator("#start")).to_be_hidden()
    box = page.locator("#start").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert page.url.endswith("/solve?puzzle=some-pentominoes-3x5")
    routes[0].continue_()
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#answer .big")).to_have_text("Found a solution")


def test_a_rule_that_does_not_exist_is_named(page: Page) -> None:
    page.goto("/solve?puzzle=dominoes-4x4&motions=nope")
    words = "The address has motions=nope; expected one of fixed, upright, rotation, reflection, all."
    expect(page.get_by_text(words)).to_be_visible()


def test_a_shared_address_is_the_puzzle_and_the_question(page: Page) -> None:
    page.goto("/solve?puzzle=pentominoes-3x20")
    expect(page.locator("#rule")).to_have_text("Cover every cell. Use each piece once.")
    page.get_by_label("Question").select_option("count")
    page.get_by_label("also count up to symmetry").check()
    page.get_by_label("Time limit").select_option("10")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    address = page.get_by_label("Text to copy").input_value()
    page.goto("about:blank")
    page.goto(address)
    expect(page.get_by_label("Question")).to_have_value("count")
    expect(page.get_by_label("also count up to symmetry")).to_be_checked()
    expect(page.get_by_label("Time limit")).to_have_value("10")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#answer .big")).to_have_text("2 up to symmetry, 8 solutions")


def test_a_question_that_does_not_exist_is_left_out(page: Page) -> None:
    page.goto("/solve?puzzle=pentominoes-3x20&question=why&max_solutions=-3&engine=none")
    expect(page.locator("#main:not([inert])")).to_be_visible()
    expect(page.get_by_label("Question")).to_have_value("first")
    expect(page.locator("[name=max_solutions]")).to_have_value("10000")
    expect(page.get_by_label("Engine")).to_have_value("")


def test_on_a_phone_the_board_is_above_the_question(phone: PageUser) -> None:
    page = phone.page
    page.goto("/solve?puzzle=pentominoes-3x20")
    expect(page.locator("#main:not([inert])")).to_be_visible()
    board, form, links = (
        page.locator(each).bounding_box() for each in ("#puzzle", "#question-form", "#links")
    )
    assert board is not None and form is not None and links is not None
    assert board["y"] < form["y"] < links["y"]


def test_the_board_or_a_solution_is_printed(page: Page) -> None:
    page.add_init_script(
        "window.print = () => { window.printed = document.querySelector('.print-sheet').cloneNode(true); }"
    )
    page.goto("/solve?puzzle=pentominoes-3x20")
    page.get_by_role("button", name="Print").click()
    page.get_by_role("button", name="10 mm").click()
    assert page.evaluate("window.printed.querySelectorAll('.print-pieces figure').length") == 12
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#figures figure")).to_have_count(1)
    page.get_by_role("button", name="Print").click()
    page.get_by_role("button", name="10 mm").click()
    assert page.evaluate("window.printed.querySelectorAll('.piece').length") == 12
