"""Several tabs, the way back and reloads: no game is lost, and none is written over another one."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from support.page_user import PageUser, drag, middle, press
from support.pips_cases import ONE_WAY
from support.tiling_page import cell, tray
from support.waiting import wait_until
from tilewright.families.dominosa import play as dominosa
from tilewright.families.dominosa.puzzle import read_grid
from tilewright.families.pips.links import text_page
from tilewright.families.vanishing.files import board_address
from tilewright.play.notation import cells_text

BOARD = "6;3\nh;0;1;0;0\nh;1;0;3;0\nh;2;9;2;1\nh;0;1;0;1\nh;9;9;2;2\n"
RELOADED = "window.addEventListener('unload', () => {});"
"""The way back loads a page again: Playwright is not told of one that Firefox has only put away."""
WENT_ON = "This game went on elsewhere; this is its position now."


@dataclass(frozen=True)
class Game:
    """A puzzle: its address, where the page says how far it is, what it says after 0, 1 and 2 moves, and the
    moves; ``linked`` is the address of the position after the first one."""

    address: str
    place: str
    states: tuple[str, str, str]
    moves: tuple[Callable[[Page], None], Callable[[Page], None]]
    linked: str

    def open(self, page: Page, address: str = "") -> None:
        """Open the puzzle, and wait until it can be played."""
        page.goto(address or self.address)
        expect(page.locator("#main")).not_to_have_attribute("inert", "")

    def expect_moves(self, page: Page, number: int) -> None:
        """The page shows the position after so many moves."""
        expect(page.locator(self.place)).to_have_text(self.states[number])


def domino(first: str, second: str) -> Callable[[Page], None]:
    """Lay a domino by two clicks."""

    def move(page: Page) -> None:
        cell(page, first).click()
        cell(page, second).click()

    return move


def pips_domino(number: int, at: str) -> Callable[[Page], None]:
    """Lay a domino of the tray as it is, with its first number on a cell."""

    def move(page: Page) -> None:
        page.locator(f'#tray [data-domino="{number}"]').click()
        cell(page, at).click()

    return move


def removal(number: int) -> Callable[[Page], None]:
    """Remove a domino by a click."""
    return lambda page: page.locator(f'#board [data-number="{number}"]').click()


GAMES = {
    "tiling": Game(
        "/play?puzzle=l-trominoes-6x6",
        "#pieces-left",
        ("12 pieces left.", "11 pieces left.", "10 pieces left."),
        (
            lambda page: drag(page, tray(page, "V3"), cell(page, "1,1")),
            lambda page: drag(page, tray(page, "V3"), cell(page, "4,4")),
        ),
        "/play?puzzle=l-trominoes-6x6#p=0-0.1.6",
    ),
    "dominosa": Game(
        "/dominosa#g=001/110",
        "#left",
        ("3 left.", "2 left.", "1 left."),
        (domino("0,0", "1,0"), domino("2,0", "2,1")),
        "/dominosa#g=001/110&m=lay.0,0.1,0",
    ),
    "pips": Game(
        text_page(ONE_WAY),
        "#left",
        ("3 left", "2 left", "1 left"),
        (pips_domino(1, "0,0"), pips_domino(2, "0,1")),
        f"{text_page(ONE_WAY)}&m=lay.1.0,0.1,0",
    ),
    "gunport": Game(
        "/gunport#b=4x5",
        "#dominoes",
        ("0 dominoes", "1 domino", "2 dominoes"),
        (domino("0,0", "1,0"), domino("2,0", "3,0")),
        "/gunport#b=4x5&m=0,0-1,0",
    ),
    "vanishing": Game(
        board_address(BOARD),
        "#remaining",
        ("5 dominoes left", "4 dominoes left", "3 dominoes left"),
        (removal(3), removal(2)),
        f"{board_address(BOARD)}&m=0,1",
    ),
}

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@contextmanager
def another_tab(user: PageUser) -> Iterator[Page]:
    """Another tab of the same browser, whose problems are those of the user."""
    other = PageUser(user.page.context.new_page())
    yield other.page
    other.page.close()
    user.problems += other.problems


@every_game
def test_tabs_of_one_puzzle_go_on_with_one_game(user: PageUser, game: Game) -> None:
    page = user.page
    game.open(page)
    with another_tab(user) as other:
        game.open(other)
        game.moves[0](page)
        game.expect_moves(page, 1)
        game.expect_moves(other, 1)
        expect(other.locator(".toast")).to_have_text(WENT_ON)
        other.bring_to_front()
        game.moves[1](other)
        game.expect_moves(other, 2)
        game.expect_moves(page, 2)
        page.bring_to_front()
        press(page, "u")
        game.expect_moves(page, 1)
        game.expect_moves(other, 1)
        other.bring_to_front()
        press(other, "U")  # what was undone in the first tab
        game.expect_moves(other, 2)
        game.expect_moves(page, 2)
        press(other, "u", "u")
        game.expect_moves(other, 0)
        game.expect_moves(page, 0)
        press(other, "U", "U")
        game.expect_moves(page, 2)
    page.reload()
    game.expect_moves(page, 2)


@every_game
def test_a_reload_and_the_way_back_go_on_with_the_game(page: Page, game: Game) -> None:
    page.add_init_script(RELOADED)
    page.goto("/learn")
    game.open(page)
    game.moves[0](page)
    game.expect_moves(page, 1)
    page.reload()
    game.expect_moves(page, 1)
    page.goto("/learn")
    page.go_back()
    game.expect_moves(page, 1)
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    game.moves[1](page)
    game.expect_moves(page, 2)
    page.go_back()
    expect(page).to_have_url(re.compile("/learn$"))
    page.go_forward()
    game.expect_moves(page, 2)
    press(page, "u")
    game.expect_moves(page, 1)


@every_game
def test_the_way_back_leads_to_the_game_as_another_tab_has_left_it(user: PageUser, game: Game) -> None:
    page = user.page
    page.add_init_script(RELOADED)
    game.open(page)
    game.moves[0](page)
    game.expect_moves(page, 1)
    page.goto("/learn")
    with another_tab(user) as other:
        game.open(other)
        game.expect_moves(other, 1)
        game.moves[1](other)
        game.expect_moves(other, 2)
    page.go_back()
    game.expect_moves(page, 2)
    press(page, "u")
    game.expect_moves(page, 1)


@every_game
def test_a_link_to_a_position_does_not_return_over_what_was_played(page: Page, game: Game) -> None:
    page.add_init_script(RELOADED)
    game.open(page, game.linked)
    game.expect_moves(page, 1)
    game.moves[1](page)
    game.expect_moves(page, 2)
    page.reload()
    game.expect_moves(page, 2)
    page.goto("/learn")
    page.go_back()
    game.expect_moves(page, 2)


@every_game
def test_a_browser_that_stores_nothing_keeps_the_game_on_the_page(page: Page, game: Game) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    game.open(page)
    game.moves[0](page)
    game.expect_moves(page, 1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("window.dispatchEvent(new Event('storage'))")
    game.moves[1](page)
    game.expect_moves(page, 2)
    press(page, "u")
    game.expect_moves(page, 1)


@pytest.mark.parametrize(("name", "undos"), [("tiling", 3), ("dominosa", 1), ("pips", 1), ("gunport", 1)])
def test_a_link_in_another_tab_can_be_undone_to_the_game(user: PageUser, name: str, undos: int) -> None:
    page, game = user.page, GAMES[name]
    game.open(page)
    for move in game.moves:
        move(page)
    game.expect_moves(page, 2)
    with another_tab(user) as other:
        game.open(other, game.linked)
        game.expect_moves(other, 1)
        game.expect_moves(page, 1)
        expect(page.locator(".toast")).to_have_text(WENT_ON)
        press(other, *["u"] * undos)
        game.expect_moves(other, 2)
        game.expect_moves(page, 2)


def test_a_link_in_another_tab_asks_before_a_removal_is_lost(user: PageUser) -> None:
    page, game = user.page, GAMES["vanishing"]
    game.open(page)
    for move in game.moves:
        move(page)
    game.expect_moves(page, 2)
    with another_tab(user) as other:
        other.goto(game.linked)
        other.get_by_role("button", name="Go on with this one").click()
        game.expect_moves(other, 2)
        other.goto("about:blank")
        other.goto(game.linked)
        other.get_by_role("button", name="Begin the other one").click()
        game.expect_moves(other, 1)
        game.expect_moves(page, 1)


GO_ON = """(move) => {
  const games = JSON.parse(localStorage.getItem("dominosa-games"));
  for (const one of Object.values(games)) one.moves.push(move);
  localStorage.setItem("dominosa-games", JSON.stringify(games));
}"""
"""What another tab does with the only game of dominosa, without the event that says so."""


def begun_game(page: Page) -> Game:
    """A game of dominosa after one move."""
    game = GAMES["dominosa"]
    game.open(page)
    game.moves[0](page)
    game.expect_moves(page, 1)
    return game


def test_a_move_is_made_on_the_game_as_it_is_kept(page: Page) -> None:
    """Even where the browser has not said yet that another tab went on."""
    game = begun_game(page)
    page.evaluate(GO_ON, "lay 2,0 2,1")
    domino("0,1", "1,1")(page)
    expect(page.locator("#left")).to_have_text("0 left.")
    press(page, "u")
    game.expect_moves(page, 2)


@pytest.mark.parametrize(("target", "event"), [("window", "pageshow"), ("document", "visibilitychange")])
def test_a_page_that_was_put_away_looks_again(page: Page, target: str, event: str) -> None:
    game = begun_game(page)
    page.evaluate(GO_ON, "lay 2,0 2,1")
    page.evaluate(f"{target}.dispatchEvent(new Event('{event}'))")
    game.expect_moves(page, 2)
    expect(page.locator(".toast")).to_have_text(WENT_ON)


def test_moves_against_the_rules_in_the_storage_are_not_taken(page: Page) -> None:
    game = begun_game(page)
    page.evaluate(GO_ON, "lay 0,0 0,1")
    page.evaluate("window.dispatchEvent(new Event('storage'))")
    game.expect_moves(page, 1)
    game.moves[1](page)
    game.expect_moves(page, 2)


KEPT = "() => Object.values(JSON.parse(localStorage.getItem('dominosa-games')))[0].moves"
LAID = "() => [...document.querySelectorAll('#board .laid')].map((one) => one.dataset.name)"


@pytest.mark.parametrize("seed", range(3))
def test_tabs_that_are_used_at_once_end_with_one_game(user: PageUser, seed: int) -> None:
    """Neither tab waits for the other one: a move is made, refused or undone on the game as it is by then."""
    dice, game = random.Random(seed), GAMES["dominosa"]
    game.open(user.page)
    with another_tab(user) as other:
        game.open(other)
        tabs = (user.page, other)
        places = [middle(cell(other, f"{x},{y}")) for x in range(3) for y in range(2)]
        for _ in range(40):
            tab = dice.choice(tabs)
            if dice.random() < 0.3:
                press(tab, dice.choice("uU"))
            else:
                tab.mouse.click(*dice.choice(places))
        wait_until(lambda: user.page.evaluate(LAID) == other.evaluate(LAID), "the tabs differ")
        start = dominosa.begin(read_grid("001 110"))
        position = dominosa.replay(start, other.evaluate(KEPT))
        assert other.evaluate(LAID) == [cells_text(pair) for pair in position.dominoes]


def new_game(page: Page, label: str, choice: str) -> None:
    """Begin a new puzzle of a kind."""
    page.get_by_text("New puzzle", exact=True).click()
    page.get_by_role("combobox", name=label).select_option(choice)
    page.get_by_role("button", name="New game").click()


def test_each_tab_shows_its_own_puzzle_again(user: PageUser) -> None:
    page = user.page

    def expect_own(path: str, place: str, here: str, change: Callable[[Page], None], there: str) -> None:
        page.goto(path)
        expect(page.locator(place).first).to_have_attribute("aria-label", re.compile(here))
        with another_tab(user) as other:
            other.goto(path)
            expect(other.locator("#main")).not_to_have_attribute("inert", "")
            change(other)
            expect(other.locator(place).first).to_have_attribute("aria-label", re.compile(there))
            page.reload()
            expect(page.locator(place).first).to_have_attribute("aria-label", re.compile(here))
            other.reload()
            expect(other.locator(place).first).to_have_attribute("aria-label", re.compile(there))

    board = "#board svg"
    expect_own("/vanishing", board, "5 by 4", lambda tab: new_game(tab, "Difficulty", "medium"), "6 by 6")
    expect_own("/dominosa", board, "6 by 5", lambda tab: new_game(tab, "Set", "3"), "5 by 4")
    expect_own(
        "/gunport", board, "4 rows", lambda tab: tab.get_by_role("button", name="3 × 3").click(), "3 rows"
    )
