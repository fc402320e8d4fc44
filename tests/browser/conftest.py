"""One server and one browser for all tests of the pages; each test has a browser context of its own.

The variable BROWSER names it: ``chromium``, if it is not set, or ``firefox``. It is Debian's, or the one of
the path in the variable CHROMIUM or FIREFOX; without one the tests are skipped. Firefox is driven over
WebDriver BiDi: tests that need more are marked with ``support.browsers.needs_chromium`` and the reason, or
take the fixture ``phone``. ``make test-browser`` runs those with the mark ``quick_firefox`` there, which the
first test of each file has too; ``make test-firefox`` runs all of them.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from support import firefox
from support.browsers import BROWSER, DOWNLOADS, needs_chromium
from support.page_user import PageUser
from support.waiting import HANGS_S
from tilewright.runs.lock import lock_holder

PATIENCE = 1_000 * HANGS_S  # milliseconds
NAMES = {
    "chromium": ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}[BROWSER]
HERE = Path(__file__).parent

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)  # before the marks of the command line choose
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this directory are marked, so that plain ``make test`` leaves them out."""
    begun: set[Path] = set()
    for item in items:
        if HERE not in item.path.parents:
            continue
        item.add_marker(pytest.mark.browser)
        if "phone" in getattr(item, "fixturenames", ()):
            item.add_marker(needs_chromium("WebDriver BiDi of Firefox has no touch"))
        elif item.path not in begun and not item.get_closest_marker("skipif"):
            begun.add(item.path)
            item.add_marker(pytest.mark.quick_firefox)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with files of its own; its address without the last slash."""
    room = tmp_path_factory.mktemp("server")
    command = [sys.executable, "-m", "tilewright", "serve", "--port", "0", "--no-browser"]
    command += ["--db", str(room / "runs.db"), "--library", str(room / "library.db")]
    with (
        (room / "log").open("wb") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server,
    ):
        assert server.stdout is not None
        said = server.stdout.readline()
        assert said.startswith("Tilewright is at "), (room / "log").read_text()
        yield said.split()[-1].rstrip("/")
        server.terminate()
        server.stdout.read()
    # Runs outlive their server: one that a failed test has left behind ends here.
    left = lock_holder(room / "runs.db")
    if left is not None:
        os.kill(left.process, signal.SIGTERM)
    assert "Traceback" not in (room / "log").read_text(), (room / "log").read_text()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium or Firefox, without a window."""
    path = os.environ.get(BROWSER.upper()) or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"there is no {BROWSER} here; make test-browser finds or installs one")
    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patch:
        if BROWSER == "firefox":
            firefox.mend(patch)
            opened = playwright.firefox.launch(
                channel="moz-firefox",
                executable_path=path,
                timeout=PATIENCE,
                downloads_path=DOWNLOADS,
                firefox_user_prefs=firefox.PREFERENCES,
            )
        else:
            opened = playwright.chromium.launch(executable_path=path, timeout=PATIENCE)
        yield opened
        opened.close()
    shutil.rmtree(DOWNLOADS, ignore_errors=True)


def slow_down(page: Page) -> None:
    """Simulate latency of TILEWRIGHT_SLOW milliseconds and a CPU that is four times as slow, if it is set."""
    delay = int(os.environ.get("TILEWRIGHT_SLOW", "0"))
    if not delay:
        return
    link = page.context.new_cdp_session(page)
    rates = {"downloadThroughput": -1, "uploadThroughput": -1}
    link.send("Network.emulateNetworkConditions", {"offline": False, "latency": delay, **rates})
    link.send("Emulation.setCPUThrottlingRate", {"rate": 4})


@pytest.fixture
def user(browser: Browser, address: str) -> Iterator[PageUser]:
    """A new browser context on a desktop screen; any problem of the pages fails the test."""
    with browser.new_context(
        base_url=address,
        viewport={"width": 1280, "height": 900},
        reduced_motion="no-preference",
        service_workers="block",  # their requests would not be seen by the tests
    ) as context:
        context.set_default_timeout(PATIENCE)
        come = PageUser(context.new_page())
        slow_down(come.page)
        yield come
        assert come.problems == []


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[PageUser]:
    """A new browser context with touch on a small screen."""
    with browser.new_context(
        base_url=address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        service_workers="block",
    ) as context:
        context.set_default_timeout(PATIENCE)
        come = PageUser(context.new_page())
        slow_down(come.page)
        yield come
        assert come.problems == []


@pytest.fixture
def page(user: PageUser) -> Page:
    """The page of ``user``."""
    return user.page
