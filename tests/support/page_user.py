"""A user of a page: records the problems of the page, and has gestures that all pages share."""

from __future__ import annotations

import re

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Route

from support.browsers import BROWSER
from support.waiting import wait_until

PROBE = "/api/descriptors"
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")
UNREACHABLE = re.compile(r"Failed to load resource: net::ERR_")
UNREACHABLE_FOR_WORKER = re.compile("NetworkError when attempting to fetch resource")  # Firefox tells of it
NO_SERVICE_WORKER = "Service Worker registration blocked by Playwright"  # see conftest.py
SOFTWARE_RENDERING = re.compile(r"\[\.WebGL.*GPU stall due to ReadPixels")  # on machines without a GPU


class PageUser:
    """``problems`` are errors of the page and of its console (what the content policy forbids among them);
    requests that the server refused count too, but for the statuses in ``expected_statuses``, and those that
    did not reach it, unless it is ``away``."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        self.expected_statuses: set[int] = set()
        self.away = False
        page.on("console", self._hear)
        page.on("pageerror", self._fail)

    def _hear(self, message: ConsoleMessage) -> None:
        refused = REFUSED.match(message.text)
        if refused and int(refused[1]) in self.expected_statuses:
            return
        if self.away and UNREACHABLE.match(message.text):
            return
        if SOFTWARE_RENDERING.match(message.text) or message.text == NO_SERVICE_WORKER:
            return
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def disconnect(self) -> None:
        """From now on nothing reaches the server."""
        self.away = True
        self._set_offline(offline=True)

    def reconnect(self) -> None:
        """The server can be reached again."""
        self._set_offline(offline=False)

    def _set_offline(self, *, offline: bool) -> None:
        self.page.context.set_offline(offline)
        # Chromium answers before its network process has taken the change over.
        self.page.wait_for_function(
            "([probe, offline]) => fetch(probe).then(() => !offline, () => offline)", arg=[PROBE, offline]
        )

    def _fail(self, error: Error) -> None:
        if not (self.away and UNREACHABLE_FOR_WORKER.search(error.message)):
            self.problems.append(f"error of the page: {error.message}")


FRAMES = """new Promise((done) => {
  let left = 8;
  const next = () => { if (left--) requestAnimationFrame(next); else done(); };
  next();
})"""


def show_frames(page: Page) -> None:
    """Let the page do what is due, and show several frames."""
    page.evaluate(FRAMES)


class HeldRequests:
    """Requests to an address that are held, in their order, until they are released."""

    def __init__(self, page: Page, address: str) -> None:
        self._page, self._address = page, address
        self._holding = True
        self.routes: list[Route] = []
        page.route(address, self._hold)
        self._wait_until_routed()

    def _wait_until_routed(self) -> None:
        """Chromium says that requests are intercepted before those of an open page are."""
        self._page.route(PROBE, lambda route: route.fulfill(status=204))
        self._page.wait_for_function("probe => fetch(probe).then(({status}) => status === 204)", arg=PROBE)
        self._page.unroute(PROBE)

    def _hold(self, route: Route) -> None:
        if self._holding:
            self.routes.append(route)
        else:
            route.continue_()

    def wait_for(self, number: int) -> None:
        """Until so many have been asked."""
        wait_until(
            lambda: len(self.routes) >= number,
            f"too few requests came to {self._address}",
            lambda: show_frames(self._page),
        )

    def release(self) -> None:
        """Send them on, the newest first, and hold no more; until all answers are there."""
        self._holding = False
        for route in reversed(self.routes):
            route.continue_()
        for route in self.routes:
            response = route.request.response()
            if response is not None:  # the page did not give it up
                response.finished()
        show_frames(self._page)  # it reads them


MIDDLE = """(element) => {
  element.scrollIntoView({behavior: "instant", block: "nearest", inline: "nearest"});
  const box = element.getBoundingClientRect();
  return element.isConnected ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def middle(place: Locator) -> tuple[float, float]:
    """The middle of an element, in pixels of the window, where it is brought into view.

    It is asked again when an answer of the server replaced the element between finding and measuring it.
    """
    for _ in range(100):
        value = place.evaluate(MIDDLE)
        if value is not None:
            across, down = value
            return across, down
        show_frames(place.page)
    raise AssertionError(f"{place} is replaced again and again")


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Press in the middle of one element, move in a few steps, let go in the middle of another one."""
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=6)
    page.mouse.up()


def press(page: Page, *keys: str) -> None:
    """Press keys one after another."""
    for key in keys:
        page.keyboard.press(key)


def paste(page: Page, text: str) -> None:
    """Put a text on the clipboard, and paste it by the keys where the focus is."""
    if BROWSER == "chromium":
        page.context.grant_permissions(["clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")


def picture_of(page: Page, canvas: str) -> str:
    """What is painted on a canvas, as data."""
    text: str = page.evaluate("(canvas) => document.querySelector(canvas).toDataURL()", canvas)
    return text


def settled(page: Page, canvas: str) -> str:
    """What is painted on a canvas once it stays the same for several frames."""
    last = picture_of(page, canvas)
    for _ in range(200):
        show_frames(page)
        if last == (last := picture_of(page, canvas)):
            return last
    raise AssertionError("something goes on moving")
