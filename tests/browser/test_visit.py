"""A visit to the site by roles and names alone: from the home page to a solved puzzle of each kind.

No address but that of the home page, no selector. Each visit prints how many clicks and keys it took
(``pytest -s``), and finds no link that leads nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support.visitor import Visitor
from tilewright import first
from tilewright.families.dominosa.puzzle import dominosa_text

TODAY = "2026-11-28"
ARROWS = {(1, 0): "ArrowRight", (0, 1): "ArrowDown"}


@pytest.fixture
def visitor(page: Page) -> Visitor:
    """Somebody who has opened the home page on a certain day."""
    page.clock.set_fixed_time(f"{TODAY}T12:00:00")
    return Visitor(page)


def open_today(visitor: Visitor, kind: str) -> None:
    """The first puzzle of the day of a kind, from the home page."""
    visitor.follow(visitor.page.get_by_role("link", name=re.compile(f"^{kind} easy")))


def expect_solved_today(visitor: Visitor, kind: str, words: str) -> None:
    """The page says so, leads on, and the list of the day and the home page know it."""
    page = visitor.page
    solved = page.get_by_role("region", name="Solved!")
    expect(solved.get_by_text(words, exact=True)).to_be_visible()
    expect(solved.get_by_role("link", name=re.compile("^Next: "))).to_be_visible()
    visitor.follow(solved.get_by_role("link", name="All of this day"))
    visitor.follow(page.get_by_role("link", name="Tilewright"))
    next_one = page.get_by_role("link", name=re.compile(f"^{kind} medium"))
    expect(next_one.get_by_role("img")).to_have_accessible_name("1 of 3 solved")


def solve_packing(visitor: Visitor) -> None:
    open_today(visitor, "Packing")
    visitor.play_by_hints(re.compile(r"\b(0|no) pieces? left", re.IGNORECASE))
    expect_solved_today(visitor, "Packing", "Solved, with help.")


def solve_pips(visitor: Visitor) -> None:
    open_today(visitor, "Pips")
    visitor.play_by_hints(re.compile(r"^0 left$", re.MULTILINE))
    expect_solved_today(visitor, "Pips", "Solved, with help.")


def solve_dominosa(visitor: Visitor) -> None:
    """By keys, without help: the numbers of the grid are read from the screen."""
    open_today(visitor, "Dominosa")
    board = visitor.page.get_by_role("application", name="Grid of")
    size = re.search(r"(\d+) by (\d+)", board.get_attribute("aria-label") or "")
    assert size is not None
    width, height = map(int, size.groups())
    numbers = re.findall(r"\d", board.aria_snapshot().rpartition(":")[2])
    assert len(numbers) == width * height  # in an easy puzzle all have one digit
    rows = [" ".join(numbers[y * width : (y + 1) * width]) for y in range(height)]
    solution = first(dominosa_text("\n".join(rows)))
    assert solution is not None
    board = visitor.page.get_by_role("application")  # its name follows the cursor
    visitor.tab_to(board)
    x = y = 0
    for (u, v), (p, q) in sorted(sorted(placement.cells) for placement in solution.placements):
        visitor.press(*["ArrowRight"] * (u - x), *["ArrowLeft"] * (x - u))
        visitor.press(*["ArrowDown"] * (v - y), *["ArrowUp"] * (y - v))
        visitor.press(f"Shift+{ARROWS[p - u, q - v]}")
        x, y = u, v  # the cursor stays
    expect(visitor.page.get_by_text("0 left.", exact=True)).to_be_visible()
    expect_solved_today(visitor, "Dominosa", "Solved!")


def solve_gunport(visitor: Visitor) -> None:
    open_today(visitor, "Gunport")
    goal = visitor.page.get_by_text(re.compile(r"^The minimum is \d+ dominoes"))
    expect(goal).to_be_visible()
    [fewest] = re.findall(r"(\d+) dominoes", goal.inner_text())
    visitor.play_by_hints(re.compile(rf"^{fewest} dominoes ·", re.MULTILINE))
    expect_solved_today(visitor, "Gunport", "Solved, with help.")


def solve_vanishing(visitor: Visitor) -> None:
    """Without help: try what can be removed, and undo it if the page says that not all can go any more."""
    open_today(visitor, "Vanishing")
    page = visitor.page
    good = page.get_by_text("From here: all pieces can still be removed.")
    expect(good).to_be_visible()
    empty = re.compile(r"^0 dominoes left", re.MULTILINE)
    while not visitor.shows(empty):
        removable = page.get_by_role("button", name=re.compile("can be removed$"))
        for name in [one.get_attribute("aria-label") or "" for one in removable.all()]:
            with visitor.change():
                visitor.click(page.get_by_role("button", name=name, exact=True))
            if visitor.shows(empty) or good.is_visible():
                break
            with visitor.change():
                visitor.press("Control+z")
        else:
            raise AssertionError(f"no removal is good: {visitor.main.inner_text()}")
    expect_solved_today(visitor, "Vanishing", "Solved!")


def solve_solid(visitor: Visitor) -> None:
    visitor.follow(visitor.page.get_by_role("link", name=re.compile("^Solids ")))
    visitor.play_by_hints(re.compile(r"\b(0|no) pieces? left", re.IGNORECASE))
    expect(visitor.page.get_by_text("Solved; 7 of the pieces were shown to you.")).to_be_visible()


def solve_assembly(visitor: Visitor) -> None:
    """It is taken apart, and stepped through to the end and back to the beginning."""
    page = visitor.page
    visitor.follow(page.get_by_role("link", name=re.compile("^Taking apart ")))
    forward = page.get_by_role("button", name="One move on")
    if not forward.is_visible():
        visitor.click(page.get_by_role("button", name="Take apart"))
    together = page.get_by_text(re.compile(r"^Assembled\. \d+ moves? takes? it apart\.$"))
    expect(together).to_be_visible()
    [moves] = re.findall(r"\d+", together.inner_text())
    for number in range(1, int(moves) + 1):
        visitor.click(forward)
        expect(page.get_by_text(re.compile(f"^Move {number} of {moves}: "))).to_be_visible()
    expect(forward).to_be_disabled()
    visitor.click(page.get_by_role("button", name="To the beginning"))
    expect(together).to_be_visible()


KINDS: dict[str, Callable[[Visitor], None]] = {
    "packing": solve_packing,
    "pips": solve_pips,
    "dominosa": solve_dominosa,
    "gunport": solve_gunport,
    "vanishing": solve_vanishing,
    "solid": solve_solid,
    "assembly": solve_assembly,
}


@pytest.mark.quick_firefox
@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_solved_from_the_home_page(visitor: Visitor, kind: str) -> None:
    KINDS[kind](visitor)
    print(visitor.report(kind))
    assert visitor.dead_ends == []


def test_each_link_of_the_home_page_leads_somewhere(visitor: Visitor) -> None:
    page = visitor.page
    cards = visitor.main.get_by_role("link")
    expect(page.get_by_role("link", name=re.compile("^Pips easy"))).to_be_visible()  # the last that comes
    for number in range(cards.count()):
        visitor.follow(cards.nth(number))
        page.go_back()
        expect(page.get_by_role("link", name=re.compile("^Pips easy"))).to_be_visible()
    print(visitor.report("links of the home page"))
    assert visitor.clicks > 12
    assert visitor.dead_ends == []


@pytest.mark.parametrize("title", ["Play", "Tools", "Learn"])
def test_each_link_of_the_menus_leads_somewhere(visitor: Visitor, title: str) -> None:
    menus = visitor.page.get_by_role("navigation", name="Pages")
    links = menus.get_by_role("link")
    menu = menus.get_by_text(title, exact=True)
    visitor.click(menu)
    expect(links.first).to_be_visible()
    for number in range(links.count()):
        if number:  # each page begins with closed menus
            visitor.click(menu)
        visitor.follow(links.nth(number))
    print(visitor.report(f"menu {title}"))
    assert visitor.dead_ends == []
