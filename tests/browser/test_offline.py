"""The site without its server: the pages, the catalogue and the daily puzzles stay playable."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browsers import needs_chromium
from support.http_proxy import Answer, HttpProxy
from support.page_user import PageUser, drag, press
from support.tiling_page import cell, laid, open_game, tray
from support.waiting import HANGS_S
from tilewright import first, load
from tilewright.families.vanishing import files as vanishing_files
from tilewright.families.vanishing.daily import addresses_of_date
from tilewright.families.vanishing.game import begin, best_result
from tilewright.play import tiling

TODAY = "2026-11-28"
LAST = "2026-12-11"  # the last day that is fetched ahead
FETCH_AHEAD = """(date) => new Promise((done) => {
  const ask = () => navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ date }));
  const again = setInterval(ask, 100);  // as the next pages do
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.fetchedAhead === date) { clearInterval(again); done(true); }
  });
  ask();
})"""


@pytest.fixture
def proxy(address: str) -> Iterator[HttpProxy]:
    """A proxy in front of the server."""
    with HttpProxy(address) as started:
        yield started


class UserBehindProxy(PageUser):
    """A user who reaches the server through a proxy, until that answers nothing any more.

    What the driver does to a page leaves the requests of service workers alone in Firefox.
    """

    def __init__(self, page: Page, proxy: HttpProxy) -> None:
        super().__init__(page)
        self._proxy = proxy

    def disconnect(self) -> None:
        self.away = self._proxy.is_away = True

    def reconnect(self) -> None:
        self._proxy.is_away = False


@pytest.fixture
def visitor(browser: Browser, proxy: HttpProxy) -> Iterator[UserBehindProxy]:
    """A new browser context, behind the proxy, in which service workers may start."""
    with browser.new_context(base_url=proxy.address, viewport={"width": 1280, "height": 900}) as context:
        context.set_default_timeout(1_000 * HANGS_S)
        come = UserBehindProxy(context.new_page(), proxy)
        yield come
        assert come.problems == []


def wait_for_worker(page: Page) -> None:
    """Wait until the service worker is active; unlike ``evaluate`` this ends where it never is."""
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")


class PipsOfDates:
    """Answers for the puzzles of Pips, which take the server seconds, but for one date, and notes them all.

    The first request for ``refused`` gets no answer, so that it is fetched again later.
    """

    def __init__(self, version: str, real: str, refused: tuple[str, str]) -> None:
        self._version, self._real, self._refused = version, real, refused
        self.asked: list[tuple[str, str]] = []

    def __call__(self, path: str, body: bytes) -> Answer | None:
        if path != "/api/pips/date":
            return None
        query = json.loads(body)
        self.asked.append((query["date"], query["level"]))
        if self.asked[-1] == self._refused and self.asked.count(self._refused) == 1:
            return Answer(503, b"busy", {})
        kept = {"content-type": "application/json", "x-kept-offline": self._version}
        return None if query["date"] == self._real else Answer(200, b"{}", kept)


def test_the_worker_starts_on_a_page_that_is_never_idle(visitor: PageUser) -> None:
    """Chromium may call nothing back when it is idle, on a page that draws nothing."""
    page = visitor.page
    page.add_init_script(
        """window.requestIdleCallback = (callback, { timeout = Infinity } = {}) => {
          if (timeout < Infinity) setTimeout(callback, timeout);
        }"""
    )
    page.goto("/learn")
    wait_for_worker(page)


def test_puzzle_is_solved_offline_and_hints_wait(visitor: PageUser) -> None:
    page = visitor.page
    page.goto("/daily")
    wait_for_worker(page)
    open_game(page)  # so that it is kept, as is any puzzle that was opened
    visitor.disconnect()
    puzzle = load("catalog:some-pentominoes-3x5")
    solution = first(puzzle)
    assert solution is not None
    words = [
        f"place {one.piece} on {' '.join(','.join(map(str, at)) for at in one.cells)}"
        for one in solution.placements
    ]
    position = tiling.dumps(tiling.replay(puzzle, words))
    page.goto("about:blank")
    page.goto(f"/play?puzzle=some-pentominoes-3x5#p={position}")
    expect(page.locator("#remaining")).to_have_text("Solved!")
    press(page, "u")
    expect(page.locator("#remaining")).not_to_have_text("Solved!")
    press(page, "h")
    expect(page.locator("#message")).to_have_text(
        re.compile("cannot be reached. What needs it, such as hints")
    )
    press(page, "U")
    expect(page.locator("#remaining")).to_have_text("Solved!")


def test_daily_puzzles_of_the_next_days_open_offline(visitor: PageUser, proxy: HttpProxy) -> None:
    page, visitor.expected_statuses = visitor.page, {503}
    version = page.request.get("/api/descriptors").headers["x-kept-offline"]
    proxy.answer = pips = PipsOfDates(version, LAST, refused=(TODAY, "easy"))
    page.goto("/learn")
    page.wait_for_function(FETCH_AHEAD, arg=TODAY)
    days = [str(date.fromisoformat(TODAY) + timedelta(day)) for day in range(14)]
    assert days[-1] == LAST
    assert {(day, level) for day in days for level in ("easy", "medium", "hard")} <= set(pips.asked)
    assert pips.asked.count((TODAY, "easy")) > 1
    visitor.disconnect()
    page.clock.set_fixed_time(f"{LAST}T12:00:00")
    page.goto(f"/daily?date={LAST}")
    expect(page.locator("#kinds a")).to_have_count(15)
    addresses = [link.get_attribute("href") or "" for link in page.locator("#kinds a").all()]
    for place in addresses:
        page.goto("about:blank")
        page.goto(place)
        expect(page.locator("#main")).not_to_have_attribute("inert", "")
        expect(page.locator("#board svg, #board .cell, #board rect").first).to_be_visible()
        assert LAST in page.url


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_proxy_that_does_not_reach_its_server_is_no_server(
    visitor: PageUser, proxy: HttpProxy, status: int
) -> None:
    page, visitor.expected_statuses = visitor.page, {status}
    page.goto("/learn")
    wait_for_worker(page)
    open_game(page)  # so that it is kept
    proxy.status = status
    page.goto("about:blank")
    open_game(page)
    drag(page, tray(page, "P"), cell(page, "1,1"))
    expect(laid(page)).to_have_count(1)
    press(page, "h")
    expect(page.locator("#message")).to_have_text(re.compile("^The server cannot be reached"))
    page.goto("/vanishing")  # a page that was not open before, and a board that only the server makes
    expect(page.locator("#message")).to_have_text(re.compile("^The server cannot be reached"))
    proxy.status = 0
    open_game(page)
    expect(laid(page)).to_have_count(1)
    press(page, "h")
    expect(page.locator("#message")).to_have_text(re.compile("marked cells|go together|solution"))


def test_vanishing_is_played_to_the_end_offline(visitor: PageUser) -> None:
    page = visitor.page
    daily = addresses_of_date(date.fromisoformat(LAST))["easy"]
    assert daily.request is not None
    board = vanishing_files.loads(daily.request.body["board"])
    page.goto("/learn")
    wait_for_worker(page)
    page.goto(daily.address)  # so that it is kept
    expect(page.locator("#best")).to_have_text("From here: all pieces can still be removed.")
    visitor.disconnect()
    page.goto("about:blank")
    page.goto(daily.address)
    expect(page.locator("#board .domino")).to_have_count(len(board.pieces))
    for number in best_result(begin(board)).order:
        page.locator(f'#board [data-number="{number}"]').click()
        expect(page.locator(f'#board [data-number="{number}"]')).to_have_count(0)
        if number % 4 == 0:
            page.reload()
            expect(page.locator("#main")).not_to_have_attribute("inert", "")
    expect(page.locator("#message")).to_have_text("The board is empty. Well done!")
    press(page, "u")
    expect(page.locator("#remaining")).to_have_text("1 domino left")


@pytest.mark.parametrize(
    ("path", "more", "button", "piece"),
    [
        ("/dominosa", "New puzzle", "New game", "#board .cell"),
        ("/vanishing", "New puzzle", "New game", "#board .domino"),
        ("/pips", "Other puzzles", "Make it", "#board .cell"),
    ],
)
def test_new_puzzle_is_there_after_a_reload_offline(
    visitor: PageUser, path: str, more: str, button: str, piece: str
) -> None:
    page = visitor.page
    page.goto("/learn")
    wait_for_worker(page)
    page.goto(path)
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    page.get_by_text(more, exact=True).click()
    with page.expect_response(re.compile("/new$")):
        page.get_by_role("button", name=button).click()
    expect(page.locator("#message")).to_be_hidden()
    count = page.locator(piece).count()
    visitor.disconnect()
    page.reload()
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    expect(page.locator(piece)).to_have_count(count)


NEW_VERSION = """
import sys
from tilewright.web import static_files
from tilewright.cli import main
in_one = static_files.in_one
static_files.in_one = lambda modules: in_one(modules) + "// new"
main()
"""


@contextmanager
def server(directory: Path, port: str = "0", *, is_new: bool = False) -> Iterator[str]:
    """A server of its own, perhaps of another version; its address."""
    options = [
        "serve",
        "--port",
        port,
        "--no-browser",
        "--db",
        str(directory / "runs.db"),
        "--library",
        str(directory / "library.db"),
    ]
    program = ["-c", NEW_VERSION] if is_new else ["-m", "tilewright"]
    with subprocess.Popen([sys.executable, *program, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].rstrip("/")
        process.terminate()
        process.stdout.read()


def caches(page: Page) -> list[str]:
    """The names of what service workers keep."""
    names: list[str] = page.evaluate("caches.keys()")
    return names


@needs_chromium("the driver of Firefox does not take the network from service workers")
def test_a_device_without_a_network_shows_what_is_kept(visitor: PageUser) -> None:
    page = visitor.page
    page.goto("/learn")
    wait_for_worker(page)
    open_game(page)
    PageUser.disconnect(visitor)
    page.goto("about:blank")
    open_game(page)
    drag(page, tray(page, "P"), cell(page, "1,1"))
    expect(laid(page)).to_have_count(1)


def test_answers_are_kept_for_the_version_that_gave_them(visitor: PageUser, proxy: HttpProxy) -> None:
    """The worker of the version before is still there when a new server answers."""
    page = visitor.page
    page.goto("/learn")
    wait_for_worker(page)
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    proxy.answer = lambda path, body: (
        Answer(200, b"{}", {"x-kept-offline": "next"}) if path == "/api/daily?date=2026-11-02" else None
    )
    kept = page.evaluate(
        """async (path) => {
          await fetch(path);
          const inCache = async (name) => (await (await caches.open(name)).match(path)) ? [name] : [];
          return (await Promise.all((await caches.keys()).map(inCache))).flat();
        }""",
        "/api/daily?date=2026-11-02",
    )
    assert kept == ["tilewright next"]


def test_new_version_is_taken_and_the_position_stays(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context() as context:
        context.set_default_timeout(1_000 * HANGS_S)
        page = context.new_page()
        with server(tmp_path) as place:
            page.goto(f"{place}/daily")
            wait_for_worker(page)
            [old] = caches(page)
            page.goto(f"{place}/play?puzzle=some-pentominoes-3x5")
            drag(page, tray(page, "P"), cell(page, "1,1"))
            expect(laid(page)).to_have_count(1)
        page.reload()  # there is no server
        expect(laid(page)).to_have_count(1)
        with server(tmp_path, place.rpartition(":")[2], is_new=True):
            page.reload()
            expect(laid(page)).to_have_count(1)
            page.wait_for_function(
                "old => caches.keys().then((names) => names.length === 1 && names[0] !== old)", arg=old
            )
        page.reload()
        expect(laid(page)).to_have_count(1)
