"""The puzzles of the day: the calendar, what is recorded, the clock, and the way to the next puzzle."""

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from support.page_user import PageUser, show_frames
from support.waiting import wait_until

SOLVED = 'async (options) => (await import("/static/js/solved.js")).markSolved(options)'
TODAY = (
    "(() => { const d = new Date(); return [d.getFullYear(), d.getMonth() + 1, d.getDate()].join('-'); })()"
)


def level(page: Page, kind: str, name: str) -> str:
    """The address of a link of the page."""
    link = page.get_by_role("link", name=re.compile(f"^{kind}, {name}:"))
    return link.get_attribute("href") or ""


def link(page: Page, kind: str, name: str, state: str) -> None:
    """A link of the page says this of its puzzle."""
    expect(page.get_by_role("link", name=f"{kind}, {name}: {state}", exact=True)).to_be_visible()


def today(page: Page) -> date:
    year, month, day = page.evaluate(TODAY).split("-")
    return date(int(year), int(month), int(day))


def solve_here(page: Page, *, helped: bool = False) -> None:
    """As the game of the page does when its goal is met."""
    page.evaluate(SOLVED, {"helped": helped})


def test_each_puzzle_of_a_day_opens_and_is_recorded(user: PageUser) -> None:
    page = user.page
    page.goto("/daily?date=2026-11-02")
    expect(page.get_by_role("heading", level=1)).to_have_text("2 November 2026")
    addresses = page.locator(".levels a").evaluate_all(
        "links => links.map((link) => link.getAttribute('href'))"
    )
    assert len(addresses) == 15
    for address in addresses:
        page.goto(address)
        expect(page.locator("#board svg")).to_be_visible()
        expect(page.locator("#main")).not_to_have_attribute("inert", "")
        assert "daily=2026-11-02/" in page.url
    assert user.problems == []


def test_each_puzzle_has_a_picture_whose_room_is_reserved(page: Page) -> None:
    requests: list[Route] = []
    page.route("**/api/daily/pictures?*", lambda route: requests.append(route))
    page.goto("/daily?date=2026-11-02")
    expect(page.locator(".levels a")).to_have_count(15)
    boxes = "links => links.map((link) => Object.values(link.getBoundingClientRect().toJSON()))"
    before = page.locator(".levels a, #share").evaluate_all(boxes)
    wait_until(lambda: len(requests) == 5, between=lambda: show_frames(page))
    for request in requests:
        request.continue_()
    expect(page.locator(".levels a img")).to_have_count(15)
    page.wait_for_function(
        "[...document.querySelectorAll('.levels img')].every((one) => one.naturalWidth > 0)"
    )
    assert page.locator(".levels a, #share").evaluate_all(boxes) == before


def test_a_solved_puzzle_is_marked_and_leads_to_the_next(page: Page) -> None:
    page.goto("/daily?date=2026-11-02")
    link(page, "Dominosa", "easy", "not solved")
    page.get_by_role("link", name="Dominosa, easy: not solved").click()
    panel = page.locator(".solved-panel")
    while not panel.count():  # by hints alone, in their stages
        page.locator("#hint").click()
        expect(page.locator("#message")).not_to_have_text(re.compile("Thinking"))
    expect(panel).to_contain_text("Solved, with help.")
    panel.get_by_role("link", name="All of this day").click()
    link(page, "Dominosa", "easy", "solved with help")
    page.goto(level(page, "Packing", "easy"))
    expect(page.locator("#board svg")).to_be_visible()
    solve_here(page)
    panel.get_by_role("link", name="Next: Gunport, easy").click()
    expect(page).to_have_url(re.compile("/gunport\\?daily=2026-11-02/gunport-easy"))
    page.goto("/daily?date=2026-11-02")
    link(page, "Packing", "easy", "solved")
    expect(page.locator('[data-date="2026-11-02"]')).to_have_accessible_name(re.compile("2 puzzles solved"))


def test_another_puzzle_on_the_page_is_not_the_one_of_the_day(page: Page) -> None:
    page.goto("/daily?date=2026-11-02")
    page.goto(level(page, "Dominosa", "easy"))
    expect(page.locator("#board .cell").first).to_be_visible()
    page.locator("#new-panel summary").click()
    page.locator("#new-game button").first.click()
    expect(page).to_have_url(re.compile("/dominosa$"))
    solve_here(page)
    page.goto("/daily?date=2026-11-02")
    link(page, "Dominosa", "easy", "not solved")


def test_the_streak_counts_days_on_which_a_puzzle_of_the_day_was_solved(page: Page) -> None:
    page.goto("/daily")
    day = today(page)
    record = {}
    for back, solved_on in ((1, 1), (2, 2), (3, 0), (4, 4)):  # that of three days ago was solved today
        of, on = day - timedelta(back), day - timedelta(solved_on)
        record[f"daily/{of}/pips-easy"] = {"helped": False, "seconds": 0, "day": str(on)}
    page.evaluate("record => localStorage.setItem('solved', JSON.stringify(record))", record)
    page.reload()
    expect(page.locator("#streak")).to_have_text(re.compile("^2 days"))
    page.goto(level(page, "Vanishing", "easy"))
    expect(page.locator("#board svg")).to_be_visible()
    solve_here(page)
    page.goto("/daily")
    expect(page.locator("#streak")).to_have_text(re.compile("^3 days"))


def test_calendar_leads_to_other_days_and_back(page: Page) -> None:
    page.goto("/daily?date=2026-11-02")
    page.get_by_role("button", name=re.compile("^1 November 2026")).click()
    expect(page).to_have_url(re.compile(r"\?date=2026-11-01$"))
    page.get_by_role("button", name="The day before").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("31 October 2026")
    expect(page.get_by_role("heading", level=2, name="October 2026")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("2 November 2026")
    page.get_by_role("button", name="Today").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Today, "))
    expect(page.get_by_role("button", name="The day after")).to_be_disabled()


def test_a_day_to_come_and_a_wrong_date_show_today(page: Page) -> None:
    for text in ("2999-01-01", "2026-02-30", "soon"):
        page.goto(f"/daily?date={text}")
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Today, "))


def test_the_clock_is_off_until_it_is_switched_on(page: Page) -> None:
    page.goto("/daily?date=2026-11-02")
    puzzle = level(page, "Vanishing", "easy")
    page.goto(puzzle)
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(0)
    page.goto("/daily?date=2026-11-02")
    page.get_by_label("Show a clock while I play").check()
    page.goto(puzzle)
    expect(page.get_by_role("timer")).to_have_text(re.compile("^0:0[2-9]"))
    page.reload()
    expect(page.get_by_role("timer")).to_have_text(re.compile("^0:0[2-9]|^0:[1-9]"))
    solve_here(page)
    page.goto("/daily?date=2026-11-02")
    expect(page.get_by_role("link", name="Vanishing, easy: solved")).to_contain_text(re.compile("0:"))


def test_the_result_is_shared_without_the_solutions(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/daily?date=2026-11-02")
    page.goto(level(page, "Vanishing", "medium"))
    expect(page.locator("#board svg")).to_be_visible()
    solve_here(page, helped=True)
    page.goto("/daily?date=2026-11-02")
    page.get_by_role("button", name="Share the result").click()
    expect(page.locator(".toast")).to_have_text("The result has been copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[0] == "Tilewright 2026-11-02"
    assert "⬜🟨⬜ Vanishing" in text.splitlines()
    assert text.splitlines()[-1].endswith("/daily?date=2026-11-02")


@pytest.mark.parametrize("stored", ["{", "[]", "7", '{"daily/2026-11-02/pips-easy": null, "daily/x/y": 3}'])
def test_damaged_records_count_as_none(user: PageUser, stored: str) -> None:
    page = user.page
    page.goto("/daily?date=2026-11-02")
    for name in ("solved", "daily-clock", "daily-seconds"):
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, stored])
    page.reload()
    link(page, "Pips", "easy", "not solved")
    page.goto(level(page, "Vanishing", "easy"))
    expect(page.locator("#board svg")).to_be_visible()
    solve_here(page)
    page.goto("/daily?date=2026-11-02")
    link(page, "Vanishing", "easy", "solved")
    assert user.problems == []


def test_full_storage_does_not_stop_a_game(user: PageUser) -> None:
    page = user.page
    page.goto("/daily?date=2026-11-02")
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    )
    page.goto(level(page, "Vanishing", "easy"))
    expect(page.locator("#board svg")).to_be_visible()
    solve_here(page)
    expect(page.locator(".solved-panel")).to_be_visible()
    assert user.problems == []
