"""The home page: the kinds of puzzles, the menus of the header, and old links to the list of puzzles."""

import re

from playwright.sync_api import Page, expect

from support.page_user import PageUser
from support.waiting import HANGS_S


def test_each_card_opens_a_page_that_can_be_played(user: PageUser) -> None:
    page = user.page
    page.goto("/")
    addresses = page.locator(".kind a").evaluate_all(
        "links => links.map((link) => link.getAttribute('href'))"
    )
    assert len(addresses) >= 8
    for address in addresses:
        page.goto("/")
        page.locator(f'.kind a[href="{address}"]').click()
        expect(page).to_have_url(re.compile(re.escape(address)))
        expect(page.locator("main svg, main canvas").first).to_be_visible()
    assert user.problems == []


def test_the_puzzles_of_today_come_before_the_kinds(user: PageUser) -> None:
    page = user.page
    page.goto("/")
    links = page.locator("#daily a")
    expect(links).to_have_count(5)
    link = page.get_by_role("link", name=re.compile("^Vanishing easy"))
    link.click()
    expect(page).to_have_url(re.compile("/vanishing\\?daily="))
    expect(page.locator("#board svg")).to_be_visible()
    page.evaluate('async () => (await import("/static/js/solved.js")).markSolved({})')
    page.goto("/")
    link = page.get_by_role("link", name=re.compile("^Vanishing medium"))
    expect(link).to_contain_text("medium")
    expect(link.get_by_role("img")).to_have_accessible_name("1 of 3 solved")
    expect(page.locator("#streak")).to_have_text(re.compile("^1 day"))
    assert user.problems == []


def test_a_search_in_an_old_link_opens_the_list_of_puzzles(page: Page) -> None:
    page.goto("/?words=soma&lattice=cube")
    expect(page).to_have_url(re.compile(r"/puzzles\?words=soma&lattice=cube$"))
    expect(page.get_by_label("Search")).to_have_value("soma")


def test_each_explanation_leads_to_a_page_that_shows_it(user: PageUser) -> None:
    page = user.page
    page.goto("/learn")
    addresses = page.locator("main .btn").evaluate_all(
        "links => links.map((link) => link.getAttribute('href'))"
    )
    assert len(addresses) == 5
    for address in addresses:
        page.goto("/learn")
        page.locator(f'main .btn[href="{address}"]').click()
        expect(page).to_have_url(re.compile(re.escape(address)))
        expect(page.locator("main svg").first).to_be_visible()
    assert user.problems == []


def test_menus_work_with_the_keyboard(page: Page) -> None:
    page.goto("/")
    summary = page.get_by_role("navigation").get_by_text("Tools", exact=True)
    link = page.get_by_role("link", name="Solve a puzzle")
    expect(link).to_be_hidden()
    summary.focus()
    page.keyboard.press("Enter")
    expect(link).to_be_visible()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/solve$"))


def test_one_menu_is_open_and_a_click_elsewhere_closes_it(page: Page) -> None:
    page.goto("/")
    menus = page.locator(".menu[open]")
    for name in ("Play", "Learn"):
        page.get_by_role("navigation").get_by_text(name, exact=True).click()
        expect(menus).to_have_count(1)
    page.locator("h1").click()
    expect(menus).to_have_count(0)


def test_menus_open_without_a_script(page: Page) -> None:
    browser = page.context.browser
    assert browser is not None
    page.goto("/")
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 640})
    context.set_default_timeout(1_000 * HANGS_S)
    plain = context.new_page()
    plain.goto(page.url)
    plain.get_by_role("navigation").get_by_text("Play", exact=True).click()
    plain.get_by_role("link", name="All puzzles").first.click()
    expect(plain).to_have_url(re.compile("/puzzles$"))
    context.close()
