"""Each page in WebKit, as on every iPhone: it opens, takes a move, and its scripts make no error.

WebKitGTK's WebDriver is the one that the variable WEBKIT names, or the one that is installed; without one
the tests are left out. It does not tell what a page writes to its console, so errors are heard from when
the page has loaded; a page whose scripts fail before that never becomes usable.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from support.browsers import BROWSER
from support.waiting import HANGS_S
from tilewright.web.pages import pages

pytestmark = pytest.mark.skipif(BROWSER == "firefox", reason="WebKit is tested along with Chromium")

BROWSERS = list(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
LISTEN = """
  window.problems = [];
  addEventListener("error", (event) => window.problems.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => window.problems.push(String(event.reason)));
  const error = console.error;
  console.error = (...words) => { window.problems.push(words.join(" ")); error(...words); };
"""


class WebKitPage:
    """A page of the site in WebKit."""

    def __init__(self, driver: WebKitGTK, address: str) -> None:
        self.driver, self._address = driver, address

    def open(self, path: str) -> None:
        """Open a page, and wait until it can be used."""
        self.driver.get(self._address + path)
        self.wait(lambda: self.count("#main:not([inert])") == 1)
        self.driver.execute_script(LISTEN)

    def all(self, selector: str) -> list[WebElement]:
        """The elements of the page."""
        elements: list[WebElement] = self.driver.find_elements("css selector", selector)
        return elements

    def one(self, selector: str) -> WebElement:
        """The first of these elements, once it is there."""
        self.wait(lambda: self.count(selector) > 0)
        return self.all(selector)[0]

    def count(self, selector: str) -> int:
        """How many of these elements there are."""
        return len(self.all(selector))

    def wait(self, condition: Callable[[], object]) -> None:
        """Wait until something holds."""
        WebDriverWait(self.driver, HANGS_S).until(lambda _: condition())

    def problems(self) -> list[str]:
        """The errors since the page was opened."""
        texts: list[str] = self.driver.execute_script("return window.problems")
        return texts


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """An X display for a browser that has windows."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    program = shutil.which("Xvfb")
    if program is None:
        pytest.skip("there is no display here, and no Xvfb")
    read, write = os.pipe()
    command = [program, "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as said:
            number = said.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
        server.terminate()


@pytest.fixture(scope="module")
def driver(display: str) -> Iterator[WebKitGTK]:
    """A window of WebKit."""
    program = os.environ.get("WEBKIT") or shutil.which("WebKitWebDriver")
    browser = next(iter(BROWSERS), None)
    if not program or browser is None:
        pytest.skip("there is no WebKit here; make test-browser finds or installs one")
    options = Options()
    options.binary_location = str(browser)
    options.add_argument("--automation")
    service = Service(program, log_output=subprocess.DEVNULL, env=os.environ | {"DISPLAY": display})
    with warnings.catch_warnings():  # Selenium warns of its own call
        warnings.simplefilter("ignore", DeprecationWarning)
        driver = WebKitGTK(options=options, service=service)
    driver.set_window_size(1280, 1000)
    yield driver
    driver.quit()


@pytest.fixture
def webkit(driver: WebKitGTK, address: str) -> WebKitPage:
    """The site in WebKit."""
    return WebKitPage(driver, address)


def theme_changes(page: WebKitPage) -> None:
    before = page.one("html").get_attribute("data-theme")
    page.one("#theme").click()
    page.wait(lambda: page.one("html").get_attribute("data-theme") != before)


def piece_is_placed(page: WebKitPage) -> None:
    page.one("#pieces [data-piece]").click()
    board = page.one("#board svg")
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_RIGHT):  # to a cell where it fits
        board.send_keys(key, Keys.ENTER)
    page.one("#undo:enabled")


def cells_are_joined(page: WebKitPage) -> None:
    for at in ("0,0", "1,0"):
        page.one(f'#board [data-cell="{at}"]').click()
    page.one("#undo:enabled")


def domino_is_removed(page: WebKitPage) -> None:
    # WebKit's driver does not find the middle of a group of an SVG.
    page.driver.execute_script("arguments[0].focus()", page.one("#board .domino.removable"))
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.one("#undo:enabled")


def domino_is_laid(page: WebKitPage) -> None:
    page.one("#tray [data-domino]").click()
    page.one("#board [data-cell]").click()
    page.one("#undo:enabled")


def step_is_made(page: WebKitPage) -> None:
    page.one("#step").click()
    page.wait(lambda: page.one("#number").text != "0")


def sentence_changes(page: WebKitPage) -> None:
    before = page.one("#sentence").text
    page.one("#step").click()
    page.wait(lambda: page.one("#sentence").text != before)


def search_is_started(page: WebKitPage) -> None:
    page.one("#start").click()
    page.one("#figures svg")


def cell_is_drawn(page: WebKitPage) -> None:
    page.one("#grid [data-cell]").click()
    page.one("#undo:enabled")


def has(selector: str) -> Callable[[WebKitPage], None]:
    """A move that waits for an element."""

    def is_there(page: WebKitPage) -> None:
        page.one(selector)

    return is_there


MOVES: dict[str, Callable[[WebKitPage], None]] = {
    "/": theme_changes,
    "/daily": has("#kinds a"),
    "/shelf": theme_changes,
    "/convert": has("#format option"),
    "/learn": has("main article"),
    "/puzzles?words=3x5": has("article.puzzle svg, article.puzzle img"),
    "/play?puzzle=some-pentominoes-3x5": piece_is_placed,
    "/play?puzzle=soma-cube": piece_is_placed,
    "/gunport": cells_are_joined,
    "/dominosa": cells_are_joined,
    "/vanishing": domino_is_removed,
    "/pips": domino_is_laid,
    "/assembly?puzzle=soma-cube": has("#pieces tbody svg"),
    "/design?puzzle=soma-cube": has("#table tbody svg"),
    "/edit?puzzle=some-pentominoes-3x5": cell_is_drawn,
    "/watch": step_is_made,
    "/shuffle": sentence_changes,
    "/coupling": sentence_changes,
    "/polyforms": has("#plane svg"),
    "/solve?puzzle=some-pentominoes-3x5": search_is_started,
    "/runs": has("#new-run option"),
}


def test_each_page_is_there() -> None:
    assert {page.address for page in pages()} <= {path.partition("?")[0] for path in MOVES}


@pytest.mark.parametrize("path", MOVES)
def test_page_opens_and_takes_a_move(webkit: WebKitPage, path: str) -> None:
    webkit.open(path)
    MOVES[path](webkit)
    assert webkit.problems() == []
