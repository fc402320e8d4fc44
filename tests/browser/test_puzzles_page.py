"""The page of all puzzles: looking for a puzzle, and bringing one."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from support.page_user import PageUser

BROKEN = 'lattice = "square"\n[board]\ndrawing = """\n##\n"""\n[[pieces]\nname = "I"\n'
GOOD = """\
####
####   ##  ##  #    #
####   #   #   ##  ##
"""

BAR = '''[board]
drawing = """
####
"""

[[pieces]]
name = "I"
drawing = """
##
"""
copies = 2
'''


def test_search_and_filters(page: Page) -> None:
    page.goto("/puzzles")
    cards = page.locator("article.puzzle")
    expect(page.locator("#tally")).to_have_text(re.compile(r"^\d{3} puzzles$"))
    page.get_by_label("Search").fill("soma")
    expect(cards.first).to_contain_text("Soma")
    expect(page.locator("#tally")).to_have_text(re.compile(r"^\d+ of \d+ puzzles$"))
    count = cards.count()
    page.get_by_label("Pieces").select_option("over 40")
    expect(cards).to_have_count(0)
    expect(page.locator("#groups")).to_contain_text("No puzzle matches")
    page.get_by_label("Pieces").select_option("any number")
    expect(cards).to_have_count(count)
    page.get_by_label("Search").fill("")
    page.get_by_label("Lattice").select_option("hexagon")
    page.get_by_label("Solutions").select_option("exactly one")
    for text in cards.all_inner_texts():
        assert "one solution" in text


def test_old_names_are_found_and_counts_up_to_symmetry_shown(page: Page) -> None:
    page.goto("/puzzles?words=board3")
    cards = page.locator("article.puzzle")
    expect(cards).to_have_count(1)
    expect(cards.first).to_contain_text("A frame, and plugs")
    page.get_by_label("Search").fill("soma sofa")
    expect(cards.first).to_contain_text("32 solutions up to symmetry")
    page.get_by_label("Solutions").select_option("2 to 100")
    expect(cards).to_have_count(1)
    page.get_by_label("Solutions").select_option("unknown")
    expect(cards).to_have_count(0)


def test_groups_come_first_and_cards_say_what_differs(page: Page) -> None:
    page.goto("/puzzles")
    links = page.get_by_role("list", name="Groups").get_by_role("link")
    expect(links.first).to_contain_text("The twelve pentominoes")
    assert links.count() == page.locator(".group h2").count()
    page.get_by_role("link", name="Soma", exact=False).first.click()
    expect(page.get_by_role("heading", name="Soma", exact=True)).to_be_in_viewport()
    names = page.locator(".group", has=page.get_by_role("heading", name="Soma", exact=True)).locator(".name")
    expect(names.nth(1)).to_have_text("Crystal")
    expect(page.locator("article.puzzle .name").first).to_have_text("3 by 20 rectangle")
    page.get_by_label("Search").fill("3 by 20")  # a card says the same in a search
    expect(page.locator("article.puzzle .name").first).to_have_text("3 by 20 rectangle")
    expect(links).to_have_count(0)


def test_solved_puzzles_are_marked(page: Page) -> None:
    page.goto("/play?puzzle=some-pentominoes-3x5")
    expect(page.locator("#board svg")).to_be_visible()
    page.evaluate('async () => (await import("/static/js/solved.js")).markSolved({})')
    page.goto("/puzzles?words=3x5")
    expect(page.locator("article.puzzle", has_text="Any 3 of").first).to_contain_text("✓ solved")


def test_thumbnails_are_pictures(page: Page) -> None:
    page.goto("/puzzles")
    page.get_by_label("Search").fill("6 by 10")
    expect(page.locator("article.puzzle", has_text="6 by 10").first).to_be_visible()
    picture = page.locator("article.puzzle img").first
    expect(picture).to_have_js_property("complete", True)
    expect(picture).not_to_have_js_property("naturalWidth", 0)


def test_card_links_to_the_pages_of_a_puzzle(page: Page) -> None:
    page.goto("/puzzles")
    page.get_by_label("Play: Any 3 of the pentominoes in 3 by 5").click()
    expect(page.locator("h1")).to_have_text("Any 3 of the pentominoes in 3 by 5")
    page.go_back()
    page.get_by_label("Solve: Any 3 of the pentominoes in 3 by 5").click()
    expect(page.locator("h1")).to_have_text("Any 3 of the pentominoes in 3 by 5")
    expect(page.get_by_role("button", name="Solve")).to_be_enabled()


def test_invalid_file_shows_the_position(user: PageUser, tmp_path: Path) -> None:
    user.expected_statuses = {422}
    page = user.page
    broken = tmp_path / "broken.toml"
    broken.write_text(BROKEN)
    page.goto("/puzzles")
    page.get_by_role("button", name="Open a puzzle").click()
    page.get_by_label("Open a file").set_input_files(broken)
    expect(page.locator("#error")).to_have_text(re.compile(r"^Line 6, column \d+: "))
    start = page.locator("#text").evaluate("box => box.selectionStart")
    assert BROKEN[:start].count("\n") == 5, "the mark stands in the line that the message names"
    # Mended in place, it is taken.
    page.locator("#text").fill(GOOD)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page).to_have_url(re.compile(r"/play\?own="))


def test_valid_file_opens_play(page: Page, tmp_path: Path) -> None:
    good = tmp_path / "trominoes.txt"
    good.write_text(GOOD)
    page.goto("/puzzles")
    page.get_by_role("button", name="Open a puzzle").click()
    page.get_by_label("Open a file").set_input_files(good)
    expect(page).to_have_url(re.compile(r"/play\?own="))
    expect(page.locator("#pieces-left")).to_have_text("4 pieces left.")
    page.get_by_label("count the remaining solutions").check()
    expect(page.locator("#remaining")).to_have_text(re.compile("4 solutions"))
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator("#summary")).to_have_text(re.compile("12 cells"))


def test_a_file_can_be_dropped_and_text_pasted(user: PageUser) -> None:
    user.expected_statuses = {422}
    page = user.page
    page.goto("/puzzles")
    page.get_by_role("button", name="Open a puzzle").click()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#error")).to_have_text(re.compile("Paste a puzzle"))
    page.get_by_label("Text").fill("[board")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#error")).not_to_have_text(re.compile("Paste a puzzle"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    dropped = page.evaluate_handle(
        "text => { const data = new DataTransfer();"
        " data.items.add(new File([text], 'drawn.txt')); return data; }",
        GOOD,
    )
    page.dispatch_event("main", "drop", {"dataTransfer": dropped})
    expect(page).to_have_url(re.compile(r"/play\?own="))


def test_own_puzzles_are_stored(page: Page) -> None:
    page.goto("/puzzles")
    expect(page.locator("article.own")).to_have_count(0)
    page.get_by_role("button", name="Open a puzzle").click()
    page.get_by_label("Text").fill('title = "Mine"\n' + BAR)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("h1")).to_have_text("Mine")
    page.goto("/puzzles")
    own = page.locator("article.own")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("4 cells, 2 pieces")
    page.get_by_label("Search").fill("soma")
    expect(own).to_have_count(0)
    page.get_by_label("Search").fill("mine")
    expect(own).to_have_count(1)
    page.get_by_label("Solve: Mine").click()
    expect(page.locator("h1")).to_have_text("Mine")
    page.go_back()  # with what was searched for
    expect(page.get_by_label("Search")).to_have_value("mine")
    expect(own).to_have_count(1)
    page.goto("/puzzles?words=soma&lattice=cube&level=nonsense")
    expect(page.get_by_label("Lattice")).to_have_value("cube")
    expect(page.get_by_label("Difficulty by hand")).to_have_value("")
    expect(page.locator("article.puzzle").first).to_contain_text("Soma")
    page.go_back()
    page.get_by_label("Play: Mine").click()
    page.get_by_label("count the remaining solutions").check()
    expect(page.locator("#remaining")).to_have_text(re.compile("solution"))


def test_theme_is_stored_and_unknown_addresses_show_a_page(user: PageUser) -> None:
    user.expected_statuses = {404}
    page = user.page
    page.goto("/nowhere")
    expect(page.locator("h1")).to_have_text("Page not found")
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("navigation").get_by_text("Play", exact=True).click()
    page.get_by_role("navigation").get_by_role("link", name="All puzzles").click()
    expect(page.locator("article.puzzle").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Switch between light and dark").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
