"""Durable runs: started, stopped, gone on with, looked at, deleted."""

import re
from math import factorial

from playwright.sync_api import Locator, Page, Route, expect

from support.runs_page import delete

SHORT_PAGES = """const send = window.fetch;
window.fetch = (url, options) => send(String(url).replace("count=50", "count=5"), options);
"""


def start(page: Page, title: str, question: str) -> Locator:
    """Start a run; its card."""
    page.goto("/runs")
    page.locator("#new-run [name=puzzle]").select_option(title)
    page.get_by_label("Question").select_option(question)
    page.get_by_role("button", name="Start").click()
    card = page.locator("article.run").filter(has_text=title)
    expect(card).to_have_count(1)
    return card


def test_run_completes_and_shows_solutions(page: Page) -> None:
    card = start(page, "The twelve pentominoes in a 3 by 20 rectangle", "store all solutions")
    expect(card.locator(".state")).to_have_text("complete")
    expect(card.locator(".numbers")).to_have_text(re.compile(r"^8 solutions"))
    expect(card.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "100")
    card.get_by_role("button", name=re.compile("^Solutions")).click()
    expect(page.locator("#figures figure")).to_have_count(8)
    delete(page, card)


def test_a_sample_run_is_offered_before_there_is_one(page: Page) -> None:
    page.goto("/runs")
    page.get_by_role("button", name="Try a sample run").click()
    card = page.locator("article.run")
    expect(card.get_by_role("heading")).to_have_text("Ten by ten with fifteen pieces")
    expect(page.locator("#none")).to_be_hidden()
    expect(card.locator(".state")).to_have_text("complete")
    expect(card.locator(".numbers")).to_contain_text("19,808 up to symmetry")
    delete(page, card)
    expect(page.get_by_role("button", name="Try a sample run")).to_be_visible()


def test_a_deletion_is_undone(page: Page) -> None:
    card = start(page, "The twelve pentominoes in a 3 by 20 rectangle", "count the solutions")
    expect(card.locator(".state")).to_have_text("complete")
    card.get_by_role("button", name=re.compile("^Delete")).click()
    expect(card).to_have_count(0)
    expect(page.locator("#deletion-words")).to_have_text(re.compile("and its solutions will be deleted"))
    page.get_by_role("button", name="Undo").click()
    expect(card.get_by_role("button", name=re.compile("^Delete"))).to_be_focused()
    expect(page.locator("#deletion")).to_be_hidden()
    page.reload()  # which would end a deletion
    expect(card).to_have_count(1)
    delete(page, card)


def test_run_is_stopped_and_resumed(page: Page) -> None:
    card = start(page, "The 35 hexominoes in 10 by 21, each line a cell further right", "store all solutions")
    expect(card.locator(".state")).to_have_text("running")
    card.get_by_role("button", name=re.compile("^Stop")).click()
    expect(card.locator(".state")).to_have_text(re.compile("^(stopped|interrupted), "))
    card.get_by_role("button", name=re.compile("^Resume")).click()
    expect(card.locator(".state")).to_have_text("running")
    page.reload()
    expect(card.locator(".state")).to_have_text("running")
    card.get_by_role("button", name=re.compile("^Stop")).click()
    expect(card.get_by_role("button", name=re.compile("^Delete"))).to_be_visible()
    delete(page, card)


def test_a_filtered_run_shows_its_table_by_level(page: Page) -> None:
    page.goto("/runs")
    page.locator("#new-run [name=puzzle]").select_option("catalogue:slothouber-graatsma")
    page.get_by_label("Filter").select_option("only disassemblable")
    expect(page.get_by_label("up to symmetry")).to_be_hidden()
    page.get_by_role("button", name="Start").click()
    card = page.locator("article.run").filter(has_text="only disassemblable")
    expect(card.locator(".state")).to_have_text("complete")
    expect(card.locator(".numbers")).to_contain_text("1 up to symmetry")
    expect(card.locator(".numbers")).to_contain_text("1 examined")
    card.get_by_text("Solutions by level").click()
    expect(card.locator("tbody tr").first).to_have_text("111 (1)")
    delete(page, card)


def test_a_run_shows_its_times_labelled_count_and_tasks(page: Page) -> None:
    page.add_init_script(SHORT_PAGES)
    page.goto("/runs")
    page.locator("#new-run [name=puzzle]").select_option("catalogue:dominoes-4x8")
    page.get_by_label("Question").select_option("find a solution")
    expect(page.get_by_label("identical copies")).to_be_hidden()
    page.get_by_label("Question").select_option("count the solutions")
    page.get_by_label("identical copies").check()
    page.get_by_role("button", name="Start").click()
    card = page.locator("article.run")
    expect(card.locator(".state")).to_have_text("complete")
    numbers = card.locator(".numbers")
    expect(numbers).to_contain_text(f"{2245 * factorial(16):,} with identical copies distinct")
    pattern = re.compile(r"first solution after [\d.]+ m?s, at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC")
    expect(numbers).to_contain_text(pattern)
    expect(numbers).to_contain_text(re.compile(r"time [\d.]+ m?s, processor time [\d.]+ m?s"))
    card.locator("summary", has_text="Tasks").click()
    rows, following = card.locator(".task-list tbody tr"), card.get_by_role("button", name="Next")
    expect(rows).to_have_count(5)
    first = rows.first.inner_text()
    following.click()
    expect(rows.first).not_to_have_text(first, use_inner_text=True)
    expect(following).to_be_disabled()
    card.get_by_role("button", name="Previous").click()
    expect(rows.first).to_have_text(first, use_inner_text=True)
    card.get_by_label("Status").select_option("failed")
    expect(card.locator(".task-list")).to_have_text("There are no such tasks.")
    expect(following).to_be_hidden()
    delete(page, card)


def test_solutions_in_space_are_taken_apart_on_the_page_of_assemblies(page: Page) -> None:
    card = start(page, "Some of the eight tetracubes in a 2 by 2 by 3 box", "store all solutions")
    expect(card.locator(".state")).to_have_text("complete")
    card.get_by_role("button", name=re.compile("^Solutions")).click()
    expect(page.locator("#title")).to_have_text("Some of the eight tetracubes in a 2 by 2 by 3 box")
    expect(page.locator("#headline")).to_have_text(re.compile(r"^48 solutions of run \w+$"))
    options = page.locator("#list").locator("option")
    expect(options).to_have_count(48)
    expect(options.first).to_have_text(re.compile(r"^No\. 1: level [\d.]+$"))
    page.locator("#list").select_option(index=6)
    expect(options.nth(6)).to_have_text(re.compile(r"^No\. 7: level [\d.]+$"))
    expect(page.locator("#player .caption")).to_have_text(re.compile("^Assembled"))
    page.reload()
    expect(options).to_have_count(48)
    page.goto("/runs")
    delete(page, card)


def test_filters_are_offered_for_puzzles_that_they_suit(page: Page) -> None:
    page.goto("/runs")
    puzzles, filters = page.locator("#new-run [name=puzzle]"), page.get_by_label("Filter")
    puzzles.select_option("catalogue:soma-cube")
    filters.select_option("only disassemblable")
    puzzles.select_option("catalogue:pentominoes-3x20")
    expect(filters).to_be_hidden()
    expect(page.get_by_label("up to symmetry")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    card = page.locator("article.run")
    expect(card.locator(".state")).to_have_text("complete")
    expect(card).not_to_contain_text("only disassemblable")
    delete(page, card)


def test_a_damaged_run_is_named_above_the_others(page: Page) -> None:
    def add_damaged(route: Route) -> None:
        response = route.fetch()
        damaged = [{"id": "cafe0123", "reason": "its rows add up to 9 instead of 8 solutions"}]
        route.fulfill(response=response, json={**response.json(), "damaged": damaged})

    page.route("**/api/**/runs", add_damaged)
    page.goto("/runs")
    sentence = "Run cafe0123 is damaged: its rows add up to 9 instead of 8 solutions"
    expect(page.locator("#damaged")).to_have_text(sentence)
    expect(page.get_by_text("There are no runs yet.")).to_be_hidden()
